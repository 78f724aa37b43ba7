from __future__ import annotations

from dataclasses import replace
from typing import Any

from fewidgets.exercises.answers.comparing import Numbers, agrees, as_answer
from fewidgets.exercises.answers.judging import judge
from fewidgets.exercises.answers.near_misses import decimals_of
from fewidgets.exercises.answers.parts import in_order, incomplete, partly_right
from fewidgets.exercises.answers.plain_values import plain
from fewidgets.exercises.answers.readiness import note
from fewidgets.exercises.bank.collected import anything_named, exercise_named
from fewidgets.exercises.cars.capstone import Capstone, judge_capstone
from fewidgets.exercises.exercise import Answer, Exercise
from fewidgets.exercises.feedback import Feedback
from fewidgets.exercises.reason import Reason, weigh
from fewidgets.exercises.task import Task


def check(name: str, answer: Any = ..., version: int | None = None) -> Feedback:
    """Check an answer, and say what is wrong with it where that is known.

    Some exercises ask for numbers, which may be rounded to two decimals, others for a function or the letter of a statement. A
    function is tried on fresh data and compared with ours. It may take any route to the right result, has a time limit, and
    must leave its arguments as they are. The message never contains the right answer.

    "capstone" asks for a function ``fit(X, y)`` that learns to predict the miles per gallon of cars. It is trained on 20
    random parts of the table and scored on the rest, beside references that do the same. A known mistake, such as scaling with
    held-out rows, is named, and there is no score.

    Parameters
    ----------
    name : str
        The exercise, such as "9.6 winner" or "9.9 boosting", or "capstone".
    answer : number, array-like, callable, str or list of str
        The answer: numbers, a function, or letters such as "b". ``...`` stands for an answer, or a number, that is missing.
    version : int, optional
        The version of the exercise for which a notebook was written. Another one is not checked. By default, any version is.

    Returns
    -------
    Feedback
        ``passed``, ``message``, ``outcome``, ``points`` and, for functions, ``parts`` and ``difference``.

    Raises
    ------
    TypeError, ValueError
        If `name` is not a string or no exercise has it, or `version` is not an integer.

    Examples
    --------
    >>> check("9.2 edge", [..., 7])
    Expected 2 numbers: the angle and the total. The total is not right yet. Missing: the angle.
    """
    exercise = anything_named(name)
    if version is not None and (isinstance(version, bool) or not isinstance(version, int)):
        raise TypeError(f"version must be an integer; got {version!r} ({type(version).__name__})")
    if version is not None and version != exercise.version:
        return Feedback(False, _other_version(exercise, version), "error", "version", 0.0, exercise.points)
    if isinstance(exercise, Reason):
        return weigh(exercise, answer)
    if isinstance(exercise, Exercise):
        return _checked(exercise, answer)
    feedback = judge_capstone(answer) if isinstance(exercise, Capstone) else judge(exercise, answer)
    note(answer, feedback)
    return feedback


def _checked(exercise: Exercise, answer: Any) -> Feedback:
    name, answer = exercise.name, plain(answer)
    if _is_missing(answer):
        text = f"{name}: no answer yet. Replace the three dots by your answer and run this cell again."
        return Feedback(False, text, "not attempted")
    right = exercise.solve(**exercise.numbers)
    some = incomplete(answer, right, exercise)
    if some is not None:
        return Feedback(False, some, "wrong", "incomplete")
    found = as_answer(answer, right)
    if isinstance(found, str):
        return Feedback(False, f"The answer has the wrong form: {found}.", "error", "wrong form")
    if agrees(found, right, exercise):
        return Feedback(True, f"Right. {exercise.because}", "right", points=1.0)
    return Feedback(False, f"Not yet. {_diagnosis(found, right, exercise)}", "wrong")


def _other_version(exercise: Exercise | Task | Reason | Capstone, version: int) -> str:
    """Say what to do where a notebook and the installed package do not fit."""
    ours = exercise.version
    head = f"This notebook has version {version} of {exercise.name!r}, and the installed fewidgets has version {ours}."
    if version > exercise.version:
        return (
            f"{head} Update the package: pip install --upgrade fewidgets. Then restart the kernel. Your work stays as it is."
        )
    return (
        f"{head} Get the new notebook with: fewidgets notebooks --newer NAME, where NAME is this notebook's name. It is "
        "written beside yours. Copy your answers over and check them there. Nothing is lost."
    )


def _is_missing(answer: Any) -> bool:
    return answer is ... or (
        isinstance(answer, list | tuple) and len(answer) > 0 and all(_is_missing(each) for each in answer)
    )


def _diagnosis(found: Numbers, right: Answer, exercise: Exercise) -> str:
    # A mistake is known by the digits that are given: 0.994 is not the mistake 0.989, although both may be rounded to 0.99.
    decimals = decimals_of(found)
    strict = replace(exercise, atol=min(exercise.atol, 1e-9 if decimals is None else 10.0**-decimals))
    nearly = partly_right(found, right, exercise)
    for mistake, explanation in exercise.mistakes:
        wrong = mistake(**exercise.numbers)
        if not isinstance(as_answer(wrong, right), str) and agrees(found, wrong, strict):
            return f"{nearly} If you did not round: {explanation}" if "rounded" in nearly else explanation
    some = in_order(found, right, exercise) or nearly
    return f'{some} For a hint: fewidgets.hint("{exercise.name}")'.strip()


def given(name: str) -> tuple[Any, ...]:
    """Return the numbers of an exercise, in the order in which the lesson names them. Arrays are read-only.

    Parameters
    ----------
    name : str
        The exercise.

    Returns
    -------
    tuple

    Raises
    ------
    TypeError, ValueError
        If `name` is not a string, or no exercise has it.

    Examples
    --------
    >>> given("9.6 groups")
    (30, 3)
    """
    return tuple(exercise_named(name).numbers.values())
