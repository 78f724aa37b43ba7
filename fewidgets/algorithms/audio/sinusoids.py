"""Sounds as samples, and as sums of sinusoids (section 9.2.4). Frequencies are in Hz, times in s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_number
from .._numerics.arrays import as_numeric_array, check_finite, frozen
from .._numerics.memory import check_size
from .._numerics.tolerances import LARGEST_VALUE


@dataclass(frozen=True, eq=False)
class Sinusoids:
    """A sound that is a sum of sinusoids, and its parts.

    Attributes
    ----------
    sample_rate : float
        Samples a second.
    frequencies, amplitudes, phases : NDArray, shape (K,), float64
        Of each sinusoid: in Hz, in the units of the signal, in radians.
    times : NDArray, shape (T,), float64
        When each sample is taken, in s.
    signal : NDArray, shape (T,), float64
        The sum.

    Examples
    --------
    >>> sinusoids([1.0, 2.0], sample_rate=8, duration=0.5).signal.round(2)
    array([ 0.  ,  1.71,  1.  , -0.29])
    """

    sample_rate: float
    frequencies: NDArray[np.float64]
    amplitudes: NDArray[np.float64]
    phases: NDArray[np.float64]
    times: NDArray[np.float64]
    signal: NDArray[np.float64]

    @property
    def parts(self) -> NDArray[np.float64]:
        """Each sinusoid by itself, shape (K, T), in the order given; worked out when asked for.

        Examples
        --------
        >>> sum_of_two = sinusoids([1.0, 2.0], [1.0, 0.5], sample_rate=8, duration=0.5)
        >>> sum_of_two.parts.round(2)
        array([[ 0.  ,  0.71,  1.  ,  0.71],
               [ 0.  ,  0.5 ,  0.  , -0.5 ]])
        """
        check_size("parts", (len(self.frequencies), len(self.times)), (len(self.frequencies), len(self.times)))
        return np.stack([_wave(self.times, *one) for one in zip(self.frequencies, self.amplitudes, self.phases, strict=True)])


def sinusoids(
    frequencies: ArrayLike,
    amplitudes: ArrayLike = 1.0,
    phases: ArrayLike = 0.0,
    *,
    sample_rate: float = 8000.0,
    duration: float = 1.0,
) -> Sinusoids:
    """Add up sinusoids a · sin(2π f t + φ).

    Parameters
    ----------
    frequencies : array-like, scalar or shape (K,)
        Frequencies f in Hz, from 0 to half the sample rate: a higher one would sound as a lower one (aliasing).
    amplitudes : array-like, scalar or shape (K,)
        Amplitudes a, in the units of the signal; one number is every sinusoid's.
    phases : array-like, scalar or shape (K,)
        Phases φ in radians; one number is every sinusoid's.
    sample_rate : float
        Samples a second.
    duration : float
        Length in s, rounded to whole samples, of which there must be at least one.

    Returns
    -------
    Sinusoids

    Raises
    ------
    TypeError
        If anything but real numbers is given.
    ValueError
        If a number is NaN or infinite, a frequency is negative or above half the sample rate, the numbers of
        frequencies, amplitudes and phases do not fit, sample rate or duration is not above 0, or the samples would need too
        much memory.

    Notes
    -----
    Source: section 9.2.4, Figure 9.12 (left panel). `spectrum` is the way back.

    Examples
    --------
    >>> sound = sinusoids([440.0, 880.0], [1.0, 0.25], sample_rate=8000, duration=0.5)
    >>> sound.signal.shape, float(sound.times[-1])
    ((4000,), 0.499875)
    """
    rate = as_number(sample_rate, "sample_rate", positive=True)
    seconds = as_number(duration, "duration", positive=True)
    f = np.atleast_1d(as_numbers(frequencies, "frequencies"))
    wrong = f[(f < 0) | (f > rate / 2 * (1 + 1e-12))]  # a spectrum's last frequency is that up to rounding
    if wrong.size:
        raise ValueError(
            f"frequencies holds {wrong[0]:g} Hz; wanted 0 to {rate / 2:g} Hz, half of sample_rate: above it a sinusoid "
            "looks like a lower one"
        )
    a, phi = (_one_each(values, name, len(f)) for values, name in ((amplitudes, "amplitudes"), (phases, "phases")))
    T = samples_of(seconds, rate, "duration")
    check_size("duration × sample_rate", T, (T,))
    times = np.arange(T) / rate
    signal = np.zeros(len(times))
    for one in zip(f, a, phi, strict=True):
        signal += _wave(times, *one)
    return Sinusoids(rate, *(frozen(array) for array in (f.copy(), a, phi, times, signal)))


def _wave(times: NDArray[np.float64], frequency: float, amplitude: float, phase: float) -> NDArray[np.float64]:
    wave = times * (2 * np.pi * frequency)
    wave += phase
    np.sin(wave, out=wave)
    wave *= amplitude
    return wave


def _one_each(values: ArrayLike, name: str, K: int) -> NDArray[np.float64]:
    array = as_numbers(values, name)
    if array.ndim == 1 and len(array) != K:
        raise ValueError(f"{name} has shape {array.shape}; wanted one number, or ({K},): one a frequency")
    return np.broadcast_to(array, (K,)).copy()


def as_numbers(values: Any, name: str) -> NDArray[np.float64]:
    """Check one finite number or a list of them.

    Parameters
    ----------
    values : array-like, scalar or shape (K,)
    name : str
        What the caller calls this argument.

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
    >>> as_numbers([440, np.nan], "frequencies")
    Traceback (most recent call last):
    ...
    ValueError: frequencies must not contain NaN; found one in row 1. Impute or drop it first.
    """
    array = as_numeric_array(values, name)
    if array.ndim > 1 or array.size == 0:
        raise ValueError(f"{name} has shape {array.shape}; wanted one number or a list (K,) of them, K ≥ 1")
    check_finite(np.atleast_1d(array), name)
    return array


def samples_of(seconds: float, sample_rate: float, name: str) -> int:
    """Give a length in whole samples, the nearest to it, and refuse one of none.

    Parameters
    ----------
    seconds, sample_rate : float
        Length in s and samples a second, both above 0.
    name : str
        What the caller calls the length.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If the nearest is 0.

    Examples
    --------
    >>> samples_of(0.025, 16000.0, "window_seconds")
    400
    """
    samples = seconds * sample_rate
    if samples <= 0.5:
        raise ValueError(
            f"{name} is {seconds:g} s, {samples:g} samples at sample_rate = {sample_rate:g}; wanted at least one sample"
        )
    return round(min(samples, 2.0**80))  # the product may be infinite


def as_signal(signal: Any, name: str = "signal") -> NDArray[np.float64]:
    """Check the samples of one sound, or of several of equal length.

    Parameters
    ----------
    signal : array-like, shape (T,) or (P, T)
        Samples.
    name : str
        What the caller calls this argument.

    Returns
    -------
    NDArray, shape (T,) or (P, T), float64

    Raises
    ------
    TypeError
        If entries are not real numbers.
    ValueError
        If the shape is wrong, there are no samples, an entry is NaN, infinite or too large, or the channels of one
        sound stand in columns.

    Examples
    --------
    >>> as_signal(np.zeros((8000, 2)))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: signal has shape (8000, 2), which looks like channels in columns; wanted (T,) or (P, T): signal.mean(axis=1)...
    """
    array = as_numeric_array(signal, name)
    if array.ndim not in (1, 2):
        raise ValueError(f"{name} has shape {array.shape}; wanted (T,), samples of one sound, or (P, T), of several")
    if array.size == 0:
        raise ValueError(f"{name} has shape {array.shape}; wanted at least one sample")
    if array.ndim == 2 and array.shape[1] <= 2 < array.shape[0]:
        raise ValueError(
            f"{name} has shape {array.shape}, which looks like channels in columns; wanted (T,) or (P, T): "
            f"{name}.mean(axis=1) mixes them to one"
        )
    if array.max() <= LARGEST_VALUE and array.min() >= -LARGEST_VALUE:  # false for NaN too
        return array
    where = np.argwhere(~(np.abs(array) <= LARGEST_VALUE))[0]
    value = array[tuple(where)]
    place = f"sample {where[-1]}" + (f" of sound {where[0]}" if array.ndim == 2 else "")
    seen = "a NaN" if np.isnan(value) else "an infinite value" if np.isinf(value) else f"{value:g}"
    raise ValueError(f"{name} holds {seen} in {place}; wanted finite numbers within ±{LARGEST_VALUE:g}")
