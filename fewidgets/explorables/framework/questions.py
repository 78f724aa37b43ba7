"""Predictions that a stepper asks for, and their score."""

from __future__ import annotations

from fewidgets.explorables.framework.aliases import Values
from fewidgets.scene import Question, Scene

NOT_ASKED = -1


def questions_of(scene: Scene) -> list[Question]:
    found = (getattr(control, "question", None) for control in scene.controls)
    return [question for question in found if isinstance(question, Question)]


def score_of(question: Question, state: Values) -> tuple[int, int]:
    """Return how many answers are right, and how many were given."""
    pairs = list(zip(state[question.record], question.answers, strict=True))
    given = [(answer, right) for answer, right in pairs if answer != NOT_ASKED]
    return sum(answer == right for answer, right in given), len(given)
