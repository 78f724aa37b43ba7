"""Ridge regression, its dual, and polynomial features beside their peers: medians of one run, in turns, on one thread."""

from __future__ import annotations

import numpy as np
import pytest
from mlxtend.data import boston_housing_data
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from fewidgets.algorithms import (
    StandardNormalizer,
    degree_sweep,
    kernel_ridge,
    polynomial_features,
    ridge,
)
from tests.benchmarks.table import holds

pytestmark = pytest.mark.benchmark
rng = np.random.default_rng(0)


@pytest.fixture(scope="module")
def boston():
    X, y = boston_housing_data()
    return StandardNormalizer().fit_transform(X), (y - y.mean()) / y.std()


def simulated(P, N, noise=1.0):
    X = StandardNormalizer().fit_transform(rng.normal(size=(P, N)))
    return X, X @ rng.normal(size=N) + noise * rng.normal(size=P)


def largest_slope(X, y, lambdas, weights, biases):
    """Largest entry of the gradient of Σ squares + λ‖ω‖², which is zero at the minimizer, beside that at zero weights."""
    residuals = X @ np.transpose(weights) + biases - y[:, None]
    slopes = 2 * X.T @ residuals + 2 * lambdas * np.transpose(weights)
    return np.abs(slopes).max() / np.abs(2 * X.T @ y).max()


def test_one_ridge_regression(table):
    X, y = simulated(2000, 300)
    ratios, results = table.compare(
        "ridge, 2000×300, one λ",
        15,
        memory=True,
        **{
            "fewidgets: ridge": lambda: ridge(X, y, 3.0, reduction="sum"),
            "sklearn Ridge": lambda: Ridge(alpha=3.0).fit(X, y),
        },
    )
    point, peer = results["fewidgets: ridge"], results["sklearn Ridge"]
    table.error("fewidgets: ridge", largest_slope(X, y, 3.0, [point.weights], point.bias))
    table.error("sklearn Ridge", largest_slope(X, y, 3.0, [peer.coef_], peer.intercept_))
    assert holds(ratios["sklearn Ridge"], 0.7)


@pytest.mark.parametrize("kernel", ["rbf", "polynomial"])
def test_kernel_ridge(kernel, table):
    X, y = simulated(1000, 10)
    new = rng.normal(size=(1000, 10))

    def ours():
        model = kernel_ridge(X, y, 1.0, kernel=kernel, reduction="sum")
        return model, model.predict(new)

    def scikit_learn():
        model = KernelRidge(alpha=1.0, kernel=kernel, coef0=1, degree=3).fit(X, y)
        return model, model.predict(new)

    ratios, results = table.compare(
        f"{kernel} kernel ridge, 1000×10",
        9,
        memory=True,
        **{"fewidgets: kernel_ridge": ours, "sklearn KernelRidge": scikit_learn},
    )
    table.error(
        "fewidgets: kernel_ridge",
        np.abs(results["fewidgets: kernel_ridge"][1] - results["sklearn KernelRidge"][1]).max(),
    )
    assert holds(ratios["sklearn KernelRidge"], 0.9)


@pytest.mark.parametrize(("P", "N", "degree"), [(506, 13, 3), (10_000, 10, 3), (20_000, 5, 4)])
def test_polynomial_features(P, N, degree, table):
    X = rng.normal(size=(P, N))
    # Results are let go before the next one runs: else it is luck who finds warm memory.
    ratios, _ = table.compare(
        f"monomials, {P}×{N}, degree {degree}",
        15,
        memory=True,
        **{
            "fewidgets: polynomial_features": lambda: polynomial_features(X, degree, include_constant=True).exponents,
            "sklearn, order='C' (as it comes)": lambda: PolynomialFeatures(degree).fit_transform(X).shape,
            "sklearn, order='F' (as ours)": lambda: PolynomialFeatures(degree, order="F").fit_transform(X).shape,
        },
    )
    peer = PolynomialFeatures(degree, order="F").fit_transform(X)
    difference = np.abs(polynomial_features(X, degree, include_constant=True).values - peer).max() / np.abs(peer).max()
    table.error("fewidgets: polynomial_features", difference)
    assert difference < 1e-15
    assert holds(ratios["sklearn, order='C' (as it comes)"], 3 if P > 1000 else 1.3)
    assert holds(ratios["sklearn, order='F' (as ours)"], 0.8)


def test_degree_sweep(table):
    x = np.sort(rng.uniform(-1, 1, size=500))[:, None]
    y = np.sin(5 * x[:, 0]) + 0.1 * rng.normal(size=500)

    def scikit_learn():
        folds = KFold(5, shuffle=True, random_state=0)
        scores = []
        for degree in range(9):
            model = make_pipeline(PolynomialFeatures(degree), LinearRegression())
            scores.append(-cross_val_score(model, x, y, cv=folds, scoring="neg_mean_squared_error").mean())
            model.fit(x, y)
        return np.array(scores)

    ratios, results = table.compare(
        "degrees 0-8, 5 folds, 500×1",
        3,
        memory=True,
        **{
            "fewidgets: orthogonal": lambda: degree_sweep(x, y, 8, basis="orthogonal"),
            "fewidgets: monomials": lambda: degree_sweep(x, y, 8),
            "sklearn cross_val_score": scikit_learn,
        },
    )
    both = [results[f"fewidgets: {basis}"].mean_errors for basis in ("orthogonal", "monomials")]
    table.error("fewidgets: monomials", np.abs(both[0] - both[1]).max())
    assert holds(ratios["sklearn cross_val_score"], 5)
