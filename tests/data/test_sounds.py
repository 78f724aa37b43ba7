import numpy as np
import pytest
from scipy.signal import chirp, find_peaks, periodogram

from fewidgets import data
from fewidgets.data import sounds


@pytest.mark.parametrize(("start", "end"), [(200, 3000), (3000, 50)])
def test_a_chirp_is_scipys(start, end):
    sound = data.make_chirp(start=start, end=end, seconds=1.5, sample_rate=8000)
    times = np.arange(12000) / 8000
    np.testing.assert_allclose(sound.samples, chirp(times, start, 1.5, end, phi=-90), atol=1e-9)
    assert sound.parts == (("chirp", 0, 1.5),)


def test_a_chirp_from_a_frequency_to_itself_is_a_sinusoid():
    sound = data.make_chirp(start=440, end=440, seconds=0.5)
    np.testing.assert_allclose(sound.samples, np.sin(2 * np.pi * 440 * np.arange(4000) / 8000), atol=1e-9)


def test_vowels_are_loudest_near_their_first_formant():
    voice = data.make_vowels("aeiou", seconds=0.5, pitch=60, breath=0)
    assert voice.seconds == 2.5
    assert [part.label for part in voice.parts] == list("aeiou")
    for part in voice.parts:
        middle = voice.samples[round((part.start + 0.15) * 16000) : round((part.end - 0.1) * 16000)]
        f, power = periodogram(middle, 16000)
        low = f < 800
        peak = f[low][(f**2 * power)[low].argmax()]  # the folds' tone alone falls by 1/f
        assert abs(peak - sounds.FORMANTS[part.label][0]) < 70


def test_a_voice_has_the_overtones_of_its_pitch():
    voice = data.make_vowels("a", seconds=1, pitch=200, breath=0)
    f, power = periodogram(voice.samples[2000:6000], 16000, window="hann")
    peaks = f[find_peaks(power, height=power.max() / 100, distance=20)[0]]
    np.testing.assert_allclose(np.diff(peaks), peaks[0], rtol=0.05)


def test_the_seed_decides_and_nothing_can_be_changed():
    first, again, other = (data.make_vowels(seed=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.samples, again.samples)
    assert (first.samples != other.samples).any()
    assert np.isclose(np.abs(first.samples).max(), 0.9)
    with pytest.raises(ValueError, match="read-only"):
        first.samples[0] = 1


def test_a_voice_above_the_range_of_its_own_overtones_still_sounds():
    for pitch in (20, 3999, 4000):
        voice = data.make_vowels("a", seconds=0.1, pitch=pitch, sample_rate=8000)
        assert np.isfinite(voice.samples).all()
