"""How fast and how exact the algorithms are beside what people use today, in one run on one thread.

Targets are ratios to a peer measured in the same run, in turns; a machine's own speed cancels out. Seconds are
printed, never asserted.
"""

from __future__ import annotations

import numpy as np
import pytest
from mlxtend.data import boston_housing_data
from scipy.optimize import newton
from scipy.special import expit
from sklearn import __version__ as sklearn_version
from sklearn.linear_model import LassoCV, LogisticRegression, lars_path, lasso_path

from fewidgets.algorithms import Softmax, StandardNormalizer, boost, cross_validate_l1, l1_path
from fewidgets.data import load_credit
from tests.benchmarks.table import holds

pytestmark = pytest.mark.benchmark

# scikit-learn renamed these arguments in 1.7 and 1.8.
VERSION = tuple(map(int, sklearn_version.split(".")[:2]))
L1 = {"l1_ratio": 1} if VERSION >= (1, 8) else {"penalty": "l1"}
FIFTY, HUNDRED = ({"alphas": 50}, {"alphas": 100}) if VERSION >= (1, 7) else ({"n_alphas": 50}, {"n_alphas": 100})


@pytest.fixture(scope="module")
def boston():
    X, y = boston_housing_data()
    return StandardNormalizer().fit_transform(X), (y - y.mean()) / y.std()


@pytest.fixture(scope="module")
def credit():
    data = load_credit()
    return StandardNormalizer().fit_transform(data.X), data.y


def largest_gap(X, y, lambdas, weights):
    """Largest duality gap of mean squares + λ‖ω‖₁ for centred data, relative to the cost at zero weights."""
    P = len(y)
    gaps = []
    for lam, w in zip(lambdas, weights, strict=True):
        r = y - X @ w
        shrink = min(1.0, lam / max(2 * np.abs(X.T @ r).max() / P, 1e-300))
        gaps.append(((r @ r) + P * lam * np.abs(w).sum() - shrink * (2 * y @ r - shrink * r @ r)) / (y @ y))
    return max(gaps)


def test_least_squares_path_on_boston(boston, table):
    X, y = boston
    ratios, results = table.compare(
        "l1_path, Boston 506×13",
        25,
        calls=10,
        **{
            "fewidgets: all knots": lambda: l1_path(X, y),
            "sklearn lars_path": lambda: lars_path(X, y, method="lasso"),
            "sklearn lasso_path, 50 λ": lambda: lasso_path(X, y, eps=1e-3, **FIFTY),
        },
    )
    path = results["fewidgets: all knots"]
    alphas, _, weights = results["sklearn lars_path"]
    grid, coefficients, _ = results["sklearn lasso_path, 50 λ"]
    ours = largest_gap(X, y, 2 * grid, path.at(2 * grid).weights)
    at_knots = largest_gap(X, y, path.lambdas[1:], path.weights[1:])
    lars = largest_gap(X, y, 2 * alphas[:-1], weights.T[:-1])
    lasso = largest_gap(X, y, 2 * grid, coefficients.T)
    table.error("fewidgets: all knots", max(ours, at_knots))
    table.error("sklearn lars_path", lars)
    table.error("sklearn lasso_path, 50 λ", lasso)
    rounding = 1e-14
    assert at_knots <= max(lars, rounding)
    assert ours <= max(lasso, rounding)
    assert holds(ratios["sklearn lars_path"], 2)
    assert holds(ratios["sklearn lasso_path, 50 λ"], 7)


def test_least_squares_path_with_many_features(table):
    rng = np.random.default_rng(0)
    X = StandardNormalizer().fit_transform(rng.normal(size=(2000, 300)))
    y = X[:, :30] @ rng.normal(size=30) + 3 * rng.normal(size=2000)
    y -= y.mean()
    ratios, results = table.compare(
        "l1_path, 2000×300",
        9,
        **{
            "fewidgets: all knots": lambda: l1_path(X, y),
            "sklearn lars_path, Gram=X.T @ X": lambda: lars_path(X, y, method="lasso", Gram=X.T @ X),
        },
    )
    path = results["fewidgets: all knots"]
    alphas, _, weights = results["sklearn lars_path, Gram=X.T @ X"]
    ours = largest_gap(X, y, path.lambdas[1:], path.weights[1:])
    peer = largest_gap(X, y, 2 * alphas[:-1], weights.T[:-1])
    table.error("fewidgets: all knots", ours)
    table.error("sklearn lars_path, Gram=X.T @ X", peer)
    assert ours <= max(peer, 1e-13)
    assert holds(ratios["sklearn lars_path, Gram=X.T @ X"], 1)


def test_softmax_path_on_credit(credit, table):
    X, y = credit
    lambdas = np.linspace(0, l1_path(X, y, cost="softmax", lambdas=[1]).lambda_max, 50)

    def liblinear():
        fits = []
        for lam in lambdas:
            model = LogisticRegression(**L1, solver="liblinear", C=1 / max(1000 * lam, 1e-3)).fit(X, y)
            fits.append(np.r_[model.intercept_, model.coef_[0]])
        return np.array(fits)

    ratios, results = table.compare(
        "l1_path softmax, credit 1000×20",
        15,
        **{
            "fewidgets: 50 λ": lambda: l1_path(X, y, cost="softmax", lambdas=lambdas),
            "sklearn liblinear, 50 fits": liblinear,
        },
    )
    path = results["fewidgets: 50 λ"]
    fits = results["sklearn liblinear, 50 fits"]
    objectives = Softmax(X, y).value(fits) + lambdas * np.abs(fits[:, 1:]).sum(axis=1)
    table.error("fewidgets: 50 λ", path.gaps.max())
    table.error("sklearn liblinear, 50 fits", (objectives - (path.objectives - path.gaps)).max())
    assert path.gaps.max() <= 1e-8
    assert holds(ratios["sklearn liblinear, 50 fits"], 5)


def test_boosting_on_boston(boston, table):
    X, y = boston

    def plain():
        outputs, left, order = np.full(len(y), y.mean()), list(range(13)), []
        while left:
            tried = {}
            for n in left:
                w = X[:, n] @ (y - outputs) / (X[:, n] @ X[:, n])
                tried[n] = ((outputs + w * X[:, n] - y) ** 2).mean(), w
            best = min(left, key=lambda n: tried[n][0])
            outputs = outputs + tried[best][1] * X[:, best]
            left.remove(best)
            order.append(best)
        return order

    ratios, results = table.compare(
        "boost, Boston, 13 rounds",
        25,
        calls=10,
        **{"fewidgets: boost": lambda: boost(X, y), "a plain loop over candidates": plain},
    )
    assert results["fewidgets: boost"].order.tolist() == results["a plain loop over candidates"]
    assert holds(ratios["a plain loop over candidates"], 1)


def minimize_by_scipy(x, y, outputs):
    """One weight by scipy.optimize.newton, as its documentation calls it."""

    def slope(w):
        return -(y * x * expit(-y * (outputs + w * x))).sum()

    def curvature(w):
        p = expit(-y * (outputs + w * x))
        return (x**2 * p * (1 - p)).sum()

    w = newton(slope, 0.0, fprime=curvature, tol=1e-10)
    return np.logaddexp(0, -y * (outputs + w * x)).sum(), w


def minimize_by_hand(x, y, outputs):
    """One weight by Newton's method written out, with what can be shared between its steps taken out."""
    z, margins, w = y * x, y * outputs, 0.0
    for _ in range(100):
        p = expit(-(margins + w * z))
        zp = z * p
        step = zp.sum() / (zp @ (z * (1 - p)))
        w += step
        if abs(step) < 1e-10:
            break
    return np.logaddexp(0, -(margins + w * z)).sum(), w


def test_boosting_on_credit(credit, table):
    X, y = credit

    def loop(minimize):
        outputs, left, order, costs = np.full(len(y), np.log(700 / 300)), list(range(20)), [], []
        while left:
            tried = {n: minimize(X[:, n], y, outputs) for n in left}
            best = min(left, key=lambda n: tried[n][0])
            outputs = outputs + tried[best][1] * X[:, best]
            left.remove(best)
            order.append(best)
            costs.append(tried[best][0] / len(y))
        return order, costs

    ratios, results = table.compare(
        "boost softmax, credit, 20 rounds",
        25,
        **{
            "fewidgets: boost": lambda: boost(X, y, cost="softmax"),
            "loop of scipy.optimize.newton": lambda: loop(minimize_by_scipy),
            "loop of Newtons written by hand": lambda: loop(minimize_by_hand),
        },
    )
    trace = results["fewidgets: boost"]
    for name in ("loop of scipy.optimize.newton", "loop of Newtons written by hand"):
        assert trace.order.tolist() == results[name][0]
        np.testing.assert_allclose(trace.costs[1:], results[name][1], rtol=1e-10)
    table.error("fewidgets: boost", np.abs(trace.costs[1:] - results["loop of Newtons written by hand"][1]).max())
    assert holds(ratios["loop of scipy.optimize.newton"], 1)
    assert holds(ratios["loop of Newtons written by hand"], 1)


def test_cross_validation_on_boston(boston, table):
    X, y = boston
    ratios, results = table.compare(
        "10 folds × 100 λ, Boston",
        9,
        **{
            "fewidgets: cross_validate_l1": lambda: cross_validate_l1(X, y),
            "sklearn LassoCV": lambda: LassoCV(cv=10, **HUNDRED).fit(X, y),
        },
    )
    assert results["fewidgets: cross_validate_l1"].errors.shape == (10, 100)
    assert holds(ratios["sklearn LassoCV"], 1)
