import contextlib
import io
import os
import struct
import tracemalloc
import warnings
import wave

import numpy as np
import pytest
from scipy.io import wavfile

from fewidgets import data
from fewidgets.data import wav

LEVELS = np.array([0.0, 0.5, -1.0, 0.25, -0.75, 0.0])


def as_bytes(samples, rate=8000):
    file = io.BytesIO()
    wavfile.write(file, rate, samples)
    return file.getvalue()


@pytest.mark.parametrize(
    "samples",
    [
        (LEVELS * 128 + 128).astype(np.uint8),
        (LEVELS * 2**15).astype(np.int16),
        (LEVELS * 2**31).astype(np.int32),
        LEVELS.astype(np.float32),
        LEVELS,
    ],
    ids=lambda samples: str(samples.dtype),
)
def test_every_kind_of_samples_comes_to_the_same_levels(samples):
    sound = data.read_wav(as_bytes(samples, 44100))
    np.testing.assert_array_equal(sound.samples, LEVELS)
    assert sound.sample_rate == 44100
    stereo = data.read_wav(as_bytes(np.column_stack([samples, samples[::-1]]), 44100))
    np.testing.assert_allclose(stereo.samples, (LEVELS + LEVELS[::-1]) / 2, atol=1e-15)
    assert "2 channels" in stereo.description


def test_three_bytes_a_sample():
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setparams((1, 3, 8000, 0, "NONE", ""))
        writer.writeframes(b"".join(int(level * 2**23).to_bytes(3, "little", signed=True) for level in LEVELS))
    np.testing.assert_array_equal(data.read_wav(file.getvalue()).samples, LEVELS)


def test_what_is_written_comes_back_from_a_file(tmp_path):
    voice = data.make_vowels("a", seconds=0.1)
    path = tmp_path / "voice.wav"
    wavfile.write(path, 16000, (voice.samples * 32767).astype(np.int16))
    for file in (path, str(path)):
        sound = data.read_wav(file)
        np.testing.assert_allclose(sound.samples, voice.samples, atol=1e-4)
        assert repr(sound) == "Sound('voice', 0.1 s at 16000 Hz)"


def test_a_file_cut_off_in_its_samples_gives_those_there_are():
    whole = as_bytes((LEVELS * 2**15).astype(np.int16))
    np.testing.assert_array_equal(data.read_wav(whole[:-3]).samples, LEVELS[:-2])


def test_the_beginning_of_a_sound_is_read(tmp_path):
    whole = as_bytes(np.tile(np.arange(-50, 50, dtype=np.int16), 40))
    path = tmp_path / "long.wav"
    path.write_bytes(whole)
    rate = int(data.read_wav(whole).sample_rate)
    for file in (whole, path):
        sound = data.read_wav(file, seconds=150 / rate)
        np.testing.assert_array_equal(sound.samples, data.read_wav(whole).samples[:150])
        assert sound.description.startswith(f"The first {150 / rate:.3g} s of {4000 / rate:.3g} s at {rate} Hz")
    sent = data.read_wav(whole[:1000], whole_size=len(whole))
    assert 400 < len(sent.samples) < 500
    assert f" of {4000 / rate:.3g} s at" in sent.description
    assert data.read_wav(whole, seconds=1e6).description == data.read_wav(whole).description


def test_only_the_beginning_of_a_large_file_is_in_memory(tmp_path):
    path = tmp_path / "hours.wav"
    path.write_bytes(changed(PLAIN, 40, struct.pack("<I", 2**31 - 100)))
    with path.open("r+b") as stream:
        stream.truncate(2**31 - 56)  # a sparse file: two gigabytes that take no room
    tracemalloc.start()
    sound = data.read_wav(path, seconds=1.0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(sound.samples) == sound.sample_rate
    assert peak < 10e6
    with pytest.raises(ValueError, match="at most 600,000,000 bytes"):
        data.read_wav(path)


def changed(content, place, new):
    return content[:place] + new + content[place + len(new) :]


PLAIN = as_bytes((LEVELS * 2**15).astype(np.int16))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "^file must be a WAV file; this one is empty$"),
        (b"ID3\x04\x00\x00", r"this one is an MP3 file\. Convert it to WAV first"),
        (b"\xff\xfb\x90d" + bytes(99), r"this one is an MP3 file\."),
        (b"OggS\x00\x02", r"this one is an Ogg file\."),
        (b"fLaC\x00\x00", r"this one is a FLAC file\."),
        (b"\x00\x00\x00 ftypM4A \x00", r"this one is an MP4 or M4A file\."),
        (b"amplitude,time\n0.5,1\n", r"this one is a text, which begins with 'amplitude,time\\n0\.5,1'"),
        (b"\x89PNG\r\n\x1a\n" + bytes(99), r"this one begins with b'\\x89PNG.* instead of RIFF … WAVE, so it is damaged"),
        (b"RIFF\x00\x00\x00\x00AVI " + bytes(99), "instead of RIFF … WAVE"),
        (PLAIN[:20], "file must be a whole WAV file; its format or its samples are missing"),
        (PLAIN[:36], "file must be a whole WAV file; its format or its samples are missing"),
        (PLAIN[:44], "file must contain at least one sample; got none"),
        (changed(PLAIN, 20, b"\x02\x00"), "file must contain uncompressed samples; got a WAV file of format 2 with 16 bits"),
        (changed(PLAIN, 22, b"\x00\x00"), "file must contain uncompressed samples; got a WAV file of format 1 with 16 bits"),
        (changed(PLAIN, 24, b"\x00\x00\x00\x00"), "file must have a sample rate above 0; got 0"),
        (as_bytes(np.array([0.0, np.nan])), r"file must contain finite samples within ±1e\+09; found a NaN or a larger value"),
        (as_bytes(np.array([0.0, 1e308])), r"file must contain finite samples within ±1e\+09; found a NaN or a larger value"),
    ],
)
def test_what_is_no_sound_is_told(content, message):
    with pytest.raises(ValueError, match=message):
        data.read_wav(content)


def test_other_things_than_files_are_told(tmp_path):
    with pytest.raises(TypeError, match="file must be the path of a WAV file, or its bytes; got list"):
        data.read_wav([1, 2])
    with pytest.raises(OSError, match="nowhere"):
        data.read_wav(tmp_path / "nowhere.wav")


def test_any_bytes_give_a_sound_or_a_message():
    rng = np.random.default_rng(0)
    for _ in range(300):
        content = bytearray(PLAIN)
        for place in rng.integers(0, len(content), 3):
            content[place] = rng.integers(256)
        with contextlib.suppress(ValueError):
            assert np.isfinite(data.read_wav(bytes(content[: rng.integers(0, len(content) + 1)])).samples).all()


def test_a_signalling_nan_is_refused_without_a_warning():
    broken = bytearray(as_bytes(LEVELS.astype(np.float32)))
    broken[-4:] = b"\x01\x00\x80\x7f"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(
            ValueError, match=r"file must contain finite samples within ±1e\+09; found a NaN or a larger value"
        ):
            data.read_wav(bytes(broken))


def test_a_pipe_a_folder_or_a_huge_file_is_refused_at_once(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe.wav")
    for path in (tmp_path, tmp_path / "pipe.wav"):
        with pytest.raises(ValueError, match="is a folder, pipe or device"):
            data.read_wav(path)
    monkeypatch.setattr(wav, "LARGEST_FILE", 1000)
    (tmp_path / "long.wav").write_bytes(as_bytes(np.zeros(1000)))
    with pytest.raises(ValueError, match="at most 1,000 bytes"):
        data.read_wav(tmp_path / "long.wav")
