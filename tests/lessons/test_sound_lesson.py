"""What the lesson on sound says is true, and what it names is on screen."""

import re

import numpy as np
import pytest

from fewidgets import SpectrumViewer
from fewidgets.algorithms import sinusoids, spectrogram
from fewidgets.data import make_chirp, make_vowels
from fewidgets.exercises.cars.held_out import held_out_errors, standard_error
from tests.lessons.lesson import lesson

RATE = 8000


def test_the_viewer_calls_220_hz_219_hz_because_of_its_window():
    w = SpectrumViewer()
    assert w.selected == ("219 Hz",)
    assert round(7 / w.window_seconds) == 219
    assert w.window_seconds == 0.032
    assert 7 / 0.032 == 218.75


def test_the_first_picture_and_the_chirp_show_these_panels():
    for sound in (None, "chirp"):
        panels = SpectrumViewer(sound=sound, panels=["The sound", "Spectrum of the whole sound"]).scene.panels
        assert {panel.title.partition(" (")[0] for panel in panels} == {"The sound", "Spectrum of the whole sound"}


def test_a_window_of_about_50_ms_draws_the_narrowest_line():
    chirp, width = make_chirp(sample_rate=RATE).samples, {}
    for seconds in (0.005, 0.01, 0.02, 0.05, 0.07, 0.1):
        found = spectrogram(chirp, RATE, window_seconds=seconds, hop_seconds=0.01)
        strong = found.values > found.values.max(axis=1, keepdims=True) / 10
        width[seconds] = strong.sum(axis=1).mean() * found.frequencies[1]
    assert min(width, key=width.get) == 0.05
    assert width[0.005] > 5 * width[0.05]
    assert width[0.1] > 1.2 * width[0.05]


def test_noise_is_as_far_from_the_voice_as_the_delayed_voice():
    voice = make_vowels(sample_rate=RATE).samples
    noise = np.random.default_rng(0).normal(size=len(voice))
    noise *= np.linalg.norm(voice) / np.linalg.norm(noise)
    change = [np.linalg.norm(other - voice) / np.linalg.norm(voice) for other in (np.roll(voice, 20), noise)]
    assert change[0] == pytest.approx(change[1], abs=0.03)


def test_a_beat_of_440_and_445_hz():
    two = sinusoids([440, 445], sample_rate=RATE, duration=1.0).signal
    loud = [np.abs(two[at : at + 80]).max() for at in (0, 800, 1600)]  # 10 ms from 0, 0.1 and 0.2 s on
    assert loud[1] < 0.4 * min(loud[0], loud[2])


@pytest.mark.parametrize(
    ("features", "miles", "error"), [(False, False, 3.47), (True, False, 3.21), (False, True, 3.06), (True, True, 2.98)]
)
def test_what_logarithms_do_to_the_error(features, miles, error):
    assert logarithms(features, miles).mean() == pytest.approx(error, abs=0.005)


def test_logarithms_of_features_add_little_to_that_of_the_miles():
    gain = logarithms(False, True) - logarithms(True, True)
    assert gain.mean() == pytest.approx(0.08, abs=0.005)
    assert standard_error(gain) == pytest.approx(0.06, abs=0.005)


def logarithms(features, miles):
    cell = next(cell for cell in lesson("9.2.4_sound").cells if cell.calls("score_cars"))
    code = re.sub(r"= True, False", f"= {features}, {miles}", cell.source.partition("score_cars")[0])
    names = {"np": np}
    exec(code, names)
    return held_out_errors(names["fit"])
