"""Bad input to edges, grey levels, spectra and bands."""

import numpy as np

from fewidgets.algorithms import (
    block_edge_histogram,
    edge_histogram,
    edge_maps,
    frequency_histograms,
    sinusoids,
    spectrogram,
    spectrum,
    to_gray,
)

IMAGE = np.add.outer(np.arange(9.0), np.arange(9.0) ** 2)
TONE = np.sin(np.arange(800.0))
CLEAR = np.full((2, 2, 4), 0.5)


def with_one(array, place, value):
    array = np.array(array, dtype=float)
    array[place] = value
    return array


def bad_images(call):
    """Give what every function of grey images must refuse."""
    return [
        (
            lambda: call(with_one(IMAGE, (3, 1), np.nan)),
            ValueError,
            "images must hold finite grey levels; got NaN in image 0, row 3, column 1",
        ),
        (
            lambda: call(np.stack([IMAGE, with_one(IMAGE, (8, 8), np.inf)])),
            ValueError,
            "images must hold grey levels within ±1e\\+12; got inf in image 1, row 8",
        ),
        (lambda: call(with_one(IMAGE, 0, -1e13)), ValueError, r"images must hold grey levels within ±1e\+12; got -1e\+13"),
        (lambda: call(np.full((9, 9), 2**62)), ValueError, r"images must hold .*; got 4.6\d*e\+18"),
        (
            lambda: call(np.zeros((9, 9, 3))),
            ValueError,
            r"images must be grey levels.*; got shape \(9, 9, 3\), .*colour.*to_gray\(images\)",
        ),
        (lambda: call(np.zeros((2, 9, 9, 4))), ValueError, r"images must be grey levels.*; got shape \(2, 9, 9, 4\).*to_gray"),
        (lambda: call(np.zeros((2, 9, 9, 9))), ValueError, r"images must be grey levels, .*; got shape \(2, 9, 9, 9\)"),
        (lambda: call(np.zeros(9)), ValueError, r"images must be .*; got shape \(9,\)"),
        (lambda: call(3.0), ValueError, r"images must be .*; got shape \(\)"),
        (lambda: call(np.zeros((0, 9, 9))), ValueError, "at least one image"),
        (lambda: call(np.zeros((9, 0))), ValueError, "at least one image, and one pixel"),
        (lambda: call([[1, 2], [3]]), ValueError, "images must be a rectangular array"),
        (lambda: call("picture.png"), TypeError, r"images must hold real numbers; got text, for example 'picture\.png'"),
        (
            lambda: call(np.full((9, 9), np.longdouble("1e4000"))),
            ValueError,
            r"images must hold .*; got inf in image 0, row 0, column 0",
        ),
        (lambda: call(None), TypeError, "images must hold real numbers; got object entries, for example None"),
        (lambda: call(IMAGE * 1j), TypeError, "images must hold real numbers; got complex numbers, for example 0j"),
        (lambda: call(np.ma.masked_less(IMAGE, 1)), ValueError, "images has 1 masked"),
    ]


def bad_edges(call):
    """Give what every function of edges must refuse."""
    return [
        *bad_images(call),
        (lambda: call(IMAGE, orientations=0), ValueError, "orientations must be an integer between 1 and 180; got 0"),
        (lambda: call(IMAGE, orientations=181), ValueError, "orientations must be an integer between 1 and 180; got 181"),
        (
            lambda: call(IMAGE, orientations=8.0),
            TypeError,
            r"orientations must be an integer between 1 and 180; got 8\.0 \(float\)",
        ),
        (lambda: call(IMAGE, votes="soft"), ValueError, "votes must be 'hard' or 'interpolated'; got 'soft'"),
        (lambda: call(IMAGE, votes=None), TypeError, r"votes must be 'hard' or 'interpolated'; got None \(NoneType\)"),
        (
            lambda: call(IMAGE, kernel="sobl"),
            ValueError,
            r"kernel must be 'central', 'prewitt' or 'sobel'; got 'sobl'\. Did you mean 'sobel'\?",
        ),
    ]


def bad_sounds(call):
    """Give what every function of a signal and its sample rate must refuse."""
    return [
        (lambda: call(with_one(TONE, 7, np.nan), 8000), ValueError, "signal must hold finite numbers .*; got NaN in sample 7"),
        (
            lambda: call([TONE, with_one(TONE, 5, np.inf)], 8000),
            ValueError,
            "signal must hold finite .*; got an infinite value in sample 5 of sound 1",
        ),
        (
            lambda: call(with_one(TONE, 7, 1e61), 8000),
            ValueError,
            r"signal must hold .* within ±1e\+60; got 1e\+61 in sample 7",
        ),
        (
            lambda: call(TONE.reshape(-1, 2), 8000),
            ValueError,
            r"signal must .* got shape \(400, 2\), .*channels.*signal.mean\(axis=1\)",
        ),
        (lambda: call(np.zeros((2, 2, 8)), 8000), ValueError, r"signal must be .*; got shape \(2, 2, 8\)"),
        (lambda: call(3.0, 8000), ValueError, r"signal must be .*; got shape \(\)"),
        (lambda: call([], 8000), ValueError, "signal must have at least one sample"),
        (lambda: call("sound.wav", 8000), TypeError, r"signal must hold real numbers; got text, for example 'sound\.wav'"),
        (lambda: call(None, 8000), TypeError, "signal must hold real numbers; got object entries, for example None"),
        (lambda: call(TONE * 1j, 8000), TypeError, "signal must hold real numbers; got complex numbers, for example 0j"),
        (lambda: call(TONE, 0), ValueError, "sample_rate must be a finite number above 0; got 0"),
        (lambda: call(TONE, -8000), ValueError, "sample_rate must be a finite number above 0; got -8000"),
        (lambda: call(TONE, np.nan), ValueError, "sample_rate must be a finite number above 0; got nan"),
        (lambda: call(TONE, "8000"), TypeError, r"sample_rate must be a finite number above 0; got '8000' \(str\)"),
        (lambda: call(TONE, None), TypeError, r"sample_rate must be a finite number above 0; got None \(NoneType\)"),
    ]


def bad_windows(call):
    """Give what every function that cuts a sound into windows must refuse."""
    return [
        *bad_sounds(call),
        (
            lambda: call(TONE, 8000, window="han"),
            ValueError,
            r"window must be 'rectangular', 'hann', 'hamming' or 'blackman'; got 'han'\. Did you mean 'hann'\?",
        ),
        (lambda: call(TONE, 8000, window=[[1.0, 2.0]]), ValueError, r"window must be .*; got shape \(1, 2\)"),
        (lambda: call(TONE, 8000, window=3), ValueError, r"window must be .*; got shape \(\)"),
        (lambda: call(TONE, 8000, window=[]), ValueError, "window must be a number or a list"),
        (
            lambda: call(TONE, 8000, window=None),
            TypeError,
            "window must hold real numbers; got object entries, for example None",
        ),
        (lambda: call(TONE, 8000, window=[1.0, -1.0]), ValueError, "window must have a sum above 0; got 0"),
        (lambda: call(TONE, 8000, window=[1.0, np.nan]), ValueError, "window must not contain NaN; found one in row 1"),
        (
            lambda: call(TONE, 8000, window=np.ones(8), window_seconds=0.001),
            ValueError,
            "window_seconds must not be given together .*; got 0.001",
        ),
        (lambda: call(TONE, 8000, window_seconds=0), ValueError, "window_seconds must be a finite number above 0; got 0"),
        (lambda: call(TONE, 8000, window_seconds=1e-9), ValueError, "window_seconds must be at least one sample; got 1e-09 s"),
        (lambda: call(TONE, 8000, window_seconds=1e300), ValueError, r"window_seconds=1e\+300 would need more than 1024 EiB"),
        (
            lambda: call(TONE, 8000, window_seconds=1.0),
            ValueError,
            "signal must have at least 8000 samples, one window; got 800 samples, 0.1 s",
        ),
        (
            lambda: call(TONE, 8000, window_seconds="1"),
            TypeError,
            r"window_seconds must be a finite number above 0; got '1' \(str\)",
        ),
        (lambda: call(TONE, 8000, window_seconds=10**9), ValueError, "window_seconds=1000000000 would need 58.2 TiB"),
        (lambda: call(TONE, 8000, window_seconds=10**15), ValueError, "window_seconds=10{15} would need 55.5 EiB"),
        (
            lambda: call(TONE, 8000, window_seconds=10**400),
            ValueError,
            "window_seconds must be a finite number above 0; got inf",
        ),
        (lambda: call(TONE, 10**15), ValueError, "sample_rate=10{15}.0 would need 182 TiB"),
        (lambda: call(TONE, 10**9), ValueError, "at least 25000000 .* Make window_seconds shorter, or check sample_rate"),
        (
            lambda: call(TONE, 8000, window=[[1, 2], [3]]),
            ValueError,
            "window must be a rectangular array, with rows of equal length",
        ),
        (
            lambda: call(np.zeros(10**6), 1, window_seconds=4 * 10**5, hop_seconds=1),
            ValueError,
            "hop_seconds=1 would need 894 GiB of memory; the limit is 1 GiB",
        ),
        (lambda: call(TONE, 8000, hop_seconds=-0.01), ValueError, r"hop_seconds must be a finite number above 0; got -0\.01"),
        (lambda: call(TONE, 8000, hop_seconds=1e-9), ValueError, "hop_seconds must be at least one sample; got 1e-09 s"),
        (
            lambda: call(TONE, 8000, hop_seconds=True),
            TypeError,
            r"hop_seconds must be a finite number above 0; got True \(bool\)",
        ),
    ]


BLOCKS = block_edge_histogram(IMAGE)

CASES = {
    "to_gray": [
        (lambda: to_gray(np.zeros((4, 4, 5))), ValueError, r"image must .*; got \(4, 4, 5\). A stack of grey"),
        (lambda: to_gray(np.zeros(4)), ValueError, r"image must have the shape .*; got \(4,\)"),
        (lambda: to_gray(np.zeros((0, 4, 3))), ValueError, "image must have at least one image"),
        (lambda: to_gray(np.zeros((4, 0))), ValueError, "image must have at least one image"),
        (lambda: to_gray(np.full((2, 2, 3), np.nan)), ValueError, "image must .*; got NaN in image 0, row 0, column 0"),
        (lambda: to_gray(np.full((2, 2, 3), 1e13)), ValueError, "image must hold grey levels .*; got 1e"),
        (lambda: to_gray(np.full((9, 9), np.longdouble("1e4000"))), ValueError, "image must .*; got inf in image 0, row 0"),
        (lambda: to_gray("cat.png"), TypeError, r"image must hold real numbers; got text, for example 'cat\.png'"),
        (lambda: to_gray([[[1, 2, 3]], [[1]]]), ValueError, "image must be a rectangular array"),
        (lambda: to_gray(255 * CLEAR), ValueError, "image must have alpha .* white = 1; got 127.5. Pass white=255"),
        (lambda: to_gray(-CLEAR), ValueError, "image must have alpha values .*; got -0.5"),
        (lambda: to_gray(CLEAR, white=0), ValueError, "white must be a finite number above 0; got 0"),
        (lambda: to_gray(CLEAR, white=1e300), ValueError, r"white must be between 1e-12 and 1e\+12; got 1e\+300"),
        (lambda: to_gray(CLEAR, white="w"), TypeError, r"white must be a finite number above 0; got 'w' \(str\)"),
    ],
    "edge_maps": [
        *bad_edges(edge_maps),
        (lambda: edge_maps(IMAGE).map(8), ValueError, r"orientation must be .*; got 8"),
        (lambda: edge_maps(IMAGE).map(22.5), TypeError, r"orientation must be .*; got 22\.5 \(float\)"),
    ],
    "edge_histogram": [
        *bad_edges(edge_histogram),
        (lambda: edge_histogram(IMAGE, scales=0), ValueError, r"scales must be .*; got 0"),
        (lambda: edge_histogram(IMAGE, scales=10**15), ValueError, r"scales must be .*; got 1000000000000000"),
        (lambda: edge_histogram(IMAGE, scales=2.0), TypeError, r"scales must be .*; got 2\.0 \(float\)"),
        (lambda: edge_histogram(IMAGE, scales="2"), TypeError, r"scales must be .*; got '2' \(str\)"),
        (lambda: edge_histogram(IMAGE, scales=None), TypeError, r"scales must be .*; got None \(NoneType\)"),
        (lambda: edge_histogram(IMAGE, scales=()), ValueError, "scales must hold at least one scale"),
        (lambda: edge_histogram(IMAGE, scales=(1, 2, 2)), ValueError, r"scales must be different; got \(1, 2, 2\)"),
        (lambda: edge_histogram(with_one(IMAGE, (8, 8), np.nan), scales=2), ValueError, "images must .* NaN in image 0, row"),
    ],
    "block_edge_histogram": [
        *bad_edges(block_edge_histogram),
        (lambda: block_edge_histogram(IMAGE, patch=0), ValueError, "patch must be an integer of at least 1; got 0"),
        (lambda: block_edge_histogram(IMAGE, patch=(3, 3, 3)), ValueError, r"patch must be .*; got \(3, 3, 3\)"),
        (lambda: block_edge_histogram(IMAGE, patch="3"), TypeError, r"patch must be .*; got '3' \(str\)"),
        (lambda: block_edge_histogram(IMAGE, patch=(3, 1.5)), TypeError, r"patch must be .*; got 1\.5 \(float\)"),
        (lambda: block_edge_histogram(IMAGE, block=-1), ValueError, "block must be an integer of at least 1; got -1"),
        (lambda: block_edge_histogram(IMAGE, block=[[1, 2]]), TypeError, r"block must be .*; got \[\[1, 2\]\] \(list\)"),
        (lambda: block_edge_histogram(IMAGE, patch=4), ValueError, "images must have at least 12 × 12 pixels, .*; got 9 × 9"),
        (lambda: block_edge_histogram([[1.0]]), ValueError, "images must have at least 9 × 9 pixels, .*; got 1 × 1"),
        (lambda: block_edge_histogram(IMAGE, patch=10**15), ValueError, "images must .* 3000000000000000 × .* Make patch"),
        (
            lambda: block_edge_histogram(np.zeros((1500, 1500)), patch=1, orientations=180),
            ValueError,
            r"patch=\(1, 1\) would need 1.51 GiB of memory; the limit is 1 GiB",
        ),
        (
            lambda: block_edge_histogram(np.zeros((500, 500)), patch=1, block=100),
            ValueError,
            r"block=\(100, 100\) would need 47.9 GiB of memory; the limit is 1 GiB",
        ),
        (lambda: BLOCKS.block_box(0, 1.0), TypeError, r"column must be .*; got 1\.0 \(float\)"),
        (lambda: BLOCKS.block_box(1, 0), ValueError, r"row must be .*; got 1"),
    ],
    "sinusoids": [
        (lambda: sinusoids([440, 5000]), ValueError, "frequencies must be from 0 to 4000 Hz, half of .*; got 5000 Hz"),
        (lambda: sinusoids(-1), ValueError, "frequencies must be .*; got -1 Hz"),
        (lambda: sinusoids([]), ValueError, "frequencies must be a number or a list .*; got shape"),
        (lambda: sinusoids([[1.0]]), ValueError, "frequencies must be a number or a list .*; got shape"),
        (lambda: sinusoids([np.nan]), ValueError, "frequencies must not contain NaN; found one in row 0"),
        (lambda: sinusoids("a"), TypeError, "frequencies must hold real numbers; got text, for example"),
        (lambda: sinusoids([1, 2], [1, 2, 3]), ValueError, r"amplitudes must be one number or 2, .*; got shape \(3,\)"),
        (lambda: sinusoids([1, 2], None), TypeError, r"amplitudes must hold .*; got object entries, for example None"),
        (lambda: sinusoids([1, 2], 1, [0]), ValueError, r"phases must be .*; got shape \(1,\)"),
        (lambda: sinusoids([1, 2], 1, np.inf), ValueError, "phases must be finite; found an infinite value in row 0"),
        (lambda: sinusoids(0, sample_rate=0), ValueError, "sample_rate must be a finite number above 0; got 0"),
        (lambda: sinusoids(0, duration=0), ValueError, "duration must be a finite number above 0; got 0"),
        (lambda: sinusoids(0, duration=1e-5), ValueError, "duration must be at least one sample; got 1e-05 s, 0.08"),
        (lambda: sinusoids(0, duration=10**9), ValueError, "duration × sample_rate=8000000000000 would need 58.2 TiB"),
        (lambda: sinusoids(0, duration=10**15), ValueError, "duration × sample_rate=8.*would need 55.5 EiB"),
        (lambda: sinusoids(0, sample_rate=10**15), ValueError, "duration × sample_rate=10{15} would need 7.11 PiB"),
        (lambda: sinusoids(0, sample_rate=1e300, duration=1e300), ValueError, "duration × sample_rate=.*more than 1024 EiB"),
        (lambda: sinusoids(np.ones(2000), duration=10.0).parts, ValueError, r"parts=\(2000, 80000\) would need 1.19 GiB"),
        (lambda: sinusoids(0, duration="1"), TypeError, r"duration must be a finite number above 0; got '1' \(str\)"),
    ],
    "spectrum": [
        *bad_sounds(spectrum),
        (lambda: spectrum(TONE, 8000, window="tukey"), ValueError, r"window must be .*; got 'tukey'"),
        (lambda: spectrum(TONE, 8000, window=np.ones(4)), ValueError, r"window must be .* 800 samples; got shape \(4,\)"),
        (lambda: spectrum(TONE, 8000, window=-np.ones(800)), ValueError, "window must have a sum above 0; got -800"),
        (lambda: spectrum(TONE, 8000, window=None), TypeError, "window must hold real numbers; got object"),
    ],
    "spectrogram": [
        *bad_windows(spectrogram),
        (lambda: spectrogram(TONE, 8000).decibels(0), ValueError, "floor must be below 0 dB; got 0"),
        (lambda: spectrogram(TONE, 8000).decibels("x"), TypeError, r"floor must be a finite number; got 'x' \(str\)"),
        (lambda: spectrogram(TONE, 8000).samples(99), ValueError, r"window must be .*; got 99"),
    ],
    "frequency_histograms": [
        *bad_windows(frequency_histograms),
        (lambda: frequency_histograms(TONE, 8000, bands=0), ValueError, "bands must be an integer of at least 1; got 0"),
        (
            lambda: frequency_histograms(TONE, 8000, bands=2.5),
            TypeError,
            r"bands must be an integer of at least 1; got 2\.5 \(float\)",
        ),
        (
            lambda: frequency_histograms(TONE, 8000, bands=10**9),
            ValueError,
            "bands=1000000000 would need .* of memory; the limit is 1 GiB",
        ),
        (
            lambda: frequency_histograms(TONE, 8000, bands=10**15),
            ValueError,
            "bands=10{15} would need .* of memory; the limit is 1 GiB",
        ),
        (
            lambda: frequency_histograms(TONE, 8000, bands=5000),
            ValueError,
            "bands must each contain a frequency.* of 5000, .* Use fewer",
        ),
        (lambda: frequency_histograms(TONE, 8000, window_seconds=1 / 8000), ValueError, "window_seconds must .* got 0.000125"),
        (lambda: frequency_histograms(TONE, 8000, spacing="log"), ValueError, "spacing must be 'linear' or 'mel'; got 'log'"),
    ],
}  # fmt: skip
