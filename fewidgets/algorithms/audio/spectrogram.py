"""Spectrograms: the spectra of short overlapping windows of a sound (section 9.2.4). Frequencies are in Hz, times in s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_count, as_number
from .._numerics.arrays import frozen
from .._numerics.blocks import row_blocks
from .._numerics.memory import check_size
from .._numerics.types import Array
from .decibels import decibels
from .samples import as_numbers, as_signal, samples_of
from .spectrum import WindowName, as_window, unpaired

Scaling = Literal["amplitude", "power", "density"]
SCALINGS: tuple[Scaling, ...] = ("amplitude", "power", "density")
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
    scaling: Scaling = "amplitude",
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
        Length of a window in s, rounded to whole samples L. The default of 0.025 is common for speech. Do not give it together
        with the samples of a window, which have a length already.
    hop_seconds : float, optional
        Time from the start of one window to the next in s, rounded to whole samples. By default 0.4 of the window. Samples at
        the end that do not fill a window are left out.
    scaling : {"amplitude", "power", "density"}
        What the values are for a sinusoid of amplitude a at one of the frequencies: its amplitude a, in the units of the
        signal u; its power a²/2, in u²; or its power per Hz, in u²/Hz, which suits noise.

    Returns
    -------
    Spectrogram

    Raises
    ------
    TypeError
        If anything but real numbers is given.
    ValueError
        If a shape is wrong, a number is NaN or infinite, the columns look like the channels of one sound, a length is not
        above 0, the signal is shorter than one window, the samples of a window and its length are both given, a name is
        unknown, or a length would need too much memory.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.spectrogram`.

    Source: section 9.2.4, Figure 9.13. With X the discrete Fourier transform of samples · window, the values are
    2 |X| / Σ window (amplitude), 2 |X|² / (Σ window)² (power) or 2 |X|² / (sample_rate · Σ window²) (density). They are half
    of that at 0 Hz and at half the sample rate, which have no mirror image at negative frequencies.

    `scipy.signal.spectrogram(..., detrend=False)` returns `values.T` as "density" or, with its scaling="spectrum", as "power".
    By default it first subtracts the mean of each window, which removes 0 Hz and, with a tapered window, changes its
    neighbours. Its default window is Tukey's, of 256 samples. If the signal is shorter than the window, SciPy shortens the
    window, and we raise an error.

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
    kind = as_choice(scaling, "scaling", SCALINGS)
    sounds = samples.reshape(-1, T)
    shape = (len(sounds), (T - L) // hop + 1, L // 2 + 1)
    if hop_seconds is not None:
        check_size("hop_seconds", hop_seconds, shape)

    values = np.empty(shape)
    scaled = weights * _scale(weights, rate, kind)
    step = min(hop, T)  # a hop beyond the end leaves one window
    for sound, spectra in zip(sounds, values, strict=True):
        windows = sliding_window_view(sound, L)[::step]
        for rows in row_blocks(windows.shape):
            spectra[rows] = np.abs(np.fft.rfft(windows[rows] * scaled, axis=1))
    if kind != "amplitude":
        values *= values
    unpaired(values, L)[...] /= 2

    times = (np.arange(shape[1]) * step + L / 2) / rate
    frequencies = np.arange(L // 2 + 1) * (rate / L)
    values = values.reshape((*samples.shape[:-1], *shape[1:]))
    return Spectrogram(rate, kind, frozen(weights), hop, frozen(times), frozen(frequencies), frozen(values))


def _scale(weights: Array, rate: float, scaling: Scaling) -> float:
    """Return the factor on the window that gives amplitudes, or the root of powers or densities."""
    if scaling == "amplitude":
        return float(2 / weights.sum())
    if scaling == "power":
        return float(np.sqrt(2) / weights.sum())
    return float(np.sqrt(2 / (rate * (weights @ weights))))


def _as_window_of(window: Any, seconds: Any, rate: float, T: int) -> Array:
    """Return the window for a signal of T samples. Check that it fits before allocating it."""
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


@dataclass(frozen=True, eq=False)
class Spectrogram:
    """The spectra of a sound's windows, as computed by `spectrogram`. The first axis P is absent for one sound.

    Attributes
    ----------
    sample_rate : float
        Samples per second.
    scaling : str
        As given to `spectrogram`.
    window : NDArray, shape (L,), float64
        Factors for the samples of each window.
    hop : int
        Samples from the start of one window to the next.
    times : NDArray, shape (W,), float64
        Middle of each window, in s.
    frequencies : NDArray, shape (F,), float64
        F = L // 2 + 1 frequencies in Hz, from 0 in steps of sample_rate / L.
    values : NDArray, shape (P, W, F), float64
        Strength of each frequency in each window, in the units of `scaling`. Windows are rows, as examples are. Pictures with
        time running to the right show `values.T`.

    Examples
    --------
    >>> found = spectrogram(np.sin(2 * np.pi * np.arange(1000) / 10), 1000, window_seconds=0.1, hop_seconds=0.05)
    >>> found.values.shape, float(found.frequencies[found.values[0].argmax()]), found.times[:3]
    ((19, 51), 100.0, array([0.05, 0.1 , 0.15]))
    """

    sample_rate: float
    scaling: Scaling
    window: Array
    hop: int
    times: Array
    frequencies: Array
    values: Array

    def decibels(self, floor: float = -80.0) -> Array:
        """Return the values in decibels relative to the largest of all, as pictures show them.

        Parameters
        ----------
        floor : float
            Lowest level, below 0. Weaker values, including silence, are raised to it.

        Returns
        -------
        NDArray, shape (P, W, F), float64
            From `floor` to 0.

        Raises
        ------
        TypeError, ValueError
            If `floor` is not a finite number below 0.

        Examples
        --------
        >>> sound = np.r_[np.zeros(8), np.tile([1.0, -1.0], 4), np.tile([0.1, -0.1], 4)]
        >>> spectrogram(sound, 8, window="rectangular", window_seconds=1.0, hop_seconds=1.0).decibels()[:, 4].round(9)
        array([-80.,   0., -20.])
        """
        return decibels(self.values, floor, power=self.scaling != "amplitude")

    def samples(self, window: int) -> slice:
        """Return the samples of one window, as a slice of the signal.

        Parameters
        ----------
        window : int
            Number of the window, 0 to W − 1.

        Returns
        -------
        slice

        Raises
        ------
        TypeError, ValueError
            If there is no such window.

        Examples
        --------
        >>> spectrogram(np.zeros(1000), 1000, window_seconds=0.1, hop_seconds=0.05).samples(2)
        slice(100, 200, None)
        """
        first = as_count(window, "window", 0, len(self.times) - 1, "windows are numbered from 0") * self.hop
        return slice(first, first + len(self.window))
