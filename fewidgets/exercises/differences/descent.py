from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from fewidgets.exercises.differences.descent_paths import Surface, on_contours
from fewidgets.exercises.differences.numbers import (
    Arguments,
    Array,
    Names,
    Parts,
    Settings,
    as_numbers,
    examples_in,
    first_difference,
    named,
    pair_written,
    same,
    unlike_form,
)
from fewidgets.exercises.differences.values import (
    Explained,
    Place,
    beside,
    counts_of,
    factor_in_words,
    factor_of,
    noted,
    numbers_difference,
    part_by_part,
)
from fewidgets.exercises.task import FirstDifference


def descent_difference(
    arguments: Arguments,
    right: Any,
    found: Any,
    *,
    what: Parts = ("the weights", "the costs"),
    names: Names = None,
    start: int | None = None,
    surface: Callable[..., Surface | None] | None = None,
) -> Explained:
    """Return the first step in which a descent parts from the reference, and how its step differs.

    A table, shape (K + 1, N), has the weights after each step in its rows, the start first. A part with "cost" or "error" in
    its name has one number a step. For a single step, ``start`` is the number of the argument with the weights before it.
    With ``surface(*arguments)``, the cost of two weights, both are paths on its contours.
    """
    P = examples_in(arguments)
    before = as_numbers(arguments[start]) if start is not None and start < len(arguments) else None

    def one(words: str, each: Any, other: Any) -> Explained:
        array = as_numbers(each)
        if array is None or array.ndim == 0:
            return numbers_difference(each, other, what=words, place=lambda _: words)
        settings: Settings = {}
        if array.ndim == 1 and ("cost" in words or "error" in words):
            place: Place = lambda index: f"step {index[0]}"  # noqa: E731  # short and used once
            causes, plain = [partial(_cost_cause, words=words, P=P)], partial(_from_step, words=words)
            settings = {"kind": "step"}
        elif array.ndim == 1:
            place = lambda index: named(names, index[0], "weight")  # noqa: E731
            causes, plain = [partial(_single_cause, before=before, P=P, names=names)], None
            settings = {"names": names, "kind": "weight"}
        else:
            some = _other_length(array, other)
            if some:
                shown = beside(each, other, names=names, kind="weight", over="step")(None)
                return FirstDifference("the number of steps", some, shown)
            place = lambda index: f"step {index[0]}"  # noqa: E731
            causes, plain = [partial(_history_cause, P=P, names=names)], partial(_from_step, words=words, names=names)
            settings = {"names": names, "kind": "weight", "over": "step"}
        return numbers_difference(each, other, what=words, place=place, causes=causes, plain=plain, **settings)

    difference = part_by_part(right, found, what, one)
    if difference is None or surface is None:
        return difference
    paths = _with_start(right, before), _with_start(found, before)
    show = on_contours(arguments, surface, *paths, names)
    return difference if show is None else replace(difference, show=noted(show, difference.sentence))


def _with_start(result: Any, before: Array | None) -> Any:
    """Return the weights before and after a single step as a path; a path as it is."""
    after = as_numbers(result)
    if before is None or after is None or after.shape != before.shape:
        return result
    return np.vstack([before, after])


def _other_length(right: Array, found: Any) -> str:
    other = as_numbers(found)
    if other is None or other.shape == right.shape or other.ndim != 2 or other.shape[1:] != right.shape[1:]:
        return ""
    text = unlike_form("the weights", right, found)
    if same(right[1:], other):
        return f"The start is missing: your first row is the one after step 1. {text}"
    if same(right[: len(other)], other):
        return f"Your steps are right as far as they go. {text}"
    if same(right, other[: len(right)]):
        return f"You take {len(other) - len(right)} step{'s' if len(other) - len(right) > 1 else ''} too many. {text}"
    return text


def _step_cause(moved: Array, went: Array, P: int | None) -> str:
    largest = int(np.argmax(np.abs(moved)))
    if moved[largest] == 0:
        return ""
    if not went.any():
        return "does not move"
    factor = float(went[largest] / moved[largest])
    if first_difference(factor * moved, went, rtol=1e-5) is not None:
        return ""
    if abs(factor + 1) < 1e-6:
        return "goes uphill: it adds what the reference subtracts"
    if factor < 0:
        return f"goes uphill, and is {factor_in_words(-factor, counts_of(P))} as long"
    length = factor_in_words(factor, counts_of(P))
    return f"has the right direction and is {length if length in ('half', 'twice') else length.removesuffix(' of')} as long"


def _history_cause(right: Array, found: Array, *, P: int | None, names: Names) -> str:
    parting = first_difference(right, found)
    assert parting is not None
    k, n = parting.at
    expected, got = pair_written(parting.right, parting.found)
    numbers = f"{got} where the reference has {expected} ({named(names, n, 'weight')})"
    if k == 0:
        return f"The start differs: {numbers}."
    how = _step_cause(right[k] - right[k - 1], found[k] - found[k - 1], P)
    return f"The step {how}: {numbers}." if how else ""


def _from_step(right: Array, found: Array, *, words: str, names: Names = None) -> str:
    parting = first_difference(right, found)
    assert parting is not None
    expected, got = pair_written(parting.right, parting.found)
    which = "" if right.ndim == 1 else f" ({named(names, parting.at[1], 'weight')})"
    own = words.removeprefix("the ")
    return f"From step {parting.at[0]} on your {own} differ: {got} where the reference has {expected}{which}."


def _single_cause(right: Array, found: Array, *, before: Array | None, P: int | None, names: Names) -> str:
    parting = first_difference(right, found)
    assert parting is not None
    n = parting.at[0]
    expected, got = pair_written(parting.right, parting.found)
    start = before if before is not None and before.shape == right.shape else None
    how = _step_cause(right - start, found - start, P) if start is not None else ""
    if how:
        return f"Your step {how}: {named(names, n, 'weight')} is {got}, where the reference has {expected}."
    if np.argwhere(~np.isclose(right, found)).ravel().tolist() == [0] and len(right) > 1:
        return f"Only {named(names, 0, 'weight')} differs: {got} where the reference has {expected}."
    return ""


def _cost_cause(right: Array, found: Array, *, words: str, P: int | None) -> str:
    factor = factor_of(right, found)
    if factor is None:
        return ""
    length = factor_in_words(factor, counts_of(P))
    return f"Your {words.removeprefix('the ')} are {length} the reference's in every step: a factor, not another descent."
