"""Exercises at the end of the lessons, with immediate feedback.

``given(name)`` hands out the numbers of an exercise, ``check(name, answer)`` says at once whether an answer is right. What is
right is computed with `fewidgets.algorithms`, so an exercise cannot drift from what the lessons teach.
"""

from __future__ import annotations

from fewidgets.exercises.checking import Feedback, check, exercise_names, given

__all__ = ["Feedback", "check", "exercise_names", "given"]
