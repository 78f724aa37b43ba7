"""Spectra of short overlapping windows of a sound: its spectrogram (section 9.2.4). Frequencies in Hz, times in s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count, as_number
from .._numerics.arrays import frozen
from .._numerics.memory import check_size
from .sinusoids import as_numbers, as_signal, samples_of
from .spectrum import WindowName, as_window, unpaired

Scaling = Literal["amplitude", "power", "density"]
SCALINGS = ("amplitude", "power", "density")
DEFAULT_WINDOW_SECONDS = 0.025
# Samples of all windows that are transformed at once: few enough to stay in a processor's cache.
SAMPLES_AT_ONCE = 2**16


@dataclass(frozen=True, eq=False)
class Spectrogram:
    """The spectra of a sound's windows. The first axis P is absent for one sound.

    Attributes
    ----------
    sample_rate : float
        Samples a second.
    scaling : str
        As given to `spectrogram`.
    window : NDArray, shape (L,), float64
        What each window's samples were multiplied by.
    hop : int
        Samples from the start of one window to the next.
    times : NDArray, shape (W,), float64
        Middle of each window, in s.
    frequencies : NDArray, shape (F,), float64
        F = L // 2 + 1 frequencies in Hz, from 0 in steps of sample_rate / L.
    values : NDArray, shape (P, W, F), float64
        Strength of each frequency in each window, in the units that `scaling` says. Windows stand in rows, as
        examples do: a picture with the time running to the right shows `values.T`.

    Examples
    --------
    >>> found = spectrogram(np.sin(2 * np.pi * np.arange(1000) / 10), 1000, window_seconds=0.1, hop_seconds=0.05)
    >>> found.values.shape, float(found.frequencies[found.values[0].argmax()]), found.times[:3]
    ((19, 51), 100.0, array([0.05, 0.1 , 0.15]))
    """

    sample_rate: float
    scaling: Scaling
    window: NDArray[np.float64]
    hop: int
    times: NDArray[np.float64]
    frequencies: NDArray[np.float64]
    values: NDArray[np.float64]

    def decibels(self, floor: float = -80.0) -> NDArray[np.float64]:
        """Give the values in decibels below the strongest of all, as pictures show them.

        Parameters
        ----------
        floor : float
            What is weaker, silence too, is shown as this: below 0.

        Returns
        -------
        NDArray, shape (P, W, F), float64
            From `floor` to 0.

        Raises
        ------
        TypeError, ValueError
            If `floor` is no finite number below 0.

        Examples
        --------
        >>> sound = np.r_[np.zeros(8), np.tile([1.0, -1.0], 4), np.tile([0.1, -0.1], 4)]
        >>> spectrogram(sound, 8, window="rectangular", window_seconds=1.0, hop_seconds=1.0).decibels()[:, 4].round(9)
        array([-80.,   0., -20.])
        """
        return decibels(self.values, floor, power=self.scaling != "amplitude")

    def samples(self, window: int) -> slice:
        """Give the samples of one window, as a slice of the signal.

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


def spectrogram(
    signal: ArrayLike,
    sample_rate: float,
    *,
    window: WindowName | ArrayLike = "hann",
    window_seconds: float | None = None,
    hop_seconds: float | None = None,
    scaling: Scaling = "amplitude",
) -> Spectrogram:
    """Cut a sound into overlapping windows, and take the spectrum of each.

    Parameters
    ----------
    signal : array-like, shape (T,) or (P, T)
        Samples of one sound, or of several of equal length, in rows.
    sample_rate : float
        Samples a second.
    window : {"hann", "hamming", "blackman", "rectangular"} or array-like, shape (L,)
        What each window's samples are multiplied by.
    window_seconds : float, optional
        Length of a window in s, rounded to whole samples L: 0.025 where not given, as is common for speech. Not
        to be given with a window of one's own, whose length it is.
    hop_seconds : float, optional
        From the start of one window to the next in s, rounded to whole samples; 0.4 of the window where not given.
        Samples at the end that fill no further window are left out.
    scaling : {"amplitude", "power", "density"}
        What the values mean, for a sinusoid of amplitude a at one of the frequencies: its amplitude a, in the
        units of the signal u; its power a²/2, in u²; or power a Hz, in u²/Hz, which suits noise.

    Returns
    -------
    Spectrogram

    Raises
    ------
    TypeError
        If anything but real numbers is given.
    ValueError
        If a shape is wrong, a number is NaN or infinite, the channels of a sound stand in columns, a length is not
        above 0, the signal is shorter than one window, both a window and its length are given, a name is unknown, or a
        length would need too much memory.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.spectrogram`.

    Source: section 9.2.4, Figure 9.13. With X the discrete Fourier transform of samples · window, the values are
    2 |X| / Σ window (amplitude), 2 |X|² / (Σ window)² (power) or 2 |X|² / (sample_rate · Σ window²) (density); the
    last two only once, and the first half, at 0 Hz and at half the sample rate, which have no mirror image.
    `scipy.signal.spectrogram(..., detrend=False)` gives `values.T` as "density" or, with its
    scaling="spectrum", as "power". By default it first subtracts each window's mean, which empties 0 Hz and, with
    a tapered window, changes its neighbours; its default window is Tukey's, of 256 samples. A signal shorter than
    the window is refused here, where SciPy shortens the window.

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
    kind = cast(Scaling, as_choice(scaling, "scaling", SCALINGS))
    stack = samples.reshape(-1, T)
    shape = (len(stack), (T - L) // hop + 1, L // 2 + 1)
    if hop_seconds is not None:
        check_size("hop_seconds", hop_seconds, shape)
    values = np.empty(shape)
    step = min(hop, T)  # a hop beyond the end leaves one window
    for sound, spectra in zip(stack, values, strict=True):
        _fill_with_spectra(spectra, sound, weights, step, rate, kind)
    times = (np.arange(shape[1]) * step + L / 2) / rate
    frequencies = np.arange(L // 2 + 1) * (rate / L)
    found = (weights, times, frequencies, values.reshape((*samples.shape[:-1], *values.shape[1:])))
    weights, times, frequencies, values = (frozen(array) for array in found)
    return Spectrogram(rate, kind, weights, hop, times, frequencies, values)


def _as_window_of(window: Any, seconds: Any, rate: float, T: int) -> NDArray[np.float64]:
    """Give the window for a signal of T samples, none of which is allocated before it is known to fit."""
    if isinstance(window, str):
        length = DEFAULT_WINDOW_SECONDS if seconds is None else as_number(seconds, "window_seconds", positive=True)
        L = samples_of(length, rate, "window_seconds")
        check_size("sample_rate" if seconds is None else "window_seconds", rate if seconds is None else seconds, (L,))
    else:
        if seconds is not None:
            raise ValueError(f"window_seconds is {seconds!r} beside a window of one's own; wanted one of the two")
        L = as_numbers(window, "window").size
    if L > T:
        raise ValueError(
            f"signal has {T} samples, {T / rate:g} s; wanted at least one window of {L}: make window_seconds shorter, "
            "or check sample_rate"
        )
    return as_window(window, L)


def _as_hop(seconds: Any, length: int, rate: float) -> int:
    if seconds is None:
        return max(1, round(0.4 * length))
    return samples_of(as_number(seconds, "hop_seconds", positive=True), rate, "hop_seconds")


def _fill_with_spectra(
    spectra: NDArray[np.float64],
    signal: NDArray[np.float64],
    window: NDArray[np.float64],
    hop: int,
    rate: float,
    scaling: Scaling,
) -> None:
    """Write the values of one sound's windows, a cacheful of windows at a time."""
    L = len(window)
    # The scale is put on the window, so that no further pass over the values is needed.
    gain = window.sum() if scaling != "density" else np.sqrt(rate * (window @ window))
    scaled = window * ((2 if scaling == "amplitude" else np.sqrt(2)) / gain)
    cuts = sliding_window_view(signal, L)[::hop]
    at_once = max(1, SAMPLES_AT_ONCE // L)
    tapered = np.empty((min(at_once, len(cuts)), L))
    for first in range(0, len(cuts), at_once):
        some = slice(first, first + at_once)
        cut = cuts[some]
        transform = np.fft.rfft(np.multiply(cut, scaled, out=tapered[: len(cut)]), axis=1)
        squares = transform.view(np.float64)
        squares *= squares
        np.add(squares[:, ::2], squares[:, 1::2], out=spectra[some])
        if scaling == "amplitude":
            np.sqrt(spectra[some], out=spectra[some])
    unpaired(spectra, L)[...] /= 2


def decibels(values: NDArray[np.float64], floor: Any, *, power: bool) -> NDArray[np.float64]:
    """Give strengths in decibels below the strongest, cut off at a floor.

    Parameters
    ----------
    values : NDArray, any shape, float64
        Strengths ≥ 0.
    floor : float
        Below 0.
    power : bool
        Whether the values are powers, 10 of which are 10 dB, or amplitudes, 10 of which are 20 dB.

    Returns
    -------
    NDArray, shape of `values`, float64

    Raises
    ------
    TypeError, ValueError
        If `floor` is no finite number below 0.

    Examples
    --------
    >>> decibels(np.array([0.0, 0.1, 1.0]), -60.0, power=True)
    array([-60., -10.,   0.])
    """
    lowest = as_number(floor, "floor")
    if lowest >= 0:
        raise ValueError(f"floor is {lowest:g}; wanted a number of decibels below 0")
    largest = values.max()
    if largest == 0:
        return np.full(values.shape, lowest)
    factor = 10 if power else 20
    relative = np.maximum(values / largest, 10 ** (lowest / factor))
    return np.maximum(factor * np.log10(relative), lowest)
