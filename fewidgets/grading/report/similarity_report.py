"""``alike.html`` and ``alike.csv``: whose answers are the same code, for the teacher alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from fewidgets.authoring.exercise_sets import nbgrader_of, source_of
from fewidgets.grading import Answers, Json
from fewidgets.grading.course.gradebook import Gradebook
from fewidgets.grading.course_files import renew
from fewidgets.grading.loading import questions_of
from fewidgets.grading.mark.similarity import SHARE, SMALLEST, Pair, groups, similar_answers
from fewidgets.grading.mark.submission import Job
from fewidgets.grading.question import ByHand
from fewidgets.grading.report.page import page
from fewidgets.grading.spreadsheet import Cell, write_csv


def write_similarity(folder: Path, book: Gradebook, jobs: Sequence[Job], source: Json) -> list[Pair]:
    texts = {each.name for each in questions_of(jobs[0].questions).questions if isinstance(each, ByHand)} if jobs else set()
    answers = {who: {name: code for name, code in each.items() if name not in texts} for who, each in book.answers.items()}
    first = jobs[0].handed_out if jobs else ()
    released = {cell.grade_id: cell.source for cell in first if cell.grade_id}
    imports = "\n".join(cell.source for cell in first if cell.kind == "code" and cell.locked)
    model = {str(nbgrader_of(cell).get("grade_id")): source_of(cell) for cell in source["cells"] if nbgrader_of(cell)}
    pairs = similar_answers(answers, released, model, imports)
    write_csv(folder / "alike.csv", similarity_rows(book, pairs))
    renew(folder / "alike.html", similarity_page(book, pairs, answers).encode("utf-8", "replace"))
    return pairs


def similarity_rows(book: Gradebook, pairs: Sequence[Pair]) -> Iterator[list[Cell]]:
    yield ["student", "other student", "question", "title", "same code (%)", "questions of this pair"]
    titles = {outline.name: outline.title for outline in book.outlines}
    times = Counter((pair.first, pair.second) for pair in pairs)
    for pair in sorted(pairs, key=lambda pair: (-times[pair.first, pair.second], pair.first, pair.second, pair.question)):
        title = titles.get(pair.question, pair.question)
        yield [pair.first, pair.second, pair.question, title, round(100 * pair.share), times[pair.first, pair.second]]


def similarity_page(book: Gradebook, pairs: Sequence[Pair], answers: Answers) -> str:
    sections = []
    for outline in book.outlines:
        mine = [pair for pair in pairs if pair.question == outline.name]
        if mine:
            sections.append((outline.title, [_group(group, outline.name, mine, answers) for group in groups(mine)]))
    names = {entry.student: entry.name for entry in book.entries()}
    title = f"{book.title}: alike answers"
    return page("alike.html", title=title, sections=sections, names=names, smallest=SMALLEST, share=SHARE)


def _group(
    group: Sequence[str], question: str, pairs: Sequence[Pair], answers: Answers
) -> tuple[Sequence[str], float, list[tuple[str, list[str]]]]:
    """Return a group, its least share, and each text with its students, the most common one first."""
    texts: dict[str, list[str]] = {}
    for student in group:
        texts.setdefault(answers[student][question].strip(), []).append(student)
    least = min(pair.share for pair in pairs if pair.first in group)
    return group, least, sorted(texts.items(), key=lambda pair: -len(pair[1]))
