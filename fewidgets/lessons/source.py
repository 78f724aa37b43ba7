"""The source text of a function, such as a plain form, as a lesson shows it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any


class Source(str):
    """Python source text. It prints as it is; a notebook shows it in colours."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return f"```python\n{self}\n```"


def source(*functions: Callable[..., Any]) -> Source:
    """Return the source text of functions. A notebook shows it in colours.

    Parameters
    ----------
    *functions : callable
        The functions, such as plain forms, in the order in which they are read.

    Returns
    -------
    Source
        A text, which can be printed and copied.

    Raises
    ------
    TypeError, OSError
        If something has no source in Python.

    Examples
    --------
    >>> from fewidgets.algorithms import plain
    >>> source(plain.gradient_descent).splitlines()[0]
    'def gradient_descent(gradient, w, alpha, steps):'
    """
    return Source("\n\n\n".join(inspect.getsource(function).rstrip() for function in functions))
