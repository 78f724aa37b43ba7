"""Spectrograms in bands that are equally wide in mel (section 9.2.4)."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from .._numerics.arrays import frozen
from .._numerics.types import Array
from .decibels import decibels
from .mel import MelBands, Norm, mel_bands
from .spectrogram import Spectrogram, spectrogram
from .spectrum import WindowName


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
    """Compute the power of a sound's windows in bands that follow human hearing.

    Human hearing distinguishes low frequencies better than high ones. The bands are therefore narrow at low frequencies and
    wide at high ones.

    Parameters
    ----------
    signal : array-like, shape (T,) or (P, T)
        Samples of one sound, or of several of equal length, in rows.
    sample_rate : float
        Samples per second.
    bands, low, high, norm
        Number, range and shape of the bands: see `mel_bands`.
    window, window_seconds, hop_seconds
        How to cut the sound into windows: see `spectrogram`.

    Returns
    -------
    MelSpectrogram

    Raises
    ------
    TypeError, ValueError
        As `spectrogram` and `mel_bands`.

    Notes
    -----
    Source: section 9.2.4 (windowed histograms, processed further to emphasize what the human ear hears best).

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


@dataclass(frozen=True, eq=False)
class MelSpectrogram:
    """The power of a sound's windows in mel bands, as computed by `mel_spectrogram`. The axis P is absent for one sound.

    Attributes
    ----------
    spectrogram : Spectrogram
        The power of each frequency in each window.
    bands : MelBands
        The bands.
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
    values: Array

    def decibels(self, floor: float = -80.0) -> Array:
        """Return the values in decibels relative to the largest of all, as pictures show them.

        Parameters
        ----------
        floor : float
            Lowest level, below 0. Weaker values, including silence, are raised to it.

        Returns
        -------
        NDArray, shape (P, W, B), float64
            From `floor` to 0.

        Raises
        ------
        TypeError, ValueError
            If `floor` is not a finite number below 0.

        Examples
        --------
        >>> float(mel_spectrogram(np.zeros(800), 8000, bands=10).decibels(-60).max())
        -60.0
        """
        return decibels(self.values, floor, power=True)
