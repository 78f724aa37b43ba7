"""The knots of a piecewise linear ℓ1 path: what following the path finds, and the path between the knots."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._numerics.types import Array
from .l1_trace import L1Event

# What a feature adds to the outputs vanishes up to this share of what one feature adds at most. The share says how accurate
# the path is, whatever the units of the features: a λ compares features of different units, so it cannot say that.
VANISHED_OUTPUT = 1e-13
# A weight vanishes at λ = 0 up to this share of the weight at the next knot.
VANISHED_WEIGHT = 1e-11


class Knots(NamedTuple):
    """The knots of a path, and the models there.

    Attributes
    ----------
    lambdas : NDArray, shape (k,), float64
        The λ of the knots, ascending from 0.
    weights : NDArray, shape (k, N), float64
        Weights at the knots.
    events : tuple of L1Event
        In the order of decreasing λ.
    active : NDArray, shape (n,), int
        The active set at λ = 0: the features in the model.
    inverse : NDArray, shape (n, n), float64, or None
        Inverse of their Gram matrix, if known.
    residuals : NDArray, shape (k, m), float64, or None
        Residuals at the knots, if they are known more accurately than the weights determine them.

    Examples
    --------
    >>> Knots(np.zeros(1), np.zeros((1, 2)), (), np.zeros(0, dtype=int)).lambdas
    array([0.])
    """

    lambdas: Array
    weights: Array
    events: tuple[L1Event, ...]
    active: NDArray[np.intp]
    inverse: Array | None = None
    residuals: Array | None = None


def knots_of(
    lambdas: list[float],
    weights: list[Array],
    events: list[L1Event],
    active: NDArray[np.intp],
    lengths: Array,
    most: float,
    **more: Any,
) -> Knots:
    """Collect the knots of a path that was followed to smaller and smaller λ; see `longest_output` for `lengths` and `most`.

    Examples
    --------
    >>> knots_of([2.0, 0.0], [np.zeros(1), np.ones(1)], [], np.zeros(1, dtype=int), np.ones(1), 2.0).lambdas
    array([0., 2.])
    """
    found = np.array(weights[::-1])
    found[np.abs(found) * lengths <= VANISHED_OUTPUT * most] = 0.0
    if len(found) > 1:
        found[0, np.abs(found[0]) <= VANISHED_WEIGHT * np.abs(found[1])] = 0.0
    return Knots(np.array(lambdas[::-1]), found, tuple(events), active, **more)


def longest_output(slopes: Array, lengths: Array) -> float:
    """Return the most that one feature alone adds to the outputs (a length), from the slopes at zero weights.

    Examples
    --------
    >>> longest_output(np.array([6.0, 0.0]), np.array([2.0, 0.0]))
    3.0
    """
    return float((np.abs(slopes) / np.where(lengths > 0, lengths, 1.0)).max())


def most_knots(rank: int) -> int:
    """Return the number of knots after which following a path gives up.

    Examples
    --------
    >>> most_knots(2)
    1150
    """
    return 1000 + 50 * (rank + 1)


def too_many_knots(knots: int, lam: float) -> ValueError:
    """Return the error for a path that has more knots than can be followed.

    Examples
    --------
    >>> str(too_many_knots(9, 0.5))[:46]
    'X leads to an ℓ1 path of more than 9 knots, λ '
    """
    return ValueError(
        f"X leads to an ℓ1 path of more than {knots} knots, λ = {lam:g} reached. Use fewer features, standardize them if they "
        "are in too different units, or drop or combine features that are nearly alike."
    )


def between_knots(knots: Array, knot_weights: Array, lambdas: Array) -> Array:
    """Interpolate the piecewise linear path at any λ. Beyond the last knot all weights stay zero.

    Parameters
    ----------
    knots : NDArray, shape (k,), float64
        The λ of the knots, ascending from 0.
    knot_weights : NDArray, shape (k, N), float64
        Weights at the knots.
    lambdas : NDArray, shape (L,), float64
        Where to evaluate the path.

    Returns
    -------
    NDArray, shape (L, N), float64

    Examples
    --------
    >>> between_knots(np.array([0.0, 2.0]), np.array([[1.0], [0.0]]), np.array([0.5, 9.0]))
    array([[0.75],
           [0.  ]])
    """
    if len(knots) == 1:
        return np.zeros((len(lambdas), knot_weights.shape[1]))
    right = np.clip(np.searchsorted(knots, lambdas), 1, len(knots) - 1)
    left = right - 1
    share = np.clip((lambdas - knots[left]) / (knots[right] - knots[left]), 0.0, 1.0)[:, None]
    return (1 - share) * knot_weights[left] + share * knot_weights[right]
