"""The table of mistakes for the teacher, without names; each mistake counts once a submission."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from fewidgets.exercises.answers.near_misses import SAID
from fewidgets.grading.course.gradebook import Gradebook, Outline
from fewidgets.grading.report.page import page
from fewidgets.grading.spreadsheet import Cell

#: The outcomes in the order in which they are shown, and what the table calls them.
OUTCOMES = {
    "right": "right",
    "partly right": "partly right",
    "wrong": "wrong",
    "error": "error",
    "not attempted": "no answer",
    "by hand": "by hand",
}


@dataclass(frozen=True)
class Tally:
    """What became of one question."""

    outline: Outline
    outcomes: Counter[str]
    mistakes: list[tuple[str, str, int]]
    unexplained: int
    mean: float


def tallies(book: Gradebook) -> Iterator[Tally]:
    """Yield what became of each question, in the order of the set."""
    for outline in book.outlines:
        found = [question for entry in book.entries() if (question := entry.question(outline.name))]
        counts = Counter(question.misconception for question in found if question.misconception)
        words = outline.mistakes or {}
        ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        yield Tally(
            outline,
            Counter(question.verdict for question in found),
            [(name, words.get(name, SAID.get(name, "")), count) for name, count in ordered],
            # Where no mistake is known, as in what a person grades, none can be unexplained.
            sum(question.outcome == "wrong" and not question.misconception for question in found) if words else 0,
            sum(question.points for question in found) / max(len(found), 1),
        )


def misconception_rows(book: Gradebook) -> Iterator[list[Cell]]:
    """Yield the rows of ``misconceptions.csv``, the header first."""
    yield ["question", "title", "mistake", "description", "submissions", "of"]
    for tally in tallies(book):
        rest = [("", "wrong in another way", tally.unexplained)] if tally.unexplained else []
        for mistake in [*tally.mistakes, *rest]:
            yield [tally.outline.name, tally.outline.title, *mistake, tally.outcomes.total()]


def misconception_page(book: Gradebook) -> str:
    """Return the table as an HTML page with bars."""
    found = list(tallies(book))
    totals = sorted(result.points for result in book.results.values())
    seen = {name for tally in found for name in tally.outcomes}
    return page(
        "misconceptions.html",
        title=f"{book.title}: what went wrong",
        book=book,
        totals=totals,
        median=median(totals or [0]),
        tallies=found,
        outcomes={name: (place, words) for place, (name, words) in enumerate(OUTCOMES.items()) if name in seen},
    )
