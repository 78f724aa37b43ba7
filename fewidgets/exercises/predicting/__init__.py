"""Predictions: the kinds of answers, what is right, and how an answer is graded.

A teacher writes a question with one of these kinds. Each wrong answer has its explanation, or the kind is refused:

- `OneOf` and `SeveralOf` choose among options.
- `Estimate` asks for a number; a `Band` names the misconception behind a range of numbers.
- `Ordering` asks for an order.
- `Sketch` asks for a drawing. Each `Difference` compares one measure of the sketch with that of the truth: `At`, `Change`,
  `Highest`, `LastAbove`, or the `CurveWith` the largest or smallest one of `EACH`.

``right`` is a value, or a function without arguments that computes it with `fewidgets.algorithms`. It is called late.

Examples
--------
>>> kind = OneOf({"LSTAT": "It correlates most with the price.", "RM": "It comes close, but LSTAT is ahead."}, right="LSTAT")
>>> kind.grade("RM").right
False
"""

from fewidgets.exercises.predicting.choosing import OneOf, SeveralOf
from fewidgets.exercises.predicting.estimating import Band, Estimate
from fewidgets.exercises.predicting.kind import Kind, Verdict
from fewidgets.exercises.predicting.measures import (
    EACH,
    At,
    Change,
    CurveWith,
    Difference,
    Highest,
    LastAbove,
    Measure,
)
from fewidgets.exercises.predicting.ordering import Ordering
from fewidgets.exercises.predicting.question import Question, lesson_of
from fewidgets.exercises.predicting.sketching import Sketch
from fewidgets.scene import Axis

__all__ = [
    "EACH",
    "At",
    "Axis",
    "Band",
    "Change",
    "CurveWith",
    "Difference",
    "Estimate",
    "Highest",
    "Kind",
    "LastAbove",
    "Measure",
    "OneOf",
    "Ordering",
    "Question",
    "SeveralOf",
    "Sketch",
    "Verdict",
    "lesson_of",
]
