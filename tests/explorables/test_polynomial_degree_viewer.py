"""Polynomials of growing degree: the picture shows the fits of NumPy, the errors of scikit-learn, and exact ranks."""

import numpy as np
import pytest
from numpy.polynomial import Polynomial
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import PredefinedSplit, cross_val_score

from fewidgets.data import load_auto_mpg
from fewidgets.explorables import PolynomialDegreeViewer
from fewidgets.explorables.polynomial_degree_viewer.fits import BASES, largest_degree
from fewidgets.scene import Dots, Line, resolve

CARS = load_auto_mpg()
HORSEPOWER = CARS.X[:, CARS.feature_names.index("horsepower")]


@pytest.fixture(scope="module")
def cars():
    return PolynomialDegreeViewer(CARS, feature="horsepower")


def shown(w, panel, kind, place=0, channel="y", **state):
    mark = [mark for mark in w.scene.panels[panel].marks if isinstance(mark, kind)][place]
    return resolve(getattr(mark, channel), w.scene.state(**{**w.state, **state}))


@pytest.mark.parametrize("basis", BASES)
@pytest.mark.parametrize("degree", [0, 1, 2, 4])
def test_the_curve_is_the_fit_of_numpy(cars, basis, degree):
    expected = Polynomial.fit(HORSEPOWER, CARS.y, degree)
    x = shown(cars, 0, Line, channel="x")
    np.testing.assert_allclose(shown(cars, 0, Line, degree=degree, basis=basis), expected(x), rtol=1e-6)
    error = ((expected(HORSEPOWER) - CARS.y) ** 2).mean()
    np.testing.assert_allclose(cars.trace.training[BASES.index(basis), degree], error, rtol=1e-9)


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
    # Powers of seven different values have at most seven independent columns.
    np.testing.assert_array_equal(w.trace.exact, [np.minimum(np.arange(1, 14), 7)] * 3)
    assert (w.trace.ranks <= w.trace.exact).all()
    assert (w.trace.ranks[0] < w.trace.exact[0]).any()
    assert (w.trace.ranks[2] == w.trace.exact[2]).all()
    for degree in range(13):
        said = w.scene.panels[3].heading({**w.state, "degree": degree})
        assert said.startswith(f"The solver finds {w.trace.ranks[0, degree]:.0f} of {w.trace.exact[0, degree]:.0f} column")


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


def test_powers_of_large_numbers_end_early():
    x = 1.7e9 + np.linspace(0, 1e5, 30)
    w = PolynomialDegreeViewer(x, np.sin(x / 1e4), degree=17)
    assert largest_degree(x, 20) == 16
    assert w.caption == "Degree 17, raw powers: powers of x1 are too large to compute with. Rescale it first."
    w.basis = BASES[1]
    expected = Polynomial.fit(x, np.sin(x / 1e4), 17)
    np.testing.assert_allclose(shown(w, 0, Line), expected(shown(w, 0, Line, channel="x")), atol=1e-4)


@pytest.mark.parametrize("far", [1e3, -1e8, 1e30])
def test_an_outlier_ends_the_curve_where_its_error_cannot_be_computed(far):
    x = np.random.default_rng(12).normal(size=12)
    y = np.sin(x)
    x[3] = far
    w = PolynomialDegreeViewer(x, y)
    for b, basis in enumerate(BASES):
        last = w.trace.computed(b)
        assert last >= 1
        assert np.isfinite(w.trace.held_out[b, : last + 1]).all()
        assert np.isnan(w.trace.held_out[b, last + 1 :]).all()
        w.move(basis=basis, degree=20)
        assert ("cannot be computed" in w.caption or "too large to compute with" in w.caption) == (last < 20)
        assert w.best_degree <= last


def test_coefficients_and_their_signs(cars):
    degree = 3
    expected = Polynomial.fit(HORSEPOWER, CARS.y, degree).coef  # of powers of x mapped to −1 … 1
    sizes = shown(cars, 2, Dots, degree=degree, basis=BASES[1])
    np.testing.assert_allclose(sizes[: degree + 1], np.abs(expected), rtol=1e-8)
    assert np.isnan(sizes[degree + 1 :]).all()
    signs = shown(cars, 2, Dots, channel="style", degree=degree, basis=BASES[1])
    assert signs[: degree + 1].tolist() == (expected < 0).astype(int).tolist()


def test_of_equal_degrees_the_lowest_is_best():
    w = PolynomialDegreeViewer(CARS, feature="origin")  # three values
    for basis in BASES:
        w.basis = basis
        assert w.best_degree <= 2
