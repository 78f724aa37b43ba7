"""The known mistakes of exercises with their messages, for a teacher."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path

from fewidgets.authoring.notebook_format import read_notebook
from fewidgets.exercises.bank.collected import tasks
from fewidgets.grading.course.course import Course, graded_sets, graded_source
from fewidgets.grading.course.outlines import outlines_of
from fewidgets.grading.errors import GradingError
from fewidgets.grading.loading import load_questions
from fewidgets.lessons.names import section_of

#: Widest line, in characters.
_WIDEST = 110

#: What an exercise or a question is called, with its known mistakes and what students read about each.
Known = tuple[str, Mapping[str, str]]


def mistake_lines(which: str, course: Course | None = None) -> Iterator[str]:
    """Yield a readable list of the known mistakes of exercises, with the message that each gets."""
    found = list(_of_graded(which, course)) or list(_of_practice(which))
    if not found:
        raise GradingError(f"there are no known mistakes of {which!r}. Name a section, such as 9.9, or a graded set")
    wide = min(shutil.get_terminal_size((_WIDEST, 24)).columns, _WIDEST)
    for title, mistakes in found:
        yield title
        for name, message in mistakes.items():
            yield f"  {name}"
            yield from textwrap.wrap(message, max(wide, 40), initial_indent="    ", subsequent_indent="    ")
        yield ""


def _of_practice(which: str) -> Iterator[Known]:
    section = section_of(which)
    # A section or the file of a set means the whole section: "9.9" or "9.09_boosting_housing".
    whole = ".".join(part.lstrip("0") for part in section.split(".")) if which.partition("_")[0] == section else ""
    for name, task in tasks().items():
        if not which or (section_of(name) == whole if whole else name.startswith(which)):
            yield name, {each.name: each.explanation for each in task.misconceptions}


def _of_graded(which: str, course: Course | None) -> Iterator[Known]:
    folders = graded_sets(course.folder / "sets") if course else graded_sets(graded_source() or Path())
    if which in folders:
        folder = folders[which]
        outlines = outlines_of(load_questions(folder / "questions.py"), read_notebook(folder / f"{which}.ipynb"))
        yield from ((outline.title, outline.mistakes or {}) for outline in outlines if outline.mistakes)
