"""Choose the number of features by held-out error: the last step of subset selection (COMP135, slide 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import frozen
from .._numerics.folds import assign_folds
from .._numerics.memory import check_size
from .._numerics.types import Array
from ..selection.best_subset import search_subsets
from ..selection.qr_factor import fit_subsets, nested_fits, qr_factor
from ..selection.stepwise_steps import BackwardSteps, ForwardSteps, take_steps
from ..selection.subset_arguments import check_regression
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
    size: int | None = None,
    fit_bias: bool = True,
    folds: int = 10,
    fold_of: ArrayLike | None = None,
    seed: int = 0,
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
    size : int, optional
        Largest size of interest, 1 to N. Default: N.
    fit_bias : bool
        Whether every model has a bias.
    folds : int
        Number of folds.
    fold_of : array-like, shape (P,), int, optional
        Your own folds, as in `cross_validate`. `folds` and `seed` are then ignored.
    seed : int
        Seed of the random assignment to folds.
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
    G = 1 + (N if size is None else as_count(size, "size", 1, N, "the number of features"))
    max_branches = as_count(max_branches, "max_branches", 1)
    assigned = assign_folds(folds, as_count(seed, "seed", 0), P, fold_of)
    K = int(assigned.max()) + 1
    check_size("folds", K, (K, G, N), np.bool_)

    errors, subsets = np.empty((K, G)), np.empty((K, G, N), dtype=bool)
    for k in range(K):
        out = assigned == k
        selected, weights, biases = _models(X[~out], y[~out], fit_bias, search, G - 1, max_branches)
        errors[k], subsets[k] = _errors(X[out], y[out], weights, biases), selected
    mean, standard_error = errors.mean(axis=0), errors.std(axis=0, ddof=1) / np.sqrt(K)
    best = int(mean.argmin())

    selected, weights, biases = _models(X, y, fit_bias, search, G - 1, max_branches)
    costs = _errors(X, y, weights, biases)
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


def _errors(X: Array, y: Array, weights: Array, biases: Array) -> Array:
    """Return the error of each model, shape (G,)."""
    squares: Array = ((X @ weights.T + biases - y[:, None]) ** 2).mean(axis=0)
    return squares


def _models(
    X: Array, y: Array, fit_bias: bool, search: SearchName, max_size: int, max_branches: int
) -> tuple[NDArray[np.bool_], Array, Array]:
    """Return the subsets of 0, 1, …, `max_size` features that a search finds, with their weights and biases."""
    factor, N = qr_factor(X, y, fit_bias), X.shape[1]
    if search == "best":
        selected = search_subsets(factor, max_size, max_branches)[0]
        weights = fit_subsets(factor, selected).weights
    else:
        if search == "forward":
            order = take_steps(ForwardSteps(factor, max_size), max_size)[0]
        else:
            order = take_steps(BackwardSteps(factor), N)[0][::-1][:max_size]
        weights = nested_fits(factor, order).weights
        size_with = np.full(N, max_size + 1)  # the first size of which the subset contains each feature
        size_with[order] = np.arange(1, max_size + 1)
        selected = size_with <= np.arange(max_size + 1)[:, None]
    return selected, weights, factor.biases(weights)
