"""Rewrite the channels of a scene's parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from fewidgets.scene.controls.replay import Control
from fewidgets.scene.frames import Frames
from fewidgets.scene.reveal import Reveal
from fewidgets.scene.template import Template

_PLAIN = frozenset({str, int, float, bool, type(None), np.ndarray, np.float64, np.int64})  # what can hold no channel


def parts_in(value: Any) -> Iterator[Any]:
    """Give the controls, frames, templates and reveals in a channel, those within others too."""
    if type(value) in _PLAIN:
        return
    if isinstance(value, Frames):
        inside: Sequence[Any] = (*value.controls, value.values, value.between)
    elif isinstance(value, Template):
        inside = (value.text, *value.fields.values())
    elif isinstance(value, Reveal):
        inside = (value.control,)
    else:
        inside = value if isinstance(value, list | tuple) else ()
    if isinstance(value, Frames | Template | Reveal | Control):
        yield value
    for part in inside:
        yield from parts_in(part)


def controls_in(value: Any) -> Iterator[Control]:
    """Find all controls on which a channel depends."""
    return (part for part in parts_in(value) if isinstance(part, Control))


def rewritten(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a part of a scene with its channels replaced; what does not change is the same object."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Frames | Control | Reveal):
        return change(value)
    if isinstance(value, Template):
        parts = {name: rewritten(part, change) for name, part in value.fields.items()}
        return Template(rewritten(value.text, change), digits=value.digits, **parts)
    if isinstance(value, list | tuple):
        found = [rewritten(part, change) for part in value]
        same = all(one is other for one, other in zip(value, found, strict=True))
        return value if same else tuple(found) if type(value) is tuple else found
    if is_dataclass(value) and not isinstance(value, type):
        parts = {entry.name: getattr(value, entry.name) for entry in fields(value) if entry.init}
        new = {name: rewritten(part, change) for name, part in parts.items()}
        changed = {name: part for name, part in new.items() if part is not parts[name]}
        return replace(value, **changed) if changed else value
    return value


def reindexed(values: Any, axis: int, places: Any) -> Any:
    """Return frames at other places along one axis; numbers at a place between two frames are blended."""
    if not isinstance(values, np.ndarray):
        if axis:
            return [reindexed(part, axis - 1, places) for part in values]
        return [values[int(place)] for place in places]
    index = np.floor(places).astype(int)
    here, share = np.take(values, index, axis=axis), np.asarray(places) - index
    if not share.any() or values.dtype.kind not in "iuf":
        return here
    after = np.take(values, np.minimum(index + 1, values.shape[axis] - 1), axis=axis)
    share = share.reshape([-1 if i == axis else 1 for i in range(values.ndim)])
    return np.where(share == 0, here, (1 - share) * here + share * after)
