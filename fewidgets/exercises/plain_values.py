"""Turn what a student's function returns into plain numbers, arrays, text and lists, which cannot lie in a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

#: Most entries of a list that are looked at. No task needs as many.
_MOST = 200_000


@dataclass(frozen=True)
class Strange:
    """Something that is no number, array, text or collection of them.

    Attributes
    ----------
    said : str
        What it is, with an article: "a generator".
    """

    said: str


def plain(value: Any, depth: int = 0) -> Any:
    """Return a value as exact base types: int, float, complex, bool, str, None, ``...``, NDArray, list, tuple, dict or set.

    Subclasses of numbers, text and arrays lose what they override. Tables and series become arrays.

    Parameters
    ----------
    value : object
    depth : int
        How deep in a collection it stands.

    Returns
    -------
    object
        `Strange` where it is none of these.

    Examples
    --------
    >>> plain((np.float64(2), [np.int64(1)])), plain(range(3)), plain(len)
    ((2.0, [1]), [0, 1, 2], Strange(said='a function'))
    """
    if value is None or value is ... or type(value) in (bool, int, float, complex, str):
        return value
    kinds = type(value).__mro__  # isinstance would believe what an object says of itself
    if np.generic in kinds:
        item = np.generic.item(value)
        return item if type(item) in (bool, int, float, complex, str) else Strange(f"a value of type {type(value).__name__}")
    for kind, zero in ((float, 0.0), (int, 0), (complex, 0j)):
        if kind in kinds:
            return kind.__add__(value, zero)  # type: ignore[operator]
    if str in kinds:
        return str.__getitem__(value, slice(None))
    if np.ndarray in kinds:
        return _array(value)
    if depth > 8:
        return Strange("a collection of collections, nested too deeply")
    if dict in kinds:
        pairs = islice(dict.items(value), _MOST)
        return {key: plain(each, depth + 1) for key, each in pairs if type(key) in (str, int, float, bool, tuple)}
    if tuple in kinds:
        return tuple(plain(each, depth + 1) for each in islice(tuple.__iter__(value), _MOST))
    if list in kinds:
        return [plain(each, depth + 1) for each in islice(list.__iter__(value), _MOST)]
    if range in kinds:
        return list(value[:_MOST])
    if set in kinds or frozenset in kinds:
        members = [plain(each, depth + 1) for each in islice(value, _MOST)]
        try:
            return set(members)
        except TypeError:
            return Strange("a set of collections")
    if callable(getattr(type(value), "to_numpy", None)):
        table = value.to_numpy()
        return _array(table) if isinstance(table, np.ndarray) else Strange(_described(value))
    return Strange(_described(value))


def taken_apart(value: Any, count: int) -> list[Any] | None:
    """Return the parts of a result: of a tuple, a list or an array. None if it does not have so many; one is the value itself.

    Examples
    --------
    >>> taken_apart((1, 2), 2), taken_apart(np.array([[1.0], [2.0]]), 2), taken_apart([3, 4], 1), taken_apart(None, 2)
    ([1, 2], [array([1.]), array([2.])], [[3, 4]], None)
    """
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
        return exact
    if exact.dtype.kind == "U":
        return exact.tolist()
    if exact.dtype == object:
        return plain(exact.tolist(), 1)
    return Strange(f"an array of type {exact.dtype}")


def _described(value: Any) -> str:
    """Describe what cannot be compared."""
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
