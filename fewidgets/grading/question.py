"""What a graded set asks, and what is right.

An instructor writes these in ``questions.py``, beside the source notebook. The file runs where sets are released and where
answers are compared, never in a student's process.

Each question has an *answer cell* in the source notebook: its nbgrader ``grade_id`` is the question's name. The data of
`Values` are written into a locked cell in front of it, with the ``grade_id`` ``NAME-data``.

- `Values`: numbers or arrays in named variables, computed from data that each student has for themselves.
- `Function`: a function with a given name. It is called on cases that the student has not seen.
- `Choice`: an option, or several, in a named variable.
- `ByHand`: a text that the teacher reads.
"""

from __future__ import annotations

import keyword
import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fewidgets.grading import Json, Texts

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,59}")


class _Question:
    """What all kinds have: a name, the variables of the answer, and parts with their points."""

    name: str

    @property
    def answers(self) -> Texts:
        return ()

    @property
    def parts(self) -> dict[str, float]:
        raise NotImplementedError

    @property
    def of(self) -> float:
        return sum(self.parts.values())


@dataclass(frozen=True)
class Values(_Question):
    """Numbers or arrays that a student computes from data of their own.

    Parameters
    ----------
    name : str
        The question, such as "q1".
    names : tuple of str
        The variables that hold the answer.
    data : callable
        ``data(rng)`` returns a dict of plain values: the variables that the locked cell defines for one student.
    solve : callable
        ``solve(data)`` returns the right answer: a dict with one value for each of `names`. An int must be met exactly.
    points : mapping of str to float, optional
        The points of each of `names`; 1 by default.
    mistakes : tuple of Misconception
        Wrong ways to solve it, in the order in which they are tried. ``function(data)`` returns a dict with some of `names`.
    atol, rtol : float
        A number a is right if ``|a − right| ≤ atol + rtol·|right|``.
    because : str
        Why the answer is right, for students who have it right.
    """

    name: str
    names: Texts
    data: Callable[[np.random.Generator], Json]
    solve: Callable[[Json], Json]
    points: Mapping[str, float] = field(default_factory=dict)
    mistakes: tuple[Any, ...] = ()
    atol: float = 0.0051
    rtol: float = 1e-3
    because: str = ""

    def __post_init__(self) -> None:
        _check_name(self.name)
        if isinstance(self.names, str) or not self.names:
            raise ValueError(f"{self.name}: names must be a tuple of variables, such as ('weight',); got {self.names!r}.")
        for name in self.names:
            _check_variable(self.name, name)
        unknown = set(self.points) - set(self.names)
        if unknown:
            raise ValueError(f"{self.name}: points must name only {', '.join(self.names)}; got {', '.join(sorted(unknown))}.")
        for name, points in self.points.items():
            _check_points(f"{self.name}: points[{name!r}]", points)
        _check_callable(self.name, data=self.data, solve=self.solve)

    @property
    def answers(self) -> Texts:
        return self.names

    @property
    def parts(self) -> dict[str, float]:
        return {name: float(self.points.get(name, 1)) for name in self.names}


@dataclass(frozen=True)
class Verdict:
    """What a question's own judgement says: which results are right, and what the student reads.

    Parameters
    ----------
    right : tuple of str
        The names of the results that earn their points.
    message : str
        For the student: no hidden case.
    mistake : str
        The name of a known mistake, or an empty string.
    comparable : bool
        False if the answer has a form that cannot be judged.
    measured : tuple of float
        What was measured, such as errors: for the distribution in the class.
    """

    right: Texts
    message: str
    mistake: str = ""
    comparable: bool = True
    measured: tuple[float, ...] = ()


@dataclass(frozen=True)
class Function(_Question):
    """A function that a student writes. It is called on cases that the student has not seen.

    Parameters
    ----------
    name : str
        The question, such as "q3".
    function : str
        The name of the student's function.
    cases : callable
        ``cases(rng)`` returns an iterable of tuples of arguments, or of `Case`. Arguments are numbers, texts, None, NumPy
        arrays, and lists, tuples or dicts of these.
    reference : callable
        ``reference(*arguments)`` returns what is right: a tuple in the order of `results`; with one result, the value itself.
    results : tuple of Result
        The name, points and tolerances of each part that the function returns.
    misconceptions : tuple of Misconception
        Wrong functions of the same signature, in the order in which they are tried.
    signature : str
        What messages call the function: "boost(X, y, rounds)".
    without : tuple of str
        Modules that cannot be imported while the function is graded, such as ("sklearn",). The student's notebook must say so.
    because : str
        Why the answer is right, for students who have it right.
    seconds : float
        The time limit of one call.
    first : int
        Where the function returns another one: how many of the arguments it takes itself. The function that it returns gets
        the others. By default, it takes all.
    judge : callable, optional
        ``judge(cases, right, found)`` returns a `Verdict`, where many results are right and better ones earn more. `found` has
        one plain value for each of the cases. `right` has what `reference` returns. The first case is called again at the
        end, and must give the same result.
    """

    name: str
    function: str
    cases: Callable[[np.random.Generator], Iterable[Any]]
    reference: Callable[..., Any]
    results: tuple[Any, ...]
    misconceptions: tuple[Any, ...] = ()
    signature: str = ""
    without: Texts = ()
    because: str = ""
    seconds: float = 2.0
    first: int = 0
    judge: Callable[[Sequence[Any], Sequence[Any], Sequence[Any]], Verdict] | None = None

    def __post_init__(self) -> None:
        _check_name(self.name)
        _check_variable(self.name, self.function)
        _check_callable(self.name, cases=self.cases, reference=self.reference)
        if not self.results:
            raise ValueError(f"{self.name}: results must name at least one result of {self.function}.")
        names = [result.name for result in self.results]
        if len(set(names)) < len(names):
            raise ValueError(f"{self.name}: results must have different names; got {', '.join(names)}.")
        for result in self.results:
            _check_points(f"{self.name}: the points of {result.name}", result.points)
        if isinstance(self.without, str) or not all(isinstance(each, str) for each in self.without):
            raise TypeError(f"{self.name}: without must be a tuple of modules, such as ('sklearn',); got {self.without!r}.")
        if not (isinstance(self.seconds, int | float) and 0 < self.seconds <= 600):
            raise ValueError(f"{self.name}: seconds must be a number between 0 and 600; got {self.seconds!r}.")
        if isinstance(self.first, bool) or not isinstance(self.first, int) or self.first < 0:
            raise ValueError(f"{self.name}: first must be a number of arguments; got {self.first!r}.")
        if self.judge is not None:
            _check_callable(self.name, judge=self.judge)

    @property
    def answers(self) -> Texts:
        return (self.function,)

    @property
    def parts(self) -> dict[str, float]:
        return {result.name: float(result.points) for result in self.results}


@dataclass(frozen=True)
class Choice(_Question):
    """An option, or several of them, that a student writes into a variable.

    Parameters
    ----------
    name : str
        The question, such as "q5".
    variable : str
        The variable that holds the answer: the text of an option, or a list of options where several are right.
    options : tuple of str
        What can be chosen.
    right : str or collection of str
        The right option, or the right options.
    explanations : mapping of str to str
        What a student reads who chose a wrong option, and, under the right option, why it is right.
    points : float
        Points for the right choice.
    """

    name: str
    variable: str
    options: Texts
    right: str | Collection[str]
    explanations: Mapping[str, str]
    points: float = 1

    def __post_init__(self) -> None:
        _check_name(self.name)
        _check_variable(self.name, self.variable)
        _check_points(f"{self.name}: points", self.points)
        if isinstance(self.options, str) or len(self.options) < 2 or len(set(self.options)) < len(self.options):
            raise ValueError(f"{self.name}: options must be at least two different texts; got {self.options!r}.")
        outside = sorted(self.chosen_right - set(self.options))
        if outside or not self.chosen_right:
            raise ValueError(f"{self.name}: right must be among the options; got {self.right!r}.")
        silent = [option for option in self.options if not str(self.explanations.get(option, "")).strip()]
        if silent:
            raise ValueError(f"{self.name}: explanations must explain every option; missing: {', '.join(map(repr, silent))}.")

    @property
    def chosen_right(self) -> frozenset[str]:
        return frozenset({self.right} if isinstance(self.right, str) else self.right)

    @property
    def several(self) -> bool:
        """Whether the answer is a list of options."""
        return not isinstance(self.right, str)

    @property
    def answers(self) -> Texts:
        return (self.variable,)

    @property
    def parts(self) -> dict[str, float]:
        return {self.variable: float(self.points)}


@dataclass(frozen=True)
class ByHand(_Question):
    """A text, or code, that the teacher reads and grades.

    Parameters
    ----------
    name : str
        The question, such as "q6". Its answer cell may be a Markdown cell.
    points : float
        The most points that the teacher can give.
    guide : str
        What the teacher looks for. Students never see it.
    """

    name: str
    points: float = 1
    guide: str = ""

    def __post_init__(self) -> None:
        _check_name(self.name)
        _check_points(f"{self.name}: points", self.points)

    @property
    def parts(self) -> dict[str, float]:
        return {"text": float(self.points)}


#: Everything that a graded set can ask.
Question = Values | Function | Choice | ByHand


@dataclass(frozen=True)
class GradedSet:
    """A graded set: its questions in the order of the notebook.

    Parameters
    ----------
    name : str
        The set, such as "boosting". Its folder and its notebook have the same name.
    version : int
        The version. Another version gives every student other data.
    title : str
        What students and teachers read.
    questions : tuple of Values, Function, Choice or ByHand
        The questions.

    Examples
    --------
    >>> mean = Values("q1", ("mean",), lambda rng: {"x": rng.normal(size=5)}, lambda data: {"mean": data["x"].mean()})
    >>> GradedSet("means", 1, "Means", (mean, ByHand("q2", points=3))).of
    4.0
    """

    name: str
    version: int
    title: str
    questions: tuple[Question, ...]

    def __post_init__(self) -> None:
        _check_name(self.name)
        if not isinstance(self.version, int) or isinstance(self.version, bool) or self.version < 1:
            raise ValueError(f"version must be an integer of at least 1; got {self.version!r}.")
        if not self.questions:
            raise ValueError(f"questions must hold at least one question; {self.name} has none.")
        for question in self.questions:
            if not isinstance(question, Question):
                kind = type(question).__name__
                raise TypeError(f"questions must be Values, Function, Choice or ByHand; got an object of type {kind}.")
        _check_different("questions must have different names", [question.name for question in self.questions])
        answers = [name for question in self.questions for name in question.answers]
        _check_different("two questions must not be answered in the same variable", answers)

    @property
    def of(self) -> float:
        return sum(question.of for question in self.questions)

    def question(self, name: str) -> Question:
        return {question.name: question for question in self.questions}[name]


def _check_name(name: Any) -> None:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(f"name must be a letter and at most 59 letters, digits, '_', '-' or '.'; got {name!r}.")


def _check_variable(question: str, name: Any) -> None:
    if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
        raise ValueError(f"{question}: an answer must have the name of a variable, such as 'weight'; got {name!r}.")


def _check_points(name: str, points: Any) -> None:
    number = isinstance(points, int | float) and not isinstance(points, bool)
    if not number or not math.isfinite(points) or points < 0:
        raise ValueError(f"{name} must be a number of at least 0; got {points!r}.")


def _check_callable(question: str, **values: Any) -> None:
    for name, value in values.items():
        if not callable(value):
            raise TypeError(f"{question}: {name} must be a function; got an object of type {type(value).__name__}.")


def _check_different(rule: str, names: list[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"{rule}; got {', '.join(twice)} more than once.")
