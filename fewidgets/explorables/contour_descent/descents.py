"""Gradient descents on one cost over raw and over scaled input, and what they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np

from fewidgets.algorithms import DescentTrace, gradient_descent
from fewidgets.explorables.framework.aliases import Ends
from fewidgets.explorables.framework.intake import Data
from fewidgets.explorables.shared.cost_surface import (
    CENTRED,
    RAW,
    STANDARDIZED,
    Box,
    Landscape,
    box_around,
    contours,
    landscapes,
    together,
)
from fewidgets.scene.types import Isolines

DOWN = 0.01  # "99 % of the way down"
UNLIKE = 30.0  # how many times larger mean-centred weights may be than the others to be drawn in the same box
WIDE = 1.4  # times as wide as high is a map of the cost, as wide as half a page when it is as high as a screen allows
FAR = 30.0  # a path that diverges is drawn this far, in sides of its panel
MOST_KEPT = 16  # descents that are kept: a drag changes one side, and the other side needs no new descent

Place = Ends


class Run(NamedTuple):
    trace: DescentTrace  # The history of the descent
    landscape: Landscape  # The cost on which it descends
    step_length: float  # The step length α: each step is α times the gradient
    down: int | None


#: Where descents begin, their step length (None for one over the largest curvature, rounded down to one digit), and steps.
Opening = tuple[Place, float | None, int]


@dataclass(frozen=True, eq=False)
class Side:
    landscapes: tuple[Landscape, ...]  # The cost over the input in each scaling
    start: Place  # Where the descents begin at first
    step_length: float  # The step length at first
    steps: int  # Number of steps
    lengths: Ends  # The shortest and the longest step length on offer
    boxes: tuple[Box, ...]  # What the panel shows in each scaling
    contours: Isolines  # x, y and sizes of the contours in each scaling, as `Contours` takes them


@dataclass(frozen=True, eq=False)
class DescentData(Data):
    landscapes: Mapping[str, Landscape]  # The cost over the input in each scaling
    raw: Side  # The two sides of the picture
    scaled: Side


def descent_data(table: Data, cost: str, reduction: Literal["mean", "sum"], raw: Opening, scaled: Opening) -> DescentData:
    every = landscapes(table.X, table.y, cost, reduction)
    others = tuple(each for name, each in every.items() if name != RAW)
    return DescentData(**vars(table), landscapes=every, raw=_side((every[RAW],), raw), scaled=_side(others, scaled))


def _side(side: tuple[Landscape, ...], opening: Opening) -> Side:
    start, length, steps = opening
    surest = min(each.longest_step for each in side if each.name in (RAW, STANDARDIZED))
    length = one_digit(surest / 2) if length is None else length
    boxes = _boxes(side, start, [gradient_descent(each.cost, start, length, steps) for each in side])
    drawn = [contours(each, box) for each, box in zip(side, boxes, strict=True)]
    return Side(side, start, length, steps, _bounds(length, surest), boxes, together(drawn))


def _boxes(side: tuple[Landscape, ...], start: Place, runs: Sequence[DescentTrace]) -> tuple[Box, ...]:
    every = list(zip(side, runs, strict=True))
    alone, others = ([pair for pair in every if (pair[0].name == CENTRED) is centred] for centred in (True, False))
    if alone and others:
        apart = [_around(start, each) for each in (others, alone)]
        sizes = [float(np.ptp(box[0])) for box in apart]
        if max(sizes) > UNLIKE * min(sizes):
            return tuple(apart[each.name == CENTRED] for each in side)
    return (_around(start, every),) * len(side)


def _around(start: Place, every: Sequence[tuple[Landscape, DescentTrace]]) -> Box:
    fixed: list[Any] = [start, *(each.minimizer for each, _ in every if each.minimizer is not None)]
    if every[0][0].minimizer is None:  # the cost falls without end, so show where it falls
        fixed += [[0.0, 0.0], *(run.final.weights for _, run in every if not run.diverged)]
    return box_around(fixed, np.concatenate([run.weights for _, run in every]), wide=WIDE)


@lru_cache(maxsize=MOST_KEPT)
def descend(landscape: Landscape, start: Place, step_length: float, steps: int) -> Run:
    trace = gradient_descent(landscape.cost, start, step_length, steps)
    return Run(trace, landscape, step_length, _down(trace, landscape))


def _bounds(given: float, surest: float) -> Ends:
    low, high = min(given, surest / 1000), max(given, surest * 50)
    return float(10.0 ** np.floor(np.log10(low))), float(10.0 ** np.ceil(np.log10(high)))


def one_digit(value: float) -> float:
    power = int(np.floor(np.log10(value)))
    return float(f"{int(value / 10.0**power)}e{power}")


def _down(trace: DescentTrace, landscape: Landscape) -> int | None:
    above = trace.costs - landscape.lowest
    there = above <= DOWN * above[0]
    return int(np.argmax(there)) if there[-1] else None
