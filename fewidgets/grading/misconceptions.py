"""The table of mistakes for the teacher: which one, how many, in which question. It contains no names, and each mistake counts
once a submission.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from fewidgets.exercises.near_misses import SAID
from fewidgets.grading.gradebook import Gradebook, Outline
from fewidgets.grading.report_page import bar, marked, page, plain
from fewidgets.grading.spreadsheet import Cell, number

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
        yield Tally(
            outline,
            Counter(question.verdict for question in found),
            [
                (name, words.get(name, SAID.get(name, "")), count)
                for name, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
            ],
            # Where no mistake is known, as in what a person grades, none can be unexplained.
            sum(question.outcome == "wrong" and not question.misconception for question in found) if words else 0,
            sum(question.points for question in found) / len(found) if found else 0.0,
        )


def misconception_rows(book: Gradebook) -> Iterator[list[Cell]]:
    """Yield the rows of ``misconceptions.csv``, the header first: one for each mistake that somebody made in a question."""
    yield ["question", "title", "mistake", "description", "submissions", "of"]
    for tally in tallies(book):
        head = [tally.outline.name, tally.outline.title]
        for name, words, count in tally.mistakes:
            yield [*head, name, words, count, tally.outcomes.total()]
        if tally.unexplained:
            yield [*head, "", "wrong in another way", tally.unexplained, tally.outcomes.total()]


def misconception_page(book: Gradebook) -> str:
    """Return the table as an HTML page with bars."""
    submissions = len(book.results)
    totals = sorted(result.points for result in book.results.values())
    summary = f"{_many(submissions, 'submission')}. "
    if totals:
        middle = (totals[(len(totals) - 1) // 2] + totals[len(totals) // 2]) / 2
        summary += (
            f"Median {number(middle)} of {number(book.of)} points, lowest {number(totals[0])}, highest {number(totals[-1])}."
        )
    found = list(tallies(book))
    seen = {name for tally in found for name, count in tally.outcomes.items() if count}
    key = "".join(
        '<li><svg class="key stack" aria-hidden="true">'
        f'<rect class="seg{place}" width="100%" height="100%"/></svg>{words}</li>'
        for place, (name, words) in enumerate(OUTCOMES.items())
        if name in seen
    )
    body = [
        f"<h1>{plain(book.title)}: what went wrong</h1>",
        f'<p class="soft">{summary} The page names nobody.</p>',
        f'<ul class="tallies small soft" aria-label="Colours">{key}</ul>',
        *map(_section, found),
    ]
    return page("frame.html", title=f"{book.title}: what went wrong", body=Markup("\n".join(body)))


def _section(tally: Tally) -> str:
    total = tally.outcomes.total()
    told = "".join(f"<li>{tally.outcomes[name]} {words}</li>" for name, words in OUTCOMES.items() if tally.outcomes[name])
    rows = [(f"<b>{plain(name)}</b>{_described(words)}", count) for name, words, count in tally.mistakes]
    if tally.unexplained:
        rows.append(('<span class="soft">Wrong in another way</span>', tally.unexplained))
    lines = "".join(
        f'<tr><td>{words}</td><td class="chart">{bar(count / total, f"{count} of {total}")}</td>'
        f'<td class="count">{count} of {total}</td></tr>'
        for words, count in rows
    )
    table = (
        '<table><thead><tr><th scope="col">Mistake</th><th scope="col" class="chart"><span class="soft">Share</span></th>'
        f'<th scope="col" class="count">Submissions</th></tr></thead><tbody>{lines}</tbody></table>'
        if rows
        else ""
    )
    return (
        f'<section class="question plain"><div class="head"><h2>{marked(tally.outline.title)}</h2>'
        f'<span class="points soft">mean {number(round(tally.mean, 2))} of {number(tally.outline.of)}</span></div>'
        f'{_stack(tally)}<ul class="tallies small">{told}</ul>{table}</section>'
    )


def _described(words: str) -> str:
    return f'<br><span class="small soft">{marked(words)}</span>' if words else ""


def _stack(tally: Tally) -> str:
    total, at, pieces = tally.outcomes.total() or 1, 0.0, []
    for place, name in enumerate(OUTCOMES):
        width = 100 * tally.outcomes[name] / total
        if width:
            pieces.append(f'<rect class="seg{place}" x="{at:.4g}%" width="{width:.4g}%" height="100%"/>')
        at += width
    label = ", ".join(f"{tally.outcomes[name]} {words}" for name, words in OUTCOMES.items() if tally.outcomes[name])
    return (
        f'<svg class="bar stack" role="img" aria-label="{label or "no submissions"}">'
        f'<rect class="back" width="100%" height="100%"/>{"".join(pieces)}</svg>'
    )


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
