"""One page a student, built from an allow-list: what is not in `Shown` cannot get onto the page."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from fewidgets.grading.gradebook import Entry, Gradebook, Outline
from fewidgets.grading.report_page import page, without_paths
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
    anchor: str
    title: str
    outcome: str  # a key of VERDICTS
    points: float
    of: float
    message: str
    parts: tuple[tuple[str, bool, float, float], ...]  # name, right, points, possible points; empty where there is only one
    answer: str = ""


@dataclass(frozen=True)
class Shown:
    set_title: str
    student: str
    name: str
    points: float
    of: float
    questions: tuple[ShownQuestion, ...]
    notes: tuple[str, ...]


def shown(book: Gradebook, entry: Entry) -> Shown:
    return Shown(
        set_title=book.title,
        student=entry.student,
        name=entry.name,
        points=entry.points,
        of=book.of,
        questions=tuple(
            _shown_question(place, outline, entry, book.answers.get(entry.student, {}).get(outline.name, ""))
            for place, outline in enumerate(book.outlines, start=1)
        ),
        notes=tuple(without_paths(note) for note in entry.result.notes) if entry.result else (),
    )


def report(view: Shown) -> str:
    total = f"{number(view.points)} of {number(view.of)} points"
    waiting = sum(question.of for question in view.questions if question.outcome == "by hand")
    title = f"{view.set_title}: {total}"
    return page("report.html", title=title, view=view, total=total, waiting=waiting, verdicts=VERDICTS, kinds=_KINDS)


def report_names(students: Iterable[str]) -> dict[str, str]:
    """Return the name of each student's page: other signs than letters and digits become numbers, and no two names differ in
    capitals alone.
    """
    names: dict[str, str] = {}
    taken: dict[str, int] = {}
    for student in students:
        safe = "".join(char if char.isalnum() or char in "-_@. " else f"~{ord(char):x}~" for char in student)
        key = unicodedata.normalize("NFC", safe).casefold()
        taken[key] = taken.get(key, 0) + 1
        names[student] = f"{safe}~{taken[key]}.html" if taken[key] > 1 else f"{safe}.html"
    return names


def _shown_question(place: int, outline: Outline, entry: Entry, answer: str) -> ShownQuestion:
    found = entry.question(outline.name)
    title = outline.title
    if found is None:
        return ShownQuestion(f"question-{place}", title, "not attempted", 0.0, outline.of, "", ())
    parts = tuple((part.name, part.right, part.points, part.of) for part in found.parts)
    return ShownQuestion(
        f"question-{place}",
        title,
        found.verdict,
        found.points,
        found.of,
        _without_verdict(without_paths(found.message)),
        parts if len(parts) > 1 and found.outcome in ("right", "wrong") else (),
        answer.strip()[:MOST_ANSWER] if found.outcome != "not attempted" else "",
    )


def _without_verdict(message: str) -> str:
    for verdict in ("Right.", "Not yet."):
        message = message.removeprefix(verdict)
    return message.strip("\n ")
