"""Exercises of section 9.2.4: what the length of a window determines."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms.audio.spectrogram import spectrogram
from fewidgets.exercises.exercise import Exercise, Mistake, Numbers, Part


def _size(numbers: Numbers) -> np.ndarray:
    """Hz from one frequency to the next, and how many features the spectrogram is."""
    rate, seconds, window, hop = (numbers[name] for name in ("rate", "seconds", "window", "hop"))
    silence = np.zeros(round(rate * seconds))
    found = spectrogram(silence, rate, window_seconds=window, hop_seconds=hop)
    return np.array([found.frequencies[1], found.values.size])


def _two_sided(numbers: Numbers) -> np.ndarray:
    """The answer if the spectrum had frequencies up to the sample rate."""
    step, features = _size(numbers)
    samples = round(numbers["window"] * numbers["rate"])
    return np.array([step, features / (samples // 2 + 1) * samples])


def _side_by_side(numbers: Numbers) -> np.ndarray:
    """The answer if the windows did not overlap."""
    return _size({**numbers, "hop": numbers["window"]})


EXERCISES = (
    Exercise(
        name="9.2 spectrogram",
        numbers={"rate": 8000, "seconds": 1.0, "window": 0.05, "hop": 0.025},
        solve=_size,
        hints=(
            "A window has rate · length samples. Its spectrum starts at 0 Hz and ends at half the sample rate; its "
            "frequencies are those that complete an integer number of cycles in the window.",
            "The lowest frequency above 0 completes one cycle in 0.05 s. Count its multiples from 0 to 4000 Hz, and the "
            "starts 0, 0.025, 0.05, … of windows that end within the second.",
        ),
        because="1 / 0.05 s = 20 Hz; 0, 20, …, 4000 Hz are 201 frequencies; 39 windows fit into the second; 39 · 201 = 7839.",
        mistakes=(
            Mistake(_two_sided, "Above half the sample rate a spectrum only mirrors what is below: it adds no features."),
            Mistake(_side_by_side, "These windows overlap: a new one begins every 0.025 s, before the last has ended."),
        ),
        parts=(Part("the step between frequencies"), Part("the number of features")),
    ),
)
