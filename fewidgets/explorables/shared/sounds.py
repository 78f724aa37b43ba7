"""What a person hands to an explorable as a sound: samples, a WAV file, or one of our sounds."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms._numerics.arguments import as_number
from fewidgets.algorithms.audio.samples import as_signal
from fewidgets.data import Sound, read_wav

#: Every sample is sent to the browser, in two bytes.
MOST_SAMPLES = 120_000
FEWEST_SAMPLES = 64
MOST_CHANNELS = 8


def take_in_sound(samples: Any, sample_rate: Any = None) -> Sound:
    """Check a sound and bring it into one form.

    Parameters
    ----------
    samples : array-like, shape (T,) or (T, channels), or path, bytes or Sound
        Whole numbers of 8, 16 and 32 bits are divided by the largest of their type, as in a WAV file; channels are averaged.
        A path or bytes are those of a WAV file.
    sample_rate : float, optional
        Samples a second. Only samples need one: files and sounds know theirs.

    Returns
    -------
    Sound
        At most 120,000 samples: of a longer sound the beginning, as its description tells.

    Raises
    ------
    OSError
        If a file cannot be opened.
    TypeError, ValueError
        If an argument is not as described; the message names it.

    Examples
    --------
    >>> take_in_sound(np.zeros((8000, 2), dtype=np.int16), 8000).description
    '1 s at 8000 Hz, 2 channels mixed to one.'
    """
    if isinstance(samples, Sound | str | os.PathLike | bytes | bytearray | memoryview):
        if sample_rate is not None:
            raise TypeError("sample_rate is given beside a sound that knows its own: leave it out")
        return _cut(samples if isinstance(samples, Sound) else read_wav(samples))
    if sample_rate is None:
        raise TypeError(
            "sample_rate is missing: samples alone do not say how fast they follow each other, such as 8000 a second"
        )
    rate = as_number(sample_rate, "sample_rate", positive=True)
    array = _as_array(samples)
    channels = array.shape[1] if array.ndim == 2 else 1
    # A mean of NaNs would be a NaN without a place.
    checked = as_signal(_scaled(array).ravel(), "samples")
    mixed = "" if channels == 1 else f", {channels} channels mixed to one"
    return _cut(
        Sound(
            name="samples",
            samples=checked.reshape(len(array), -1).mean(axis=1),
            sample_rate=rate,
            parts=[],
            description=f"{len(array) / rate:g} s at {rate:g} Hz{mixed}.",
            source="the reader's own samples",
            license="unknown",
        )
    )


def _as_array(samples: Any) -> NDArray[Any]:
    try:
        array = np.asarray(samples)
    except (TypeError, ValueError):  # lists of different lengths
        array = np.asarray(None)
    if array.dtype.kind not in "iuf":
        raise TypeError(
            f"samples is {type(samples).__name__} of {array.dtype}; wanted real numbers, the path or bytes of a WAV file, "
            "or a Sound"
        )
    if array.ndim == 2 and not 1 <= array.shape[1] <= MOST_CHANNELS:
        raise ValueError(
            f"samples has shape {array.shape}; wanted (T,), or (T, channels) with at most {MOST_CHANNELS} channels: "
            "samples.T, if channels stand in rows"
        )
    if array.ndim not in (1, 2) or len(array) < FEWEST_SAMPLES:
        raise ValueError(f"samples has shape {array.shape}; wanted (T,) or (T, channels), with T ≥ {FEWEST_SAMPLES}")
    if array.dtype.kind == "f" and np.isnan(array).any():
        place = int(np.argwhere(np.isnan(array))[0][0])
        raise ValueError(f"samples holds a NaN in sample {place}; impute it first, by the mean of its neighbours for instance")
    return array


def _scaled(array: NDArray[Any]) -> NDArray[np.float64]:
    """Bring whole numbers to −1…1, as a WAV file's; those of 64 bits are a list's, and mean what they say."""
    if array.dtype.kind == "f" or array.dtype.itemsize == 8:
        return array.astype(np.float64)
    largest = float(np.iinfo(array.dtype).max) + 1
    if array.dtype.kind == "u":  # their zero is in the middle
        return array / (largest / 2) - 1
    return array / largest


def _cut(sound: Sound) -> Sound:
    """Keep the beginning of what is too long to be sent, and say so."""
    T = len(sound.samples)
    if T < FEWEST_SAMPLES:
        raise ValueError(f"the sound {sound.name!r} has {T} samples; wanted at least {FEWEST_SAMPLES}")
    if T <= MOST_SAMPLES:
        return sound
    seconds = MOST_SAMPLES / sound.sample_rate
    return Sound(
        name=sound.name,
        samples=sound.samples[:MOST_SAMPLES],
        sample_rate=sound.sample_rate,
        parts=[part for part in sound.parts if part.end <= seconds],
        description=f"{sound.description.rstrip('.')}; the first {seconds:.3g} s are shown.",
        source=sound.source,
        license=sound.license,
    )
