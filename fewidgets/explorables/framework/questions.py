"""Predictions that a stepper asks for, and their score."""

from __future__ import annotations

import traitlets

from fewidgets.explorables.framework.aliases import Values
from fewidgets.scene import Question, Scene

NOT_ASKED = -1


class Scored(traitlets.HasTraits):
    score = traitlets.Int(0, read_only=True, help="Number of correct predictions.").tag(sync=True)
    asked = traitlets.Int(0, read_only=True, help="Number of predictions.").tag(sync=True)


def questions_of(scene: Scene) -> list[Question]:
    found = (getattr(control, "question", None) for control in scene.controls)
    return [question for question in found if isinstance(question, Question)]


def score_of(question: Question, state: Values) -> tuple[int, int]:
    """Return how many answers are right, and how many were given."""
    pairs = zip(state[question.record], question.answers, strict=True)
    given = [answer == right for answer, right in pairs if answer != NOT_ASKED]
    return sum(given), len(given)
