"""The graded capstone: whether a gain is real, and a function that predicts the miles per gallon of cars.

Students never receive this file. Their data are drawn from the course's secret, so each student has other numbers, and
other cars are held out. While Question 2 is graded, the table of the cars is not there.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fewidgets.exercises.cars.graded import capstone_cases, judge_cases
from fewidgets.exercises.cars.mistakes import IN_PREDICTIONS, SAID
from fewidgets.exercises.task import Case, Misconception, Result
from fewidgets.grading.distinct import distinct_data
from fewidgets.grading.question import Function, GradedSet, Values, Verdict

#: Where the table of the cars and our solutions are.
NOT_THERE = ("fewidgets.data", "fewidgets.exercises", "fewidgets.explorables", "seaborn")

Array = np.ndarray
Arrays = dict[str, Any]


# Question 1: is the gain real?


def _gain(data: Arrays, *, how: str = "paired", sign: int = 1) -> Arrays:
    """Return the mean of the paired differences and its standard error."""
    one, other, J = data["first"], data["second"], len(data["first"])
    apart = float(np.std(one - other, ddof=1))
    overlap = data["held_out"] / data["training"]
    uncertain = {
        "paired": apart * np.sqrt(1 / J + overlap),
        "independent": apart / np.sqrt(J),
        "deviation": apart,
        "unpaired": np.sqrt((np.var(one, ddof=1) + np.var(other, ddof=1)) * (1 / J + overlap)),
        "whole table": apart * np.sqrt(1 / J + data["held_out"] / (data["held_out"] + data["training"])),
    }[how]
    return {"gain": float(sign * np.mean(one - other)), "uncertain": float(uncertain)}


_GAIN_MISTAKES = (
    Misconception(
        "independent parts",
        lambda data: {"uncertain": _gain(data, how="independent")["uncertain"]},
        "You divide by the root of the number of parts, as if they were independent. They share cars: the held-out cars over "
        "the training cars are added to 1/J.",
    ),
    Misconception(
        "standard deviation",
        lambda data: {"uncertain": _gain(data, how="deviation")["uncertain"]},
        "uncertain is the standard deviation of the differences. The standard error is that of their mean.",
    ),
    Misconception(
        "unpaired",
        lambda data: {"uncertain": _gain(data, how="unpaired")["uncertain"]},
        "You add the variances of both functions. They face the same cars, so subtract part by part first.",
    ),
    Misconception(
        "share of the table",
        lambda data: {"uncertain": _gain(data, how="whole table")["uncertain"]},
        "You divide the held-out cars by all cars. Divide by the training cars.",
    ),
    Misconception(
        "sign",
        lambda data: {"gain": _gain(data, sign=-1)["gain"]},
        "gain has the wrong sign. It is positive if the second function has the smaller error.",
    ),
)


def _gain_data(rng: np.random.Generator) -> Arrays:
    def draw() -> Arrays:
        J, common = 12, 1.2 * rng.normal(size=12)
        first = 5 + common + 0.8 * rng.normal(size=J)
        second = 5 - rng.uniform(0.3, 1.2) + common + 0.8 * rng.normal(size=J)
        held_out = int(rng.integers(100, 130))
        return {"first": first.round(2), "second": second.round(2), "held_out": held_out, "training": 398 - held_out}

    return distinct_data(draw, _gain, _GAIN_MISTAKES)


# Question 2: the function.

#: The points for beating each reference, by the name of the part.
_POINTS = {"mean": 1, "all_features": 2, "boosting": 1, "lasso": 1}
_REFERENCES = {
    "always the mean": "mean",
    "least squares on all features": "all_features",
    "boosting": "boosting",
    "the lasso": "lasso",
}


def _judge(cases: Sequence[Case], _right: Sequence[Any], found: Sequence[Any]) -> Verdict:
    judged = judge_cases(cases, found, tuple(_REFERENCES))
    right = tuple(_REFERENCES[name] for name in judged.beaten)
    head = "" if judged.mistake or not judged.comparable else "Right. " if len(right) == len(_POINTS) else "Not yet. "
    return Verdict(right, head + judged.message, judged.mistake, judged.comparable, judged.errors)


SET = GradedSet(
    "capstone",
    1,
    "Capstone: how far does a car go on a gallon?",
    (
        Values(
            "q1",
            ("gain", "uncertain"),
            _gain_data,
            _gain,
            mistakes=_GAIN_MISTAKES,
            atol=2e-3,
            because="The differences are paired, and the parts share cars.",
        ),
        Function(
            "q2",
            "fit",
            capstone_cases,
            lambda _X, _y, _new: None,
            tuple(Result(name, f"the gain over {name}", points) for name, points in _POINTS.items()),
            misconceptions=tuple(Misconception(kind, None, SAID[kind]) for kind in IN_PREDICTIONS),
            signature="fit(X, y)",
            without=NOT_THERE,
            seconds=2.0,
            first=2,
            judge=_judge,
        ),
    ),
)
