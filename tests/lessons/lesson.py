"""A lesson as a student reads it: its cells, what they print, and what they ask."""

from __future__ import annotations

import ast
import base64
import html
import json
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from fewidgets.lessons.names import CAPSTONE, lesson_order

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"

#: All lessons, first those of the chapter in its order. The index and the capstone are none.
NAMES = sorted((path.stem for path in NOTEBOOKS.glob("*.ipynb") if path.stem not in ("index", CAPSTONE)), key=lesson_order)

_PICTURE = re.compile(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)")


@dataclass(frozen=True)
class Cell:
    """One cell. ``printed`` is its text output, ``shown`` the texts in the pictures that it shows."""

    number: int
    kind: str
    source: str
    printed: str
    shown: str
    explorables: tuple[str, ...]

    @property
    def is_code(self) -> bool:
        return self.kind == "code"

    def calls(self, function: str) -> list[str]:
        """Return the first argument of each call of a function, such as ``predict``, under whatever module it stands."""
        if not self.is_code:
            return []
        found = []
        for node in ast.walk(ast.parse(self.source)):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name == function and isinstance(node.args[0].value, str):
                    found.append((node.lineno, node.args[0].value))
        return [name for _, name in sorted(found)]

    @property
    def asks(self) -> list[str]:
        return self.calls("predict")

    @property
    def checks(self) -> list[str]:
        return self.calls("check")


@dataclass(frozen=True)
class Lesson:
    """A lesson with its stored outputs."""

    name: str
    cells: tuple[Cell, ...]

    @cached_property
    def markdown(self) -> str:
        return "\n\n".join(cell.source for cell in self.cells if not cell.is_code)

    @property
    def headings(self) -> list[str]:
        """The headings below the title."""
        return re.findall(r"^##+ (.+?)\s*$", self.markdown, re.M)

    @property
    def asks(self) -> list[str]:
        return [name for cell in self.cells for name in cell.asks]

    @property
    def checks(self) -> list[str]:
        return [name for cell in self.cells for name in cell.checks]

    @property
    def minutes(self) -> int:
        """The time that the first cell gives; 0 if it gives none."""
        found = re.search(r"\*\*Time:\*\*\D{0,12}(\d+)\s+minutes", self.cells[0].source)
        return int(found[1]) if found else 0


@cache
def lesson(name: str) -> Lesson:
    """Read a lesson of the repository."""
    book = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
    return Lesson(name, tuple(read_cell(number, cell) for number, cell in enumerate(book["cells"])))


def read_cell(number: int, cell: dict) -> Cell:
    """Read one cell of a notebook."""
    printed, shown, explorables = [], [], []
    for output in cell.get("outputs", ()):
        data = output.get("data", {})
        printed.append("".join(output.get("text", data.get("text/plain", []))))
        for picture in _PICTURE.findall("".join(data.get("text/html", []))):
            svg = base64.b64decode(picture).decode()
            shown.append(" ".join(html.unescape(text) for text in re.findall(r">([^<>]+)<", svg)))
        found = re.match(r"([A-Z]\w+)(?=\(| \")", printed[-1]) if "data" in output else None
        if found and (data.get("text/html") or found[1] in _explorables()):
            explorables.append(found[1])
    source = "".join(cell["source"])
    return Cell(number, cell["cell_type"], source, "\n".join(printed), "\n".join(shown), tuple(explorables))


@cache
def _explorables() -> frozenset[str]:
    from fewidgets.explorables import registry

    return frozenset({*registry.__all__, "Prediction"})
