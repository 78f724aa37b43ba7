"""Checks that the values of a feature vary: constant features, and differences too small to be squared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .feature_names import LISTED_NAMES, describe_feature
from .tolerances import BLOCK, ROUNDING, SMALLEST_SPREAD

# Rows sampled to distinguish a column of zeros from a column of tiny values whose mean is 0.
SAMPLED_ROWS = 1024


def check_magnitude(array: NDArray[np.float64], name: str = "X", names: Sequence[str] | None = None) -> None:
    """Raise an error for a feature that is not zero, but so small that its squares underflow.

    Raises
    ------
    ValueError
        If all values of a column are below 1e-60, but not all are zero.

    Examples
    --------
    >>> check_magnitude(np.array([[1.0, 0.0], [2.0, 0.0]]))
    >>> check_magnitude(np.array([[1e-150], [2e-150]]))
    Traceback (most recent call last):
    ...
    ValueError: X holds nothing above 2e-150 in feature 0, and squares of such values underflow; expected values above \
1e-60: change the unit first
    """
    suspects = (np.abs(array[:16]).max(axis=0) <= SMALLEST_SPREAD).nonzero()[0]  # this rules out most features
    for index in suspects[array[:, suspects].any(axis=0)].tolist():
        largest = float(np.abs(array[:, index]).max())
        if largest <= SMALLEST_SPREAD:
            raise ValueError(
                f"{name} holds nothing above {largest:.3g} in {describe_feature(index, names)}, and squares of such values "
                f"underflow; expected values above {SMALLEST_SPREAD:g}: change the unit first"
            )


def check_spread(
    array: NDArray[np.float64],
    name: str,
    names: Sequence[str] | None = None,
    suspects: NDArray[np.intp] | None = None,
) -> None:
    """Raise an error for a feature whose values are equal up to rounding, or differ by too little to be squared.

    If `suspects` is given, only these features are checked.

    Raises
    ------
    ValueError
        If a column of `array` is constant, or its values differ by at most 1e-60.

    Examples
    --------
    >>> check_spread(np.array([[1.0, 2.0], [1.0, 3.0]]), "X")
    Traceback (most recent call last):
    ...
    ValueError: X is constant in feature 0 (every value is 1); drop it, since a feature with one value cannot help
    """
    constant = constant_features(array, suspects)
    if not constant.size:
        return
    check_differences(array, name, names, constant[:1])
    index = int(constant[0])
    place = f"{describe_feature(index, names)} (every value is {array[0, index]:g})"
    if len(constant) == 1:
        raise ValueError(f"{name} is constant in {place}; drop it, since a feature with one value cannot help")
    others = [describe_feature(int(n), names) for n in constant[1 : 1 + LISTED_NAMES]]
    rest = len(constant) - 1 - len(others)
    more = f" and {rest} more" if rest else ""
    raise ValueError(
        f"{name} is constant in {place}, and in {', '.join(others)}{more}; drop them, "
        "since features with one value cannot help"
    )


def check_differences(
    array: NDArray[Any],
    name: str,
    names: Sequence[str] | None,
    suspects: NDArray[np.intp],
    statistic: NDArray[np.float64] | None = None,
) -> None:
    """Raise an error for a feature among `suspects` whose values differ, but by too little to be squared.

    If constant features are allowed, such a feature would be treated as one of them. A `statistic` of every feature, such as
    its mean, is 0 if all values are 0. It avoids a pass over a large matrix with many features that are 0.

    Raises
    ------
    ValueError
        If the values of such a column differ by more than rounding, and by at most 1e-60.

    Examples
    --------
    >>> check_differences(np.array([[1.0], [1.0]]), "X", None, np.array([0]))
    >>> check_differences(np.array([[0.0], [1e-150]]), "X", None, np.array([0]))
    Traceback (most recent call last):
    ...
    ValueError: X differs by only 1e-150 in feature 0, and squares of such differences underflow; expected differences \
above 1e-60: change the unit first
    """
    # Above this size, values that differ by more than rounding differ by more than 1e-60 too.
    suspects = suspects[np.abs(array[0, suspects]) <= 1e-44]
    if statistic is not None and len(array) > SAMPLED_ROWS:
        some_rows = np.take(array[:: len(array) // SAMPLED_ROWS], suspects, axis=1)
        suspects = suspects[(statistic[suspects] != 0) | some_rows.any(axis=0)]
    if not suspects.size:
        return
    lows, highs = extremes(array, suspects)
    for index, low, high in zip(suspects.tolist(), lows.tolist(), highs.tolist(), strict=True):
        if differs(low, high):
            raise differs_too_little(name, high - low, f" in {describe_feature(index, names)}")


def constant_features(array: NDArray[np.float64], suspects: NDArray[np.intp] | None = None) -> NDArray[np.intp]:
    """Return the features (columns) whose values are equal up to rounding, among `suspects` if given.

    Examples
    --------
    >>> constant_features(np.array([[1.0, 2.0], [1.0, 3.0]]))
    array([0])
    """
    if suspects is None:  # most features differ within a few rows; only the others are looked through
        suspects = are_flat(array[:16].min(axis=0), array[:16].max(axis=0)).nonzero()[0]
    if not suspects.size:
        return suspects
    return suspects[are_flat(*extremes(array, suspects))]


def extremes(array: NDArray[Any], columns: NDArray[np.intp]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the smallest and the largest value of each of some columns."""
    low, high = np.full(len(columns), np.inf), np.full(len(columns), -np.inf)
    step = max(1, BLOCK // len(columns))
    for start in range(0, len(array), step):
        block = np.take(array[start : start + step], columns, axis=1)
        np.minimum(low, block.min(axis=0), out=low)
        np.maximum(high, block.max(axis=0), out=high)
    return low, high


def are_flat(low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return whether the smallest and the largest value of each feature are equal up to rounding."""
    return high - low <= ROUNDING * np.maximum(np.abs(low), np.abs(high)) + SMALLEST_SPREAD


def differs(low: float, high: float) -> bool:
    """Return whether the smallest and the largest value differ by more than rounding, even if both are tiny."""
    return high - low > ROUNDING * max(abs(low), abs(high))


def differs_too_little(name: str, spread: float, where: str = "") -> ValueError:
    """Make the error for values whose differences are so small that their squares underflow."""
    return ValueError(
        f"{name} differs by only {spread:.3g}{where}, and squares of such differences underflow; "
        f"expected differences above {SMALLEST_SPREAD:g}: change the unit first"
    )
