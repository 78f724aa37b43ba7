# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from fewidgets.algorithms.audio.spectrogram import spectrogram
from fewidgets.algorithms.audio.spectrum import spectrum
from fewidgets.exercises.exercise import Exercise


def _size(rate, seconds, window, hop):
    """Hz from one frequency to the next, and how many features the spectrogram is."""
    silence = np.zeros(round(rate * seconds))
    found = spectrogram(silence, rate, window_seconds=window, hop_seconds=hop)
    return np.array([found.frequencies[1], found.values.size])


def _two_sided(rate, seconds, window, hop):
    """The answer if the spectrum had frequencies up to the sample rate."""
    step, features = _size(rate, seconds, window, hop)
    samples = round(window * rate)
    return np.array([step, features / (samples // 2 + 1) * samples])


def _side_by_side(rate, seconds, window, hop):
    return _size(rate, seconds, window, hop=window)


def _delayed(frequency, delays):
    """How far a sinusoid moves if it is delayed, in percent of its length, for each delay."""
    return np.array([200 * abs(np.sin(np.pi * frequency * delay)) for delay in delays])


def _amplitudes(frequencies, weights):
    t = np.arange(8000) / 8000
    low, high = frequencies
    cosine, sine, other = weights
    sound = cosine * np.cos(2 * np.pi * low * t) + sine * np.sin(2 * np.pi * low * t) + other * np.sin(2 * np.pi * high * t)
    return spectrum(sound, 8000).amplitudes[[low, high]]


def _heard(frequency, window):
    """Frequency of the window that is nearest to the tone."""
    return round(frequency * window) / window


def _overtones(pitch, low, high):
    return int(high // pitch - low // pitch)


EXERCISES = (
    Exercise(
        name="9.2 delay",
        numbers={"frequency": 50, "delays": (0.01, 0.02)},
        solve=_delayed,
        parts=("the change for the first delay", "the change for the second delay"),
        hints=(
            "How long does one cycle of 50 Hz last? Which part of a cycle is each delay?",
            "After half a cycle the wave is upside down, so every sample changes by twice its value.",
        ),
        because="A cycle lasts 1/50 s = 0.02 s. After half of it the wave is upside down: each sample changes by twice its "
        "value. After a whole cycle, the wave is the same again.",
        mistakes=(
            (
                lambda frequency, delays: np.array([100.0, 0.0]),
                "Half a cycle later, a peak of 1 has become a trough of −1. By how much is that?",
            ),
            (lambda frequency, delays: np.array([2.0, 0.0]), "That is the right factor. Give it in percent."),
            (lambda frequency, delays: np.array([0.0, 0.0]), "It sounds the same, but the samples are compared one by one."),
        ),
    ),
    Exercise(
        name="9.2 amplitudes",
        numbers={"frequencies": (50, 120), "weights": (3.0, 4.0, 2.0)},
        solve=_amplitudes,
        parts=("the amplitude at 50 Hz", "the amplitude at 120 Hz"),
        hints=(
            "Cosine and sine of the same frequency add up to one sinusoid that is shifted in time.",
            "The amplitude of a cosine and a sine together is √(cosine² + sine²), as the plain code has it.",
        ),
        because="At 50 Hz, √(3² + 4²) = 5. At 120 Hz there is only a sine, so its amplitude is its weight.",
        mistakes=(
            (
                lambda frequencies, weights: np.array([sum(weights[:2]), weights[2]]),
                "A cosine and a sine do not have their peaks at the same time, so their amplitudes do not simply add up.",
            ),
            (
                lambda frequencies, weights: _amplitudes(frequencies, weights) ** 2,
                "Those are the squares. Take the root.",
            ),
        ),
    ),
    Exercise(
        name="9.2 heard",
        numbers={"frequency": 310.0, "window": 0.04},
        solve=_heard,
        hints=(
            "How many Hz are there from one frequency of this window to the next?",
            "The strongest frequency is the one nearest to the tone. Which multiples of the spacing are near 310 Hz?",
        ),
        because="The spacing is 1 / 0.04 s = 25 Hz. Of its multiples 300 and 325 Hz, the first is nearer to 310 Hz.",
        mistakes=(
            (
                lambda frequency, window: frequency,
                "310 Hz is not one of the frequencies of this window.",
            ),
            (
                lambda frequency, window: np.ceil(frequency * window) / window,
                "That is a frequency of the window, but another one is nearer.",
            ),
            (lambda frequency, window: 1 / window, "That is the spacing. Which of its multiples is nearest?"),
        ),
    ),
    Exercise(
        name="9.2 spectrogram",
        numbers={"rate": 8000, "seconds": 1.0, "window": 0.016, "hop": 0.008},
        solve=_size,
        hints=(
            "A window has rate · length samples. Its spectrum starts at 0 Hz and ends at half the sample rate; its "
            "frequencies are those that complete an integer number of cycles in the window.",
            "The lowest frequency above 0 completes one cycle in 0.016 s. Count its multiples from 0 to 4000 Hz, and the "
            "starts 0, 0.008, 0.016, … of windows that end within the second.",
        ),
        because="1 / 0.016 s = 62.5 Hz. 0, 62.5, …, 4000 Hz are 65 frequencies, and 124 windows fit into the second.",
        mistakes=(
            (_two_sided, "Above half the sample rate a spectrum only mirrors what is below: it adds no features."),
            (_side_by_side, "These windows overlap: a new one begins every 0.008 s, before the last has ended."),
        ),
        parts=("the step between frequencies", "the number of features"),
    ),
    Exercise(
        name="9.2 overtones",
        numbers={"pitch": 130, "low": 2000, "high": 2500},
        solve=_overtones,
        hints=(
            "The overtones are the multiples of the pitch. Which multiple is the first one above 2000 Hz?",
            "Divide both ends of the range by the pitch. Which whole numbers lie between the two results?",
        ),
        because="2000 / 130 = 15.4 and 2500 / 130 = 19.2, so the 16th to the 19th multiple lie between.",
        mistakes=(
            (
                lambda pitch, low, high: high // pitch,
                "That counts all multiples up to 2500 Hz. How many of them lie above 2000 Hz?",
            ),
            (lambda pitch, low, high: _overtones(pitch, low, high) - 1, "Count the first one and the last one, too."),
            (lambda pitch, low, high: _overtones(pitch, low, high) + 1, "One of yours lies outside the range."),
        ),
    ),
    Exercise(
        name="9.2 decibels",
        numbers={"first": 0.2, "second": 2.0},
        solve=lambda first, second: 20 * np.log10([first, second]),
        parts=("the softer sound", "the louder sound"),
        hints=(
            "Decibels are 20 · log₁₀ of the ratio of two amplitudes.",
            "log₁₀ 0.1 = −1 and log₁₀ 1 = 0, so a fifth lies between −20 and 0 dB. Compute 20 · log₁₀ 0.2.",
        ),
        because="20 · log₁₀ 0.2 = −14.0 dB and 20 · log₁₀ 2 = 6.02 dB. The ratios 0.2 and 2 differ by a factor of 10, so the "
        "levels differ by 20 dB.",
        mistakes=(
            (
                lambda first, second: 10 * np.log10([first, second]),
                "The factor is 20 for amplitudes. It is 10 for powers, which are squares of amplitudes.",
            ),
            (
                lambda first, second: 20 * np.log([first, second]),
                "Decibels use the logarithm to base 10. You used the natural logarithm.",
            ),
            (
                lambda first, second: -20 * np.log10([first, second]),
                "Check the sign: a softer sound has a negative level.",
            ),
        ),
    ),
)
