"""Searches what a student can read before a commit for the answer.

Where the answer of a prediction is searched:

- in the text and code of all cells above, in their stored outputs, and in the texts of the pictures that they show (titles,
  captions, readouts, labels of axes and bars in the first state), whether an earlier prediction holds them back or not,
- in the same of all cells below, down to the next heading, without what is folded (a student may read on before the commit),
- in the code of the cell that asks, in what that cell prints, and in the question itself.

What is searched, without regard to case, line breaks, emphasis and the kind of minus sign:

- every text in ``gives_away``,
- the right option, if it has four words or more,
- the list of right options, unless a wrong one stands within 60 characters of it,
- a shorter option, only where it can be read and none of the wrong options can: names of features stand in many tables, and
  if all options are there, none is given away,
- a number in its usual roundings, if it has three digits that count, or two digits and two decimals, such as 0.74; a shorter
  one with its unit, such as "9 rounds" or "80 %", since 9 and 80 occur everywhere,
- the items of an order, if they stand one after another with at most 25 characters between two of them,
- three numbers of a sketch in a row, at most 25 characters apart,
- what any other kind of question says is right, if it has four words or more or is such a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.collected import exercise_named
from fewidgets.exercises.predicting import OneOf, Question, SeveralOf
from tests.exercises.predicting.kinds import Telling, telling
from tests.lessons.lesson import Cell, Lesson

#: Options of fewer words are searched only beside the wrong ones.
WORDS = 4
#: Characters between two items of an order.
GAP = 25
#: Characters on either side of a list of right options in which a wrong one makes it a list of all.
LIST = 60


def given_away(lesson: Lesson) -> Iterator[str]:
    """Yield a sentence for each prediction whose answer can be read before its commit."""
    for cell in lesson.cells:
        for name in cell.asks:
            places = [*_above(lesson, cell), *_below(lesson, cell)]
            places += [("the question", question(name).question), ("its code", cell.source)]
            places.append(("its output", _without_predictions(cell.printed)))
            yield from (f"{name}: {found}" for found in _found(question(name), places))


def _above(lesson: Lesson, cell: Cell) -> list[tuple[str, str]]:
    return [place for above in lesson.cells[: cell.number] for place in _places(above, above.source)]


def _below(lesson: Lesson, cell: Cell) -> Iterator[tuple[str, str]]:
    """Yield what is readable between a question and the next heading."""
    for below in lesson.cells[cell.number + 1 :]:
        if below.is_code:
            held = ".hold()" in below.source  # what it prints comes after the commit
            yield from _places(replace(below, printed="") if held else below, below.source)
            continue
        text = re.sub(r"<details>.*?</details>", "", below.source, flags=re.S)
        before, *heading = re.split(r"^#+ ", text, maxsplit=1, flags=re.M)
        yield from _places(below, before)
        if heading:
            # The heading itself is in sight, too.
            yield f"cell {below.number}, heading", heading[0].partition("\n")[0]
            return


def _places(cell: Cell, source: str) -> list[tuple[str, str]]:
    places = (
        ("code" if cell.is_code else "text", source),
        ("output", _without_predictions(cell.printed)),
        ("picture", cell.shown),
    )
    return [(f"cell {cell.number}, {where}", text) for where, text in places if text.strip()]


def _without_predictions(printed: str) -> str:
    return "\n".join(line for line in printed.splitlines() if not line.startswith("Prediction "))


def _found(asked: Question, places: Sequence[tuple[str, str]]) -> Iterator[str]:
    cleaned = [(where, plain(text)) for where, text in places]
    for pattern, why in patterns(asked):
        for where, text in cleaned:
            hit = next((hit for hit in re.finditer(pattern, text) if not _among_others(hit, text, asked, why)), None)
            if hit:
                around = text[max(0, hit.start() - 30) : hit.end() + 30]
                yield f"{why} stands in {where}: “…{around}…”"
                break
    kind = asked.kind
    if isinstance(kind, OneOf) and len(kind.truth.split()) < WORDS and not _is_number(kind.truth):
        everything = " ".join(text for where, text in cleaned if not where.startswith("the question"))
        there = {option: bool(re.search(_words(option), everything)) for option in kind.options}
        if there[kind.truth] and sum(there.values()) == 1 and not _is_common(kind.truth):
            where = next(where for where, text in cleaned if re.search(_words(kind.truth), text))
            yield f"of all options, only the right one, “{kind.truth}”, stands there ({where})"


def _among_others(hit: re.Match[str], text: str, asked: Question, why: str) -> bool:
    """Say whether right options stand in a list with wrong ones: "selection, PCA and K-means" does not name two of three."""
    kind = asked.kind
    if not isinstance(kind, SeveralOf) or "gives_away" in why:
        return False
    near = text[max(0, hit.start() - LIST) : hit.start()] + " | " + text[hit.end() : hit.end() + LIST]
    return any(re.search(_words(option), near) for option in kind.options if option not in kind.truth)


def patterns(asked: Question) -> Iterator[tuple[str, str]]:
    """Yield regular expressions that would give the answer away, each with what it stands for."""
    for text in asked.gives_away:
        yield _words(text), f"“{text}” (gives_away)"
    for told in telling(asked.kind):
        for pattern in _searched(told):
            yield pattern, "its answer"


def _searched(told: Telling, in_a_row: bool = False) -> Iterator[str]:
    """Yield regular expressions of a text, a number, or several in a row; of a short text only in a row."""
    if isinstance(told, list):
        each = ["|".join(_searched(one, in_a_row=True)) for one in told]
        if all(each):
            yield f".{{0,{GAP}}}?".join(f"(?:{one})" for one in each)
    elif isinstance(told, tuple):
        yield from numbers(*told)
    elif in_a_row or len(told.split()) >= WORDS:
        yield _words(told)
    elif _is_number(told):
        yield from numbers(float(told.replace(",", "")))


def numbers(value: float, unit: str = "") -> Iterator[str]:
    """Yield regular expressions of a number in its usual roundings, if it is distinctive; otherwise with its unit."""
    for text in sorted(_written(float(value))):
        end = r"(?![\d]|[.,]\d)"
        body = f"{re.escape(text)}0*" if "." in text else _either(text)
        number = rf"(?<![\d.,\-]){body}{end}"
        if is_distinctive(text):
            yield number
        elif unit:
            yield rf"{number}[\s-]?{re.escape(plain(unit))}"
    if unit in ("%", "percent"):
        yield from numbers(float(value) / 100)


def _written(value: float) -> set[str]:
    """Return the decimal forms of a number that are close enough to be taken for it."""
    written = {f"{value:.{digits}f}" for digits in range(5)} | {f"{value:.{digits}g}" for digits in range(2, 6)}
    close = 0.006 * abs(value) + 1e-12
    return {text for text in written if "e" not in text and float(text) != 0 and abs(float(text) - value) <= close}


def is_distinctive(text: str) -> bool:
    """Say whether a number, as it is written, has three digits that count, or two and two decimals; zeros at its ends do not.

    >>> [text for text in ("1152", "0.74", "36.5", "1.00", "0.02", "200", "12.5") if is_distinctive(text)]
    ['1152', '0.74', '36.5', '12.5']
    """
    counting = text.lstrip("-").replace(".", "").strip("0")
    decimals = text.partition(".")[2].rstrip("0")
    return len(counting) >= 3 or (len(counting) == 2 and len(decimals) >= 2)


def _either(text: str) -> str:
    """Return a pattern of an integer with or without separators of thousands."""
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    groups = f"{int(digits):,}".split(",")
    return re.escape(sign) + r"[, \u202f]?".join(groups)


def _words(text: str) -> str:
    """Return a pattern of a text as whole words."""
    cleaned = re.escape(plain(text)).replace(r"\ ", r"\s+")
    return rf"(?<!\w){cleaned}(?!\w)"


def plain(text: str) -> str:
    """Return a text in lower case, on one line, without emphasis, with one kind of minus sign and of space."""
    text = re.sub(r"[*`$]|(?<=\d)\\[,;]|(?<!\w)_|_(?!\w)", "", text)
    text = text.replace("−", "-").replace("–", "-").replace("\u202f", " ").replace("\xa0", " ").replace("’", "'")
    return re.sub(r"\s+", " ", text).lower().strip()


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"-?[\d,]*\.?\d+", plain(text)))


def _is_common(text: str) -> bool:
    """Yes and no, and words that every lesson uses, are searched through ``gives_away`` alone."""
    return plain(text) in {"yes", "no", "both", "neither", "all", "none", "it grows", "it shrinks", "nothing", "the same"}


def answers_on_the_page(lesson: Lesson) -> Iterator[str]:
    """Yield a sentence for each check whose answer can be read somewhere in the lesson.

    Numbers are searched as for predictions, in the whole lesson: a student may scroll. The lines in which the numbers of an
    exercise are given are left out, since an answer may have to be among them. A number of one or two digits is too common.
    """
    for cell in lesson.cells:
        for name in cell.checks:
            exercise = exercise_named(name)
            for value in np.unique(np.ravel(exercise.solve(**exercise.numbers)).astype(float)):
                yield from _answer_found(lesson, cell, name, float(value))


def _answer_found(lesson: Lesson, asked: Cell, name: str, value: float) -> Iterator[str]:
    for pattern in numbers(value):
        for other in lesson.cells:
            printed = "" if other is asked or name in other.calls("given") else other.printed
            for where, text in (("text", other.source), ("output", printed)):
                hit = re.search(pattern, plain(text))
                if hit:
                    around = plain(text)[max(0, hit.start() - 30) : hit.end() + 30]
                    yield f"{name}: its answer {value:g} stands in cell {other.number}, {where}: “…{around}…”"
                    return
