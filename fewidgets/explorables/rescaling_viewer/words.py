from __future__ import annotations

import numpy as np

from fewidgets.explorables.framework.aliases import Names
from fewidgets.explorables.rescaling_viewer.rescaled import MIN_MAX, SCALINGS, Moved
from fewidgets.scene import format_number
from fewidgets.scene.text.numbers import among

NEW = "new"
FEW = 2  # most features that a sentence names
START = {
    SCALINGS[1]: "Min-max: the training data run from 0 to 1.",
    SCALINGS[2]: "z-score: mean 0 and standard deviation 1, dividing by P.",
    SCALINGS[3]: "z-score: mean 0 and standard deviation 1, dividing by P − 1.",
}


def describe_scaling(moved: Moved, scaling: int, names: Names) -> str:
    start = _ranges(moved, names) if scaling == 0 else START[SCALINGS[scaling]]
    return start + _beyond(moved, scaling, names) + _nearest(moved, scaling)


def nearest_name(moved: Moved, scaling: int, *, before: bool = False) -> str:
    """Return the name of the example that is nearest to the new one, now or before anything was moved."""
    return moved.examples.names[int((moved.before if before else moved.now).nearest[scaling])]


def written(moved: Moved, value: float) -> str:
    """Write a value of the feature that can be moved, with enough digits to tell it from the others."""
    column = moved.examples.X[:, moved.feature]
    found = among(value, float(column.min()), float(column.max()))
    if isinstance(found, str):
        return found
    whole = np.array_equal(column, column.round()) and abs(value) < 1e6 and value == round(value)
    return f"{round(value):,}".replace("-", "−") if whole else format_number(value)


def _ranges(moved: Moved, names: Names) -> str:
    spans = np.ptp(moved.examples.X, axis=0)
    if len(names) == 1:
        return f"Raw: {names[0]} has a range of {format_number(spans[0])}."
    widest, narrowest = int(spans.argmax()), int(spans.argmin())
    return (
        f"Raw: {names[widest]} has a range of {format_number(spans[widest])}, "
        f"{names[narrowest]} one of {format_number(spans[narrowest])}."
    )


def _beyond(moved: Moved, scaling: int, names: Names) -> str:
    if SCALINGS[scaling] != MIN_MAX:
        return ""
    values = moved.now.news[scaling]
    out = np.flatnonzero((values < 0) | (values > 1))
    if not out.size:
        return ""
    named = [f"{names[n]} is {format_number(values[n])}" for n in out[:FEW]]
    more = f" and {out.size - FEW} more" if out.size > FEW else ""
    return f" The new example leaves it: {', '.join(named)}{more}."


def _nearest(moved: Moved, scaling: int) -> str:
    now, raw, before = nearest_name(moved, scaling), nearest_name(moved, 0), nearest_name(moved, scaling, before=True)
    was = "" if before == now else f" Before you moved a value, it was {before}."
    if scaling == 0:
        return f" Nearest to the new example is {now}.{was}"
    return f" Nearest is {now}{', as in raw units' if now == raw else f'; in raw units it is {raw}'}.{was}"


def other_values(moved: Moved, scaling: int) -> str:
    """Write where the values of the feature lie, apart from the one that was moved the farthest; "" if none was."""
    n = moved.feature
    away = np.abs(moved.examples.X[:, n] - moved.given.X[:, n])
    if not away.any():
        return ""
    others = np.delete(moved.now.tables[scaling, :, n], int(away.argmax()))
    ends = float(others.min()), float(others.max())
    return " to ".join(written(moved, end) if scaling == 0 else format_number(end) for end in ends)
