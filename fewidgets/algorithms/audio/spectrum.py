"""The histogram of a sound's frequencies: its spectrum (section 9.2.4). Frequencies are in Hz, times in s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_number
from .._numerics.arrays import frozen
from .sinusoids import as_numbers, as_signal

WindowName = Literal["rectangular", "hann", "hamming", "blackman"]
# Coefficients of the cosines of 0, 1 and 2 turns over the window, with alternating signs.
WINDOWS = {
    "rectangular": (1.0,),
    "hann": (0.5, 0.5),
    "hamming": (0.54, 0.46),
    "blackman": (0.42, 0.5, 0.08),
}


@dataclass(frozen=True, eq=False)
class Spectrum:
    """The sinusoids that `spectrum` found a sound to be made of. The first axis P is absent for one sound.

    Attributes
    ----------
    sample_rate : float
        Samples a second.
    window : NDArray, shape (T,), float64
        What the samples were multiplied by.
    frequencies : NDArray, shape (F,), float64
        F = T // 2 + 1 frequencies in Hz, from 0 in steps of sample_rate / T to half the sample rate.
    amplitudes : NDArray, shape (P, F), float64
        Strength of each, in the units of the signal: a sinusoid a · sin(2π f t + φ) with one of these f shows a.
    phases : NDArray, shape (P, F), float64
        Phase φ of each as in `sinusoids`, in radians, −π to π; rounding where the amplitude is 0.

    Examples
    --------
    >>> found = spectrum([0.0, 3.0, 0.0, -3.0], 4)
    >>> found.frequencies, found.amplitudes.round(9)
    (array([0., 1., 2.]), array([0., 3., 0.]))
    """

    sample_rate: float
    window: NDArray[np.float64]
    frequencies: NDArray[np.float64]
    amplitudes: NDArray[np.float64]
    phases: NDArray[np.float64]


def spectrum(signal: ArrayLike, sample_rate: float, *, window: WindowName | ArrayLike = "rectangular") -> Spectrum:
    """One-sided amplitude spectrum: how strong each frequency is in a sound.

    Parameters
    ----------
    signal : array-like, shape (T,) or (P, T)
        Samples of one sound, or of several of equal length, in rows.
    sample_rate : float
        Samples a second.
    window : {"rectangular", "hann", "hamming", "blackman"} or array-like, shape (T,)
        What the samples are multiplied by. Without one ("rectangular"), a frequency between two of the
        spectrum's leaks into all others; a window keeps it to its neighbours, and makes each peak wider.

    Returns
    -------
    Spectrum

    Raises
    ------
    TypeError
        If anything but real numbers is given.
    ValueError
        If a shape is wrong, a number is NaN or infinite, the channels of a sound stand in columns, the sample rate is
        not above 0, the window's name is unknown, or its samples sum to 0 or less.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.spectrum`.

    Source: section 9.2.4, Figure 9.12 (right panel). With X_k the discrete Fourier transform of signal · window, the
    amplitude is 2 |X_k| / Σ window; half of it at 0 Hz and at half the sample rate, which have no mirror image
    at negative frequencies. Nothing is subtracted before: the amplitude at 0 Hz is the size of the mean.
    Without a window `sinusoids` adds frequencies, amplitudes and phases up to the signal again, and
    mean(signal²) = amplitude(0)² + Σ amplitude² / 2, with the last term whole where T is even (Parseval).

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
    # The transform's phase is that of a cosine, a quarter turn behind the sine's.
    phases = np.angle(1j * transform)
    return Spectrum(rate, *(frozen(array) for array in (weights, np.arange(T // 2 + 1) * (rate / T), amplitudes, phases)))


def unpaired(values: NDArray[Any], T: int) -> NDArray[Any]:
    """Give a view of the frequencies without a mirror image: 0, and half the sample rate where T is even.

    Parameters
    ----------
    values : NDArray, shape (…, F)
        One value a frequency of the transform of T samples.
    T : int
        Number of samples.

    Returns
    -------
    NDArray, shape (…, 1 or 2)

    Examples
    --------
    >>> unpaired(np.arange(4), 6), unpaired(np.arange(4), 7), unpaired(np.arange(1), 1)
    (array([0, 3]), array([0]), array([0]))
    """
    return values[..., :: T // 2] if T % 2 == 0 else values[..., :1]


def as_window(window: Any, length: int) -> NDArray[np.float64]:
    """Give the samples of a window by name, or check those given.

    Parameters
    ----------
    window : str or array-like, shape (length,)
        Named windows are the periodic ones: their first sample would follow the last again.
    length : int
        Number of samples.

    Returns
    -------
    NDArray, shape (length,), float64

    Raises
    ------
    TypeError
        If the entries given are not real numbers.
    ValueError
        If the name is unknown, the shape is wrong, or the entries sum to 0 or less.

    Examples
    --------
    >>> as_window("hann", 4)
    array([0. , 0.5, 1. , 0.5])
    """
    if isinstance(window, str):
        shares = WINDOWS[as_choice(window, "window", tuple(WINDOWS))]
        turn = 2 * np.pi * np.arange(length) / length
        # One sample cannot be tapered: it is kept whole, where Hann's formula would give 0.
        return np.ones(1) if length == 1 else sum((-1) ** n * share * np.cos(n * turn) for n, share in enumerate(shares))
    weights = as_numbers(window, "window")
    if weights.shape != (length,):
        raise ValueError(f"window has shape {weights.shape}; wanted ({length},), or one of {', '.join(map(repr, WINDOWS))}")
    if weights.sum() <= 0:
        raise ValueError(f"window sums to {weights.sum():g}; wanted a sum above 0")
    return weights.copy()
