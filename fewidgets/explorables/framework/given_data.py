"""The data that a user gave: the loader of one of our data sets, or an outline of their own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from fewidgets import data
from fewidgets.codes.code import CodeError
from fewidgets.scene.text.legible import quoted
from fewidgets.scene.types import Keywords

_KINDS = ("load_", "fetch_", "make_")
_ARRAYS = ("X", "y", "samples", "pixels", "texts", "documents")


def outline_of(value: Any, feature_names: Any = None) -> Keywords:
    """Return the shape of a user's data, and a hash of the names of their features."""
    if hasattr(value, "X") and hasattr(value, "feature_names"):
        names, value = value.feature_names, value.X
    elif hasattr(value, "columns") and hasattr(value, "shape"):
        names = value.columns
    else:
        names = tuple(value) if isinstance(value, Mapping) else getattr(value, "feature_names", ())
    shape = getattr(value, "shape", None)
    if shape is None:
        try:
            shape = np.shape(value) or ((len(value),) if hasattr(value, "__len__") else ())
        except ValueError:  # rows of different lengths
            shape = (len(value),)
    text = "\n".join(map(str, names if feature_names is None else feature_names))
    return {"shape": list(map(int, shape)), "names": hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]}


def in_words(shape: Sequence[int]) -> str:
    """Return a shape in words."""
    if len(shape) == 2:
        return f"{shape[0]:,} examples × {shape[1]:,} features"
    return f"{' × '.join(f'{length:,}' for length in shape)} values" if shape else "one object"


def loader_of(value: Any) -> str | None:
    """Return the name in `fewidgets.data` of a loader, or of the loader of a data set; None if there is none."""
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


def loader_named(name: str) -> Callable[[], Any]:
    """Return a function of `fewidgets.data`; CodeError if there is none of this name."""
    if name not in data.__all__ or not name.startswith(_KINDS):
        raise CodeError(f"code names the data set {quoted(name)}, which this version of fewidgets does not have.")
    found: Callable[[], Any] = getattr(data, name)
    return found


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
