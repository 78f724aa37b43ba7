"""Compare results part by part: say a known cause, or else the first number that differs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from fewidgets.exercises.answers.plain_values import taken_apart
from fewidgets.exercises.differences.numbers import (
    Array,
    Names,
    Parting,
    Parts,
    Settings,
    as_numbers,
    first_difference,
    form_of,
    named,
    pair_of,
    pair_written,
    unlike_form,
    written,
)
from fewidgets.exercises.task import FirstDifference
from fewidgets.exercises.wording import capital, is_plural

#: A factor without a name. A known mistake says more.
UNNAMED = re.compile(r"\d times the reference")

#: What makes an explorable with a note in its caption.
View = Callable[[str], Any]
#: The first difference, if there is one.
Explained = FirstDifference | None

#: Whether two arrays of one shape differ in a way that has a name: a sentence, or "".
Cause = Callable[[Array, Array], str]
#: What makes an explorable with a note in its caption, from the first number that differs, or from None.
Show = Callable[[Parting | None], View | None]
#: A place in words, such as "row 3, column 1", from an index.
Place = Callable[[tuple[int, ...]], str]


def part_by_part(right: Any, found: Any, what: Parts, one: Callable[[str, Any, Any], Explained]) -> Explained:
    count = len(right) if isinstance(right, tuple) else 1
    rights, founds = taken_apart(right, count), taken_apart(found, count)
    assert rights is not None
    words = [what[i] if i < len(what) else f"result {i + 1}" for i in range(count)]
    if founds is None:
        return other_count(found, words)
    differences = (one(name, each, other) for name, each, other in zip(words, rights, founds, strict=True))
    some = [difference for difference in differences if difference is not None]
    if not some:
        return None
    # Texts are not shown: then the first part is that can be.
    return replace(some[0], show=next((each.show for each in some if each.show is not None), None))


def other_count(found: Any, what: Parts) -> FirstDifference:
    got = f"{len(found)} values" if isinstance(found, tuple | list) else form_of(found)
    return FirstDifference("the result", f"Your function returns {got}, where {len(what)} are expected: {', '.join(what)}.")


def table_difference(right: Any, found: Any, *, what: Parts, names: Names, kind: str, cause: Callable[..., str]) -> Explained:
    """Return which number of a table first differs; ``cause(right, found, what=words)`` says how."""

    def one(words: str, each: Any, other: Any) -> Explained:
        array = as_numbers(each)
        settings: Settings = {}
        if array is not None and array.ndim:
            settings = {"over": "row" if array.ndim == 2 else "", "kind": kind, "names": names}
        causes = [partial(cause, what=words)]
        return numbers_difference(each, other, what=words, place=by_row(names, kind), causes=causes, **settings)

    return part_by_part(right, found, what, one)


def by_row(names: Names, kind: str) -> Place:
    """Return what puts an index in words: "row 3, column 1"."""

    def place(index: tuple[int, ...]) -> str:
        return ", ".join([*(f"row {i}" for i in index[:-1]), named(names, index[-1], kind)]) if index else ""

    return place


def numbers_difference(
    right: Any,
    found: Any,
    *,
    what: str,
    place: Place,
    causes: Sequence[Cause] = (),
    plain: Cause | None = None,
    show: Show | None = None,
    first: Callable[[Array, Array], Parting | None] = first_difference,
    **settings: Any,
) -> Explained:
    """Return the first number that differs, with the cause where one of ``causes`` knows it.

    Otherwise ``plain`` makes the sentence. ``show(parting)`` makes the explorable; for different forms, the parting is None.
    """
    if as_numbers(right) is None:  # texts or sets: the same or not, and no place can be named
        return None if _equal(right, found) else FirstDifference(what, f"{capital(what)}: {_differ(what)}.")
    show = show or beside(right, found, **(settings or {"names": [capital(what.removeprefix("the "))]}))
    pair = pair_of(right, found)
    if pair is None:
        form = unlike_form(what, right, found)
        return FirstDifference(what, form, noted(show(None), form), explains=False)
    one, other = pair
    parting = first(one, other)
    if parting is None:
        return None
    where = place(parting.at) or what
    sentence = next(filter(None, (cause(one, other) for cause in causes)), "") if np.isfinite(other).all() else ""
    explains = bool(sentence) and not UNNAMED.search(sentence)
    shown = noted(show(parting), sentence)
    if not sentence and plain is not None and np.isfinite(other).all():
        sentence = plain(one, other)
    if not sentence:
        expected, got = pair_written(parting.right, parting.found)
        sentence = f"{'Yours' if where == what else f'In {what}, yours'} is {got} where the reference has {expected}."
    return FirstDifference(where, sentence, shown, explains)


def beside(right: Any, found: Any, **settings: Any) -> Show:
    """Return what shows two arrays beside each other, from the place where they part."""
    tables = _of_one_shape(as_numbers(right), as_numbers(found))

    def from_parting(parting: Parting | None) -> View | None:
        if tables is None:
            return None
        one, other = tables
        names = settings.get("names")
        own = dict(settings)
        if names is not None and (len(names) != one.shape[-1] or len(set(names)) < len(names)):
            own["names"] = None  # names of something else
        if parting is not None and len(parting.at) == one.ndim:
            own["at"] = parting.at

        def show(note: str = "") -> Any:
            from fewidgets.exercises.differences.views.values_beside_values import ValuesBesideValues

            return ValuesBesideValues(one, other, note=note, **own)

        return show

    return from_parting


def noted(show: View | None, sentence: str) -> View | None:
    """Let an explorable say a sentence in its caption, unless it has another note."""
    if show is None:
        return None

    def noting(note: str = "") -> Any:
        return show(note or sentence)

    return noting


def _of_one_shape(one: Array | None, other: Array | None) -> tuple[Array, Array] | None:
    if one is None or other is None or max(one.ndim, other.ndim) > 2:
        return None
    ndim = max(one.ndim, other.ndim, 1)
    rows = [each.reshape((1,) * (ndim - each.ndim) + each.shape) for each in (one, other)]
    shape = tuple(max(lengths) for lengths in zip(*(each.shape for each in rows), strict=True))
    if 0 in shape:
        return None
    if rows[0].shape == rows[1].shape:
        return rows[0], rows[1]
    filled = [np.ma.masked_all(shape) for _ in rows]
    for table, each in zip(filled, rows, strict=True):
        table[tuple(slice(length) for length in each.shape)] = each
    return filled[0], filled[1]


def factor_of(right: Array, found: Array) -> float | None:
    if np.count_nonzero(right) < 2 or not np.isfinite(right).all():
        return None
    largest = int(np.argmax(np.abs(right)))
    top = right.ravel()[largest]
    factor = float(found.ravel()[largest] / top)
    if not np.isfinite(factor) or factor == 0 or first_difference(factor * right, found, rtol=1e-5) is not None:
        return None
    return factor


def factor_in_words(factor: float, counts: Sequence[tuple[float, str]] = ()) -> str:
    for value, words in [*counts, (2.0, "twice"), (0.5, "half")]:
        if abs(factor - value) <= 1e-5 * abs(value):
            return words
    return f"{written(factor)} times"


def counts_of(P: int | None) -> list[tuple[float, str]]:
    """Return the factors that come from summing over examples instead of averaging, each in words."""
    if P is None or P < 3:
        return []
    return [
        (float(P), f"P = {P} times"),
        (1.0 / P, f"1/P = 1/{P} of"),
        (2.0 * P, f"2P = {2 * P} times"),
        (0.5 / P, f"1/(2P) = 1/{2 * P} of"),
    ]


def _equal(right: Any, found: Any) -> bool:
    try:
        return bool(right == found)
    except Exception:  # whatever an object of the student's raises when it is compared
        return False


def _differ(what: str) -> str:
    return f"{'they differ' if is_plural(what) else 'it differs'} from the reference"
