"""Turn what a student's function returns into plain values, which cannot lie in a comparison."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

#: Most entries of a collection, with those of the collections in it. No task needs as many.
_MOST = 200_000
#: Most bits of an integer: beyond, it cannot be compared with a float.
_MOST_BITS = 1023
#: Most results of a function.
_FEW = 20
_TOO_MANY = f"a collection with more than {_MOST:,} entries"


@dataclass(frozen=True)
class Strange:
    """Something that is no number, array, text or collection of them."""

    said: str


def plain(value: Any) -> Any:
    """Return a value as exact base types: int, float, complex, bool, str, None, ``...``, NDArray, list, tuple, dict or set."""
    return _plain(value, 0, iter(range(_MOST)))


def _plain(value: Any, depth: int, left: Iterator[int]) -> Any:
    if value is None or value is ... or type(value) in (bool, float, str):
        return value
    if type(value) is int:
        return value if value.bit_length() <= _MOST_BITS else Strange("an integer that is too large")
    if type(value) is complex:
        return value if value.imag else value.real
    kinds = type(value).__mro__  # isinstance would believe what an object says of itself
    if np.generic in kinds:
        item = np.generic.item(value)
        known = type(item) in (bool, int, float, complex, str)
        return _plain(item, depth, left) if known else Strange(f"a value of type {type(value).__name__}")
    for number in (Decimal, Fraction):
        if number in kinds:
            return number.__float__(value)
    for kind, zero in ((float, 0.0), (int, 0), (complex, 0j)):
        if kind in kinds:
            return _plain(kind.__add__(value, zero), depth, left)  # type: ignore[operator]
    if str in kinds:
        return str.__getitem__(value, slice(None))
    if np.ndarray in kinds:
        return _array(value)
    if depth > 8:
        return Strange("a collection of collections, nested too deeply")
    for base in (dict, tuple, list, range, set, frozenset):
        if base in kinds:
            return _collection(value, base, depth, left)
    if callable(getattr(type(value), "to_numpy", None)):
        table = value.to_numpy()
        return _array(table) if isinstance(table, np.ndarray) else Strange(_described(value))
    return Strange(_described(value))


def _collection(value: Any, base: Any, depth: int, left: Iterator[int]) -> Any:
    # Of a few results, each may have as many entries as there may be: an endless one costs only itself.
    apart = depth == 0 and base in (tuple, list) and base.__len__(value) <= _FEW
    found, keys = [], []
    for each in base.__iter__(value):
        if next(left, None) is None:
            return Strange(_TOO_MANY)
        keys.append(each)
        item = dict.__getitem__(value, each) if base is dict else each
        found.append(_plain(item, depth + 1, iter(range(_MOST)) if apart else left))
    if base is dict:
        known = (str, int, float, bool, tuple)
        return {key: each for key, each in zip(keys, found, strict=True) if type(key) in known}
    if base is tuple:
        return tuple(found)
    if base in (list, range):
        return found
    try:
        return set(found)
    except TypeError:
        return Strange("a set of collections")


def taken_apart(value: Any, count: int) -> list[Any] | None:
    """Return the parts of a result: of a tuple, a list or an array."""
    if count == 1:
        return [value]
    if isinstance(value, np.ndarray) and value.ndim:
        value = list(map(plain, value))
    return list(value) if isinstance(value, tuple | list) and len(value) == count else None


def _array(value: np.ndarray) -> Any:
    if isinstance(value, np.ma.MaskedArray) and np.ma.getmaskarray(value).any():
        return Strange("a masked array with masked entries")
    exact = np.array(value, subok=False)
    if exact.dtype.kind in "biufc":
        return exact.real if exact.dtype.kind == "c" and not exact.imag.any() else exact
    if exact.dtype.kind == "U":
        return exact.tolist()
    if exact.dtype == object:
        return plain(exact.tolist())
    return Strange(f"an array of type {exact.dtype}")


def _described(value: Any) -> str:
    name = type(value).__name__
    known = {
        "generator": "a generator. Collect its values in a list or an array",
        "coroutine": "a coroutine. Write def, not async def",
        "function": "a function",
        "builtin_function_or_method": "a function",
        "method": "a function",
        "type": "a class",
        "map": "a map object. Turn it into a list",
        "zip": "a zip object. Turn it into a list",
        "filter": "a filter object. Turn it into a list",
        "dict_keys": "the keys of a dict. Turn them into a list",
        "dict_values": "the values of a dict. Turn them into a list",
    }
    return known.get(name, f"an object of type {name}")
