"""The JavaScript that shows predictions, sent to a notebook once a kernel, and only if there is a prediction."""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path

import ipywidgets
import traitlets

BUNDLE = Path(__file__).parents[2] / "static" / "predictions.js"

# As for the renderer: each session of an application has a thread, and its browser knows only the models opened there.
_session = threading.local()


class Painter(ipywidgets.Widget):  # type: ignore[misc]  # ipywidgets has no type hints
    code = traitlets.Unicode(help="The JavaScript module that shows predictions.").tag(sync=True)


def shared_painter() -> Painter:
    """Return the one painter of a kernel, or of a session; make a new one if there is none, or it was closed."""
    painter: Painter | None = getattr(_session, "painter", None)
    if painter is None or painter.comm is None:
        painter = _session.painter = Painter(code=_code())
    return painter


@cache
def _code() -> str:
    return BUNDLE.read_text(encoding="utf-8")
