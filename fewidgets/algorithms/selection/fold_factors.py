"""Least squares by folds, each fold's training and held-out examples brought down to small triangles of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_count
from .._numerics.arrays import as_numeric_array
from .._numerics.folds import assign_folds, check_fold_of
from .._numerics.types import Array
from .dependence import near, noise_of
from .qr_factor import Regression


@dataclass(frozen=True, eq=False)
class Folds:
    """Features and output of K folds, in orthogonal coordinates in which each fold's bias has been taken out.

    Attributes
    ----------
    train : NDArray, shape (K, N + 1, r), float64
        What each fold is fitted on: one row a feature, the last row the output; lower triangular.
    held_out : NDArray, shape (K, N + 1, s), float64
        What it is judged on, with the bias of its training examples taken away.
    scale : NDArray, shape (K,), float64
        What a sum of held-out squares is multiplied by, to be an error in the units that were asked for.
    own : NDArray, shape (N,), float64
        Length at or below which what is left of a feature counts as rounding.
    noise : NDArray, shape (N,), float64
        Length that rounding errors give to each feature (see `dependence`).
    near : float
        Share of a feature below which what is left of it may carry noise that matters.
    over_folds : callable
        What becomes of the folds' errors: np.mean or np.sum.

    Examples
    --------
    >>> Folds(np.zeros((2, 3, 3)), np.zeros((2, 3, 1)), np.ones(2), np.zeros(2), np.zeros(2), 1e-4, np.mean).train.shape
    (2, 3, 3)
    """

    train: Array
    held_out: Array
    scale: Array
    own: Array
    noise: Array
    near: float
    over_folds: Callable[..., Array]


def fold_numbers(
    folds: int | ArrayLike | None, seed: int | None, P: int, fold_of: ArrayLike | None = None
) -> NDArray[np.intp] | None:
    """The fold in which each example is held out.

    Parameters
    ----------
    folds : int, array-like of shape (P,), or None
        How many folds, or the fold of each example, numbered from 0 without gaps; None if there are none.
    seed : int or None
        Seed of a random assignment; None cuts the examples as they stand into runs, the first ones longer by one.
    P : int
        Number of examples.
    fold_of : array-like, shape (P,), int, optional
        The fold of each example by any labels ≥ 0, instead of `folds`.

    Returns
    -------
    NDArray, shape (P,), int, or None

    Raises
    ------
    TypeError, ValueError
        If `folds`, `seed` or `fold_of` is not as described, or both `folds` and `fold_of` are given.

    Examples
    --------
    >>> fold_numbers(2, None, 5)
    array([0, 0, 0, 1, 1])
    """
    seed = None if seed is None else as_count(seed, "seed", 0)
    if fold_of is not None:
        if folds is not None:
            raise ValueError("fold_of cannot be combined with folds; pass only one of them")
        return check_fold_of(fold_of, P)
    if folds is None:
        return None
    if isinstance(folds, str) or not hasattr(folds, "__len__"):
        K = as_count(folds, "folds", 2, P, "the number of examples")
        if seed is None:
            return np.repeat(np.arange(K), P // K + (np.arange(K) < P % K))
        return assign_folds(K, seed, P)
    given = as_numeric_array(folds, "folds")
    if given.shape != (P,):
        raise ValueError(f"folds has shape {given.shape}; wanted a number of folds, or ({P},): one fold an example")
    numbers = np.unique(given)
    if len(numbers) < 2 or not np.array_equal(numbers, np.arange(len(numbers))):
        seen = ", ".join(f"{number:g}" for number in numbers[:6])
        raise ValueError(f"folds holds {seen}; wanted the numbers 0, 1, … of at least two folds, each in use")
    return given.astype(np.intp)


def fold_triangles(
    problem: Regression,
    features: Array,
    output: Array,
    fit_bias: bool,
    fold_of: NDArray[np.intp],
    scale: Array,
    over_folds: Callable[..., Array] = np.mean,
) -> Folds:
    """Factorize each fold's training examples, all folds from one factorization of each fold.

    Parameters
    ----------
    problem : Regression
        The regression on all examples: every fold counts in its units.
    features, output : NDArray, shape (P, N) and (P,), float64
    fit_bias : bool
    fold_of : NDArray, shape (P,), int
    scale, over_folds
        As `Folds` has them.

    Returns
    -------
    Folds

    Examples
    --------
    >>> from .qr_factor import regression
    >>> X, y = np.array([[0.0], [1.0], [2.0], [4.0]]), np.array([0.0, 1.0, 2.0, 4.0])
    >>> folds = fold_triangles(regression(X, y, True), X, y, True, np.array([0, 0, 1, 1]), np.ones(2))
    >>> folds.train.shape
    (2, 2, 1)
    """
    K, n = int(fold_of.max()) + 1, problem.N + 1 + fit_bias
    order = np.argsort(fold_of, kind="stable")
    ends = np.bincount(fold_of).cumsum()
    # The bias is a feature that is 1 in every example.
    columns = np.ones((len(features), n))
    columns[:, int(fit_bias) : -1] = (features[order] - problem.means) / problem.lengths
    columns[:, -1] = (output[order] - problem.y_mean) / problem.y_length
    own = [_short(block) for block in np.split(columns, ends[:-1])]

    # What comes before a fold and what comes after it, factorized once each, is all that it is fitted on.
    before, after = [columns[:0]], [columns[:0]]
    for k in range(K - 1):
        before.append(_short(np.concatenate([before[-1], own[k]])))
        after.append(_short(np.concatenate([after[-1], own[K - 1 - k]])))
    train = np.linalg.qr(_stacked([np.concatenate(both) for both in zip(before, after[::-1], strict=True)]), mode="r")
    held_out = _stacked(own)
    if fit_bias:
        # The first column of `train` is the bias; what the others have along it is in the first row.
        biases = train[:, :1, 1:] / train[:, :1, :1]
        held_out = held_out[:, :, 1:] - held_out[:, :, :1] * biases
        train = train[:, 1:, 1:]
    return Folds(
        np.ascontiguousarray(train.transpose(0, 2, 1)),
        np.ascontiguousarray(held_out.transpose(0, 2, 1)),
        scale,
        problem.own,
        noise_of(problem),
        near(problem),
        over_folds,
    )


def _short(rows: Array) -> Array:
    """As few rows as carry the same lengths and angles."""
    return np.linalg.qr(rows, mode="r") if len(rows) > rows.shape[1] else rows


def _stacked(blocks: list[Array]) -> Array:
    """Blocks of rows in one array, filled up with zeros: orthogonal transforms do not mind them."""
    stack = np.zeros((len(blocks), max(map(len, blocks)), blocks[0].shape[1]))
    for block, place in zip(blocks, stack, strict=True):
        place[: len(block)] = block
    return stack
