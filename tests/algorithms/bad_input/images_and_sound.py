"""Bad input to edges, grey levels, spectra and bands."""

import numpy as np

from fewidgets.algorithms import (
    block_edge_histogram,
    edge_histogram,
    edge_maps,
    frequency_histograms,
    hz_to_mel,
    mel_bands,
    mel_spectrogram,
    mel_to_hz,
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
        (lambda: call("picture.png"), TypeError, "images holds text"),
        (
            lambda: call(np.full((9, 9), np.longdouble("1e4000"))),
            ValueError,
            r"images must hold .*; got inf in image 0, row 0, column 0",
        ),
        (lambda: call(None), TypeError, "images holds object"),
        (lambda: call(IMAGE * 1j), TypeError, "images holds complex"),
        (lambda: call(np.ma.masked_less(IMAGE, 1)), ValueError, "images has 1 masked"),
    ]


def bad_edges(call):
    """Give what every function of edges must refuse."""
    return [
        *bad_images(call),
        (lambda: call(IMAGE, orientations=0), ValueError, "orientations is 0; wanted 1 to 180"),
        (lambda: call(IMAGE, orientations=181), ValueError, "orientations is 181"),
        (lambda: call(IMAGE, orientations=8.0), TypeError, "orientations is 8.0"),
        (lambda: call(IMAGE, votes="soft"), ValueError, "votes is 'soft'; wanted 'hard' or 'interpolated'"),
        (lambda: call(IMAGE, votes=None), TypeError, "votes is None"),
        (lambda: call(IMAGE, kernel="sobl"), ValueError, "kernel is 'sobl'.*did you mean 'sobel'"),
    ]


def bad_sounds(call):
    """Give what every function of a signal and its sample rate must refuse."""
    return [
        (lambda: call(with_one(TONE, 7, np.nan), 8000), ValueError, "signal holds a NaN in sample 7"),
        (
            lambda: call([TONE, with_one(TONE, 5, np.inf)], 8000),
            ValueError,
            "signal holds an infinite value in sample 5 of sound 1",
        ),
        (lambda: call(with_one(TONE, 7, 1e61), 8000), ValueError, r"signal holds 1e\+61 in sample 7"),
        (lambda: call(TONE.reshape(-1, 2), 8000), ValueError, r"signal has shape \(400, 2\).*channels.*signal.mean\(axis=1\)"),
        (lambda: call(np.zeros((2, 2, 8)), 8000), ValueError, r"signal has shape \(2, 2, 8\)"),
        (lambda: call(3.0, 8000), ValueError, r"signal has shape \(\)"),
        (lambda: call([], 8000), ValueError, "signal has shape .*at least one sample"),
        (lambda: call("sound.wav", 8000), TypeError, "signal holds text"),
        (lambda: call(None, 8000), TypeError, "signal holds object"),
        (lambda: call(TONE * 1j, 8000), TypeError, "signal holds complex"),
        (lambda: call(TONE, 0), ValueError, "sample_rate is 0"),
        (lambda: call(TONE, -8000), ValueError, "sample_rate is -8000"),
        (lambda: call(TONE, np.nan), ValueError, "sample_rate is nan"),
        (lambda: call(TONE, "8000"), TypeError, "sample_rate is '8000'"),
        (lambda: call(TONE, None), TypeError, "sample_rate is None"),
    ]


def bad_windows(call):
    """Give what every function that cuts a sound into windows must refuse."""
    return [
        *bad_sounds(call),
        (lambda: call(TONE, 8000, window="han"), ValueError, "window is 'han'.*did you mean 'hann'"),
        (lambda: call(TONE, 8000, window=[[1.0, 2.0]]), ValueError, r"window has shape \(1, 2\)"),
        (lambda: call(TONE, 8000, window=3), ValueError, r"window has shape \(\)"),
        (lambda: call(TONE, 8000, window=[]), ValueError, "window has shape"),
        (lambda: call(TONE, 8000, window=None), TypeError, "window holds object"),
        (lambda: call(TONE, 8000, window=[1.0, -1.0]), ValueError, "window sums to 0; wanted a sum above 0"),
        (lambda: call(TONE, 8000, window=[1.0, np.nan]), ValueError, "window holds a NaN"),
        (
            lambda: call(TONE, 8000, window=np.ones(8), window_seconds=0.001),
            ValueError,
            "window_seconds is 0.001 beside a window",
        ),
        (lambda: call(TONE, 8000, window_seconds=0), ValueError, "window_seconds is 0"),
        (lambda: call(TONE, 8000, window_seconds=1e-9), ValueError, "window_seconds is 1e-09 s.*at least one sample"),
        (lambda: call(TONE, 8000, window_seconds=1e300), ValueError, r"window_seconds=1e\+300 would need more than 1024 EiB"),
        (
            lambda: call(TONE, 8000, window_seconds=1.0),
            ValueError,
            "signal has 800 samples, 0.1 s; wanted at least one window of 8000",
        ),
        (lambda: call(TONE, 8000, window_seconds="1"), TypeError, "window_seconds is '1'"),
        (lambda: call(TONE, 8000, window_seconds=10**9), ValueError, "window_seconds=1000000000 would need 58.2 TiB"),
        (lambda: call(TONE, 8000, window_seconds=10**15), ValueError, "window_seconds=10{15} would need 55.5 EiB"),
        (lambda: call(TONE, 8000, window_seconds=10**400), ValueError, "window_seconds is inf"),
        (lambda: call(TONE, 10**15), ValueError, "sample_rate=10{15}.0 would need 182 TiB"),
        (lambda: call(TONE, 10**9), ValueError, "window of 25000000: make window_seconds shorter, or check sample_rate"),
        (lambda: call(TONE, 8000, window=[[1, 2], [3]]), ValueError, "window is no rectangular array"),
        (
            lambda: call(np.zeros(10**6), 1, window_seconds=4 * 10**5, hop_seconds=1),
            ValueError,
            "hop_seconds=1 would need 894 GiB of memory; the limit is 1 GiB",
        ),
        (lambda: call(TONE, 8000, hop_seconds=-0.01), ValueError, "hop_seconds is -0.01"),
        (lambda: call(TONE, 8000, hop_seconds=1e-9), ValueError, "hop_seconds is 1e-09 s"),
        (lambda: call(TONE, 8000, hop_seconds=True), TypeError, "hop_seconds is True"),
    ]


def bad_bands(call):
    """Give what every function that divides frequencies into bands must refuse."""
    return [
        (lambda: call(bands=0), ValueError, "bands is 0; wanted at least 1"),
        (lambda: call(bands=2.5), TypeError, "bands is 2.5"),
        (lambda: call(bands=10**9), ValueError, "bands=1000000000 would need .* of memory; the limit is 1 GiB"),
        (lambda: call(bands=10**15), ValueError, "bands=10{15} would need .* of memory; the limit is 1 GiB"),
        (lambda: call(bands=5000), ValueError, "bands is 5000; band .* holds no frequency of the spectrum: take fewer"),
        (lambda: call(low=-1), ValueError, "low is -1 Hz; wanted 0 to below 4000 Hz"),
        (lambda: call(low=4000), ValueError, "low is 4000 Hz"),
        (lambda: call(low="0"), TypeError, "low is '0'"),
        (lambda: call(low=1000, high=1000), ValueError, "high is 1000 Hz; wanted above low = 1000 Hz"),
        (lambda: call(high=np.inf), ValueError, "high is inf"),
        (lambda: call(high=1e6), ValueError, "bands is .* holds no frequency of the spectrum"),
        (lambda: call(high="x"), TypeError, "high is 'x'"),
    ]


BLOCKS = block_edge_histogram(IMAGE)
FREQUENCIES = np.linspace(0, 4000, 101)

CASES = {
    "to_gray": [
        (lambda: to_gray(np.zeros((4, 4, 5))), ValueError, r"image must .*; got \(4, 4, 5\). A stack of grey"),
        (lambda: to_gray(np.zeros(4)), ValueError, r"image must have the shape .*; got \(4,\)"),
        (lambda: to_gray(np.zeros((0, 4, 3))), ValueError, "image must have at least one image"),
        (lambda: to_gray(np.zeros((4, 0))), ValueError, "image must have at least one image"),
        (lambda: to_gray(np.full((2, 2, 3), np.nan)), ValueError, "image must .*; got NaN in image 0, row 0, column 0"),
        (lambda: to_gray(np.full((2, 2, 3), 1e13)), ValueError, "image must hold grey levels .*; got 1e"),
        (lambda: to_gray(np.full((9, 9), np.longdouble("1e4000"))), ValueError, "image must .*; got inf in image 0, row 0"),
        (lambda: to_gray("cat.png"), TypeError, "image holds text"),
        (lambda: to_gray([[[1, 2, 3]], [[1]]]), ValueError, "image must be a rectangular array"),
        (lambda: to_gray(255 * CLEAR), ValueError, "image must have alpha .* white = 1; got 127.5. Pass white=255"),
        (lambda: to_gray(-CLEAR), ValueError, "image must have alpha values .*; got -0.5"),
        (lambda: to_gray(CLEAR, weights=(1, 1, 1)), ValueError, r"weights must be three shares .*; got \[1.0, 1.0, 1.0\]"),
        (lambda: to_gray(CLEAR, weights=(0.5, 0.5)), ValueError, "weights must be three shares"),
        (lambda: to_gray(CLEAR, weights=(2, -1, 0)), ValueError, "weights must be three shares"),
        (lambda: to_gray(CLEAR, weights=(np.nan, 0, 1)), ValueError, "weights must be three shares"),
        (lambda: to_gray(CLEAR, weights="luma"), TypeError, "weights holds text"),
        (lambda: to_gray(CLEAR, white=0), ValueError, "white is 0"),
        (lambda: to_gray(CLEAR, white=1e300), ValueError, r"white must be between 1e-12 and 1e\+12; got 1e\+300"),
        (lambda: to_gray(CLEAR, background=1e300), ValueError, r"background must be a grey level within ±1e\+12; got 1e\+300"),
        (lambda: to_gray(CLEAR, white="w"), TypeError, "white is 'w'"),
        (lambda: to_gray(CLEAR, background=np.nan), ValueError, "background is nan"),
        (lambda: to_gray(CLEAR, background="white"), TypeError, "background is 'white'"),
    ],
    "edge_maps": [
        *bad_edges(edge_maps),
        (lambda: edge_maps(IMAGE).map(8), ValueError, "orientation is 8; wanted 0 to 7"),
        (lambda: edge_maps(IMAGE).map(22.5), TypeError, "orientation is 22.5"),
    ],
    "edge_histogram": [
        *bad_edges(edge_histogram),
        (lambda: edge_histogram(IMAGE, scales=0), ValueError, "scales is 0; wanted 1 to 9"),
        (lambda: edge_histogram(IMAGE, scales=10**15), ValueError, "scales is 10{15}; wanted 1 to 9"),
        (lambda: edge_histogram(IMAGE, scales=2.0), TypeError, "scales is 2.0"),
        (lambda: edge_histogram(IMAGE, scales="2"), TypeError, "scales is '2'"),
        (lambda: edge_histogram(IMAGE, scales=None), TypeError, "scales is None"),
        (lambda: edge_histogram(IMAGE, scales=()), ValueError, "scales must hold at least one scale"),
        (lambda: edge_histogram(IMAGE, scales=(1, 2, 2)), ValueError, r"scales must be different; got \(1, 2, 2\)"),
        (lambda: edge_histogram(with_one(IMAGE, (8, 8), np.nan), scales=2), ValueError, "images must .* NaN in image 0, row"),
    ],
    "block_edge_histogram": [
        *bad_edges(block_edge_histogram),
        (lambda: block_edge_histogram(IMAGE, patch=0), ValueError, "patch is 0; wanted at least 1"),
        (lambda: block_edge_histogram(IMAGE, patch=(3, 3, 3)), ValueError, r"patch must be .*; got \(3, 3, 3\)"),
        (lambda: block_edge_histogram(IMAGE, patch="3"), TypeError, "patch is '3'"),
        (lambda: block_edge_histogram(IMAGE, patch=(3, 1.5)), TypeError, "patch is 1.5"),
        (lambda: block_edge_histogram(IMAGE, block=-1), ValueError, "block is -1"),
        (lambda: block_edge_histogram(IMAGE, block=[[1, 2]]), TypeError, "block is"),
        (lambda: block_edge_histogram(IMAGE, patch_stride=0), ValueError, "patch_stride is 0"),
        (lambda: block_edge_histogram(IMAGE, block_stride=(1, 0)), ValueError, "block_stride is 0"),
        (lambda: block_edge_histogram(IMAGE, patch=4), ValueError, "images must have at least 12 × 12 pixels, .*; got 9 × 9"),
        (lambda: block_edge_histogram([[1.0]]), ValueError, "images must have at least 9 × 9 pixels, .*; got 1 × 1"),
        (lambda: block_edge_histogram(IMAGE, epsilon=-1), ValueError, r"epsilon must be between 0 and 1e\+30; got -1"),
        (lambda: block_edge_histogram(IMAGE, epsilon=1e31), ValueError, r"epsilon must be between 0 and 1e\+30; got 1e\+31"),
        (lambda: block_edge_histogram(IMAGE, clip=1e-31), ValueError, "clip must be at least 1e-30; got 1e-31"),
        (lambda: block_edge_histogram(IMAGE, patch=10**15), ValueError, "images must .* 3000000000000000 × .* Make patch"),
        (
            lambda: block_edge_histogram(np.zeros((1500, 1500)), patch=1, patch_stride=1, orientations=180),
            ValueError,
            r"patch=\(1, 1\) would need 1.51 GiB of memory; the limit is 1 GiB",
        ),
        (
            lambda: block_edge_histogram(np.zeros((500, 500)), patch=1, block=100),
            ValueError,
            r"block=\(100, 100\) would need 47.9 GiB of memory; the limit is 1 GiB",
        ),
        (lambda: block_edge_histogram(IMAGE, epsilon="0"), TypeError, "epsilon is '0'"),
        (lambda: block_edge_histogram(IMAGE, clip=0), ValueError, "clip is 0"),
        (lambda: block_edge_histogram(IMAGE, clip="0.2"), TypeError, "clip is '0.2'"),
        (lambda: BLOCKS.patch_box(3, 0), ValueError, r"row is 3; wanted 0 to 2 \(the grid has 3 × 3 patches\)"),
        (lambda: BLOCKS.patch_box(0, -1), ValueError, "column is -1"),
        (lambda: BLOCKS.block_box(1, 0), ValueError, r"row is 1; wanted 0 to 0 \(the grid has 1 × 1 blocks\)"),
        (lambda: BLOCKS.block_patches(0, 1.0), TypeError, "column is 1.0"),
        (lambda: BLOCKS.place(72), ValueError, "feature is 72; wanted 0 to 71"),
        (lambda: BLOCKS.place("last"), TypeError, "feature is 'last'"),
    ],
    "sinusoids": [
        (lambda: sinusoids([440, 5000]), ValueError, "frequencies holds 5000 Hz; wanted 0 to 4000 Hz, half of sample_rate"),
        (lambda: sinusoids(-1), ValueError, "frequencies holds -1 Hz"),
        (lambda: sinusoids([]), ValueError, "frequencies has shape"),
        (lambda: sinusoids([[1.0]]), ValueError, "frequencies has shape"),
        (lambda: sinusoids([np.nan]), ValueError, "frequencies holds a NaN"),
        (lambda: sinusoids("a"), TypeError, "frequencies holds text"),
        (lambda: sinusoids([1, 2], [1, 2, 3]), ValueError, r"amplitudes has shape \(3,\); wanted one number, or \(2,\)"),
        (lambda: sinusoids([1, 2], None), TypeError, "amplitudes holds object"),
        (lambda: sinusoids([1, 2], 1, [0]), ValueError, r"phases has shape \(1,\)"),
        (lambda: sinusoids([1, 2], 1, np.inf), ValueError, "phases holds an infinite"),
        (lambda: sinusoids(0, sample_rate=0), ValueError, "sample_rate is 0"),
        (lambda: sinusoids(0, duration=0), ValueError, "duration is 0"),
        (lambda: sinusoids(0, duration=1e-5), ValueError, "duration is 1e-05 s, 0.08 samples .*wanted at least one"),
        (lambda: sinusoids(0, duration=10**9), ValueError, "duration × sample_rate=8000000000000 would need 58.2 TiB"),
        (lambda: sinusoids(0, duration=10**15), ValueError, "duration × sample_rate=8.*would need 55.5 EiB"),
        (lambda: sinusoids(0, sample_rate=10**15), ValueError, "duration × sample_rate=10{15} would need 7.11 PiB"),
        (lambda: sinusoids(0, sample_rate=1e300, duration=1e300), ValueError, "duration × sample_rate=.*more than 1024 EiB"),
        (lambda: sinusoids(np.ones(2000), duration=10.0).parts, ValueError, r"parts=\(2000, 80000\) would need 1.19 GiB"),
        (lambda: sinusoids(0, duration="1"), TypeError, "duration is '1'"),
    ],
    "spectrum": [
        *bad_sounds(spectrum),
        (lambda: spectrum(TONE, 8000, window="tukey"), ValueError, "window is 'tukey'; wanted 'rectangular' or 'hann'"),
        (lambda: spectrum(TONE, 8000, window=np.ones(4)), ValueError, r"window has shape \(4,\); wanted \(800,\)"),
        (lambda: spectrum(TONE, 8000, window=-np.ones(800)), ValueError, "window sums to -800"),
        (lambda: spectrum(TONE, 8000, window=None), TypeError, "window holds object"),
    ],
    "spectrogram": [
        *bad_windows(spectrogram),
        (lambda: spectrogram(TONE, 8000, scaling="psd"), ValueError, "scaling is 'psd'; wanted 'amplitude'"),
        (lambda: spectrogram(TONE, 8000, scaling=1), TypeError, "scaling is 1"),
        (lambda: spectrogram(TONE, 8000).decibels(0), ValueError, "floor is 0; wanted a number of decibels below 0"),
        (lambda: spectrogram(TONE, 8000).decibels("x"), TypeError, "floor is 'x'"),
        (lambda: spectrogram(TONE, 8000).samples(99), ValueError, "window is 99; wanted 0 to 7"),
    ],
    "hz_to_mel": [
        (lambda: hz_to_mel(-1), ValueError, "frequencies holds -1; wanted 0 or more"),
        (lambda: hz_to_mel([[1]]), ValueError, "frequencies has shape"),
        (lambda: hz_to_mel(np.nan), ValueError, "frequencies holds a NaN"),
        (lambda: hz_to_mel("a"), TypeError, "frequencies holds text"),
    ],
    "mel_to_hz": [
        (lambda: mel_to_hz(-1), ValueError, "mels holds -1"),
        (lambda: mel_to_hz(1e6), ValueError, r"mels holds 1e\+06; wanted 0 to 100,000"),
        (lambda: mel_to_hz([]), ValueError, "mels has shape"),
        (lambda: mel_to_hz(None), TypeError, "mels holds object"),
    ],
    "mel_bands": [
        *bad_bands(lambda **options: mel_bands(FREQUENCIES, **options)),
        (lambda: mel_bands([]), ValueError, "frequencies has shape"),
        (lambda: mel_bands([-1, 1]), ValueError, "frequencies holds -1"),
        (lambda: mel_bands([0]), ValueError, "frequencies holds none above 0 Hz"),
        (lambda: mel_bands("f"), TypeError, "frequencies holds text"),
        (lambda: mel_bands(FREQUENCIES, norm="slaney"), ValueError, "norm is 'slaney'; wanted 'peak' or 'area'"),
        (lambda: mel_bands(FREQUENCIES, norm=None), TypeError, "norm is None"),
    ],
    "mel_spectrogram": [
        *bad_windows(mel_spectrogram),
        *bad_bands(lambda **options: mel_spectrogram(TONE, 8000, **options)),
        (lambda: mel_spectrogram(TONE, 8000, norm="sum"), ValueError, "norm is 'sum'"),
        (lambda: mel_spectrogram(TONE, 8000, window_seconds=1 / 8000), ValueError, "frequencies holds none above 0 Hz"),
        (lambda: mel_spectrogram(TONE, 8000).decibels(np.nan), ValueError, "floor is nan"),
    ],
    "frequency_histograms": [
        *bad_windows(frequency_histograms),
        *bad_bands(lambda **options: frequency_histograms(TONE, 8000, **options)),
        (lambda: frequency_histograms(TONE, 8000, window_seconds=1 / 8000), ValueError, "window_seconds is 0.000125"),
        (lambda: frequency_histograms(TONE, 8000, spacing="log"), ValueError, "spacing is 'log'; wanted 'linear' or 'mel'"),
        (lambda: frequency_histograms(TONE, 8000, normalize=True), TypeError, "normalize is True"),
        (lambda: frequency_histograms(TONE, 8000, normalize="all"), ValueError, "normalize is 'all'"),
    ],
}  # fmt: skip
