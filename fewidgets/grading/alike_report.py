"""``alike.html`` and ``alike.csv``: whose answers are the same code, for the teacher alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from fewidgets.authoring.exercise_sets import nbgrader_of, source_of
from fewidgets.grading.alike import SHARE, SMALLEST, Pair, alike, groups
from fewidgets.grading.gradebook import Gradebook, Outline
from fewidgets.grading.loading import questions_of
from fewidgets.grading.question import ByHand
from fewidgets.grading.renewing import renew
from fewidgets.grading.report_page import marked, page, plain
from fewidgets.grading.spreadsheet import Cell, write_csv
from fewidgets.grading.submission import Job

#: Code by student, then by question.
Answers = Mapping[str, Mapping[str, str]]

_INTRODUCTION = (
    "Students listed together have answers that are the same code, or nearly. Names of variables, comments, layout and the "
    "order of statements make no difference. Code that was handed out is left out, and so are short answers. This is a reason "
    "to talk to somebody, and no proof. Students may have worked together, or followed the same page of the lesson. Nobody "
    "loses points."
)


def write_alike(folder: Path, book: Gradebook, jobs: Sequence[Job], source: Mapping[str, Any]) -> list[Pair]:
    texts = {each.name for each in questions_of(jobs[0].questions).questions if isinstance(each, ByHand)} if jobs else set()
    answers = {who: {name: code for name, code in each.items() if name not in texts} for who, each in book.answers.items()}
    first = jobs[0].handed_out if jobs else ()
    released = {cell.grade_id: cell.source for cell in first if cell.grade_id}
    imports = "\n".join(cell.source for cell in first if cell.kind == "code" and cell.locked)
    model = {str(nbgrader_of(cell).get("grade_id")): source_of(cell) for cell in source["cells"] if nbgrader_of(cell)}
    pairs = alike(answers, released, model, imports)
    write_csv(folder / "alike.csv", alike_rows(book, pairs))
    renew(folder / "alike.html", alike_page(book, pairs, answers).encode("utf-8", "replace"))
    return pairs


def alike_rows(book: Gradebook, pairs: Sequence[Pair]) -> Iterator[list[Cell]]:
    yield ["student", "other student", "question", "title", "same code (%)", "questions of this pair"]
    titles = {outline.name: outline.title for outline in book.outlines}
    times = Counter((pair.first, pair.second) for pair in pairs)
    for pair in sorted(pairs, key=lambda pair: (-times[pair.first, pair.second], pair.first, pair.second, pair.question)):
        title = titles.get(pair.question, pair.question)
        yield [pair.first, pair.second, pair.question, title, round(100 * pair.share), times[pair.first, pair.second]]


def alike_page(book: Gradebook, pairs: Sequence[Pair], answers: Answers) -> str:
    found = ""
    for outline in book.outlines:
        found += _section(outline, [pair for pair in pairs if pair.question == outline.name], book, answers)
    body = [
        f"<h1>{plain(book.title)}: alike answers</h1>",
        f'<p class="soft">{_INTRODUCTION}</p>',
        found or '<p class="total">No answers are alike.</p>',
        f'<p class="soft small">Answers are compared from {SMALLEST} nodes of the syntax tree. They are alike if '
        f"{SHARE:.0%} of the statements are the same, by size.</p>",
    ]
    return page(f"{book.title}: alike answers", "\n".join(body))


def _section(outline: Outline, pairs: Sequence[Pair], book: Gradebook, answers: Answers) -> str:
    if not pairs:
        return ""
    shown = "".join(_group(group, outline, pairs, book, answers) for group in groups(pairs))
    return f'<section class="question plain"><h2>{marked(outline.title)}</h2>{shown}</section>'


def _group(group: Sequence[str], outline: Outline, pairs: Sequence[Pair], book: Gradebook, answers: Answers) -> str:
    least = min(pair.share for pair in pairs if pair.first in group)
    same = "the same code but for names and layout" if least == 1 else f"at least {least:.0%} the same, from one to the next"
    names = {entry.student: entry.name for entry in book.entries()}
    texts: dict[str, list[str]] = {}
    for student in group:
        texts.setdefault(answers[student][outline.name].strip(), []).append(student)
    codes = "".join(
        f"<details><summary>{f'<b>{len(students)} letter for letter:</b> ' if len(students) > 1 else ''}"
        f"{', '.join(_named(student, names.get(student, '')) for student in students)}</summary>"
        f'<pre tabindex="0"><code>{plain(text)}</code></pre></details>'
        for text, students in sorted(texts.items(), key=lambda pair: -len(pair[1]))
    )
    return f'<p><b>{len(group)} students</b> <span class="soft">{same}</span></p>{codes}'


def _named(student: str, name: str) -> str:
    number = f' <span class="soft small">{plain(student)}</span>'
    return f"<bdi>{plain(name)}</bdi>{number}" if name else f"<bdi>{plain(student)}</bdi>"
