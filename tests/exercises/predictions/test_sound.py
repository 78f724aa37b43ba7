"""The predictions on sound agree with computations of their own."""

import numpy as np
import pytest

from fewidgets.data import make_vowels
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.sound import SAME, feature_changes, vowel_contrasts

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


def test_the_spectrum_of_a_tone_between_two_frequencies():
    t = np.arange(8000) / 8000
    amplitudes = np.abs(np.fft.rfft(np.sin(2 * np.pi * 220.5 * t))) / 4000
    assert set(np.argsort(amplitudes)[-2:]) == {220, 221}
    assert 0.1 < amplitudes[219] < amplitudes[220] < 0.9
    assert amplitudes[180] > 1e-3  # it leaks far
    assert truth("between two") == "Two high sticks, and smaller ones on both sides"


def test_the_chirp_is_as_strong_at_all_frequencies_that_it_passes():
    (curve,) = truth("chirp spectrum")
    middles = np.arange(100, 4000, 200)
    inside = (middles > 300) & (middles < 2900)
    assert curve[inside].min() > 0.8
    assert curve[middles > 3100].max() < 0.1


def test_what_leaves_the_features_of_a_voice_alone():
    change = feature_changes()
    assert set(truth("same features")) == {"Delay it by 2.5 ms", "Play it ten times more softly", "Turn the wave upside down"}
    assert max(change[name] for name in truth("same features")) < SAME / 2
    assert min(change[name] for name in change if name not in truth("same features")) > 2 * SAME


def test_vowels_differ_in_the_strength_of_overtones_and_not_in_pitch():
    pitch, strength = vowel_contrasts()
    assert truth("vowels") == "Which overtones are strong"
    assert pitch < 1.2
    assert strength > 3
