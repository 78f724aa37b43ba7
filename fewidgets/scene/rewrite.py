"""Rewrite the channels of a scene's parts: other controls, frames in another order, values in place of controls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from fewidgets.scene.controls import Control
from fewidgets.scene.frames import Frames
from fewidgets.scene.template import Template
from fewidgets.scene.visited import Reveal

_PLAIN = frozenset({str, int, float, bool, type(None), np.ndarray, np.float64, np.int64})  # what can hold no channel


def rewritten(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a part of a scene with each of its channels replaced."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Frames | Control | Reveal):
        return change(value)
    if isinstance(value, Template):
        parts = {name: rewritten(part, change) for name, part in value.fields.items()}
        return Template(rewritten(value.text, change), digits=value.digits, **parts)
    if isinstance(value, list | tuple):
        return _same_or(value, [rewritten(part, change) for part in value])
    if is_dataclass(value) and not isinstance(value, type):
        parts = {entry.name: getattr(value, entry.name) for entry in fields(value) if entry.init}
        found = {name: rewritten(part, change) for name, part in parts.items()}
        changed = {name: part for name, part in found.items() if part is not parts[name]}
        return replace(value, **changed) if changed else value
    return value


def _same_or(values: Any, found: list[Any]) -> Any:
    if all(one is other for one, other in zip(values, found, strict=True)):
        return values
    return type(values)(found) if type(values) in (list, tuple) else found


def reindexed(values: Any, axis: int, indices: Sequence[int], fractions: Sequence[float] | None = None) -> Any:
    """Return frames in another order along one axis, blended with the next one where there are ``fractions``."""
    if not isinstance(values, np.ndarray):
        if axis:
            return [reindexed(part, axis - 1, indices) for part in values]
        return [values[index] for index in indices]
    here = np.take(values, indices, axis=axis)
    if fractions is None or not np.any(fractions) or values.dtype.kind not in "iuf":
        return here
    after = np.take(values, np.minimum(np.asarray(indices) + 1, values.shape[axis] - 1), axis=axis)
    share = np.reshape(fractions, [-1 if i == axis else 1 for i in range(values.ndim)])
    return np.where(share == 0, here, (1 - share) * here + share * after)
