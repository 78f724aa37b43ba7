from __future__ import annotations

import json
import threading
from functools import cache
from pathlib import Path

import ipywidgets
import traitlets

STATIC = Path(__file__).parents[2] / "static"
BUNDLE, WORDS, PRESENT = STATIC / "renderer.js", STATIC / "words.js", STATIC / "present.js"

# An application of marimo has a session for each reader, all in one process. Each session runs in a thread of its own, and its
# browser knows only the models that were opened there.
_session = threading.local()


class Renderer(ipywidgets.Widget):  # type: ignore[misc]  # ipywidgets has no type hints
    """The model that holds the renderer's code. It has no view.

    An anywidget keeps its JavaScript once *per widget* in a notebook's state. Here each one has a short ``loader.js`` and a
    reference to this model.
    """

    code = traitlets.Unicode(help="The JavaScript module that paints scenes.").tag(sync=True)
    words = traitlets.Unicode(help="The module that adds words, tables and the menu; it runs when a picture is there.").tag(
        sync=True
    )
    present = traitlets.Unicode(help="The module that shows a scene for a projector.").tag(sync=True)


def shared_renderer() -> Renderer:
    """Return the one renderer of a kernel, or of a session; make a new one if there is none, or it was closed."""
    renderer: Renderer | None = getattr(_session, "renderer", None)
    if renderer is None or renderer.comm is None:
        renderer = _session.renderer = Renderer(code=_code(BUNDLE), words=_code(WORDS), present=_code(PRESENT))
    return renderer


@cache
def _code(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        message = f"{path} is missing: build it with `npm run build` in fewidgets/frontend"
        return f"throw new Error({json.dumps(message)});"
