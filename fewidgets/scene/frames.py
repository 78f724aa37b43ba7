"""Frames: the values that a channel takes at each position of one or more controls."""

from __future__ import annotations

from typing import Any

import numpy as np

from fewidgets.scene.controls.replay import Control
from fewidgets.scene.types import Located, State


class Frames:
    """A channel whose value depends on controls.

    Parameters
    ----------
    values : array_like or nested list of str, shape (K1, …, Kn, …)
        One leading axis per control. The remaining axes are the channel's own shape.
    *controls : Control
        The controls, in the order of the leading axes.
    hold : bool
        Whether to keep the frame at or below the control's value instead of blending it with the next one.
    between : array_like, shape (K1 - 1, …), optional
        What to show strictly between two frames, where this differs from the frames themselves. Needs a single control and
        implies ``hold``.

    Examples
    --------
    >>> from fewidgets.scene import Frames, Slider
    >>> lam = Slider("lam", values=[0.0, 1.0, 3.0])
    >>> Frames([[10.0], [0.0], [-4.0]], lam).at({"lam": 2.0})
    array([-2.])
    """

    def __init__(self, values: Any, *controls: Control, hold: bool = False, between: Any = None) -> None:
        if not controls:
            raise ValueError("Frames must have at least one control.")
        self.values = values if _is_text(values) else np.asarray(values)
        self.controls = controls
        self.hold = hold or between is not None or _is_text(self.values)
        self.between = between if between is None or _is_text(between) else np.asarray(between)
        level: Any = self.values
        for control in controls:
            if len(level) != control.positions:
                raise ValueError(
                    f"Frames over {control.name!r} must have one entry for each of its {control.positions} positions; "
                    f"got {len(level)}."
                )
            level = level[0]
        if between is not None and (len(controls) != 1 or len(between) != controls[0].positions - 1):
            raise ValueError("between must have a single control and one frame fewer than the control has positions.")

    def at(self, state: State) -> Any:
        """Return the channel's value in a state, blended if a control interpolates."""
        level: Any = self.values
        located = [control.locate(state[control.name]) for control in self.controls]
        if self.between is not None and located[0][1] > 0:
            return self.between[located[0][0]]
        return _blend(level, located, self.hold)


def _is_text(values: Any) -> bool:
    """Say whether there is text anywhere in the values."""
    if isinstance(values, np.ndarray):
        return values.dtype.kind in "UO"
    if isinstance(values, list | tuple):
        return any(map(_is_text, values))
    return isinstance(values, str) or hasattr(values, "text")


def _blend(level: Any, located: list[Located], hold: bool) -> Any:
    if not located:
        return level
    (index, fraction), rest = located[0], located[1:]
    here = _blend(level[index], rest, hold)
    if hold or fraction == 0:
        return here
    # A difference of frames would wrap around if they are unsigned, so each frame gets its own factor.
    return (1.0 - fraction) * here + fraction * _blend(level[index + 1], rest, hold)


def resolve(channel: Any, state: State) -> Any:
    """Return a channel's value in a state: a frame, a control's value, or a constant."""
    if isinstance(channel, Frames):
        return channel.at(state)
    if isinstance(channel, Control):
        return state[channel.name]
    return channel
