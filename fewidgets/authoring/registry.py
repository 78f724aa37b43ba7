"""The registry of the explorables, generated from their files so that a class loads on first use."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fewidgets.lessons.names import lesson_order

REGISTRY = Path("fewidgets", "explorables", "registry.py")
_REGISTRY = '''"""Every explorable and its module. Written by ``fewidgets gallery``; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
{imports}

#: The module of each explorable, in the order of the lessons.
MODULES = {{
{modules}
}}

__all__ = [
{names}
]
'''


@dataclass(frozen=True)
class Entry:
    """One explorable, as read from its source."""

    name: str
    module: str
    section: str
    lesson: str


def render_registry(root: str | Path) -> str:
    """Return the text of ``fewidgets/explorables/registry.py``, in the order of the lessons.

    An explorable is a class whose body sets ``section`` and ``lesson`` to strings.
    """
    root = Path(root)
    found = [entry for path in sorted((root / REGISTRY).parent.rglob("*.py")) for entry in _entries(path, root)]
    found.sort(key=lambda entry: (lesson_order(entry.section), _place_in_lesson(root, entry), entry.name))
    by_name = sorted(found, key=lambda entry: entry.name)
    return _REGISTRY.format(
        imports="\n".join(sorted(f"    from {entry.module} import {entry.name}" for entry in found)),
        modules="\n".join(f'    "{entry.name}": "{entry.module}",' for entry in found),
        names="\n".join(f'    "{entry.name}",' for entry in by_name),
    )


def _entries(path: Path, root: Path) -> Iterator[Entry]:
    """Yield the explorables in one file without importing it."""
    module = ".".join(path.relative_to(root).with_suffix("").parts)
    for text in re.split(r"^class ", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
        facts = dict(re.findall(r'^    (section|lesson) = "([^"]+)"$', text, flags=re.M))
        if len(facts) == 2:
            name = re.split(r"\W", text)[0]
            yield Entry(name, module, facts["section"], facts["lesson"])


def _place_in_lesson(root: Path, entry: Entry) -> float:
    """Return where the lesson first makes the explorable; infinity if it does not."""
    path = root / "notebooks" / entry.lesson
    if not path.is_file():
        return float("inf")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    made = re.search(rf"\b{entry.name}\b[(.]", text)
    return made.start() if made else float("inf")
