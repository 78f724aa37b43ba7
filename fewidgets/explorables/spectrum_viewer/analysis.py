from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from fewidgets.algorithms import Spectrogram, Spectrum, spectrogram, spectrum
from fewidgets.algorithms._numerics.types import Array
from fewidgets.algorithms.audio.sinusoids import Sinusoids
from fewidgets.data import Sound

FLOOR = -60.0  # decibels; windows and frequencies below this level count as silent
FEW_WINDOWS, MANY_WINDOWS = 100, 400


class SoundAnalysis(NamedTuple):
    sound: Sound  # Samples and sample rate
    mix: Sinusoids | None  # The sinusoids that were added, if the sound was made from sinusoids
    spectrum: Spectrum  # Amplitudes of the frequencies in the whole sound
    spectrogram: Spectrogram  # Amplitudes of the frequencies in each window
    strongest: Array  # (number of windows,)
    listen_from: float = 0.0


def analyse_sound(
    sound: Sound, mix: Sinusoids | None, window: str, window_seconds: float, listen_from: float = 0.0
) -> SoundAnalysis:
    """Compute the spectrum of a whole sound and of its windows."""
    T, rate = len(sound.samples), sound.sample_rate
    length = round(window_seconds * rate)
    hop = max(min((T - length) / FEW_WINDOWS, length / 2), (T - length) / MANY_WINDOWS, 1.0)
    windows = spectrogram(sound.samples, rate, window=window, window_seconds=window_seconds, hop_seconds=round(hop) / rate)
    return SoundAnalysis(sound, mix, _whole(sound), windows, _strongest(windows), listen_from)


@lru_cache(maxsize=1)
def _whole(sound: Sound) -> Spectrum:
    return spectrum(sound.samples, sound.sample_rate)


def _strongest(windows: Spectrogram) -> Array:
    peaks = windows.values.max(axis=1)
    heard = peaks > 10 ** (FLOOR / 20) * max(peaks.max(), np.finfo(float).tiny)
    return np.where(heard, windows.frequencies[windows.values.argmax(axis=1)], np.nan)


def in_hertz(frequency: float) -> str:
    return f"{frequency:.0f} Hz" if frequency >= 100 else f"{frequency:.3g} Hz"
