"""Reduce any object to plain data, in the student's process.

A subclass is reduced by the methods of its base, so code in its ``__float__`` or ``__iter__`` does not run.
"""

from __future__ import annotations

import sys
import types
from typing import Any

import numpy as np

from fewidgets.grading.run.protocol import KINDS, MOST_BITS, MOST_BYTES, MOST_DEPTH, MOST_DIMENSIONS, MOST_NODES

#: Most values of a tuple or list of which each is packed for itself where they cannot be packed together.
MOST_PARTS = 20
#: Most characters of all texts and integers of one frame, as JSON.
MOST_TEXT = 1_000_000

_NAMED = (
    (types.GeneratorType, "a generator. Collect its values in a list or an array"),
    (types.CoroutineType, "a coroutine. Write def, not async def"),
    (map, "a map object. Turn it into a list"),
    (zip, "a zip object. Turn it into a list"),
    (filter, "a filter object. Turn it into a list"),
    (types.FunctionType, "a function"),
    (types.BuiltinFunctionType, "a function"),
    (types.MethodType, "a function"),
    (types.ModuleType, "a module"),
    (complex, "a complex number"),
    (bytes, "bytes"),
    (type, "a class"),
)


class Packer:
    """Turn values into the trees of one frame."""

    def __init__(self) -> None:
        self.raw = bytearray()
        self._nodes = 0
        self._text = 0

    def tree(self, value: Any, *, parts: bool = True) -> Any:
        """Return the tree of a value."""
        nodes, text, length = self._nodes, self._text, len(self.raw)
        try:
            return self._tree(value, 0)
        except Exception as error:
            self._nodes, self._text = nodes + 1, text
            del self.raw[length:]
            for base, tag in ((tuple, "t"), (list, "l")):
                # Of a few results, one that cannot travel leaves the others as they are.
                if parts and issubclass(type(value), base) and base.__len__(value) <= MOST_PARTS:
                    trees = [self.tree(each, parts=False) for each in base.__iter__(value)]
                    if any(type(each) is not dict or "o" not in each for each in trees):
                        return {tag: trees}
            return {"o": error.args[0] if type(error) is _TooLarge else _name_of(value)}

    def _tree(self, value: Any, depth: int) -> Any:
        self._nodes += 1
        if depth > MOST_DEPTH:
            raise _TooLarge("a value that is nested too deeply")
        if self._nodes > MOST_NODES:
            raise _TooLarge("a value with too many items. Use a NumPy array for many numbers")
        kind = type(value)
        if value is None or kind is bool:
            return value
        if value is ...:
            return {"e": 1}
        if issubclass(kind, np.bool_):
            return True if np.bool_.__bool__(value) else False  # noqa: SIM210 - no builtin that may be patched
        if issubclass(kind, int):
            return self._integer(int.__int__(value))
        if issubclass(kind, float):
            return {"f": float.hex(float.__float__(value))}
        if issubclass(kind, str):
            return self._string(str.__str__(value))
        if issubclass(kind, complex) and not complex.imag.__get__(value):
            return {"f": float.hex(complex.real.__get__(value))}
        if issubclass(kind, np.integer):
            return self._integer(np.integer.__int__(value))
        if issubclass(kind, np.floating):
            return {"f": float.hex(np.floating.__float__(value))}
        if issubclass(kind, np.ndarray):
            if issubclass(kind, np.ma.MaskedArray) and np.ma.getmaskarray(value).any():
                return {"o": "a masked array with masked entries"}
            return self._array(np.ndarray.view(value, np.ndarray), depth)
        return self._several(value, kind, depth)

    def _several(self, value: Any, kind: type, depth: int) -> Any:
        if issubclass(kind, list):
            return {"l": [self._tree(each, depth + 1) for each in list.__iter__(value)]}
        if issubclass(kind, tuple):
            return {"t": [self._tree(each, depth + 1) for each in tuple.__iter__(value)]}
        if kind is range:
            return {"l": [self._tree(each, depth + 1) for each in value]}
        if issubclass(kind, set | frozenset):
            base = set if issubclass(kind, set) else frozenset
            items = [self._tree(each, depth + 1) for each in base.__iter__(value)]
            return {"s": items} if all(_is_key(each) for each in items) else {"o": "a set of something else than numbers"}
        if issubclass(kind, dict):
            pairs = [[self._tree(key, depth + 1), self._tree(each, depth + 1)] for key, each in dict.items(value)]
            return {"d": pairs} if all(_is_key(key) for key, _ in pairs) else {"o": "a dict with keys that are not numbers"}
        array = _of_pandas(value, kind)
        return {"o": _name_of(value)} if array is None else self._array(np.ndarray.view(array, np.ndarray), depth)

    def _integer(self, value: int) -> Any:
        if value.bit_length() > MOST_BITS:
            raise _TooLarge("an integer with more than 1,200 digits")
        # A short one is no longer than a float, and the number of items is bounded.
        self._write(value.bit_length() // 3 if value.bit_length() > 64 else 0, "integers that are too long together")
        return value

    def _string(self, value: str) -> str:
        # In JSON, a letter beyond ASCII takes up to twelve characters.
        self._write(len(value) * (1 if str.isascii(value) else 12), "a text of more than 1,000,000 characters")
        return value

    def _write(self, characters: int, what: str) -> None:
        """Count the characters of texts and integers, so that the frame stays within its bound."""
        self._text += characters
        if self._text > MOST_TEXT:
            raise _TooLarge(what)

    def _array(self, value: np.ndarray[Any, Any], depth: int) -> Any:
        if value.dtype.kind == "c" and not value.imag.any():
            value = value.real  # what an eigenvalue routine returns for real eigenvalues
        dtype = value.dtype
        if dtype.hasobject and dtype.kind == "O" and value.size <= MOST_NODES:
            return self._tree(value.tolist(), depth + 1)
        if dtype.kind not in KINDS or dtype.itemsize == 0:
            return {"o": f"an array of {'objects' if dtype.hasobject else dtype.name}"}
        if value.ndim > MOST_DIMENSIONS or len(self.raw) + value.nbytes > MOST_BYTES // 4:
            raise _TooLarge("an array that is too large")
        start = len(self.raw)
        little = dtype.newbyteorder("<") if dtype.itemsize > 1 else dtype
        self.raw += value.astype(little).tobytes()
        return {"a": [little.str, [*value.shape], start]}


def packed(value: Any) -> tuple[Any, bytes]:
    """Return the tree of one value, and the bytes of its arrays."""
    packer = Packer()
    return packer.tree(value), bytes(packer.raw)


def _is_key(tree: Any) -> bool:
    """Say whether a tree stands for a number, a text, or a tuple of these."""
    if type(tree) is not dict:
        return tree is not None
    ((kind, content),) = tree.items()
    return kind == "f" or (kind == "t" and all(_is_key(each) for each in content))


class _TooLarge(Exception):
    """A value exceeds a bound; the first argument names it."""


def _of_pandas(value: Any, kind: type) -> np.ndarray[Any, Any] | None:
    """Return the array of a Series, an Index or a DataFrame."""
    pandas = sys.modules.get("pandas")
    if pandas is None or kind not in (pandas.Series, pandas.Index, pandas.DataFrame):
        return None
    array = value.to_numpy()
    return array if isinstance(array, np.ndarray) else None


def _name_of(value: Any) -> str:
    kind = type(value)
    for known, name in _NAMED:
        if issubclass(kind, known):
            return name
    name = type.__dict__["__name__"].__get__(kind)
    return f"an object of type {str.__str__(name)[:60]}"
