"""What a browser asks of an explorable, and how it hears that it cannot be: nothing that it sends raises an error here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from numbers import Real
from typing import Any

import traitlets
from ipywidgets.widgets.widget import _put_buffers

from fewidgets.scene.encode import decode_state, encode_state
from fewidgets.scene.legible import QUOTED, WHOLE, label_of, legible, quoted, quoted_all

#: What a browser may set of a widget, apart from the state of its controls.
FROM_BROWSER = frozenset({"tabbable", "tooltip", "_dom_classes", "_view_count"})


class BrowserMessages:
    """The part of an explorable that takes messages: a wrong one becomes a text in `message`, and changes nothing else."""

    def _handle_msg(self, msg: Any) -> None:
        """Take a message from a browser."""
        with self._telling():
            data = msg["content"]["data"]
            if not isinstance(data, Mapping) or data.get("method") not in ("update", "request_state", "custom"):
                raise TypeError(f"The browser sent {quoted(data)}; expected an update, a request or a question")
            if data["method"] == "update" and data.get("buffer_paths"):
                try:
                    _put_buffers(data["state"], data["buffer_paths"], msg["buffers"])
                except Exception:  # whatever the paths are, they lead nowhere
                    raise ValueError("The browser sent buffers that belong to no value; nothing was changed.") from None
                data = {**data, "buffer_paths": []}
                msg = {**msg, "content": {**msg["content"], "data": data}}
            super()._handle_msg(msg)

    def _hear(self, _widget: Any, content: Any, buffers: Sequence[Any]) -> None:
        """Answer what a browser asks for by moving compute controls; whatever happens, it hears that this is done."""
        if not isinstance(content, Mapping) or "ask" not in content:
            return
        with self.hold_sync(), self._telling():
            asked, serial = content["ask"], content.get("serial")
            if not isinstance(serial, str) or len(serial) > QUOTED:
                raise TypeError(f"serial is {quoted(serial)}; expected a text of at most {QUOTED} characters")
            self._answered = legible(serial)
            self.move(**self._decoded(asked, buffers))
            self.set_trait("message", "")

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take values that a browser set, as a linked widget does; what cannot be is told in `message`, and taken back."""
        with self._telling() as told:
            if not isinstance(sync_data, Mapping):
                raise TypeError(f"The browser sent {quoted(sync_data)}; expected values by the names of controls")
            for name in sync_data:
                if name not in FROM_BROWSER and name not in self.scene.initial_state:
                    raise TypeError(
                        f"{quoted(name)} cannot be set; expected one of {quoted_all(list(self.scene.initial_state))}"
                    )
            states = {name: value for name, value in sync_data.items() if name in self.scene.initial_state}
            for name in FROM_BROWSER & sync_data.keys():
                if not _is_flat(sync_data[name]):
                    raise TypeError(f"{name} is {quoted(sync_data[name])}; expected a number, a short text or a list of them")
            decoded = self._decoded(states)
            asked = {name: self.inputs[name].check(value) for name, value in decoded.items() if name in self.inputs}
            near = {name: self._near(name, value) for name, value in decoded.items() if name not in self.inputs}
            if len(asked) > 1:
                self.move(**asked)  # all of them, or none
            fitting = {name: encode_state(value) for name, value in near.items()}
            super().set_state({**sync_data, **fitting})
        if told and isinstance(sync_data, Mapping):
            self.send_state([name for name in sync_data if name in self.keys])

    def _near(self, name: str, value: Any) -> Any:
        """Give what a replay control takes that is nearest to what a browser said, perhaps of the scene before this one."""
        try:
            return self.scene.check(name, value)
        except (TypeError, ValueError):
            if _form_of(value) != _form_of(encode_state(getattr(self, name))):
                raise
            return self.scene.nearest(name, value)

    def _decoded(self, sent: Any, buffers: Sequence[Any] = ()) -> dict[str, Any]:
        """Give the values of state traits that a browser sent; TypeError or ValueError names the one that cannot be read."""
        if not isinstance(sent, Mapping) or not all(isinstance(name, str) for name in sent):
            raise TypeError(f"The browser sent {quoted(sent)}; expected values by the names of controls")
        values = {}
        for name, value in sent.items():
            try:
                values[name] = decode_state(value, buffers)
            except (TypeError, ValueError) as error:
                raise type(error)(f"{label_of(name)} is not readable: {error}") from None
        return values

    @contextmanager
    def _telling(self) -> Iterator[list[str]]:
        """Tell what goes wrong to whoever sits before the widget: there is no cell that could show it."""
        told: list[str] = []
        try:
            yield told
        except (TypeError, ValueError, traitlets.TraitError) as error:
            told.append(str(error) or type(error).__name__)
        except KeyboardInterrupt:
            told.append("Stopped. The picture is the last one that was finished.")
        except Exception as error:
            self.log.exception("%s could not be computed", type(self).__name__)
            told.append(f"This could not be computed ({type(error).__name__}: {error}). The picture is the last good one.")
        if told:
            told[0] = legible(told[0] if len(told[0]) <= WHOLE else f"{told[0][: WHOLE - 1]}…")
            self.set_trait("message", told[0])


def _form_of(value: Any) -> type | None:
    """Give the kind of JSON value: what has another form than a state never was one, in no scene."""
    return next((form for form in (bool, str, Real, list) if isinstance(value, form)), None)


def _is_flat(value: Any) -> bool:
    """Whether a value is of the kind and size of what ipywidgets itself syncs: its own errors would repeat all of it."""
    if isinstance(value, list):
        return len(value) <= WHOLE and all(isinstance(each, str) and _is_flat(each) for each in value)
    if isinstance(value, str):
        return len(value) <= WHOLE and legible(value) == value
    return value is None or (isinstance(value, int) and abs(value) < 2**31)
