"""The trait behind each control of a scene."""

from __future__ import annotations

from typing import Any

import traitlets

from fewidgets.scene.encode import decode_state, encode_state


class State(traitlets.TraitType[Any, Any]):
    """A synced trait that a control of the scene moves. It accepts the values that the control accepts.

    The value is part of the explorable's current snapshot, so all values change together when the snapshot is replaced.
    Setting a value asks the explorable to `move`. If the control is a *compute* control, a new trace and a new scene are made
    before observers are notified. If that fails, nothing changes.

    Parameters
    ----------
    default : any
        Value in an explorable whose scene has no such control. Otherwise the control's initial value is used.
    help : str
        One sentence of documentation, with units.

    Raises
    ------
    TypeError, ValueError
        On setting a value that the control does not accept. The message is the control's.
    """

    def __init__(self, default: Any, *, help: str) -> None:
        super().__init__(default, help=help)
        self.tag(sync=True, to_json=lambda value, _: encode_state(value), from_json=lambda value, _: decode_state(value))

    def get(self, obj: Any, cls: type[Any] | None = None) -> Any:
        """Return the value in the current snapshot."""
        return obj.snapshot.values[self.name]

    def set(self, obj: Any, value: Any) -> None:
        """Move the explorable to the value."""
        obj.move(**{str(self.name): value})
