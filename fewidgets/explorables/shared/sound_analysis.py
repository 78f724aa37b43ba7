"""What the spectrum viewer computes from a sound."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms import Sinusoids, Spectrogram, Spectrum, spectrogram, spectrum
from fewidgets.data import Sound

FLOOR = -60.0  # decibels; windows and frequencies below this level count as silent
FEW_WINDOWS, MANY_WINDOWS = 100, 400


class SoundAnalysis(NamedTuple):
    """A sound and its frequencies.

    Attributes
    ----------
    sound : Sound
        Samples and sample rate.
    mix : Sinusoids or None
        The sinusoids that were added, if the sound was made from sinusoids.
    spectrum : Spectrum
        Amplitudes of the frequencies in the whole sound.
    spectrogram : Spectrogram
        Amplitudes of the frequencies in each window.
    strongest : NDArray, shape (number of windows,)
        Frequency of the highest peak in each window, in Hz; NaN in silent windows.
    listen_from : float
        Where the excerpt of a long sound begins that can be heard, in s; 0 for sounds that can be heard as a whole.
    """

    sound: Sound
    mix: Sinusoids | None
    spectrum: Spectrum
    spectrogram: Spectrogram
    strongest: NDArray[np.float64]
    listen_from: float = 0.0


def analyse_sound(
    sound: Sound, mix: Sinusoids | None, window: str, window_seconds: float, listen_from: float = 0.0
) -> SoundAnalysis:
    """Compute the spectrum of a whole sound and of its windows.

    There are about 100 windows. If they would not overlap by half, there are more, but at most about 400.

    Examples
    --------
    >>> from fewidgets.data import make_chirp
    >>> analysis = analyse_sound(make_chirp(sample_rate=8000), None, "hann", 0.032)
    >>> analysis.spectrogram.values.shape, analysis.strongest[[0, -1]].tolist()
    ((124, 129), [218.75, 2968.75])
    """
    T, rate = len(sound.samples), sound.sample_rate
    length = round(window_seconds * rate)
    hop = max(min((T - length) / FEW_WINDOWS, length / 2), (T - length) / MANY_WINDOWS, 1.0)
    windows = spectrogram(sound.samples, rate, window=window, window_seconds=window_seconds, hop_seconds=round(hop) / rate)
    return SoundAnalysis(sound, mix, _whole(sound), windows, _strongest(windows), listen_from)


@lru_cache(maxsize=1)
def _whole(sound: Sound) -> Spectrum:
    """Compute the spectrum of a whole sound. It is kept, because it stays the same while a window moves."""
    return spectrum(sound.samples, sound.sample_rate)


def _strongest(windows: Spectrogram) -> NDArray[np.float64]:
    peaks = windows.values.max(axis=1)
    heard = peaks > 10 ** (FLOOR / 20) * max(peaks.max(), np.finfo(float).tiny)
    return np.where(heard, windows.frequencies[windows.values.argmax(axis=1)], np.nan)


def in_hertz(frequency: float) -> str:
    """Write a frequency with its unit.

    Examples
    --------
    >>> in_hertz(1234.5), in_hertz(31.25)
    ('1234 Hz', '31.2 Hz')
    """
    return f"{frequency:.0f} Hz" if frequency >= 100 else f"{frequency:.3g} Hz"
