"""Choose the number of features by held-out error: the last step of subset selection (COMP135, slide 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import as_outputs, frozen
from .._numerics.memory import check_size
from .._numerics.types import Array
from ..selection.best_subset import search_subsets
from ..selection.nested_fits import fit_subsets
from ..selection.qr_factor import qr_factor
from ..selection.stepwise import search_backward, search_forward
from ..selection.subset_arguments import ErrorName, check_error, check_regression, fold_numbers
from ..selection.subset_model import SubsetModel
from .cross_validation import CrossValidation

SearchName = Literal["best", "forward", "backward"]
SEARCHES: tuple[SearchName, ...] = ("best", "forward", "backward")


@dataclass(frozen=True, eq=False)
class SizeCrossValidation(CrossValidation):
    """Held-out errors of the models with 0, 1, …, G − 1 features; each fold searches on its own training examples.

    Attributes
    ----------
    search : {"best", "forward", "backward"}
        The search that selects the subsets.
    sizes : NDArray, shape (G,), int
        0, 1, …, G − 1: the sizes that the columns of `errors` belong to.
    best_size : int
        The size with the smallest mean error; of several equally good ones, the smallest.
    one_standard_error_size : int
        The smallest size whose mean error is within one standard error of the smallest.
    fold_selected : NDArray, shape (K, G, N), bool
        The subset of each size in each fold. Where they differ, the choice depends on few examples.
    models : tuple of G SubsetModel
        The models of each size on all examples; their cost is the training error.

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

    In each fold, the subsets of every size are searched on the training examples alone, and each model is tested on the
    held-out examples. If the search saw the held-out examples too, the subsets would look better than they are.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    y : array-like, shape (P,)
        Outputs.
    search : {"best", "forward", "backward"}
        The search: `best_subset`, `forward_selection` or `backward_elimination`, by training error.
    max_size : int, optional
        Largest size of interest, 1 to N. Default: N.
    fit_bias : bool
        Whether every model has a bias.
    error : {"squared", "unexplained"}
        Mean squared error on the held-out examples, or 1 − R² there.
    folds : int or array-like of shape (P,)
        Number of folds, or the fold of each example, numbered from 0.
    fold_of : array-like, shape (P,), int, optional
        Your own folds, as in `cross_validate`. `folds` and `seed` are then ignored.
    seed : int or None
        Seed of the random assignment to folds. None cuts the examples into runs in their given order.
    max_branches : int
        As in `best_subset`, for more than 20 features.

    Returns
    -------
    SizeCrossValidation

    Raises
    ------
    TypeError, ValueError
        As in `best_subset` and `forward_selection`.

    Notes
    -----
    Source: COMP135, slides 10 to 12: the final model is selected from M₀, …, M_F by cross-validation. The same in
    scikit-learn is `cross_val_score` of a pipeline of a selector and LinearRegression, for each size.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(60, 4))
    >>> chosen = cross_validate_size(X, 2 * X[:, 1] + rng.normal(size=60), folds=5)
    >>> chosen.errors.shape, chosen.one_standard_error_size
    ((5, 5), 1)
    """
    X, y, fit_bias = check_regression(X, y, fit_bias)
    P, N = X.shape
    search = as_choice(search, "search", SEARCHES)
    G = 1 + (N if max_size is None else as_count(max_size, "max_size", 1, N, "the number of features"))
    error, _ = check_error(error, "mean")
    max_branches = as_count(max_branches, "max_branches", 1)
    assigned = fold_numbers(folds if fold_of is None else None, seed, P, fold_of)
    if assigned is None:
        raise TypeError("folds must be a number of folds, or the fold of each example; got None")
    K = int(assigned.max()) + 1
    check_size("folds", K, (K, G, N), np.bool_)

    errors, subsets = np.empty((K, G)), np.empty((K, G, N), dtype=bool)
    for k in range(K):
        out = assigned == k
        selected, weights, biases = _models(X[~out], y[~out], fit_bias, search, G - 1, max_branches)
        if error == "unexplained":
            as_outputs(y[out], int(out.sum()), f"y in fold {k}")
        errors[k], subsets[k] = _errors(X[out], y[out], weights, biases, error), selected
    mean, standard_error = errors.mean(axis=0), errors.std(axis=0, ddof=1) / np.sqrt(K)
    best = int(mean.argmin())

    selected, weights, biases = _models(X, y, fit_bias, search, G - 1, max_branches)
    costs = _errors(X, y, weights, biases, error)
    models = (
        SubsetModel(frozen(row.nonzero()[0]), frozen(w), float(b), float(c))
        for row, w, b, c in zip(selected, weights, biases, costs, strict=True)
    )
    return SizeCrossValidation(
        frozen(errors),
        frozen(mean),
        frozen(standard_error),
        best,
        frozen(assigned),
        search,
        frozen(np.arange(G)),
        best,
        int(np.flatnonzero(mean <= mean[best] + standard_error[best])[0]),
        frozen(subsets),
        tuple(models),
    )


def _errors(X: Array, y: Array, weights: Array, biases: Array, error: ErrorName) -> Array:
    """Return the error of each model, shape (G,)."""
    squares: Array = ((X @ weights.T + biases - y[:, None]) ** 2).mean(axis=0)
    return squares if error == "squared" else squares / ((y - y.mean()) ** 2).mean()


def _models(
    X: Array, y: Array, fit_bias: bool, search: SearchName, max_size: int, max_branches: int
) -> tuple[NDArray[np.bool_], Array, Array]:
    """Return the subsets of 0, 1, …, `max_size` features that a search finds, with their weights and biases."""
    if search == "best":
        factor = qr_factor(X, y, fit_bias)
        selected = search_subsets(factor, max_size, max_branches)[0]
        weights = fit_subsets(factor, selected).weights
        return selected, weights, factor.biases(weights)
    N = X.shape[1]
    if search == "forward":
        found = search_forward(X, y, fit_bias, max_size)
        order, weights = found.order, found.fits.weights
    else:
        found = search_backward(X, y, fit_bias, N)
        order, weights = found.order[::-1][:max_size], found.fits.weights[::-1][: max_size + 1]
    size_with = np.full(N, max_size + 1)  # the first size of which the subset contains each feature
    size_with[order] = np.arange(1, max_size + 1)
    return size_with <= np.arange(max_size + 1)[:, None], weights, found.scales.biases(weights)
