"""A graded set as ordinary tests, which compare a student's variables and functions with expected values.

Other graders run them in the student's process, where they can be read and changed, so they are feedback only.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.grading import Texts
from fewidgets.grading.literals import literal
from fewidgets.grading.question import Choice, Function, GradedSet, Values
from fewidgets.grading.seeds import generator_of


@dataclass(frozen=True)
class PlainTest:
    question: str
    part: str
    points: float
    names: Texts
    body: str  # asserts that read `names`, ``np`` and nothing else


def plain_tests(graded: GradedSet, secret: bytes) -> Iterator[PlainTest]:
    for question in graded.questions:
        rng = generator_of(secret, graded.name, graded.version, "", question.name)
        if isinstance(question, Values):
            right = question.solve(question.data(rng))
            for name, points in question.parts.items():
                body = _compared(name, right[name], question.atol, question.rtol)
                yield PlainTest(question.name, name, points, (name,), body)
        elif isinstance(question, Choice):
            options = sorted(question.chosen_right)
            body = f"assert {question.variable} == {options[0]!r}"
            if question.several:
                body = f"assert sorted({question.variable}) == {options!r}"
            yield PlainTest(question.name, question.variable, question.of, (question.variable,), body)
        elif isinstance(question, Function) and question.judge is None:
            yield from _function_tests(question, rng)


def _function_tests(question: Function, rng: np.random.Generator) -> Iterator[PlainTest]:
    calls = [tuple(getattr(case, "arguments", case)) for case in question.cases(rng)]
    several = len(question.results) > 1
    for place, result in enumerate(question.results):
        if getattr(result, "agrees", None) is not None:
            continue
        lines = []
        for arguments in calls:
            right = question.reference(*copy.deepcopy(arguments))
            lines.append(f"found = {question.function}({', '.join(map(literal, arguments))}){f'[{place}]' if several else ''}")
            lines.append(_compared("found", right[place] if several else right, result.atol, result.rtol))
        yield PlainTest(question.name, result.name, float(result.points), (question.function,), "\n".join(lines))


def _compared(found: str, right: Any, atol: float, rtol: float) -> str:
    if isinstance(right, list | tuple):
        right = _as_array(right)
    if isinstance(right, np.ndarray) and right.dtype.kind == "f":
        close = f"np.allclose({found}, {literal(right)}, atol={atol!r}, rtol={rtol!r})"
        return f"assert np.shape({found}) == {right.shape!r}\nassert {close}"
    if isinstance(right, np.ndarray):
        return f"assert np.array_equal({found}, {literal(right)})"
    if isinstance(right, float | np.floating):
        return f"assert abs({found} - {float(right)!r}) <= {atol + rtol * abs(float(right))!r}"
    if isinstance(right, set | frozenset):
        return f"assert set({found}) == set({literal(sorted(right, key=repr))})"
    return f"assert {found} == {literal(right)}"


def _as_array(value: Any) -> Any:
    """Return lists of numbers as an array, since students may return either; anything else as it is."""
    try:
        found = np.array(value)
    except ValueError:  # lists of different lengths
        return value
    return found if found.dtype.kind in "biuf" else value
