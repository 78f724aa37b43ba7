"""Names of features as they come out of real files: long, broken, odd. They are shown, or refused in words."""

import json

import numpy as np
import pandas as pd
import pytest
from ipywidgets.widgets.widget import _remove_buffers

from fewidgets import (
    BagOfWordsViewer,
    BoostingStepper,
    ImputationViewer,
    OneHotViewer,
    ScalingStepper,
    SpamViewer,
)
from fewidgets.explorables import EXPLORABLES
from fewidgets.scene.text import lettering
from fewidgets.scene.text.legible import LABEL, legible
from tests.explorables.hostile import DataSet
from tests.explorables.hostile_views import MAKERS

BROKEN = ["caf\udce9", "caf\udcea", "price\n(USD)", "nul\x00", "\x1b[31mred", "\u202egnitirw", "a\u2028b", "<b>&'\"</script>"]
PICTURES = {"SpectrumViewer", "EdgeHistogramViewer", "ImageComparison"}
rng = np.random.default_rng(0)
TABLE = rng.normal(size=(60, 60))
OUTPUT = TABLE[:, :6] @ np.arange(1.0, 7.0) + rng.normal(size=60)


#: With how many features of given names each explorable is made; the others show no names.
COUNTS = dict.fromkeys(MAKERS.keys() - {"BagOfWordsViewer", "SpamViewer", *PICTURES}, 60) | {
    "DimensionReductionViewer": 40,
    "ScalingStepper": 2,
    "ContourDescent": 2,
    "RegularizerViewer": 2,
    "RescalingViewer": 20,
    "FeatureRace": 4,
    "ImportanceViewer": 58,
    "SubsetLattice": 20,
    "OneHotViewer": 8,
}


def made(name, names):
    """Make an explorable with features of these names."""
    return MAKERS[name](DataSet(TABLE[:, : len(names)], OUTPUT, tuple(names)))


each = pytest.mark.parametrize("name", sorted(COUNTS))


def state_of(w):
    """What crosses to the browser, as text, and how many bytes of buffers come with it."""
    plain, _, buffers = _remove_buffers(w.get_state())
    return json.dumps(plain, ensure_ascii=False), sum(map(len, buffers))


@pytest.mark.slow
@each
def test_names_of_a_million_characters_are_displayed_at_once(name, monkeypatch):
    measured = []
    measure = lettering._measured.__wrapped__
    monkeypatch.setattr(lettering, "_measured", lambda text, *how: measured.append(len(text)) or measure(text, *how))
    count = COUNTS[name]
    ordinary = made(name, [f"feature {n}" for n in range(count)])
    data, _ = ordinary._repr_mimebundle_()
    assert "text/html" in data
    usual, size = len(measured), sum(map(len, (state_of(ordinary)[0],)))
    measured.clear()
    w = made(name, [f"{n} {'how satisfied are you with it ' * 34_000}{n}" for n in range(count)])
    data, _ = w._repr_mimebundle_()
    assert "text/html" in data
    assert max(measured) <= lettering.LONGEST + 1
    # A name that is cut costs a dozen more measurements, wherever it stands.
    assert len(measured) <= 12 * usual + 500
    text, _ = state_of(w)
    assert len(text) <= 12 * size + 1_200 * count, "the state stays small"


@each
def test_a_whole_name_is_there_for_whoever_points_at_it(name):
    count = COUNTS[name]
    names = [f"Q{n}: {'how satisfied are you with it? ' * 16}{n}" for n in range(count)]
    w = made(name, names)
    labels = [label for label, whole in w.scene.whole.items() if whole in names]
    assert len(labels) == count
    assert all(len(label) <= LABEL for label in labels)
    assert w._scene["whole"] == w.scene.whole
    assert not set(w.selected) - set(names), "Python gives the names as they were given"


@each
def test_ordinary_names_are_their_own_labels(name):
    count = COUNTS[name]
    assert "whole" not in made(name, [f"feature {n}" for n in range(count)])._scene


@pytest.mark.slow
@each
def test_broken_names_are_shown_and_break_nothing(name, tmp_path, recwarn):
    count = COUNTS[name]
    names = (BROKEN * 8)[:count] if count <= 8 else [*BROKEN, *(f"x{n}" for n in range(count - 8))]
    w = made(name, names)
    text, _ = state_of(w)
    text.encode("utf-8")
    assert legible(w.caption) == w.caption
    assert repr(w).encode("utf-8")
    page = w.to_html(tmp_path / "page.html", budget=20_000).read_text(encoding="utf-8")
    assert "\x00" not in page
    assert "\x1b" not in page
    assert "\u202e" not in page
    w.figure().savefig(tmp_path / "figure.svg")
    assert "text/html" in w._repr_mimebundle_()[0]
    assert not set(w.selected) - set(names)


@pytest.mark.parametrize("name", ["BoostingStepper", "LambdaSlider", "BoostingVersusL1", "FittingRace"])
def test_a_feature_is_followed_by_its_name_or_by_its_label(name):
    kind = EXPLORABLES[name]
    long = "How satisfied are you with the way in which our team answered the first question that you had? " * 6
    table = pd.DataFrame(TABLE[:, :3], columns=[long, "caf\udce9", "b"])
    w = kind(table, OUTPUT, feature=long)
    assert len(w.feature) <= LABEL
    assert w.scene.whole[w.feature].startswith(long[:300])
    w.feature = "caf\udce9"
    assert w.feature == "caf\N{REPLACEMENT CHARACTER}"
    w.feature = w.feature
    assert w.figure(feature=long)
    w.set_state({"feature": "caf\N{REPLACEMENT CHARACTER}"})
    assert w.message == ""
    with pytest.raises(ValueError, match=r"feature must be .*; got 'nobody'") as told:
        w.feature = "nobody"
    assert len(str(told.value)) < 700


def test_the_two_features_of_a_long_name_are_plotted():
    names = [f"{n} {'long ' * 100}" for n in range(3)]
    w = ImputationViewer(TABLE[:, :3], feature_names=names, across=names[2], up=names[0])
    assert (w.across[:6], w.up[:6]) == ("2 long", "0 long")
    s = ScalingStepper(TABLE[:, :3], OUTPUT, feature_names=names, features=(names[2], names[0]))
    assert s.selected == (names[2], names[0])
    o = OneHotViewer(names * 2, order=names[::-1], reference=names[1])
    assert o.reference.startswith("1 long")
    assert o.order[0].startswith("2 long")


@pytest.mark.parametrize(
    ("names", "error"),
    [
        (["a", ""], ValueError),
        (["a", "a"], ValueError),
        ([1, 2], TypeError),
        ("ab", TypeError),
        (np.array([["a", "b"]]), TypeError),
        ({"a", "b"}, TypeError),
        (["a"], ValueError),
        (["x" * 10**6, "x" * 10**6], ValueError),
    ],
)
@pytest.mark.parametrize("kind", [BoostingStepper, ImputationViewer])
def test_odd_names_are_refused_in_a_few_words(kind, names, error):
    data = (TABLE[:, :2],) if kind is ImputationViewer else (TABLE[:, :2], OUTPUT)
    with pytest.raises(error, match=r"^feature_names must (have|hold|be|not hold) ") as told:
        kind(*data, feature_names=names)
    assert len(str(told.value)) < 600


@pytest.mark.slow
def test_broken_documents_and_mails_are_shown():
    w = BagOfWordsViewer(["the caf\udce9 is open", "nul\x00 here", "\u202ebackwards"])
    assert w.documents[0] == "the caf\N{REPLACEMENT CHARACTER} is open"
    state_of(w)[0].encode("utf-8")
    w.documents = ("again \udce9", "and another")
    state_of(w)[0].encode("utf-8")
    assert "text/html" in w._repr_mimebundle_()[0]
    s = SpamViewer(mail="free \udce9 money\x00!")
    state_of(s)[0].encode("utf-8")
    assert s._repr_mimebundle_()[0]["text/plain"].encode("utf-8")
