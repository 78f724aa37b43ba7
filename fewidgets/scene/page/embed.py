"""Show a scene's page in the output of a notebook cell, in a frame that reaches neither the notebook nor the network."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral

from fewidgets.scene.controls.compute import TextArea
from fewidgets.scene.page.page import page_html
from fewidgets.scene.panel import Panel
from fewidgets.scene.scene import Scene
from fewidgets.scene.text.legible import legible, must_be
from fewidgets.scene.types import Encoded, State

#: Lengths in pixels as the browser draws them: a panel's heading, the space between rows, the title with the caption and all
#: margins, a row of controls, a line of a text field, and the strip of readouts.
HEADING, GAP, AROUND, CONTROL, LINE, READOUTS = 30, 20, 220, 40, 24, 40
#: Accepted heights in pixels.
LOWEST, HIGHEST = 50, 10_000

# Scripts run, but the frame has an origin of its own, so it can read nothing of the page around it. The text inside is for
# viewers that remove frames. Attributes for the size, and no style, work under a strict content security policy, too.
_FRAME = (
    '<iframe class="fewidgets-embed" title="{title}" width="100%" height="{height}" frameborder="0" '
    'sandbox="allow-scripts allow-downloads" allow="fullscreen" srcdoc="{page}">{caption}</iframe>'
)


@dataclass(frozen=True)
class Embed:
    """A page inside a frame, as the output of a cell: ``html``, ``title``, ``caption`` and ``height`` in pixels."""

    html: str
    title: str
    caption: str
    height: int

    def _repr_html_(self) -> str:
        """Return the frame; notebooks call this."""
        return self.html

    def __str__(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return f"{self.title}: {self.caption}"


def embed_scene(
    scene: Scene,
    *,
    state: State | None = None,
    height: int | None = None,
    present: bool = False,
    page: Encoded | None = None,
) -> Embed:
    """Put a scene's page into a sandboxed frame, which a notebook shows.

    Parameters
    ----------
    scene : Scene
        What to show.
    state : mapping from control name to value, optional
        The state in which the page opens.
    height : int, optional
        Height of the frame in pixels, 50 to 10,000. By default it is estimated.
    present : bool
        Whether the page opens for a projector.
    page : dict, optional
        As in `write_page`.
    """
    if height is None:
        height = estimated_height(scene)
    elif isinstance(height, bool) or not isinstance(height, Integral):
        raise TypeError(must_be("height", "a number of pixels, such as 900", height))
    elif not LOWEST <= height <= HIGHEST:
        raise ValueError(must_be("height", f"between {LOWEST} and {HIGHEST} pixels", height))
    caption = scene.caption_at(**(state or {}))
    text = _FRAME.format(
        title=html.escape(legible(scene.title)),
        height=int(height),
        page=html.escape(page_html(scene, state=state, present=present, page=page)),
        caption=html.escape(caption),
    )
    return Embed(text, scene.title, caption, int(height))


def estimated_height(scene: Scene) -> int:
    """Estimate the height of a scene's page at 750 to 1,200 pixels of width."""
    moved = sum(2 if control.kind in ("slider", "stepper", "order") else 1 for control in scene.controls)
    inside = [getattr(mark, "field", None) for panel in scene.panels for mark in panel.marks]
    fields = [control for control in scene.controls if isinstance(control, TextArea) and control not in inside]
    strip = CONTROL * -(-moved // 4) + sum(LINE * (field.rows + 2) for field in fields)
    readouts = READOUTS if scene.readouts else 0
    return round(min(HIGHEST, AROUND + strip + readouts + _rows_height(scene.panels)))


def _rows_height(panels: Sequence[Panel]) -> float:
    """Return the height of the grid of panels."""
    heights = [0.0] * max((panel.last_row + 1 for panel in panels), default=0)
    for panel in sorted(panels, key=lambda each: each.row_span):
        rows = heights[panel.row : panel.last_row + 1]
        missing = panel.pixel_height + HEADING - sum(rows) - GAP * (panel.row_span - 1)
        heights[panel.last_row] += max(0.0, missing)
    return sum(heights) + GAP * max(0, len(heights) - 1)
