"""What a lesson or an exercise set says about itself above its first section."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from fewidgets.authoring.exercise_sets import source_of
from fewidgets.authoring.notebook_format import read_notebook
from fewidgets.lessons.names import lesson_order


@dataclass(frozen=True)
class Facts:
    title: str
    minutes: str = ""  # such as "40"; "" if the cell does not say
    points: str = ""
    practises: str = ""
    needs: str = ""


def facts_of(first: str) -> Facts:
    def said(pattern: str) -> str:
        found = re.search(pattern, first, re.S)
        return " ".join(found[1].split()) if found else ""

    return Facts(
        (first.splitlines() or [""])[0].removeprefix("# "),
        said(r"\*\*Time:\*\*\D{0,12}(\d+)\s+minutes"),
        said(r"\*\*Points:\*\*\s+(\d+(?:\.\d+)?)"),
        said(r"\*\*You practise:?\*\*\s+(.+?)(?=\n\s*\n|\Z)"),
        said(r"\*\*You need:\*\*\s+(.+?)(?=\n\s*\n|\Z)"),
    )


def set_facts(folder: Path) -> dict[str, Facts]:
    """Return what each notebook of a folder says of itself, by name, in the order of sections."""
    paths = sorted(folder.glob("*.ipynb"), key=lambda path: lesson_order(path.name))
    return {path.stem: facts_of_notebook(path) for path in paths}


def facts_of_notebook(path: Path) -> Facts:
    texts = [source_of(cell) for cell in read_notebook(path)["cells"] if cell["cell_type"] == "markdown"]
    opening = "\n\n".join(texts).partition("\n## ")[0]
    return facts_of(opening)
