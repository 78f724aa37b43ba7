from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from fewidgets.exercises.answers.written import is_open, open_helpers
from fewidgets.exercises.feedback import Feedback
from fewidgets.exercises.wording import listed

#: With these problems a function returns nothing that the next cell could use.
_USELESS = ("no function", "time", "output", "raised", "nothing", "wrong form")

#: What `check` said last about each function.
_checked: WeakKeyDictionary[Any, Feedback] = WeakKeyDictionary()


def note(answer: Any, feedback: Feedback) -> None:
    try:
        _checked[answer] = feedback
    except TypeError:  # a number or a text
        return


def ready(*functions: Any) -> bool:
    """Say whether the functions of a notebook can be used, and print which of them are still open.

    A function is open while three dots stand in it, or in a function of the notebook that it calls. It is not ready either if
    its last `check` found that it raises, or returns nothing of the form that was asked for. Wrong numbers can be used.

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
    >>> ready(max, centre)
    Still open: centre. Write it above, and run this cell again.
    False
    """
    open_names = [[_name(each)] if _is_unwritten(each) else open_calls(each) for each in functions]
    unwritten = list(dict.fromkeys(name for names in open_names for name in names))
    failing = [_name(each) for each, names in zip(functions, open_names, strict=True) if not names and _is_useless(each)]
    if unwritten:
        print(f"Still open: {listed(unwritten)}. Write {_them(unwritten)} above, and run this cell again.")
    if failing:
        print(f"Not ready: {listed(failing)}. Run {_its(failing)} above to see why, and then this cell again.")
    return not unwritten and not failing


def open_calls(function: Any) -> list[str]:
    """Return the open functions of the notebook that a function calls."""
    return [name for name, helper in open_helpers(function).items() if _is_unwritten(helper)]


def _is_unwritten(function: Any) -> bool:
    """Say whether lines are missing."""
    return is_open(function) and _outcome(function)[0] not in ("right", "wrong")


def _is_useless(function: Any) -> bool:
    outcome, kind = _outcome(function)
    return not callable(function) or (outcome == "error" and kind in _USELESS)


def _outcome(function: Any) -> tuple[str, str]:
    try:
        last = _checked.get(function)
    except TypeError:  # a built-in function, or a value
        last = None
    return (last.outcome, last.kind) if last else ("", "")


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", f"a value of type {type(function).__name__}"))


def _them(names: list[str]) -> str:
    return "it" if len(names) == 1 else "them"


def _its(names: list[str]) -> str:
    return "its check" if len(names) == 1 else "their checks"
