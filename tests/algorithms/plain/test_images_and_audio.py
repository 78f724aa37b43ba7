import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.datasets import load_sample_image

from fewidgets.algorithms import block_edge_histogram, edge_histogram, edge_maps, plain, spectrogram, spectrum
from fewidgets.data import load_mnist, make_chirp, make_shapes, make_vowels

# Fast edges are computed in single precision.
SINGLE = {"rtol": 1e-5, "atol": 1e-5}


def images():
    shapes = make_shapes()
    digits = load_mnist().X[[0, 777, 2345]].astype(np.float64).reshape(-1, 28, 28)
    return [*shapes.X.reshape(len(shapes.X), *2 * [int(shapes.X.shape[1] ** 0.5)]), *digits, np.eye(9) * 5.0]


def check_image(image, K):
    maps, fast = plain.edge_maps(image, K), edge_maps(image, orientations=K)
    for k in range(K):
        assert_allclose(maps[k], fast.map(k), rtol=1e-5, atol=1e-5 * np.abs(image).max())
    assert_allclose(plain.edge_histogram(image, K), edge_histogram(image, orientations=K).features, **SINGLE)


@pytest.mark.parametrize("image", images())
def test_edges_of_shapes_and_digits(image):
    check_image(image, 8)
    features = plain.block_edge_histogram(image, patch=3, block=3)
    assert_allclose(features, block_edge_histogram(image).features, **SINGLE)


def test_edges_of_a_photograph():
    image = load_sample_image("china.jpg")[:96, :120].mean(axis=2)
    check_image(image, 8)
    features = plain.block_edge_histogram(image, patch=8, block=2)
    assert_allclose(features, block_edge_histogram(image, patch=8, block=2).features, **SINGLE)


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from([1, 3, 5, 8]), st.integers(2, 4), st.integers(1, 3))
def test_edges_of_random_images(seed, K, patch, block):
    rng = np.random.default_rng(seed)
    image = rng.normal(size=rng.integers(patch * block, 24, size=2))
    check_image(image, K)
    features = plain.block_edge_histogram(image, patch, block, K)
    assert_allclose(features, block_edge_histogram(image, patch=patch, block=block, orientations=K).features, **SINGLE)


def check_sound(signal, rate):
    frequencies, amplitudes = plain.spectrum(signal, rate)
    fast = spectrum(signal, rate)
    assert_allclose(frequencies, fast.frequencies, rtol=1e-14)
    assert_allclose(amplitudes, fast.amplitudes, atol=1e-11 * np.abs(signal).max())


@pytest.mark.parametrize("T", [2, 3, 8, 9, 1000, 1001])
def test_spectrum(T):
    check_sound(np.random.default_rng(T).normal(size=T), 8000.0)


def test_spectrum_of_a_chirp():
    sound = make_chirp()
    check_sound(sound.samples[:2000], sound.sample_rate)


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 60), st.floats(1.0, 1e5))
def test_spectrum_of_random_signals(seed, T, rate):
    check_sound(np.random.default_rng(seed).normal(size=T), rate)


def check_windows(signal, rate, window_seconds, hop_seconds):
    frequencies, values = plain.spectrogram(signal, rate, window_seconds, hop_seconds)
    fast = spectrogram(signal, rate, window_seconds=window_seconds, hop_seconds=hop_seconds)
    assert_allclose(frequencies, fast.frequencies, rtol=1e-14)
    assert_allclose(values, fast.values, atol=1e-11 * np.abs(signal).max())


def test_spectrogram_of_vowels():
    sound = make_vowels()
    fast = spectrogram(sound.samples[:3200], sound.sample_rate)  # with the defaults of both
    assert_allclose(plain.spectrogram(sound.samples[:3200], sound.sample_rate)[1], fast.values, atol=1e-12)
    check_windows(sound.samples[:2000], sound.sample_rate, 0.02, 0.005)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32 - 1), st.integers(2, 30), st.integers(1, 40))
def test_spectrogram_of_random_signals(seed, length, hop):
    check_windows(np.random.default_rng(seed).normal(size=120), 100.0, length / 100, hop / 100)
