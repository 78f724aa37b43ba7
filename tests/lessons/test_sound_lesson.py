"""What the lesson on sound says is true, and what it names is on screen."""

import numpy as np
import pytest

from fewidgets import SpectrumViewer
from fewidgets.algorithms import sinusoids, spectrum

RATE = 8000


@pytest.mark.parametrize(("seconds", "apart"), [(0.2, False), (0.4, False), (0.8, True)])
def test_how_long_a_window_must_be_to_tell_220_from_225_hz(seconds, apart):
    sound = sinusoids([220, 225], sample_rate=RATE, duration=seconds).signal
    found = spectrum(sound, RATE, window="hann")
    at = [found.amplitudes[np.argmin(np.abs(found.frequencies - f))] for f in (220, 222.5, 225)]
    assert (at[1] < 0.5 * min(at[0], at[2])) == apart
    assert 5 % found.frequencies[1] == 0  # both are frequencies of the window


def test_the_viewer_calls_220_hz_219_hz_because_of_its_window():
    w = SpectrumViewer()
    assert w.selected == ("219 Hz",)
    assert round(7 / w.window_seconds) == 219
    assert w.window_seconds == 0.032
