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
    """The knots of a path, with λ ascending from 0, and the models there."""

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
    """Collect the knots of a path that was followed to smaller and smaller λ."""
    found = np.array(weights[::-1])
    found[np.abs(found) * lengths <= VANISHED_OUTPUT * most] = 0.0
    if len(found) > 1:
        found[0, np.abs(found[0]) <= VANISHED_WEIGHT * np.abs(found[1])] = 0.0
    return Knots(np.array(lambdas[::-1]), found, tuple(events), active, **more)


def longest_output(slopes: Array, lengths: Array) -> float:
    """Return the most that one feature alone adds to the outputs (a length), from the slopes at zero weights."""
    return float((np.abs(slopes) / np.where(lengths > 0, lengths, 1.0)).max())


def most_knots(rank: int) -> int:
    """Return the number of knots after which following a path gives up."""
    return 1000 + 50 * (rank + 1)


def too_many_knots(knots: int, lam: float) -> ValueError:
    """Return the error for a path that has more knots than can be followed."""
    return ValueError(
        f"X leads to an ℓ1 path of more than {knots} knots, λ = {lam:g} reached. Use fewer features, standardize them if they "
        "are in too different units, or drop or combine features that are nearly alike."
    )


def between_knots(knots: Array, knot_weights: Array, lambdas: Array) -> Array:
    """Interpolate the piecewise linear path at any λ. Beyond the last knot all weights stay zero."""
    if len(knots) == 1:
        return np.zeros((len(lambdas), knot_weights.shape[1]))
    right = np.clip(np.searchsorted(knots, lambdas), 1, len(knots) - 1)
    left = right - 1
    share = np.clip((lambdas - knots[left]) / (knots[right] - knots[left]), 0.0, 1.0)[:, None]
    return (1 - share) * knot_weights[left] + share * knot_weights[right]
