"""Messages from a browser. A wrong one sets the text in ``message``; no error is raised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from numbers import Real
from typing import Any

import anywidget
import traitlets

from fewidgets.explorables.framework.snapshot import Snapshot
from fewidgets.scene.page.encode import decode_state, encode_state
from fewidgets.scene.text.legible import QUOTED, WHOLE, label_of, legible, quoted, quoted_all
from fewidgets.scene.types import Keywords

#: What a browser may set of a widget, apart from the state of its controls.
FROM_BROWSER = frozenset({"tabbable", "tooltip", "_dom_classes", "_view_count"})


class BrowserMessages(anywidget.AnyWidget):
    """The part of an explorable that receives messages."""

    snapshot: Snapshot
    _answered: Any

    def move(self, **state: Any) -> None:
        raise NotImplementedError

    def _handle_msg(self, msg: Any) -> None:
        """Receive a message. ipywidgets has no public hook that runs before it reads one, and does not show its own errors."""
        with self._reporting_errors():
            data = msg["content"]["data"]
            if not isinstance(data, Mapping) or data.get("method") not in ("update", "request_state", "custom"):
                raise TypeError(f"The browser sent {quoted(data)}; expected an update, a request or a question")
            if data["method"] == "update" and data.get("buffer_paths"):
                try:
                    put_buffers(data["state"], data["buffer_paths"], msg["buffers"])
                except (TypeError, ValueError, LookupError):
                    raise ValueError("The browser sent buffers that belong to no value; nothing was changed.") from None
                data = {**data, "buffer_paths": []}
                msg = {**msg, "content": {**msg["content"], "data": data}}
            super()._handle_msg(msg)

    def answer_request(self, _widget: Any, content: Any, buffers: Sequence[Any]) -> None:
        """Answer a request to move compute controls, also where it fails."""
        if not isinstance(content, Mapping) or "ask" not in content:
            return
        with self.hold_sync(), self._reporting_errors():
            asked, serial = content["ask"], content.get("serial")
            if not isinstance(serial, str) or len(serial) > QUOTED:
                raise TypeError(f"serial must be a text of at most {QUOTED} characters; got {quoted(serial)}")
            self._answered = legible(serial)
            self.move(**_decoded(asked, buffers))
            self.set_trait("message", "")

    def set_state(self, sync_data: Keywords) -> None:
        """Accept values that a browser set; a refused one is explained in `message` and undone."""
        with self._reporting_errors() as errors:
            if not isinstance(sync_data, Mapping):
                raise TypeError(f"The browser sent {quoted(sync_data)}; expected values by the names of controls")
            known = self.snapshot.scene.initial_state
            for name in sync_data:
                if name not in FROM_BROWSER and name not in known:
                    raise TypeError(f"{quoted(name)} cannot be set; expected one of {quoted_all(list(known))}")
            for name in FROM_BROWSER & sync_data.keys():
                if not _is_flat(sync_data[name]):
                    raise TypeError(f"{name} must be a number, a short text or a list of them; got {quoted(sync_data[name])}")
            decoded = _decoded({name: value for name, value in sync_data.items() if name in known})
            inputs = self.snapshot.inputs.controls
            asked = {name: value for name, value in decoded.items() if name in inputs}
            replays = {name: self._nearest(name, value) for name, value in decoded.items() if name not in inputs}
            if asked:
                self.move(**asked)  # all of them, or none
            super().set_state({**sync_data, **{name: encode_state(value) for name, value in replays.items()}})
        if errors and isinstance(sync_data, Mapping):
            self.send_state([name for name in sync_data if name in self.keys])

    def _nearest(self, name: str, value: Any) -> Any:
        """Return the accepted value nearest to one that a browser set."""
        try:
            return self.snapshot.scene.check(name, value)
        except (TypeError, ValueError):
            if _form_of(value) != _form_of(encode_state(self.snapshot.values[name])):
                raise
            return self.snapshot.scene.nearest(name, value)

    @contextmanager
    def _reporting_errors(self) -> Iterator[list[str]]:
        """Show errors in the widget, because no notebook cell can."""
        errors: list[str] = []
        try:
            yield errors
        except (TypeError, ValueError, traitlets.TraitError) as error:
            errors.append(str(error) or type(error).__name__)
        except KeyboardInterrupt:
            errors.append("Stopped. The picture is the last one that was finished.")
        except Exception as error:
            self.log.exception("%s could not be computed", type(self).__name__)
            errors.append(f"This could not be computed ({type(error).__name__}: {error}). The picture is the last good one.")
        if errors:
            text = errors[0]
            self.set_trait("message", legible(text if len(text) <= WHOLE else f"{text[: WHOLE - 1]}…"))


def put_buffers(state: Any, paths: Sequence[Sequence[str | int]], buffers: Sequence[Any]) -> None:
    """Put the binary parts of a message at their paths in its state."""
    for path, buffer in zip(paths, buffers, strict=True):
        *way, last = path
        place = state
        for key in way:
            place = place[key]
        place[last] = buffer


def _decoded(sent: Any, buffers: Sequence[Any] = ()) -> Keywords:
    """Return the values of state traits that a browser sent."""
    if not isinstance(sent, Mapping) or not all(isinstance(name, str) for name in sent):
        raise TypeError(f"The browser sent {quoted(sent)}; expected values by the names of controls")
    values = {}
    for name, value in sent.items():
        try:
            values[name] = decode_state(value, buffers)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{label_of(name)} is not readable: {error}") from None
    return values


def _form_of(value: Any) -> type | None:
    """Return the kind of a JSON value; a value of another kind was never a state's."""
    return next((form for form in (bool, str, Real, list) if isinstance(value, form)), None)


def _is_flat(value: Any) -> bool:
    """Return whether a value is as small and simple as what ipywidgets itself syncs; its errors would repeat all of it."""
    if isinstance(value, list):
        return len(value) <= WHOLE and all(isinstance(each, str) and _is_flat(each) for each in value)
    if isinstance(value, str):
        return len(value) <= WHOLE and legible(value) == value
    return value is None or (isinstance(value, int) and abs(value) < 2**31)
