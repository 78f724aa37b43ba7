"""`SubsetLattice` against brute force, mlxtend and the slides."""

from itertools import combinations

import numpy as np
import pytest
from mlxtend.feature_selection import SequentialFeatureSelector
from numpy.testing import assert_allclose
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import PredefinedSplit

from fewidgets import SubsetLattice
from fewidgets.algorithms._numerics.folds import assign_folds
from fewidgets.data import load_boston, load_locked_in
from fewidgets.explorables.subset_lattice.searches import METHODS, members
from fewidgets.scene import Graph, Line, Table, Text, resolve

PEOPLE = load_locked_in()


def table(P=60, N=5, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(P, N)) + 0.8 * rng.normal(size=(P, 1))
    return X, X @ rng.normal(size=N) + rng.normal(size=P)


def mark(w, kind, panel=0):
    return next(each for each in w.scene.panels[panel].marks if isinstance(each, kind))


def notes(w):
    """The notes beside the boxes of the lattice."""
    texts = [text for each in w.scene.panels[0].marks if isinstance(each, Text) for text in resolve(each.text, w.state)]
    return set(filter(None, texts))


def rms(X, y, S):
    """Root mean square of what least squares leaves, with a bias."""
    A = np.column_stack([np.ones(len(X)), X[:, list(S)]])
    return np.sqrt(np.mean((y - A @ np.linalg.lstsq(A, y, rcond=None)[0]) ** 2))


@pytest.mark.parametrize(("N", "seed"), [(1, 0), (4, 1), (6, 2), (9, 3)])
def test_every_subset_has_its_error(N, seed):
    X, y = table(N=N, seed=seed)
    values = SubsetLattice(X, y).trace.objective.values
    for size in range(N + 1):
        for S in combinations(range(N), size):
            assert_allclose(values[sum(1 << n for n in S)], rms(X, y, S), rtol=1e-9)


@pytest.mark.parametrize("error", ["training", "cross-validated"])
@pytest.mark.parametrize("method", ["Forward", "Backward"])
@pytest.mark.parametrize(("N", "seed"), [(5, 4), (8, 5)])
def test_paths_are_those_of_mlxtend(N, seed, method, error):
    X, y = table(N=N, seed=seed)
    w = SubsetLattice(X, y, error=error, method=method, folds=4, seed=seed)
    cv = PredefinedSplit(assign_folds(4, seed, len(y))) if error == "cross-validated" else 0
    forward = method == "Forward"
    theirs = SequentialFeatureSelector(
        LinearRegression(), k_features=N if forward else 1, forward=forward, cv=cv, scoring="neg_mean_squared_error"
    ).fit(X, y)
    for moment in w.trace.searches[method][forward:]:
        found = theirs.subsets_[moment.taken.bit_count()]
        assert tuple(members(moment.taken)) == found["feature_idx"]
        assert_allclose(w.trace.objective.values[moment.taken] ** 2, -found["avg_score"], rtol=1e-7)


def test_the_step_that_locks_the_search_in_is_marked_when_its_cost_is_seen():
    w = SubsetLattice(PEOPLE, step=3)
    graph = mark(w, Graph)
    names = [style.label for style in graph.link_styles]
    locked = names.index("locked in by this step")
    missed = [style.label for style in graph.styles].index("best of its size, missed")
    assert locked not in resolve(graph.link_style, w.state)
    assert missed not in resolve(graph.style, w.state)
    assert notes(w) == {"+ age", "+ weight", "+ height", "+ income", "+ zip_code"}
    w.step = 4
    row = int(np.flatnonzero(resolve(graph.link_style, w.state) == locked)[0])
    assert [graph.keys[node] for node in graph.links[row]] == ["age, weight", "age, weight, height"]
    assert notes(w) == {"+ age", "+ weight", "+ height locks it in", "+ income", "+ zip_code", "best of 4"}
    node = int(np.flatnonzero(resolve(graph.style, w.state) == missed)[0])
    assert graph.keys[node] == "age, weight, income, zip_code"
    assert "The best set of 4 is age, weight, income and zip_code: 202.6, 236 less." in w.caption
    assert w.caption.endswith("It was out of reach from step 3, which added height.")


def test_int247s_numbers_are_those_of_the_slide():
    w = SubsetLattice(step=4)
    graph = mark(w, Graph)
    values = dict(zip(graph.keys, resolve(graph.values, w.state), strict=True))
    slide = {"no feature": 0, "x₃": 7, "x₂, x₃": 12, "x₁, x₂, x₃": 11, "x₂, x₃, x₄": 16, "x₁, x₂, x₃, x₄": 13}
    assert {key: values[key] for key in slide} == slide
    for method, chosen in (("Bidirectional", ("x₂", "x₃")), ("Backward", ("x₃",))):
        w.method = method
        assert w.selected == chosen


@pytest.mark.parametrize("method", METHODS)
def test_the_first_state_gives_nothing_away(method):
    w = SubsetLattice(PEOPLE, method=method)
    values = resolve(mark(w, Graph).values, w.state)
    ends = {"no feature", "age, weight, height, income, zip_code"}
    assert {mark(w, Graph).keys[n] for n in np.flatnonzero(~np.isnan(values))} <= ends
    assert not any(name in w.caption for name in PEOPLE.feature_names)
    assert w.scene.panels[2].nothing(w.state)
    assert not notes(w)


def test_every_candidate_of_a_step_is_priced_and_kept():
    w = SubsetLattice(PEOPLE)
    graph = mark(w, Graph)
    for method in METHODS:
        priced = set()
        for step, moment in enumerate(w.trace.searches[method]):
            w.move(method=method, step=step)
            values = resolve(graph.values, w.state)
            priced |= {*moment.candidates.tolist(), *moment.refused.tolist(), *moment.sets}
            assert set(np.flatnonzero(~np.isnan(values))) >= priced
            assert w.scene.readouts[0].at(w.state) == f"{len(priced)} of 32"
            assert_allclose(values[sorted(priced)], w.trace.objective.values[sorted(priced)])


def test_an_overruled_step_shows_where_greedy_steps_lead():
    w = SubsetLattice(PEOPLE, step=3, overrule="age, weight, income")
    assert w.caption == (
        "You chose age, weight and income: error 603.8, 73.5 worse than the best of its size. Adding the best feature each "
        "time finds the best larger set. Removing the least useful one each time finds the best smaller sets."
    )
    w.overrule = "height"
    assert "leads to age and height: 1103, 334 worse than the best set of 2" in w.caption
    assert w.selected == ("age", "weight", "height")  # the search itself goes on
    w.overrule = "no feature"
    assert "leads to age, weight, height and income: 439.0, 236 worse than the best set of 4" in w.caption
    w.overrule = ""
    assert w.caption.startswith("Step 3: adding height")


def test_a_formula_that_cannot_be_read_keeps_the_picture():
    w = SubsetLattice(step=3)
    before = w.scene
    with pytest.raises(ValueError, match=r'^formula must have a number, a variable such as x1 or "\(" after "3 x1 \+"'):
        w.formula = "3 x1 + "
    with pytest.raises(ValueError, match=r"^formula must have variables up to x20; got x21"):
        w.formula = "x21"
    assert w.scene is before
    w.formula = "x1 + 2x2 - 4x1x2"
    assert w.step == 0
    assert w.trace.objective.values.tolist() == [0, 1, 2, -1]
    w.step = 2
    assert w.caption.startswith("Step 2: adding x₁ is the only choice: J −1 (before: 2).")


@pytest.mark.parametrize("method", METHODS)
def test_many_features_show_one_search(method):
    boston = load_boston()
    w = SubsetLattice(boston, method=method, step=4)
    assert "8,192 sets" in w.scene.panels[0].title
    assert list(w.trace.searches) == [method]
    path = mark(w, Line)
    values = w.trace.objective.values
    assert_allclose(path.y, values[[moment.sets[0] for moment in w.trace.searches[method]]])


def test_an_order_of_ones_own_is_followed_and_says_what_would_have_been_better():
    J = "3x1 + 2x2 + 2x3 + 5x2x3"
    w = SubsetLattice.from_order([1, 0], J)
    moments = w.trace.searches["Forward"]
    assert [members(moment.taken) for moment in moments] == [[], [1], [0, 1]]
    w.step = 1
    assert w.caption.startswith("Step 1: adding x₂ gives J 2 (before: 0). Adding x₁ would give 3.")
    w.step = 2
    assert w.caption.startswith("Step 2: adding x₁ gives J 5 (before: 2). Adding x₃ would give 9.")
    back = SubsetLattice.from_order([2], J, direction="backward")
    assert back.method == "Backward"
    back.step = 1
    assert back.caption.startswith("Step 1: removing x₃ gives J 5 (before: 12). Removing x₁ would give 9.")


def test_comp135s_table_comes_out():
    w = SubsetLattice(PEOPLE, step=5)
    rows = resolve(mark(w, Table, 2).rows, w.state)
    slide = [
        ("age", "age"),
        ("age, weight", "age, weight"),
        ("age, weight, height", "age, weight, height"),
        ("age, weight, income, zip_code", "age, weight, height, income"),
    ]
    assert [tuple(row[1:3]) for row in rows[:4]] == slide
    assert [row[3] for row in rows] == ["0", "0", "0", "236", "0"]


def test_a_candidate_among_many_features_can_be_taken_instead():
    w = SubsetLattice(load_boston(), step=1)
    assert w.selected == ("LSTAT",)
    w.overrule = "RM"
    assert w.caption.startswith("You chose RM: error 6.603, 0.400 worse than the best of its size.")
    w.method = "Best subset"
    assert w.caption.startswith("Size 1: ")
