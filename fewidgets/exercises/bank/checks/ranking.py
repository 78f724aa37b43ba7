# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from fewidgets.algorithms.ranking.pearson import pearson_scores
from fewidgets.exercises.exercise import Exercise

_V, _Y = np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.array([2.0, 1.0, 4.0, 3.0, 5.0])


def _score(v, y):
    return float(pearson_scores(v[:, None], y).scores[0])


def _not_centred(v, y):
    return float(v @ y / np.sqrt(v @ v * (y @ y)))


def _wrong(given, labels):
    return int(np.count_nonzero(given != labels))


EXERCISES = (
    Exercise(
        name="C3 score",
        numbers={"v": _V, "y": _Y},
        solve=_score,
        hints=(
            "Subtract the mean from v and from y first. Both means are 3.",
            "The numerator is the sum of the products of the deviations, and both sums of squares are 10.",
        ),
        because="The products of the deviations add up to 8, and both sums of squares are 10.",
        mistakes=(
            (_not_centred, "You forgot to subtract the means. Without that, any two positive columns look alike."),
            (
                lambda v, y: _score(v, y) ** 2,
                "That is r², which tells how much the loss falls. r itself is asked.",
            ),
            (
                lambda v, y: 1 - _score(v, y) ** 2,
                "That is the share of the variance that the best line leaves. r itself is asked.",
            ),
        ),
    ),
    Exercise(
        name="C3 weight",
        numbers={"c": 0.25},
        solve=lambda c: 1 / c,
        hints=(
            "Insert x₂ into y and collect what stands before x₁.",
            "The covariance of x₁ and y is 1 − w c.",
        ),
        because="y = x₁ + w x₂ = (1 − w c) x₁ + w z/2. At this w, the first term is gone.",
        mistakes=(
            (lambda c: c, "That is c itself. At which w is 1 − w c zero?"),
            (lambda c: 2.0, "That is right for c = 1/2. Here c is another number."),
        ),
    ),
    Exercise(
        name="C3 decrease",
        numbers={
            "labels": np.array([1, 1, 1, 1, 1, -1, -1, -1, -1, -1]),
            "predicted": np.array([1, 1, 1, 1, -1, -1, -1, -1, -1, -1]),
            "permuted": np.array([1, -1, 1, 1, -1, -1, 1, -1, -1, 1]),
        },
        solve=lambda labels, predicted, permuted: (_wrong(permuted, labels) - _wrong(predicted, labels)) / len(labels),
        hints=(
            "Compute the accuracy twice: of the predictions as they are, and with the column permuted.",
            "The decrease in accuracy is the first accuracy minus the second one.",
        ),
        because="Nine of ten predictions are right, and six of ten with the column permuted.",
        mistakes=(
            (
                lambda labels, predicted, permuted: np.mean(permuted == labels),
                "That is the accuracy with the column permuted. By how much is it lower than before?",
            ),
            (
                lambda labels, predicted, permuted: _wrong(permuted, labels) - _wrong(predicted, labels),
                "That is the number of examples. Divide it by the number of all examples.",
            ),
        ),
    ),
)
