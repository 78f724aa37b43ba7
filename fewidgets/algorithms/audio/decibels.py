"""Strengths in decibels, as pictures of spectrograms show them (section 9.2.4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._numerics.arguments import as_number
from .._numerics.types import Array


def decibels(amplitudes: Array, floor: Any) -> Array:
    """Return amplitudes in decibels relative to the largest, and raise weaker ones to a floor."""
    lowest = as_number(floor, "floor")
    if lowest >= 0:
        raise ValueError(f"floor must be below 0 dB; got {lowest:g}.")
    largest = amplitudes.max()
    if largest == 0:
        return np.full(amplitudes.shape, lowest)
    return np.maximum(20 * np.log10(np.maximum(amplitudes / largest, 10 ** (lowest / 20))), lowest)
