from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from fewidgets.exercises.differences.numbers import Arguments, Names, Parts, as_numbers, form_of, named
from fewidgets.exercises.differences.values import Explained, Place, beside, numbers_difference, part_by_part
from fewidgets.exercises.task import FirstDifference
from fewidgets.exercises.wording import capital

Step = int | frozenset[int]


def search_difference(
    arguments: Arguments,
    right: Any,
    found: Any,
    *,
    what: Parts = ("the order", "the costs"),
    names: Names = None,
    verb: str = "choose",
    start: int = 0,
) -> Explained:
    """Return the first step in which a search parts from the reference.

    The first part is the order: a feature or a set of them for each step. Further parts have a number for each step;
    ``start`` numbers their first entry, 0 for the model before any step. ``verb`` is what a step does.
    """

    def one(words: str, each: Any, other: Any) -> Explained:
        order = as_steps(each)
        if words == what[0] and order is not None and len(order):
            return _order_difference(words, order, each, other, names, verb)
        place: Place = lambda index: f"step {start + index[0]}" if index else ""  # noqa: E731  # short and used once
        show = beside(each, other, kind="step", first=start)
        return numbers_difference(each, other, what=words, place=place, show=show)

    return part_by_part(right, found, what, one)


def as_steps(value: Any) -> list[Step] | None:
    """Return what was chosen in each step as integers or sets of them; None if it is anything else."""
    numbers = as_numbers(value)
    if numbers is not None and numbers.ndim == 1:
        whole = np.isfinite(numbers).all() and (numbers == np.round(numbers)).all()
        return [int(n) for n in numbers] if whole else None
    if not isinstance(value, list | tuple):
        return None
    sets: list[Step] = []
    for each in value:
        if not isinstance(each, list | tuple | set | frozenset | np.ndarray):
            return None
        parts = as_numbers(sorted(each) if isinstance(each, set | frozenset) and _sortable(each) else each)
        if parts is None or parts.ndim > 1 or not np.isfinite(parts).all() or (parts != np.round(parts)).any():
            return None
        sets.append(frozenset(int(n) for n in parts.reshape(-1)))
    return sets


def _sortable(values: set[Any] | frozenset[Any]) -> bool:
    return all(isinstance(each, int | float | np.number) for each in values)


def _order_difference(what: str, right: list[Step], given: Any, other: Any, names: Names, verb: str) -> Explained:
    found = as_steps(other)
    if found is None:
        got = form_of(other)
        numbers = as_numbers(other)
        if numbers is not None and numbers.ndim == 1:
            got = "numbers that are not whole"
        return FirstDifference(what, f"{capital(what)} must have a feature's number for each step. Yours is {got}.")
    step = first_step(right, found)
    if step is None:
        return None
    whole = whole_order(right, found)
    where = f"step {step + 1}"
    sentence = whole or capital(step_in_words(right, found, step, partial(_choice, names=names), verb))
    steps = [f"step {m + 1}" for m in range(max(len(right), len(found)))]
    show = beside(given, other, names=steps, kind="feature")(None)
    explains = bool(whole) or step >= min(len(right), len(found)) or found[step] in found[:step]
    return FirstDifference(where, sentence, show, explains)


def first_step(right: Sequence[Step], found: Sequence[Step]) -> int | None:
    for step, (one, other) in enumerate(zip(right, found, strict=False)):
        if one != other:
            return step
    return None if len(right) == len(found) else min(len(right), len(found))


def whole_order(right: Sequence[Step], found: Sequence[Step], *, sure: bool = False) -> str:
    if len(right) != len(found) or (len(right) < 3 and not sure):
        return ""
    if all(
        isinstance(one, int) and isinstance(other, int) and other == one + 1 for one, other in zip(right, found, strict=True)
    ):
        return "Your features are counted from 1. Python counts columns from 0."
    if len(right) > 2 and list(reversed(right)) == list(found):
        return "Your order is the reference's, from its last step to its first."
    return ""


def step_in_words(right: Sequence[Step], found: Sequence[Step], step: int, choice: Any, verb: str) -> str:
    if step >= len(found):
        return f"your search has ended, where the reference {verb}s {choice(right[step])}."
    if step >= len(right):
        return f"you {verb} {choice(found[step])}, where the reference has ended."
    again = found[step] in found[:step]
    if again:
        return (
            f"you {verb} {choice(found[step])} again. A feature is chosen once; the reference {verb}s {choice(right[step])}."
        )
    return f"you {verb} {choice(found[step])}, where the reference {verb}s {choice(right[step])}."


def _choice(chosen: Step, names: Names) -> str:
    if isinstance(chosen, int):
        return named(names, chosen)
    if not chosen:
        return "no feature"
    listed = sorted(chosen)
    if names is None:
        return f"column{'s' if len(listed) > 1 else ''} {', '.join(map(str, listed))}"
    return ", ".join(named(names, n) for n in listed)
