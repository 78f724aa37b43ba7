"""What went wrong while a student's code ran, in words for the student."""

from __future__ import annotations

import builtins
import re
from collections.abc import Sequence

from fewidgets.grading.limits import Limits
from fewidgets.grading.run.interpreter import refusal
from fewidgets.grading.run.observing import Failure

#: Texts of exceptions that say a name of the code, and nothing of the data with which it was called.
_NAMED = re.compile(
    r"name '(\w+)' is not defined"
    r"|cannot access (?:local|free) variable '(\w+)' where it is not associated with a value(?: in enclosing scope)?"
    r"|(?:module '(?:numpy(?:\.linalg|\.random)?|math)'|'(?:numpy\.ndarray|list|tuple|dict|int|float|str|NoneType)' object)"
    r" has no attribute '(\w+)'"
    r"|No module named '([\w.]+)'"
)


def cell_failed(failure: Failure, limits: Limits) -> str:
    if failure.what == "memory":
        return f"The answer cell needs more than {limits.memory_mb:,} MB of memory."
    if failure.what != "raised":
        return _stopped(failure, "The answer cell", limits.cell_seconds)
    said = f": {failure.text.removesuffix('.')}" if failure.text else ""
    return f"The answer cell raised {failure.kind or 'an exception'}{said}.{_where(failure)}"


def call_failed(failure: Failure, name: str, seconds: float, without: Sequence[str] = ()) -> str:
    """Say why a call gave no result, without what the function could say about a hidden case."""
    if failure.what == "memory":
        return f"{name} needs too much memory."
    if failure.what != "raised":
        return _stopped(failure, name, seconds)
    if failure.kind == "RecursionError":
        return f"{name} called itself too often: a RecursionError. Does it have a case in which it does not call itself?"
    for module in without:
        if failure.text == refusal(module):
            return f"{name} needs {module}, which {failure.text.removeprefix(module).strip()}.{_where(failure)}"
    usual = hasattr(builtins, failure.kind) or failure.kind == "LinAlgError"
    return f"{name} raised {failure.kind if usual else 'an exception'}{_said(failure) if usual else ''}.{_where(failure)}"


def _stopped(failure: Failure, what: str, seconds: float) -> str:
    if failure.what == "time":
        return f"{what} had not ended after {seconds:g} s. Is there a loop whose condition stays true?"
    return f"{what} ended the program that ran the notebook: {failure.text}."


def _said(failure: Failure) -> str:
    found = _NAMED.fullmatch(failure.text)
    names = filter(None, found.groups()) if found else ()
    return f": {failure.text}" if found and all(re.search(rf"\b{name}\b", failure.line) for name in names) else ""


def _where(failure: Failure) -> str:
    if failure.number <= 0:
        return ""
    return f' Line {failure.number}: "{failure.line}".' if failure.line else f" Line {failure.number}."
