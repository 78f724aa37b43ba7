"""Spectrograms: the spectra of short overlapping windows of a sound (section 9.2.4)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count, as_number
from .._numerics.blocks import row_blocks
from .._numerics.memory import check_size
from .._numerics.trace import Trace
from .._numerics.types import Array
from .decibels import decibels
from .samples import as_numbers, as_signal, samples_of
from .spectrum import WindowName, as_window, unpaired

# In s, a common length for speech, and as a share of the window.
DEFAULT_WINDOW_SECONDS = 0.025
DEFAULT_HOP = 0.4


def spectrogram(
    signal: ArrayLike,
    sample_rate: float,
    *,
    window: WindowName | ArrayLike = "hann",
    window_seconds: float | None = None,
    hop_seconds: float | None = None,
) -> Spectrogram:
    """Cut a sound into overlapping windows, and compute the spectrum of each.

    Each window of samples is multiplied by a curve that fades in and out, so that the jumps at its ends do not show up at all
    frequencies. The amplitudes of its Fourier transform are one row of the spectrogram.

    Parameters
    ----------
    signal : array-like, shape (T,) or (P, T)
        Samples of one sound, or of several of equal length, in rows.
    sample_rate : float
        Samples per second.
    window : {"hann", "hamming", "blackman", "rectangular"} or array-like, shape (L,)
        Factors for the samples of each window.
    window_seconds : float, optional
        Length of a window in s, rounded to whole samples L. The default of 0.025 is common for speech.
    hop_seconds : float, optional
        Time from the start of one window to the next in s, rounded to whole samples. By default 0.4 of the window.

    Returns
    -------
    Spectrogram

    Raises
    ------
    TypeError, ValueError
        If a number is not finite or out of range, or the signal is shorter than one window.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.spectrogram`.

    Source: section 9.2.4, Figure 9.13.

    Examples
    --------
    >>> sound = 3 * np.cos(2 * np.pi * 1000 * np.arange(8000) / 8000)
    >>> found = spectrogram(sound, 8000, window_seconds=0.02, hop_seconds=0.01)
    >>> found.values.shape, float(found.frequencies[20]), found.values[:2, 20].round(9)
    ((99, 81), 1000.0, array([3., 3.]))
    """
    samples = as_signal(signal)
    rate = as_number(sample_rate, "sample_rate", positive=True)
    T = samples.shape[-1]
    weights = _as_window_of(window, window_seconds, rate, T)
    L = len(weights)
    hop = _as_hop(hop_seconds, L, rate)
    sounds = samples.reshape(-1, T)
    shape = (len(sounds), (T - L) // hop + 1, L // 2 + 1)
    if hop_seconds is not None:
        check_size("hop_seconds", hop_seconds, shape)

    values = np.empty(shape)
    scaled = weights * (2 / weights.sum())
    step = min(hop, T)  # a hop beyond the end leaves one window
    for sound, spectra in zip(sounds, values, strict=True):
        windows = sliding_window_view(sound, L)[::step]
        for rows in row_blocks(windows.shape):
            spectra[rows] = np.abs(np.fft.rfft(windows[rows] * scaled, axis=1))
    unpaired(values, L)[...] /= 2

    times = (np.arange(shape[1]) * step + L / 2) / rate
    frequencies = np.arange(L // 2 + 1, dtype=np.float64) * (rate / L)
    values = values.reshape((*samples.shape[:-1], *shape[1:]))
    return Spectrogram(rate, weights, hop, times, frequencies, values)


def _as_window_of(window: Any, seconds: Any, rate: float, T: int) -> Array:
    """Return the window for a signal of T samples."""
    if isinstance(window, str):
        length = DEFAULT_WINDOW_SECONDS if seconds is None else as_number(seconds, "window_seconds", positive=True)
        L = samples_of(length, rate, "window_seconds")
        check_size("sample_rate" if seconds is None else "window_seconds", rate if seconds is None else seconds, (L,))
    else:
        if seconds is not None:
            raise ValueError(f"window_seconds must not be given together with the samples of a window; got {seconds!r}.")
        L = as_numbers(window, "window").size
    if L > T:
        raise ValueError(
            f"signal must have at least {L} samples, one window; got {T} samples, {T / rate:g} s. Make window_seconds "
            "shorter, or check sample_rate."
        )
    return as_window(window, L)


def _as_hop(seconds: Any, length: int, rate: float) -> int:
    if seconds is None:
        return max(1, round(DEFAULT_HOP * length))
    return samples_of(as_number(seconds, "hop_seconds", positive=True), rate, "hop_seconds")


class Spectrogram(Trace):
    """The spectra of a sound's windows, as computed by `spectrogram`. The first axis P is absent for one sound.

    Attributes
    ----------
    sample_rate : float
        Samples per second.
    window : NDArray, shape (L,), float64
        Factors for the samples of each window.
    hop : int
        Samples from the start of one window to the next.
    times : NDArray, shape (W,), float64
        Middle of each window, in s.
    frequencies : NDArray, shape (F,), float64
        F = L // 2 + 1 frequencies in Hz, from 0 in steps of sample_rate / L.
    values : NDArray, shape (P, W, F), float64
        Strength of each frequency in each window, in the units of the signal.

    Examples
    --------
    >>> found = spectrogram(np.sin(2 * np.pi * np.arange(1000) / 10), 1000, window_seconds=0.1, hop_seconds=0.05)
    >>> found.values.shape, float(found.frequencies[found.values[0].argmax()]), found.times[:3]
    ((19, 51), 100.0, array([0.05, 0.1 , 0.15]))
    """

    sample_rate: float
    window: Array
    hop: int
    times: Array
    frequencies: Array
    values: Array

    def decibels(self, floor: float = -80.0) -> Array:
        """Return the values in decibels relative to the largest of all, as pictures show them."""
        return decibels(self.values, floor)

    def samples(self, window: int) -> slice:
        """Return the samples of one window, as a slice of the signal."""
        first = as_count(window, "window", 0, len(self.times) - 1, "windows are numbered from 0") * self.hop
        return slice(first, first + len(self.window))
