"""Synthetic sounds: a chirp, and vowels as a voice would speak them (chapter 9, Figures 9.12 and 9.13)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from fewidgets.data.dataset import as_integer, as_number

#: Resonances of a man's vocal tract in Hz: averages of Peterson and Barney 1952, for the vowels of father, bet, beet,
#: bought and boot.
FORMANTS = {
    "a": (730.0, 1090.0, 2440.0),
    "e": (530.0, 1840.0, 2480.0),
    "i": (270.0, 2290.0, 3010.0),
    "o": (570.0, 840.0, 2410.0),
    "u": (300.0, 870.0, 2240.0),
}
#: Two more resonances, which hardly differ between vowels.
HIGHER_FORMANTS = (3500.0, 4500.0)
#: Bandwidth of each resonance in Hz.
BANDWIDTHS = (60.0, 90.0, 150.0, 200.0, 250.0)
LONGEST = 2**26


class Part(NamedTuple):
    """A section of a sound: a label, and its start and end in s."""

    label: str
    start: float
    end: float


@dataclass(frozen=True, eq=False, repr=False)
class Sound:
    """A sound with its sample rate and its origin. It cannot be changed.

    Parameters
    ----------
    name : str
        Short name.
    samples : ndarray, shape (T,)
        The sound, within −1…1. Stored as a read-only float64 copy.
    sample_rate : float
        Samples per second.
    parts : tuple of Part
        Labelled sections: a label, its start and its end in s.
    description : str
        What you hear.
    source : str
        How it was made, or who recorded it.
    license : str
        Terms of use, as far as known.

    Examples
    --------
    >>> Sound("click", [0.0, 1.0, 0.0], 8000, (), "One click.", "made here", "none")
    Sound('click', 0.000375 s at 8000 Hz)
    """

    name: str
    samples: np.ndarray
    sample_rate: float
    parts: tuple[Part, ...]
    description: str
    source: str
    license: str

    def __post_init__(self) -> None:
        try:
            samples = np.array(self.samples, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise ValueError(f"samples must be an array of real numbers ({error})") from None
        if samples.ndim != 1 or not samples.size:
            raise ValueError(f"samples must have shape (T,) with T ≥ 1; got {samples.shape}")
        if not np.isfinite(samples).all():
            raise ValueError("samples must be finite; found a NaN or an infinite value")
        rate = as_number(self.sample_rate, "sample_rate")
        samples.setflags(write=False)
        object.__setattr__(self, "samples", samples)
        object.__setattr__(self, "sample_rate", rate)
        object.__setattr__(self, "parts", tuple(Part(str(label), float(a), float(b)) for label, a, b in self.parts))

    @property
    def seconds(self) -> float:
        """The length in s."""
        return len(self.samples) / self.sample_rate

    def __repr__(self) -> str:
        return f"Sound({self.name!r}, {self.seconds:g} s at {self.sample_rate:g} Hz)"


def make_chirp(
    *,
    start: float = 200.0,
    end: float = 3000.0,
    seconds: float = 2.0,
    sample_rate: float = 8000.0,
) -> Sound:
    """Make a tone whose frequency rises or falls steadily from one value to another.

    Parameters
    ----------
    start, end : float
        Frequency at the start and at the end in Hz, above 0 and up to half the sample rate.
    seconds : float
        Length in s.
    sample_rate : float
        Samples per second.

    Returns
    -------
    Sound
        ``samples`` (T,) float64: sin of 2π times the integral of the frequency, amplitude 1.

    Raises
    ------
    ValueError
        If a frequency is not within its limits, or a length or rate is not above 0.

    Examples
    --------
    >>> make_chirp()
    Sound('chirp', 2 s at 8000 Hz)
    """
    rate = as_number(sample_rate, "sample_rate")
    T = _samples("seconds", seconds, rate)
    f0, f1 = (_frequency(name, value, rate) for name, value in (("start", start), ("end", end)))
    times = np.arange(T) / rate
    length = T / rate
    turns = f0 * times + (f1 - f0) / (2 * length) * times**2
    return Sound(
        name="chirp",
        samples=np.sin(2 * np.pi * turns),
        sample_rate=rate,
        parts=(Part("chirp", 0.0, length),),
        description=f"A tone that glides from {f0:g} to {f1:g} Hz in {length:g} s.",
        source="synthesized",
        license="that of fewidgets",
    )


def make_vowels(
    vowels: str = "aiu",
    *,
    seconds: float = 0.4,
    pitch: float = 120.0,
    sample_rate: float = 16000.0,
    breath: float = 0.003,
    seed: int = 0,
) -> Sound:
    """Make vowels one after the other, as a voice would speak them.

    The vocal folds produce a tone with all its overtones. The vocal tract amplifies some of their frequencies, the formants,
    which distinguish the vowels. Moving from one vowel to the next takes 60 ms.

    Parameters
    ----------
    vowels : str
        One or more of the letters a, e, i, o, u (as in father, bet, beet, bought, boot).
    seconds : float
        Length of each vowel in s.
    pitch : float
        Frequency of the voice in Hz, above 0 and below half the sample rate. It varies by about 2 percent and falls by 10
        percent.
    sample_rate : float
        Samples per second.
    breath : float
        Amplitude of the breath noise as a share of the voice; 0 for none.
    seed : int
        Seed of the variations of pitch and of the breath noise, at least 0.

    Returns
    -------
    Sound
        ``samples`` (T,) float64 within ±0.9; ``parts`` holds the start and end of each vowel.

    Raises
    ------
    ValueError
        If a letter is not one of the vowels, or a number is out of range.

    Examples
    --------
    >>> voice = make_vowels("ai")
    >>> voice, voice.parts[1]
    (Sound('vowels', 0.8 s at 16000 Hz), Part(label='i', start=0.4, end=0.8))
    """
    if not isinstance(vowels, str) or not vowels or set(vowels) - set(FORMANTS):
        raise ValueError(f"vowels must be one or more of the letters {', '.join(FORMANTS)}; got {vowels!r}")
    rate = as_number(sample_rate, "sample_rate")
    each = _samples("seconds", seconds, rate)
    voice = _frequency("pitch", pitch, rate)
    share = as_number(breath, "breath", zero=True)
    rng = np.random.default_rng(as_integer(seed, "seed"))
    T = each * len(vowels)
    _check_length(T, "seconds", seconds)
    times = np.arange(T) / rate
    tracks = _smoothed(
        np.repeat([FORMANTS[vowel] + HIGHER_FORMANTS for vowel in vowels], each, axis=0), max(1, round(0.06 * rate))
    )
    frequency = _wavering(voice, times, rng)

    phase = 2 * np.pi * np.cumsum(frequency) / rate
    samples = np.zeros(T)
    for k in range(1, math.ceil(rate / 2 / frequency.min())):
        overtone = k * frequency
        # Vocal folds and lips together make overtone k about k times weaker than the first.
        strength = _through_tract(overtone, tracks) / k * (overtone < rate / 2)
        samples += strength * np.sin(k * phase)
    samples += share * np.abs(samples).max() * rng.normal(size=T)
    fade = np.minimum(1, np.minimum(times + 1 / rate, times[::-1] + 1 / rate) / 0.03)
    samples *= fade
    samples *= 0.9 / np.abs(samples).max()
    length = each / rate
    return Sound(
        name="vowels",
        samples=samples,
        sample_rate=rate,
        parts=tuple(Part(vowel, n * length, (n + 1) * length) for n, vowel in enumerate(vowels)),
        description=f"A synthetic voice of about {voice:g} Hz that says {', '.join(vowels)} (seed {seed}).",
        source="synthesized; formants from Peterson and Barney 1952, J. Acoustical Society of America 24",
        license="that of fewidgets",
    )


def _smoothed(tracks: np.ndarray, length: int) -> np.ndarray:
    """Smooth every track by a moving average over ``length`` samples."""
    before, after = length // 2, length - length // 2
    padded = np.concatenate([np.repeat(tracks[:1], before, axis=0), tracks, np.repeat(tracks[-1:], after, axis=0)])
    sums = np.cumsum(padded, axis=0)
    return (sums[length:] - sums[:-length]) / length


def _wavering(pitch: float, times: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the frequency of the voice at each time."""
    swings = sum(
        np.sin(2 * np.pi * (rate * times + start))
        for rate, start in zip(rng.uniform(1.5, 6.0, 3), rng.uniform(0, 1, 3), strict=True)
    )
    return pitch * (1 - 0.1 * times / (times[-1] + 1e-9)) * (1 + 0.007 * swings)


def _through_tract(frequency: np.ndarray, tracks: np.ndarray) -> np.ndarray:
    """Return the gain of the vocal tract at a frequency: a product of resonances at the formants, 1 at 0 Hz."""
    gain = np.ones_like(frequency)
    for formant, bandwidth in zip(tracks.T, BANDWIDTHS, strict=True):
        gain *= formant**2 / np.hypot(formant**2 - frequency**2, bandwidth * frequency)
    return gain


def _frequency(argument: str, value: Any, rate: float) -> float:
    frequency = as_number(value, argument)
    if frequency > rate / 2:
        raise ValueError(f"{argument} must be at most {rate / 2:g} Hz, half of sample_rate; got {frequency:g} Hz")
    return frequency


def _samples(argument: str, seconds: Any, rate: float) -> int:
    samples = round(as_number(seconds, argument) * rate)
    if not samples:
        raise ValueError(f"{argument} must give at least one sample at sample_rate = {rate:g}; got {seconds!r}")
    _check_length(samples, argument, seconds)
    return samples


def _check_length(samples: int, argument: str, seconds: Any) -> None:
    if samples > LONGEST:
        raise ValueError(f"{argument} must give at most {LONGEST:,} samples in all; got {seconds!r}, which gives {samples:,}")
