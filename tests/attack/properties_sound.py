"""Sounds and their spectra, against sums of sinusoids written out."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms import (
    frequency_histograms,
    sinusoids,
    spectrogram,
    spectrum,
)
from tests.attack.attacks import attacks
from tests.attack.case import EPS, Case
from tests.attack.designs import as_type, laid_out

WINDOWS = ("hann", "rectangular", "hamming", "blackman")


@attacks("sinusoids")
def sounds_are_sums_of_sines(case: Case) -> None:
    rng = case.rng
    rate = case.pick("sample_rate", [8000.0, 1.0, 44100.0, 1e-3, 1e9])
    K, samples = case.integer("K", 1, 5), case.integer("samples", 1, 200)
    frequencies = case.hand("frequencies", rng.choice([0.0, 0.5, 0.25, *rng.random(3) / 2], K) * rate)
    scale = case.pick("amplitude", [1.0, 0.0, 1e-150, 1e50])
    amplitudes = case.hand("amplitudes", rng.normal(size=K) * scale)
    phases = case.hand("phases", rng.uniform(-10, 10, K))
    case.tame = rate in (8000.0, 44100.0) and scale == 1
    found = case.call(sinusoids, frequencies, amplitudes, phases, sample_rate=rate, duration=samples / rate)
    t = np.arange(samples) / np.longdouble(rate)
    case.close("times", found.times, t, 4 * EPS * t)
    angle = 2 * np.longdouble(np.pi) * frequencies[:, None] * t + phases[:, None]
    parts = amplitudes[:, None] * np.sin(angle)
    # An angle of many turns is known to rounding of its size.
    off = np.abs(amplitudes[:, None]) * np.minimum(8 * EPS * (np.abs(angle) + 1), 2)
    case.close("signal", found.signal, parts.sum(axis=0), (off + 4 * EPS * np.abs(parts)).sum(axis=0) + 1e-300)
    case.close("parts", case.call(lambda frequencies: found.parts, None), parts, off + 1e-300)


def draw_signal(case, shortest=1, longest=300):
    """Draw one sound or several: noise, silence, a click, a tone at the edge of the band, of any number type."""
    rng = case.rng
    T = case.integer("T", shortest, longest)
    P = case.pick("P", [None, 1, 3])
    shape = (T,) if P is None else (P, T)
    kind = case.pick("sound", ["noise", "silence", "click", "constant", "alternating", "outlier"])
    signal = rng.normal(size=shape)
    if kind == "silence":
        signal[:] = 0
    elif kind == "click":
        signal[:] = 0
        signal[..., rng.integers(T)] = 1
    elif kind == "constant":
        signal[:] = 2.5
    elif kind == "alternating":
        signal[:] = (-1.0) ** np.arange(T)
    elif kind == "outlier":
        signal[..., rng.integers(T)] = 1e8
    scale = case.pick("scale", [1.0, 1.0, 1e-8, 1e8, 1e-150, 1e50, 1e150])
    dtype = case.pick("type", ("float64", "float32", "int64", "int8", "bool") if scale == 1 else ("float64", ">f8"))
    values = as_type(signal, dtype) if scale == 1 else (signal * scale).astype(dtype)
    handed = laid_out(values, case.pick("layout", ["C", "Fortran", "strided", "reversed", "read-only"]))
    case.tame = scale == 1 and P != 3 and T >= 2
    return case.hand("signal", handed), np.asarray(handed, np.float64)


def window_of(name, length):
    shares = {"rectangular": [1], "hann": [0.5, 0.5], "hamming": [0.54, 0.46], "blackman": [0.42, 0.5, 0.08]}[name]
    turn = 2 * np.longdouble(np.pi) * np.arange(length) / length
    return np.ones(1) if length == 1 else sum((-1) ** n * share * np.cos(n * turn) for n, share in enumerate(shares))


def transform(signal, window):
    """The discrete Fourier transform, term by term, in extended precision."""
    T = signal.shape[-1]
    turns = np.outer(np.arange(T // 2 + 1), np.arange(T)) % T * (2 * np.longdouble(np.pi) / T)
    tapered = signal.astype(np.longdouble) * window
    return tapered @ np.cos(turns).T, -(tapered @ np.sin(turns).T), np.abs(tapered).sum(axis=-1)[..., None]


def alone(F, T):
    """Which frequencies have no mirror image."""
    k = np.arange(F)
    return (k == 0) | (2 * k == T)


@attacks("spectrum")
def spectra_are_fourier_sums(case: Case) -> None:
    signal, exact = draw_signal(case)
    T = exact.shape[-1]
    rate, name = case.pick("sample_rate", [8000.0, 1.0, 1e-6, 44100]), case.pick("window", WINDOWS)
    found = case.call(spectrum, signal, rate, window=name, may_refuse="channel|column")
    window = window_of(name, T)
    case.close("window", found.window, window, 16 * EPS)
    cosine, sine, size = transform(exact, window)
    F = T // 2 + 1
    case.close("frequencies", found.frequencies, np.arange(F) * (rate / np.longdouble(T)), 4 * EPS * rate)
    factor = np.where(alone(F, T), 1, 2) / window.sum()
    length = np.sqrt(cosine**2 + sine**2)
    # A tapered window is known to rounding of its largest entry, not of its smallest.
    rough = 16 * (1 + np.log2(T)) * EPS * size + 4 * EPS * np.abs(exact).sum(axis=-1)[..., None]
    case.close("amplitudes", found.amplitudes, factor * length, factor * rough + 1e-300)
    # With cos θ ~ sin: a sin(2π f t + φ) has the transform a T / 2 (sin φ, −cos φ) at its frequency.
    phase = np.arctan2(cosine, -sine)
    turned = np.abs(np.mod(found.phases - phase + np.pi, 2 * np.pi) - np.pi)
    case.holds(
        (turned <= 4 * rough / np.where(length > 0, length, np.inf) + 1e-12)
        | (length <= 4 * rough)
        | (np.abs(turned - np.pi) < 0),
        "phases",
    )
    if name == "rectangular":
        power = found.amplitudes.astype(np.longdouble) ** 2 / np.where(alone(F, T), 1, 2)
        mean = (exact.astype(np.longdouble) ** 2).mean(axis=-1)
        case.close("Parseval's sum", power.sum(axis=-1), mean, 64 * T * EPS * (mean + (size[..., 0] / T) ** 2) + 1e-300)


def draw_windows(case, T):
    """Draw how a sound is cut into windows, in samples of 1/rate seconds."""
    rate = case.pick("sample_rate", [8000.0, 100.0, 1.0])
    length, hop = case.integer("window samples", 2, max(2, min(T, 40))), case.integer("hop samples", 1, 20)
    name = case.pick("window", WINDOWS)
    return rate, length, hop, {"window": name, "window_seconds": length / rate, "hop_seconds": hop / rate}


def check_spectrogram(case, found, exact, rate, length, hop, name):
    T = exact.shape[-1]
    window = window_of(name, length)
    starts = range(0, T - length + 1, hop)
    cuts = np.stack([exact[..., start : start + length] for start in starts], axis=-2)
    cosine, sine, size = transform(cuts, window)
    F = length // 2 + 1
    squares, twice = cosine**2 + sine**2, np.where(alone(F, length), 1, 2)
    rough = 16 * (1 + np.log2(length)) * EPS * size + 4 * EPS * np.abs(cuts).sum(axis=-1)[..., None]
    factor = twice / window.sum()
    case.close("values", found.values, factor * np.sqrt(squares), factor * rough + 1e-300)
    case.close("times", found.times, (np.array(starts) + length / 2) / rate, 8 * EPS * T / rate)
    case.close("frequencies", found.frequencies, np.arange(F) * (rate / np.longdouble(length)), 4 * EPS * rate)


@attacks("spectrogram", share=2)
def spectrograms_are_spectra_of_windows(case: Case) -> None:
    signal, exact = draw_signal(case, shortest=3)
    rate, length, hop, options = draw_windows(case, exact.shape[-1])
    found = case.call(spectrogram, signal, rate, **options, may_refuse="channel|column|shorter|samples")
    check_spectrogram(case, found, exact, rate, length, hop, options["window"])
    decibels = case.call(found.decibels, -60.0)
    case.holds((decibels >= -60) & (decibels <= 0), "decibels from −60 to 0")
    top = found.values.max()
    if top > 0:
        share = found.values.astype(np.longdouble) / top
        expected = np.maximum(20 * np.log10(np.where(share > 0, share, 1e-300)), -60)
        case.close("decibels", decibels, expected, 1e-9)


def mel(f):
    return 2595 / np.log(np.longdouble(10)) * np.log1p(np.asarray(f, np.longdouble) / 700)


def hz(m):
    return 700 * np.expm1(np.asarray(m, np.longdouble) * np.log(np.longdouble(10)) / 2595)


@attacks("frequency_histograms")
def bands_add_up_their_amplitudes(case: Case) -> None:
    signal, exact = draw_signal(case, shortest=30)
    rate, length, hop, windows = draw_windows(case, exact.shape[-1])
    spacing, bands = case.pick("spacing", ["linear", "mel"]), case.integer("bands", 1, 6)
    found = case.call(
        frequency_histograms,
        signal,
        rate,
        bands=bands,
        spacing=spacing,
        **windows,
        may_refuse="bands|channel|column|high|shorter|samples",
    )
    check_spectrogram(case, found.spectrogram, exact, rate, length, hop, windows["window"])
    f, values = found.spectrogram.frequencies, found.spectrogram.values.astype(np.longdouble)
    top = float(f.max())
    ends = np.linspace(0, top, bands + 1) if spacing == "linear" else hz(np.linspace(0, mel(top), bands + 1))
    case.close("edges", found.edges, ends, 1e-12 * top)
    for b in range(bands):
        last = b == bands - 1
        inside = (f >= ends[b] * (1 - 1e-11)) & ((f <= ends[b + 1] * (1 + 1e-11)) if last else (f < ends[b + 1] * (1 - 1e-11)))
        case.close(
            f"totals of band {b}", found.totals[..., b], values[..., inside].sum(axis=-1), 16 * EPS * values.sum(axis=-1)
        )
    long = found.totals.astype(np.longdouble)
    lengths = np.sqrt((long**2).sum(axis=-1, keepdims=True))
    case.close("histograms", found.histograms, np.where(lengths > 0, long / np.where(lengths > 0, lengths, 1), 0), 16 * EPS)
