"""Sounds as sums of sinusoids (section 9.2.4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_number
from .._numerics.memory import check_size
from .._numerics.trace import Trace
from .._numerics.types import Array
from .samples import SAME_FREQUENCY, as_numbers, samples_of


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
        Frequencies f in Hz, from 0 to half the sample rate. A higher one would sound like a lower one (aliasing).
    amplitudes : array-like, scalar or shape (K,)
        Amplitudes a, in the units of the signal. A single number applies to all sinusoids.
    phases : array-like, scalar or shape (K,)
        Phases φ in radians. A single number applies to all sinusoids.
    sample_rate : float
        Samples per second.
    duration : float
        Length in s, rounded to whole samples, at least one.

    Returns
    -------
    Sinusoids

    Raises
    ------
    TypeError, ValueError
        If a number is not finite or out of range, or frequencies, amplitudes and phases differ in number.

    Notes
    -----
    Source: section 9.2.4, Figure 9.12 (left panel). `spectrum` finds the sinusoids again.

    Examples
    --------
    >>> sound = sinusoids([440.0, 880.0], [1.0, 0.25], sample_rate=8000, duration=0.5)
    >>> sound.signal.shape, float(sound.times[-1])
    ((4000,), 0.499875)
    """
    rate = as_number(sample_rate, "sample_rate", positive=True)
    seconds = as_number(duration, "duration", positive=True)
    f = np.atleast_1d(as_numbers(frequencies, "frequencies"))
    wrong = f[(f < 0) | (f > rate / 2 * (1 + SAME_FREQUENCY))]
    if wrong.size:
        raise ValueError(
            f"frequencies must be from 0 to {rate / 2:g} Hz, half of sample_rate; got {wrong[0]:g} Hz. A higher sinusoid has "
            "the same samples as a lower one."
        )
    a, phi = _one_each(amplitudes, "amplitudes", len(f)), _one_each(phases, "phases", len(f))
    T = samples_of(seconds, rate, "duration")
    check_size("duration × sample_rate", T, (T,))
    times = np.arange(T) / rate
    signal = np.zeros(T)
    for frequency, amplitude, phase in zip(f, a, phi, strict=True):
        signal += _sinusoid(times, frequency, amplitude, phase)
    return Sinusoids(rate, f.copy(), a, phi, times, signal)


def _sinusoid(times: Array, frequency: float, amplitude: float, phase: float) -> Array:
    return amplitude * np.sin(2 * np.pi * frequency * times + phase)


def _one_each(values: ArrayLike, name: str, K: int) -> Array:
    array = as_numbers(values, name)
    if array.ndim == 1 and len(array) != K:
        raise ValueError(f"{name} must be one number or {K}, one per frequency; got shape {array.shape}.")
    return np.broadcast_to(array, (K,)).copy()


class Sinusoids(Trace):
    """A sound that is a sum of sinusoids, as made by `sinusoids`.

    Attributes
    ----------
    sample_rate : float
        Samples per second.
    frequencies, amplitudes, phases : NDArray, shape (K,), float64
        Of each sinusoid: in Hz, in the units of the signal, in radians.
    times : NDArray, shape (T,), float64
        Time of each sample, in s.
    signal : NDArray, shape (T,), float64
        The sum.

    Examples
    --------
    >>> sinusoids([1.0, 2.0], sample_rate=8, duration=0.5).signal.round(2)
    array([ 0.  ,  1.71,  1.  , -0.29])
    """

    sample_rate: float
    frequencies: Array
    amplitudes: Array
    phases: Array
    times: Array
    signal: Array

    @property
    def parts(self) -> Array:
        """Each sinusoid, shape (K, T), in the order given. They are computed when requested."""
        shape = (len(self.frequencies), len(self.times))
        check_size("parts", shape, shape)
        each = zip(self.frequencies, self.amplitudes, self.phases, strict=True)
        return np.stack([_sinusoid(self.times, *one) for one in each])
