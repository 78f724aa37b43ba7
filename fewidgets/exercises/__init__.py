"""Exercises at the end of the lessons, with immediate feedback.

``given(name)`` returns the numbers of an exercise. ``check(name, answer)`` says whether an answer is right, and gives a hint
if it is not. `fewidgets.algorithms` computes the right answers, so exercises and lessons always agree.
"""

from __future__ import annotations

from fewidgets.exercises.checking import Feedback, check, exercise_names, given

__all__ = ["Feedback", "check", "exercise_names", "given"]
