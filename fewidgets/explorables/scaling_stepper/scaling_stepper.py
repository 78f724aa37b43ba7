from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import (
    LeastSquares,
    ScalingSteps,
    hessian_condition,
    newton,
    normalization_steps,
)
from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import Data, TableLike
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.scaling_stepper.panels import (
    ROOM,
    SCALINGS,
    STEPS,
    WEIGHTS,
    Scaled,
    StepData,
    condition_panel,
    contour_panel,
    covariance_panel,
    data_panel,
    newton_panel,
    outline,
    over_steps,
)
from fewidgets.explorables.shared.curvature_checks import check_independent, check_squares
from fewidgets.explorables.shared.sphering_units import sphered_steps
from fewidgets.scene import (
    Choice,
    Frames,
    Point,
    Scene,
    Stepper,
    format_number,
)
from fewidgets.scene.text.legible import quoted, quoted_all
from fewidgets.scene.types import NameTuple, TwoTexts


class ScalingStepper(Explorable):
    """Centre, rotate and scale two features, and watch the contours of the cost (section 9.5; Figure 9.18).

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        Examples in rows. A data set brings its own ``y``.
    y : array-like, shape (P,)
        Outputs.
    feature_names : sequence of N str, optional
        By default the table's column names, or "x1" … "xN".
    features : pair of str, optional
        The two features; the first two by default.
    step : int
        The last step that is shown: 0 raw, 1 centred, 2 rotated, 3 scaled.
    scaling : {"PCA-sphering", "standard normalization"}
        The method, with or without a rotation.
    start : pair of float, optional
        The two weights from which the simplified Newton step starts.
    layout, panels, present : optional
        As in every explorable: an ipywidgets layout, titles of panels, and True for a projector.

    Attributes
    ----------
    trace : Scaled
        ``trace.sphering`` and ``trace.normalization`` with all points, ``trace.conditions``, ``trace.newton``.
    selected : tuple of str
        The two features.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    The contours show the mean cost of the two weights, with the best bias for each pair. Principal directions have the signs
    that rotate the picture and do not mirror it. Source: section 9.5.2, equation (9.6); Exercises 9.6 and 9.8.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(60, 2)) @ [[2.0, 1.5], [0.0, 0.5]] + [4, 1]
    >>> w = ScalingStepper(X, X @ [1, -1] + rng.normal(size=60), step=3)
    >>> w.trace.conditions["PCA-sphering"][-1].round(6)
    np.float64(1.0)
    >>> bool(w.trace.newton["PCA-sphering"].final.cost - w.trace.minimum < 1e-12)
    True
    """

    lesson = "9.5_sphering.ipynb"
    section = "9.5"
    description = "Centre, rotate and scale the data step by step, and watch the contours of the cost. Figure 9.18."

    step, scaling, start = State(), State(), State()

    def __init__(
        self,
        X: TableLike,
        y: ArrayLike | None = None,
        *,
        feature_names: Names | None = None,
        features: Names | None = None,
        step: int = 0,
        scaling: str = SCALINGS[0],
        start: Sequence[float] | None = None,
        **common: Unpack[Common],
    ) -> None:
        self.take_arguments()

    @classmethod
    def example(cls) -> ScalingStepper:
        from fewidgets.data import load_boston

        return cls(load_boston(), features=("INDUS", "DIS"), step=3)

    def data_of(self, table: Data) -> StepData:
        first, second = self._pair(table.feature_names)
        chosen = table.X[:, [table.feature_names.index(first), table.feature_names.index(second)]]
        check_squares(chosen, (first, second))
        check_independent(chosen, (first, second))
        both = (_turned(sphered_steps(chosen)), normalization_steps(chosen))
        steps = dict(zip(SCALINGS, both, strict=True))
        costs = {name: [LeastSquares(points, table.y) for points in each.points] for name, each in steps.items()}
        minimizers = {name: _minimizers(each, steps[name].points[0].mean(axis=0)) for name, each in costs.items()}
        return StepData(**vars(table), pair=(first, second), steps=steps, costs=costs, minimizers=minimizers)

    def _pair(self, names: Names) -> TwoTexts:
        wanted = self.settings["features"]
        if len(names) < 2:
            raise ValueError("X must have at least two features; got 1")
        if wanted is None:
            wanted = names[:2]
        if isinstance(wanted, str) or not isinstance(wanted, Sequence) or len(wanted) != 2 or wanted[0] == wanted[1]:
            raise ValueError(f"features must be two different names of features; got {wanted!r}")
        for name in wanted:
            if name not in names:
                raise ValueError(f"features must be two of {quoted_all(names)}; got {quoted(name)}")
        return wanted[0], wanted[1]

    def inputs_of(self, data: StepData, values: Values) -> Controls:
        outlines = [outline(data.costs[name][-1], data.minimizers[name][-1]) for name in SCALINGS]
        reach = float(f"{ROOM * max(np.nanmax(np.abs(outline)) for outline in outlines):.1g}")
        start = -0.6 * reach, 0.7 * reach
        return [Point("start", x=(-reach, reach), y=(-reach, reach), start=start, axes=WEIGHTS, label="Start", rare=True)]

    def trace_of(self, data: StepData, values: Values) -> Scaled:
        steps, costs = data.steps, data.costs
        begin = np.array([0.0, *values["start"]])
        jumps = {name: newton(each[-1], begin, steps=1, simplified=True, epsilon=0.0) for name, each in costs.items()}
        numbers = {
            name: [_raw_condition(each[1], steps[name].points[0].mean(axis=0))]
            + [hessian_condition(cost.hessian()).number for cost in each[1:]]
            for name, each in costs.items()
        }
        conditions = {name: np.array(each) for name, each in zip(SCALINGS, over_steps(numbers), strict=True)}
        minimum = float(costs["PCA-sphering"][-1].value(data.minimizers["PCA-sphering"][-1]))
        return Scaled(steps[SCALINGS[0]], steps[SCALINGS[1]], jumps, conditions, minimum)

    def scene_of(self, trace: Scaled, names: Names, inputs: Inputs) -> Scene:
        first, second = (self.labels[name] for name in self.data.pair)
        scaling, step = Choice("scaling", SCALINGS, label="Scaling"), Stepper("step", len(STEPS), seconds=1.6)
        over = (scaling, step)
        x, y = (Frames([[name] * 2 + [f"direction {k}"] * 2, [name] * 4], *over) for k, name in ((1, first), (2, second)))
        conditions = np.array([trace.conditions[name] for name in SCALINGS])
        # A caption tells nothing about a panel that is not shown: a lesson may ask about it later.
        about = [self.shows("A simplified Newton step"), self.shows("Covariances")]
        return Scene(
            title="Scaling, step by step",
            controls=[step, scaling, inputs.controls["start"]],
            panels=[
                data_panel(self.data, over, x, y),
                contour_panel(self.data, over),
                newton_panel(self.data, trace, inputs, scaling, step),
                covariance_panel(self.data, over, first, second),
                condition_panel(conditions, scaling, step),
            ],
            caption=Frames([[_describe(trace, name, k, *about) for k in range(len(STEPS))] for name in SCALINGS], *over),
            column_weights=(1, 1, 1),
        )

    @property
    def selected(self) -> NameTuple:
        """The two features."""
        return self.data.pair


def _turned(steps: ScalingSteps) -> ScalingSteps:
    """Return a sphering that rotates and does not reflect, so that the animation does not fold the picture over."""
    if np.linalg.det(steps.directions) > 0:
        return steps
    flip = np.array([1.0, -1.0])
    points, matrices = steps.points.copy(), steps.matrices.copy()
    points[2:] *= flip
    matrices[2:] *= flip
    covariances = steps.covariances.copy()
    covariances[2:] *= np.outer(flip, flip)
    return replace(steps, points=points, matrices=matrices, covariances=covariances, directions=steps.directions * flip)


def _minimizers(costs: Sequence[LeastSquares], mean: Array) -> list[Array]:
    """Return the bias and the weights at which each cost is lowest; the first two costs are over raw and centred data."""
    centred = [np.linalg.solve(cost.hessian(), -cost.gradient(np.zeros(3))).astype(np.float64) for cost in costs[1:]]
    # Solving the equations of the raw data would lose all digits where their mean is large for their spread.
    raw = np.array([centred[0][0] - mean @ centred[0][1:], *centred[0][1:]])
    return [raw, *centred]


def _raw_condition(centred: LeastSquares, mean: Array) -> float:
    """Return the condition number of the raw data's Hessian, from the centred data's Hessian and their mean."""
    hessian = centred.hessian()
    covariance = hessian[1:, 1:] / hessian[0, 0]
    inverse = np.linalg.inv(covariance)
    raw = np.block([[np.ones((1, 1)), mean[None]], [mean[:, None], covariance + np.outer(mean, mean)]])
    pulled = inverse @ mean
    back = np.block([[np.array([[1 + mean @ pulled]]), -pulled[None]], [-pulled[:, None], inverse]])
    return float(np.linalg.eigvalsh(raw)[-1] * np.linalg.eigvalsh(back)[-1])


def _describe(trace: Scaled, scaling: str, step: int, newton_shown: bool, covariances_shown: bool) -> str:
    condition = format_number(trace.conditions[scaling][step])
    rotates = scaling == SCALINGS[0]
    what = (
        "Raw: the features as they are.",
        "Centred: every mean is 0, so the best bias no longer depends on the weights.",
        f"Rotated: the directions of largest variance are the axes{', and the covariance is 0' if covariances_shown else ''}."
        if rotates
        else "Standard normalization does not rotate: the features stay correlated.",
        f"Sphered: all variances are 1, {'all covariances 0, ' if covariances_shown else ''}and the contours are circles."
        if rotates
        else "Normalized: all variances are 1, but the contours stay elongated because the features are correlated.",
    )[step]
    ending = f" The condition number is {condition}."
    if newton_shown and step == len(STEPS) - 1:
        cost, minimum = trace.newton[scaling].final.cost, trace.minimum
        hit = cost - minimum <= 1e-9 * max(minimum, 1e-300) + 1e-12
        if hit:
            ending += " One simplified Newton step reaches the minimum."
        else:
            there, lowest = (format_number(each, 6) for each in (cost, minimum))
            ending += f" One simplified Newton step ends at {there}; the minimum is {lowest}."
    return what + ending
