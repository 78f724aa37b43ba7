"""Read the notebook that a student handed in, whatever has happened to the file."""

from __future__ import annotations

import codecs
import json
from dataclasses import dataclass

from fewidgets.grading import Json

#: Longer files are not read: what makes them long is output.
MOST_BYTES = 100_000_000
#: Most cells, and characters of one cell.
MOST_CELLS, MOST_SOURCE = 2000, 500_000

NO_NOTEBOOK = "The file is not a notebook, so there is nothing to grade in it. Hand in the .ipynb file that you worked in."


@dataclass(frozen=True)
class Cell:
    """One cell of a notebook."""

    kind: str
    source: str
    grade_id: str = ""
    answer: bool = False
    test: bool = False
    locked: bool = False


def read_cells(content: bytes) -> tuple[list[Cell], list[str]]:
    """Return the cells of a notebook, and what was put right to read it."""
    if len(content) > MOST_BYTES:
        return [], [f"The file has {len(content) // 1_000_000} MB. Clear its outputs and hand it in again."]
    if not content.strip():
        return [], ["The file is empty. Hand in the .ipynb file that you worked in."]
    text, notes = _text_of(content)
    try:
        book = json.loads(text)
        old = isinstance(book.get("worksheets"), list)
        found = book.get("cells")
        if not isinstance(found, list):
            found = [cell for sheet in book["worksheets"] for cell in sheet["cells"]]
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        return [], [*notes, NO_NOTEBOOK]
    if old:
        notes.append("The notebook has an old format (nbformat 3). Its cells were read all the same.")
    if len(found) > MOST_CELLS:
        notes.append(f"The notebook has {len(found)} cells; the first {MOST_CELLS} were read.")
    cells = [cell_of(each) for each in found[:MOST_CELLS] if isinstance(each, dict)]
    kept = [cell for cell in cells if len(cell.source) <= MOST_SOURCE]
    if len(kept) < len(cells):
        notes.append(f"A cell with more than {MOST_SOURCE:,} characters was left out.")
    return kept, notes


def cell_of(stored: Json) -> Cell:
    """Return a cell of the JSON of a notebook, of nbformat 3 or 4."""
    metadata = stored.get("metadata")
    marks = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    marks = marks if isinstance(marks, dict) else {}
    name = marks.get("grade_id")
    source = stored.get("source", stored.get("input", ""))
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    answer = bool(marks.get("solution")) or bool(marks.get("task"))
    return Cell(
        kind=str(stored.get("cell_type", "")),
        # Half a character, which JSON can hold, could not be written into a result.
        source=source.encode("utf-8", "replace").decode() if isinstance(source, str) else "",
        grade_id=name if isinstance(name, str) else "",
        answer=answer,
        test=bool(marks.get("grade")) and not answer,
        locked=bool(marks.get("locked")),
    )


def _text_of(content: bytes) -> tuple[str, list[str]]:
    """Decode a file: UTF-8, or UTF-16 if it says so; bytes that are neither become question marks."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace"), ["The file was stored as UTF-16 and was read all the same."]
    try:
        return content.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        note = "The file holds bytes that are no UTF-8 text. They were replaced by question marks."
        return content.decode("utf-8-sig", "replace").replace("\N{REPLACEMENT CHARACTER}", "?"), [note]
