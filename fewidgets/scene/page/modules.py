"""Which JavaScript modules a scene needs besides the renderer: for questions, rarely used marks, and the answers of a page."""

from __future__ import annotations

from fewidgets.scene import marks
from fewidgets.scene.controls.compute import File, Order, TextArea
from fewidgets.scene.types import State

#: The modules, by the names of their files in ``static/``.
PREDICTIONS, MARKS, ANSWERS = MODULES = ("predictions", "marks", "answers")

_MARKS = [getattr(marks, name) for name in marks.__all__]
#: The kinds of marks and controls that marks.js paints, as in ``frontend/src/marks.js``. The renderer paints all others.
LATER = frozenset(each.kind for each in (*_MARKS, File, Order, TextArea) if getattr(each, "later", False))


def modules_in(scene: State) -> list[str]:
    """Return the modules that an encoded scene needs, held-back explorables included."""
    kinds = {part["kind"] for part in (*scene["controls"], *(mark for panel in scene["panels"] for mark in panel["marks"]))}
    needed = {module for control in scene["controls"] for module in control.get("needs") or ()}
    if "ask" in kinds:
        needed.add(PREDICTIONS)
    if kinds & LATER:
        needed.add(MARKS)
    if "answers" in scene:
        needed.add(ANSWERS)
    return [module for module in MODULES if module in needed]
