from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from fewidgets.algorithms import DescentTrace, LeastSquares, ScalingSteps, contour_ellipse
from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.intake import Data
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.shared.layout import xy
from fewidgets.scene import (
    Arrow,
    Axis,
    Bars,
    Choice,
    Dots,
    Frames,
    Handle,
    Line,
    Panel,
    Rule,
    Stepper,
    Style,
    Table,
    Text,
    format_number,
)
from fewidgets.scene.types import Rows, TwoTexts

Over = tuple[Choice, Stepper]

SCALINGS = ("PCA-sphering", "standard normalization")
STEPS, NORMALIZED = ("raw", "centred", "rotated", "scaled"), ("raw", "centred", "not rotated", "scaled")
HEIGHTS = (0.02, 0.1, 0.25, 0.5, 1.0)  # contours, as shares of the variance that the two features explain
CORNERS = 61  # points of a contour
MOST_DOTS = 600  # more dots would hide each other, and are more data than a widget should send
WEIGHTS = ("weight 1", "weight 2")
ROOM = 1.15  # size of a panel relative to its contents


@dataclass(frozen=True, eq=False)
class StepData(Data):
    """A table, with two of its features after each step of both scalings, and the cost after each step."""

    pair: TwoTexts  # Names of the two features
    steps: Mapping[str, ScalingSteps]  # The two features after each step, by the name of the scaling
    costs: Mapping[str, list[LeastSquares]]  # The cost over the features after each step
    minimizers: Mapping[str, list[Array]]  # Bias and weights at which each cost is lowest


class Scaled(NamedTuple):
    sphering: ScalingSteps  # The two features after each step
    normalization: ScalingSteps
    newton: dict[str, DescentTrace]
    conditions: dict[str, Array]  # (4,): Condition number of the cost's Hessian, bias included, after each step
    minimum: float  # The lowest least squares cost


def condition_panel(conditions: Array, scaling: Choice, step: Stepper) -> Panel:
    """Draw the condition numbers, shape (2, 4), after the steps so far."""
    passed = np.where(np.tri(len(STEPS), dtype=bool), conditions[:, None], np.nan)
    now = Frames(np.eye(len(STEPS), dtype=int), step)
    styles = [Style("", "quiet"), Style("", "accent", glyph="◂")]
    return Panel(
        "Condition number after each step",
        [Bars(STEPS, Frames(passed, scaling, step), style=now, styles=styles, baseline=1.0)],
        x=Axis("condition number", scale="log", floor=1.0, domain=(1.0, float(conditions.max()) * 1.5)),
        row=1,
        column=1,
        column_span=2,
        height=150,
    )


def over_steps(values: Mapping[str, Iterable[Any]]) -> list[list[Any]]:
    """Return the value at each step for each scaling."""
    # Standard normalization does not rotate, so its step 2 repeats step 1.
    rotated, plain = list(values["PCA-sphering"]), list(values["standard normalization"])
    return [rotated, [plain[0], plain[1], plain[1], plain[2]]]


def data_panel(data: StepData, over: Over, x: Any, y: Any) -> Panel:
    """Draw the two features at each step, and where zero is."""
    points: Array = np.array(over_steps({name: steps.points for name, steps in data.steps.items()}))
    points = points[:, :, :: -(-points.shape[2] // MOST_DOTS)]
    middles = np.zeros((*points.shape[:2], 2))
    middles[:, 0] = (points[:, 0].min(axis=1) + points[:, 0].max(axis=1)) / 2  # the raw data may lie far from zero
    domains = _square(points, middles, over)
    return Panel(
        "The data",
        [Rule(x=0.0), Rule(y=0.0), Dots(*xy(points, *over), size=4)],
        x=Axis(x, domain=domains[0]),
        y=Axis(y, domain=domains[1]),
        aspect=1,
        height=330,
        says=Frames([[f"The data, {name}" for name in each] for each in (STEPS, NORMALIZED)], *over),
    )


def _square(points: Array, middles: Array, over: Over) -> tuple[Frames, Frames]:
    """Return the ends of two axes around the middle of the points at each step, which are equally long."""
    reach = ROOM * np.nanmax(np.abs(points - middles[:, :, None]), axis=(2, 3), keepdims=True)[..., 0]
    ends = np.stack([middles - reach, middles + reach], axis=-1)
    return Frames(ends[..., 0, :], *over), Frames(ends[..., 1, :], *over)


def contour_panel(data: StepData, over: Over) -> Panel:
    outlines = {}
    for name, costs in data.costs.items():
        centred = [outline(cost, best) for cost, best in zip(costs[1:], data.minimizers[name][1:], strict=True)]
        outlines[name] = [centred[0], *centred]  # with the best bias for each pair, centring changes no contour
    lines = np.array(over_steps(outlines))
    middles = np.array(over_steps({name: [best[1:] for best in each] for name, each in data.minimizers.items()}))
    sides = _square(lines, middles, over)
    return Panel(
        "Cost over the two weights",
        [
            Line(*xy(lines, *over), color="quiet", width=1.5),
            Dots(*xy(middles[:, :, None], *over), color="accent", size=8),
        ],
        x=Axis(WEIGHTS[0], domain=sides[0]),
        y=Axis(WEIGHTS[1], domain=sides[1]),
        column=1,
        aspect=1,
        height=330,
    )


def newton_panel(data: StepData, trace: Scaled, inputs: Inputs, scaling: Choice, step: Stepper) -> Panel:
    """Draw one simplified Newton step over the scaled features, at the last step only."""
    point, begin = inputs.controls["start"], inputs.values["start"]
    lines = np.array([outline(data.costs[name][-1], data.minimizers[name][-1]) for name in SCALINGS])
    best = np.array([data.minimizers[name][-1][1:] for name in SCALINGS])
    ends = np.array([trace.newton[name].final.weights[1:] for name in SCALINGS])
    # An arrow may leave the panel; the readout gives the cost at its end.
    return Panel(
        "A simplified Newton step",
        [
            Line(*xy(lines, scaling), color="quiet", width=1.5),
            Dots(*xy(best[:, None], scaling), color="accent", size=8),
            Text(*xy(best - [0.0, 0.14 * point.y[1]], scaling), "minimum"),
            Arrow(begin[0], begin[1], *xy(ends, scaling), color="primary", width=2.5),
            Handle(point, label="start"),
        ],
        x=Axis(f"{WEIGHTS[0]}, scaled", domain=point.x),
        y=Axis(f"{WEIGHTS[1]}, scaled", domain=point.y),
        column=2,
        aspect=1,
        height=330,
        empty=Frames([*["Go to the last step: this Newton step is over the scaled features."] * (len(STEPS) - 1), ""], step),
    )


def covariance_panel(data: StepData, over: Over, first: str, second: str) -> Panel:
    matrices = over_steps({name: steps.covariances for name, steps in data.steps.items()})
    rows = [
        [_rows(matrix, k, (first, second), name) for k, matrix in enumerate(each)]
        for name, each in zip(SCALINGS, matrices, strict=True)
    ]
    return Panel(
        "Covariances",
        [
            Table(
                ["covariance", "1", "2"],
                Frames(rows, *over),
                style=np.array([[0, 1, 0], [0, 0, 1]]),
                styles=[Style(""), Style("variance", "accent", look="lit")],
            )
        ],
        row=1,
        height=150,
    )


def outline(cost: LeastSquares, best: Array) -> Array:
    """Return the contours around the best weights, with the best bias for each pair: ellipses, separated by NaN."""
    hessian = cost.hessian()
    inner = hessian[1:, 1:] - np.outer(hessian[1:, 0], hessian[0, 1:]) / hessian[0, 0]
    explained = float(cost.value(np.array([best[0] + best[1:] @ hessian[1:, 0] / hessian[0, 0], 0.0, 0.0])) - cost.value(best))
    # Features that explain nothing get contours up to a hundredth of the output's variance.
    size = max(explained, 0.01 * float(cost.y.var()))
    rings = [contour_ellipse(inner, share * size, center=best[1:]).points(CORNERS) for share in HEIGHTS]
    return np.concatenate([np.vstack([ring, [[np.nan, np.nan]]]) for ring in rings])


def _rows(matrix: Array, k: int, names: TwoTexts, scaling: str) -> Rows:
    turned = k >= 2 and scaling == SCALINGS[0]
    labels = ("direction 1", "direction 2") if turned else names
    rounding = 1e-9 * np.sqrt(np.outer(matrix.diagonal(), matrix.diagonal()))
    numbers = [[format_number(each) for each in row] for row in np.where(np.abs(matrix) < rounding, 0.0, matrix)]
    return [[label, *row] for label, row in zip(labels, numbers, strict=True)]
