"""The scene itself: title, controls, readouts, panels, caption."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from fewidgets.scene.controls import Control, Stepper
from fewidgets.scene.frames import Frames, resolve
from fewidgets.scene.legible import legible, legible_fields, legible_parts, quoted, quoted_all
from fewidgets.scene.numbers import format_number
from fewidgets.scene.panel import Panel

_FIELD = re.compile(r"\{(\w+)\}")


class Template:
    """A text with fields that follow the controls.

    Parameters
    ----------
    text : str or Frames of str
        With ``{field}`` where a value goes.
    digits : int
        Significant digits of the numbers.
    **fields : number, str, Control or Frames
        What goes in.

    Examples
    --------
    >>> from fewidgets.scene import Slider, Template
    >>> lam = Slider("lam", values=[0.0, 10.0])
    >>> Template("λ is {lam}", lam=lam).at({"lam": 2.5})
    'λ is 2.50'
    """

    text_fields: ClassVar[tuple[str, ...]] = ("text", "fields")

    def __init__(self, text: Any, *, digits: int = 3, **fields: Any) -> None:
        self.text = text
        self.digits = digits
        self.fields = fields

    def at(self, state: Mapping[str, Any]) -> str:
        """Give the text in a state."""

        def value_of(match: re.Match[str]) -> str:
            value = resolve(self.fields[match.group(1)], state)
            return value if isinstance(value, str) else format_number(np.asarray(value)[()], self.digits)

        return _FIELD.sub(value_of, resolve(self.text, state))


@dataclass(frozen=True)
class Readout:
    """A number that is always in view, with its label.

    Attributes
    ----------
    label : str
        What the number is.
    value : number, str, Control, Frames or Template
        The number.
    digits : int
        Significant digits.
    """

    label: str
    value: Any
    digits: int = 3

    def at(self, state: Mapping[str, Any]) -> str:
        """Give the number's text in a state."""
        value = self.value
        return (value if isinstance(value, Template) else Template("{value}", digits=self.digits, value=value)).at(state)


@dataclass(frozen=True)
class Scene:
    """What is to be seen and moved, as plain data.

    All its texts are legible: characters that no screen, page or file can hold are replaced (see `legible`).

    Attributes
    ----------
    title : str
        Shown above, and the accessible name of the whole.
    panels : sequence of Panel
        On a grid of rows and columns.
    controls : sequence of Control
        In the order in which they are shown.
    readouts : sequence of Readout
        Shown in a strip between the controls and the panels.
    caption : str, Frames of str, or Template
        The state in one sentence: a polite live region on screen, the alternative text of the still picture, the ``repr``.
    column_weights : sequence of float
        Relative widths of the grid's columns.
    whole : mapping from str to str
        The full text of each label that stands for a longer name: shown on hover, and told to screen readers.
    """

    title: str
    panels: Sequence[Panel]
    controls: Sequence[Control] = ()
    readouts: Sequence[Readout] = ()
    caption: Any = ""
    column_weights: Sequence[float] = (1.0,)
    whole: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("title", "panels", "readouts", "caption", "whole"):
            object.__setattr__(self, name, legible_parts(getattr(self, name)))
        object.__setattr__(self, "controls", [legible_fields(control, control.shown) for control in self.controls])

    def control(self, name: str) -> Control:
        """Find a control by its name; KeyError if there is none."""
        for control in self.controls:
            if control.name == name:
                return control
        raise KeyError(name)

    @property
    def initial_state(self) -> dict[str, Any]:
        """The state before anybody moved anything, questions' switches and records included."""
        state = {control.name: control.initial for control in self.controls}
        for control in self.controls:
            if isinstance(control, Stepper) and control.question is not None:
                state[control.question.switch] = False
                state[control.question.record] = [-1] * len(control.question.answers)
        return state

    def state(self, **changes: Any) -> dict[str, Any]:
        """Give a complete, checked state: the initial one with ``changes``.

        Raises
        ------
        TypeError, ValueError
            For a name that no control has, or a value its control does not take.
        """
        return {**self.initial_state, **{name: self.check(name, value) for name, value in changes.items()}}

    def check(self, name: str, value: Any) -> Any:
        """Return the value of one part of the state in its plain type.

        Raises
        ------
        TypeError, ValueError
            For a name that no control has, or a value its control does not take.
        """
        for control in self.controls:
            if control.name == name:
                return control.check(value)
            question = control.question if isinstance(control, Stepper) else None
            if question is not None and name in (question.switch, question.record):
                return question.check(name, value)
        raise TypeError(f"the scene has no control {quoted(name)}; it has {quoted_all(list(self.initial_state))}")

    def nearest(self, name: str, value: Any) -> Any:
        """Give what comes nearest to ``value`` among all that one part of the state can be, or its initial value."""
        for control in self.controls:
            if control.name == name:
                return control.nearest(value)
        try:
            return self.check(name, value)
        except (TypeError, ValueError):
            return self.initial_state[name]

    def caption_at(self, **changes: Any) -> str:
        """Say a state in one sentence."""
        state = self.state(**changes)
        caption = self.caption
        if isinstance(caption, Frames):
            caption = caption.at(state)
        return legible(caption.at(state) if isinstance(caption, Template) else caption)
