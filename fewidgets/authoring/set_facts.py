"""What the first cell of an exercise set says about it: title, minutes, points, and what it practises."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from fewidgets.authoring.exercise_sets import source_of
from fewidgets.authoring.notebook_format import read_notebook
from fewidgets.lesson_names import lesson_order


@dataclass(frozen=True)
class SetFacts:
    """What a set says of itself."""

    title: str
    minutes: str = ""  # such as "40"; "" if the cell does not say
    points: str = ""
    practises: str = ""


def facts_of(first: str) -> SetFacts:
    minutes = re.search(r"\*\*Time:\*\*\D{0,12}(\d+)\s+minutes", first)
    points = re.search(r"\*\*Points:\*\*\s+(\d+(?:\.\d+)?)", first)
    practises = re.search(r"\*\*You practise:?\*\*\s+(.+?)(?=\n\s*\n|\Z)", first, re.S)
    return SetFacts(
        (first.splitlines() or [""])[0].removeprefix("# "),
        minutes[1] if minutes else "",
        points[1] if points else "",
        " ".join(practises[1].split()) if practises else "",
    )


def set_facts(folder: Path) -> dict[str, SetFacts]:
    """Return what each set of a folder says of itself, by its name, in the order of the sections."""
    paths = sorted(folder.glob("*.ipynb"), key=lambda path: lesson_order(path.name))
    return {path.stem: facts_of_notebook(path) for path in paths}


def facts_of_notebook(path: Path) -> SetFacts:
    cells = read_notebook(path)["cells"]
    return facts_of(source_of(cells[0]) if cells else "")
