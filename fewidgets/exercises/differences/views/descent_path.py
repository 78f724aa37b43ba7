"""A given path of two weights on the contours of their cost, step by step (exercises of section 9.9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms._numerics.types import Array
from fewidgets.exercises.differences.views.descent_frame import Frame, costs_at, frame_around
from fewidgets.explorables.framework.aliases import Names
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.scene import (
    Axis,
    Contours,
    Dots,
    Frames,
    Line,
    Panel,
    Path,
    Readout,
    Scene,
    Stepper,
    Style,
    format_number,
)
from fewidgets.scene.text.legible import labels_of, must_be
from fewidgets.scene.types import NameTuple

MOST_STEPS = 500  # every step's weights are part of the picture
NAMES = ("the bias", "the slope")


@dataclass(frozen=True, eq=False)
class GivenPath:
    """A given descent: the weights after each step, the start first, and their costs."""

    path: Array
    costs: Array
    frame: Frame
    feature_names: NameTuple


class DescentPath(Explorable):
    """Show a path of two weights, such as yours, on the contours of any cost (section 9.3).

    Parameters
    ----------
    path : array-like, shape (K + 1, 2)
        The weights after each step, the start first; at most 500 steps, all finite. Far points are drawn at the edge.
    cost : callable
        The cost: it takes weights, shape (..., 2), and returns shape (...).
    lowest : array-like, shape (2,)
        The weights with the lowest cost.
    around : sequence of one or two paths, optional
        What the picture shows: all of the first path unless it diverges, and what is near of the second. By default `path`.
    names : (str, str)
        The names of the two weights.
    step : int
        Number of steps shown.
    layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    trace : GivenPath
        The path and its costs.

    Examples
    --------
    >>> path, names = [[2.0, 1.0], [1.0, 0.5], [0.5, 0.25]], ("first weight", "second weight")
    >>> DescentPath(path, lambda w: (w**2).sum(axis=-1), [0.0, 0.0], names=names, step=1).caption
    'Step 1: first weight 1.00, second weight 0.500; the cost is 1.25.'
    """

    step = State()

    beyond_codes = "the steps of a path of your own"
    data: GivenPath

    def __init__(
        self,
        path: ArrayLike,
        cost: Callable[[Array], Array],
        lowest: ArrayLike,
        *,
        around: Sequence[ArrayLike] | None = None,
        names: Names = NAMES,
        step: int = 0,
        **common: Unpack[Common],
    ) -> None:
        self.open_with(_taken_in(path, cost, lowest, around, names), state={"step": step})

    @classmethod
    def example(cls) -> Self:
        path = [np.array([3.0, 4.0])]
        for _ in range(8):
            path.append(path[-1] * [-0.8, 0.7])
        return cls(np.array(path), lambda w: 2 * w[..., 0] ** 2 + 0.3 * w[..., 1] ** 2, [0.0, 0.0])

    def scene_of(self, trace: GivenPath, names: Names, inputs: Inputs) -> Scene:
        step = Stepper("step", len(trace.path), label="Step", seconds=0.4)
        words = [_in_words(trace, k) for k in step]
        costs = [_cost_in_words(cost) for cost in trace.costs]
        return Scene(
            title="Descents on the same cost",
            panels=[_contours(trace, step), _costs(trace, step)],
            controls=[step],
            readouts=[Readout("Cost", Frames(costs, step))],
            caption=Frames(words, step),
            column_weights=(1.0, 1.0),
        )

    def describe_size(self) -> str:
        return f"{len(self.data.path) - 1} steps"

    @property
    def selected(self) -> NameTuple:
        return self.data.feature_names


def _as_path(value: Any, name: str) -> Array:
    try:
        points: Array = np.array(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(must_be(name, "an array of numbers", value)) from None
    if points.ndim != 2 or points.shape[1] != 2 or not 1 <= len(points) <= MOST_STEPS + 1:
        raise ValueError(f"{name} must have the shape (K + 1, 2) with K at most {MOST_STEPS}; got {points.shape}")
    if not np.isfinite(points).all():
        raise ValueError(f"{name} must be finite; got NaN or infinity")
    return points


def _taken_in(path: Any, cost: Any, lowest: Any, around: Any, names: Any) -> GivenPath:
    points = _as_path(path, "path")
    if not callable(cost):
        raise TypeError(must_be("cost", "a function of two weights", cost))
    bottom = _as_path([lowest], "[lowest]")[0]
    if around is not None and (isinstance(around, str) or not isinstance(around, Sequence) or len(around) not in (1, 2)):
        raise TypeError(must_be("around", "one or two paths", around))
    if isinstance(names, str) or not isinstance(names, Sequence) or len(names) != 2 or len(set(names)) != 2:
        raise ValueError(must_be("names", "two different texts", names))
    paths = [points] if around is None else [_as_path(each, f"around[{k}]") for k, each in enumerate(around)]
    shown = frame_around(cost, bottom, *paths)
    return GivenPath(points, costs_at(cost, points), shown, labels_of([str(name) for name in names]))


def _contours(trace: GivenPath, step: Stepper) -> Panel:
    frame = trace.frame
    path, lowest = frame.within(trace.path), frame.lowest
    return Panel(
        "Path on the contours",
        [
            Contours(*frame.contours),
            Dots(lowest[:1], lowest[1:], size=13.0, hollow=True, style=[0], styles=[Style("lowest cost", "positive")]),
            Path(path[:, 0], path[:, 1], upto=step),
            Dots(path[:, 0], path[:, 1], at=step, color="accent", size=9.0),
        ],
        x=Axis(trace.feature_names[0], domain=frame.box[0]),
        y=Axis(trace.feature_names[1], domain=frame.box[1]),
        height=400,
        aspect=1.0,
        main=True,
    )


def _costs(trace: GivenPath, step: Stepper) -> Panel:
    bottom, top = trace.frame.costs
    steps = np.arange(len(trace.path), dtype=float)
    costs = np.clip(trace.costs, bottom, 1e3 * top)
    return Panel(
        "Cost at each step",
        [
            Line(steps, costs, upto=step),
            Dots(steps, costs, upto=step, size=5.0),
            Dots(steps, np.where(costs <= top, costs, np.nan), at=step, color="accent", size=9.0),
        ],
        x=Axis("step", domain=(-0.02 * len(steps), len(steps) - 1 + 0.02 * len(steps)), whole=True),
        y=Axis("cost", scale="log", domain=(bottom, top)),
        column=1,
        height=240,
        scrub=step,
    )


def _cost_in_words(cost: float) -> str:
    return format_number(cost, 3) if np.isfinite(cost) else "too large for a number"


def _in_words(trace: GivenPath, k: int) -> str:
    weights = ", ".join(
        f"{name} {format_number(value, 3)}" for name, value in zip(trace.feature_names, trace.path[k], strict=True)
    )
    away = trace.frame.within(trace.path[k : k + 1])
    out = any(not low <= value <= high for value, (low, high) in zip(away[0], trace.frame.box, strict=True))
    where = ", outside of the picture" if out else ""
    return f"{'Start' if k == 0 else f'Step {k}'}: {weights}{where}; the cost is {_cost_in_words(trace.costs[k])}."
