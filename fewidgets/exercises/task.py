"""A task: an exercise whose answer is a function that the student writes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

#: What a function takes: the arguments of one call, by position.
Arguments = tuple[Any, ...]

Texts = tuple[str, ...]
AnyFunction = Callable[..., Any]

#: Libraries whose functions are an answer, not a solution. NumPy is allowed.
LIBRARIES = ("fewidgets.algorithms", "sklearn", "mlxtend", "statsmodels", "scipy.optimize", "skimage")


@dataclass(frozen=True)
class Case:
    """One call of a function, with a label such as "20 examples, 3 features" for messages."""

    arguments: Arguments
    label: str


@dataclass(frozen=True)
class Result:
    """One of the values that a function returns: ``name`` in code, ``called`` in messages, with its article ("the weights").

    A number a is right if ``|a − right| ≤ atol + rtol·|right|``; integers, text, sets and truth values must be equal. Where
    more than one value is right (of an eigenvector, the sign is free), ``agrees(arguments, right, found)`` says whether one
    is.
    """

    name: str
    called: str
    points: float = 1.0
    atol: float = 1e-6
    rtol: float = 1e-4
    agrees: Callable[[Arguments, Any, Any], bool] | None = None


@dataclass(frozen=True)
class Misconception:
    """A known wrong way to write the function, identified by a few words ("bias kept"), with feedback that names the cause.

    In a `Task`, ``function`` may be texts that are replaced in the solution, as in `Changed`: ``("np.argmin", "np.argmax")``.
    """

    name: str
    function: Any  # AnyFunction | Texts; in a task, it becomes callable
    explanation: str


@dataclass(frozen=True)
class Changed:
    """The function ``name`` of a solution in which texts are replaced: old, new, old, new … Each old one stands there once."""

    solution: str
    name: str
    texts: Texts = ()

    @property
    def source(self) -> str:
        source = source_of(self.solution)
        for old, new in zip(self.texts[::2], self.texts[1::2], strict=True):
            if source.count(old) != 1:
                raise TypeError(
                    f"{old!r} must stand once in the solution of {self.name}; it stands there {source.count(old)} times."
                )
            source = source.replace(old, new)
        return source

    def __call__(self, *arguments: Any) -> Any:
        return _defined(self.source, self.name)(*arguments)


@cache
def source_of(solution: str) -> str:
    """Return the source text of a solution, which may be the dotted name of a plain form."""
    if "\n" in solution:
        return solution
    module, _, name = solution.rpartition(".")
    return inspect.getsource(getattr(import_module(module), name))


@cache
def _defined(source: str, name: str) -> AnyFunction:
    names: dict[str, Any] = {"np": np}
    exec(compile(source, f"<{name}>", "exec"), names)
    return names[name]


@dataclass(frozen=True)
class FirstDifference:
    """Where a student's result parts from the right one (``where``, such as "round 2"), and what kind of difference it is.

    ``show(note)`` makes an explorable that replays both, with the note in its caption. ``explains`` says whether the sentence
    names the kind of difference, or only what both have.
    """

    where: str
    sentence: str
    show: Callable[[str], Any] | None = None
    explains: bool = True

    def view(self) -> Any:
        """Make the explorable with the difference in its caption; None if nothing can be shown."""
        return None if self.show is None else self.show(self.sentence if self.explains else "")


@dataclass(frozen=True)
class Task:
    """A function to write. It is tried on fresh data of several shapes and compared with a reference.

    Attributes
    ----------
    name, signature : str
        Section, number and a word or two ("9.9 boosting"); what the student writes, such as "boost(X, y, rounds)".
    results : tuple of Result
        What the function returns. One result is the value itself; more are a tuple in this order.
    cases : callable
        ``cases(rng)`` yields the `Case` objects, small ones first. In at least one of them, every misconception
        gives a result of its own.
    solution : str
        The dotted name of a plain form of ours, or a source text, which may use ``np``.
    reference : callable, optional
        Computes the right results, if possible by another route; the solution by default.
    difference : callable, optional
        ``difference(arguments, right, found)`` returns the first step in which both part, or None.
    practises : str
        What one practises with it: a phrase such as "turning a cost into an update rule".
    minutes : int
        How long it takes.
    version : int
        Rises when the task changes in such a way that older notebooks no longer fit.
    own_work, without : bool, tuple of str
        Whether calls of the libraries in ``without`` are told apart from a solution.
    seconds : float
        Time limit for each call.
    """

    name: str
    signature: str
    results: tuple[Result, ...]
    cases: Callable[[np.random.Generator], Iterable[Case]]
    hints: Texts
    because: str
    solution: str
    reference: Any = None
    misconceptions: tuple[Misconception, ...] = ()
    difference: Callable[[Arguments, Any, Any], FirstDifference | None] | None = None
    practises: str = ""
    minutes: int = 20
    version: int = 1
    own_work: bool = True
    without: Texts = field(default=LIBRARIES)
    seconds: float = 2.0

    def __post_init__(self) -> None:
        known = [
            replace(each, function=self.changed(*each.function)) if isinstance(each.function, tuple) else each
            for each in self.misconceptions
        ]
        object.__setattr__(self, "misconceptions", tuple(known))
        object.__setattr__(self, "reference", self.reference or self.changed())

    def changed(self, *texts: str) -> Changed:
        """Return the function of the solution with texts replaced."""
        plain_form = "\n" not in self.solution
        return Changed(self.solution, self.solution.rpartition(".")[2] if plain_form else self.function_name, texts)

    def mistake(self, name: str) -> AnyFunction:
        """Return the function of the misconception with this name."""
        return next(each.function for each in self.misconceptions if each.name == name)

    @property
    def function_name(self) -> str:
        return self.signature.partition("(")[0].strip()

    @property
    def parameters(self) -> Texts:
        inside = self.signature.partition("(")[2].rpartition(")")[0]
        return tuple(re.findall(r"(\w+)(?:\s*=[^,]*)?(?:,|$)", inside))

    @property
    def points(self) -> float:
        return sum(each.points for each in self.results)
