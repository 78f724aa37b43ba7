"""Ranking features by a score: order, shared ranks, and ties told (section 25.1 of 003; 004, information analysis)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count, as_number
from .._numerics.arrays import as_numeric_array, check_finite, frozen

# Scores that differ by less than this share of their natural scale are equal up to rounding.
SAME_SCORE = 1e-12


@dataclass(frozen=True, eq=False)
class Ranking:
    """Features from best to worst. Every kind of score below is one of these, with its own fields added.

    Attributes
    ----------
    order : NDArray, shape (N,), int
        Features from best to worst, numbered from 0; equally good ones by their number.
    ranks : NDArray, shape (N,), int
        Rank of each feature, 1 the best. Equally good features share the best rank of theirs: 1, 2, 2, 4.
    ties : tuple of tuples of int
        Each group of two or more features whose scores are equal up to rounding, best group first.

    Examples
    --------
    >>> ranking = rank_features([0.3, 0.9, 0.1, 0.3])
    >>> ranking.order, ranking.ranks, ranking.ties
    (array([1, 0, 3, 2]), array([2, 1, 4, 2]), ((0, 3),))
    """

    order: NDArray[np.intp]
    ranks: NDArray[np.intp]
    ties: tuple[tuple[int, ...], ...]

    def top(self, k: int) -> NDArray[np.intp]:
        """The k best features: the first k of `order`.

        Where the k-th place is shared, the features with the smaller numbers are taken: `ties` tells.

        Parameters
        ----------
        k : int
            How many, 1 to N.

        Returns
        -------
        NDArray, shape (k,), int

        Raises
        ------
        TypeError, ValueError
            If `k` is no whole number from 1 to N.

        Examples
        --------
        >>> rank_features([0.3, 0.9, 0.1, 0.3]).top(2)
        array([1, 0])
        """
        return self.order[: as_count(k, "k", 1, len(self.order), "the number of features")]


def rank_features(
    scores: ArrayLike, *, best: Literal["largest", "smallest"] = "largest", tolerance: float | None = None
) -> Ranking:
    """Rank features by one score each.

    Parameters
    ----------
    scores : array-like, shape (N,)
        A finite number a feature, in any unit.
    best : {"largest", "smallest"}
        Which end is good: the largest score, or the smallest loss.
    tolerance : float, optional
        Two neighbours in the order whose scores differ by no more than this are tied, ≥ 0, in the scores' unit;
        1e-12 of the largest magnitude where not given.

    Returns
    -------
    Ranking

    Raises
    ------
    TypeError
        If `scores` or `tolerance` holds anything but real numbers, or `best` is no text.
    ValueError
        If `scores` is not (N,) with N ≥ 1 or holds a NaN or an infinite value, `best` is unknown, or
        `tolerance` is negative.

    Notes
    -----
    Source: Shalev-Shwartz and Ben-David, Understanding Machine Learning, section 25.1: features are scored one by
    one and the k with the best scores are selected.

    Examples
    --------
    >>> rank_features([4.0, 1.0, 1.0], best="smallest").ranks
    array([3, 1, 1])
    """
    values = as_numeric_array(scores, "scores")
    if values.ndim != 1 or values.size == 0:
        raise ValueError(f"scores has shape {values.shape}; wanted (N,), one number a feature")
    check_finite(values, "scores")
    best = cast(Literal["largest", "smallest"], as_choice(best, "best", ("largest", "smallest")))
    if tolerance is None:
        tolerance = SAME_SCORE * float(np.abs(values).max())
    elif as_number(tolerance, "tolerance") < 0:
        raise ValueError(f"tolerance is {tolerance:g}; wanted a number of at least 0")
    return Ranking(*ranked(values if best == "smallest" else -values, tolerance))


def ranked(
    losses: NDArray[np.float64], tolerance: float
) -> tuple[NDArray[np.intp], NDArray[np.intp], tuple[tuple[int, ...], ...]]:
    """The fields of a `Ranking` from one loss a feature, smallest first.

    Examples
    --------
    >>> ranked(np.array([2.0, 1.0, 2.0]), 0.0)
    (array([1, 0, 2]), array([2, 1, 2]), ((0, 2),))
    """
    order = losses.argsort(kind="stable")
    # Where a new group of equals begins, counted along the order.
    begins = np.concatenate([[True], np.diff(losses[order]) > tolerance])
    group = np.cumsum(begins) - 1
    # Rounding must not decide between equals: within a group features stand by their number.
    order = order[np.lexsort((order, group))]
    firsts = begins.nonzero()[0]
    ranks = np.empty(len(order), dtype=np.intp)
    ranks[order] = firsts[group] + 1
    sizes = np.diff(firsts, append=len(order))
    shared = sizes > 1
    ties = tuple(
        tuple(order[first : first + size].tolist()) for first, size in zip(firsts[shared], sizes[shared], strict=True)
    )
    return frozen(order), frozen(ranks), ties
