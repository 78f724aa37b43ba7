"""What wrong numbers have in common with right ones: fewer digits, another scale, another order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.exercises.answers.comparing import Tolerances, agrees
from fewidgets.exercises.wording import capital, with_verb

#: A number with more decimals was computed, not rounded by hand.
_MOST_DECIMALS = 6
#: A share and its percentage are compared this loosely, since either may be rounded to two digits.
_LOOSE = 0.02

#: What is said about each near miss, behind "is" or "are".
SAID = {
    "rounded": "right, but rounded. Keep more digits.",
    "a percentage": "100 times too large. Is that a percentage where a fraction is expected?",
    "a fraction": "100 times too small. Is that a fraction where a percentage is expected?",
    "rows for columns": "right, but with rows and columns exchanged.",
    "the opposite order": "right, but in the opposite order.",
    "another order": "right, but in another order.",
}


def said(miss: str, called: list[str]) -> str:
    return capital(f"{with_verb(called)} {SAID[miss]}")


def near_miss(found: Any, right: Any, within: Tolerances) -> str:
    """Return what wrong numbers have in common with the right ones: a key of `said`, or ""."""
    mine, ours = np.asarray(found), np.asarray(right)
    if mine.dtype.kind not in "iuf" or ours.dtype.kind not in "iuf" or not np.isfinite(mine).all() or not mine.any():
        return ""
    if mine.shape != ours.shape:
        transposed = mine.ndim == 2 and mine.shape[::-1] == ours.shape and agrees(mine.T, ours, within)
        return "rows for columns" if transposed else ""
    if ours.dtype.kind == "f":
        decimals = decimals_of(mine)
        if decimals is not None and (np.abs(mine - ours) <= 0.5000001 * 10.0**-decimals).all():
            return "rounded"
        if np.abs(ours).max() <= 1 < np.abs(mine).max() and (np.abs(mine / 100 - ours) <= _LOOSE * np.abs(ours)).all():
            return "a percentage"
        if np.abs(mine).max() <= 1 < np.abs(ours).max() and (np.abs(mine * 100 - ours) <= _LOOSE * np.abs(ours)).all():
            return "a fraction"
    if mine.ndim == 1 and agrees(mine[::-1], ours, within):
        return "the opposite order"
    if mine.ndim == 2 and mine.shape == ours.T.shape and agrees(mine.T, ours, within):
        return "rows for columns"
    return "another order" if agrees(np.sort(mine.ravel()), np.sort(ours.ravel()), within) else ""


def decimals_of(numbers: NDArray[Any]) -> int | None:
    """Return the decimals to which numbers are rounded; None if they look computed."""
    for decimals in range(_MOST_DECIMALS + 1):
        if (np.abs(numbers - np.round(numbers, decimals)) <= 1e-12 * np.abs(numbers)).all():
            return decimals
    return None
