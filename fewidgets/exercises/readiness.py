"""``ready``: whether the functions that a cell puts together are there, and which are still open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

from fewidgets.exercises.feedback import Feedback
from fewidgets.exercises.parts import listed
from fewidgets.exercises.written import is_open, open_helpers

#: With these problems a function returns nothing that the next cell could use.
_USELESS = ("no function", "time", "output", "raised", "nothing", "wrong form")

#: What `check` said last about each function.
_checked: WeakKeyDictionary[Any, Feedback] = WeakKeyDictionary()


def note(answer: Any, feedback: Feedback) -> None:
    """Remember what `check` said about a function."""
    try:
        _checked[answer] = feedback
    except TypeError:  # a number or a text
        return


def ready(*functions: Any) -> bool:
    """Say whether the functions of a notebook can be used, and print which of them are still open.

    Exercise sets ask it before they put several functions together, so that a question may be skipped. A function is open
    while three dots stand in it, or in a function of the notebook that it calls. It is not ready either if its last `check`
    found that it raises, or returns nothing of the form that was asked for. A function with wrong numbers can be used.

    Parameters
    ----------
    *functions : callable
        The student's functions.

    Returns
    -------
    bool

    Examples
    --------
    >>> def centre(x): ...
    >>> def longest(x):
    ...     return max(x)
    >>> ready(longest, centre)
    Still open: centre. Write it above, and run this cell again.
    False
    >>> ready(longest)
    True
    """
    unwritten = list(dict.fromkeys(name for each in functions for name in _open_names(each)))
    failing = [_name(each) for each in functions if not _open_names(each) and _is_useless(each)]
    if unwritten:
        print(f"Still open: {listed(unwritten)}. Write {_them(unwritten)} above, and run this cell again.")
    if failing:
        print(f"Not ready: {listed(failing)}. Run {_its(failing)} above to see why, and then this cell again.")
    return not unwritten and not failing


def _open_names(function: Any) -> Iterable[str]:
    return [_name(function)] if is_open(function) else open_helpers(function)


def _is_useless(function: Any) -> bool:
    if not callable(function):
        return True
    try:
        last = _checked.get(function)
    except TypeError:  # a built-in function
        return False
    return last is not None and last.outcome == "error" and last.kind in _USELESS


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", f"a value of type {type(function).__name__}"))


def _them(names: list[str]) -> str:
    return "it" if len(names) == 1 else "them"


def _its(names: list[str]) -> str:
    return "its check" if len(names) == 1 else "their checks"
