"""How many features? The last step of subset selection: the size with the smallest held-out error (COMP135, slide 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import as_outputs, frozen
from .._numerics.memory import check_size
from .._numerics.types import Array
from ..selection.best_subset import search as best_of_sizes
from ..selection.dependence import along, fit_each
from ..selection.fold_factors import fold_numbers
from ..selection.qr_factor import checked, regression
from ..selection.stepwise_search import add_to, remove
from ..selection.subset_model import ErrorName, SubsetModel, as_measure
from .cross_validation import CrossValidation

SearchName = Literal["best", "forward", "backward"]
SEARCHES = ("best", "forward", "backward")


@dataclass(frozen=True, eq=False)
class SizeCrossValidation(CrossValidation):
    """Held-out errors of the models with 0, 1, …, G − 1 features, each fold's subsets searched on its own examples.

    Attributes
    ----------
    search : {"best", "forward", "backward"}
        How subsets were searched.
    sizes : NDArray, shape (G,), int
        0, 1, …, G − 1: what the columns of `errors` belong to.
    best_size : int
        The size of the smallest mean error, the smallest of several equal ones.
    one_standard_error_size : int
        The smallest size whose mean error is within one standard error of the smallest.
    fold_selected : NDArray, shape (K, G, N), bool
        The subset of each size in each fold: where they differ, the choice hangs on few examples.
    models : tuple of G SubsetModel
        The models of each size on all examples, their cost being the training error.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(60, 4))
    >>> chosen = cross_validate_size(X, X[:, 1] - X[:, 2] + 0.5 * rng.normal(size=60), search="best")
    >>> chosen.best_size, chosen.models[2].features
    (2, array([1, 2]))
    """

    search: SearchName
    sizes: NDArray[np.intp]
    best_size: int
    one_standard_error_size: int
    fold_selected: NDArray[np.bool_]
    models: tuple[SubsetModel, ...]


def cross_validate_size(
    X: ArrayLike,
    y: ArrayLike,
    *,
    search: SearchName = "forward",
    max_size: int | None = None,
    fit_bias: bool = True,
    error: ErrorName = "squared",
    folds: int | ArrayLike = 10,
    fold_of: ArrayLike | None = None,
    seed: int | None = 0,
    max_branches: int = 2_000_000,
) -> SizeCrossValidation:
    """Choose the number of features by K-fold cross-validation of the whole search.

    In each fold the subsets of every size are searched on the training examples alone, and each model is judged on the
    examples held out. Subsets that were searched with the held-out examples in view would look better than they are.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    y : array-like, shape (P,)
        Outputs.
    search : {"best", "forward", "backward"}
        How subsets are searched: `best_subset`, `forward_selection` or `backward_elimination`, on training error.
    max_size : int, optional
        Largest size of interest, 1 to N; N where not given.
    fit_bias : bool
        Whether every model has a bias.
    error : {"squared", "unexplained"}
        Mean squared error on the examples held out, or 1 − R² there.
    folds : int or array-like of shape (P,)
        Number of folds, or the fold of each example, numbered from 0.
    fold_of : array-like, shape (P,), int, optional
        Folds of your own, as in `cross_validate`. `folds` and `seed` are not used then.
    seed : int or None
        Seed of the random assignment to folds; None cuts the examples as they stand into runs.
    max_branches : int
        As `best_subset` has it, for its searches beyond 20 features.

    Returns
    -------
    SizeCrossValidation

    Raises
    ------
    TypeError, ValueError
        As `best_subset` and `forward_selection`.

    Notes
    -----
    Source: COMP135, slides 10 to 12: the final model is selected from M₀, …, M_F by cross-validation. In scikit-learn
    the same is `cross_val_score` of a pipeline of a selector for each size and LinearRegression.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(60, 4))
    >>> chosen = cross_validate_size(X, 2 * X[:, 1] + rng.normal(size=60), folds=5)
    >>> chosen.errors.shape, chosen.one_standard_error_size
    ((5, 5), 1)
    """
    features, output, fit_bias = checked(X, y, fit_bias)
    P, N = features.shape
    search = cast(SearchName, as_choice(search, "search", SEARCHES))
    K = N if max_size is None else as_count(max_size, "max_size", 1, N, "the number of features")
    error, _ = as_measure(error, "mean")
    max_branches = as_count(max_branches, "max_branches", 1)
    if folds is None and fold_of is None:
        raise TypeError("folds is None; wanted a number of folds, or the fold of each example")
    assigned = cast(NDArray[np.intp], fold_numbers(folds if fold_of is None else None, seed, P, fold_of))

    n_folds = int(assigned.max()) + 1
    check_size("folds", n_folds, (n_folds, K + 1, N), np.bool_)

    errors, subsets = [], []
    for k in range(n_folds):
        out = assigned == k
        selected, weights, biases = _searched(features[~out], output[~out], fit_bias, search, K, max_branches)
        if error == "unexplained":
            as_outputs(output[out], int(out.sum()), f"y in fold {k}")
        errors.append(_error(output[out], features[out] @ weights.T + biases, error))
        subsets.append(selected)
    table = np.array(errors)
    mean = table.mean(axis=0)
    standard_error = table.std(axis=0, ddof=1) / np.sqrt(len(table))
    best = int(mean.argmin())

    selected, weights, biases = _searched(features, output, fit_bias, search, K, max_branches)
    costs = _error(output, features @ weights.T + biases, error)
    models = tuple(
        SubsetModel(frozen(row.nonzero()[0]), frozen(w), float(b), float(c))
        for row, w, b, c in zip(selected, weights, biases, costs, strict=True)
    )
    return SizeCrossValidation(
        frozen(table),
        frozen(mean),
        frozen(standard_error),
        best,
        frozen(assigned),
        search,
        frozen(np.arange(K + 1)),
        best,
        int(np.flatnonzero(mean <= mean[best] + standard_error[best])[0]),
        frozen(np.array(subsets)),
        models,
    )


def _error(y: Array, predictions: Array, error: ErrorName) -> Array:
    squares = ((predictions - y[:, None]) ** 2).mean(axis=0)
    return squares if error == "squared" else squares / ((y - y.mean()) ** 2).mean()


def _searched(
    features: Array, output: Array, fit_bias: bool, search: SearchName, K: int, max_branches: int
) -> tuple[NDArray[np.bool_], Array, Array]:
    """The subsets of 0, 1, …, K features that a search finds, with their weights and biases."""
    if search == "forward":
        problem, nested, *_ = add_to(features, output, fit_bias, K)
    else:
        problem = regression(features, output, fit_bias)
        if search == "best":
            selected = best_of_sizes(problem, K, max_branches)[0]
            weights = fit_each(problem, selected)[0]
            return selected, weights, problem.biases(weights)
        nested = along(problem, remove(problem, problem.N)[0][::-1][:K])
    came = np.full(problem.N, K)
    came[nested.order] = np.arange(K)
    weights = nested.weights(problem)
    return came < np.arange(K + 1)[:, None], weights, problem.biases(weights)
