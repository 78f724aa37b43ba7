"""Ranking features by a score: their order, their ranks, and ties (Understanding Machine Learning, section 25.1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count, as_number
from .._numerics.arrays import as_numeric_array, check_finite
from .._numerics.trace import Trace
from .._numerics.types import Array, Indices

# Scores that differ by less than this share of their natural scale are equal up to rounding.
SAME_SCORE = 1e-12


class Ranking(Trace):
    """Features from best to worst. The result of every score in this folder is a Ranking, with further fields.

    Attributes
    ----------
    order : NDArray, shape (N,), int
        Features from best to worst, numbered from 0.
    ranks : NDArray, shape (N,), int
        Rank of each feature.
    ties : tuple of tuples of int
        Groups of two or more features whose scores are equal up to rounding, best group first.

    Examples
    --------
    >>> ranking = rank_features([0.3, 0.9, 0.1, 0.3])
    >>> ranking.order, ranking.ranks, ranking.ties
    (array([1, 0, 3, 2]), array([2, 1, 4, 2]), ((0, 3),))
    """

    order: Indices
    ranks: Indices
    ties: tuple[tuple[int, ...], ...]

    def top(self, k: int) -> Indices:
        """Return the k best features, which are the first k of `order`."""
        return self.order[: as_count(k, "k", 1, len(self.order), "the number of features")]


def rank_features(scores: ArrayLike, *, tolerance: float | None = None) -> Ranking:
    """Rank features by their scores, the largest first.

    Parameters
    ----------
    scores : array-like, shape (N,)
        One finite number per feature, in any unit.
    tolerance : float, optional
        Neighbours in the order are tied if their scores differ by at most this number, in the unit of the scores. At least 0.

    Returns
    -------
    Ranking

    Raises
    ------
    TypeError, ValueError
        If a score is not finite, or an argument is not as described.

    Notes
    -----
    Source: Understanding Machine Learning, section 25.1: score the features one by one, and select the k features with the
    best scores.

    Examples
    --------
    >>> rank_features([4.0, 1.0, 1.0]).ranks
    array([1, 2, 2])
    """
    values = as_numeric_array(scores, "scores")
    if values.ndim != 1 or values.size == 0:
        raise ValueError(f"scores must be one-dimensional, one number per feature; got shape {values.shape}")
    check_finite(values, "scores")
    if tolerance is None:
        tolerance = SAME_SCORE * float(np.abs(values).max())
    elif (tolerance := as_number(tolerance, "tolerance")) < 0:
        raise ValueError(f"tolerance must be at least 0; got {tolerance:g}")
    return Ranking(*ranked(-values, tolerance))


def ranked(losses: Array, tolerance: float) -> tuple[Indices, Indices, tuple[tuple[int, ...], ...]]:
    """Return the fields of a `Ranking` from one loss per feature."""
    order = losses.argsort(kind="stable")
    # True at the start of each group of equal features, along the order.
    begins = np.concatenate([[True], np.diff(losses[order]) > tolerance])
    group = np.cumsum(begins) - 1
    # Sort each group by feature number, so that rounding errors do not decide the order of equal features.
    order = order[np.lexsort((order, group))]
    firsts = begins.nonzero()[0]
    ranks = np.empty(len(order), dtype=np.intp)
    ranks[order] = firsts[group] + 1
    sizes = np.diff(firsts, append=len(order))
    shared = sizes > 1
    ties = tuple(
        tuple(order[first : first + size].tolist()) for first, size in zip(firsts[shared], sizes[shared], strict=True)
    )
    return order, ranks, ties
