"""The JavaScript of rarely used marks, sent to a notebook once a kernel, and only if an explorable needs it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cache
from typing import Any

import ipywidgets
import traitlets

from fewidgets.explorables.framework.renderer import STATIC
from fewidgets.scene.modules import MARKS

# As for the renderer: each session of an application has a thread, and its browser knows only the models opened there.
_session = threading.local()


class LaterMarks(ipywidgets.Widget):  # type: ignore[misc]  # ipywidgets has no type hints
    code = traitlets.Unicode(help="The JavaScript module that paints rarely used marks.").tag(sync=True)


def shared_marks() -> LaterMarks:
    """Return the one such model of a kernel, or of a session; make a new one if there is none, or it was closed."""
    marks: LaterMarks | None = getattr(_session, "marks", None)
    if marks is None or marks.comm is None:
        marks = _session.marks = LaterMarks(code=_code())
    return marks


def marks_for(scene: Mapping[str, Any]) -> LaterMarks | None:
    """Return the model that an encoded scene needs, or None if the renderer paints all of it."""
    return shared_marks() if MARKS in scene.get("modules", ()) else None


@cache
def _code() -> str:
    return (STATIC / "marks.js").read_text(encoding="utf-8")
