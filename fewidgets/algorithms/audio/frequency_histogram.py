"""Histograms of the frequencies in the windows of a sound, as features (section 9.2.4)."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_count
from .._numerics.memory import check_size
from .._numerics.trace import Trace
from .._numerics.types import Array
from .samples import SAME_FREQUENCY
from .spectrogram import Spectrogram, spectrogram
from .spectrum import WindowName

Spacing = Literal["linear", "mel"]
SPACINGS: tuple[Spacing, ...] = ("linear", "mel")


def frequency_histograms(
    signal: ArrayLike,
    sample_rate: float,
    *,
    bands: int = 16,
    spacing: Spacing = "linear",
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
        Number of bands B, from 0 Hz to half the sample rate (or the highest frequency below it that a window has).
    spacing : {"linear", "mel"}
        Whether the bands are equally wide in Hz, or in mel, 2595 log₁₀(1 + f / 700), which follows human hearing.
    window, window_seconds, hop_seconds
        How to cut the sound into windows: see `spectrogram`.

    Returns
    -------
    FrequencyHistograms

    Raises
    ------
    TypeError, ValueError
        As `spectrogram`; also if a band contains no frequency of the windows' spectra.

    Notes
    -----
    Source: section 9.2.4, Figure 9.13, with unit length as for text and images. The formula for mel is O'Shaughnessy's (1987).

    Examples
    --------
    >>> sound = np.sin(2 * np.pi * 300 * np.arange(8000) / 8000)
    >>> frequency_histograms(sound, 8000, bands=8).features.shape
    (784,)
    """
    B = as_count(bands, "bands", 1)
    check_size("bands", B, (B + 1,))
    how = as_choice(spacing, "spacing", SPACINGS)
    found = spectrogram(signal, sample_rate, window=window, window_seconds=window_seconds, hop_seconds=hop_seconds)
    f = found.frequencies
    if len(f) == 1:
        raise ValueError(f"window_seconds must be at least two samples; got {1 / found.sample_rate:g} s, one sample.")
    edges = _band_edges(float(f[-1]), B, how)
    first = np.searchsorted(f, edges * (1 - SAME_FREQUENCY))  # first frequency of each band
    first[-1] = len(f)
    empty = np.flatnonzero(np.diff(first) == 0)
    if empty.size:
        b = empty[0]
        raise ValueError(
            f"bands must each contain a frequency of the spectrum; got none in band {b} of {B}, {edges[b]:.5g} to "
            f"{edges[b + 1]:.5g} Hz. Use fewer bands or longer windows."
        )
    totals = np.add.reduceat(found.values, first[:-1], axis=-1)
    return FrequencyHistograms(found, how, edges, totals, _unit_length(totals))


def _band_edges(highest: float, bands: int, spacing: Spacing) -> Array:
    """Divide the frequencies up to the highest in equal steps of Hz or mel."""
    if spacing == "linear":
        return np.linspace(0, highest, bands + 1)
    edges = 700 * np.expm1(np.linspace(0, np.log1p(highest / 700), bands + 1))
    edges[-1] = highest  # without rounding
    return edges


def _unit_length(totals: Array) -> Array:
    # Divide by the largest total first: squares of very small numbers would underflow.
    largest = totals.max(axis=-1, keepdims=True)
    histograms = np.divide(totals, largest, out=np.zeros_like(totals), where=largest > 0)
    lengths = np.linalg.norm(histograms, axis=-1, keepdims=True)
    return np.divide(histograms, lengths, out=histograms, where=lengths > 0)


class FrequencyHistograms(Trace):
    """The result of `frequency_histograms`. The first axis P is absent for one sound.

    Attributes
    ----------
    spectrogram : Spectrogram
        Amplitude of each frequency in each window.
    spacing : str
        As given to `frequency_histograms`.
    edges : NDArray, shape (B + 1,), float64
        Band b contains the frequencies from edges[b] to below edges[b + 1], in Hz.
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
    edges: Array
    totals: Array
    histograms: Array

    @property
    def features(self) -> Array:
        """The feature vectors, shape (P, W · B), float64: the histograms of all windows one after the other."""
        return self.histograms.reshape((*self.histograms.shape[:-2], -1))
