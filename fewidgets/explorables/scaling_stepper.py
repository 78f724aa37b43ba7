"""Scaling step by step: centre, rotate, scale, and the effect on the cost (section 9.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fewidgets.algorithms import (
    DescentTrace,
    LeastSquares,
    ScalingSteps,
    contour_ellipse,
    hessian_condition,
    newton,
    normalization_steps,
)
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import Data, TableLike
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.curved import check_independent, check_squares
from fewidgets.explorables.shared.unlike_units import sphered_steps
from fewidgets.scene import (
    Arrow,
    Axis,
    Bars,
    Choice,
    Control,
    Dots,
    Frames,
    Handle,
    Line,
    Panel,
    Point,
    Readout,
    Scene,
    Stepper,
    Style,
    Table,
    format_number,
)
from fewidgets.scene.legible import quoted, quoted_all

SCALINGS = ("PCA-sphering", "standard normalization")
STEPS = ("raw", "centred", "rotated", "scaled")
HEIGHTS = (0.02, 0.1, 0.25, 0.5, 1.0)  # contours, as shares of the variance that the two features explain
CORNERS = 61  # points of a contour
MOST_DOTS = 600  # more dots would hide each other, and are more data than a widget should send
FAR = 20.0  # widths that raw data may lie from zero before their panel shows only their surroundings
WEIGHTS = ("weight 1", "weight 2")
ROOM = 1.15  # size of a panel relative to its contents


@dataclass(frozen=True, eq=False)
class StepData(Data):
    """A table, with two of its features after each step of both scalings, and the cost after each step.

    Attributes
    ----------
    pair : tuple of two str
        Names of the two features.
    steps : mapping of str to ScalingSteps
        The two features after each step, by the name of the scaling.
    costs : mapping of str to list of LeastSquares
        The cost over the features after each step.
    minimizers : mapping of str to list of NDArray
        Bias and weights at which each cost is lowest.
    """

    pair: tuple[str, str]
    steps: Mapping[str, ScalingSteps]
    costs: Mapping[str, list[LeastSquares]]
    minimizers: Mapping[str, list[NDArray[np.float64]]]


class Scaled(NamedTuple):
    """Two features after each step, and the condition of their cost.

    Attributes
    ----------
    sphering, normalization : ScalingSteps
        The two features after each step.
    newton : dict of str to DescentTrace
        One simplified Newton step from the start, over the scaled features, by the name of the scaling.
    conditions : dict of str to NDArray, shape (4,), float64
        Condition number of the cost's Hessian, bias included, after each step.
    minimum : float
        The lowest least squares cost. It is the same for every scaling.
    """

    sphering: ScalingSteps
    normalization: ScalingSteps
    newton: dict[str, DescentTrace]
    conditions: dict[str, NDArray[np.float64]]
    minimum: float


class ScalingStepper(Explorable):
    """Centre, rotate and scale two features, and watch the contours of the cost (section 9.5; Figure 9.18).

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        Examples in rows. A data set brings its own ``y``.
    y : array-like, shape (P,)
        Outputs.
    feature_names : sequence of N str, optional
        Names of the features. The default is the table's column names, or "x1" … "xN".
    features : pair of str, optional
        The two features; the first two by default.
    step : int
        The last step that is shown: 0 raw, 1 centred, 2 rotated, 3 scaled.
    scaling : {"PCA-sphering", "standard normalization"}
        The method, with or without a rotation.
    start : pair of float, optional
        The two weights from which the simplified Newton step starts.
    layout : dict or ipywidgets.Layout, optional
        The layout, as in every ipywidgets widget.

    Attributes
    ----------
    trace : Scaled
        ``trace.sphering`` and ``trace.normalization`` with all points, ``trace.conditions``, ``trace.newton``.
    selected : tuple of str
        The two features.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described. The message names the argument, what was expected, and what it got.

    Notes
    -----
    The contours show the mean cost of the two weights, with the best bias for each pair. The sign of a principal direction is
    arbitrary. It is chosen so that the picture is rotated and not mirrored. Source: section 9.5.2, equation (9.6);
    Exercises 9.6 and 9.8.

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

    step = State(0, help="The last step shown: 0 raw, 1 centred, 2 rotated, 3 scaled.")
    scaling = State(SCALINGS[0], help="'PCA-sphering' or 'standard normalization'.")
    start = State((0.0, 0.0), help="The two weights from which the simplified Newton step starts.")

    def __init__(
        self,
        X: TableLike,
        y: ArrayLike | None = None,
        *,
        feature_names: Sequence[str] | None = None,
        features: Sequence[str] | None = None,
        step: int | None = None,
        scaling: str | None = None,
        start: Sequence[float] | None = None,
        layout: Any = None,
        **unknown: Any,
    ) -> None:
        super().__init__(
            X,
            y,
            feature_names=feature_names,
            settings={"features": features},
            state={"step": step, "scaling": scaling, "start": start},
            unknown=unknown,
            layout=layout,
        )

    @classmethod
    def example(cls) -> ScalingStepper:
        """Make the instance that the gallery and the tests show."""
        from fewidgets.data import load_boston

        return cls(load_boston(), features=("INDUS", "DIS"), step=3)

    def data_of(self, table: Data) -> StepData:
        """Scale the two features in both ways."""
        first, second = self._pair(table.feature_names)
        chosen = table.X[:, [table.feature_names.index(first), table.feature_names.index(second)]]
        check_squares(chosen, (first, second))
        check_independent(chosen, (first, second))
        both = (_turned(sphered_steps(chosen)), normalization_steps(chosen))
        steps = dict(zip(SCALINGS, both, strict=True))
        costs = {name: [LeastSquares(points, table.y) for points in each.points] for name, each in steps.items()}
        minimizers = {name: _minimizers(each, steps[name].points[0].mean(axis=0)) for name, each in costs.items()}
        return StepData(**vars(table), pair=(first, second), steps=steps, costs=costs, minimizers=minimizers)

    def _pair(self, names: Sequence[str]) -> tuple[str, str]:
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

    def inputs_of(self, data: StepData, values: Mapping[str, Any]) -> Sequence[Control]:
        """Offer starting points around the minimizers for the Newton step."""
        outlines = [_outline(data.costs[name][-1], data.minimizers[name][-1]) for name in SCALINGS]
        reach = float(f"{ROOM * max(np.nanmax(np.abs(outline)) for outline in outlines):.1g}")
        start = -0.6 * reach, 0.7 * reach
        return [Point("start", x=(-reach, reach), y=(-reach, reach), start=start, axes=WEIGHTS, label="Start")]

    def trace_of(self, data: StepData, values: Mapping[str, Any]) -> Scaled:
        """Compute the condition numbers, and one simplified Newton step over the features scaled in each way."""
        steps, costs = data.steps, data.costs
        begin = np.array([0.0, *values["start"]])
        jumps = {name: newton(each[-1], begin, steps=1, simplified=True, epsilon=0.0) for name, each in costs.items()}
        numbers = {
            name: [_raw_condition(each[1], steps[name].points[0].mean(axis=0))]
            + [hessian_condition(cost.hessian()).number for cost in each[1:]]
            for name, each in costs.items()
        }
        conditions = {name: np.array(each) for name, each in zip(SCALINGS, _over_steps(numbers), strict=True)}
        minimum = float(costs["PCA-sphering"][-1].value(data.minimizers["PCA-sphering"][-1]))
        return Scaled(steps[SCALINGS[0]], steps[SCALINGS[1]], jumps, conditions, minimum)

    def scene_of(self, trace: Scaled, names: Sequence[str], inputs: Inputs) -> Scene:
        """Show the data and the contours step by step, and below them the Newton step."""
        first, second = (self.labels[name] for name in self.data.pair)
        scaling, step = Choice("scaling", SCALINGS, label="Scaling"), Stepper("step", len(STEPS), tween=0.8, seconds=1.6)
        over = (scaling, step)
        x, y = f"{first}, then direction 1", f"{second}, then direction 2"
        conditions = np.array([trace.conditions[name] for name in SCALINGS])
        return Scene(
            title="Scaling, step by step",
            controls=[step, scaling, inputs.controls["start"]],
            readouts=[
                Readout("Now", Frames([[STEPS[k] for k in range(4)], ["raw", "centred", "centred", "scaled"]], *over)),
                Readout("Condition number", Frames([[format_number(each) for each in row] for row in conditions], *over)),
                Readout("Cost after the Newton step", Frames([_after(trace, name) for name in SCALINGS], scaling)),
            ],
            panels=[
                _data_panel(self.data, over, x, y),
                _contour_panel(self.data, over),
                _newton_panel(self.data, trace, inputs, scaling),
                _covariance_panel(self.data, over, first, second),
                Panel(
                    "Condition number after each step",
                    [Bars(STEPS, Frames(conditions, scaling), color="positive", baseline=1.0)],
                    x=Axis("condition number", scale="log", floor=1.0, domain=(1.0, float(conditions.max()) * 1.5)),
                    row=2,
                    column=1,
                    height=150,
                ),
            ],
            caption=Frames([[_describe(trace, name, k) for k in range(len(STEPS))] for name in SCALINGS], *over),
            column_weights=(1, 1),
        )

    @property
    def selected(self) -> tuple[str, ...]:
        """The two features."""
        return self.data.pair


def _over_steps(values: Mapping[str, Iterable[Any]]) -> list[list[Any]]:
    """Return the value at each step for each scaling. Standard normalization does not rotate, so its step 2 repeats step 1."""
    rotated, plain = list(values["PCA-sphering"]), list(values["standard normalization"])
    return [rotated, [plain[0], plain[1], plain[1], plain[2]]]


def _data_panel(data: StepData, over: tuple[Choice, Stepper], x: str, y: str) -> Panel:
    points: NDArray[np.float64] = np.array(_over_steps({name: steps.points for name, steps in data.steps.items()}))
    points = points[:, :, :: -(-points.shape[2] // MOST_DOTS)]
    reach = ROOM * np.abs(points).max(axis=(2, 3))
    middles = np.zeros((*reach.shape, 2))
    far = reach[:, 0] > FAR * reach[:, 1]  # around zero, the raw data would be a single dot
    middles[far, 0] = (points[far, 0].min(axis=1) + points[far, 0].max(axis=1)) / 2
    reach[far, 0] = reach[far, 1]
    domains = [Frames(np.stack([middles[..., k] - reach, middles[..., k] + reach], axis=-1), *over) for k in (0, 1)]
    return Panel(
        "The data",
        [Dots(Frames(points[..., 0], *over), Frames(points[..., 1], *over), size=4)],
        x=Axis(x, domain=domains[0]),
        y=Axis(y, domain=domains[1]),
        aspect=1,
        height=330,
    )


def _contour_panel(data: StepData, over: tuple[Choice, Stepper]) -> Panel:
    outlines = {}
    for name, costs in data.costs.items():
        centred = [_outline(cost, best) for cost, best in zip(costs[1:], data.minimizers[name][1:], strict=True)]
        outlines[name] = [centred[0], *centred]  # with the best bias for each pair, centring changes no contour
    lines = np.array(_over_steps(outlines))
    middles = np.array(_over_steps({name: [best[1:] for best in each] for name, each in data.minimizers.items()}))
    reach = ROOM * np.nanmax(np.abs(lines - middles[:, :, None]), axis=(2, 3))
    sides = [Frames(np.stack([middles[..., k] - reach, middles[..., k] + reach], axis=-1), *over) for k in (0, 1)]
    return Panel(
        "The cost over the two weights",
        [
            Line(Frames(lines[..., 0], *over), Frames(lines[..., 1], *over), color="quiet", width=1.5),
            Dots(Frames(middles[..., :1], *over), Frames(middles[..., 1:], *over), color="accent", size=8),
        ],
        x=Axis(WEIGHTS[0], domain=sides[0]),
        y=Axis(WEIGHTS[1], domain=sides[1]),
        column=1,
        aspect=1,
        height=330,
    )


def _newton_panel(data: StepData, trace: Scaled, inputs: Inputs, scaling: Choice) -> Panel:
    point, begin = inputs.controls["start"], inputs.values["start"]
    lines = np.array([_outline(data.costs[name][-1], data.minimizers[name][-1]) for name in SCALINGS])
    best = np.array([data.minimizers[name][-1][1:] for name in SCALINGS])
    ends = np.array([trace.newton[name].final.weights[1:] for name in SCALINGS])
    # An arrow may leave the panel; the readout gives the cost at its end.
    return Panel(
        "One simplified Newton step (scaled features)",
        [
            Line(Frames(lines[..., 0], scaling), Frames(lines[..., 1], scaling), color="quiet", width=1.5),
            Dots(Frames(best[:, :1], scaling), Frames(best[:, 1:], scaling), color="accent", size=8, labels=["minimum"]),
            Arrow(begin[0], begin[1], Frames(ends[:, 0], scaling), Frames(ends[:, 1], scaling), color="primary", width=2.5),
            Handle(point, label="start"),
        ],
        x=Axis(WEIGHTS[0], domain=point.x),
        y=Axis(WEIGHTS[1], domain=point.y),
        row=1,
        row_span=2,
        aspect=1,
        height=330,
    )


def _covariance_panel(data: StepData, over: tuple[Choice, Stepper], first: str, second: str) -> Panel:
    matrices = _over_steps({name: steps.covariances for name, steps in data.steps.items()})
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
        column=1,
        height=130,
    )


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


def _minimizers(costs: Sequence[LeastSquares], mean: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Return the bias and the weights at which each cost is lowest; the first two costs are over raw and centred data."""
    centred = [np.linalg.solve(cost.hessian(), -cost.gradient(np.zeros(3))).astype(np.float64) for cost in costs[1:]]
    # Solving the equations of the raw data would lose all digits where their mean is large for their spread.
    raw = np.array([centred[0][0] - mean @ centred[0][1:], *centred[0][1:]])
    return [raw, *centred]


def _raw_condition(centred: LeastSquares, mean: NDArray[np.float64]) -> float:
    """Return the condition number of the raw data's Hessian, from the centred data's Hessian and their mean.

    The raw Hessian itself is singular up to rounding where the mean is large for the spread. Its inverse can be written with
    the inverse of the covariance, and the largest eigenvalue of each has all its digits.
    """
    hessian = centred.hessian()
    covariance = hessian[1:, 1:] / hessian[0, 0]
    inverse = np.linalg.inv(covariance)
    raw = np.block([[np.ones((1, 1)), mean[None]], [mean[:, None], covariance + np.outer(mean, mean)]])
    pulled = inverse @ mean
    back = np.block([[np.array([[1 + mean @ pulled]]), -pulled[None]], [-pulled[:, None], inverse]])
    return float(np.linalg.eigvalsh(raw)[-1] * np.linalg.eigvalsh(back)[-1])


def _outline(cost: LeastSquares, best: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the contours around the best weights, with the best bias for each pair: ellipses, separated by NaN."""
    hessian = cost.hessian()
    inner = hessian[1:, 1:] - np.outer(hessian[1:, 0], hessian[0, 1:]) / hessian[0, 0]
    explained = float(cost.value(np.array([best[0] + best[1:] @ hessian[1:, 0] / hessian[0, 0], 0.0, 0.0])) - cost.value(best))
    # Features that explain nothing get contours up to a hundredth of the output's variance.
    size = max(explained, 0.01 * float(cost.y.var()))
    rings = [contour_ellipse(inner, share * size, center=best[1:]).points(CORNERS) for share in HEIGHTS]
    return np.concatenate([np.vstack([ring, [[np.nan, np.nan]]]) for ring in rings])


def _rows(matrix: NDArray[np.float64], k: int, names: tuple[str, str], scaling: str) -> list[list[Any]]:
    turned = k >= 2 and scaling == SCALINGS[0]
    labels = ("direction 1", "direction 2") if turned else names
    rounding = 1e-9 * np.sqrt(np.outer(matrix.diagonal(), matrix.diagonal()))
    numbers = [[format_number(each) for each in row] for row in np.where(np.abs(matrix) < rounding, 0.0, matrix)]
    return [[label, *row] for label, row in zip(labels, numbers, strict=True)]


def _after(trace: Scaled, scaling: str) -> str:
    return f"{format_number(trace.newton[scaling].final.cost, 6)} (minimum {format_number(trace.minimum, 6)})"


def _describe(trace: Scaled, scaling: str, step: int) -> str:
    condition = format_number(trace.conditions[scaling][step])
    rotates = scaling == SCALINGS[0]
    what = (
        "Raw: the features as they are.",
        "Centred: every mean is 0, so the best bias no longer depends on the weights.",
        "Rotated: the directions of largest variance are the axes, and the covariance is 0."
        if rotates
        else "Standard normalization does not rotate: the features stay correlated.",
        "Sphered: all variances are 1, all covariances 0, and the contours are circles."
        if rotates
        else "Normalized: all variances are 1, but the contours stay elongated because the features are correlated.",
    )[step]
    ending = f" The condition number is {condition}."
    if step == len(STEPS) - 1:
        cost, minimum = trace.newton[scaling].final.cost, trace.minimum
        hit = cost - minimum <= 1e-9 * max(minimum, 1e-300) + 1e-12
        if hit:
            ending += " One simplified Newton step reaches the minimum."
        else:
            ending += f" One simplified Newton step ends at {format_number(cost)}; the minimum is {format_number(minimum)}."
    return what + ending
