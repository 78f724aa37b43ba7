"""Let plain nbgrader grade a graded set: the hidden tests of its source call `points`.

They run in the student's kernel, so nothing is kept apart from the student's code.
"""

from __future__ import annotations

import copy
import os
from pathlib import Path
from typing import Any

import numpy as np

from fewidgets.grading import Json
from fewidgets.grading.errors import GradingError
from fewidgets.grading.limits import Limits
from fewidgets.grading.loading import load_questions
from fewidgets.grading.mark.marking import Expected, expected_of, mark
from fewidgets.grading.question import Function, Question, Values
from fewidgets.grading.result import QuestionResult
from fewidgets.grading.run.calling import called_with
from fewidgets.grading.run.observing import Called, Failure, Observed
from fewidgets.grading.run.plain import packed
from fewidgets.grading.run.protocol import Reader
from fewidgets.grading.run.repair import Repaired

#: The environment variable that names the course folder.
COURSE = "FEWIDGETS_COURSE"


def points(set_name: str, question: str, names: Json) -> float:
    """Grade one question in the kernel in which it was answered, print the message and return the points.

    It stands in the last line of a hidden test, so nbgrader takes the number as the points of the cell.

    Parameters
    ----------
    set_name, question : str
        The set and its question, such as "boosting" and "q1".
    names : mapping
        The variables of the kernel: ``globals()``.

    Raises
    ------
    GradingError
        If ``sets/<set>/questions.py`` is neither in FEWIDGETS_COURSE nor in a folder around the notebook.
    """
    found = graded(set_name, question, names)
    print(found.message)
    if len(found.parts) > 1 and found.outcome == "wrong":
        print("; ".join(f"{part.name}: {part.points:g} of {part.of:g} points" for part in found.parts))
    return found.points


def graded(set_name: str, question: str, names: Json) -> QuestionResult:
    asked = load_questions(_questions(set_name)).question(question)
    expected = _expected(asked, names)
    answers = {name: _plain(names[name]) for name in asked.answers if name in names}
    observed = Observed(values={question: answers})
    if isinstance(asked, Function):
        function = names.get(asked.function)
        cases = (*expected.cases, *expected.cases[:1])
        observed.calls[question] = (
            [_call(function, case.arguments, asked.first) for case in cases] if callable(function) else []
        )
    return mark(asked, expected, Repaired((), {question: "there"}), observed, Limits())


def _questions(set_name: str) -> Path:
    """Return the path of a set's questions: in the course, or around the current folder."""
    named = os.environ.get(COURSE)
    for folder in [Path(named)] if named else [Path.cwd(), *Path.cwd().parents]:
        path = folder / "sets" / set_name / "questions.py"
        if path.is_file():
            return path
    raise GradingError(
        f"sets/{set_name}/questions.py was not found. Set the environment variable {COURSE} to your course folder"
    )


def _expected(question: Question, names: Json) -> Expected:
    """Return what is right for the data in the kernel."""
    drawn = expected_of(question, np.random.default_rng(0))
    if not isinstance(question, Values):
        return drawn
    data = {name: names.get(name, value) for name, value in drawn.data.items()}
    try:
        return Expected(data, dict(question.solve(copy.deepcopy(data))))
    except Exception:
        return drawn  # the student has overwritten the data


def _call(function: Any, arguments: tuple[Any, ...], first: int) -> Called:
    given = copy.deepcopy(arguments)
    try:
        value = called_with(function, given, first)
    except Exception as error:
        return Called(failure=Failure("raised", type(error).__name__, str(error)[:1000]))
    changed = (n for n, (before, after) in enumerate(zip(arguments, given, strict=True)) if packed(before) != packed(after))
    return Called(_plain(value), changed=tuple(changed))


def _plain(value: Any) -> Any:
    """Return a plain value, because an object could say that it equals everything."""
    tree, raw = packed(value)
    return Reader(raw).value(tree)
