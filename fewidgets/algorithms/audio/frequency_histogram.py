"""Histograms of the frequencies in a sound's windows, as features (section 9.2.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import frozen
from .._numerics.memory import check_size
from .mel import band_edges, refuse_silent_bands
from .spectrogram import Spectrogram, WindowName, spectrogram

Spacing = Literal["linear", "mel"]
Jointly = Literal["window", "signal"]
SPACINGS = ("linear", "mel")
SCOPES = ("window", "signal")


@dataclass(frozen=True, eq=False)
class FrequencyHistograms:
    """What `frequency_histograms` counted. The first axis P is absent for one sound.

    Attributes
    ----------
    spectrogram : Spectrogram
        Amplitude of each frequency in each window.
    spacing, normalize : str
        As given to `frequency_histograms`.
    edges : NDArray, shape (B + 1,), float64
        Band b counts the frequencies from edges[b] to below edges[b + 1], the last band its end too; in Hz.
    totals : NDArray, shape (P, W, B), float64
        Sum of the amplitudes in each band in each window, in the units of the signal.
    histograms : NDArray, shape (P, W, B), float64
        The totals scaled to unit length; 0 where all is silent.

    Examples
    --------
    >>> tone = np.sin(2 * np.pi * 1000 * np.arange(800) / 8000)
    >>> found = frequency_histograms(tone, 8000, bands=4)
    >>> found.edges, found.histograms[0].round(2)
    (array([   0., 1000., 2000., 3000., 4000.]), array([0.32, 0.95, 0.  , 0.  ]))
    """

    spectrogram: Spectrogram
    spacing: Spacing
    normalize: Jointly
    edges: NDArray[np.float64]
    totals: NDArray[np.float64]
    histograms: NDArray[np.float64]

    @property
    def features(self) -> NDArray[np.float64]:
        """The feature vectors, shape (P, W · B), float64: all windows' histograms one after the other.

        Examples
        --------
        >>> frequency_histograms(np.ones((3, 800)), 8000, bands=4).features.shape
        (3, 32)
        """
        return self.histograms.reshape((*self.histograms.shape[:-2], -1))


def frequency_histograms(
    signal: ArrayLike,
    sample_rate: float,
    *,
    bands: int = 16,
    spacing: Spacing = "linear",
    low: float = 0.0,
    high: float | None = None,
    normalize: Jointly = "window",
    window: WindowName | ArrayLike = "hann",
    window_seconds: float | None = None,
    hop_seconds: float | None = None,
) -> FrequencyHistograms:
    """Histograms of the frequencies in overlapping windows of a sound: what edge histograms are to images.

    Parameters
    ----------
    signal : array-like, shape (T,) or (P, T)
        Samples of one sound, or of several of equal length, in rows.
    sample_rate : float
        Samples a second.
    bands : int
        Number of bands B.
    spacing : {"linear", "mel"}
        Whether the bands are equally wide in Hz, or in mel, as the ear hears.
    low, high : float, optional
        Where the first band begins and the last ends, in Hz: 0 and half the sample rate (or the highest
        frequency below it that a window has) where not given.
    normalize : {"window", "signal"}
        What is scaled to unit length: the histogram of each window, so that loud and soft ones count alike; or all
        of a sound's together, which keeps how loudness changes in it.
    window, window_seconds, hop_seconds
        How the sound is cut into windows: see `spectrogram`.

    Returns
    -------
    FrequencyHistograms

    Raises
    ------
    TypeError
        If anything but real numbers is given, or `bands` is no whole number.
    ValueError
        As `spectrogram`; if not 0 ≤ low < high, a name is unknown, a band holds no frequency of the windows' spectra, or the
        bands would need too much memory.

    Notes
    -----
    Source: section 9.2.4, Figure 9.13; the unit length as for text and images (sections 9.2.2 and 9.2.3).

    Examples
    --------
    >>> sound = np.sin(2 * np.pi * 300 * np.arange(8000) / 8000)
    >>> frequency_histograms(sound, 8000, bands=8).features.shape
    (784,)
    """
    B = as_count(bands, "bands", 1)
    check_size("bands", B, (B + 1,))
    how = as_choice(spacing, "spacing", SPACINGS)
    scope = as_choice(normalize, "normalize", SCOPES)
    found = spectrogram(signal, sample_rate, window=window, window_seconds=window_seconds, hop_seconds=hop_seconds)
    f = found.frequencies
    if len(f) == 1:
        raise ValueError(f"window_seconds is {1 / found.sample_rate:g}, one sample; wanted at least two: one has no pitch")
    edges = band_edges(low, high, float(f[-1]), B + 1, how)
    # A frequency on an edge, but for rounding, belongs to the band that begins there; the last one to the last band.
    cuts = np.searchsorted(f, edges * (1 - 1e-12))
    cuts[-1] = np.searchsorted(f, edges[-1] * (1 + 1e-12), side="right")
    refuse_silent_bands(np.diff(cuts) > 0, edges[:-1], edges[1:])
    totals = np.add.reduceat(found.values[..., : cuts[-1]], cuts[:-1], axis=-1)
    axes = -1 if scope == "window" else (-2, -1)
    # Relative to the largest, for the squares of very small numbers would underflow.
    largest = totals.max(axis=axes, keepdims=True)
    histograms = np.divide(totals, largest, out=np.zeros_like(totals), where=largest > 0)
    lengths = np.sqrt((histograms * histograms).sum(axis=axes, keepdims=True))
    np.divide(histograms, lengths, out=histograms, where=lengths > 0)
    return FrequencyHistograms(found, how, scope, *(frozen(array) for array in (edges, totals, histograms)))
