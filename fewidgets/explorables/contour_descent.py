"""Gradient descent on a cost's contours, over input as it is and scaled (section 9.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fewidgets.algorithms import DescentTrace, gradient_descent
from fewidgets.algorithms._numerics.arguments import as_choice, as_count, as_number
from fewidgets.algorithms.optimization.costs import COSTS, REDUCTIONS
from fewidgets.data import fetch_toy_classification, fetch_toy_regression, make_line
from fewidgets.explorables.framework.explorable import Explorable, State
from fewidgets.explorables.framework.intake import Data
from fewidgets.explorables.shared.cost_surface import (
    RAW,
    STANDARDIZED,
    Box,
    Landscape,
    box_around,
    contours,
    landscapes,
    together,
)
from fewidgets.scene import (
    Axis,
    Choice,
    Contours,
    Control,
    Dots,
    Frames,
    Handle,
    Line,
    Number,
    Panel,
    Path,
    Point,
    Readout,
    Scene,
    Stepper,
    Style,
    Template,
    format_number,
)
from fewidgets.scene.legible import labels_of

MOST_STEPS = 500  # every step's model is part of the picture
MOST_DOTS = 400
CURVE, BEND = 15, 5.0  # points of a softmax model's curve, and from which output on it hardly bends
DOWN = 0.01  # "99 % of the way down"
OFTEN = 0.15  # a path zig-zags if this share of its steps turns back
FAR = 30.0  # what diverges is drawn as far as this, in sides of its panel

#: Settings of the chapter's examples; their data are fetched.
PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "9.4": {"cost": "least_squares", "start": (0.0, 0.0), "step_length": 0.1, "steps": 100, "scaled_steps": 20},
        "9.5": {
            "cost": "softmax",
            "start": (20.0, 30.0),
            "step_length": 1.0,
            "steps": 100,
            "scaled_step_length": 10.0,
            "scaled_steps": 25,
        },
    }
)


class Run(NamedTuple):
    """A descent, and how far down it has come.

    Attributes
    ----------
    trace : DescentTrace
        What happened.
    landscape : Landscape
        Where.
    step_length : float
        How far each step goes, in gradients.
    down : int or None
        The first step at which 99 % of the way down from the start's cost to the lowest one was made.
    """

    trace: DescentTrace
    landscape: Landscape
    step_length: float
    down: int | None


class ContourDescent(Explorable):
    """Gradient descent on a cost's contours, over raw input and over scaled input (section 9.3; Figures 9.14 to 9.16).

    Parameters
    ----------
    X : array-like, shape (P, 1) or (P, 2), or pandas.DataFrame, or a data set
        Examples in rows; one input, so that bias and weight are learned, or two, whose weights are learned while the bias is
        held at its best value. A data set stands alone, without ``y``.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    feature_names : sequence of str, optional
        Go before a table's column names; "x1", "x2" where there are none.
    cost : {"least_squares", "softmax"}
        What is descended.
    reduction : {"mean", "sum"}
        How the cost adds over examples; with the sum, step lengths are P times shorter.
    steps, scaled_steps : int
        Number of steps over raw and over scaled input, 1 to 500; ``scaled_steps`` is ``steps`` if not given.
    start, scaled_start : (float, float), optional
        Where both descents begin: (bias, weight), or the two weights; (0, 0) if not given, and ``scaled_start`` as ``start``.
        They can be dragged within panels that are drawn around these, the minimizers and the paths.
    step_length, scaled_step_length : float, optional
        The step lengths; if not given one over the largest curvature, rounded down to a digit, so that no step overshoots.
        ``scaled_step_length`` is as ``step_length`` where only that is given.
    scaling : {"standardized", "mean-centred", "sphered"}
        Which scaling stands beside the raw input. With one input there is no "sphered": it is the same as "standardized".
    step : int, optional
        Steps shown; all if not given.
    layout : dict or ipywidgets.Layout, optional
        As in every ipywidgets widget.

    Attributes
    ----------
    trace : mapping of str to Run
        The descents over "raw", "mean-centred", "standardized" and, with two inputs, "sphered" input: each Run has its
        DescentTrace, as in ``w.trace["raw"].trace``.
    landscapes : mapping of str to Landscape
        The cost over the input in each scaling: its minimizer, its condition number, the scaled input.
    selected : tuple of str
        The names of the input's features.

    Raises
    ------
    TypeError, ValueError
        If any argument is not as described. The message names the argument, what was seen and what is wanted.

    Notes
    -----
    `preset` gives Examples 9.4 and 9.5 with the chapter's settings. With two inputs the bias is held at its value in the
    minimizer, so that the picture is whole: the cost is a function of the two weights, with the same lowest value in every
    scaling. Step lengths and starting points take a kernel; steps and scalings do not.

    Examples
    --------
    >>> w = ContourDescent([[0.0], [1.0], [2.0], [3.0]], [1.0, 3.0, 5.0, 6.0], step_length=0.1, steps=20)
    >>> for sentence in w.caption.split(". "):
    ...     print(sentence)
    At step 20 the cost is 0.0784 raw, 0.0773 standardized; the lowest is 0.0750
    Raw: contours 3.76 times as long as wide (condition number 14.1), 99 % of the way down after 2 steps
    Standardized: circular contours (condition number 1), 99 % of the way down after 11 steps.
    >>> w.trace["raw"].trace.final.weights.round(2), w.landscapes["standardized"].minimizer.round(2)
    (array([1.1 , 1.75]), array([3.75, 1.9 ]))
    """

    lesson = "9.3_feature_scaling.ipynb"
    section = "9.3"
    description = (
        "Drag the start of gradient descent on raw and on scaled input, and change the step length. Figures 9.14 to 9.16."
    )

    step = State(0, help="Steps shown of both descents.")
    scaling = State(STANDARDIZED, help="The scaling beside the raw input: 'mean-centred', 'standardized' or 'sphered'.")
    step_length = State(0.1, help="The step length α over raw input.")
    scaled_step_length = State(0.1, help="The step length α over scaled input.")
    start = State((0.0, 0.0), help="Where the descent over raw input begins: (bias, weight), or two weights.")
    scaled_start = State((0.0, 0.0), help="Where the descent over scaled input begins.")

    def __init__(
        self,
        X: ArrayLike,
        y: ArrayLike | None = None,
        *,
        feature_names: Sequence[str] | None = None,
        cost: str = "least_squares",
        reduction: str = "mean",
        steps: int = 100,
        scaled_steps: int | None = None,
        start: tuple[float, float] | None = None,
        scaled_start: tuple[float, float] | None = None,
        step_length: float | None = None,
        scaled_step_length: float | None = None,
        scaling: str = STANDARDIZED,
        step: int | None = None,
        layout: Any = None,
        **unknown: Any,
    ) -> None:
        self._opening: dict[str, Any] = {
            "start": start,
            "scaled_start": start if scaled_start is None else scaled_start,
            "step_length": step_length,
            "scaled_step_length": step_length if scaled_step_length is None else scaled_step_length,
        }
        self._kept: dict[str, tuple[Any, Run]] = {}
        self._ready = False
        longest = max(each for each in (steps, scaled_steps, 0) if isinstance(each, int))
        super().__init__(
            X,
            y,
            feature_names=feature_names,
            settings={"cost": cost, "reduction": reduction, "steps": steps, "scaled_steps": scaled_steps},
            state={**self._opening, "scaling": scaling, "step": longest if step is None else step},
            unknown=unknown,
            layout=layout,
        )

    @classmethod
    def preset(cls, name: str, **changes: Any) -> ContourDescent:
        """Make Example 9.4 or 9.5 with the chapter's data and settings.

        Parameters
        ----------
        name : {"9.4", "9.5"}
            The example: a line and least squares, or two classes and softmax.
        **changes
            Keywords of `ContourDescent` that go before the chapter's.

        Raises
        ------
        ValueError
            If there is no such example.
        FetchError
            If the data are not on this machine and cannot be downloaded.
        """
        settings = PRESETS[as_choice(name, "name", tuple(PRESETS))]
        data = fetch_toy_regression() if name == "9.4" else fetch_toy_classification()
        return cls(data, **{**settings, **changes})

    @classmethod
    def example(cls) -> ContourDescent:
        """Make the one that gallery and tests show."""
        return cls(make_line(), step_length=0.1, steps=60, scaled_steps=20)

    def check_settings(self) -> None:
        settings = self.settings
        as_choice(settings["cost"], "cost", COSTS)
        as_choice(settings["reduction"], "reduction", REDUCTIONS)
        settings["steps"] = as_count(settings["steps"], "steps", 1, MOST_STEPS)
        if settings["scaled_steps"] is not None:
            settings["scaled_steps"] = as_count(settings["scaled_steps"], "scaled_steps", 1, MOST_STEPS)
        for name in ("start", "scaled_start"):
            self._opening[name] = _as_place(self._opening[name], name)
        for name in ("step_length", "scaled_step_length"):
            if self._opening[name] is not None:
                self._opening[name] = as_number(self._opening[name], name, positive=True)

    def inputs_of(self, data: Data) -> Sequence[Control]:
        """Let both descents begin elsewhere, and take longer or shorter steps."""
        if not self._ready:
            self._prepare(data)
        opening, boxes, lengths = self._opening, self._boxes, self._lengths
        return [
            Number("step_length", *lengths[0], start=opening["step_length"], scale="log", label="Step length, raw"),
            Number(
                "scaled_step_length",
                *lengths[1],
                start=opening["scaled_step_length"],
                scale="log",
                label="Step length, scaled",
            ),
            Point("start", *boxes[0], start=opening["start"], label="Start, raw"),
            Point("scaled_start", *boxes[1], start=opening["scaled_start"], label="Start, scaled"),
        ]

    def _prepare(self, data: Data) -> None:
        """Find all that stays: the landscapes, how far the panels reach, and where the sliders end."""
        N = data.X.shape[1]
        if N > 2:
            raise ValueError(f"X has {N} features; wanted 1 or 2, for a cost of two weights to draw: choose columns, X[:, :2]")
        self.landscapes = MappingProxyType(landscapes(data.X, data.y, self.settings["cost"], self.settings["reduction"]))
        opening = self._opening
        steps = self.settings["steps"], self.settings["scaled_steps"] or self.settings["steps"]
        sides = [self.landscapes[RAW]], [each for name, each in self.landscapes.items() if name != RAW]
        boxes, lengths = [], []
        for which, side, count in zip(("", "scaled_"), sides, steps, strict=True):
            surest = min(each.longest_step for each in side if each.name in (RAW, STANDARDIZED))
            given = opening[f"{which}step_length"]
            if given is None:
                given = opening[f"{which}step_length"] = _one_digit(surest / 2)
            lengths.append(_bounds(given, surest))
            runs = [gradient_descent(each.cost, opening[f"{which}start"], given, count) for each in side]
            fixed = [opening[f"{which}start"], *(each.minimizer for each in side if each.minimizer is not None)]
            if side[0].minimizer is None:  # it falls for ever: look where it falls
                fixed += [[0.0, 0.0], *(run.final.weights for run in runs if not run.diverged)]
            boxes.append(box_around(fixed, np.concatenate([run.weights for run in runs])))
        self._boxes, self._lengths = boxes, lengths
        raw, *scaled = (contours(each, boxes[each.name != RAW]) for each in self.landscapes.values())
        self._contours = raw, together(scaled)
        self._ready = True

    def trace_of(self, data: Data) -> Mapping[str, Run]:
        """Descend, over the input in every scaling."""
        return MappingProxyType({name: self._run(landscape) for name, landscape in self.landscapes.items()})

    def _run(self, landscape: Landscape) -> Run:
        """Descend anew only where something has changed: a drag changes one side."""
        if landscape.name == RAW:
            asked = self.start, self.step_length, self.settings["steps"]
        else:
            asked = self.scaled_start, self.scaled_step_length, self.settings["scaled_steps"] or self.settings["steps"]
        kept = self._kept.get(landscape.name)
        if kept is None or kept[0] != asked:
            trace = gradient_descent(landscape.cost, *asked)
            run = Run(trace, landscape, asked[1], _down(trace, landscape))
            self._kept[landscape.name] = kept = asked, run
        return kept[1]

    def scene_of(self, trace: Mapping[str, Run], names: Sequence[str]) -> Scene:
        """Lay both descents out side by side: contours and paths, data and models, costs."""
        raw, *scaled = trace.values()
        count = max(self.settings["steps"], self.settings["scaled_steps"] or 0) + 1
        step = Stepper("step", count, seconds=0.15)
        scaling = Choice("scaling", tuple(trace)[1:], start=STANDARDIZED, label="Scaled", tween=0.8)
        two = self.data.X.shape[1] == 2
        panels = [
            self._slope("Contours, raw input: drag the start", [raw], step, None, names),
            self._slope("Contours, scaled input: drag the start", scaled, step, scaling, names),
        ]
        if two:
            panels = [
                *_inputs(self.data, raw, scaled, scaling),
                *(_moved(panel, 1, side) for side, panel in enumerate(panels)),
            ]
        else:
            panels.append(_models(self.data, raw, scaled, step, scaling, self.settings["cost"] == "softmax"))
        cost = _costs(raw, scaled, step, scaling, self.settings["reduction"])
        panels.append(_moved(cost, 2, 0, 2) if two else _moved(cost, 1, 1))
        return Scene(
            title="Gradient descent, raw and scaled",
            controls=[step, scaling, *self.inputs.values()],
            readouts=_readouts(raw, scaled, step, scaling),
            panels=panels,
            caption=_caption(raw, scaled, step, scaling),
            column_weights=(1.0, 1.0),
        )

    @property
    def selected(self) -> tuple[str, ...]:
        """The names of the input's features: all are in the model."""
        return self.data.feature_names

    def _slope(self, title: str, runs: Sequence[Run], step: Stepper, scaling: Choice | None, names: Sequence[str]) -> Panel:
        """Draw the contours with the path on them."""
        box = self._boxes[scaling is not None]
        x, y, sizes = self._contours[scaling is not None]
        quadratic = runs[0].landscape.quadratic

        def over(values: Any, *, hold: bool = False) -> Any:
            return values if scaling is None else Frames(values, scaling, hold=hold)

        paths = _same_length([_near(run.trace.weights, box) for run in runs])
        paths = paths[0] if scaling is None else paths
        marks: list[Any] = [Contours(over(x, hold=not quadratic), over(y, hold=not quadratic), sizes)]
        if runs[0].landscape.minimizer is not None:
            lowest = np.array([run.landscape.minimizer for run in runs])
            lowest = lowest[0] if scaling is None else lowest
            looks = {"style": np.zeros(1, dtype=int), "styles": [Style("lowest", "positive")]}
            marks.append(Dots(over(lowest[..., :1]), over(lowest[..., 1:]), size=13.0, hollow=True, **looks))
        marks.append(Path(over(paths[..., 0]), over(paths[..., 1]), upto=step))
        marks.append(Handle(self.inputs["start" if scaling is None else "scaled_start"]))
        if len(names) == 1:
            labels = "bias", f"weight of {names[0]}"
        else:
            labels = (
                (f"weight of {names[0]}", f"weight of {names[1]}") if scaling is None else ("first weight", "second weight")
            )
        return Panel(
            title,
            marks,
            x=Axis(labels[0], domain=box[0]),
            y=Axis(labels[1], domain=box[1]),
            column=int(scaling is not None),
            height=430,
            aspect=1.0,
        )


def _as_place(value: Any, name: str) -> tuple[float, float]:
    if value is None:
        return 0.0, 0.0
    if isinstance(value, str) or not isinstance(value, Sequence | np.ndarray) or len(value) != 2:
        raise TypeError(f"{name} is {value!r}; wanted a pair of numbers, one a weight")
    return as_number(value[0], f"{name}[0]"), as_number(value[1], f"{name}[1]")


def _bounds(given: float, surest: float) -> tuple[float, float]:
    """Give the step lengths a slider offers: from far too short to far too long."""
    low, high = min(given, surest / 1000), max(given, surest * 50)
    return float(10.0 ** np.floor(np.log10(low))), float(10.0 ** np.ceil(np.log10(high)))


def _one_digit(value: float) -> float:
    """Round down to one digit."""
    power = int(np.floor(np.log10(value)))
    return float(f"{int(value / 10.0**power)}e{power}")


def _down(trace: DescentTrace, landscape: Landscape) -> int | None:
    """Find the first step from which on all but a hundredth of the way down from the start was made."""
    above = trace.costs - landscape.lowest
    there = above <= DOWN * above[0]
    return int(np.argmax(there)) if there[-1] else None


def _near(path: NDArray[np.float64], box: Box) -> NDArray[np.float64]:
    """Leave out what comes after a path has left for good: no screen has such coordinates."""
    (left, right), (bottom, top) = box
    side = right - left
    away = np.abs(path - [(left + right) / 2, (bottom + top) / 2]).max(axis=1) > FAR * side
    return path[: int(np.argmax(away)) + 1] if away.any() else path


def _same_length(each: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Stack arrays of different length along a new first axis; what is missing is NaN."""
    longest = max(map(len, each))
    return np.stack(
        [np.pad(a.astype(float), [(0, longest - len(a))] + [(0, 0)] * (a.ndim - 1), constant_values=np.nan) for a in each]
    )


def _at_each(values: NDArray[Any], count: int) -> NDArray[Any]:
    """Let a run's values last: what it ended with stands for all steps that it does not take any more."""
    return values[np.minimum(np.arange(count), len(values) - 1)]


def _moved(panel: Panel, row: int, column: int, column_span: int = 1) -> Panel:
    return replace(panel, row=row, column=column, column_span=column_span)


def _inputs(data: Data, raw: Run, scaled: Sequence[Run], scaling: Choice) -> list[Panel]:
    """Draw two inputs, raw and scaled, as Figure 9.14 does."""
    rows = np.unique(np.linspace(0, len(data.X) - 1, min(len(data.X), MOST_DOTS)).astype(int))
    told = "" if len(rows) == len(data.X) else f", {len(rows)} of {len(data.X):,} examples"
    domains = np.array([box_around(run.landscape.X[rows], np.empty((0, 2)), pad=0.06) for run in scaled])
    frames = np.array([run.landscape.X[rows] for run in scaled])
    first = box_around(raw.landscape.X[rows], np.empty((0, 2)), pad=0.06)
    labels = labels_of(data.feature_names)
    x, y = raw.landscape.X[rows].T
    return [
        Panel(
            f"Inputs, raw{told}",
            _classes(x, y, data.y[rows]),
            x=Axis(labels[0], domain=first[0]),
            y=Axis(labels[1], domain=first[1]),
            height=320,
            aspect=1.0,
        ),
        Panel(
            f"Inputs, scaled{told}",
            _classes(frames[..., 0], frames[..., 1], data.y[rows], scaling),
            x=Axis("first scaled input", domain=Frames(domains[:, 0], scaling)),
            y=Axis("second scaled input", domain=Frames(domains[:, 1], scaling)),
            column=1,
            height=320,
            aspect=1.0,
        ),
    ]


def _classes(
    x: NDArray[np.float64], y: NDArray[np.float64], labels: NDArray[np.float64], scaling: Choice | None = None
) -> list[Dots]:
    """Draw dots; those of two classes differ by colour and filling."""

    def over(values: NDArray[np.float64]) -> Any:
        return values if scaling is None else Frames(values, scaling)

    if set(np.unique(labels)) != {-1.0, 1.0}:
        return [Dots(over(x), over(y), color="primary", size=4.5)]
    dots = []
    for label, color in ((1, 0), (-1, 1)):
        kept = labels == label
        meant = [Style(f"label {'+' if label > 0 else '−'}1", color)]
        dots.append(
            Dots(
                over(x[..., kept]),
                over(y[..., kept]),
                size=5.5,
                hollow=label < 0,
                style=np.zeros(kept.sum(), dtype=int),
                styles=meant,
            )
        )
    return dots


def _models(data: Data, raw: Run, scaled: Sequence[Run], step: Stepper, scaling: Choice, classes: bool) -> Panel:
    """Draw one input, the output, and the models that both descents have come to."""
    x = data.X[:, 0]
    low, high = x.min() - 0.06 * np.ptp(x), x.max() + 0.06 * np.ptp(x)
    ends = np.array([[low], [high]])
    beyond = data.y.mean() + FAR * np.ptp(data.y) * np.array([-1.0, 1.0])

    def model(run: Run) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        weights = _at_each(run.trace.weights, step.length)
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
            Line(Frames(scaled_x, scaling, step), Frames(scaled_y, scaling, step), color=1, label="scaled"),
        ],
        x=Axis(labels_of(data.feature_names)[0], domain=(low, high)),
        y=Axis(data.target_name, domain=(data.y.min() - pad, data.y.max() + pad)),
        row=1,
        height=270,
    )


def _where_it_bends(outputs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Choose places, as shares of the way, at which outputs from the first to the second go through tanh's bend evenly."""
    first, last = outputs[:, :1], outputs[:, 1:]
    low, high = (np.clip(each, -BEND, BEND) for each in (first, last))
    wanted = low + (high - low) * np.linspace(0, 1, CURVE - 2)
    span = np.where(last == first, 1.0, last - first)
    shares = np.where(last == first, np.linspace(0, 1, CURVE - 2), np.clip((wanted - first) / span, 0, 1))
    ends = np.zeros_like(first), np.ones_like(first)
    return np.hstack([ends[0], shares, ends[1]])


def _costs(raw: Run, scaled: Sequence[Run], step: Stepper, scaling: Choice, reduction: str) -> Panel:
    """Draw both costs over the steps, down to the lowest there is."""
    runs = [raw, *scaled]
    highest = max(min(run.trace.costs.max(), FAR * run.trace.costs[0]) for run in runs)
    low = max(raw.landscape.lowest, 1e-5 * highest)
    bottom, top = _one_digit(0.7 * low), 1.4 * _one_digit(1.6 * highest)
    every = np.arange(step.length)
    histories = [np.minimum(run.trace.costs, 1e6 * top) for run in runs]
    lines = [np.pad(h, (0, step.length - len(h)), constant_values=np.nan) for h in histories]
    at = [np.minimum(every, len(h) - 1) for h in histories]
    values = [_at_each(h, step.length) for h in histories]
    ends, low = np.array([0, step.length - 1]), np.full(2, raw.landscape.lowest)
    lowest = [Line(ends, low, color="positive", dash=1, label="lowest", label_at="none")] if low[0] > bottom else []
    shown = [np.where(each <= top, each, np.nan) for each in values]
    return Panel(
        "Cost at each step",
        [
            *lowest,
            Line(every, lines[0], color=0, label="raw", label_at="none"),
            Line(every, Frames(lines[1:], scaling), color=1, label="scaled", label_at="none"),
            Dots(at[0], shown[0], at=step, color=0, size=8.0),
            Dots(Frames(at[1:], scaling), Frames(shown[1:], scaling), at=step, color=1, size=8.0),
        ],
        x=Axis("step", domain=(-0.02 * step.length, step.length), whole=True),
        y=Axis(f"cost ({reduction})", scale="log", domain=(bottom, top), floor=bottom),
        height=270,
        scrub=step,
    )


def _readouts(raw: Run, scaled: Sequence[Run], step: Stepper, scaling: Choice) -> list[Readout]:
    name = Frames([run.landscape.name for run in scaled], scaling)

    def both(label: str, first: Any, second: Any) -> Readout:
        return Readout(label, Template("{first} raw, {second} {name}", first=first, second=second, name=name))

    conditions = [_number(run.landscape) for run in scaled]
    down = [f"over {run.trace.n_steps}" if run.down is None else str(run.down) for run in (raw, *scaled)]
    return [
        both("Cost", *_cost_frames(raw, scaled, step, scaling)),
        both("Condition number", _number(raw.landscape), Frames(conditions, scaling)),
        both("99 % down after", down[0], Frames(down[1:], scaling)),
    ]


def _cost_frames(raw: Run, scaled: Sequence[Run], step: Stepper, scaling: Choice) -> tuple[Frames, Frames]:
    each = [_at_each(run.trace.costs, step.length) for run in (raw, *scaled)]
    return Frames(each[0], step), Frames(each[1:], scaling, step, hold=True)


def _number(landscape: Landscape) -> str:
    return "none" if landscape.condition is None else format_number(round(landscape.condition.number, 6), 3)


def _caption(raw: Run, scaled: Sequence[Run], step: Stepper, scaling: Choice) -> Template:
    """Say where both are, and how each landscape makes its path go."""
    first, second = _cost_frames(raw, scaled, step, scaling)
    ended = [
        f" (its last step is {run.trace.n_steps})" if run.trace.n_steps < step.length - 1 else "" for run in (raw, *scaled)
    ]
    lowest = (
        "it has no lowest"
        if raw.landscape.minimizer is None
        else f"the lowest is {format_number(_clean(raw.landscape.lowest, raw), 3)}"
    )
    return Template(
        "At step {step} the cost is {first} raw{raw_end}, {second} {name}{end}; {lowest}. Raw: {raw_told}. {told}.",
        step=step,
        first=first,
        second=second,
        name=Frames([run.landscape.name for run in scaled], scaling),
        raw_end=ended[0],
        end=Frames(ended[1:], scaling),
        lowest=lowest,
        raw_told=_told(raw),
        told=Frames([f"{run.landscape.name.capitalize()}: {_told(run)}" for run in scaled], scaling),
    )


def _clean(lowest: float, run: Run) -> float:
    """Say 0 of what is 0 but for rounding."""
    return 0.0 if lowest < 1e-12 * run.trace.costs[0] else lowest


def _told(run: Run) -> str:
    """Say how long the contours are, and what the path does on them."""
    trace, landscape = run.trace, run.landscape
    if landscape.condition is None:
        shape = "the classes can be separated, so the cost falls for ever and the weights grow for ever"
    elif landscape.condition.number < 1.005:
        shape = "circular contours (condition number 1)"
    else:
        ratio = format_number(float(np.sqrt(landscape.condition.number)), 3)
        shape = f"contours {ratio} times as long as wide (condition number {_number(landscape)})"
    return f"{shape}, {_fared(trace, landscape, run)}"


def _fared(trace: DescentTrace, landscape: Landscape, run: Run) -> str:
    """Say what became of a descent."""
    surest = format_number(float(f"{landscape.longest_step:.3g}"), 3)  # 0.9999… is 1
    if trace.diverged:
        return f"the path diverges: the step length must stay below {surest}"
    zigzags = trace.n_turns >= max(3, OFTEN * trace.n_steps)
    zigzag = f"the path zig-zags ({trace.n_turns} turns back)" if zigzags else ""
    above = trace.costs - landscape.lowest
    if landscape.condition is None:
        return zigzag or f"the cost is down to {format_number(float(trace.costs[-1]), 3)} after {trace.n_steps} steps"
    if not above[0] > 1e-12 * abs(trace.costs[0]):
        return "the path starts at the lowest point"
    joined = f"{zigzag}, " if zigzag else ""
    if run.down is not None:
        return f"{joined}99 % of the way down after {run.down} step{'s' if run.down != 1 else ''}"
    if above[-1] > (1 + 1e-9) * above[0]:
        return f"{joined}higher than at the start: the step length is too long"
    left = format_number(round(100 * float(above[-1] / above[0]), 1), 2)
    return f"{joined}{left} % of the way down still to go after {trace.n_steps} steps"
