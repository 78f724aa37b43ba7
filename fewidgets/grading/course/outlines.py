"""The public outline of a graded set: its questions, their points, and the names of known mistakes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from fewidgets.grading import Json
from fewidgets.grading.course.gradebook import Outline
from fewidgets.grading.notebook import cell_of
from fewidgets.grading.question import Choice, GradedSet, Question

_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*\s*$", re.MULTILINE)
# The points stand beside the title anyway.
_POINTS = re.compile(r"\s*\([\d.]+ points?\)$")
_MARKS = re.compile(r"\*{1,2}|_{2}|\$")


def outlines_of(graded: GradedSet, notebook: Json | None = None) -> tuple[Outline, ...]:
    titles = titles_of(notebook) if notebook else {}
    return tuple(
        Outline(
            question.name,
            titles.get(question.name) or question.name,
            question.of,
            tuple(question.parts.items()),
            _mistakes(question),
        )
        for question in graded.questions
    )


def titles_of(notebook: Json) -> dict[str, str]:
    """Return the heading above each answer cell; it belongs to the next answer cell alone."""
    cells = map(cell_of, notebook.get("cells", []))
    return titles_of_cells((cell.kind, cell.source, cell.grade_id if cell.answer else "") for cell in cells)


def titles_of_cells(cells: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    titles: dict[str, str] = {}
    heading = ""
    for kind, source, name in cells:
        if kind == "markdown":
            found = _HEADING.findall(source)
            heading = _POINTS.sub("", _MARKS.sub("", found[-1])) if found else heading
        if name:
            titles[name], heading = heading, ""
    return titles


def _mistakes(question: Question) -> dict[str, str]:
    if not isinstance(question, Choice):
        known = getattr(question, "mistakes", ()) or getattr(question, "misconceptions", ())
        return {each.name: each.explanation for each in known}
    found = {}
    for option in question.options:
        right = option in question.chosen_right
        # Who leaves out the one right option has chosen another.
        if not right or len(question.chosen_right) > 1:
            found[f"{'left out' if right else 'chose'} {option}"] = question.explanations[option]
    return found
