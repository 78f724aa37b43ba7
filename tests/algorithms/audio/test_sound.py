import tracemalloc

import numpy as np
import pytest
import scipy.fft
import scipy.signal
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

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


def plain_transform(samples):
    """The discrete Fourier transform by its definition, up to half the sample rate."""
    T = len(samples)
    return np.array([sum(x * np.exp(-2j * np.pi * k * t / T) for t, x in enumerate(samples)) for k in range(T // 2 + 1)])


def powers(found):
    """The mean square of each sinusoid: a²/2, and the square of what has no mirror image."""
    paired = np.full(len(found.frequencies), 2.0)
    paired[:: len(found.window) // 2 if len(found.window) % 2 == 0 else len(paired)] = 1
    return found.values**2 / paired


# ---- sums of sinusoids


def test_a_sum_is_its_formula():
    found = sinusoids([50.0, 120.5], [2.0, -1.0], [0.3, 1.0], sample_rate=1000, duration=0.25)
    t = np.arange(250) / 1000
    parts = [2 * np.sin(2 * np.pi * 50 * t + 0.3), -np.sin(2 * np.pi * 120.5 * t + 1)]
    np.testing.assert_allclose(found.signal, parts[0] + parts[1], atol=1e-12)
    np.testing.assert_allclose(found.parts, parts, atol=1e-12)
    np.testing.assert_array_equal(found.times, t)


def test_single_numbers_apply_to_all_sinusoids():
    found = sinusoids([1.0, 2.0, 3.0], 0.5, np.pi / 2, sample_rate=100)
    np.testing.assert_array_equal(found.amplitudes, [0.5, 0.5, 0.5])
    np.testing.assert_allclose(found.signal[0], 1.5)
    assert sinusoids(5.0, sample_rate=100).frequencies.shape == (1,)


@pytest.mark.parametrize("T", [1, 2, 7, 8, 101])
def test_the_spectrum_adds_up_to_the_signal_again(T):
    signal = np.random.default_rng(T).normal(1, 2, T)
    found = spectrum(signal, 50)
    again = sinusoids(found.frequencies, found.amplitudes, found.phases, sample_rate=50, duration=T / 50)
    np.testing.assert_allclose(again.signal, signal, atol=1e-11)


# ---- the spectrum


def test_each_sinusoid_shows_its_amplitude_at_its_frequency():
    sound = sinusoids([100.0, 250.0, 400.0], [3.0, 0.5, 1.25], [0.1, -2.0, 3.0], sample_rate=1000, duration=0.5)
    found = spectrum(sound.signal + 0.75, 1000)
    expected = np.zeros(251)
    expected[[0, 50, 125, 200]] = 0.75, 3.0, 0.5, 1.25
    np.testing.assert_allclose(found.amplitudes, expected, atol=1e-12)
    np.testing.assert_allclose(found.phases[[50, 125, 200]], [0.1, -2.0, 3.0], atol=1e-12)
    np.testing.assert_array_equal(found.frequencies[[50, 125, 200, -1]], [100, 250, 400, 500])


@pytest.mark.parametrize("window", NAMES[1:])
def test_a_window_keeps_the_height_of_the_peaks(window):
    sound = sinusoids([100.0, 300.0], [3.0, 0.5], sample_rate=1000, duration=0.5)
    found = spectrum(sound.signal, 1000, window=window)
    np.testing.assert_allclose(found.amplitudes[[50, 150]], [3.0, 0.5], rtol=1e-9)
    between = spectrum(sinusoids(101.0, sample_rate=1000, duration=0.5).signal, 1000, window=window).amplitudes
    plain = spectrum(sinusoids(101.0, sample_rate=1000, duration=0.5).signal, 1000).amplitudes
    assert between[100:].max() < plain[100:].max() / 3  # less leaks far away


@pytest.mark.parametrize("T", [1, 2, 3, 16, 17])
def test_the_spectrum_is_the_definition(T):
    signal = np.random.default_rng(T).normal(size=T)
    found = spectrum(signal, 8)
    expected = np.abs(plain_transform(signal)) * 2 / T
    expected[0] /= 2
    if T % 2 == 0:
        expected[-1] /= 2
    np.testing.assert_allclose(found.amplitudes, expected, atol=1e-12)
    np.testing.assert_allclose(found.frequencies, scipy.fft.rfftfreq(T, 1 / 8), rtol=1e-15)


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


@pytest.mark.parametrize("T", [4320, 4321])
def test_parseval(noise, T):
    squares = spectrum(noise[:T], 1).amplitudes ** 2
    squares[1 : (T + 1) // 2] /= 2
    np.testing.assert_allclose(squares.sum(), (noise[:T] ** 2).mean(), rtol=1e-13)


def test_several_sounds_are_processed_independently(noise):
    sounds = noise[:4000].reshape(4, 1000)
    for run in (
        lambda x: spectrum(x, 100).phases,
        lambda x: spectrogram(x, 100, window_seconds=0.8).values,
        lambda x: frequency_histograms(x, 8000, bands=6).features,
    ):
        np.testing.assert_array_equal(run(sounds), np.stack([run(sound) for sound in sounds]))


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


def test_a_custom_window_and_scipys_default_of_removing_means(noise):
    tukey = scipy.signal.get_window(("tukey", 0.25), 256)
    found = spectrogram(noise, 8000, window=tukey, hop_seconds=224 / 8000)
    expected = scipy.signal.spectrogram(noise, 8000, detrend=False, scaling="spectrum")[2]
    np.testing.assert_allclose(powers(found).T, expected, rtol=1e-12)
    detrended = scipy.signal.spectrogram(noise, 8000, scaling="spectrum")[2]
    assert detrended[0].max() < 0.01 * expected[0].min()  # what 0 Hz held is gone
    np.testing.assert_allclose(detrended[8:], expected[8:], rtol=0.3)


def test_amplitudes_are_those_of_the_sinusoids():
    sound = sinusoids([1000.0, 2000.0], [3.0, 0.25], [0.4, 2.0], sample_rate=8000, duration=0.3).signal + 0.5
    for window in NAMES:
        found = spectrogram(sound, 8000, window=window, window_seconds=0.05)
        np.testing.assert_allclose(found.values[:, 50], 3.0, rtol=1e-9)
        np.testing.assert_allclose(found.values[:, 100], 0.25, rtol=1e-9)
        np.testing.assert_allclose(found.values[:, 0], 0.5, rtol=1e-9)


def test_one_window_is_the_spectrum(noise):
    found = spectrogram(noise, 100, window="hann", window_seconds=43.21)
    np.testing.assert_allclose(found.values[0], spectrum(noise, 100, window="hann").amplitudes, rtol=1e-12)
    assert found.samples(0) == slice(0, 4321)


def test_a_chirp_climbs():
    sound = make_chirp(start=200, end=3000, seconds=2, sample_rate=8000)
    found = spectrogram(sound.samples, 8000, window_seconds=0.032)
    heard = found.frequencies[found.values.argmax(axis=1)]
    np.testing.assert_allclose(heard, 200 + 1400 * found.times, atol=1.2 * found.frequencies[1])


@pytest.mark.parametrize("dtype", [np.float32, np.int16, np.uint8, bool])
def test_any_type_of_samples_is_computed_in_double_precision(dtype):
    samples = np.random.default_rng(1).integers(0, 2, 1000).astype(dtype)
    found = spectrogram(samples, 1000)
    assert found.values.dtype == np.float64
    np.testing.assert_array_equal(found.values, spectrogram(samples.astype(float), 1000).values)


def test_silence_is_silent():
    found = spectrogram(np.zeros(2000), 8000)
    assert not found.values.any()
    assert (found.decibels(-50) == -50).all()
    assert not frequency_histograms(np.zeros(2000), 8000).features.any()
    assert not spectrum(np.zeros(7), 8000).amplitudes.any()


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


@pytest.mark.parametrize("spacing", ["linear", "mel"])
def test_histograms_are_those_of_a_plain_loop(noise, spacing):
    found = frequency_histograms(noise, 8000, bands=7, spacing=spacing)
    amplitudes = spectrogram(noise, 8000).values
    mels = np.linspace(0, 2595 * np.log10(1 + 4000 / 700), 8)  # O'Shaughnessy's formula
    edges = 700 * (10 ** (mels / 2595) - 1) if spacing == "mel" else np.linspace(0, 4000, 8)
    np.testing.assert_allclose(found.edges, edges, atol=1e-9)
    expected = np.zeros((len(amplitudes), 7))
    for w, values in enumerate(amplitudes):
        for f, a in zip(found.spectrogram.frequencies, values, strict=True):
            for b in range(7):
                if edges[b] <= f < edges[b + 1] or (b == 6 and abs(f - edges[7]) < 1e-6):
                    expected[w, b] += a
                    break
    np.testing.assert_allclose(found.totals, expected, rtol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(found.histograms, axis=-1), 1)
    np.testing.assert_array_equal(found.features, found.histograms.ravel())
    np.testing.assert_allclose(found.totals.sum(axis=1), amplitudes.sum(axis=1))


def test_a_frequency_on_an_edge_counts_in_the_band_that_begins_there():
    for n in range(1, 40):
        f = n * 40.0  # a frequency of the windows, and an edge of every one of 100 bands
        tone = np.cos(2 * np.pi * f * np.arange(800) / 8000)
        found = frequency_histograms(tone, 8000, bands=100, window="rectangular")
        assert found.totals[0].argmax() == n


def test_loudness_changes_nothing_after_normalization(noise):
    plain = frequency_histograms(noise, 8000).features
    np.testing.assert_allclose(frequency_histograms(1e-3 * noise, 8000).features, plain, rtol=1e-9)


def test_results_cannot_be_changed(noise):
    for array in (
        sinusoids([1.0]).signal,
        spectrum(noise, 1).amplitudes,
        spectrogram(noise, 8000).values,
        frequency_histograms(noise, 8000).features,
    ):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@settings(max_examples=60, deadline=None)
@given(
    arrays(
        float,
        st.integers(1, 40),
        elements=st.one_of(st.floats(-1e60, 1e60), st.sampled_from([0.0, 1e-300, 5e-324, 1e60])),
    ),
    st.floats(0.01, 1e6),
)
def test_whatever_the_samples_results_are_finite(signal, rate):
    assert np.isfinite(spectrum(signal, rate).amplitudes).all()
    found = spectrogram(signal, rate, window_seconds=max(1, len(signal) // 3) / rate)
    assert np.isfinite(found.values).all()
    assert np.isfinite(found.decibels()).all()
    if len(signal) >= 6:
        features = frequency_histograms(signal, rate, bands=2, window_seconds=4 / rate).histograms
        lengths = np.linalg.norm(features, axis=-1)
        assert (np.isclose(lengths, 1) | (lengths == 0)).all()


def test_very_soft_windows_are_scaled_to_unit_length():
    tone = np.sin(2 * np.pi * 1000 * np.arange(800) / 8000)
    expected = frequency_histograms(tone, 8000).histograms
    for factor in (1e-130, 1e-100, 1e50):
        np.testing.assert_allclose(frequency_histograms(factor * tone, 8000).histograms, expected, atol=1e-9)
