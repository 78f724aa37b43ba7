"""Sounds: what is on screen is what spectrum and spectrogram say, and no file does any harm."""

import json
import struct

import numpy as np
import pytest
from scipy.io import wavfile
from scipy.signal import periodogram

from fewidgets.algorithms import sinusoids, spectrogram, spectrum
from fewidgets.data import Sound, make_chirp, make_vowels
from fewidgets.explorables.shared.sounds import MOST_SAMPLES, take_in_sound
from fewidgets.explorables.spectrum_viewer import SpectrumViewer
from fewidgets.scene import AudioPlayer as Playable
from fewidgets.scene import Dots, Image, Line, Upload
from fewidgets.scene.encode import as_json, encode
from tests.explorables.shown import mark, panel

SPACING = " The frequencies of a 32 ms window are 31.2 Hz apart."


def wav(samples, rate=8000, bits=16, channels=1):
    """Give the bytes of a WAV file that holds whole numbers."""
    width = bits // 8
    data = b"".join(int(sample).to_bytes(width, "little", signed=bits > 8) for sample in samples)
    head = struct.pack("<HHIIHH", 1, channels, rate, rate * channels * width, channels * width, bits)
    body = b"WAVEfmt " + struct.pack("<I", len(head)) + head + b"data" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def test_a_mix_shows_what_was_mixed():
    w = SpectrumViewer(frequency_1=300, amplitude_1=0.5, frequency_2=1200, amplitude_2=1.0, amplitude_3=0.0)
    sticks = mark(w, "Spectrum of the whole", Line)
    found = {round(float(f)): float(a) for f, a in zip(sticks.x, sticks.y, strict=True) if a > 1e-6}
    assert found == pytest.approx({300: 0.5, 1200: 1.0})
    rings = mark(w, "Spectrum of the whole", Dots)
    np.testing.assert_array_equal(rings.x, [300, 1200, 1000])
    np.testing.assert_allclose(w.trace.sound.samples, sinusoids([300, 1200], [0.5, 1.0]).signal, atol=1e-12)
    assert w.selected == ("1188 Hz",)
    assert w.caption == (
        "300 Hz (0.500) + 1200 Hz (1.00) + 1000 Hz (0). In the window around 0.497 s, 1188 Hz is strongest." + SPACING
    )


@pytest.mark.parametrize("seconds", [0.005, 0.02, 0.1])
def test_the_caption_says_how_finely_a_window_measures(seconds):
    w = SpectrumViewer(frequency_1=220, amplitude_2=0.0, amplitude_3=0.0, window_seconds=seconds)
    apart = float(np.diff(w.trace.spectrogram.frequencies)[0])
    assert w.caption.endswith(f"The frequencies of a {1000 * seconds:g} ms window are {apart:g} Hz apart.")
    heard = float(w.selected[0].removesuffix(" Hz"))
    assert abs(heard - 220) <= apart / 2  # so 219 Hz for 220 is what the caption lets a reader expect


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
    expected = spectrogram(w.trace.sound.samples, 8000, window_seconds=0.032, hop_seconds=windows.hop / 8000)
    np.testing.assert_array_equal(windows.values, expected.values)
    picture = mark(w, "Spectrogram", Image).values
    assert picture.shape == (len(windows.frequencies), len(windows.times))
    np.testing.assert_array_equal(picture, expected.decibels(-60.0).T[::-1])
    for place in (0.3, 1.0, 1.7):
        w.time = place
        number = int(np.abs(windows.times - place).argmin())
        column = mark(w, "Spectrum of the window", Line).x.at(w.state)
        np.testing.assert_allclose(column, picture[::-1, number], atol=0.5)
        samples = mark(w, "Samples", Line).y.at(w.state)
        np.testing.assert_allclose(samples / 100, w.trace.sound.samples[windows.samples(number)], atol=0.006)


def test_a_chirp_glides_and_a_longer_window_tells_frequencies_apart():
    w = SpectrumViewer(sound="chirp")
    heard = []
    for place in (0.5, 1.0, 1.5):
        w.time = place
        heard.append(float(w.selected[0].removesuffix(" Hz")))
    np.testing.assert_allclose(heard, [900, 1600, 2300], atol=50)
    assert w.trace.spectrogram.frequencies[1] == 31.25
    w.window_seconds = 0.1
    assert w.trace.spectrogram.frequencies[1] == 10
    assert w.time == 1.5


def test_controls_of_the_mix_go_with_it_and_keep_their_values():
    w = SpectrumViewer(frequency_1=333)
    assert "frequency_1" in w.state
    w.sound = "vowels"
    assert "frequency_1" not in w.state
    w.sound = "sinusoids"
    assert w.frequency_1 == 333
    assert w.trace.mix.frequencies[0] == 333


@pytest.mark.parametrize(
    ("given", "rate", "expected"),
    [
        (np.full(100, 0.25), 8000, 0.25),
        ([1, 0] * 50, 8000, 0.5),
        (np.full(100, 16384, dtype=np.int16), 8000, 0.5),
        (np.full(100, 192, dtype=np.uint8), 8000, 0.5),
        (np.tile([0.5, 0.0], (100, 1)), 44100, 0.25),
        (np.tile(np.array([32767, -32767], dtype=np.int16), (100, 1)), 8000, 0.0),
        (wav([16384] * 100), None, 0.5),
        (wav([192] * 100, bits=8), None, 0.5),
        (wav([4194304] * 100, bits=24), None, 0.5),
        (wav([1073741824] * 100, bits=32), None, 0.5),
        (wav([16384, 0] * 100, channels=2), None, 0.25),
        (Sound("mine", [0.5] * 100, 8000, [], "A click.", "made here", "none"), None, 0.5),
    ],
)
def test_own_sounds(given, rate, expected):
    w = SpectrumViewer(given, rate)
    assert w.sound == "your own"
    np.testing.assert_allclose(w.trace.sound.samples.mean(), expected, atol=1e-9)
    assert w.trace.sound.sample_rate == (rate or 8000)


def test_a_path_is_a_file_and_is_named(tmp_path):
    path = tmp_path / "hello.wav"
    path.write_bytes(wav(np.round(2e4 * np.sin(2 * np.pi * np.arange(8000) / 20))))
    w = SpectrumViewer(path)
    assert "(hello)" in w.scene.panels[0].title
    assert w.selected == ("406 Hz",)  # 400 Hz, in steps of 31
    with pytest.raises(FileNotFoundError):
        SpectrumViewer(tmp_path / "none.wav")


def long_wav(seconds, rate=8000, channels=1):
    """Give a WAV file of a tone whose frequency is 200 Hz in the first half minute and 400 Hz after it."""
    times = np.arange(seconds * rate) / rate
    tone = np.sin(2 * np.pi * np.where(times < 30, 200, 400) * times)
    return wav(np.repeat(np.round(2e4 * tone), channels), rate=rate, channels=channels)


def test_the_window_wanders_over_a_minute_of_a_long_file(tmp_path):
    path = tmp_path / "song.wav"
    path.write_bytes(long_wav(90))
    w = SpectrumViewer(path)
    assert w.caption.startswith("The first 60 s of 90 s at 8000 Hz.")
    times = w.scene.control("time").values
    assert (times[0] < 0.2, times[-1] > 59.8, len(times) <= 401) == (True, True, True)
    assert [w.trace.strongest[np.searchsorted(times, at)] for at in (10.0, 29.0, 31.0, 55.0)] == [187.5, 187.5, 406.25, 406.25]
    assert 0.75 * len(json.dumps(as_json(encode(w.scene)))) < 450_000, "bytes, of which base64 makes more characters"


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
    line = mark(w, "Samples in the window", Line)
    drawn = np.asarray(line.y.at(w.state)) / 100
    stride = round(line.x[1] / 1000 * rate)
    assert np.abs(drawn - piece[::stride] / np.abs(signal).max()).max() <= 0.006  # whole percents are drawn
    assert w.selected == (f"{found.frequencies[np.argmax(expected)]:.0f} Hz",)


def test_a_browser_may_average_the_channels_first():
    whole = long_wav(100)
    w = SpectrumViewer()
    w.move(file=Upload("stereo.wav", whole[:800_000], size=len(whole), channels=2))
    assert w.caption.startswith("The first 50 s of 100 s at 8000 Hz, 2 channels averaged. In the window")


def test_an_excerpt_of_a_long_sound_can_be_heard():
    w = SpectrumViewer(np.sin(2 * np.pi * 1000 * np.arange(44_100 * 20) / 44_100), 44_100)
    played = mark(w, "The sound", Playable)
    assert (played.rate, played.start, len(played.samples)) == (14_700, 0.0, 60_000)
    assert "samples, 0 to 4.08 s" in played.label
    amplitudes = np.abs(np.fft.rfft(played.samples[: 14_700 * 4]))
    assert np.argmax(amplitudes) == 4000, "still 1000 Hz"
    w.listen_from = 10.0
    assert mark(w, "The sound", Playable).start == 10.0
    with pytest.raises(ValueError, match="listen_from must be a number from 0 to 15"):
        w.listen_from = 17.0
    w.sound = "chirp"
    assert "listen_from" not in w.inputs
    assert mark(w, "The sound", Playable).start == 0.0


def test_a_minute_is_read_of_samples_and_of_a_sound():
    w = SpectrumViewer(np.random.default_rng(0).normal(size=8000 * 61), 8000)
    assert len(w.trace.sound.samples) == 8000 * 60
    assert w.caption.startswith("61 s at 8000 Hz; the first 60 s are read. In the window")
    fast = take_in_sound(np.random.default_rng(0).normal(size=MOST_SAMPLES + 7), 192_000)
    assert len(fast.samples) == MOST_SAMPLES
    assert fast.description.endswith("the first 15.6 s are read.")


def test_the_beginning_of_a_file_is_read_and_says_how_much_it_is():
    whole = long_wav(100, channels=2)
    w = SpectrumViewer()
    w.move(file=Upload("ten minutes.wav", whole[:800_000], size=len(whole)))
    assert w.caption.startswith("The first 25 s of 100 s at 8000 Hz, 2 channels averaged.")
    cut_off = Upload("cut off.wav", whole[:800_000])
    w.move(file=cut_off)
    assert w.caption.startswith("24.9986 s at 8000 Hz, 2 channels averaged."), "the file itself ends there"


def test_what_cannot_be_played_is_seen_nevertheless():
    heartbeat = SpectrumViewer(np.sin(2 * np.pi * 1.2 * np.arange(2000) / 100), 100)
    assert not any(isinstance(each, Playable) for panel in heartbeat.scene.panels for each in panel.marks)
    assert heartbeat.trace.spectrogram.frequencies[-1] == 50
    sticks = mark(heartbeat, "Spectrum of the whole", Line)
    assert sticks.x[np.nanargmax(sticks.y)] == pytest.approx(1.2)


@pytest.mark.parametrize("samples", [np.zeros(4000), np.full(4000, 1e5)])
def test_silence_and_a_constant(samples):
    w = SpectrumViewer(samples, 8000)
    assert w.selected == (() if samples[0] == 0 else ("0 Hz",))
    assert w.caption.endswith("there is silence." if samples[0] == 0 else "0 Hz is strongest." + SPACING)
    w.figure()


def test_a_file_that_is_handed_over_is_shown_and_a_bad_one_is_told():
    w = SpectrumViewer()
    tone = wav(np.round(2e4 * np.sin(2 * np.pi * 500 * np.arange(8000) / 8000)))
    w.file = Upload("tone.wav", tone)
    assert (w.sound, w.selected) == ("your own", ("500 Hz",))
    assert w.caption.startswith("1 s at 8000 Hz.")
    assert "tone.wav" in {text.get_text() for text in w.figure().texts}
    before, picture = repr(w), w._scene
    for name, data, told in [
        ("song.mp3", b"ID3\x04" + bytes(100), "song.mp3 must be a WAV file"),
        ("empty.wav", b"", "empty.wav must be a WAV file"),
        ("short.wav", wav([1, 2, 3]), "short.wav: The sound 'wav' must have at least 64 samples; got 3"),
        ("half.wav", tone[:30], "half.wav must "),
    ]:
        w._handle_custom_msg({"ask": {"file": {"name": name, "size": len(data), "buffer": 0}}, "serial": name}, [data])
        assert w.message.startswith(told)
        assert (repr(w), w._scene) == (before, picture)
    w._handle_custom_msg({"ask": {"sound": "chirp"}, "serial": "z"}, [])
    assert (w.message, w.sound) == ("", "chirp")
    assert "tone.wav" not in {text.get_text() for text in w.figure().texts}, "it is not what is shown"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: SpectrumViewer([0.0, np.nan] * 50, 8000), ValueError, "samples must not contain NaN; got NaN in sample 1"),
        (lambda: SpectrumViewer([0.0, np.inf] * 50, 8000), ValueError, "samples must hold finite .*; got an infinite value"),
        (lambda: SpectrumViewer([0.0] * 100), TypeError, "sample_rate must be given"),
        (lambda: SpectrumViewer(sample_rate=8000), TypeError, "sample_rate must be left out if there are no samples"),
        (lambda: SpectrumViewer([0.0] * 100, 0), ValueError, "sample_rate must be a finite number above 0; got 0"),
        (lambda: SpectrumViewer([0.0] * 10, 8000), ValueError, r"samples must have shape .*; got "),
        (lambda: SpectrumViewer(np.zeros((2, 100)), 8000), ValueError, "samples.T"),
        (lambda: SpectrumViewer(["a"] * 100, 8000), TypeError, r"samples must be real numbers.*; got list of <U1"),
        (lambda: SpectrumViewer([[1], [1, 2]], 8000), TypeError, r"samples must be real numbers.*; got list"),
        (lambda: SpectrumViewer(b"no sound", None), ValueError, "file must be a WAV file"),
        (lambda: SpectrumViewer(make_chirp(), 8000), TypeError, "sample_rate must be left out for a file or a Sound"),
        (lambda: SpectrumViewer(sound="your own"), ValueError, "sound must not be 'your own' before there is one"),
        (lambda: SpectrumViewer(window="kaiser"), ValueError, r"window must be .*; got 'kaiser'"),
        (lambda: SpectrumViewer(highest=-1), ValueError, "highest must be a finite number above 0; got -1"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_what_is_shown_is_the_library_s_spectrum():
    voice = make_vowels("ou", seconds=0.2)
    w = SpectrumViewer(voice, highest=3000)
    np.testing.assert_array_equal(w.trace.spectrum.amplitudes, spectrum(voice.samples, 16_000).amplitudes)
    sticks = mark(w, "Spectrum of the whole", Line)
    tallest = np.nanmax(sticks.y)
    assert tallest == w.trace.spectrum.amplitudes.max()
    assert np.nanmax(sticks.x) <= 3000
