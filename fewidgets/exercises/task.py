"""A task: an exercise whose answer is a function that the student writes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

#: What a function takes: the arguments of one call, by position.
Arguments = tuple[Any, ...]

#: Libraries whose functions are an answer, not a solution. NumPy is allowed.
LIBRARIES = ("fewidgets.algorithms", "sklearn", "mlxtend", "statsmodels", "scipy.optimize", "skimage")


@dataclass(frozen=True)
class Case:
    """One call with which a function is tried.

    Attributes
    ----------
    arguments : tuple
        The arguments. Each function that is tried gets fresh copies of them.
    label : str
        What messages call these data, such as "20 examples, 3 features".
    """

    arguments: Arguments
    label: str


@dataclass(frozen=True)
class Result:
    """One of the values that a function returns.

    Attributes
    ----------
    name : str
        Its name in code, such as "weights".
    called : str
        What messages call it, with its article: "the weights". A name in the plural takes a plural verb.
    points : float
        Points for this value.
    atol, rtol : float
        A number a is right if |a − right| ≤ atol + rtol·|right|. If the reference returns integers, text, sets or truth
        values, they must be equal.
    agrees : callable, optional
        ``agrees(arguments, right, found)`` says whether a value is right, where more than one value is: of an eigenvector,
        say, the sign is free. `right` and `found` are arrays of one shape.
    """

    name: str
    called: str
    points: float = 1.0
    atol: float = 1e-6
    rtol: float = 1e-4
    agrees: Callable[[Arguments, Any, Any], bool] | None = None


@dataclass(frozen=True)
class Misconception:
    """A known wrong way to write the function.

    Attributes
    ----------
    name : str
        A few words that identify it, such as "bias kept". Tables of a class are counted by it.
    function : callable
        The whole wrong function. It takes what the student's function takes.
    explanation : str
        Feedback for a function that returns the same. It names the cause, not the remedy in code.
    """

    name: str
    function: Callable[..., Any]
    explanation: str


@dataclass(frozen=True)
class Difference:
    """Where a student's result parts from the right one.

    Attributes
    ----------
    where : str
        The first round, step or weight in which they differ, such as "round 2".
    sentence : str
        What kind of difference it is: "The right feature, with the weight of unscaled inputs."
    show : callable, optional
        ``show(note)`` returns an explorable in which both are replayed side by side. The note is a sentence for its caption.
        It is called when a notebook shows the feedback.
    explains : bool
        Whether the sentence names the kind of difference. If not, it only gives what both have, as the explorable does.
    """

    where: str
    sentence: str
    show: Callable[[str], Any] | None = None
    explains: bool = True

    def view(self) -> Any:
        """Make the explorable, with the kind of difference in its caption; None if nothing can be shown."""
        return None if self.show is None else self.show(self.sentence if self.explains else "")


@dataclass(frozen=True)
class Task:
    """A function to write. It is tried on fresh data of several shapes and compared with a reference.

    Attributes
    ----------
    name : str
        The exercise's section and number, and a word or two, such as "9.9 boosting".
    signature : str
        What the student writes, such as "boost(X, y, rounds)".
    results : tuple of Result
        What the function returns. One result is the value itself; more are a tuple in this order.
    reference : callable
        Returns the right results. It calls a public algorithm of ours.
    cases : callable
        ``cases(rng)`` returns or yields the `Case` objects, small ones first. It draws all its numbers from ``rng``, and sees
        to it that every misconception gives a result of its own in at least one case.
    hints : tuple of str
        Shown by `fewidgets.hint`, one per call, in this order. None of them contains the answer.
    because : str
        Why the result is right. Shown with a right answer, and by `fewidgets.solution`.
    solution : str
        The dotted name of a plain form of ours, whose source `fewidgets.solution` shows, or a source text. It defines a
        function with the name in ``signature``, or one with another name alone. It may use ``np``.
    misconceptions : tuple of Misconception
        A wrong result is compared with these in their order.
    difference : callable, optional
        ``difference(arguments, right, found)`` looks for the first step in which both part. ``right`` and ``found`` are what
        the functions returned: the value, or the tuple of values, as plain numbers and arrays. It returns None where there
        is nothing to say.
    practises : str
        What one practises with it: a phrase such as "turning a cost into an update rule".
    minutes : int
        How long it takes.
    version : int
        Rises when the task changes in such a way that older notebooks no longer fit.
    own_work : bool
        Whether calls of ``without`` are told apart from a solution.
    without : tuple of str
        The libraries whose functions may not be called.
    seconds : float
        Time limit for each call.
    """

    name: str
    signature: str
    results: tuple[Result, ...]
    reference: Callable[..., Any]
    cases: Callable[[np.random.Generator], Iterable[Case]]
    hints: tuple[str, ...]
    because: str
    solution: str
    misconceptions: tuple[Misconception, ...] = ()
    difference: Callable[[Arguments, Any, Any], Difference | None] | None = None
    practises: str = ""
    minutes: int = 20
    version: int = 1
    own_work: bool = True
    without: tuple[str, ...] = field(default=LIBRARIES)
    seconds: float = 2.0

    @property
    def function_name(self) -> str:
        """The name in the signature, such as "boost"."""
        return self.signature.partition("(")[0].strip()

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters in the signature, such as ("X", "y", "rounds")."""
        inside = self.signature.partition("(")[2].rpartition(")")[0]
        return tuple(re.findall(r"(\w+)(?:\s*=[^,]*)?(?:,|$)", inside))

    @property
    def points(self) -> float:
        """Points of all results together."""
        return sum(each.points for each in self.results)
