"""Checks of samples, of lists of numbers, and of lengths in seconds (section 9.2.4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._numerics.arrays import as_numeric_array, check_finite
from .._numerics.types import Array

# Two frequencies are the same if they differ by this share: they were computed in different ways.
SAME_FREQUENCY = 1e-12


def as_signal(signal: Any, name: str = "signal") -> Array:
    """Check the samples of one sound, or of several of equal length."""
    array = as_numeric_array(signal, name)
    expected = f"{name} must be (T,) or (P, T); got shape {array.shape}"
    if array.ndim not in (1, 2):
        raise ValueError(f"{expected}.")
    if array.size == 0:
        raise ValueError(f"{name} must have at least one sample; got shape {array.shape}.")
    if array.ndim == 2 and array.shape[1] <= 2 < array.shape[0]:
        raise ValueError(f"{expected}, which looks like channels in columns. Mix them with {name}.mean(axis=1).")
    check_finite(array, name, axes=("sample",) if array.ndim == 1 else ("sound", "sample"))
    return array


def as_numbers(values: Any, name: str) -> Array:
    """Check one finite number or a list of them."""
    array = as_numeric_array(values, name)
    if array.ndim > 1 or array.size == 0:
        raise ValueError(f"{name} must be a number or a list of at least one number; got shape {array.shape}.")
    check_finite(np.atleast_1d(array), name)
    return array


def samples_of(seconds: float, sample_rate: float, name: str) -> int:
    """Convert a length in seconds to the nearest number of samples, and refuse a length of none."""
    samples = seconds * sample_rate
    if samples <= 0.5:
        raise ValueError(
            f"{name} must be at least one sample; got {seconds:g} s, {samples:g} samples at sample_rate = {sample_rate:g}."
        )
    return round(min(samples, 2.0**80))  # the product may be infinite
