"""Histograms of the frequencies in the windows of a sound, as features (section 9.2.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import frozen
from .._numerics.memory import check_size
from .._numerics.types import Array
from .mel import band_edges, refuse_empty_bands
from .samples import SAME_FREQUENCY
from .spectrogram import Spectrogram, spectrogram
from .spectrum import WindowName

Spacing = Literal["linear", "mel"]
Scope = Literal["window", "signal"]
SPACINGS: tuple[Spacing, ...] = ("linear", "mel")
SCOPES: tuple[Scope, ...] = ("window", "signal")


def frequency_histograms(
    signal: ArrayLike,
    sample_rate: float,
    *,
    bands: int = 16,
    spacing: Spacing = "linear",
    low: float = 0.0,
    high: float | None = None,
    normalize: Scope = "window",
    window: WindowName | ArrayLike = "hann",
    window_seconds: float | None = None,
    hop_seconds: float | None = None,
) -> FrequencyHistograms:
    """Compute histograms of the frequencies in overlapping windows of a sound, as edge histograms are for images.

    Cut the sound into windows, add up the amplitudes of each window's spectrum in bands, and scale to unit length.

    Parameters
    ----------
    signal : array-like, shape (T,) or (P, T)
        Samples of one sound, or of several of equal length, in rows.
    sample_rate : float
        Samples per second.
    bands : int
        Number of bands B.
    spacing : {"linear", "mel"}
        Whether the bands are equally wide in Hz, or in mel, which follows human hearing.
    low, high : float, optional
        Start of the first band and end of the last, in Hz. By default 0 and half the sample rate (or the highest frequency
        below it that a window has).
    normalize : {"window", "signal"}
        What is scaled to unit length: the histogram of each window, so that loud and soft windows count alike; or all
        histograms of a sound together, which preserves changes in loudness.
    window, window_seconds, hop_seconds
        How to cut the sound into windows: see `spectrogram`.

    Returns
    -------
    FrequencyHistograms

    Raises
    ------
    TypeError
        If anything but real numbers is given, or `bands` is not an integer.
    ValueError
        As `spectrogram`. Also if not 0 ≤ low < high, a name is unknown, a band contains no frequency of the windows' spectra,
        or the bands would need too much memory.

    Notes
    -----
    Source: section 9.2.4, Figure 9.13, with unit length as for text and images (sections 9.2.2 and 9.2.3).

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
        raise ValueError(f"window_seconds must be at least two samples; got {1 / found.sample_rate:g} s, one sample.")
    edges = band_edges(low, high, float(f[-1]), B + 1, how)
    first = np.searchsorted(f, edges * (1 - SAME_FREQUENCY))  # first frequency of each band
    first[-1] = np.searchsorted(f, edges[-1] * (1 + SAME_FREQUENCY), side="right")
    refuse_empty_bands(np.diff(first) > 0, edges[:-1], edges[1:])
    totals = np.add.reduceat(found.values[..., : first[-1]], first[:-1], axis=-1)
    histograms = _unit_length(totals, scope)
    return FrequencyHistograms(found, how, scope, frozen(edges), frozen(totals), frozen(histograms))


def _unit_length(totals: Array, scope: Scope) -> Array:
    axes = -1 if scope == "window" else (-2, -1)
    # Divide by the largest total first: squares of very small numbers would underflow.
    largest = totals.max(axis=axes, keepdims=True)
    histograms = np.divide(totals, largest, out=np.zeros_like(totals), where=largest > 0)
    lengths = np.sqrt((histograms * histograms).sum(axis=axes, keepdims=True))
    np.divide(histograms, lengths, out=histograms, where=lengths > 0)
    return histograms


@dataclass(frozen=True, eq=False)
class FrequencyHistograms:
    """The result of `frequency_histograms`. The first axis P is absent for one sound.

    Attributes
    ----------
    spectrogram : Spectrogram
        Amplitude of each frequency in each window.
    spacing, normalize : str
        As given to `frequency_histograms`.
    edges : NDArray, shape (B + 1,), float64
        Band b contains the frequencies from edges[b] to below edges[b + 1], in Hz. The last band contains its end, too.
    totals : NDArray, shape (P, W, B), float64
        Sum of the amplitudes in each band in each window, in the units of the signal.
    histograms : NDArray, shape (P, W, B), float64
        The totals scaled to unit length; 0 for silence.

    Examples
    --------
    >>> tone = np.sin(2 * np.pi * 1000 * np.arange(800) / 8000)
    >>> found = frequency_histograms(tone, 8000, bands=4)
    >>> found.edges, found.histograms[0].round(2)
    (array([   0., 1000., 2000., 3000., 4000.]), array([0.32, 0.95, 0.  , 0.  ]))
    """

    spectrogram: Spectrogram
    spacing: Spacing
    normalize: Scope
    edges: Array
    totals: Array
    histograms: Array

    @property
    def features(self) -> Array:
        """The feature vectors, shape (P, W · B), float64: the histograms of all windows one after the other.

        Examples
        --------
        >>> frequency_histograms(np.ones((3, 800)), 8000, bands=4).features.shape
        (3, 32)
        """
        return self.histograms.reshape((*self.histograms.shape[:-2], -1))
