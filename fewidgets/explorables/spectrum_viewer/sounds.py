"""Check the sounds that people give to an explorable: samples, a WAV file, or a `Sound`."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import numpy as np

from fewidgets.algorithms._numerics.arguments import as_number
from fewidgets.algorithms._numerics.arrays import as_numeric_array
from fewidgets.algorithms._numerics.types import Array
from fewidgets.algorithms.audio.samples import as_signal
from fewidgets.data import Sound, read_wav

LONGEST = 60.0  # seconds that are read
MOST_SAMPLES = 3_000_000  # a minute at 48,000 Hz, and less of faster sounds
FEWEST_SAMPLES = 64
WHOLE = 120_000  # most samples that are sent to be heard as they are, each in two bytes
HEARD, HEARD_RATE = 60_000, 16_000  # most samples of an excerpt of a longer sound, and most of them in a second
MOST_CHANNELS = 8


def take_in_sound(samples: Any, sample_rate: Any = None, *, whole_size: int | None = None) -> Sound:
    """Check a sound and convert it to a `Sound` with a single channel."""
    if isinstance(samples, Sound | str | os.PathLike | bytes | bytearray | memoryview):
        if sample_rate is not None:
            raise TypeError("sample_rate must be left out for a file or a Sound, which have their own.")
        if isinstance(samples, bytearray | memoryview):
            samples = bytes(samples)
        if isinstance(samples, Sound):
            return _cut(samples)
        return _cut(read_wav(samples, seconds=LONGEST, whole_size=whole_size))
    if sample_rate is None:
        raise TypeError("sample_rate must be given for an array of samples, for example sample_rate=8000.")
    rate = as_number(sample_rate, "sample_rate", positive=True)
    array = _scaled(samples)
    if array.ndim not in (1, 2) or len(array) < FEWEST_SAMPLES:
        raise ValueError(f"samples must have shape (T,) or (T, channels) with T ≥ {FEWEST_SAMPLES}; got {array.shape}.")
    channels = array.shape[1] if array.ndim == 2 else 1
    if not 1 <= channels <= MOST_CHANNELS:
        raise ValueError(
            f"samples must have shape (T,) or (T, channels) with at most {MOST_CHANNELS} channels; got {array.shape}. "
            "If the channels are in rows, use samples.T."
        )
    checked = as_signal(array.T, "samples")  # before averaging, so that a message names the place of a bad sample
    mixed = "" if channels == 1 else f", {channels} channels averaged"
    return _cut(
        Sound(
            name="samples",
            samples=checked.reshape(channels, -1).mean(axis=0),
            sample_rate=rate,
            parts=(),
            description=f"{len(array) / rate:g} s at {rate:g} Hz{mixed}.",
            source="the reader's own samples",
            license="unknown",
        )
    )


def _scaled(samples: Any) -> Array:
    """Scale the integers of a WAV file to −1…1; integers of 64 bits come from a list and are not scaled."""
    kind = getattr(samples, "dtype", np.dtype(float))
    array = as_numeric_array(samples, "samples")
    if kind.kind not in "iu" or kind.itemsize == 8:
        return array
    largest = float(np.iinfo(kind).max) + 1
    # Unsigned samples have their zero in the middle of their range.
    return array / (largest / 2) - 1 if kind.kind == "u" else array / largest


def _cut(sound: Sound) -> Sound:
    T = len(sound.samples)
    if T < FEWEST_SAMPLES:
        raise ValueError(f"The sound {sound.name!r} must have at least {FEWEST_SAMPLES} samples; got {T}.")
    most = min(MOST_SAMPLES, max(FEWEST_SAMPLES, round(LONGEST * sound.sample_rate)))
    if most >= T:
        return sound
    seconds = most / sound.sample_rate
    return replace(
        sound,
        samples=sound.samples[:most],
        parts=tuple(part for part in sound.parts if part.end <= seconds),
        description=f"{sound.description.rstrip('.')}; the first {seconds:.3g} s are read.",
    )


def excerpt(sound: Sound, start: float) -> tuple[Array, int]:
    """Cut out what can be sent to be heard, at a lower sample rate if the sound is fast."""
    every = -(-round(sound.sample_rate) // HEARD_RATE)
    first = round(start * sound.sample_rate)
    piece = sound.samples[first : first + HEARD * every]
    piece = piece[: len(piece) // every * every]
    if every > 1:
        kept = len(piece) // every
        piece = np.fft.irfft(np.fft.rfft(piece)[: kept // 2 + 1], kept) / every
    return piece, round(sound.sample_rate / every)


def heard_seconds(sound: Sound) -> float | None:
    """Return the length of an excerpt in seconds; None if the whole sound can be sent."""
    if len(sound.samples) <= WHOLE:
        return None
    return HEARD * -(-round(sound.sample_rate) // HEARD_RATE) / sound.sample_rate
