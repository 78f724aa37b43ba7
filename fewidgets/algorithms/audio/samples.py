"""Checks of samples, of lists of numbers, and of lengths in seconds (section 9.2.4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._numerics.arrays import as_numeric_array, check_finite
from .._numerics.tolerances import LARGEST_VALUE
from .._numerics.types import Array

# Two frequencies are the same if they differ by this share: they were computed in different ways.
SAME_FREQUENCY = 1e-12


def as_signal(signal: Any, name: str = "signal") -> Array:
    """Check the samples of one sound, or of several of equal length.

    Parameters
    ----------
    signal : array-like, shape (T,) or (P, T)
        Samples.
    name : str
        Name of the argument, for messages.

    Returns
    -------
    NDArray, shape (T,) or (P, T), float64

    Raises
    ------
    TypeError
        If entries are not real numbers.
    ValueError
        If the shape is wrong, there are no samples, a sample is NaN, infinite or too large, or the columns look like the
        channels of one sound.

    Examples
    --------
    >>> as_signal(np.zeros((8000, 2)))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: signal must be (T,) or (P, T); got shape (8000, 2), which looks like channels in columns. Mix them with ...
    """
    array = as_numeric_array(signal, name)
    expected = f"{name} must be (T,) or (P, T); got shape {array.shape}"
    if array.ndim not in (1, 2):
        raise ValueError(f"{expected}.")
    if array.size == 0:
        raise ValueError(f"{name} must have at least one sample; got shape {array.shape}.")
    if array.ndim == 2 and array.shape[1] <= 2 < array.shape[0]:
        raise ValueError(f"{expected}, which looks like channels in columns. Mix them with {name}.mean(axis=1).")
    if array.max() <= LARGEST_VALUE and array.min() >= -LARGEST_VALUE:  # false for NaN too
        return array
    where = np.argwhere(~(np.abs(array) <= LARGEST_VALUE))[0]
    value = array[tuple(where)]
    place = f"sample {where[-1]}" + (f" of sound {where[0]}" if array.ndim == 2 else "")
    found = "NaN" if np.isnan(value) else "an infinite value" if np.isinf(value) else f"{value:g}"
    raise ValueError(f"{name} must hold finite numbers within ±{LARGEST_VALUE:g}; got {found} in {place}.")


def as_numbers(values: Any, name: str) -> Array:
    """Check one finite number or a list of them.

    Parameters
    ----------
    values : array-like, scalar or shape (K,)
        The numbers.
    name : str
        Name of the argument, for messages.

    Returns
    -------
    NDArray, shape () or (K,), float64

    Raises
    ------
    TypeError
        If entries are not real numbers.
    ValueError
        If there are none, the array has more than one axis, or an entry is NaN or infinite.

    Examples
    --------
    >>> as_numbers([440, 880], "frequencies")
    array([440., 880.])
    """
    array = as_numeric_array(values, name)
    if array.ndim > 1 or array.size == 0:
        raise ValueError(f"{name} must be a number or a list of at least one number; got shape {array.shape}.")
    check_finite(np.atleast_1d(array), name)
    return array


def samples_of(seconds: float, sample_rate: float, name: str) -> int:
    """Convert a length in seconds to the nearest number of samples, and refuse a length of none.

    Parameters
    ----------
    seconds, sample_rate : float
        Length in s and samples per second, both above 0.
    name : str
        Name of the length, for messages.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If the nearest number is 0.

    Examples
    --------
    >>> samples_of(0.025, 16000.0, "window_seconds")
    400
    """
    samples = seconds * sample_rate
    if samples <= 0.5:
        raise ValueError(
            f"{name} must be at least one sample; got {seconds:g} s, {samples:g} samples at sample_rate = {sample_rate:g}."
        )
    return round(min(samples, 2.0**80))  # the product may be infinite
