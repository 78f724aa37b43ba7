"""Pictures for readers without a kernel: each explorable that a lesson shows is stored with one, and they are light."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.lessons.lesson import NOTEBOOKS, Lesson

#: Characters of one picture, and bytes of a whole lesson. The first states of explorables have 10 to 30 kB.
PICTURE, LESSON = 80_000, 480_000


def pictures_are_stored(lesson: Lesson) -> Iterator[str]:
    """Every explorable in an output has its picture, every prediction its question, and the file is light."""
    path = NOTEBOOKS / f"{lesson.name}.ipynb"
    if path.stat().st_size > LESSON:
        yield f"the file has {path.stat().st_size:,} bytes; at most {LESSON:,} are allowed"
    book = json.loads(path.read_text(encoding="utf-8"))
    for number, cell in enumerate(book["cells"]):
        for output in cell.get("outputs", ()):
            text = "".join(output.get("data", {}).get("text/plain", []))
            picture = "".join(output.get("data", {}).get("text/html", []))
            if len(picture) > PICTURE:
                yield f"cell {number} has a picture of {len(picture):,} characters; at most {PICTURE:,} are allowed"
            if not picture and text.split("(")[0].split(' "')[0] in lesson.cells[number].explorables:
                yield f"cell {number} shows {text[:30]}… without its picture; run: fewidgets run-notebooks {path.name}"
