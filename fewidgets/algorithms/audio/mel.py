"""Bands of frequencies spaced as the ear hears them, and spectrograms in these bands (section 9.2.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count, as_number
from .._numerics.arrays import frozen
from .._numerics.memory import check_size
from .sinusoids import as_numbers
from .spectrogram import Spectrogram, WindowName, decibels, spectrogram

Norm = Literal["peak", "area"]
NORMS = ("peak", "area")


def hz_to_mel(frequencies: ArrayLike) -> NDArray[np.float64] | np.float64:
    """Pitch in mel of frequencies in Hz: equal steps sound equally far apart.

    Parameters
    ----------
    frequencies : array-like, scalar or shape (K,)
        In Hz, 0 or more.

    Returns
    -------
    float64 or NDArray, shape (K,), float64
        2595 log₁₀(1 + f / 700), in mel.

    Raises
    ------
    TypeError
        If an entry is no real number.
    ValueError
        If one is negative, NaN or infinite, or there are none.

    Notes
    -----
    Source: section 9.2.4 speaks of emphasizing what the human ear hears best, without a formula. This one is
    O'Shaughnessy's (1987), as in the speech toolkit HTK, by which 1000 Hz are 1000 mel; Slaney's scale, librosa's default, is
    another: linear up to 1000 Hz.

    Examples
    --------
    >>> hz_to_mel([0, 700, 1000]).round(2)
    array([  0.  , 781.17, 999.99])
    """
    return _mel(_not_negative(frequencies, "frequencies"))[()]


def mel_to_hz(mels: ArrayLike) -> NDArray[np.float64] | np.float64:
    """Frequencies in Hz of pitches in mel.

    Parameters
    ----------
    mels : array-like, scalar or shape (K,)
        In mel, 0 to 100,000.

    Returns
    -------
    float64 or NDArray, shape (K,), float64
        700 (10^(m / 2595) − 1), in Hz.

    Raises
    ------
    TypeError
        If an entry is no real number.
    ValueError
        If one is negative, above 100,000 or NaN, or there are none.

    Notes
    -----
    Source: section 9.2.4; the inverse of `hz_to_mel`.

    Examples
    --------
    >>> mel_to_hz([0, 1000, 2595]).round(2)
    array([   0.  , 1000.02, 6300.  ])
    """
    pitches = _not_negative(mels, "mels")
    if pitches.max() > 1e5:
        raise ValueError(f"mels holds {pitches.max():g}; wanted 0 to 100,000 mel, more than any ear hears")
    return _hz(pitches)[()]


def _mel(hz: NDArray[np.float64]) -> NDArray[np.float64]:
    return 2595 / np.log(10) * np.log1p(hz / 700)  # log10(1 + f / 700) would lose the digits of small f


def _hz(mel: NDArray[np.float64]) -> NDArray[np.float64]:
    return 700 * np.expm1(mel * (np.log(10) / 2595))


def _not_negative(values: ArrayLike, name: str) -> NDArray[np.float64]:
    array = as_numbers(values, name)
    if array.min() < 0:
        raise ValueError(f"{name} holds {array.min():g}; wanted 0 or more")
    return array


def band_edges(low: Any, high: Any, highest: float, edges: int, spacing: str) -> NDArray[np.float64]:
    """Check a range of frequencies, and divide it in equal steps of Hz or mel.

    Parameters
    ----------
    low, high : float
        Ends of the range in Hz; `high=None` is `highest`.
    highest : float
        The highest frequency there is, in Hz.
    edges : int
        How many to give, both ends included.
    spacing : {"linear", "mel"}

    Returns
    -------
    NDArray, shape (edges,), float64
        In Hz, ascending.

    Raises
    ------
    TypeError, ValueError
        If `low` or `high` is no number, or not 0 ≤ low < high and low < highest.

    Examples
    --------
    >>> band_edges(0, None, 4000.0, 3, "linear"), band_edges(0, None, 4000.0, 3, "mel").round(1)
    (array([   0., 2000., 4000.]), array([   0. , 1113.8, 4000. ]))
    """
    bottom = as_number(low, "low")
    top = highest if high is None else as_number(high, "high", positive=True)
    if not 0 <= bottom < highest:
        raise ValueError(f"low is {bottom:g} Hz; wanted 0 to below {highest:g} Hz, the highest frequency")
    if top <= bottom:
        raise ValueError(f"high is {top:g} Hz; wanted above low = {bottom:g} Hz")
    if spacing == "linear":
        return np.linspace(bottom, top, edges)
    between = _hz(np.linspace(_mel(np.float64(bottom)), _mel(np.float64(top)), edges))
    between[[0, -1]] = bottom, top  # there and back again costs a rounding
    return between


@dataclass(frozen=True, eq=False)
class MelBands:
    """Triangular bands, equally far apart in mel.

    Attributes
    ----------
    frequencies : NDArray, shape (F,), float64
        As given to `mel_bands`, in Hz.
    edges : NDArray, shape (B + 2,), float64
        Band b rises from edges[b] to its middle edges[b + 1] and falls to edges[b + 2]; in Hz.
    weights : NDArray, shape (B, F), float64
        How much of each frequency counts in each band.

    Examples
    --------
    >>> bands = mel_bands(np.arange(0, 4001, 500), bands=2)
    >>> bands.centers.round(1)
    array([ 620.6, 1791.3])
    """

    frequencies: NDArray[np.float64]
    edges: NDArray[np.float64]
    weights: NDArray[np.float64]

    @property
    def centers(self) -> NDArray[np.float64]:
        """Where each band is highest, shape (B,), in Hz.

        Examples
        --------
        >>> mel_bands(np.arange(0, 4001, 500), bands=1).centers.round(1)
        array([1113.8])
        """
        return self.edges[1:-1]


def mel_bands(
    frequencies: ArrayLike, *, bands: int = 26, low: float = 0.0, high: float | None = None, norm: Norm = "peak"
) -> MelBands:
    """Triangular bands over a spectrum's frequencies, equally far apart in mel, each overlapping its neighbours by half.

    Parameters
    ----------
    frequencies : array-like, shape (F,)
        Frequencies of a spectrum in Hz.
    bands : int
        Number of bands B.
    low, high : float, optional
        Where the first band begins and the last ends, in Hz: 0 and the highest frequency where not given.
    norm : {"peak", "area"}
        Whether each triangle is 1 high, or has the area 1 over Hz, so that broad bands do not weigh more.

    Returns
    -------
    MelBands

    Raises
    ------
    TypeError
        If anything but real numbers is given, or `bands` is no whole number.
    ValueError
        If a frequency is negative, NaN or infinite, not 0 ≤ low < high, a name is unknown, or a band holds no
        frequency, so that it would be silent whatever the sound, or the bands would need too much memory.

    Notes
    -----
    Source: section 9.2.4 (further processing that emphasizes what the ear hears best), with the formula of
    `hz_to_mel`. The triangles are straight in Hz, and taken at each frequency as it is, not rounded to one of the
    spectrum's.

    Examples
    --------
    >>> bands = mel_bands([0, 250, 500, 750, 1000], bands=2)
    >>> bands.edges.round(1)
    array([   0. ,  240.9,  564.7, 1000. ])
    >>> bands.weights.round(2)
    array([[0.  , 0.97, 0.2 , 0.  , 0.  ],
           [0.  , 0.03, 0.8 , 0.57, 0.  ]])
    """
    f = np.atleast_1d(_not_negative(frequencies, "frequencies"))
    B = as_count(bands, "bands", 1)
    kind = as_choice(norm, "norm", NORMS)
    if f.max() == 0:
        raise ValueError("frequencies holds none above 0 Hz; wanted the frequencies of a spectrum of two samples or more")
    check_size("bands", B, (B + 2, len(f)))
    edges = band_edges(low, high, float(f.max()), B + 2, "mel")
    ordered = np.sort(f)
    heard = np.searchsorted(ordered, edges[2:], side="left") > np.searchsorted(ordered, edges[:-2], side="right")
    refuse_silent_bands(heard, edges[:-2], edges[2:])
    below, middle, above = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    weights = np.maximum(np.minimum((f - below) / (middle - below), (above - f) / (above - middle)), 0)
    if kind == "area":
        weights *= 2 / (above - below)
    return MelBands(*(frozen(array) for array in (f.copy(), edges, weights)))


def refuse_silent_bands(heard: NDArray[np.bool_], starts: NDArray[np.float64], ends: NDArray[np.float64]) -> None:
    """Refuse bands that hold no frequency of the spectrum.

    Raises
    ------
    ValueError
        If there is one.

    Examples
    --------
    >>> refuse_silent_bands(np.array([True, False]), np.array([0.0, 10.0]), np.array([10.0, 20.0]))
    Traceback (most recent call last):
    ...
    ValueError: bands is 2; band 1, 10 to 20 Hz, holds no frequency of the spectrum: take fewer bands, or longer windows
    """
    if not heard.all():
        b = int(np.flatnonzero(~heard)[0])
        raise ValueError(
            f"bands is {len(heard)}; band {b}, {starts[b]:.5g} to {ends[b]:.5g} Hz, holds no frequency of the spectrum: take "
            "fewer bands, or longer windows"
        )


@dataclass(frozen=True, eq=False)
class MelSpectrogram:
    """The power of a sound's windows in mel-spaced bands. The first axis P is absent for one sound.

    Attributes
    ----------
    spectrogram : Spectrogram
        The power of each frequency in each window.
    bands : MelBands
        What the bands are.
    values : NDArray, shape (P, W, B), float64
        Power in each band in each window: weights · power, in the units of the signal squared.

    Examples
    --------
    >>> found = mel_spectrogram(np.sin(2 * np.pi * 1000 * np.arange(8000) / 8000), 8000, bands=10)
    >>> found.values.shape, round(float(found.bands.centers[found.values[0].argmax()]), 1)
    ((98, 10), 963.4)
    """

    spectrogram: Spectrogram
    bands: MelBands
    values: NDArray[np.float64]

    def decibels(self, floor: float = -80.0) -> NDArray[np.float64]:
        """Give the values in decibels below the strongest of all, as pictures show them.

        Parameters
        ----------
        floor : float
            What is weaker, silence too, is shown as this: below 0.

        Returns
        -------
        NDArray, shape (P, W, B), float64
            From `floor` to 0.

        Raises
        ------
        TypeError, ValueError
            If `floor` is no finite number below 0.

        Examples
        --------
        >>> float(mel_spectrogram(np.zeros(800), 8000, bands=10).decibels(-60).max())
        -60.0
        """
        return decibels(self.values, floor, power=True)


def mel_spectrogram(
    signal: ArrayLike,
    sample_rate: float,
    *,
    bands: int = 26,
    low: float = 0.0,
    high: float | None = None,
    norm: Norm = "peak",
    window: WindowName | ArrayLike = "hann",
    window_seconds: float | None = None,
    hop_seconds: float | None = None,
) -> MelSpectrogram:
    """Power of a sound's windows in bands spaced as the ear hears pitch.

    Parameters
    ----------
    signal : array-like, shape (T,) or (P, T)
        Samples of one sound, or of several of equal length, in rows.
    sample_rate : float
        Samples a second.
    bands, low, high, norm
        Which bands: see `mel_bands`.
    window, window_seconds, hop_seconds
        How the sound is cut into windows: see `spectrogram`.

    Returns
    -------
    MelSpectrogram

    Raises
    ------
    TypeError, ValueError
        As `spectrogram` and `mel_bands`.

    Notes
    -----
    Source: section 9.2.4 (windowed histograms, processed further to emphasize what the ear hears best).

    Examples
    --------
    >>> mel_spectrogram(np.ones(1600), 16000, bands=20).values.shape
    (8, 20)
    """
    found = spectrogram(
        signal, sample_rate, window=window, window_seconds=window_seconds, hop_seconds=hop_seconds, scaling="power"
    )
    triangles = mel_bands(found.frequencies, bands=bands, low=low, high=high, norm=norm)
    return MelSpectrogram(found, triangles, frozen(found.values @ triangles.weights.T))
