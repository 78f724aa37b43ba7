"""Polynomials of growing degree: the picture shows the fits of NumPy, the errors of scikit-learn, and exact ranks."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from numpy.polynomial import Polynomial
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import PredefinedSplit, cross_val_score

from fewidgets.data import load_auto_mpg
from fewidgets.explorables import PolynomialDegreeViewer
from fewidgets.explorables.shared.degree_fits import BASES, largest_degree
from fewidgets.scene import Dots, Line, resolve

CARS = load_auto_mpg()
HORSEPOWER = CARS.X[:, CARS.feature_names.index("horsepower")]


@pytest.fixture(scope="module")
def cars():
    return PolynomialDegreeViewer(CARS, feature="horsepower")


def shown(w, panel, kind, place=0, channel="y", **state):
    mark = [mark for mark in w.scene.panels[panel].marks if isinstance(mark, kind)][place]
    return resolve(getattr(mark, channel), w.scene.state(**{**w.state, **state}))


def rank(rows):
    """Return the rank of a matrix of fractions by elimination."""
    rows, found = [list(row) for row in rows], 0
    for column in range(len(rows[0])):
        pivot = next((i for i in range(found, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        for i in range(found + 1, len(rows)):
            share = rows[i][column] / rows[found][column]
            rows[i] = [a - share * b for a, b in zip(rows[i], rows[found], strict=True)]
        found += 1
    return found


@pytest.mark.parametrize("basis", BASES)
@pytest.mark.parametrize("degree", [0, 1, 2, 4])
def test_the_curve_is_the_fit_of_numpy(cars, basis, degree):
    expected = Polynomial.fit(HORSEPOWER, CARS.y, degree)
    x = shown(cars, 0, Line, channel="x")
    np.testing.assert_allclose(shown(cars, 0, Line, degree=degree, basis=basis), expected(x), rtol=1e-6)
    error = ((expected(HORSEPOWER) - CARS.y) ** 2).mean()
    np.testing.assert_allclose(cars.trace.training[BASES.index(basis), degree], error, rtol=1e-9)


def test_high_degrees_are_the_fit_of_numpy_where_columns_are_sound(cars):
    # Polynomial.fit maps x to −1 … 1, so it is sound at degree 20 too.
    expected = Polynomial.fit(HORSEPOWER, CARS.y, 20)
    for b in (1, 2):
        np.testing.assert_allclose(cars.trace.curves[b, 20], expected(cars.trace.grid), rtol=1e-6)


@pytest.mark.parametrize("degree", [1, 2, 5])
def test_held_out_errors_are_those_of_scikit_learn(cars, degree):
    sweep = cars.trace.sweeps[1]
    half = np.ptp(HORSEPOWER) / 2
    X = ((HORSEPOWER - HORSEPOWER.min()) / half - 1)[:, None] ** np.arange(1, degree + 1)
    folds = PredefinedSplit(sweep.fold_of)
    scores = -cross_val_score(LinearRegression(), X, CARS.y, cv=folds, scoring="neg_mean_squared_error")
    np.testing.assert_allclose(cars.trace.held_out[1:, degree], scores.mean(), rtol=1e-8)
    np.testing.assert_allclose(cars.trace.standard_errors[1:, degree], scores.std(ddof=1) / np.sqrt(5), rtol=1e-8)


def test_the_ranks_are_exact_where_the_solver_loses_columns():
    x = np.array([3, 250, 1000, 1001, 40, 40, 77, 600])
    w = PolynomialDegreeViewer(x, [1.0, 2.0, 0.0, 3.0, 5.0, 4.0, 1.0, 0.0], max_degree=12)
    for degree in range(13):
        exact = rank([[Fraction(int(value)) ** power for power in range(degree + 1)] for value in x])
        assert w.trace.exact[:, degree].tolist() == [exact] * 3
    assert (w.trace.ranks <= w.trace.exact).all()
    assert (w.trace.ranks[0] < w.trace.exact[0]).any()
    assert (w.trace.ranks[2] == w.trace.exact[2]).all()


def test_condition_numbers_are_those_of_numpy(cars):
    for degree in range(5):
        raw = np.linalg.cond(HORSEPOWER[:, None] ** np.arange(degree + 1))
        np.testing.assert_allclose(cars.trace.conditions[0, degree], raw, rtol=1e-3)
    assert (np.diff(cars.trace.conditions[0]) > 0).all()
    np.testing.assert_allclose(cars.trace.conditions[2], 1.0, rtol=1e-9)


def test_bars_are_one_standard_error_long(cars):
    for b, basis in enumerate(BASES):
        ends = shown(cars, 1, Line, basis=basis).reshape(-1, 3)
        middle = shown(cars, 1, Dots, basis=basis, errors="all")
        low, high = (
            cars.trace.held_out[b] - cars.trace.standard_errors[b],
            cars.trace.held_out[b] + cars.trace.standard_errors[b],
        )
        np.testing.assert_allclose(ends[:, 1], high)
        np.testing.assert_allclose(ends[low > 1e-9, 0], low[low > 1e-9])
        np.testing.assert_allclose(middle, cars.trace.held_out[b])


def test_coefficients_and_their_signs(cars):
    degree = 3
    expected = Polynomial.fit(HORSEPOWER, CARS.y, degree).coef  # of powers of x mapped to −1 … 1
    sizes = shown(cars, 2, Dots, degree=degree, basis=BASES[1])
    np.testing.assert_allclose(sizes[: degree + 1], np.abs(expected), rtol=1e-8)
    assert np.isnan(sizes[degree + 1 :]).all()
    signs = shown(cars, 2, Dots, channel="style", degree=degree, basis=BASES[1])
    assert signs[: degree + 1].tolist() == (expected < 0).astype(int).tolist()


def test_the_caption_says_what_happens(cars):
    cars.move(degree=0, basis=BASES[0])
    assert cars.caption == (
        "Degree 0 predicts the mean of mpg: error 60.8 in training, 61.1 ± 4.93 held out. Held out, degree 5 is best; "
        "degree 2 is as good within one standard error."
    )
    assert cars.selected == ()
    cars.degree = 14
    assert "The solver finds 4 of 15 columns: the mean is a better guess." in cars.caption
    assert cars.selected == ("horsepower",)
    cars.basis = BASES[2]
    assert cars.caption.startswith(
        "Degree 14, orthogonal polynomials: error 17.9 in training, 47.4 ± 28.3 held out. Held out,"
    )
    assert (cars.best_degree, cars.one_standard_error_degree) == (7, 2)
    cars.move(degree=0, basis=BASES[0])


def test_what_is_revealed_gives_no_degree_away():
    w = PolynomialDegreeViewer(CARS, feature="horsepower", reveal="visited")
    assert w.caption == "Degree 0 predicts the mean of mpg: error 60.8 in training, 61.1 ± 4.93 held out."
    w.degree = 3
    assert w.visited == (0, 3)
    assert "best" not in w.caption
    w.degree = 20
    assert "degree 5 is best" in w.caption
    hidden = [mark for panel in (w.scene.panels[1], w.scene.panels[3]) for mark in panel.marks if isinstance(mark, Line)]
    assert all(mark.reveal is not None for mark in hidden)


def test_another_feature_is_another_fit():
    frame = pd.DataFrame(CARS.X, columns=CARS.feature_names)
    w = PolynomialDegreeViewer(frame, pd.Series(CARS.y, name="miles per gallon"), degree=1)
    assert w.feature == "cylinders"
    w.feature = "weight"
    slope, bias = np.polyfit(frame["weight"], CARS.y, 1)
    np.testing.assert_allclose(shown(w, 0, Line), bias + slope * shown(w, 0, Line, channel="x"), rtol=1e-8)
    assert w.selected == ("weight",)
    assert "miles per gallon" in w.scene.caption_at(degree=0)


@pytest.mark.parametrize(
    "x", [pd.Series([1.0, 2.0, 4.0, 3.0], name="dose"), np.array([1.0, 2.0, 4.0, 3.0]), [1, 2, 4, 3], [[1], [2], [4], [3]]]
)
def test_one_feature_may_be_a_column(x):
    w = PolynomialDegreeViewer(x, [1.0, 0.0, 2.0, 5.0], degree=1)
    assert w.selected == (("dose",) if hasattr(x, "name") else ("x1",))
    assert "feature" not in w.state


def test_two_examples_have_one_line():
    w = PolynomialDegreeViewer([1.0, 2.0], [3.0, 5.0], degree=20)
    assert w.trace.exact[:, 20].tolist() == [2, 2, 2]
    assert "With 2 different values of x, degree 1 is the last that adds a column." in w.caption


def test_powers_of_large_numbers_end_early():
    x = 1.7e9 + np.linspace(0, 1e5, 30)
    w = PolynomialDegreeViewer(x, np.sin(x / 1e4), degree=17)
    assert largest_degree(x, 20) == 16
    assert w.caption == "Degree 17, raw powers: powers of x1 are too large to compute with. Rescale it first."
    assert [readout.at(w.state) for readout in w.scene.readouts] == ["–"] * 5
    assert w.scene.panels[2].nothing(w.state)
    w.basis = BASES[1]
    expected = Polynomial.fit(x, np.sin(x / 1e4), 17)
    np.testing.assert_allclose(shown(w, 0, Line), expected(shown(w, 0, Line, channel="x")), atol=1e-4)


@pytest.mark.parametrize("far", [1e3, 1e5, -1e8, 1e15, 1e30])
@pytest.mark.parametrize("P", [12, 200])
def test_an_outlier_ends_the_curve_where_its_error_cannot_be_computed(P, far):
    rng = np.random.default_rng(P)
    x = rng.normal(size=P)
    y = np.sin(x) + 0.1 * rng.normal(size=P)
    x[3] = far
    w = PolynomialDegreeViewer(x, y)
    for b, basis in enumerate(BASES):
        last = w.trace.computed(b)
        assert last >= 1
        assert np.isfinite(w.trace.held_out[b, : last + 1]).all()
        assert np.isnan(w.trace.held_out[b, last + 1 :]).all()
        w.move(basis=basis, degree=20)
        assert ("cannot be computed" in w.caption or "too large to compute with" in w.caption) == (last < 20)
        assert "different values of x," not in w.caption  # all P are different
        w.degree = 2
        assert str(w.caption).startswith("Degree 2")
        assert w.best_degree <= last


def test_of_many_examples_some_are_drawn_and_all_are_fitted():
    rng = np.random.default_rng(0)
    x = rng.uniform(-1, 1, 5_000)
    w = PolynomialDegreeViewer(x, x**2 + rng.normal(size=5_000), degree=2)
    assert w.scene.panels[0].title == "The polynomial over the examples (400 of 5,000 examples)"
    assert len(shown(w, 0, Dots)) == 400
    np.testing.assert_allclose(shown(w, 0, Line), np.polyval(np.polyfit(x, w.data.y, 2), shown(w, 0, Line, channel="x")))


@pytest.mark.parametrize(
    ("keywords", "error", "message"),
    [
        ({"max_degree": 0}, ValueError, "max_degree must be an integer between 1 and 40; got 0"),
        ({"max_degree": 2.5}, TypeError, "max_degree must be an integer"),
        ({"folds": 1}, ValueError, "folds must be"),
        ({"folds": 5}, ValueError, "folds must be"),
        ({"feature": "x2"}, ValueError, "feature must be 'x1', the only one; got 'x2'"),
    ],
)
def test_wrong_arguments_are_refused_in_words(keywords, error, message):
    with pytest.raises(error, match=message):
        PolynomialDegreeViewer([1.0, 2.0, 3.0], [1.0, 0.0, 2.0], **keywords)


def test_dots_above_the_axis_are_left_out(cars):
    axis = cars.scene.panels[1].y.domain.at(cars.scene.state(errors="the lowest"))
    dots = shown(cars, 1, Dots, basis=BASES[2], errors="the lowest")
    assert np.nanmax(dots) <= axis[1]
    assert np.isnan(dots[[0, 20]]).all()
    best = cars.trace.sweeps[2].best_degree
    assert axis[0] < cars.trace.held_out[2, best] - cars.trace.standard_errors[2, best]


def test_of_equal_degrees_the_lowest_is_best():
    w = PolynomialDegreeViewer(CARS, feature="origin")  # three values
    for basis in BASES:
        w.basis = basis
        assert w.best_degree <= 2
