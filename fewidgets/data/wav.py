"""Read sounds from WAV files, which store uncompressed samples."""

from __future__ import annotations

import mmap
import os
import struct
from pathlib import Path

import numpy as np

from fewidgets.data.sounds import Sound

# Format codes (1 for integers, 3 for floating point), and the type of a sample of each size in bytes.
FORMATS = {1: {1: "u1", 2: "<i2", 3: "<i4", 4: "<i4"}, 3: {4: "<f4", 8: "<f8"}}
#: With this code, the actual format code is stored later in the header.
EXTENSIBLE = 0xFFFE
#: Larger samples can only come from a damaged file.
LARGEST = 1e9
#: Limit on the size of a file in bytes: about an hour of stereo at 44,100 Hz.
LARGEST_FILE = 600_000_000
# Sounds that people take for WAV files: what they are, and the bytes at a place near their beginning.
OTHERS = (
    ("an MP3 file", 0, (b"ID3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf2", b"\xff\xfa")),
    ("an Ogg file", 0, (b"OggS",)),
    ("a FLAC file", 0, (b"fLaC",)),
    ("an MP4 or M4A file", 4, (b"ftyp",)),
    ("an AIFF file", 0, (b"FORM",)),
    ("an AAC file", 0, (b"\xff\xf1", b"\xff\xf9")),
    ("a WebM file", 0, (b"\x1aE\xdf\xa3",)),
)
TEXT = frozenset((*range(32, 127), 9, 10, 13))


def read_wav(file: str | os.PathLike[str] | bytes, *, seconds: float | None = None, whole_size: int | None = None) -> Sound:
    """Read a sound from a WAV file; several channels are averaged.

    Parameters
    ----------
    file : path or bytes
        The file's path, or its content, such as an upload in a browser.
    seconds : float, optional
        Read at most this much from the beginning. The description then says how much there is.
    whole_size : int, optional
        Size of the whole file in bytes, if the content is only its beginning.

    Returns
    -------
    Sound
        ``samples`` (T,) float64: integers are divided by the largest of their type, so that they lie within −1…1.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Examples
    --------
    >>> import struct
    >>> samples = struct.pack("<4h", 0, 16384, 0, -32768)
    >>> header = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 44, b"WAVE", b"fmt ", 16, 1, 1, 8000, 16000, 2, 16, b"data", 8)
    >>> read_wav(header + samples).samples
    array([ 0. ,  0.5,  0. , -1. ])
    """
    if isinstance(file, bytes | bytearray | memoryview):
        return _read(bytes(file), "wav", seconds, whole_size or len(file))
    if not isinstance(file, str | os.PathLike):
        raise TypeError(f"file must be the path of a WAV file, or its bytes; got {type(file).__name__}")
    path = Path(file)
    if path.exists() and not path.is_file():  # a pipe or device might never end
        raise ValueError(f"file must be a WAV file; {str(path)[:200]!r} is a folder, pipe or device")
    with path.open("rb") as stream:
        size = path.stat().st_size
        if size > LARGEST_FILE and seconds is None:
            raise ValueError(f"file must have at most {LARGEST_FILE:,} bytes; cut the sound first")
        if not size:
            return _read(b"", path.stem, seconds, 0)
        with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as content:  # only what is used is read
            return _read(content, path.stem, seconds, size)


def _read(content: bytes | mmap.mmap, name: str, seconds: float | None, whole_size: int) -> Sound:
    chunks = _chunks(content)
    start, length = chunks.get(b"fmt ", (0, 0))
    layout = content[start : start + length]
    if b"data" not in chunks or len(layout) < 16:
        raise ValueError("file must be a whole WAV file; its format or its samples are missing")
    code, channels, rate, _, step, bits = struct.unpack_from("<HHIIHH", layout)
    if code == EXTENSIBLE and len(layout) >= 26:
        (code,) = struct.unpack_from("<H", layout, 24)
    if code not in FORMATS or not channels or step % channels or step // channels not in FORMATS[code]:
        raise ValueError(f"file must contain uncompressed samples; got a WAV file of format {code} with {bits} bits")
    if not rate:
        raise ValueError("file must have a sample rate above 0; got 0")
    start, length = chunks[b"data"]
    there = max(0, min(length, whole_size - start)) // step
    most = there if seconds is None else min(there, max(1, round(seconds * rate)))
    samples = _decoded(content[start : start + most * step], step // channels, FORMATS[code][step // channels])
    frames = samples[: len(samples) // channels * channels].reshape(-1, channels)
    if not len(frames):
        raise ValueError("file must contain at least one sample; got none")
    if not (np.abs(frames) < LARGEST).all():  # false for NaN too
        raise ValueError(f"file must contain finite samples within ±{LARGEST:g}; found a NaN or a larger value")
    mixed = "" if channels == 1 else f", {channels} channels averaged"
    seconds_read = f"{len(frames) / rate:g} s"
    if len(frames) < there:
        seconds_read = f"The first {len(frames) / rate:.3g} s of {there / rate:.3g} s"
    return Sound(
        name=name,
        samples=frames.mean(axis=1),
        sample_rate=rate,
        parts=(),
        description=f"{seconds_read} at {rate} Hz{mixed}.",
        source="the reader's own file",
        license="unknown",
    )


def _other(content: bytes | mmap.mmap) -> str:
    """Describe a file that is no WAV file, and what to do."""
    beginning = content[:64]
    if not beginning:
        return "is empty"
    found = next((kind for kind, place, starts in OTHERS if beginning[place:].startswith(starts)), None)
    if found is not None:
        return f"is {found}. Convert it to WAV first, for example with Audacity"
    if all(byte in TEXT for byte in beginning):
        return f"is a text, which begins with {beginning[:20].decode('ascii')!r}"
    return f"begins with {beginning[:12]!r} instead of RIFF … WAVE, so it is damaged or of another kind"


def _chunks(content: bytes | mmap.mmap) -> dict[bytes, tuple[int, int]]:
    """Return the start and the length of each named chunk; of several chunks with one name the first is used."""
    if len(content) < 12 or content[:4] != b"RIFF" or content[8:12] != b"WAVE":
        raise ValueError(f"file must be a WAV file; this one {_other(content)}")
    chunks: dict[bytes, tuple[int, int]] = {}
    place = 12
    while place + 8 <= len(content):
        name, size = struct.unpack_from("<4sI", content, place)
        chunks.setdefault(name, (place + 8, size))
        place += 8 + size + size % 2  # each chunk begins at an even position
    return chunks


def _decoded(data: bytes, size: int, kind: str) -> np.ndarray:
    data = data[: len(data) // size * size]
    if size == 3:  # three bytes become the upper three of four
        wide = np.zeros((len(data) // 3, 4), dtype=np.uint8)
        wide[:, 1:] = np.frombuffer(data, dtype=np.uint8).reshape(-1, 3)
        samples = wide.view("<i4")[:, 0]
    else:
        samples = np.frombuffer(data, dtype=kind)
    if samples.dtype.kind == "f":
        with np.errstate(invalid="ignore"):  # some NaNs of a damaged file raise a warning when they are copied
            return samples.astype(np.float64)
    if samples.dtype.kind == "u":  # in eight bits, 128 stands for zero
        return (samples.astype(np.float64) - 128) / 128
    return samples / -float(np.iinfo(samples.dtype).min)
