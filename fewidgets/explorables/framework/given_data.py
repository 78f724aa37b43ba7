"""What data a person gave: a data set of the package by its loader, or the outline of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from fewidgets import data
from fewidgets.codes.letters import CodeError
from fewidgets.codes.packing import mark_of

_KINDS = ("load_", "fetch_", "make_")
_ARRAYS = ("X", "y", "samples", "pixels", "texts", "documents")


@dataclass(frozen=True)
class Outline:
    """The size of data, and the names in them.

    Attributes
    ----------
    shape : tuple of int
        The lengths of the table; the number of parts of what is no table.
    names : str
        The names of the features, one a line.
    """

    shape: tuple[int, ...]
    names: str

    def __str__(self) -> str:
        if len(self.shape) == 2:
            return f"{self.shape[0]:,} examples × {self.shape[1]:,} features"
        return f"{' × '.join(f'{length:,}' for length in self.shape)} values" if self.shape else "one value"


def outline_of(value: Any, feature_names: Any) -> Outline:
    """Return the outline of data that a person gave.

    Parameters
    ----------
    value : any
        A data set, a DataFrame, an array, a mapping or another object.
    feature_names : sequence of str or None
        Names that were given with it.

    Examples
    --------
    >>> print(outline_of([[1, 2], [3, 4], [5, 6]], ["a", "b"]))
    3 examples × 2 features
    """
    names: Any = feature_names
    if hasattr(value, "X") and hasattr(value, "feature_names"):
        names = value.feature_names if names is None else names
        value = value.X
    elif hasattr(value, "columns") and hasattr(value, "shape"):
        names = value.columns if names is None else names
    elif isinstance(value, Mapping):
        names = tuple(value)
    elif hasattr(value, "feature_names"):
        names = value.feature_names
    shape = getattr(value, "shape", None)
    if shape is None:
        try:
            shape = np.shape(value) or ((len(value),) if hasattr(value, "__len__") else ())
        except ValueError:  # rows of different lengths
            shape = (len(value),)
    return Outline(tuple(int(length) for length in shape), "\n".join(map(str, () if names is None else names)))


def loader_of(value: Any) -> str | None:
    """Return the public name of `fewidgets.data` that gives a data set, or that is the function; None if there is none."""
    if callable(value):
        name = getattr(value, "__name__", "")
        return name if name in data.__all__ and getattr(data, name, None) is value else None
    if not type(value).__module__.startswith("fewidgets.data."):
        return None
    for kind in _KINDS:
        name = f"{kind}{value.name}"
        if name in data.__all__ and _equal(getattr(data, name)(), value):
            return name
    return None


def loader_with(mark: int) -> Callable[[], Any]:
    """Return the function of `fewidgets.data` with a mark.

    Raises
    ------
    CodeError
        If there is none.
    """
    if mark not in _loaders():
        raise CodeError("code names a data set that this version of fewidgets does not have. Upgrade fewidgets.")
    found: Callable[[], Any] = getattr(data, _loaders()[mark])
    return found


@cache
def _loaders() -> dict[int, str]:
    return {mark_of(name): name for name in data.__all__ if name.startswith(_KINDS)}


def _equal(one: Any, other: Any) -> bool:
    """Whether two data sets hold the same numbers and texts."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    pairs = [(getattr(one, part, None), getattr(other, part, None)) for part in (*_ARRAYS, "feature_names", "target_name")]
    return all(_alike(*pair) for pair in pairs)


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    return not any(isinstance(each, np.ndarray) for each in (one, other)) and bool(one == other)
