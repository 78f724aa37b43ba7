# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from fewidgets.exercises.exercise import Exercise


def _delayed(frequency, delays):
    """How far a sinusoid moves if it is delayed, in percent of its length, for each delay."""
    return np.array([200 * abs(np.sin(np.pi * frequency * delay)) for delay in delays])


def _heard(frequency, window):
    """Frequency of the window that is nearest to the tone."""
    return round(frequency * window) / window


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
