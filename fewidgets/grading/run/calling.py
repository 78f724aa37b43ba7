"""Call a student's function, and the function that it returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

#: What stands for a result that should have been a function.
NO_FUNCTION = "no function was returned"


def called_with(function: Any, arguments: Sequence[Any], first: int) -> Any:
    """Call a function with all arguments, or with the first ones, and what it returns with the others."""
    if not first:
        return function(*arguments)
    returned = function(*arguments[:first])
    if returned is None or returned is ...:
        return returned
    return returned(*arguments[first:]) if callable(returned) else NO_FUNCTION
