"""What went wrong while a student's code ran, in words for the student."""

from __future__ import annotations

import builtins
from collections.abc import Sequence

from fewidgets.grading.interpreter import refusal
from fewidgets.grading.limits import Limits
from fewidgets.grading.observing import Failure


def cell_failed(failure: Failure, limits: Limits) -> str:
    r"""Say why a cell gave no answer.

    Parameters
    ----------
    failure : Failure
        What happened.
    limits : Limits
        What the cell may use.

    Examples
    --------
    >>> cell_failed(Failure("raised", "NameError", "name 'a' is not defined", 2, "b = a"), Limits())
    'The answer cell raised NameError: name \'a\' is not defined. Line 2: "b = a".'
    """
    if failure.what == "time":
        return f"The answer cell had not ended after {limits.cell_seconds:g} s. Is there a loop whose condition stays true?"
    if failure.what == "memory":
        return f"The answer cell needs more than {limits.memory_mb:,} MB of memory."
    if failure.what == "ended":
        return f"The answer cell ended the program that ran the notebook: {failure.text}."
    said = f": {failure.text.removesuffix('.')}" if failure.text else ""
    return f"The answer cell raised {failure.kind or 'an exception'}{said}.{_where(failure)}"


def call_failed(failure: Failure, name: str, seconds: float, without: Sequence[str] = ()) -> str:
    """Say why a call of a function gave no result, without what the function could say about a hidden case.

    Parameters
    ----------
    failure : Failure
        What happened.
    name : str
        The function.
    seconds : float
        The time limit of a call.
    without : sequence of str
        Modules that were made unavailable.

    Examples
    --------
    >>> call_failed(Failure("raised", "IndexError", "index 47 is out of bounds", 3, "x = X[i]"), "boost", 2.0)
    'boost raised IndexError. Line 3: "x = X[i]".'
    """
    if failure.what == "time":
        return f"{name} had not ended after {seconds:g} s. Is there a loop whose condition stays true?"
    if failure.what == "memory":
        return f"{name} needs too much memory."
    if failure.what == "ended":
        return f"{name} ended the program that ran the notebook: {failure.text}."
    if failure.kind == "RecursionError":
        return f"{name} called itself too often: a RecursionError. Does it have a case in which it does not call itself?"
    usual = hasattr(builtins, failure.kind) or failure.kind == "LinAlgError"
    for module in without:
        if failure.text == refusal(module):
            return f"{name} needs {module}, which {failure.text.removeprefix(module).strip()}.{_where(failure)}"
    return f"{name} raised {failure.kind if usual else 'an exception'}.{_where(failure)}"


def _where(failure: Failure) -> str:
    if failure.number <= 0:
        return ""
    return f' Line {failure.number}: "{failure.line}".' if failure.line else f" Line {failure.number}."
