import tracemalloc

import numpy as np
import pytest
import scipy.fft
import scipy.signal

from fewidgets.algorithms import (
    frequency_histograms,
    sinusoids,
    spectrogram,
    spectrum,
)
from fewidgets.data import make_chirp, make_vowels

NAMES = ("rectangular", "hann", "hamming", "blackman")


@pytest.fixture(scope="module")
def noise():
    return np.random.default_rng(8).normal(1.5, 2.0, 4321)


# ---- sums of sinusoids


# ---- the spectrum


def powers(found):
    """The mean square of each sinusoid: a²/2, and the square of what has no mirror image."""
    paired = np.full(len(found.frequencies), 2.0)
    paired[:: len(found.window) // 2 if len(found.window) % 2 == 0 else len(paired)] = 1
    return found.values**2 / paired


@pytest.mark.parametrize("window", NAMES[1:])
def test_a_window_keeps_the_height_of_the_peaks(window):
    sound = sinusoids([100.0, 300.0], [3.0, 0.5], sample_rate=1000, duration=0.5)
    found = spectrum(sound.signal, 1000, window=window)
    np.testing.assert_allclose(found.amplitudes[[50, 150]], [3.0, 0.5], rtol=1e-9)
    between = spectrum(sinusoids(101.0, sample_rate=1000, duration=0.5).signal, 1000, window=window).amplitudes
    plain = spectrum(sinusoids(101.0, sample_rate=1000, duration=0.5).signal, 1000).amplitudes
    assert between[100:].max() < plain[100:].max() / 3  # less leaks far away


@pytest.mark.parametrize("T", [4320, 4321])
@pytest.mark.parametrize("window", NAMES)
def test_the_spectrum_is_scipys_periodogram(noise, window, T):
    f, power = scipy.signal.periodogram(noise[:T], 44100, window="boxcar" if window == "rectangular" else window,
                                        detrend=False, scaling="spectrum")  # fmt: skip
    found = spectrum(noise[:T], 44100, window=window)
    paired = np.r_[False, np.ones(len(f) - 1, dtype=bool)]
    paired[-1] = T % 2 == 1
    np.testing.assert_allclose(found.frequencies, f, rtol=1e-14)
    np.testing.assert_allclose(found.amplitudes**2 / np.where(paired, 2, 1), power, rtol=1e-9, atol=1e-15)


# ---- the spectrogram


@pytest.mark.parametrize("window", NAMES)
@pytest.mark.parametrize(("L", "hop"), [(256, 224), (255, 100), (64, 64), (100, 150), (1, 1), (2, 1), (4321, 1)])
def test_the_spectrogram_is_scipys(noise, window, L, hop):
    found = spectrogram(noise, 8000, window=window, window_seconds=L / 8000, hop_seconds=hop / 8000)
    weights = scipy.signal.get_window("boxcar" if window == "rectangular" else window, L)
    np.testing.assert_allclose(found.window, weights, atol=1e-15)
    options = {"window": weights, "nperseg": L, "detrend": False, "scaling": "spectrum"}
    if hop <= L:
        f, t, expected = scipy.signal.spectrogram(noise, 8000, noverlap=L - hop, **options)
    else:  # SciPy's windows cannot lie apart: one by one
        starts = np.arange(0, len(noise) - L + 1, hop)
        one_by_one = [scipy.signal.spectrogram(noise[s : s + L], 8000, noverlap=0, **options) for s in starts]
        f, t, expected = one_by_one[0][0], (starts + L / 2) / 8000, np.column_stack([one[2] for one in one_by_one])
    np.testing.assert_allclose(found.frequencies, f, rtol=1e-14)
    np.testing.assert_allclose(found.times, t, rtol=1e-14)
    np.testing.assert_allclose(powers(found).T, expected, rtol=1e-11, atol=1e-16)


def test_a_chirp_climbs():
    sound = make_chirp(start=200, end=3000, seconds=2, sample_rate=8000)
    found = spectrogram(sound.samples, 8000, window_seconds=0.032)
    heard = found.frequencies[found.values.argmax(axis=1)]
    np.testing.assert_allclose(heard, 200 + 1400 * found.times, atol=1.2 * found.frequencies[1])


def test_decibels_are_ratios_to_the_strongest(noise):
    amplitudes = spectrogram(noise, 8000)
    shown = amplitudes.decibels(-30)
    assert (shown.max(), shown.min()) == (0, -30)
    expected = 20 * np.log10(amplitudes.values / amplitudes.values.max())
    np.testing.assert_allclose(shown, np.maximum(expected, -30), atol=1e-12)


def test_working_memory_is_small():
    sound = np.random.default_rng(0).normal(size=480_000)
    spectrogram(sound, 16000)
    tracemalloc.start()
    held = spectrogram(sound, 16000).values.nbytes
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < held + 3 * 2**20


def test_vowels_differ_in_their_bands():
    voice = make_vowels("aiu", seconds=0.4)
    levels = frequency_histograms(voice.samples, voice.sample_rate, bands=20, spacing="mel").histograms
    a, i, u = (levels[round(part.start * 100) + 10 : round(part.end * 100) - 10].mean(axis=0) for part in voice.parts)
    inside = levels[10:30].std(axis=0).mean()
    for one, other in ((a, i), (a, u), (i, u)):
        assert np.abs(one - other).mean() > 3 * inside


# ---- histograms of windows


def test_a_frequency_on_an_edge_counts_in_the_band_that_begins_there():
    for n in range(1, 40):
        f = n * 40.0  # a frequency of the windows, and an edge of every one of 100 bands
        tone = np.cos(2 * np.pi * f * np.arange(800) / 8000)
        found = frequency_histograms(tone, 8000, bands=100, window="rectangular")
        assert found.totals[0].argmax() == n
