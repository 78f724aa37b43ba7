"""Panels of gradient descents side by side, over raw and over scaled input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.contour_descent.descents import FAR, Run, Side, one_digit
from fewidgets.explorables.contour_descent.words import shape_of
from fewidgets.explorables.framework.aliases import Marks, Names
from fewidgets.explorables.framework.intake import Data
from fewidgets.explorables.shared.cost_surface import Box, box_around
from fewidgets.explorables.shared.layout import all_of, held, over, padded, sample, widened, xy
from fewidgets.explorables.shared.reveals import reveal_by
from fewidgets.scene import Axis, Choice, Contours, Dots, Frames, Handle, Line, Panel, Path, Point, Stepper, Text
from fewidgets.scene.text.legible import labels_of
from fewidgets.scene.types import Curve, TwoTexts

MOST_DOTS, SOME, EXAMPLES = 400, ", {} of {:,}", ", {} of {:,} examples"
CURVE, BEND = 15, 5.0  # points of a softmax model's curve, and the output from which on it hardly bends


def contour_panel(
    runs: Sequence[Run],
    side: Side,
    start: Point,
    step: Stepper,
    scaling: Choice | None,
    names: Names,
    span: int,
) -> Panel:
    """Draw the contours of one side with the paths; without ``scaling``, the side of the raw input."""
    x, y, sizes = side.contours
    quadratic, boxes = runs[0].landscape.quadratic, np.array(side.boxes)
    near = [_near(run.trace.weights, box) for run, box in zip(runs, side.boxes, strict=True)]
    paths = np.stack([padded(path, max(map(len, near))) for path in near])
    marks: Marks = [Contours(over(x, scaling, hold=not quadratic), over(y, scaling, hold=not quadratic), sizes)]
    if runs[0].landscape.minimizer is not None:
        lowest = np.array([run.landscape.minimizer for run in runs])
        # Its name is on the side away from the start, and from the number of a last step that reaches it.
        below = np.array([run.trace.weights[0, 1] for run in runs]) <= lowest[:, 1]
        away = np.column_stack([np.full(len(runs), -0.015), np.where(below, 0.05, -0.05)])
        named = lowest + np.ptp(boxes, axis=2) * away
        marks += [
            Dots(*xy(lowest[:, None], scaling), size=13.0, hollow=True, color="positive"),
            Text(*xy(named, scaling), "lowest", color="positive", anchor="end", least_width=300),
        ]
    marks += [Path(*xy(paths, scaling), upto=step), Handle(start)]
    labels = weight_names(names, scaled=scaling is not None)
    domain: Any = side.boxes[-1] if (boxes == boxes[-1]).all() else [over(boxes[:, axis], scaling) for axis in (0, 1)]
    return Panel(
        f"{'Raw' if scaling is None else 'Scaled'} input: drag the start",
        marks,
        x=Axis(labels[0], domain=domain[0]),
        y=Axis(labels[1], domain=domain[1]),
        column=span * (scaling is not None),
        column_span=span,
        height=430,
        aspect=1.0,
        main=scaling is None,
        says=over([shape_of(run) for run in runs], scaling),
    )


def weight_names(names: Names, *, scaled: bool) -> TwoTexts:
    # Sphering mixes the inputs, so the weights of two scaled inputs are only numbered.
    if len(names) == 1:
        return "bias", f"weight of {names[0]}"
    return ("first weight", "second weight") if scaled else (f"weight of {names[0]}", f"weight of {names[1]}")


def _near(path: Array, box: Box) -> Array:
    """Cut a path far outside the panel, because no screen has such coordinates."""
    (left, right), (bottom, top) = box
    far = FAR * (right - left)
    away = np.abs(path - [(left + right) / 2, (bottom + top) / 2]).max(axis=1) > far
    last = int(np.argmax(away))
    if not away.any():
        return path
    if last == 0:
        return path[:1]
    leap = path[last] - path[last - 1]
    return np.vstack([path[:last], path[last - 1] + leap * min(1.0, 2 * far / np.abs(leap).max())])


def input_panels(data: Data, raw: Run, scaled: Sequence[Run], scaling: Choice) -> list[Panel]:
    rows, note = sample(len(data.X), MOST_DOTS, SOME)
    names = labels_of(data.feature_names), ("first scaled input", "second scaled input")
    panels = []
    for column, (runs, control, (x, y)) in enumerate(zip(([raw], scaled), (None, scaling), names, strict=True)):
        points = np.array([run.landscape.X[rows] for run in runs])
        boxes = np.array([box_around(each, np.empty((0, 2)), pad=0.06) for each in points])
        panels.append(
            Panel(
                f"Inputs, {'scaled' if column else 'raw'}{note}",
                _classes(points, data.y[rows], control),
                x=Axis(x, domain=over(boxes[:, 0], control)),
                y=Axis(y, domain=over(boxes[:, 1], control)),
                row=1,
                column=3 * column,
                height=270,
                aspect=1.0,
            )
        )
    return panels


def _classes(points: Array, labels: Array, scaling: Choice | None) -> list[Dots]:
    def dots(kept: Any, **looks: Any) -> Dots:
        return Dots(*xy(points[:, kept], scaling), **looks)

    if set(np.unique(labels)) != {-1.0, 1.0}:
        return [dots(slice(None), size=4.5)]
    return [
        dots(labels == label, size=5.5, hollow=label < 0, **all_of((labels == label).sum(), name, color))
        for label, name, color in ((1, "label +1", 0), (-1, "label −1", 1))
    ]


def model_panel(data: Data, raw: Run, scaled: Sequence[Run], step: Stepper, scaling: Choice, classes: bool) -> Panel:
    x = data.X[:, 0]
    low, high = widened(x, 0.06)
    ends = np.array([[low], [high]])
    beyond = data.y.mean() + FAR * np.ptp(data.y) * np.array([-1.0, 1.0])

    def model(run: Run) -> Curve:
        weights = held(run.trace.weights, step.length)
        outputs = weights[:, :1] + weights[:, 1:] * run.landscape.transform(ends)[:, 0]
        if classes:
            shares = _where_it_bends(outputs)
            return low + (high - low) * shares, np.tanh((outputs[:, :1] + np.diff(outputs) * shares) / 2)
        return np.broadcast_to(ends[:, 0], outputs.shape), np.clip(outputs, *beyond)

    (raw_x, raw_y), *others = (model(run) for run in (raw, *scaled))
    scaled_x, scaled_y = (np.array(each) for each in zip(*others, strict=True))
    rows, note = sample(len(x), MOST_DOTS, EXAMPLES)
    return Panel(
        f"Both models on the data{note}",
        [
            Dots(x[rows], data.y[rows], color="quiet", size=5.0),
            Line(Frames(raw_x, step), Frames(raw_y, step), color=0, label="raw"),
            Line(Frames(scaled_x, scaling, step), Frames(scaled_y, scaling, step), color=1, dash=3, label="scaled"),
        ],
        x=Axis(labels_of(data.feature_names)[0], domain=(low, high)),
        y=Axis(data.target_name, domain=widened(data.y, 0.12)),
        row=1,
        height=270,
    )


def _where_it_bends(outputs: Array) -> Array:
    """Choose places, as shares of the range, at which a softmax model is drawn."""
    first, last = outputs[:, :1], outputs[:, 1:]
    low, high = (np.clip(each, -BEND, BEND) for each in (first, last))
    evenly = np.linspace(0, 1, CURVE - 2)
    span = np.where(last == first, 1.0, last - first)
    shares = np.where(last == first, evenly, np.clip((low + (high - low) * evenly - first) / span, 0, 1))
    return np.hstack([np.zeros_like(first), shares, np.ones_like(first)])


def cost_panel(raw: Run, scaled: Sequence[Run], step: Stepper, scaling: Choice, reduction: str, span: int) -> Panel:
    runs = [raw, *scaled]
    highest = max(min(run.trace.costs.max(), FAR * run.trace.costs[0]) for run in runs)
    low = max(raw.landscape.lowest, 1e-5 * highest)
    bottom, top = one_digit(0.7 * low), 1.4 * one_digit(1.6 * highest)
    every = np.arange(step.length)
    histories = [np.minimum(run.trace.costs, 1e6 * top) for run in runs]
    lines = [padded(history, step.length) for history in histories]
    at = [np.minimum(every, len(history) - 1) for history in histories]
    values = [held(history, step.length) for history in histories]
    ends, low = np.array([0, step.length - 1]), np.full(2, raw.landscape.lowest)
    lowest = [Line(ends, low, color="positive", dash=1, label="lowest")] if low[0] > bottom else []
    shown = [np.where(each <= top, each, np.nan) for each in values]
    seen = reveal_by(step)
    return Panel(
        "How fast the cost falls",
        [
            *lowest,
            Line(every, lines[0], color=0, label="raw", reveal=seen),
            Line(every, Frames(lines[1:], scaling), color=1, dash=3, label="scaled", reveal=seen),
            Dots(at[0], shown[0], at=step, color=0, size=8.0),
            Dots(Frames(at[1:], scaling), Frames(shown[1:], scaling), at=step, color=1, size=8.0),
        ],
        x=Axis("step", domain=(-0.02 * step.length, step.length), whole=True),
        y=Axis(f"cost ({reduction})", scale="log", domain=(bottom, top), floor=bottom),
        row=1,
        column=1,
        column_span=span,
        height=270,
        scrub=step,
    )
