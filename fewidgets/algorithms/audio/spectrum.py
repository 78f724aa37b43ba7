"""The spectrum of a sound: the histogram of its frequencies (section 9.2.4)."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_number
from .._numerics.trace import Trace
from .._numerics.types import AnyArray, Array
from .samples import as_numbers, as_signal

WindowName = Literal["rectangular", "hann", "hamming", "blackman"]
# Coefficients of the cosines that oscillate 0, 1 and 2 times over the window, with alternating signs.
WINDOWS: dict[WindowName, tuple[float, ...]] = {
    "rectangular": (1.0,),
    "hann": (0.5, 0.5),
    "hamming": (0.54, 0.46),
    "blackman": (0.42, 0.5, 0.08),
}


def spectrum(signal: ArrayLike, sample_rate: float, *, window: WindowName | ArrayLike = "rectangular") -> Spectrum:
    """Compute the amplitude of each frequency in a sound.

    The sound is a sum of sinusoids that oscillate 0, 1, 2, … times while it lasts. The discrete Fourier transform finds their
    amplitudes and phases.

    Parameters
    ----------
    signal : array-like, shape (T,) or (P, T)
        Samples of one sound, or of several of equal length, in rows.
    sample_rate : float
        Samples per second.
    window : {"rectangular", "hann", "hamming", "blackman"} or array-like, shape (T,)
        Factors for the samples. With "rectangular", all 1, a frequency between two of the spectrum's leaks into all others.

    Returns
    -------
    Spectrum

    Raises
    ------
    TypeError, ValueError
        If a number is not finite or out of range, or the window is unknown.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.spectrum`.

    Source: section 9.2.4, Figure 9.12 (right panel). With X_k the discrete Fourier transform of signal · window, the amplitude
    is ``2 |X_k| / Σ window``. It is half of that at 0 Hz and at half the sample rate, which have no mirror image at negative
    frequencies.

    Examples
    --------
    >>> sound = 0.5 + 2 * np.sin(2 * np.pi * 3 * np.arange(16) / 16)
    >>> spectrum(sound, 16).amplitudes.round(9)
    array([0.5, 0. , 0. , 2. , 0. , 0. , 0. , 0. , 0. ])
    """
    samples = as_signal(signal)
    rate = as_number(sample_rate, "sample_rate", positive=True)
    T = samples.shape[-1]
    weights = as_window(window, T)
    transform = np.fft.rfft(samples * weights, axis=-1)
    amplitudes = np.abs(transform)
    amplitudes *= 2 / weights.sum()
    unpaired(amplitudes, T)[...] /= 2
    # The phase of the transform is that of a cosine, a quarter turn behind the sine's.
    phases = np.angle(1j * transform)
    return Spectrum(rate, weights, np.arange(T // 2 + 1) * (rate / T), amplitudes, phases)


def unpaired(values: AnyArray, T: int) -> AnyArray:
    """Return a view of the frequencies without a mirror image: 0, and half the sample rate if T is even."""
    return values[..., :: T // 2] if T % 2 == 0 else values[..., :1]


def as_window(window: Any, length: int) -> Array:
    """Return the samples of a named window, or check given ones."""
    if isinstance(window, str):
        coefficients = WINDOWS[as_choice(window, "window", tuple(WINDOWS))]
        if length == 1:
            return np.ones(1)  # Hann's formula would give 0
        turn = 2 * np.pi * np.arange(length) / length
        samples = np.zeros(length)
        for n, coefficient in enumerate(coefficients):
            samples += (-1) ** n * coefficient * np.cos(n * turn)
        return samples
    weights = as_numbers(window, "window")
    if weights.shape != (length,):
        names = ", ".join(map(repr, WINDOWS))
        raise ValueError(f"window must be one of {names}, or an array of {length} samples; got shape {weights.shape}.")
    if weights.sum() <= 0:
        raise ValueError(f"window must have a sum above 0; got {weights.sum():g}.")
    return weights.copy()


class Spectrum(Trace):
    """The sinusoids that a sound consists of, as found by `spectrum`. The first axis P is absent for one sound.

    Attributes
    ----------
    sample_rate : float
        Samples per second.
    window : NDArray, shape (T,), float64
        Factors for the samples.
    frequencies : NDArray, shape (F,), float64
        F = T // 2 + 1 frequencies in Hz, from 0 in steps of sample_rate / T to half the sample rate.
    amplitudes : NDArray, shape (P, F), float64
        Amplitude of each frequency, in the units of the signal: a for a sinusoid a · sin(2π f t + φ) of that frequency.
    phases : NDArray, shape (P, F), float64
        Phase φ of each frequency as in `sinusoids`, in radians, −π to π.

    Examples
    --------
    >>> found = spectrum([0.0, 3.0, 0.0, -3.0], 4)
    >>> found.frequencies, found.amplitudes.round(9)
    (array([0., 1., 2.]), array([0., 3., 0.]))
    """

    sample_rate: float
    window: Array
    frequencies: Array
    amplitudes: Array
    phases: Array
