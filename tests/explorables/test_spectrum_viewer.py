"""Sounds: what is on screen is what spectrum and spectrogram say, and no file does any harm."""

import io

import numpy as np
import pytest
from scipy.io import wavfile
from scipy.signal import periodogram

from fewidgets.algorithms import sinusoids
from fewidgets.data import Sound
from fewidgets.data.sounds import FORMANTS
from fewidgets.explorables.spectrum_viewer.sounds import MOST_SAMPLES, take_in_sound
from fewidgets.explorables.spectrum_viewer.spectrum_viewer import SpectrumViewer
from fewidgets.scene import AudioPlayer as Playable
from fewidgets.scene import Dots, Image, Line, Rule, Text
from fewidgets.scene.controls.compute import Upload
from tests.explorables.shown import mark, panel


def wav(samples, dtype="<i2"):
    """Give the bytes of a WAV file at 8000 Hz."""
    file = io.BytesIO()
    wavfile.write(file, 8000, np.asarray(samples, dtype=dtype))
    return file.getvalue()


def test_a_mix_shows_what_was_mixed():
    w = SpectrumViewer(frequency_1=300, amplitude_1=0.5, frequency_2=1200, amplitude_2=1.0, amplitude_3=0.0)
    sticks = mark(w, "Spectrum of the whole", Line)
    found = {round(float(f)): float(a) for f, a in zip(sticks.x, sticks.y, strict=True) if a > 1e-6}
    assert found == pytest.approx({300: 0.5, 1200: 1.0})
    rings = mark(w, "Spectrum of the whole", Dots)
    np.testing.assert_array_equal(rings.x, [300, 1200, 1000])
    np.testing.assert_allclose(w.trace.sound.samples, sinusoids([300, 1200], [0.5, 1.0]).signal, atol=1e-12)
    assert w.selected == ("1188 Hz",)


def test_the_sum_and_its_parts_are_drawn():
    w = SpectrumViewer()
    total, *parts = panel(w, "The first 20 ms").marks
    ticks = [place for place, _ in panel(w, "The first 20 ms").y.ticks]
    np.testing.assert_allclose(
        total.y - ticks[0], sum(part.y - place for part, place in zip(parts, ticks[1:], strict=True)), atol=1e-12
    )
    assert [name for _, name in panel(w, "The first 20 ms").y.ticks] == ["sum", "220 Hz", "440 Hz", "1000 Hz"]


def test_the_window_is_a_column_of_the_spectrogram():
    w = SpectrumViewer(sound="chirp", window_seconds=0.032)
    windows = w.trace.spectrogram
    picture = mark(w, "Spectrogram", Image).values
    np.testing.assert_array_equal(picture, windows.decibels(-60.0).T[::-1])
    for place in (0.3, 1.0, 1.7):
        w.time = place
        number = int(np.abs(windows.times - place).argmin())
        column = mark(w, "Spectrum of the window", Line).x.at(w.state)
        np.testing.assert_allclose(column, picture[::-1, number], atol=0.5)
        samples = mark(w, "Samples", Line).y.at(w.state)
        np.testing.assert_allclose(samples / 100, w.trace.sound.samples[windows.samples(number)], atol=0.006)


def test_the_formants_of_the_vowel_in_the_window_are_named():
    w = SpectrumViewer(sound="vowels", highest=2400)
    for time, vowel in ((0.1, "a"), (0.7, "i"), (1.1, "u")):
        w.time = time
        rules = mark(w, "Spectrum of the window", Rule)
        seen = [place for place in FORMANTS[vowel] if place <= 2400]
        np.testing.assert_array_equal(rules.y.at(w.state)[: len(seen)], seen)
        assert np.isnan(rules.y.at(w.state)[len(seen) :]).all()
    texts = [each for each in panel(w, "Spectrogram").marks if isinstance(each, Text)][-1]
    assert list(texts.text) == ["F1", "F2", "F3"] * 3
    np.testing.assert_allclose(texts.x[::3], [0.32, 0.72, 1.12])
    w.sound = "chirp"
    assert not any(isinstance(each, Text) for each in panel(w, "Spectrogram").marks)


@pytest.mark.parametrize(
    ("given", "rate", "expected"),
    [
        ([1, 0] * 50, 8000, 0.5),
        (np.full(100, 16384, dtype=np.int16), 8000, 0.5),
        (np.full(100, 192, dtype=np.uint8), 8000, 0.5),
        (np.tile([0.5, 0.0], (100, 1)), 44100, 0.25),
        (np.tile(np.array([32767, -32767], dtype=np.int16), (100, 1)), 8000, 0.0),
        (wav([16384] * 100), None, 0.5),
        (wav([192] * 100, "u1"), None, 0.5),
        (wav([[16384, 0]] * 100), None, 0.25),
        (Sound("mine", [0.5] * 100, 8000, [], "A click.", "made here", "none"), None, 0.5),
    ],
)
def test_own_sounds(given, rate, expected):
    w = SpectrumViewer(given, rate)
    assert w.sound == "your own"
    np.testing.assert_allclose(w.trace.sound.samples.mean(), expected, atol=1e-9)
    assert w.trace.sound.sample_rate == (rate or 8000)


def test_the_spectrum_at_the_end_of_a_minute_is_that_of_the_signal_there(tmp_path):
    """Compare with SciPy: a tone that glides, in stereo, at 48 kHz, as 32-bit integers."""
    rate = 48_000
    times = np.arange(70 * rate) / rate
    left = 0.4 * np.sin(2 * np.pi * (200 + 40 * times) * times)
    right = 0.1 * np.sin(2 * np.pi * 3000 * times)
    path = tmp_path / "glide.wav"
    wavfile.write(path, rate, (np.stack([left, right], axis=1) * 2**31).astype("<i4"))
    w = SpectrumViewer(path)
    assert w.caption.startswith("The first 60 s of 70 s at 48000 Hz, 2 channels averaged.")
    found, signal = w.trace.spectrogram, (left + right)[: 60 * rate] / 2
    L = len(found.window)
    for k in (0, len(found.times) // 2, -1):
        start = round(found.times[k] * rate - L / 2)
        piece = signal[start : start + L]
        _, power = periodogram(piece, rate, window="hann", detrend=False, scaling="spectrum")
        expected = np.sqrt(2 * power)
        expected[[0, -1]] /= np.sqrt(2)  # these two have no mirror image
        np.testing.assert_allclose(found.values[k], expected, atol=1e-8)
    assert start + L > 59.9 * rate
    w.time = found.times[-1]
    assert w.selected == (f"{found.frequencies[np.argmax(expected)]:.0f} Hz",)


def test_an_excerpt_of_a_long_sound_can_be_heard():
    times = np.arange(44_100 * 20) / 44_100
    w = SpectrumViewer(np.sin(2 * np.pi * 1000 * times) * (times < 10), 44_100)
    played = mark(w, "The sound", Playable)
    assert (played.rate, played.start, len(played.samples)) == (14_700, 0.0, 60_000)
    assert "samples, 0 to 4.08 s" in played.label
    amplitudes = np.abs(np.fft.rfft(played.samples[: 14_700 * 4]))
    assert np.argmax(amplitudes) == 4000, "still 1000 Hz"
    w.listen_from = 10.0
    assert mark(w, "The sound", Playable).start == 10.0
    assert np.abs(mark(w, "The sound", Playable).samples).max() < 0.01
    with pytest.raises(ValueError, match="listen_from must be a number from 0 to 15"):
        w.listen_from = 17.0
    w.sound = "chirp"
    assert "listen_from" not in w.inputs
    assert mark(w, "The sound", Playable).start == 0.0


@pytest.mark.parametrize("samples", [np.zeros(4000), np.full(4000, 1e5)])
def test_silence_and_a_constant(samples):
    w = SpectrumViewer(samples, 8000)
    assert w.selected == (() if samples[0] == 0 else ("0 Hz",))


def test_a_file_that_is_handed_over_is_shown_and_a_bad_one_is_told():
    w = SpectrumViewer()
    tone = wav(np.round(2e4 * np.sin(2 * np.pi * 500 * np.arange(8000) / 8000)))
    w.file = Upload("tone.wav", tone)
    assert (w.sound, w.selected) == ("your own", ("500 Hz",))
    assert w.caption.startswith("1 s at 8000 Hz.")
    before = w.snapshot
    for name, data, told in [
        ("song.mp3", b"ID3\x04" + bytes(100), "song.mp3 must be a WAV file"),
        ("empty.wav", b"", "empty.wav must be a WAV file"),
        ("short.wav", wav([1, 2, 3]), "short.wav: The sound 'wav' must have at least 64 samples; got 3"),
        ("half.wav", tone[:30], "half.wav must "),
    ]:
        w._handle_custom_msg({"ask": {"file": {"name": name, "size": len(data), "buffer": 0}}, "serial": name}, [data])
        assert w.message.startswith(told)
        assert w.snapshot is before


@pytest.mark.parametrize(("rate", "expected"), [(8000, 8000 * 60), (192_000, MOST_SAMPLES)])
def test_a_minute_is_read_of_samples(rate, expected):
    sound = take_in_sound(np.random.default_rng(0).normal(size=max(rate * 61, expected + 7)), rate)
    assert len(sound.samples) == expected
    assert sound.description.endswith(f"the first {expected / rate:.3g} s are read.")
