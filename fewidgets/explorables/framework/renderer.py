"""Models that hold JavaScript for all widgets of a notebook."""

from __future__ import annotations

import json
import threading
from functools import cache
from pathlib import Path
from typing import ClassVar, Self

import ipywidgets
import traitlets

STATIC = Path(__file__).parents[2] / "static"

# An application of marimo has a session for each reader, all in one process. Each session runs in a thread of its own, and its
# browser knows only the models that were opened there.
_session = threading.local()


class Script(ipywidgets.Widget):  # type: ignore[misc]  # ipywidgets has no type hints
    """A model that holds JavaScript. It has no view.

    An anywidget keeps its JavaScript once *per widget* in a notebook's state. Here each one has a short ``loader.js`` and
    references to these models.
    """

    #: The file of the module in each trait.
    files: ClassVar[dict[str, str]]

    @classmethod
    def shared(cls) -> Self:
        """Return the one such model of a kernel, or of a session; make a new one if there is none, or it was closed."""
        model: Self | None = getattr(_session, cls.__name__, None)
        if model is None or model.comm is None:
            model = cls(**{name: _code(STATIC / file) for name, file in cls.files.items()})
            setattr(_session, cls.__name__, model)
        return model


class Renderer(Script):
    """The renderer, which paints scenes."""

    files: ClassVar = {"code": "renderer.js", "words": "words.js", "present": "present.js"}
    code = traitlets.Unicode().tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)  # adds words, tables and the menu, and runs when a picture is there
    present = traitlets.Unicode().tag(sync=True)  # shows a scene for a projector


class LaterMarks(Script):
    """Rarely used marks, sent only if an explorable needs them."""

    files: ClassVar = {"code": "marks.js"}
    code = traitlets.Unicode().tag(sync=True)


class Painter(Script):
    """Predictions, sent only if there is one."""

    files: ClassVar = {"code": "predictions.js"}
    code = traitlets.Unicode().tag(sync=True)


@cache
def _code(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        message = f"{path} is missing: build it with `npm run build` in fewidgets/frontend"
        return f"throw new Error({json.dumps(message)});"
