"""Gradient descent on the contours of a cost, over raw and over scaled input (section 9.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms._numerics.arguments import as_choice, as_count, as_number
from fewidgets.algorithms.optimization.cost_names import COSTS, REDUCTIONS
from fewidgets.data import fetch_toy_classification, fetch_toy_regression, make_line
from fewidgets.explorables.contour_descent.descents import DescentData, Run, descend, descent_data
from fewidgets.explorables.contour_descent.panels import (
    contour_panel,
    cost_panel,
    input_panels,
    model_panel,
    weight_names,
)
from fewidgets.explorables.contour_descent.words import describe_descents
from fewidgets.explorables.framework.aliases import Controls, Ends, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import Data, TableLike
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.naming import naming
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.cost_surface import RAW, STANDARDIZED, Landscape
from fewidgets.explorables.shared.curvature_checks import check_curved
from fewidgets.explorables.shared.reveals import keeping
from fewidgets.scene import Choice, Number, Point, Scene, Stepper
from fewidgets.scene.types import NameTuple

MOST_STEPS = 500  # every step's model is part of the picture

#: Settings of the chapter's examples; their data are fetched.
PRESETS: Mapping[str, Values] = MappingProxyType(
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


class ContourDescent(Explorable):
    """Run gradient descent on the contours of a cost, over raw and over scaled input (section 9.3; Figures 9.14 to 9.16).

    With one input, bias and weight are learned. With two inputs, their weights are learned, and the bias is held at its best
    value. Step lengths and starting points need a kernel; steps and scalings do not.

    Parameters
    ----------
    X : array-like, shape (P, 1) or (P, 2), or pandas.DataFrame, or a data set
        Examples in rows. A data set brings its own ``y``.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    cost : {"least_squares", "softmax"}
        The cost.
    reduction : {"mean", "sum"}
        How the cost adds over the examples. Step lengths for the sum are P times shorter.
    steps, scaled_steps : int
        Number of steps over raw and over scaled input, 1 to 500. The default of ``scaled_steps`` is ``steps``.
    start, scaled_start : (float, float), optional
        Where the descents begin: (bias, weight), or the two weights; (0, 0) by default, and ``start`` for ``scaled_start``.
    step_length, scaled_step_length : float, optional
        The step lengths. The default is one over the largest curvature, rounded down to one digit, so that no step overshoots.
        If only ``step_length`` is given, it holds for both.
    scaling : {"standardized", "mean-centred", "sphered"}
        The scaling to compare with the raw input; sphering needs two inputs.
    step : int
        Number of steps shown.
    reveal : {"all", "visited"}
        Whether to draw whole curves, or only what the steps have passed so far.
    feature_names, layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    visited : (int, int)
        The first and the last step so far, if the costs are revealed step by step.
    trace : mapping of str to Run
        The descents over "raw", "mean-centred", "standardized" and "sphered" input, as in ``w.trace["raw"].trace``.
    landscapes : mapping of str to Landscape
        The cost in each scaling, with its minimizer, its condition number and the scaled input.
    selected : tuple of str
        The names of the input's features.

    Examples
    --------
    >>> w = ContourDescent([[0.0], [1.0], [2.0], [3.0]], [1.0, 3.0, 5.0, 6.0], step_length=0.1, steps=20, step=20)
    >>> w.trace["raw"].trace.final.weights.round(2), w.landscapes["standardized"].minimizer.round(2)
    (array([1.1 , 1.75]), array([3.75, 1.9 ]))
    """

    lesson = "9.3_feature_scaling.ipynb"
    section = "9.3"
    description = (
        "Drag the start of gradient descent on raw and on scaled input, and change the step length. Figures 9.14 to 9.16."
    )

    opens_with = ("start", "scaled_start", "step_length", "scaled_step_length")

    step, scaling, step_length, scaled_step_length, start, scaled_start = State(), State(), State(), State(), State(), State()
    visited = State((0, 0))

    def __init__(
        self,
        X: TableLike,
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
        step: int = 0,
        reveal: str = "all",
        **common: Unpack[Common],
    ) -> None:
        state = {
            "start": start,
            "scaled_start": start if scaled_start is None else scaled_start,
            "step_length": step_length,
            "scaled_step_length": step_length if scaled_step_length is None else scaled_step_length,
        }
        self.opening: Values = MappingProxyType(state)
        self.take_arguments(**state)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> ContourDescent:
        """Make Example "9.4" or "9.5" with the chapter's data and settings.

        ``changes`` are keywords used instead of the chapter's. FetchError if the data cannot be downloaded.
        """
        settings = PRESETS[as_choice(name, "name", tuple(PRESETS))]
        data = fetch_toy_regression() if name == "9.4" else fetch_toy_classification()
        return cls(data, **{**settings, **changes})

    @classmethod
    def example(cls) -> ContourDescent:
        return cls(make_line(), step_length=0.1, steps=60, scaled_steps=20, step=60)

    def settings_of(self, given: Values) -> Values:
        as_choice(given["cost"], "cost", COSTS)
        as_choice(given["reduction"], "reduction", REDUCTIONS)
        scaled = given["scaled_steps"]
        return {
            **given,
            "steps": as_count(given["steps"], "steps", 1, MOST_STEPS),
            "scaled_steps": None if scaled is None else as_count(scaled, "scaled_steps", 1, MOST_STEPS),
        }

    def data_of(self, table: Data) -> DescentData:
        settings, opening = self.settings, self.opening
        N = table.X.shape[1]
        if N > 2:
            raise ValueError(
                f"X must have 1 or 2 features, so that the cost of two weights can be drawn; got {N}. Choose columns, as in "
                "X[:, :2]."
            )
        counts = settings["steps"], settings["scaled_steps"] or settings["steps"]
        raw, scaled = ((*_opening(opening, side), count) for side, count in zip(("", "scaled_"), counts, strict=True))
        check_curved(table.X, table.feature_names)
        with naming(table.feature_names):
            return descent_data(table, settings["cost"], settings["reduction"], raw, scaled)

    def inputs_of(self, data: DescentData, values: Values) -> Controls:
        raw, scaled = data.raw, data.scaled
        names = [self.labels[name] for name in data.feature_names]
        axes = weight_names(names, scaled=False), weight_names(names, scaled=True)
        return [
            Number("step_length", *raw.lengths, start=raw.step_length, scale="log", label="Step length, raw", rare=True),
            Number(
                "scaled_step_length",
                *scaled.lengths,
                start=scaled.step_length,
                scale="log",
                label="Step length, scaled",
                rare=True,
            ),
            Point("start", *raw.boxes[-1], start=raw.start, axes=axes[0], label="Start, raw", rare=True),
            Point("scaled_start", *scaled.boxes[-1], start=scaled.start, axes=axes[1], label="Start, scaled", rare=True),
        ]

    def trace_of(self, data: DescentData, values: Values) -> Mapping[str, Run]:
        runs = {RAW: descend(data.landscapes[RAW], values["start"], values["step_length"], data.raw.steps)}
        for each in data.scaled.landscapes:
            runs[each.name] = descend(each, values["scaled_start"], values["scaled_step_length"], data.scaled.steps)
        return MappingProxyType(runs)

    def scene_of(self, trace: Mapping[str, Run], names: Names, inputs: Inputs) -> Scene:
        data, cost = self.data, self.settings["cost"]
        raw, *scaled = trace.values()
        length = max(data.raw.steps, self.settings["scaled_steps"] or 0) + 1
        step = Stepper("step", length, seconds=0.15, visited=keeping(self.settings))
        scaling = Choice("scaling", tuple(trace)[1:], start=STANDARDIZED, label="Scaled")
        starts = inputs.controls["start"], inputs.controls["scaled_start"]
        two = data.X.shape[1] == 2
        span = 2 if two else 1
        panels = [
            contour_panel([raw], data.raw, starts[0], step, None, names, span),
            contour_panel(scaled, data.scaled, starts[1], step, scaling, names, span),
            cost_panel(raw, scaled, step, scaling, self.settings["reduction"], span),
        ]
        if two:
            first, second = input_panels(data, raw, scaled, scaling)
            panels = [panels[0], first, panels[1], second, panels[2]]
        else:
            panels.insert(2, model_panel(data, raw, scaled, step, scaling, cost == "softmax"))
        alone = not any(self.shows(panel.title) for panel in panels[1:])
        return Scene(
            title="Gradient descent over raw and scaled input",
            controls=[step, scaling, *inputs.controls.values()],
            panels=panels,
            caption=describe_descents(raw, scaled, step, scaling, alone=alone),
            column_weights=(1.0,) * 2 * span,
        )

    @property
    def landscapes(self) -> Mapping[str, Landscape]:
        return self.data.landscapes

    @property
    def selected(self) -> NameTuple:
        return self.data.feature_names


def _opening(given: Values, side: str) -> tuple[Ends, float | None]:
    start, length = f"{side}start", f"{side}step_length"
    step_length = None if given[length] is None else as_number(given[length], length, positive=True)
    return _as_place(given[start], start), step_length


def _as_place(value: Any, name: str) -> Ends:
    if value is None:
        return 0.0, 0.0
    if isinstance(value, str) or not isinstance(value, Sequence | np.ndarray) or len(value) != 2:
        raise TypeError(f"{name} must be a pair of numbers, one per weight; got {value!r}")
    return as_number(value[0], f"{name}[0]"), as_number(value[1], f"{name}[1]")
