from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from fewidgets.exercises.answers.plain_values import taken_apart
from fewidgets.exercises.differences.numbers import (
    Arguments,
    Array,
    Parts,
    as_numbers,
    first_difference,
    pair_of,
    pair_written,
    same,
    written,
)
from fewidgets.exercises.differences.values import (
    Explained,
    View,
    by_row,
    factor_in_words,
    factor_of,
    noted,
    numbers_difference,
    part_by_part,
)

SMALL = 0.05  # of the largest weight: a weight that should be 0 and is below this was shrunk, and not set to 0


def path_difference(
    arguments: Arguments,
    right: Any,
    found: Any,
    *,
    over: int | None = None,
    what: Parts = ("the weights",),
    cost: str = "",
) -> Explained:
    """Return the first value of λ at which weights differ from the reference.

    ``over`` is the number of the argument that holds the λ of each row. With a ``cost``, the arguments begin with X and y,
    and results are (biases, weights), shown as in `LambdaSlider`.
    """
    values = None if over is None else as_numbers(arguments[over])

    def one(words: str, each: Any, other: Any) -> Explained:
        array = as_numbers(each)
        compared = partial(numbers_difference, each, other, what=words)
        grid = values if array is not None and array.ndim and values is not None and len(values) == len(array) else None
        if array is not None and array.ndim == 1 and grid is not None and "weight" not in words:
            rows = [_row(k, grid) for k in range(len(grid))]
            return compared(place=lambda index: rows[index[0]], names=rows)
        causes = [_cause]
        if array is None or array.ndim != 2:
            return compared(place=by_row(None, "weight"), causes=causes)
        parting = _as_parting(array, other)
        at = _row(parting[0], grid) if parting else ""
        return compared(
            place=lambda index: f"{words} at {_row(index[0], grid)}",
            causes=causes,
            plain=partial(_from_row, at=at, words=words),
            over="λ",
            along=grid,
            kind="weight",
        )

    difference = part_by_part(right, found, what, one)
    if not cost or difference is None:
        return difference
    first = _part_of_first_row(right, found)
    if first:
        difference = one(what[first], right[first], found[first]) or difference
    show = _paths(arguments, values, right, found, cost)
    return difference if show is None else replace(difference, show=noted(show, difference.sentence))


def _part_of_first_row(right: Any, found: Any) -> int:
    """Return the part that differs in the smallest row; 0 if they cannot be compared."""
    rows = []
    for each, other in zip(right, taken_apart(found, len(right)) or (), strict=False):
        pair = pair_of(each, other)
        if pair is None or not pair[0].ndim:
            return 0
        parting = first_difference(*pair)
        rows.append(len(pair[0]) if parting is None else parting.at[0])
    return int(np.argmin(rows)) if rows else 0


def _paths(
    arguments: Arguments,
    values: Array | None,
    right: Any,
    found: Any,
    cost: str,
) -> View | None:
    X, y = (as_numbers(each) for each in arguments[:2])
    pairs = [taken_apart(each, 2) for each in (right, found)]
    if values is None or len(values) < 2 or X is None or y is None or None in pairs:
        return None
    paths = [[as_numbers(part) for part in pair or ()] for pair in pairs]
    shapes = [(len(values),), (len(values), X.shape[1])]
    for path in paths:
        if any(
            part is None or part.shape != shape or not np.isfinite(part).all()
            for part, shape in zip(path, shapes, strict=True)
        ):
            return None

    def show(note: str = "") -> Any:
        from fewidgets.explorables.lambda_slider.lambda_slider import LambdaSlider
        from fewidgets.explorables.side_by_side import SideBySide

        shown = [f"weight {n}" for n in range(X.shape[1])]
        both = [
            LambdaSlider.from_weights(values, weights, biases, X, y, feature_names=shown, cost=cost)  # type: ignore[arg-type]
            for biases, weights in paths
        ]
        return SideBySide(*both, note=note)

    return show


def _as_parting(right: Array, found: Any) -> tuple[int, ...] | None:
    pair = pair_of(right, found)
    parting = None if pair is None else first_difference(*pair)
    return None if parting is None else parting.at


def _row(row: int, values: Array | None) -> str:
    return f"row {row}" if values is None else f"λ = {written(float(values[row]))}"


def _from_row(right: Array, found: Array, *, at: str, words: str) -> str:
    row, n = first_difference(right, found).at  # type: ignore[union-attr]  # they differ, or nobody would ask
    expected, got = pair_written(right[row, n], found[row, n])
    own = words.removeprefix("the ")
    later = "From " if row + 1 < len(right) or row else "At "
    on = " on" if later == "From " else ""
    return f"{later}{at}{on} your {own} differ: weight {n} is {got}, where the reference has {expected}."


def _cause(right: Array, found: Array) -> str:
    if right.size < 2:
        return ""
    if same(found, -right):
        return "Your weights have the opposite sign."
    factor = factor_of(right, found)
    if factor is not None:
        return f"Your weights are {factor_in_words(factor)} the reference's, for every λ."
    if right.ndim == 2 and len(right) > 1 and same(found, right[::-1]):
        return "Your rows are the reference's in the opposite order: the first row belongs to the first λ of the argument."
    apart = ~np.isclose(found, right, rtol=1e-6, atol=1e-8 * float(np.abs(right).max()))
    if (right[apart] == 0).all() and np.abs(found[apart]).max() <= SMALL * np.abs(right).max():
        row = np.argwhere(apart)[0]
        return (
            f"Weights that must be exactly 0 are small instead: weight {row[-1]} is "
            f"{written(float(found[tuple(row)]))}. Nothing in your steps sets a weight to 0."
        )
    return ""
