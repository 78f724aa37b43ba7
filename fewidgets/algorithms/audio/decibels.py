"""Strengths in decibels, as pictures of spectrograms show them (section 9.2.4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._numerics.arguments import as_number
from .._numerics.types import Array


def decibels(values: Array, floor: Any, *, power: bool) -> Array:
    """Return strengths in decibels relative to the largest, and raise weaker ones to a floor.

    Parameters
    ----------
    values : NDArray, any shape, float64
        Strengths ≥ 0.
    floor : float
        Lowest level, below 0.
    power : bool
        Whether the values are powers, where a factor of 10 is 10 dB, or amplitudes, where it is 20 dB.

    Returns
    -------
    NDArray, shape of `values`, float64

    Raises
    ------
    TypeError, ValueError
        If `floor` is not a finite number below 0.

    Examples
    --------
    >>> decibels(np.array([0.0, 0.1, 1.0]), -60.0, power=True)
    array([-60., -10.,   0.])
    """
    lowest = as_number(floor, "floor")
    if lowest >= 0:
        raise ValueError(f"floor must be below 0 dB; got {lowest:g}.")
    largest = values.max()
    if largest == 0:
        return np.full(values.shape, lowest)
    factor = 10 if power else 20
    relative = np.maximum(values / largest, 10 ** (lowest / factor))
    return np.maximum(factor * np.log10(relative), lowest)
