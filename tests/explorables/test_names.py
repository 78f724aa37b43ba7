"""Names of features as they come out of real files: long, broken, odd. They are shown, or refused in words."""

import json

import numpy as np
import pandas as pd
import pytest
from ipywidgets.widgets.widget import _remove_buffers

from fewidgets import (
    BagOfWordsViewer,
    BoostingStepper,
    BoostingVersusL1,
    ContourDescent,
    CorrelationRanking,
    DimensionReductionViewer,
    FeatureRace,
    FittingRace,
    ImportanceViewer,
    ImputationViewer,
    KernelRidgeViewer,
    LambdaSlider,
    MutualInformationViewer,
    OneHotViewer,
    PolynomialDegreeViewer,
    RegularizerViewer,
    RescalingViewer,
    ScalingStepper,
    SelectorViewer,
    SpamViewer,
    SubsetLattice,
)
from fewidgets.algorithms import Softmax, compare_selectors, gradient_descent
from fewidgets.explorables import EXPLORABLES
from fewidgets.scene import lettering
from fewidgets.scene.legible import LABEL, legible

BROKEN = ["caf\udce9", "caf\udcea", "price\n(USD)", "nul\x00", "\x1b[31mred", "\u202egnitirw", "a\u2028b", "<b>&'\"</script>"]
rng = np.random.default_rng(0)
TABLE = rng.normal(size=(60, 60))
OUTPUT = TABLE[:, :6] @ np.arange(1.0, 7.0) + rng.normal(size=60)


def race(names):
    labels = np.where(TABLE[:, 0] > 0, 1.0, -1.0)
    costs = [Softmax(TABLE[:, : n + 1], labels) for n in range(len(names))]
    return FeatureRace(
        {
            name: gradient_descent(cost, np.zeros(n + 2), step_length=0.1, steps=3)
            for n, (name, cost) in enumerate(zip(names, costs, strict=True))
        }
    )


def selectors(names):
    X = TABLE[:, : len(names)]
    return SelectorViewer(compare_selectors(X, OUTPUT, names=["boosting", "ℓ1 path"], repeats=1, feature_names=names), size=2)


#: What makes each explorable with so many features of given names.
MAKERS = {
    "BoostingStepper": (60, lambda names: BoostingStepper(TABLE[:, : len(names)], OUTPUT, feature_names=names, rounds=5)),
    "KernelRidgeViewer": (60, lambda names: KernelRidgeViewer(TABLE[:, : len(names)], OUTPUT, feature_names=names)),
    "LambdaSlider": (60, lambda names: LambdaSlider(TABLE[:, : len(names)], OUTPUT, feature_names=names)),
    "BoostingVersusL1": (60, lambda names: BoostingVersusL1(TABLE[:, : len(names)], OUTPUT, feature_names=names)),
    "DimensionReductionViewer": (
        40,
        lambda names: DimensionReductionViewer(TABLE[:, : len(names)], OUTPUT, feature_names=names),
    ),
    "CorrelationRanking": (60, lambda names: CorrelationRanking(TABLE[:, : len(names)], OUTPUT, feature_names=names)),
    "ImportanceViewer": (
        58,
        lambda names: ImportanceViewer(TABLE[:, : len(names)], OUTPUT, feature_names=names, trees=2, added="nothing"),
    ),
    "ImputationViewer": (60, lambda names: ImputationViewer(TABLE[:, : len(names)], feature_names=names, removed_share=0.2)),
    "ScalingStepper": (60, lambda names: ScalingStepper(TABLE[:, : len(names)], OUTPUT, feature_names=names)),
    "ContourDescent": (2, lambda names: ContourDescent(TABLE[:, : len(names)], OUTPUT, feature_names=names)),
    "RegularizerViewer": (2, lambda names: RegularizerViewer(TABLE[:, : len(names)], OUTPUT, feature_names=names)),
    "PolynomialDegreeViewer": (
        60,
        lambda names: PolynomialDegreeViewer(TABLE[:, : len(names)], OUTPUT, feature_names=names, degree=1),
    ),
    "RescalingViewer": (20, lambda names: RescalingViewer(TABLE[:, : len(names)], feature_names=names)),
    "FeatureRace": (4, race),
    "SubsetLattice": (20, lambda names: SubsetLattice(TABLE[:, : len(names)], OUTPUT, feature_names=names)),
    "FittingRace": (60, lambda names: FittingRace(TABLE[:, : len(names)], OUTPUT, feature_names=names, constant=False)),
    "MutualInformationViewer": (
        60,
        lambda names: MutualInformationViewer(TABLE[:, : len(names)], np.where(OUTPUT > 0, 1, -1), feature_names=names),
    ),
    "SelectorViewer": (60, selectors),
    "OneHotViewer": (8, lambda names: OneHotViewer([*names, *names])),
}
each = pytest.mark.parametrize("name", MAKERS)


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
    count, make = MAKERS[name]
    ordinary = make([f"feature {n}" for n in range(count)])
    data, _ = ordinary._repr_mimebundle_()
    assert "text/html" in data
    usual, size = len(measured), sum(map(len, (state_of(ordinary)[0],)))
    measured.clear()
    w = make([f"{n} {'how satisfied are you with it ' * 34_000}{n}" for n in range(count)])
    data, _ = w._repr_mimebundle_()
    assert "text/html" in data
    assert max(measured) <= lettering.LONGEST + 1
    # A name that is cut costs a dozen more measurements, wherever it stands.
    assert len(measured) <= 12 * usual + 500
    text, _ = state_of(w)
    assert len(text) <= 12 * size + 1_200 * count, "the state stays small"


@each
def test_a_whole_name_is_there_for_whoever_points_at_it(name):
    count, make = MAKERS[name]
    names = [f"Q{n}: {'how satisfied are you with it? ' * 16}{n}" for n in range(count)]
    w = make(names)
    labels = [label for label, whole in w.scene.whole.items() if whole in names]
    assert len(labels) == count
    assert all(len(label) <= LABEL for label in labels)
    assert w._scene["whole"] == w.scene.whole
    assert not set(w.selected) - set(names), "Python gives the names as they were given"


@each
def test_ordinary_names_are_their_own_labels(name):
    count, make = MAKERS[name]
    assert "whole" not in make([f"feature {n}" for n in range(count)])._scene


@pytest.mark.slow
@each
def test_broken_names_are_shown_and_break_nothing(name, tmp_path, recwarn):
    count, make = MAKERS[name]
    names = (BROKEN * 8)[:count] if count <= 8 else [*BROKEN, *(f"x{n}" for n in range(count - 8))]
    w = make(names)
    text, _ = state_of(w)
    text.encode("utf-8")
    assert legible(w.caption) == w.caption
    assert repr(w).encode("utf-8")
    page = w.to_html(tmp_path / "page.html").read_text(encoding="utf-8")
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
        (["a", " \t"], ValueError),
        (["a", "a"], ValueError),
        ([1, 2], TypeError),
        ([b"a", b"b"], TypeError),
        (b"ab", TypeError),
        ([None, "b"], TypeError),
        ("ab", TypeError),
        (np.array("a"), TypeError),
        (np.array([["a", "b"]]), TypeError),
        ({"a": 1, "b": 2}, TypeError),
        ({"a", "b"}, TypeError),
        (3, TypeError),
        (["a"], ValueError),
        (["x" * 10**6, "x" * 10**6], ValueError),
        (["x" * 10**6, 10**5000], TypeError),
        ("x" * 10**6, TypeError),
    ],
)
@pytest.mark.parametrize("kind", [BoostingStepper, ImputationViewer, RegularizerViewer])
def test_odd_names_are_refused_in_a_few_words(kind, names, error):
    data = (TABLE[:, :2],) if kind is ImputationViewer else (TABLE[:, :2], OUTPUT)
    with pytest.raises(error, match=r"^feature_names must (have|hold|be|not hold) ") as told:
        kind(*data, feature_names=names)
    assert len(str(told.value)) < 600


@pytest.mark.parametrize("names", [np.array(["a", "b"]), pd.Index(["a", "b"]), pd.Series(["a", "b"]), ("a", "b")], ids=repr)
def test_any_sequence_of_names_is_taken(names):
    w = BoostingStepper(TABLE[:, :2], OUTPUT, feature_names=names)
    assert w.data.feature_names == ("a", "b")
    assert all(type(name) is str for name in w.data.feature_names)


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
