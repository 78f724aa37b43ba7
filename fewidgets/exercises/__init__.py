"""Exercises at the end of the lessons, with immediate feedback.

``given(name)`` returns the numbers of an exercise, ``check(name, answer)`` checks an answer or a function, ``hint(name)``
helps, and ``solution(name)`` shows the answer. ``ready(function)`` says whether a later cell can use a function.
"""

from fewidgets.exercises.answers.readiness import ready
from fewidgets.exercises.bank.collected import exercise_names, task_names
from fewidgets.exercises.checking import check, given
from fewidgets.exercises.feedback import Feedback
from fewidgets.exercises.helping import Hint, Solution, hint, solution

__all__ = ["Feedback", "Hint", "Solution", "check", "exercise_names", "given", "hint", "ready", "solution", "task_names"]
