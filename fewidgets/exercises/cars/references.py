"""What a student's ``fit`` is compared with: the mean, all features, boosting, the lasso, and the best that we could do.

Each is a ``fit(X, y)`` like the student's. It learns everything from the cars that it is given, also what it fills gaps with,
how many rounds it takes, and how strong a penalty or how wide a kernel is. That the last one is a kernel on logarithms was
found by trying a few others on the same parts, so its error may be a little too small.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms import boost, l1_path
from fewidgets.exercises.cars.held_out import MEAN, Fit, held_out_errors, mean_fit

Array = NDArray[Any]
Predictor = Callable[[Array], Array]

#: Where the errors of all references are stored, since the last one takes seconds. A test computes them again.
STORED = Path(__file__).with_name("references.json")

FOLDS = 5
LAMBDAS = np.geomspace(10, 0.01, 25)
WIDTHS, PENALTIES = (2.0, 3.0, 4.0, 6.0), (0.03, 0.1, 0.3, 1.0)


def all_features_fit(X: Array, y: Array) -> Predictor:
    """Fit least squares on the seven features as they are, with gaps filled by the mean of the known values."""
    filled = _filler(X)
    w = np.linalg.lstsq(_with_ones(filled(X)), y, rcond=None)[0]
    return lambda new: _with_ones(filled(new)) @ w


def boosting_fit(X: Array, y: Array) -> Predictor:
    """Boost on the standardized features, with origin as two indicators; inner folds choose the number of rounds."""

    def grow(A: Array, t: Array, new: Array) -> Array:
        trace = boost(A, t)
        return trace.bias + trace.weights @ new.T

    return _chosen(X, y, _indicators(X), grow)


def lasso_fit(X: Array, y: Array) -> Predictor:
    """Fit the lasso to the standardized features, with origin as two indicators; inner folds choose the penalty."""
    return _chosen(X, y, _indicators(X), _lasso_path)


def lasso_of_products_fit(X: Array, y: Array) -> Predictor:
    """Fit the lasso to these features, their squares and products; inner folds choose the penalty."""
    return _chosen(X, y, _products(X), _lasso_path)


def best_fit(X: Array, y: Array) -> Predictor:
    """Fit kernel ridge regression to the logarithm of the miles, on logarithms, the year and origin as two indicators.

    Inner folds choose the width of the kernel and the penalty.
    """
    features = _logarithms(X)
    A, t = features(X), np.log(y)

    def fitted(A: Array, t: Array, width: float, penalty: float) -> Predictor:
        def kernel(one: Array) -> Array:
            squares = (one**2).sum(axis=1)[:, None] + (A**2).sum(axis=1) - 2 * one @ A.T
            return np.exp(-np.maximum(squares, 0) / (2 * width**2))

        bias = t.mean()
        alpha = np.linalg.solve(kernel(A) + penalty * np.eye(len(A)), t - bias)
        return lambda new: bias + kernel(new) @ alpha

    settings = [(width, penalty) for width in WIDTHS for penalty in PENALTIES]
    costs = np.zeros(len(settings))
    for held_out, train in _folds(len(A)):
        for n, setting in enumerate(settings):
            predicted = fitted(A[train], t[train], *setting)(A[held_out])
            costs[n] += np.sum((np.exp(predicted) - y[held_out]) ** 2)
    predict = fitted(A, t, *settings[int(costs.argmin())])
    return lambda new: np.exp(predict(features(new)))


#: The references from the worst to the best, by the names that students read.
REFERENCES: dict[str, Fit] = {
    MEAN: mean_fit,
    "least squares on all features": all_features_fit,
    "boosting": boosting_fit,
    "the lasso": lasso_fit,
    "the lasso on squares and products": lasso_of_products_fit,
    "the best we could do": best_fit,
}

#: What one must clearly beat to pass. The others show what is possible.
TO_BEAT = tuple(REFERENCES)[:4]


@cache
def errors_of_references() -> dict[str, tuple[float, ...]]:
    """Return the stored held-out errors of the references, part by part."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    return {name: tuple(stored[name]) for name in REFERENCES}


def computed_errors() -> dict[str, list[float]]:
    """Compute what `errors_of_references` returns."""
    return {name: held_out_errors(fit).tolist() for name, fit in REFERENCES.items()}


def store() -> None:
    """Compute the errors of all references, and store them: ``python -m fewidgets.exercises.cars.references``."""
    lines = [f"{json.dumps(name)}: {json.dumps([round(e, 6) for e in errors])}" for name, errors in computed_errors().items()]
    STORED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _lasso_path(A: Array, y: Array, new: Array) -> Array:
    path = l1_path(A, y, lambdas=LAMBDAS)
    return path.biases[:, None] + path.weights @ new.T


def _chosen(X: Array, y: Array, features: Predictor, grow: Callable[[Array, Array, Array], Array]) -> Predictor:
    """Return the model that inner folds choose; ``grow(A, y, new)`` returns predictions of a row of models."""
    A = features(X)
    costs = sum(((grow(A[train], y[train], A[held_out]) - y[held_out]) ** 2).sum(axis=1) for held_out, train in _folds(len(A)))
    best = int(np.argmin(costs))
    return lambda new: np.asarray(grow(A, y, features(new))[best])


def _indicators(X: Array) -> Predictor:
    """Learn gaps and scales; return a function that makes standardized features, with origin as two indicators."""
    filled = _filler(X)

    def one_hot(table: Array) -> Array:
        return np.column_stack([filled(table)[:, :-1], table[:, -1] == 2, table[:, -1] == 3])

    scaled = _standardizer(one_hot(X))
    return lambda table: scaled(one_hot(table))


def _products(X: Array) -> Predictor:
    """Learn gaps and scales; return a function that makes standardized features, their squares and products."""
    first = _indicators(X)

    def multiplied(table: Array) -> Array:
        A = first(table)
        pairs = [A[:, i] * A[:, j] for i in range(A.shape[1] - 2) for j in range(i, A.shape[1])]
        return np.column_stack([A, *pairs])

    scaled = _standardizer(multiplied(X))
    return lambda table: scaled(multiplied(table))


def _logarithms(X: Array) -> Callable[[Array], Array]:
    filled = _filler(X)

    def features(table: Array) -> Array:
        cylinders, displacement, horsepower, weight, acceleration, year, origin = filled(table).T
        logs = np.log([displacement, horsepower, weight, acceleration])
        return np.column_stack([cylinders, *logs, year, origin == 2, origin == 3])

    scaled = _standardizer(features(X))
    return lambda table: scaled(features(table))


def _filler(X: Array) -> Callable[[Array], Array]:
    means = np.nanmean(X, axis=0)
    return lambda table: np.where(np.isnan(table), means, table)


def _standardizer(A: Array) -> Callable[[Array], Array]:
    means, scales = A.mean(axis=0), A.std(axis=0)
    scales = np.where(scales > 0, scales, 1.0)
    return lambda table: (table - means) / scales


def _folds(P: int) -> list[tuple[Array, Array]]:
    """Return for each inner fold the rows that it holds out, and the rows to train on."""
    order = np.random.default_rng(0).permutation(P)
    return [(order[k::FOLDS], np.delete(order, np.s_[k::FOLDS])) for k in range(FOLDS)]


def _with_ones(A: Array) -> Array:
    return np.column_stack([np.ones(len(A)), A])


if __name__ == "__main__":
    store()
