"""``check`` and ``given``, which the lessons call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from fewidgets.exercises.collected import exercise_named
from fewidgets.exercises.comparing import agreeing, agrees, as_answer
from fewidgets.exercises.exercise import Answer, Exercise
from fewidgets.exercises.parts import incomplete, partly_right, wrong_scale

#: "incomplete": some numbers are missing. "wrong form": the answer cannot be compared, such as a text for a number.
Outcome = Literal["not attempted", "right", "wrong", "incomplete", "wrong form"]


@dataclass(frozen=True, repr=False)
class Feedback:
    """The result of `check`. A notebook shows its message.

    Attributes
    ----------
    passed : bool
        Whether the answer is right.
    message : str
        One to three sentences for the student.
    outcome : {"not attempted", "right", "wrong", "incomplete", "wrong form"}
        What became of the answer.
    """

    passed: bool
    message: str
    outcome: Outcome

    def __repr__(self) -> str:
        return self.message


def check(name: str, answer: Any = ...) -> Feedback:
    """Check an answer, and say what is wrong with it where that is known.

    A common mistake is named. If some of the numbers are right, the message says which. It never contains the right answer:
    `hint` and `solution` are calls of their own. Answers may be rounded to two decimals.

    Parameters
    ----------
    name : str
        The exercise, such as "9.6 winner".
    answer : number or array-like
        The answer. ``...`` means that there is no answer yet; in a list, that this number is missing.

    Returns
    -------
    Feedback
        ``passed``, ``message`` and ``outcome``.

    Raises
    ------
    TypeError
        If `name` is not a string.
    ValueError
        If no exercise has this name.

    Examples
    --------
    >>> check("9.6 groups", 12)
    Not yet. For a hint: fewidgets.hint("9.6 groups")
    >>> check("9.2 edge", [..., 7])
    Expected 2 numbers: the angle and the total. The total is not right yet. Missing: the angle.
    """
    exercise = exercise_named(name)
    if _is_missing(answer):
        text = f"{name}: no answer yet. Replace the three dots by your answer and run this cell again."
        return Feedback(False, text, "not attempted")
    right = exercise.solve(exercise.numbers)
    some = incomplete(answer, right, exercise)
    if some is not None:
        return Feedback(False, some, "incomplete")
    found = as_answer(answer, right)
    if isinstance(found, str):
        return Feedback(False, f"The answer has the wrong form: {found}.", "wrong form")
    if agrees(found, right, atol=exercise.atol, rtol=exercise.rtol):
        return Feedback(True, f"Right. {exercise.because}", "right")
    return Feedback(False, f"Not yet. {_diagnosis(found, right, exercise)}", "wrong")


def _is_missing(answer: Any) -> bool:
    """Say whether this is a cell as it was delivered: three dots, or a list of nothing else."""
    return answer is ... or (
        isinstance(answer, list | tuple) and len(answer) > 0 and all(_is_missing(each) for each in answer)
    )


def _diagnosis(found: NDArray[np.float64], right: Answer, exercise: Exercise) -> str:
    """Return the most helpful thing that can be said about a wrong answer without giving the right one."""
    for mistake in exercise.mistakes:
        wrong = mistake.answer(exercise.numbers)
        if not isinstance(as_answer(wrong, right), str) and agrees(found, wrong, atol=exercise.atol, rtol=exercise.rtol):
            return mistake.explanation
    scale = wrong_scale(found, right, exercise)
    if scale:
        return scale
    some = partly_right(agreeing(found, right, atol=exercise.atol, rtol=exercise.rtol), exercise)
    return f'{some}For a hint: fewidgets.hint("{exercise.name}")'


def given(name: str) -> tuple[Any, ...]:
    """Return the numbers of an exercise.

    Parameters
    ----------
    name : str
        The exercise.

    Returns
    -------
    tuple
        The numbers in the order in which the lesson names them. Arrays are read-only.

    Raises
    ------
    TypeError
        If `name` is not a string.
    ValueError
        If no exercise has this name.

    Examples
    --------
    >>> given("9.6 groups")
    (30, 3)
    """
    return tuple(exercise_named(name).numbers.values())
