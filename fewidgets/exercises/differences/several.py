from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fewidgets.exercises.answers.plain_values import taken_apart
from fewidgets.exercises.differences.numbers import Arguments, Parts, as_number, first_difference, pair_written
from fewidgets.exercises.differences.values import Explained, View, beside, numbers_difference, part_by_part
from fewidgets.exercises.wording import capital


def several_difference(
    arguments: Arguments,
    right: Any,
    found: Any,
    *,
    what: Parts,
    explain: Callable[[Sequence[Any], Sequence[float], Sequence[float]], str] | None = None,
) -> Explained:
    """Return which of several numbers first differs, and show all of them."""

    def one(words: str, each: Any, other: Any) -> Explained:
        difference = numbers_difference(each, other, what=words, place=lambda _: words)
        if difference is None or not difference.sentence.startswith("Yours is "):
            return difference
        expected, got = pair_written(as_number(each), as_number(other))  # type: ignore[arg-type]
        return replace(difference, sentence=f"{capital(words)}: yours is {got} where the reference has {expected}.")

    difference = part_by_part(right, found, what, one)
    pairs = [[as_number(part) for part in taken_apart(each, len(what)) or ()] for each in (right, found)]
    if difference is None or any(len(parts) != len(what) or None in parts for parts in pairs):
        return difference
    numbers = [np.array(parts, dtype=np.float64) for parts in pairs]
    parting = first_difference(*numbers)
    if parting is None:
        return difference
    finite = all(np.isfinite(each).all() for each in numbers)
    more = explain(arguments, *(each.tolist() for each in numbers)) if explain is not None and finite else ""
    names = [capital(words.removeprefix("the ")) for words in what]
    show = beside(*numbers, names=names, kind="number")(parting)
    assert show is not None
    return replace(difference, sentence=f"{difference.sentence} {more}".strip(), show=_with(show, more))


def _with(show: View, more: str) -> View:
    """Let an explorable say more than its note."""

    def saying(note: str = "") -> Any:
        return show(f"{note} {more}".strip())

    return saying
