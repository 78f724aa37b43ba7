"""What the lesson on sound says is true, and what it names is on screen."""

import numpy as np
import pytest

from fewidgets import SpectrumViewer
from fewidgets.algorithms import sinusoids, spectrum

LESSON = "9.2.4_sound"
RATE = 8000


def test_two_tones_5_hz_apart_beat_five_times_a_second():
    sound = sinusoids([440, 445], sample_rate=RATE, duration=1.0).signal
    loudness = np.sqrt((sound.reshape(100, 80) ** 2).mean(axis=1))  # 10 ms each
    softest = np.flatnonzero((loudness[1:-1] < loudness[:-2]) & (loudness[1:-1] < loudness[2:])) + 1
    assert len(softest) == 5
    assert np.diff(softest).tolist() == [20] * 4
    assert loudness[0] > 5 * loudness[softest[0]]


def test_a_smooth_window_keeps_the_leak_near_and_makes_the_peak_broader():
    tone = sinusoids([220.5], sample_rate=RATE, duration=1.0).signal
    plain, smooth = (spectrum(tone, RATE, window=window).amplitudes for window in ("rectangular", "hann"))
    assert plain[231] > 0.02 > 0.001 > smooth[231]
    whole = [
        spectrum(np.sin(2 * np.pi * 220 * np.arange(RATE) / RATE), RATE, window=w).amplitudes for w in ("rectangular", "hann")
    ]
    assert [(each > 0.1).sum() for each in whole] == [1, 3]


@pytest.mark.parametrize(("seconds", "apart"), [(0.2, False), (0.4, False), (0.8, True)])
def test_how_long_a_window_must_be_to_tell_220_from_225_hz(seconds, apart):
    sound = sinusoids([220, 225], sample_rate=RATE, duration=seconds).signal
    found = spectrum(sound, RATE, window="hann")
    at = [found.amplitudes[np.argmin(np.abs(found.frequencies - f))] for f in (220, 222.5, 225)]
    assert (at[1] < 0.5 * min(at[0], at[2])) == apart
    assert 5 % found.frequencies[1] == 0  # both are frequencies of the window


def test_the_viewer_calls_220_hz_219_hz_because_of_its_window():
    w = SpectrumViewer()
    assert w.selected == ("219 Hz",)
    assert round(7 / w.window_seconds) == 219
    assert w.window_seconds == 0.032


def test_only_i_is_strong_again_above_2000_hz_and_short_windows_hide_overtones():
    w = SpectrumViewer(sound="vowels", time=0.6)
    windows = w.trace.spectrogram
    middle, high = ((windows.frequencies > low) & (windows.frequencies < low + 1000) for low in (1000, 2000))
    middles = {part.label: np.abs(windows.times - (part.start + part.end) / 2) < 0.15 for part in w.trace.sound.parts}
    again = {v: windows.values[when][:, high].mean() / windows.values[when][:, middle].mean() for v, when in middles.items()}
    assert again["i"] > 2
    assert max(again["a"], again["u"]) < 1

    def ripples(seconds):
        w.window_seconds = seconds
        found = w.trace.spectrogram
        column = found.values[np.abs(found.times - 0.2).argmin(), found.frequencies < 1500]
        return ((column[1:-1] > column[:-2]) & (column[1:-1] > column[2:])).sum()

    assert ripples(0.032) >= 8  # an overtone every 120 Hz
    assert ripples(0.005) <= 3  # the formants alone
