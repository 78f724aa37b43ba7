"""A book: many records that are much alike, in few bytes. `frontend/src/book.js` reads it.

A record is nested dicts and lists of plain values and encoded arrays, such as an encoded scene. A leaf, which is a plain value
or an array, is stored once. Each shape of records has a tree with a number in the place of each leaf: the number of a column,
which has a leaf for each record of the shape. Arrays are written as planes of bytes, of their numbers or of differences of
neighbours, whichever is shorter. All is deflated.

An array with a ``step`` may be rounded to whole steps. This is done to all of them if the book would be too long otherwise.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fewidgets.scene.types import Array, Encoded

GONE = 65535  # the code of NaN in a rounded array


class _Leaf(NamedTuple):
    """An encoded array that can be a key."""

    dtype: str
    shape: tuple[int, ...]
    data: bytes
    step: float

    @property
    def values(self) -> Array:
        return np.frombuffer(self.data, self.dtype)


class _Coded(NamedTuple):
    """How an array is written: how many differences are taken, and for a rounded array its least number in steps."""

    order: int
    least: int | None
    data: bytes


class Book:
    """Takes records; writes them."""

    def __init__(self) -> None:
        self._leaves: dict[Any, int] = {}
        self._places: list[str] = []  # where each leaf was first seen, because arrays of one place are alike
        self._shapes: dict[str, list[list[int]]] = {}
        self._codes: dict[tuple[_Leaf, bool], _Coded] = {}
        self._rows: list[tuple[str, int]] = []

    def add(self, record: Encoded) -> tuple[int, int]:
        """Add a record; return about how many bytes it adds, exactly and rounded."""
        known = len(self._leaves)
        ids: list[int] = []
        shape = json.dumps(self._tree(record, "", ids), separators=(",", ":"))
        rows = self._shapes.setdefault(shape, [])
        self._rows.append((shape, len(rows)))
        rows.append(ids)
        costs = np.full(2, 24)  # of the columns
        for leaf in list(self._leaves)[known:]:
            if isinstance(leaf, _Leaf):
                costs += [
                    10 + min(len(zlib.compress(self._coded(leaf, rounded).data, 1)) - 11, len(leaf.data))
                    for rounded in (False, True)
                ]
            else:
                costs += len(str(leaf)) // 4 + 1
        return int(costs[0]), int(costs[1])

    def __len__(self) -> int:
        return len(self._rows)

    def _coded(self, leaf: _Leaf, rounded: bool) -> _Coded:
        key = leaf, rounded and leaf.step > 0
        if key not in self._codes:
            self._codes[key] = _coded(*key)
        return self._codes[key]

    def _tree(self, part: Any, place: str, ids: list[int]) -> Any:
        if isinstance(part, dict) and not ("dtype" in part and "shape" in part):
            return {name: self._tree(each, f"{place} {name}", ids) for name, each in part.items()}
        if isinstance(part, list):
            return [self._tree(each, f"{place} {i}", ids) for i, each in enumerate(part)]
        # 1, 1.0 and True are one key of a dict, and JSON writes each in another way
        leaf = (
            _Leaf(part["dtype"], tuple(part["shape"]), bytes(part["data"]), part.get("step", 0))
            if isinstance(part, dict)
            else json.dumps(part)
        )
        if leaf not in self._leaves:
            self._places.append(place)
        ids.append(self._leaves.setdefault(leaf, len(self._leaves)))
        return len(ids) - 1

    def written(self, count: int, targets: Array, more: Encoded, *, rounded: bool) -> bytes:
        """Write the first ``count`` records with a table of 16-bit numbers and further plain values."""
        shapes = {shape: rows[: sum(each == shape for each, _ in self._rows[:count])] for shape, rows in self._shapes.items()}
        shapes = {shape: rows for shape, rows in shapes.items() if rows}
        used = {leaf for rows in shapes.values() for row in rows for leaf in row}
        leaves = [(leaf, i) for leaf, i in self._leaves.items() if i in used]
        plain = [(json.loads(leaf), i) for leaf, i in leaves if isinstance(leaf, str)]
        arrays = sorted(((leaf, i) for leaf, i in leaves if isinstance(leaf, _Leaf)), key=lambda each: self._places[each[1]])
        numbers = np.zeros(len(self._leaves), dtype=int)
        numbers[[i for _, i in (*plain, *arrays)]] = np.arange(len(leaves))
        parts = [_planes(_differences(targets.astype(np.uint16).T.reshape(-1), 1))]
        trees = []
        for shape, rows in shapes.items():
            columns, which = np.unique(numbers[np.array(rows)], axis=1, return_inverse=True)
            trees.append([_renumbered(json.loads(shape), which.reshape(-1).tolist()), columns.shape[1], len(rows)])
            parts.append(_planes(_differences(columns.T.astype(np.uint32), 1).reshape(-1)))
        directory = []
        for leaf, _ in arrays:
            coded = self._coded(leaf, rounded)
            directory.append(
                [leaf.dtype, list(leaf.shape), coded.order, *([] if coded.least is None else [coded.least, leaf.step])]
            )
            parts.append(coded.data)
        order = list(shapes)
        at = [order.index(shape) for shape, _ in self._rows[:count]]
        head = {
            **more,
            "plain": [value for value, _ in plain],
            "arrays": directory,
            "shapes": trees,
            "at": at,
            "targets": list(targets.shape),
        }
        text = json.dumps(head, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        return zlib.compress(b"".join([len(text).to_bytes(4, "little"), text, *parts]), 9)


def _renumbered(tree: Any, which: Sequence[int]) -> Any:
    if isinstance(tree, dict):
        return {name: _renumbered(each, which) for name, each in tree.items()}
    return [_renumbered(each, which) for each in tree] if isinstance(tree, list) else which[tree]


def _coded(leaf: _Leaf, rounded: bool) -> _Coded:
    """Write an array in the shortest of a few ways."""
    least, numbers = None, leaf.values
    if rounded and leaf.step:
        known = np.isfinite(numbers)
        if not np.isinf(numbers).any():
            steps = np.round(numbers[known].astype(float) / leaf.step)
            first = int(steps.min()) if steps.size else 0
            if steps.size == 0 or (steps.max() - first < GONE and abs(first) < 2**31):
                least, numbers = first, np.full(numbers.shape, GONE, np.uint16)
                numbers[known] = (steps - first).astype(np.uint16)
    size = numbers.dtype.itemsize
    if size == 8:
        return _Coded(0, least, _planes(numbers))
    numbers = numbers.view(f"u{size}")
    ways = ((order, _planes(_differences(numbers, order))) for order in ((0, 1, 2) if least is not None else (0, 1)))
    order, data = min(ways, key=lambda way: len(zlib.compress(way[1], 1)))
    return _Coded(order, least, data)


def _differences(numbers: Array, order: int) -> Array:
    """Take differences of unsigned integers along the last axis, which wrap around; the first number stays."""
    for _ in range(order):
        numbers = np.concatenate([numbers[..., :1], np.diff(numbers, axis=-1)], axis=-1)
    return numbers


def _planes(numbers: Array) -> bytes:
    """Write the first byte of each number, then the second of each, and so on: most of them are alike."""
    numbers = np.ascontiguousarray(numbers)
    return numbers.view(np.uint8).reshape(-1, numbers.dtype.itemsize).T.tobytes()
