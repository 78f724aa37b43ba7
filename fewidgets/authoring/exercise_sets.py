"""The source of an exercise set: a notebook in nbgrader's form with solutions, tests and submissions.

*Answer cells* hold a solution between ``### BEGIN SOLUTION`` and ``### END SOLUTION``. *Test cells* check it; hidden tests
stand between ``### BEGIN HIDDEN TESTS`` and ``### END HIDDEN TESTS``. *Submission cells* hold an answer that a student might
give: ``{"fewidgets": {"submission": "right" | "wrong" | "error", "of": GRADE_ID, "says": TEXT}}`` in their metadata.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from fewidgets.authoring.notebook_format import Json, joined

#: Where the sources of the practice sets are, in a checkout. The students' copies are one folder up.
SOURCES = Path("notebooks/exercises/source")

#: Where the graded sets are, in a checkout.
GRADED = Path("notebooks/exercises/graded")

BEGIN_SOLUTION, END_SOLUTION = "### BEGIN SOLUTION", "### END SOLUTION"
BEGIN_HIDDEN, END_HIDDEN = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"

#: The keys that nbgrader writes into each of its cells.
SCHEMA = {"schema_version": 3, "locked": False, "solution": False, "grade": False, "task": False}

#: The kinds of a submission: what becomes of it.
KINDS = ("right", "wrong", "error")


@dataclass(frozen=True)
class Submission:
    """An answer that a student might give, and what becomes of it."""

    of: str
    kind: Literal["right", "wrong", "error"]
    says: str  # a text that the message must contain
    source: str
    number: int


def source_of(cell: Json) -> str:
    return joined(cell.get("source", ""))


def nbgrader_of(cell: Json) -> Json:
    found = cell.get("metadata", {}).get("nbgrader", {})
    return found if isinstance(found, dict) else {}


def is_answer(cell: Json) -> bool:
    return bool(nbgrader_of(cell).get("solution"))


def is_test(cell: Json) -> bool:
    found = nbgrader_of(cell)
    return bool(found.get("grade")) and not found.get("solution")


def submission_of(cell: Json, number: int = 0) -> Submission | None:
    marks = cell.get("metadata", {}).get("fewidgets", {})
    if not isinstance(marks, dict) or "submission" not in marks:
        return None
    return Submission(str(marks.get("of", "")), marks["submission"], str(marks.get("says", "")), source_of(cell), number)


def questions_of(notebook: Json) -> dict[str, str]:
    """Return the ``grade_id`` of each answer cell, with that of the test that follows it."""
    found: dict[str, str] = {}
    for cell in notebook["cells"]:
        if is_answer(cell) and nbgrader_of(cell).get("grade"):
            continue
        if is_answer(cell):
            found[str(nbgrader_of(cell).get("grade_id", ""))] = ""
        elif is_test(cell):
            for answer in reversed(found):
                if not found[answer]:
                    found[answer] = str(nbgrader_of(cell).get("grade_id", ""))
                    break
    return found


def faults(notebook: Json) -> list[str]:
    """Return what is wrong with the form of a source, one sentence a fault."""
    found = []
    names = [str(nbgrader_of(cell).get("grade_id", "")) for cell in notebook["cells"] if nbgrader_of(cell)]
    for name, count in Counter(names).items():
        if count > 1:
            found.append(f"the grade_id {name!r} stands in {count} cells")
    for number, cell in enumerate(notebook["cells"]):
        found += [f"cell {number}: {fault}" for fault in _cell_faults(cell)]
    questions = questions_of(notebook)
    submissions = [each for number, cell in enumerate(notebook["cells"]) if (each := submission_of(cell, number))]
    for each in submissions:
        if each.of not in questions:
            found.append(f"cell {each.number}: there is no answer cell {each.of!r}")
    found += [f"{question}: no test cell follows this answer cell" for question, test in questions.items() if not test]
    return found


def _cell_faults(cell: Json) -> list[str]:
    """Return what is wrong with the form of one cell."""
    found, meta, source = [], nbgrader_of(cell), source_of(cell)
    if meta:
        missing = [key for key in (*SCHEMA, "grade_id") if key not in meta]
        if missing:
            found.append(f"nbgrader's metadata lack {', '.join(missing)}")
        if meta.get("schema_version") != SCHEMA["schema_version"]:
            found.append("nbgrader's schema_version must be 3")
        if not re.fullmatch(r"[A-Za-z0-9_.\-]+", str(meta.get("grade_id", ""))):
            found.append("the grade_id must consist of letters, digits, dots, hyphens and underscores")
        if meta.get("grade") and not _is_points(meta.get("points")):
            found.append("a test cell must have a number of points")
    if is_test(cell) and not meta.get("locked"):
        found.append("a test cell must be locked")
    if is_answer(cell) != (BEGIN_SOLUTION in source):
        found.append(f"an answer cell, and no other, has a region {BEGIN_SOLUTION} … {END_SOLUTION}")
    if BEGIN_HIDDEN in source and not is_test(cell):
        found.append("hidden tests stand in test cells only")
    for begin, end in ((BEGIN_SOLUTION, END_SOLUTION), (BEGIN_HIDDEN, END_HIDDEN)):
        # Elsewhere, the words of an end alone mark nothing: they may be a heading.
        if source.count(begin) != source.count(end) and (begin in source or is_answer(cell) or is_test(cell)):
            found.append(f"each {begin} must have an {end}")
    submission = submission_of(cell)
    if submission is not None:
        if submission.kind not in KINDS:
            found.append(f"a submission must be of the kind right, wrong or error; got {submission.kind!r}")
        if meta:
            found.append("a submission cell has no metadata of nbgrader")
        if submission.kind != "right" and not submission.says:
            found.append('a failing submission must name a text that the message contains, in "says"')
    return found


def _is_points(points: Any) -> bool:
    return isinstance(points, int | float) and not isinstance(points, bool) and points >= 0
