"""``progress`` shows where a student is: predictions made and right, the best score on the cars, and what leads to what."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from fewidgets.exercises.bank import questions
from fewidgets.exercises.cars.scores import recorded
from fewidgets.exercises.predict import predictions
from fewidgets.exercises.predicting.record import keeps_nothing
from fewidgets.exercises.small_table import as_html, as_text
from fewidgets.lessons.copies import lesson_source
from fewidgets.lessons.names import CAPSTONE, LESSON_NAMES, LESSONS
from fewidgets.scene import Axis, Graph, Panel, Scene, Style
from fewidgets.scene.still.svg_picture import still_img
from fewidgets.scene.types import Array

#: What each lesson needs, by name.
Needs = Mapping[str, Sequence[str]]

HEAD = ("Lesson", "Predictions made", "Right", "Best score on the cars")
STYLES = (Style("not begun", "quiet"), Style("begun", "primary"), Style("all predictions made", "accent", look="lit"))


@dataclass(frozen=True)
class LessonProgress:
    """What a student has done of a lesson: predictions ``made`` of ``asked``, those that are ``right``, the best ``score``."""

    name: str
    asked: int
    made: int
    right: int
    score: float | None

    @property
    def label(self) -> str:
        """The section and a word of the name, such as "9.3 scaling"."""
        return " ".join([word for word in self.name.split("_") if word != "feature"][:2])

    @property
    def stage(self) -> int:
        """0 if nothing is recorded, 1 if something is, 2 if all predictions are made."""
        begun = bool(self.made) or self.score is not None
        return 2 if begun and self.made >= self.asked else int(begun)


@dataclass(frozen=True, repr=False)
class Progress:
    """Where a student is. A notebook shows a map of the lessons and a table.

    Attributes
    ----------
    lessons : tuple of LessonProgress
        All lessons in their order, and the capstone.
    """

    lessons: tuple[LessonProgress, ...]

    def _rows(self) -> list[tuple[str, str, str, str]]:
        return [
            (
                each.name,
                f"{each.made} of {each.asked}" if each.asked else "",
                f"{each.right}" if each.made else "",
                "" if each.score is None else f"{each.score:.2f}",
            )
            for each in self.lessons
        ]

    def __repr__(self) -> str:
        return as_text([HEAD, *self._rows()])

    def _repr_html_(self) -> str:
        links = {each.name: f"{each.name}.ipynb" for each in self.lessons}
        return still_img(self.map()) + as_html([HEAD, *self._rows()], links=links)

    def map(self) -> Scene:
        """Return the lessons as a picture: a link leads from a lesson to those that need it."""
        names = [each.name for each in self.lessons]
        needs = {name: [need for need in lesson_needs().get(name, ()) if need in names] for name in names}
        ranks = {name: _rank(name, needs) for name in names}
        x = np.array([ranks[name] for name in names], dtype=float)
        y = _heights(names, needs, ranks)
        links = [(names.index(need), names.index(name)) for name in names for need in _direct(name, needs)]
        graph = Graph(
            x,
            y,
            keys=[name.replace("_", " ") for name in names],
            labels=[each.label for each in self.lessons],
            links=links,
            style=[each.stage for each in self.lessons],
            styles=STYLES,
        )
        wide, high = Axis("", domain=(-0.5, x.max() + 0.5)), Axis("", domain=(y.min() - 0.7, y.max() + 0.7))
        done = sum(each.stage == 2 for each in self.lessons)
        panel = Panel("What leads to what", [graph], x=wide, y=high, axes=False, column_span=2, height=230)
        return Scene("Map of the lessons", [panel], caption=f"{done} of {len(names)} lessons are done.")


def progress(folder: str | Path = ".") -> Progress:
    """Return where a student is, as recorded beside the notebooks.

    Parameters
    ----------
    folder : path
        The folder with the records, files such as ``9.6_boosting.predictions.jsonl``.

    Returns
    -------
    Progress
        A map of the lessons and a table: predictions made and right, and the best score on the cars in miles per gallon.

    Raises
    ------
    TypeError, FileNotFoundError
        If ``folder`` is not a path to a folder.
    """
    counts, scores = ({}, {}) if keeps_nothing() else (predictions(folder).counts, recorded(folder))
    return Progress(tuple(_of(name, counts.get(name, {}), scores) for name in (*LESSON_NAMES, CAPSTONE)))


def _of(name: str, counts: Mapping[str, int], scores: Mapping[str, tuple[float, ...]]) -> LessonProgress:
    asked = sum(each.lesson == name for each in questions().values())
    sections = {section for section, lesson in LESSONS.items() if lesson == name} | {name}
    mine = [float(np.mean(errors)) for idea, errors in scores.items() if idea.split(" ")[0] in sections]
    return LessonProgress(name, asked, min(asked, sum(counts.values())), counts.get("right", 0), min(mine, default=None))


def _rank(name: str, needs: Needs) -> int:
    """Return how many lessons come one after another before a lesson."""
    return 1 + max((_rank(need, needs) for need in needs[name]), default=-1)


def _direct(name: str, needs: Needs) -> list[str]:
    """Return what a lesson needs, without what one of the others needs already."""
    return [need for need in needs[name] if not any(need in _before(other, needs) for other in needs[name])]


def _before(name: str, needs: Needs) -> set[str]:
    return {*needs[name]}.union(*(_before(need, needs) for need in needs[name]))


def _heights(names: Sequence[str], needs: Needs, ranks: Mapping[str, int]) -> Array:
    """Return the heights of lessons: in each column, those whose links come from higher up stand higher."""
    heights: dict[str, float] = {}
    for rank in range(1 + max(ranks.values())):
        column = [name for name in names if ranks[name] == rank]
        column.sort(key=lambda name: -np.mean([heights[need] for need in _direct(name, needs)]) if needs[name] else 0)
        heights.update({name: (len(column) - 1) / 2 - place for place, name in enumerate(column)})
    return np.array([heights[name] for name in names])


@cache
def lesson_needs() -> dict[str, tuple[str, ...]]:
    """Return the lessons that each lesson needs: those to which its *You need* links."""
    found = {}
    for path in lesson_source().glob("*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        needed = re.search(r"\*\*You need:\*\*(.+?)(?=\n\s*\n|\Z)", text.partition("\n## ")[0], re.S)
        links = re.findall(r"\]\(([\w.]+)\.ipynb", needed[1]) if needed else []
        found[path.stem] = tuple(dict.fromkeys(link for link in links if link != path.stem))
    return found
