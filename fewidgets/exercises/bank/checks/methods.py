# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from fewidgets.algorithms import selection_stability
from fewidgets.exercises.exercise import Exercise

SETS = np.array([[1, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0], [1, 0, 0, 1, 0, 0]])


def _difference(a, b):
    gap = b - a
    return np.array([gap.mean(), gap.std(ddof=1) / np.sqrt(len(gap))])


def _unpaired(a, b):
    spread = a.var(ddof=1) + b.var(ddof=1)
    return np.array([_difference(a, b)[0], np.sqrt(spread / len(a))])


EXERCISES = (
    Exercise(
        name="methods stability",
        numbers={"sets": SETS},
        solve=lambda sets: selection_stability(sets),
        hints=(
            "Which share of the four sets holds each feature? Add up p (1 − p) over the features.",
            "Each set has k = 2 of N = 6 features. Divide the sum by k (1 − k/N), multiply by R / (R − 1) with R = 4, and "
            "subtract from 1.",
        ),
        because="One feature is in all sets, and the second place changes. So the sets have more in common than chance would "
        "give, and less than half of what they could have.",
        mistakes=(
            (
                lambda sets: 1 - (sets.mean(axis=0) * (1 - sets.mean(axis=0))).sum() / (4 / 3),
                "The factor R / (R − 1) is missing.",
            ),
            (
                lambda sets: np.mean([(one & other).sum() / 2 for k, one in enumerate(sets) for other in sets[:k]]),
                "That is the mean share of common features. Two sets drawn at random have some features in common too.",
            ),
        ),
    ),
    Exercise(
        name="methods difference",
        numbers={
            "a": np.array([50.0, 54.0, 49.0, 53.0, 50.0, 56.0]),
            "b": np.array([52.0, 55.0, 53.0, 53.0, 54.0, 57.0]),
        },
        solve=_difference,
        hints=(
            "Both selectors were judged on the same six halves. Subtract half by half first.",
            "The standard error is the standard deviation of the six differences (with 5 in the denominator), divided by the "
            "root of 6.",
        ),
        because="The difference is almost three standard errors. Half by half, the luck of the half drops out.",
        mistakes=(
            (
                _unpaired,
                "The mean is right. But you took the errors of a and b as if they came from different halves. Subtract first.",
            ),
            (
                lambda a, b: np.array([_difference(a, b)[0], (b - a).std(ddof=1)]),
                "The second number is the standard deviation of one difference. Divide it by the root of 6.",
            ),
            (lambda a, b: -_difference(a, b) * [1, -1], "The sign is reversed: b minus a is asked."),
        ),
        parts=("the mean difference", "its standard error"),
    ),
)
