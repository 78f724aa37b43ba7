"""A code opens the same state: for every explorable, after random moves; and what does not fit is refused in words."""

import contextlib
import inspect
import json
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fewidgets
from fewidgets import (
    BoostingStepper,
    ClassView,
    EdgeHistogramViewer,
    FeatureRace,
    FittingRace,
    ImportanceViewer,
    LambdaSlider,
    RegularizerViewer,
    RescalingViewer,
    SideBySide,
    SpamViewer,
    SubsetLattice,
)
from fewidgets.algorithms import (
    Softmax,
    StandardNormalizer,
    boost,
    forward_fit,
    greedy_subset,
    myopic_forward_fit,
    newton,
)
from fewidgets.authoring.gallery import examples, file_name
from fewidgets.codes.code import read, written
from fewidgets.data import load_boston, load_breast_cancer, make_lasso_example
from fewidgets.exercises.differences.views.descent_path import DescentPath
from fewidgets.exercises.differences.views.values_beside_values import ValuesBesideValues
from fewidgets.explorables import EXPLORABLES, Explorable, State
from fewidgets.explorables.framework.snapshot import same
from fewidgets.scene import Number, Point, Points
from fewidgets.scene.controls.compute import Upload
from tests.explorables.test_moves_together import picture
from tests.explorables.test_walks import any_move

#: Their examples are made on data that are computed, so that the data must be passed again.
ON_OWN = ("FeatureRace", "ImputationViewer", "MutualInformationViewer", "SelectorViewer", "SideBySide")
#: Their codes grow: a drawing has 784 pixels, a text is a text, and each point that was moved has two numbers.
DRAWN = ("EdgeHistogramViewer", "ImageComparison", "BagOfWordsViewer", "ImputationViewer")
LONG = (*DRAWN, "KernelRidgeViewer", "ContourDescent", "ScalingStepper", "RescalingViewer")


def short_race():
    cancer = load_breast_cancer()
    X = StandardNormalizer().fit_transform(cancer.X[:, :4])
    return FeatureRace({f"{n} features": newton(Softmax(X[:, :n], cancer.y), np.zeros(n + 1), 3) for n in (2, 4)})


#: Their examples take a second.
QUICKER = {"FeatureRace": short_race, "ImportanceViewer": lambda: ImportanceViewer(trees=5, tree=3, values=30)}

each = pytest.mark.parametrize("name", EXPLORABLES)


def as_by_hand(control, value):
    """A value as a person sets it: a slider and a pointer give three digits or so."""
    if isinstance(control, Number) and not control.whole:
        return control.nearest(float(f"{value:.3g}"))
    if isinstance(control, Point):
        return tuple(float(f"{part:.3g}") for part in control.nearest(tuple(float(f"{part:.3g}") for part in value)))
    if isinstance(control, Points):
        return control.nearest(np.where(value == control.start, value, np.round(value, 2)))
    return value


def moved(w, rng, exact):
    changes = {name: value for name, value in any_move(w, rng).items() if not isinstance(value, Upload)}
    if not exact:
        changes = {name: as_by_hand(w.scene.control(name), value) for name, value in changes.items()}
    try:
        w.move(**changes)
    except (TypeError, ValueError):  # a combination that the explorable refuses
        return False
    return True


def again(w, code):
    """Open a code with the data of the explorable from which it comes, if it does not name them."""
    given, keywords = w.opened_with
    own = type(w).__name__ in ON_OWN
    names = {key: value for key, value in keywords.items() if own and key == "feature_names"}
    return fewidgets.from_share(code, *(given if own else ()), **names)


def same_state(w, other):
    assert type(other).__name__ == type(w).__name__  # ipywidgets makes a class for each widget
    assert other.state.keys() == w.state.keys()
    assert [name for name in w.state if not same(w.state[name], other.state[name])] == []
    assert other.caption == w.caption


@each
def test_a_code_opens_the_same_state(name):
    w = examples()[file_name(name)]()
    rng = np.random.default_rng(7)
    most = 260
    assert len(w.share()) <= most
    for exact in (False, True):
        while not moved(w, rng, exact):
            pass
        code = w.share()
        assert name in LONG or exact or len(code) <= most
        same_state(w, again(w, code.text))


BOSTON = load_boston()
WEIGHTS = np.linspace(-1, 1, 58)
X, Y, NAMES = BOSTON.X, BOSTON.y, BOSTON.feature_names


@pytest.mark.parametrize(
    ("make", "data", "keywords"),
    [
        (lambda: LambdaSlider(BOSTON, reduction="sum", folds=5, axis="log", reveal="visited"), (), {}),
        (lambda: LambdaSlider(make=make_lasso_example, standardize=False, reduction="sum", noise=0.5), (), {}),
        (lambda: LambdaSlider(X, Y, feature_names=NAMES), (X, Y), {"feature_names": NAMES}),
        (lambda: BoostingStepper(BOSTON, rounds=5, predict=True), (), {}),
        (lambda: RegularizerViewer(correlation=0.25, minimizer=(1, 2)), (), {}),
        (lambda: SpamViewer(weights=WEIGHTS), (), {"weights": WEIGHTS}),
    ],
)
def test_settings_and_data_come_back(make, data, keywords):
    w = make()
    rng = np.random.default_rng(5)
    for _ in range(3):
        other = type(w).from_share(w.share(), *data, **keywords)
        same_state(w, other)
        assert repr(other) == repr(w)
        moved(w, rng, exact=False)


def test_answers_in_a_stepper_come_back():
    w = BoostingStepper(BOSTON, rounds=5, predict=True)
    question = w.scene.control("round").question
    w.move(**{question.record: [2, -1, 0, 11, -1]})
    same_state(w, BoostingStepper.from_share(w.share()))


@pytest.mark.parametrize(
    ("code", "opened", "error", "says"),
    [
        (
            lambda: LambdaSlider(BOSTON).share(),
            lambda c: BoostingStepper.from_share(c),
            ValueError,
            "not of a BoostingStepper",
        ),
        (
            lambda: LambdaSlider(BOSTON).share(),
            lambda c: LambdaSlider.from_share(c, X[:, :4], Y),
            ValueError,
            "13.*got 506.*4 f",
        ),
        (lambda: LambdaSlider(BOSTON).share(), lambda c: LambdaSlider.from_share(c, X, Y), ValueError, "names .* are others"),
        (
            lambda: LambdaSlider(X, Y).share(),
            lambda c: LambdaSlider.from_share(c),
            TypeError,
            r"X is missing.*, X, y\)",
        ),
        (lambda: SpamViewer(weights=WEIGHTS).share(), lambda c: SpamViewer.from_share(c), TypeError, "weights is missing"),
        (lambda: "FW9-q1YqSy1KLlayAgA", lambda c: fewidgets.from_share(c), ValueError, "newer version"),
        (lambda: LambdaSlider(BOSTON).share(), lambda c: LambdaSlider.from_share(c, lam=3), TypeError, "lam"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(code, opened, error, says):
    with pytest.raises(error, match=says):
        opened(str(code()))


def test_data_that_only_look_like_a_set_are_own_data():
    other = replace(BOSTON, X=BOSTON.X * 2)
    with pytest.raises(TypeError, match="X is missing"):
        LambdaSlider.from_share(LambdaSlider(other).share())


def test_a_file_cannot_be_shared():
    w = examples()["edge_histogram_viewer"]()
    w.file = picture()
    with pytest.raises(ValueError, match=r"file is the file .*, and a code cannot hold a file"):
        w.share()


@pytest.mark.parametrize("name", ["a path", "its text", "a list of them"])
def test_a_path_cannot_be_shared(name, tmp_path):
    path = tmp_path / "mine.png"
    path.write_bytes(picture().data)
    w = EdgeHistogramViewer({"a path": path, "its text": str(path), "a list of them": [str(path)]}[name])
    with pytest.raises(ValueError, match=r"images is .*, and a code cannot hold a file"):
        w.share()


OPENED = []
sys.addaudithook(lambda event, arguments: OPENED.append(str(arguments[0])) if event == "open" else None)


@each
def test_no_code_opens_a_file_of_whoever_reads_it(name, tmp_path):
    """A code may come from anybody. On some systems, opening a path even tells another computer who is there."""
    path = str(tmp_path / "mine.png")
    (tmp_path / "mine.png").write_bytes(picture().data)
    OPENED.clear()
    for argument in inspect.signature(EXPLORABLES[name].__init__).parameters:
        for value in (path, [path]):
            with contextlib.suppress(TypeError, ValueError):
                fewidgets.from_share(written([name, {argument: value}, {}, {}, {}]))
    assert path not in OPENED


CODES = [read(w.share().text) for w in (LambdaSlider(BOSTON), SubsetLattice(step=2), RescalingViewer(), RegularizerViewer())]
ANY = st.sampled_from([None, True, -1, 2.5, 1e300, 10**20, "", "lam", "load_boston", [], [1, "a"], {}, {"shape": [3, None]}])
NAMED = st.sampled_from([{"load": "load_boston"}, {"load": "__class__"}, {"call": "make_lasso_example"}, {"call": 3}])


@st.composite
def forged(draw):
    """A code in which something was replaced or added, with the right checksum."""
    content = json.loads(json.dumps(draw(st.sampled_from(CODES))))
    part, value = draw(st.integers(0, 4)), draw(ANY | NAMED)
    if part == 0 or draw(st.integers(0, 9)) == 0:
        content[part] = value
    else:
        names = [*content[part], "lam", "X", "y", "feature_names", "truth", "make", "visited", "file", "nothing"]
        content[part][draw(st.sampled_from(names))] = value
    return written(draw(st.sampled_from([content, content[:4], value]) if draw(st.booleans()) else st.just(content)))


@settings(max_examples=200)
@given(forged())
def test_a_forged_code_opens_or_is_refused(code):
    with contextlib.suppress(TypeError, ValueError):
        fewidgets.from_share(code).close()
    view = ClassView()
    view.paste(code)
    assert view.caption
    view.close()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (["NewViewer", {}, {}, {}, {}], "does not have. Upgrade fewidgets"),
        (["LambdaSlider", {"X": {"load": "load_boston"}}, {"speed": 3}, {}, {}], "newer version .* LambdaSlider has 'speed'"),
        (["LambdaSlider", {"X": {"load": "load_moons"}}, {}, {}, {}], "data set 'load_moons', which this version"),
        (["LambdaSlider", {"X": {"load": "load_boston"}}, {}, {}, {"lam": -3}], "does not fit the data: lam must be"),
        ([3, {}, {}, {}, {}], "does not open an explorable"),
    ],
)
def test_a_code_of_another_version_is_refused_in_words(content, says):
    with pytest.raises(ValueError, match=says):
        fewidgets.from_share(written(content))


def of_ones_own():
    """Yield an explorable for each way to show what was computed elsewhere."""
    X, y = np.arange(24.0).reshape(8, 3) ** [0.5, 1, 2], np.arange(8.0) % 3
    yield BoostingStepper.from_trace(boost(X, y, rounds=2), X, y)
    yield LambdaSlider.from_weights([0, 4], [[2, 1, 0], [0, 1, 0]], [0, 0], X, y)
    yield SubsetLattice.from_order([1, 0], "2x1 + x2 + x3")
    traces = greedy_subset(X, y, size=1), forward_fit(X, y, rounds=1), myopic_forward_fit(X, y, rounds=1)
    yield FittingRace.from_traces(*traces, X, y)
    yield ValuesBesideValues([1, 2], [1, 3])
    yield DescentPath.example()


def test_what_was_computed_elsewhere_cannot_be_shared():
    """Every constructor ``from_…`` is tried. Two of them beside each other have no code either, on whichever side."""
    own = list(of_ones_own())
    ways = {type(w).__name__ for w in own}
    assert {kind.__name__ for kind in EXPLORABLES.values() if any(n.startswith("from_") for n in vars(kind))} <= ways
    open_to_all = LambdaSlider(BOSTON)
    for w in own:
        for each in (w, SideBySide(open_to_all, w), SideBySide(w, open_to_all)):
            with pytest.raises(ValueError, match=rf"code of this {type(each).__name__}\. It shows .*cannot.*to_html"):
                each.share()
    code = SideBySide(open_to_all, open_to_all).share()
    assert fewidgets.from_share(code, open_to_all, open_to_all).lam == open_to_all.lam


def test_no_explorable_hides_what_all_of_them_have():
    """A state named like a method of the base class would take its place."""
    methods = {name for name in vars(Explorable) if not name.startswith("_")} | {"share", "from_share"}
    hooks = {name for name in methods if name.endswith("_of")} | {"example", "implied_inputs", "original_names"}
    for kind in EXPLORABLES.values():
        states = {name for name, trait in kind.class_traits().items() if isinstance(trait, State)}
        assert not states & (methods - hooks), kind


def test_a_table_of_pandas_comes_with_its_code():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"a": [-1.0, 1, -1, 1], "b": [1.0, 1, -1, -1]})
    y = pandas.Series([0.0, 7, -1, 2])
    code = LambdaSlider(table, y, lam=1).share()
    assert LambdaSlider.from_share(str(code), table, y).lam == pytest.approx(1)
