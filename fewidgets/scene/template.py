"""Templates: texts with fields that follow the controls."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from fewidgets.scene.frames import resolve
from fewidgets.scene.text.numbers import format_number
from fewidgets.scene.types import State

FIELD = re.compile(r"\{(\w+)\}")


class Template:
    """A text with ``{fields}`` that follow the controls.

    Parameters
    ----------
    text : str or Frames of str
        The text, with ``{field}`` where a value goes.
    digits : int
        Significant digits of the numbers.
    **fields : number, str, Control, Frames or Template
        The values of the fields.

    Examples
    --------
    >>> from fewidgets.scene import Slider, Template
    >>> lam = Slider("lam", values=[0.0, 10.0])
    >>> Template("λ is {lam}", lam=lam).at({"lam": 2.5})
    'λ is 2.50'
    """

    def __init__(self, text: Any, *, digits: int = 3, **fields: Any) -> None:
        self.text = text
        self.digits = digits
        self.fields = fields

    def at(self, state: State) -> str:
        """Return the text in a state."""

        def value_of(match: re.Match[str]) -> str:
            value = resolve(self.fields[match.group(1)], state)
            value = value.at(state) if isinstance(value, Template) else value
            return value if isinstance(value, str) else format_number(np.asarray(value).item(), self.digits)

        return FIELD.sub(value_of, resolve(self.text, state))


def text_at(text: Any, state: State) -> str:
    """Return a text, Frames of texts or a Template as it reads in a state."""
    value = resolve(text, state)
    return value.at(state) if isinstance(value, Template) else str(value)
