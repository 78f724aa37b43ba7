"""One page a student: of a result, only `ShownQuestion` and the notes get onto it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from fewidgets.grading.course.gradebook import Entry, Gradebook
from fewidgets.grading.report.page import page, without_paths
from fewidgets.grading.result import PartResult
from fewidgets.grading.spreadsheet import number

#: What a student reads of each outcome. The signs say it too, since colours alone do not reach everybody.
VERDICTS = {
    "right": "✓ Right",
    "partly right": "◐ Partly right",
    "wrong": "✗ Not right",
    "error": "✗ Error",
    "not attempted": "○ No answer",
    "by hand": "… Graded by your teacher",
}

#: How a page shows outcomes that are not its own word for it.
_KINDS = {"not attempted": "none", "by hand": "none", "partly right": "partly"}

#: Longest part of an answer that is shown, in characters.
MOST_ANSWER = 10_000


@dataclass(frozen=True)
class ShownQuestion:
    title: str
    of: float
    outcome: str = "not attempted"  # a key of VERDICTS
    points: float = 0.0
    message: str = ""
    parts: tuple[PartResult, ...] = ()  # empty where there is only one
    answer: str = ""


def shown_questions(book: Gradebook, entry: Entry) -> list[ShownQuestion]:
    shown = []
    for outline in book.outlines:
        found = entry.question(outline.name)
        if found is None:
            shown.append(ShownQuestion(outline.title, outline.of))
            continue
        message = without_paths(found.message)
        for verdict in ("Right.", "Not yet."):
            message = message.removeprefix(verdict)
        answer = book.answers.get(entry.student, {}).get(outline.name, "").strip()[:MOST_ANSWER]
        shown.append(
            ShownQuestion(
                outline.title,
                found.of,
                found.verdict,
                found.points,
                message.strip("\n "),
                found.parts if len(found.parts) > 1 and found.outcome in ("right", "wrong") else (),
                answer if found.outcome != "not attempted" else "",
            )
        )
    return shown


def shown_notes(entry: Entry) -> list[str]:
    return [without_paths(note) for note in entry.result.notes] if entry.result else []


def report(book: Gradebook, entry: Entry) -> str:
    questions, total = shown_questions(book, entry), f"{number(entry.points)} of {number(book.of)} points"
    return page(
        "report.html",
        title=f"{book.title}: {total}",
        book=book,
        entry=entry,
        total=total,
        waiting=sum(question.of for question in questions if question.outcome == "by hand"),
        questions=questions,
        notes=shown_notes(entry),
        verdicts=VERDICTS,
        kinds=_KINDS,
    )


def report_names(students: Iterable[str]) -> dict[str, str]:
    """Return the name of each student's page; no two names differ in capitals alone."""
    names: dict[str, str] = {}
    taken: dict[str, int] = {}
    for student in students:
        safe = "".join(char if char.isalnum() or char in "-_@. " else f"~{ord(char):x}~" for char in student)
        key = unicodedata.normalize("NFC", safe).casefold()
        taken[key] = taken.get(key, 0) + 1
        names[student] = f"{safe}~{taken[key]}.html" if taken[key] > 1 else f"{safe}.html"
    return names
