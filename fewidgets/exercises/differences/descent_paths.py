"""Two descents with two weights on the contours of their cost, from the step in which they part (section 9.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fewidgets.exercises.differences.numbers import Arguments, Array, Names, as_numbers, differing, named
from fewidgets.exercises.differences.values import View

#: A cost of two weights, from shape (..., 2) to shape (...), and the weights with the lowest cost.
Surface = tuple[Callable[[Array], Array], Array]


def least_squares_surface(x: Any, y: Any, lam: float = 0.0) -> Surface | None:
    """Return the mean squared error of bias and slope, plus λ|slope|; None for several features."""
    inputs, outputs = as_numbers(x), as_numbers(y)
    if inputs is None or outputs is None or inputs.size != len(inputs) or outputs.shape != (len(inputs),):
        return None
    inputs = inputs.reshape(-1)
    across, up = inputs - inputs.mean(), outputs - outputs.mean()
    spread, common = float((across**2).mean()), float((across * up).mean())
    if spread == 0:
        return None
    slope = np.sign(common) * max(abs(common) - lam / 2, 0.0) / spread
    left = float(((up - slope * across) ** 2).mean())

    def cost(w: Array) -> Array:
        bias, gap = w[..., 0] + w[..., 1] * inputs.mean() - outputs.mean(), w[..., 1] - slope
        # The mean of (bias + w x − y)², with what does not depend on the weights taken out.
        return bias**2 + spread * gap**2 + 2 * gap * (slope * spread - common) + left + lam * np.abs(w[..., 1])

    return cost, np.array([outputs.mean() - slope * inputs.mean(), slope])


def on_contours(
    arguments: Arguments,
    surface: Callable[..., Surface | None],
    right: Any,
    found: Any,
    names: Names,
) -> View | None:
    """Return what shows two paths on the contours of one cost; None if they cannot be drawn."""
    from fewidgets.exercises.differences.views.descent_path import MOST_STEPS

    one, other = as_numbers(right), as_numbers(found)
    for path in (one, other):
        if path is None or path.ndim != 2 or path.shape[1] != 2 or not 1 <= len(path) <= MOST_STEPS + 1:
            return None
        if not np.isfinite(path).all():
            return None
    assert one is not None
    assert other is not None
    ground = surface(*arguments)
    if ground is None:
        return None
    own = [named(names, n, "weight") for n in range(2)]

    def show(note: str = "") -> Any:
        from fewidgets.exercises.differences.views.descent_path import DescentPath
        from fewidgets.explorables.side_by_side import SideBySide

        theirs = _same_before(one, other)
        both = one, theirs
        return SideBySide(*(DescentPath(path, *ground, around=both, names=own) for path in both), note=note)

    return show


def _same_before(one: Array, other: Array) -> Array:
    """Return the other path without rounding errors before its first difference, where the picture opens."""
    count = min(len(one), len(other))
    apart = differing(one[:count], other[:count]).any(axis=1)
    first = int(np.argmax(apart)) if apart.any() else count
    return np.vstack([one[:first], other[first:]])
