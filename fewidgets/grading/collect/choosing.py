"""Which of a student's files counts, and why: notebooks with answers before others, then the newest."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path, PurePosixPath

from fewidgets.grading import Json
from fewidgets.grading.collect.owners import copy_number
from fewidgets.grading.course.course import Course
from fewidgets.grading.errors import GradingError
from fewidgets.grading.notebook import Cell
from fewidgets.grading.question import GradedSet
from fewidgets.grading.release.releasing import handed_out
from fewidgets.grading.run.repair import repair

#: What is written down about one of a student's files.
Entry = Json


class Forms:
    """What each set looks like without answers, so that a notebook with answers is known."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._forms: dict[str, tuple[GradedSet, tuple[Cell, ...]] | None] = {}

    def answered(self, name: str, path: Path) -> bool:
        if name not in self._forms:
            self._forms[name] = None
            with suppress(GradingError):
                self._forms[name] = self._course.load(name), handed_out(self._course, name)
        form = self._forms[name]
        if form is None or not path.is_file():
            return False
        return not set(repair(path.read_bytes(), form[1], form[0]).states.values()) <= {"untouched", "deleted"}


def rank(entry: Entry) -> tuple[bool, bool, str, int, str]:
    """Return what decides which file counts: notebooks first, then those with answers, then the newest."""
    file, notebook, answers = str(entry.get("file", "")), bool(entry.get("notebook")), bool(entry.get("answers"))
    return notebook, answers, str(entry.get("modified", "")), copy_number(PurePosixPath(file)), file


def why_less(entry: Entry, counts: Entry) -> str:
    for what, says in (("notebook", "is not a notebook"), ("answers", "has no answers")):
        if counts.get(what) and not entry.get(what):
            return f"{says}, so the file that was collected before counts."
    which = "has the same time as" if entry["modified"] == counts["modified"] else "is older than"
    return f"{which} the file that was collected before, which counts."


def why_counted(counts: Entry, others: list[Entry]) -> tuple[list[str], list[str]]:
    notes, doubts = [], []
    books = [each for each in others if each.get("notebook")]
    rivals = [each for each in others if rank(each)[:2] == rank(counts)[:2]]
    equal = [each for each in rivals if each.get("modified") == counts["modified"]]
    name, answers = PurePosixPath(counts["file"]).name, counts.get("answers")
    if others:
        which = f"The newest one{' with answers' if answers and len(rivals) < len(books) else ''}"
        if answers and books and not rivals:
            which = "The only one with answers"
        elif equal:
            which = "They have the same time, and the last one by its name"
        notes.append(f"{len(others) + 1} files were handed in. {which} counts: {name}, last changed at {counts['modified']}.")
    if equal and answers:
        doubts.append(
            f"{len(equal) + 1} notebooks with answers have the same time. {name} counts, by its name. To grade another "
            "one, take it from the folder earlier beside it."
        )
    if not counts.get("notebook"):
        notes.append("There is no notebook among the files that were handed in.")
    return notes, doubts
