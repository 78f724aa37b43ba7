"""The explorables as the lessons use them: each lesson's cells are run here, and whatever they show is kept as a page.

The cells run in this process, without a kernel. `explorables_in_lessons` runs each lesson once in a session.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from fewidgets.exercises.predicting.prediction import Prediction
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.lessons.names import lesson_order, section_of
from fewidgets.scene import Scene
from fewidgets.scene.page.encode import as_json, encode, encode_state
from fewidgets.scene.page.modules import MODULES
from fewidgets.scene.page.page import json_text, page_html, renderer_program

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


@dataclass(frozen=True, eq=False)
class Shown:
    """An explorable that a lesson shows, in the state in which the cell showed it.

    Attributes
    ----------
    lesson : str
        Name of the notebook without its ending.
    cell : int
        Number of the cell in the notebook, from 0.
    explorable : Explorable
        The explorable itself. Later cells of the lesson may have moved it.
    scene : Scene
        The scene that was shown.
    state : dict
        The state that was shown.
    """

    lesson: str
    cell: int
    explorable: Explorable
    scene: Scene
    state: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The explorable, lesson and cell in a few characters, such as "BoostingStepper 9.6 cell 4"."""
        return f"{type(self.explorable).__name__} {section_of(self.lesson) or self.lesson} cell {self.cell}"

    def page(self) -> str:
        """Write the page that shows it from this state on."""
        return page_html(self.page_scene(), state=self.state)

    def page_scene(self) -> Scene:
        """Return the scene for a page without a kernel."""
        return self.explorable.page_scene() if isinstance(self.explorable, Prediction) else self.scene

    def data(self) -> str:
        """Write the scene and the state as a page holds them."""
        scene, state = self.page_scene(), {name: encode_state(value) for name, value in self.state.items()}
        return json_text(as_json({"scene": encode(scene), "state": state}))


_TOGETHER = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Lessons</title>
<style>body {{ margin: 0; }}</style>
{places}
<script type="module">
{program}
for (const place of document.querySelectorAll("section")) {{
  const {{ scene, state }} = JSON.parse(place.lastElementChild.textContent);
  {open_page}(place.firstElementChild, scene, state);
}}
</script>
"""
_PLACE = '<section id="{number}"><div></div><script type="application/json">{data}</script></section>'


def together(shown: Sequence[Shown]) -> str:
    """Write one page with several of them, each in a section with its number: a browser reads the renderer only once.

    The page has no margins, so each explorable is as wide as the window.
    """
    program, open_page = renderer_program(MODULES)
    places = "\n".join(_PLACE.format(number=number, data=each.data()) for number, each in enumerate(shown))
    return _TOGETHER.format(places=places, program=program, open_page=open_page)


@cache
def explorables_in_lessons() -> tuple[Shown, ...]:
    """Run all lessons; return what they show, without what is the same explorable in the same state again."""
    paths = sorted(NOTEBOOKS.glob("*.ipynb"), key=lambda path: lesson_order(path.name))
    return tuple(shown for path in paths for shown in explorables_in(path))


@cache
def explorables_in(path: Path) -> tuple[Shown, ...]:
    """Run one lesson in its folder and return what it shows."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {"__name__": "__main__"}
    found: list[Shown] = []

    def show(cell: int, value: Any) -> None:
        for each in (value, getattr(value, "then", None)):  # a prediction holds an explorable back
            if isinstance(each, Explorable) and not any(
                old.explorable is each and old.scene is each.scene and old.state == each.state for old in found
            ):
                found.append(Shown(path.stem, cell, each, each.scene, dict(each.state)))

    with _in_folder(path.parent):
        for number, cell in enumerate(cells):
            if cell["cell_type"] != "code":
                continue
            with _displaying(lambda *values, number=number, **_: [show(number, value) for value in values]):
                try:
                    show(number, _run("".join(cell["source"]), names, f"{path.name}, cell {number}"))
                except Exception:
                    if "raises-exception" not in cell["metadata"].get("tags", ()):
                        raise
    return tuple(found)


def _run(source: str, names: dict[str, Any], place: str) -> Any:
    """Run a cell and return the value of its last expression, unless a semicolon ends it."""
    tree = ast.parse(source, place)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, place, "exec"), names)
    if last is None:
        return None
    value = eval(compile(ast.Expression(last.value), place, "eval"), names)
    return None if source.rstrip().endswith(";") else value


@contextlib.contextmanager
def _displaying(show: Any) -> Iterator[None]:
    """Let ``display`` call a function, and keep what is printed from the terminal."""
    import IPython.display

    display, IPython.display.display = IPython.display.display, show
    try:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        IPython.display.display = display


@contextlib.contextmanager
def _in_folder(folder: Path) -> Iterator[None]:
    """Run the block in a folder, as a kernel runs in its notebook's."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
