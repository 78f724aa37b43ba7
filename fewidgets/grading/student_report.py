"""One page a student, built from an allow-list: what is not in `Shown` cannot get onto the page."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from fewidgets.grading.gradebook import Entry, Gradebook, Outline
from fewidgets.grading.report_page import bar, marked, page, plain, without_paths
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
    who = (
        f"<bdi>{plain(view.name)}</bdi> (<bdi>{plain(view.student)}</bdi>)"
        if view.name
        else f"<bdi>{plain(view.student)}</bdi>"
    )
    total = f"{number(view.points)} of {number(view.of)} points"
    open_points = sum(question.of for question in view.questions if question.outcome == "by hand")
    waiting = f' <span class="soft small">({number(open_points)} of them are still to be graded)</span>' if open_points else ""
    share = view.points / view.of if view.of else 0.0
    body = [
        f"<h1>{plain(view.set_title)}</h1>",
        f'<p class="soft">{who}</p>',
        f'<p class="total"><b>{number(view.points)}</b> of {number(view.of)} points{waiting}</p>',
        bar(share, total),
        _map(view.questions) if len(view.questions) > 5 else "",
        _notes(view.notes),
        *(_question(question) for question in view.questions),
    ]
    return page(f"{view.set_title}: {total}", "\n".join(filter(None, body)))


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


def _kind(question: ShownQuestion) -> str:
    return {"not attempted": "none", "by hand": "none", "partly right": "partly"}.get(question.outcome, question.outcome)


def _map(questions: tuple[ShownQuestion, ...]) -> str:
    """Return small tiles that lead to the questions: sixty of them must fit on a screen, so they show numbers alone."""
    tiles = []
    for place, question in enumerate(questions, start=1):
        verdict, points = VERDICTS[question.outcome], f"{number(question.points)} / {number(question.of)}"
        label = plain(f"{place} {verdict[0]} {points}: {question.title}, {verdict[2:]}")  # it begins with what is seen
        tiles.append(
            f'<li><a class="{_kind(question)}" href="#{question.anchor}" title="{label}" aria-label="{label}">'
            f"{place} {verdict[0]}"
            f' <span class="points">{points}</span></a></li>'
        )
    return f'<nav aria-label="Questions"><ul class="map">{"".join(tiles)}</ul></nav>'


def _notes(notes: tuple[str, ...]) -> str:
    if not notes:
        return ""
    items = "".join(f'<li dir="auto">{marked(note)}</li>' for note in notes)
    return f'<section class="notes"><h2>About your notebook</h2><ul>{items}</ul></section>'


def _question(question: ShownQuestion) -> str:
    points = "not graded yet" if question.outcome == "by hand" else f"{number(question.points)} of {number(question.of)}"
    message = f'<p class="message" dir="auto">{marked(question.message)}</p>' if question.message else ""
    parts = "".join(
        f'<li><span class="{"yes" if right else "no"}">{"✓" if right else "✗"}</span> {plain(name)}: '
        f"{number(earned)} of {number(of)}</li>"
        for name, right, earned, of in question.parts
    )
    listed = f'<ul class="parts" aria-label="Parts">{parts}</ul>' if parts else ""
    answer = (
        f'<details><summary>Your answer</summary><pre tabindex="0"><code>{plain(question.answer)}</code></pre></details>'
        if question.answer
        else ""
    )
    return (
        f'<section class="question {_kind(question)}" id="{question.anchor}">'
        f'<div class="head"><h2>{marked(question.title)}</h2><span class="points">{points}</span></div>'
        f'<p class="verdict">{VERDICTS[question.outcome]}</p>'
        f"{message}{listed}{answer}</section>"
    )
