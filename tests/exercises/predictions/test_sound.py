"""The predictions on sound agree with computations of their own."""

import numpy as np
import pytest

from fewidgets.data import make_vowels
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.sound import TONES

VOICE = make_vowels(sample_rate=8000).samples


def truth(name):
    return question(f"9.2.4 {name}").kind.truth


def test_a_moved_sound_is_as_far_away_as_another_sound():
    moved = np.concatenate([VOICE[-20:], VOICE[:-20]])  # 20 samples are 2.5 ms
    assert truth("moved sound") == pytest.approx(100 * np.sqrt(((moved - VOICE) ** 2).sum() / (VOICE**2).sum()))
    noise = np.random.default_rng(0).normal(size=len(VOICE))
    noise *= np.linalg.norm(VOICE) / np.linalg.norm(noise)
    assert truth("moved sound") == pytest.approx(100 * np.linalg.norm(noise - VOICE) / np.linalg.norm(VOICE), abs=5)
    assert pytest.approx(1 / 3, abs=0.05) == 0.0025 * 120  # "almost a third of a cycle"


def test_the_spectrum_of_a_sum():
    t = np.arange(8000) / 8000
    mix = sum(a * np.sin(2 * np.pi * f * t) for f, a in TONES.items())
    amplitudes = np.abs(np.fft.rfft(mix)) / 4000
    assert np.flatnonzero(amplitudes > 1e-6).tolist() == list(TONES)
    assert truth("three tones") == "A stick at each of the three frequencies"
    question_ = question("9.2.4 three tones")
    assert all(f"{f}" in question_.question for f in TONES)
    assert f"A single stick, at {sum(TONES)} Hz" in question_.kind.options


def test_the_spectrum_of_a_tone_between_two_frequencies():
    t = np.arange(8000) / 8000
    amplitudes = np.abs(np.fft.rfft(np.sin(2 * np.pi * 220.5 * t))) / 4000
    assert set(np.argsort(amplitudes)[-2:]) == {220, 221}
    assert 0.1 < amplitudes[219] < amplitudes[220] < 0.9
    assert amplitudes[180] > 1e-3  # it leaks far
    assert truth("between two") == "Two high sticks, and smaller ones on both sides"
