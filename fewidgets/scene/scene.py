"""The scene: title, controls, readouts, panels and caption."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fewidgets.scene.checks import check_scene
from fewidgets.scene.controls.replay import Control, Stepper
from fewidgets.scene.panel import Panel
from fewidgets.scene.reveal import check_span, keepers, widened
from fewidgets.scene.template import Template, text_at
from fewidgets.scene.text.legible import legible, quoted, quoted_all
from fewidgets.scene.text.numbers import NOTHING
from fewidgets.scene.types import Keywords, State


@dataclass(frozen=True)
class Readout:
    """A number beside the caption, with its label; it is not shown in a state in which it is "" or NaN."""

    label: str
    value: Any
    digits: int = 3

    @property
    def template(self) -> Template:
        value = self.value
        return value if isinstance(value, Template) else Template("{value}", digits=self.digits, value=value)

    def at(self, state: State) -> str:
        """Return the number as text in a state, or "" if there is none."""
        text = self.template.at(state)
        return "" if text == NOTHING else text


@dataclass(frozen=True)
class Scene:
    """Everything that can be seen and moved, as plain data; what no renderer could draw is refused with a message.

    Attributes
    ----------
    title : str
        Heading; also the accessible name of the whole view.
    panels : sequence of Panel
        The panels, on a grid of rows and columns.
    controls : sequence of Control
        All controls that the scene uses, in the order in which they are shown.
    readouts : sequence of Readout
        Numbers in a strip between the controls and the panels.
    caption : str, Frames of str, or Template
        The state in one sentence: a live region on screen, and the alternative text of the still picture.
    column_weights : sequence of float
        Relative widths of the grid's columns.
    whole : mapping from str to str
        The full name for each label that is a shortened name.
    paired : bool
        Whether the panels of a row belong together, so that a projector shows them together.
    """

    title: str
    panels: Sequence[Panel]
    controls: Sequence[Control] = ()
    readouts: Sequence[Readout] = ()
    caption: Any = ""
    column_weights: Sequence[float] = (1.0,)
    whole: Mapping[str, str] = field(default_factory=dict)
    paired: bool = False

    def __post_init__(self) -> None:
        check_scene(self.panels, self.controls, self.readouts, self.caption, self.column_weights)

    def control(self, name: str) -> Control:
        """Find a control by its name; raise KeyError if there is none."""
        for control in self.controls:
            if control.name == name:
                return control
        raise KeyError(name)

    @property
    def initial_state(self) -> Keywords:
        """The state in which the scene starts, with records of questions and of what has been visited."""
        state = {control.name: control.initial for control in self.controls}
        for control in self.controls:
            if isinstance(control, Stepper) and control.question is not None:
                state[control.question.switch] = False
                state[control.question.record] = [-1] * len(control.question.answers)
        return {**state, **{name: (control.initial, control.initial) for name, control in keepers(self.controls).items()}}

    def state(self, **changes: Any) -> Keywords:
        """Return the initial state with ``changes``, complete and checked."""
        state = self.initial_state
        for name, control in keepers(self.controls).items():
            if control.name in changes and name not in changes:
                state[name] = (control.check(changes[control.name]),) * 2  # it starts there
        return self.with_visits({**state, **{name: self.check(name, value) for name, value in changes.items()}})

    def with_visits(self, state: State) -> Keywords:
        """Return a state in which what has been visited includes the present values."""
        return {**state, **widened(self.controls, state)}

    def check(self, name: str, value: Any) -> Any:
        """Return the value of one part of the state in its plain type."""
        for control in self.controls:
            if control.name == name:
                return control.check(value)
            question = control.question if isinstance(control, Stepper) else None
            if question is not None and name in (question.switch, question.record):
                return question.check(name, value)
        if name in keepers(self.controls):
            return check_span(name, keepers(self.controls)[name], value)
        raise TypeError(f"The scene has no control {quoted(name)}; it has {quoted_all(list(self.initial_state))}.")

    def nearest(self, name: str, value: Any) -> Any:
        """Return the allowed value of one part of the state nearest to ``value``."""
        for control in self.controls:
            if control.name == name:
                return control.nearest(value)
        try:
            return self.check(name, value)
        except (TypeError, ValueError):
            return self.initial_state[name]

    def caption_at(self, **changes: Any) -> str:
        """Describe a state in one sentence."""
        state = self.state(**changes)
        return legible(text_at(self.caption, state))
