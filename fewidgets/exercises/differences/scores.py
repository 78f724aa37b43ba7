from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from fewidgets.exercises.differences.numbers import Arguments, Array, Names, Parts, differing, examples_in, named, same
from fewidgets.exercises.differences.values import Explained, counts_of, factor_in_words, factor_of, table_difference
from fewidgets.exercises.wording import is_plural


def scores_difference(
    arguments: Arguments,
    right: Any,
    found: Any,
    *,
    what: Parts = ("the scores",),
    names: Names = None,
    kind: str = "column",
) -> Explained:
    """Return which score first differs from the reference, and what kind of difference it is."""
    cause = partial(_cause, names=names, kind=kind, P=examples_in(arguments))
    return table_difference(right, found, what=what, names=names, kind=kind, cause=cause)


def _cause(right: Array, found: Array, *, what: str, names: Names, kind: str, P: int | None) -> str:
    own = what.removeprefix("the ")
    have, are, each = ("have", "are", "each is") if is_plural(what) else ("has", "is", "it is")
    factor = factor_of(right, found)
    if factor is not None:
        if factor == -1:
            return f"Your {own} {have} the opposite sign."
        if abs(factor - np.log(2)) < 1e-6:
            return f"Your {own} {are} in nats (natural logarithm), where the reference is in bits (logarithm to base 2)."
        if abs(factor - 1 / np.log(2)) < 1e-6:
            return f"Your {own} {are} in bits (logarithm to base 2), where the reference is in nats (natural logarithm)."
        return f"Your {own} {are} {factor_in_words(factor, counts_of(P))} the reference's."
    if same(found, np.abs(right)):
        return f"Your {own} {have} no sign: {each} the magnitude of the reference."
    if same(np.abs(found), right):
        return f"Your {own} {have} a sign, where the reference is the magnitude."
    if same(found, right**2):
        return f"Your {own} {are} the squares of the reference."
    with np.errstate(invalid="ignore", over="ignore"):
        if same(found**2, right) and (found >= 0).all():
            return f"Your {own} {are} the square roots of the reference."
    if right.ndim == 1 and len(right) > 2 and not same(right, right[::-1]) and same(found, right[::-1]):
        return f"Your {own} {have} the right values in the opposite order."
    if right.ndim == 1 and same(np.sort(found), np.sort(right)):
        return f"Your {own} {have} the right values in another order, from {_first(right, found, names, kind)} on."
    return ""


def _first(right: Array, found: Array, names: Names, kind: str) -> str:
    return named(names, int(np.argwhere(differing(right, found))[0][0]), kind)
