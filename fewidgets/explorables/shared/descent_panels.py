"""Panels of gradient descents side by side, over raw and over scaled input: contours, data, models, costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.intake import Data
from fewidgets.explorables.shared.cost_surface import Box, box_around
from fewidgets.explorables.shared.descents import FAR, Run, Side, one_digit
from fewidgets.explorables.shared.reveals import reveal_by
from fewidgets.scene import Axis, Choice, Contours, Dots, Frames, Handle, Line, Mark, Panel, Path, Point, Stepper, Style
from fewidgets.scene.legible import labels_of

MOST_DOTS = 400
CURVE, BEND = 15, 5.0  # points of a softmax model's curve, and the output from which on it hardly bends


def contour_panel(
    runs: Sequence[Run],
    side: Side,
    start: Point,
    step: Stepper,
    scaling: Choice | None,
    names: Sequence[str],
    row: int,
) -> Panel:
    """Draw the contours of one side with the paths on them; without ``scaling``, it is the side of the raw input."""
    x, y, sizes = side.contours
    quadratic = runs[0].landscape.quadratic

    def over(values: Any, *, hold: bool = False) -> Any:
        return values if scaling is None else Frames(values, scaling, hold=hold)

    paths = _same_length([_near(run.trace.weights, box) for run, box in zip(runs, side.boxes, strict=True)])
    paths = paths[0] if scaling is None else paths
    marks: list[Mark] = [Contours(over(x, hold=not quadratic), over(y, hold=not quadratic), sizes)]
    minimizers = [run.landscape.minimizer for run in runs if run.landscape.minimizer is not None]
    if minimizers:
        lowest = minimizers[0] if scaling is None else np.array(minimizers)
        dots = over(lowest[..., :1]), over(lowest[..., 1:])
        marks.append(Dots(*dots, size=13.0, hollow=True, style=np.zeros(1, dtype=int), styles=[Style("lowest", "positive")]))
    marks += [Path(over(paths[..., 0]), over(paths[..., 1]), upto=step), Handle(start)]
    labels = weight_names(names, scaled=scaling is not None)
    boxes = np.array(side.boxes)
    domain: Any = side.boxes[-1] if (boxes == boxes[-1]).all() else [over(boxes[:, axis]) for axis in (0, 1)]
    return Panel(
        f"Contours, {'raw' if scaling is None else 'scaled'} input: drag the start",
        marks,
        x=Axis(labels[0], domain=domain[0]),
        y=Axis(labels[1], domain=domain[1]),
        row=row,
        column=int(scaling is not None),
        height=430,
        aspect=1.0,
        main=scaling is None,
    )


def weight_names(names: Sequence[str], *, scaled: bool) -> tuple[str, str]:
    # Sphering mixes the inputs, so the weights of two scaled inputs are only numbered.
    if len(names) == 1:
        return "bias", f"weight of {names[0]}"
    return ("first weight", "second weight") if scaled else (f"weight of {names[0]}", f"weight of {names[1]}")


def _near(path: Array, box: Box) -> Array:
    """Cut a path that leaves the panel far behind, because no screen has such coordinates."""
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


def _same_length(each: Sequence[Array]) -> Array:
    """Stack arrays of different lengths along a new first axis, padded with NaN."""
    longest = max(map(len, each))
    return np.stack(
        [np.pad(a.astype(float), [(0, longest - len(a))] + [(0, 0)] * (a.ndim - 1), constant_values=np.nan) for a in each]
    )


def at_each(values: NDArray[Any], count: int) -> NDArray[Any]:
    """Repeat the last value of a run for all steps after its end."""
    return values[np.minimum(np.arange(count), len(values) - 1)]


def input_panels(data: Data, raw: Run, scaled: Sequence[Run], scaling: Choice) -> list[Panel]:
    """Draw two inputs, raw and scaled, as in Figure 9.14."""
    rows = np.unique(np.linspace(0, len(data.X) - 1, min(len(data.X), MOST_DOTS)).astype(int))
    sample = "" if len(rows) == len(data.X) else f", {len(rows)} of {len(data.X):,} examples"
    domains = np.array([box_around(run.landscape.X[rows], np.empty((0, 2)), pad=0.06) for run in scaled])
    frames = np.array([run.landscape.X[rows] for run in scaled])
    first = box_around(raw.landscape.X[rows], np.empty((0, 2)), pad=0.06)
    labels = labels_of(data.feature_names)
    x, y = raw.landscape.X[rows].T
    return [
        Panel(
            f"Inputs, raw{sample}",
            _classes(x, y, data.y[rows]),
            x=Axis(labels[0], domain=first[0]),
            y=Axis(labels[1], domain=first[1]),
            height=320,
            aspect=1.0,
        ),
        Panel(
            f"Inputs, scaled{sample}",
            _classes(frames[..., 0], frames[..., 1], data.y[rows], scaling),
            x=Axis("first scaled input", domain=Frames(domains[:, 0], scaling)),
            y=Axis("second scaled input", domain=Frames(domains[:, 1], scaling)),
            column=1,
            height=320,
            aspect=1.0,
        ),
    ]


def _classes(x: Array, y: Array, labels: Array, scaling: Choice | None = None) -> list[Dots]:
    def over(values: Array) -> Any:
        return values if scaling is None else Frames(values, scaling)

    if set(np.unique(labels)) != {-1.0, 1.0}:
        return [Dots(over(x), over(y), color="primary", size=4.5)]
    dots = []
    for label, color in ((1, 0), (-1, 1)):
        kept = labels == label
        named = [Style(f"label {'+' if label > 0 else '−'}1", color)]
        dots.append(
            Dots(
                over(x[..., kept]),
                over(y[..., kept]),
                size=5.5,
                hollow=label < 0,
                style=np.zeros(kept.sum(), dtype=int),
                styles=named,
            )
        )
    return dots


def model_panel(data: Data, raw: Run, scaled: Sequence[Run], step: Stepper, scaling: Choice, classes: bool) -> Panel:
    """Draw one input, the output, and the present models of both descents."""
    x = data.X[:, 0]
    low, high = x.min() - 0.06 * np.ptp(x), x.max() + 0.06 * np.ptp(x)
    ends = np.array([[low], [high]])
    beyond = data.y.mean() + FAR * np.ptp(data.y) * np.array([-1.0, 1.0])

    def model(run: Run) -> tuple[Array, Array]:
        weights = at_each(run.trace.weights, step.length)
        outputs = weights[:, :1] + weights[:, 1:] * run.landscape.transform(ends)[:, 0]
        if classes:
            shares = _where_it_bends(outputs)
            return low + (high - low) * shares, np.tanh((outputs[:, :1] + np.diff(outputs) * shares) / 2)
        return np.broadcast_to(ends[:, 0], outputs.shape), np.clip(outputs, *beyond)

    (raw_x, raw_y), *others = (model(run) for run in (raw, *scaled))
    scaled_x, scaled_y = (np.array(each) for each in zip(*others, strict=True))
    rows = np.unique(np.linspace(0, len(x) - 1, min(len(x), MOST_DOTS)).astype(int))
    pad = 0.12 * np.ptp(data.y)
    return Panel(
        "Data and both models" + ("" if len(rows) == len(x) else f", {len(rows)} of {len(x):,} examples"),
        [
            Dots(x[rows], data.y[rows], color="quiet", size=5.0),
            Line(Frames(raw_x, step), Frames(raw_y, step), color=0, label="raw"),
            Line(Frames(scaled_x, scaling, step), Frames(scaled_y, scaling, step), color=1, dash=3, label="scaled"),
        ],
        x=Axis(labels_of(data.feature_names)[0], domain=(low, high)),
        y=Axis(data.target_name, domain=(data.y.min() - pad, data.y.max() + pad)),
        row=1,
        height=270,
    )


def _where_it_bends(outputs: Array) -> Array:
    """Choose places, as shares of the range, at which a softmax model is drawn: most of them where tanh bends."""
    first, last = outputs[:, :1], outputs[:, 1:]
    low, high = (np.clip(each, -BEND, BEND) for each in (first, last))
    wanted = low + (high - low) * np.linspace(0, 1, CURVE - 2)
    span = np.where(last == first, 1.0, last - first)
    shares = np.where(last == first, np.linspace(0, 1, CURVE - 2), np.clip((wanted - first) / span, 0, 1))
    ends = np.zeros_like(first), np.ones_like(first)
    return np.hstack([ends[0], shares, ends[1]])


def cost_panel(raw: Run, scaled: Sequence[Run], step: Stepper, scaling: Choice, reduction: str, *, below: bool) -> Panel:
    """Draw both costs over the steps, and the lowest cost."""
    runs = [raw, *scaled]
    highest = max(min(run.trace.costs.max(), FAR * run.trace.costs[0]) for run in runs)
    low = max(raw.landscape.lowest, 1e-5 * highest)
    bottom, top = one_digit(0.7 * low), 1.4 * one_digit(1.6 * highest)
    every = np.arange(step.length)
    histories = [np.minimum(run.trace.costs, 1e6 * top) for run in runs]
    lines = [np.pad(h, (0, step.length - len(h)), constant_values=np.nan) for h in histories]
    at = [np.minimum(every, len(h) - 1) for h in histories]
    values = [at_each(h, step.length) for h in histories]
    ends, low = np.array([0, step.length - 1]), np.full(2, raw.landscape.lowest)
    lowest = [Line(ends, low, color="positive", dash=1, label="lowest", label_at="none")] if low[0] > bottom else []
    shown = [np.where(each <= top, each, np.nan) for each in values]
    seen = reveal_by(step)
    return Panel(
        "Cost at each step",
        [
            *lowest,
            Line(every, lines[0], color=0, label="raw", label_at="none", reveal=seen),
            Line(every, Frames(lines[1:], scaling), color=1, dash=3, label="scaled", label_at="none", reveal=seen),
            Dots(at[0], shown[0], at=step, color=0, size=8.0),
            Dots(Frames(at[1:], scaling), Frames(shown[1:], scaling), at=step, color=1, size=8.0),
        ],
        x=Axis("step", domain=(-0.02 * step.length, step.length), whole=True),
        y=Axis(f"cost ({reduction})", scale="log", domain=(bottom, top), floor=bottom),
        row=2 if below else 1,
        column=0 if below else 1,
        column_span=2 if below else 1,
        height=270,
        scrub=step,
    )
