from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from fewidgets.exercises.differences.numbers import Arguments, Array, Names, Parts, named, same
from fewidgets.exercises.differences.values import Explained, factor_in_words, factor_of, table_difference


def histogram_difference(
    arguments: Arguments,
    right: Any,
    found: Any,
    *,
    what: Parts = ("the histogram",),
    names: Names = None,
) -> Explained:
    """Return where a histogram, or a table of them, first differs from the reference."""
    cause = partial(_cause, names=names)
    return table_difference(right, found, what=what, names=names, kind="bin", cause=cause)


def _cause(right: Array, found: Array, *, what: str, names: Names) -> str:
    if right.ndim == 0:
        return ""
    K = right.shape[-1]
    for steps in range(1, K):
        if same(found, np.roll(right, steps, axis=-1)):
            return (
                f"Your histogram is the right one, moved by {steps} bin{'s' if steps > 1 else ''}: "
                f"its first bin is {named(names, steps, 'bin')} of yours."
            )
    if K > 1 and same(found, right[..., ::-1]):
        return "Your histogram is the right one with its bins in the opposite order."
    factor = factor_of(right, found)
    if factor is not None:
        return _proportional(right, found, factor)
    if right.ndim == 2:
        rows = [factor_of(one, other) for one, other in zip(right, found, strict=True)]
        if all(row is not None or (same(one, other)) for row, one, other in zip(rows, right, found, strict=True)):
            return _proportional(right, found, None)
    return ""


def _proportional(right: Array, found: Array, factor: float | None) -> str:
    scale, expected = _scale(found), _scale(right)
    if expected and not scale and (found == np.round(found)).all():
        scale = "the bins are counts"
    if scale and expected and scale != expected:
        return f"The proportions are right; the scale is not: {scale}, where in the reference {expected}."
    if scale != expected:
        return (
            f"The proportions are right; the scale is not: {f'in yours {scale}' if scale else f'in the reference {expected}'}."
        )
    if factor is None:
        return "The proportions in each row are right; the scale is not."
    return f"The proportions are right; your numbers are {factor_in_words(factor)} the reference's."


def _scale(histogram: Array) -> str:
    rows = histogram.reshape(-1, histogram.shape[-1])
    rows = rows[np.abs(rows).sum(axis=1) > 0]
    if len(rows) and np.allclose(rows.sum(axis=1), 1):
        return "the bins add up to 1"
    if len(rows) and np.allclose(np.linalg.norm(rows, axis=1), 1):
        return "the histogram has length 1"
    return ""
