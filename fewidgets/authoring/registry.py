"""The Python registry of the explorables, generated from the files in their folder so that a class loads on first use."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass
from pathlib import Path

from fewidgets.lesson_names import lesson_order

REGISTRY = Path("fewidgets", "explorables", "registry.py")


@dataclass(frozen=True)
class Entry:
    """One explorable, as read from its source."""

    name: str
    module: str
    section: str
    lesson: str


def render_registry(root: str | Path) -> str:
    """Return the text of ``fewidgets/explorables/registry.py``, ordered by section, and within one as the lesson makes them.

    An explorable is a class whose body sets ``section`` and ``lesson`` to strings.
    """
    root = Path(root)
    found = [entry for path in sorted((root / REGISTRY).parent.glob("*.py")) for entry in _entries(path)]
    found.sort(key=lambda entry: (lesson_order(entry.section), _place_in_lesson(root, entry), entry.name))
    imports = sorted(f"    from {entry.module} import {entry.name}" for entry in found)
    names = sorted(entry.name for entry in found)
    return "\n".join(
        [
            '"""Every explorable and its module. Written by ``fewidgets gallery``; do not edit."""',
            "",
            "from __future__ import annotations",
            "",
            "from typing import TYPE_CHECKING",
            "",
            "if TYPE_CHECKING:",
            *imports,
            "",
            "#: The module of each explorable, in the order of the lessons.",
            "MODULES = {",
            *(f'    "{entry.name}": "{entry.module}",' for entry in found),
            "}",
            "",
            "__all__ = [",
            *(f'    "{name}",' for name in names),
            "]",
            "",
        ]
    )


def _entries(path: Path) -> list[Entry]:
    """List the explorables in one file without importing it."""
    module = f"fewidgets.explorables.{path.stem}"
    entries = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            facts = _texts(node)
            if {"section", "lesson"} <= facts.keys():
                entries.append(Entry(node.name, module, facts["section"], facts["lesson"]))
    return entries


def _texts(node: ast.ClassDef) -> dict[str, str]:
    texts = {}
    for statement in node.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant):
            for target in statement.targets:
                if isinstance(target, ast.Name) and isinstance(statement.value.value, str):
                    texts[target.id] = statement.value.value
    return texts


def _place_in_lesson(root: Path, entry: Entry) -> float:
    """Return where the lesson first makes the explorable; infinity if it does not, or if there is no lesson yet."""
    path = root / "notebooks" / entry.lesson
    if not path.is_file():
        return float("inf")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    made = re.search(rf"\b{entry.name}\b[(.]", text)
    return made.start() if made else float("inf")
