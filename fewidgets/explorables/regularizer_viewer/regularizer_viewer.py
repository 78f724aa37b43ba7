from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from types import MappingProxyType
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import PenalizedPath, QuadraticCost, StandardNormalizer, penalized_path
from fewidgets.algorithms._numerics.arguments import as_choice, as_number
from fewidgets.algorithms._numerics.types import Array, Flags
from fewidgets.algorithms.optimization.cost_names import REDUCTIONS, Reduction
from fewidgets.algorithms.regularization.regularizers import PenaltyName
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import TableLike, take_in
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.naming import naming
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.regularizer_viewer.panels import (
    ball_l0,
    ball_l1,
    ball_l2,
    contours,
    plane_panel,
    solution_marks,
    weight_panel,
)
from fewidgets.explorables.shared.layout import nonzero_at
from fewidgets.explorables.shared.reveals import keeping
from fewidgets.scene import (
    Choice,
    Frames,
    Handle,
    Number,
    Point,
    Scene,
    Slider,
    Template,
)
from fewidgets.scene.text.legible import quoted_all
from fewidgets.scene.types import NameTuple, TwoTexts

CURVATURE, CENTER = ((1.0, 0.5), (0.5, 1.0)), (2.0, 1.0)  # the cost if neither data nor a cost are given
EVEN = 18  # frames spread evenly over λ, besides those where a path bends or jumps
ROOM = 1.5  # the panels reach this many times as far as the minimizer
MOST_CORRELATION = 0.95
NORM, SQUARED = "length", "length squared"  # the two meanings of ℓ2
CORNER = ", at a corner of its ball"
TITLES = "ℓ0 counts nonzero weights", "ℓ1 adds their absolute values", "ℓ2 measures their length"


@dataclass(frozen=True, eq=False)
class Bowl:
    """The cost that the user gave, and the reach of the panels."""

    cost: QuadraticCost
    feature_names: NameTuple
    X: Array | None = None
    reach: float = 0.0
    top: float = 0.0

    @property
    def spreads(self) -> Array:
        """Square roots of the curvatures along the axes: 1 for standardized features and the mean over examples."""
        return np.sqrt(self.cost.curvature.diagonal())

    @property
    def correlation(self) -> float:
        """The correlation of the features that corresponds to the curvature between the weights."""
        return float(self.cost.curvature[0, 1] / self.spreads.prod())


class RegularizerViewer(Explorable):
    """Compare ℓ0, ℓ1 and ℓ2 regularization of one cost of two weights (section 9.7.1; Examples 9.8 to 9.10).

    Each panel shows contours of the cost, the minimizer of cost + λ penalty, and the ball of weights with at most its penalty.

    Parameters
    ----------
    X : array-like, shape (P, 2), or pandas.DataFrame, or a data set, optional
        Examples in rows. The cost is least squares over standardized features and output.
    y : array-like, shape (P,)
        Outputs.
    feature_names : (str, str), optional
        By default the table's column names, or "x1", "x2".
    minimizer : (float, float), optional
        The minimizer c of the cost alone; by default that for the data, or (2, 1).
    correlation : float, optional
        Correlation ρ of the features, −0.95 to 0.95; by default that of the data, or 0.5. Without data, the cost is
        (w − c)ᵀ C (w − c) with C = ((1, ρ), (ρ, 1)).
    lam : float
        The penalty parameter λ, the same for all three.
    l2 : {"length", "length squared"}
        What ℓ2 penalizes: ‖w‖₂, equation (9.22), or ‖w‖₂², as in ridge regression.
    reduction : {"mean", "sum"}
        Whether the cost is averaged or summed over the examples.
    reveal : {"all", "visited"}
        Whether to draw whole paths, or only what the slider has passed so far.
    layout, panels, present : optional
        As in every explorable: an ipywidgets layout, titles of panels, and True for a projector.

    Attributes
    ----------
    trace : mapping of str to PenalizedPath
        The exact minimizers over λ for "l0", "l1", "l2" and "squared_l2"; all have the same ``cost``.
    visited : (float, float)
        The lowest and the highest λ so far, if the paths are revealed step by step.
    selected : tuple of str
        Features whose weight is not zero under the ℓ1 penalty at the present λ.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    ℓ0 and ℓ1 are exact at every λ; ℓ2 and the touching contour are interpolated between the frames of the slider. The slider
    ends where ℓ0, ℓ1 and ‖w‖₂ set both weights of the first minimizer to zero. ‖w‖₂² never does.

    Examples
    --------
    >>> w = RegularizerViewer(correlation=0, minimizer=(3, 1), lam=3)
    >>> for sentence in w.caption.split("; "):
    ...     print(sentence)
    λ is 3.00. ℓ0 keeps x1 alone: (3.00, 0)
    ℓ1 keeps x1 alone, at a corner of its ball: (1.50, 0)
    ℓ2 keeps both: (1.58, 0.526).
    >>> w.selected
    ('x1',)
    """

    lesson = "9.7_regularization.ipynb"
    section = "9.7.1"
    description = "Drag a cost over the ℓ0, ℓ1 and ℓ2 balls and see where its minimizer is sparse. Examples 9.8 to 9.10."

    opens_with = ("minimizer", "correlation")

    lam, l2, minimizer, correlation = State(), State(), State(), State()
    visited = State((0.0, 0.0))

    def __init__(
        self,
        X: TableLike | None = None,
        y: ArrayLike | None = None,
        *,
        feature_names: Names | None = None,
        minimizer: tuple[float, float] | None = None,
        correlation: float | None = None,
        lam: float = 0.0,
        l2: str = NORM,
        reduction: Reduction = "mean",
        reveal: str = "all",
        **common: Unpack[Common],
    ) -> None:
        as_choice(reduction, "reduction", REDUCTIONS)
        if X is None:
            if y is not None:
                raise TypeError("y must be given together with X; got y alone")
            bowl = _made(minimizer, feature_names)
        else:
            bowl = _from_data(X, y, feature_names, reduction)
        center = _as_pair(bowl.cost.center if minimizer is None else minimizer, "minimizer")
        if correlation is not None:
            correlation = as_number(correlation, "correlation")
        reach = _rounded_up(ROOM * max(map(abs, center))) if any(center) else 3.0
        tilt = bowl.correlation if correlation is None else float(np.clip(correlation, -_most(bowl), _most(bowl)))
        start = _tilted(bowl, center, tilt)
        highest = max(penalized_path(start, kind).lambda_max for kind in ("l0", "l1", "l2"))
        top = _rounded_up(1.05 * highest) if highest > 0 else 1.0
        self.take_arguments(data=replace(bowl, reach=reach, top=top), minimizer=center, correlation=correlation)

    @classmethod
    def example(cls) -> RegularizerViewer:
        return cls(lam=3.4)

    def inputs_of(self, data: Bowl, values: Values) -> Controls:
        reach = -data.reach, data.reach
        first, second = (float(np.clip(c, *reach)) for c in data.cost.center)
        most = _most(data)
        axes = _axes([self.labels[name] for name in data.feature_names])
        return [
            Point("minimizer", reach, reach, (first, second), axes=axes, label="Minimizer of the cost", rare=True),
            Number("correlation", -most, most, start=data.correlation, label="Correlation of the features"),
        ]

    def trace_of(self, data: Bowl, values: Values) -> Mapping[str, PenalizedPath]:
        cost = _tilted(data, values["minimizer"], values["correlation"])
        sparse = {kind: penalized_path(cost, kind) for kind in ("l0", "l1")}
        far = [path.knots for path in sparse.values()] + [[2 * np.linalg.norm(cost.curvature @ cost.center)]]
        bends = np.concatenate(far)
        grid = np.union1d(np.linspace(0.0, data.top, EVEN), bends[bends < data.top])
        grid = grid[np.append(True, np.diff(grid) > 1e-9 * data.top)]
        kinds: tuple[PenaltyName, ...] = ("l0", "l1", "l2", "squared_l2")
        return MappingProxyType({kind: penalized_path(cost, kind, lambdas=grid) for kind in kinds})

    def scene_of(self, trace: Mapping[str, PenalizedPath], names: Names, inputs: Inputs) -> Scene:
        l0, l1, *both = trace.values()
        inside = l1.weights != 0
        bends = np.concatenate([l0.knots, l1.knots, [both[0].lambda_max]])
        stops = np.unique(bends[(bends > 0) & (bends < self.data.top)])
        lam = Slider("lam", values=l0.lambdas, label="λ", stops=stops, visited=keeping(self.settings))
        l2 = Choice("l2", (NORM, SQUARED), label="Penalty of ℓ2")
        reach = self.data.reach
        level_lines = contours(l0.cost, reach)
        either = inside[:-1] | inside[1:]
        kept0, kept1, kept2 = (
            _who(l0.weights != 0, names),
            _who(inside, names, CORNER),
            [_who(p.weights != 0, names) for p in both],
        )
        planes = [
            (
                Frames(_headings(TITLES[0], kept0), lam, hold=True),
                [*ball_l0(l0, lam, reach), *solution_marks([l0], lam, reach, hold=True)],
            ),
            (
                Frames(_headings(TITLES[1], kept1), lam, between=_headings(TITLES[1], ["", *_who(either, names, CORNER)])[1:]),
                [*ball_l1(l1, lam), *solution_marks([l1], lam, reach)],
            ),
            (
                Frames([_headings(TITLES[2], each) for each in kept2], l2, lam),
                [*ball_l2(both, l2, lam), *solution_marks(both, lam, reach, l2)],
            ),
        ]
        top = max(float(np.abs(path.weights).max()) for path in trace.values()) or 1.0
        paths = [weight_panel(column, each, lam, names, top, l2) for column, each in enumerate(([l0], [l1], both))]
        minimizer = inputs.controls["minimizer"]
        panels = [
            plane_panel(
                column, TITLES[column], says, [level_lines, *marks, Handle(minimizer, "minimizer")], _axes(names), reach
            )
            for column, (says, marks) in enumerate(planes)
        ]
        return Scene(
            title="Three regularizers on one cost",
            controls=[lam, l2, *inputs.controls.values()],
            panels=[*panels, *paths],
            caption=Template(
                "λ is {lam}. " + "; ".join(f"ℓ{k} keeps {{kept{k}}}: ({{a{k}}}, {{b{k}}})" for k in range(3)) + ".",
                lam=lam,
                kept0=Frames(kept0, lam, hold=True),
                kept1=Frames(kept1, lam, between=_who(either, names, CORNER)),
                kept2=Frames(kept2, l2, lam),
                digits=3,
                **_numbers(l0, l1, both, l2, lam),
            ),
            column_weights=(1.0, 1.0, 1.0),
        )

    @property
    def selected(self) -> NameTuple:
        """Features whose weight is not zero under the ℓ1 penalty at the present λ."""
        kept = nonzero_at(self.scene.control("lam"), self.lam, self.trace["l1"].weights)
        return tuple(compress(self.data.feature_names, kept))


def _axes(names: Names) -> TwoTexts:
    return f"weight of {names[0]}", f"weight of {names[1]}"


def _made(minimizer: Any, feature_names: Any) -> Bowl:
    cost = QuadraticCost(CURVATURE, CENTER if minimizer is None else _as_pair(minimizer, "minimizer"))
    names = ("x1", "x2") if feature_names is None else tuple(feature_names)
    if len(names) != 2 or len(set(names)) != 2 or not all(isinstance(name, str) for name in names):
        raise ValueError(f"feature_names must be two different texts, one per weight; got {feature_names!r}")
    return Bowl(cost, names)


def _from_data(X: Any, y: Any, feature_names: Any, reduction: Reduction) -> Bowl:
    data = take_in(X, y, feature_names)
    if data.X.shape[1] != 2:
        raise ValueError(f"X must have 2 features, one per axis; got {data.X.shape[1]}. Choose columns, as in X[:, :2].")
    inputs = StandardNormalizer().fit_transform(data.X)
    output = (data.y - data.y.mean()) / data.y.std()
    with naming(data.feature_names):
        cost = QuadraticCost.from_data(inputs, output, reduction=reduction)
    bowl = Bowl(cost, data.feature_names, inputs)
    if abs(bowl.correlation) > 0.999:
        raise ValueError(
            f"The features {quoted_all(bowl.feature_names)} must differ: their correlation must be at most 0.999 in size; "
            f"got {bowl.correlation:.5f}. Choose another pair of columns."
        )
    return bowl


def _as_pair(value: Any, name: str) -> tuple[float, float]:
    if isinstance(value, str) or not isinstance(value, Sequence | np.ndarray) or len(value) != 2:
        raise TypeError(f"{name} must be a pair of numbers, one per weight; got {value!r}")
    return as_number(value[0], f"{name}[0]"), as_number(value[1], f"{name}[1]")


def _most(bowl: Bowl) -> float:
    return max(MOST_CORRELATION, abs(bowl.correlation))


def _tilted(bowl: Bowl, center: tuple[float, float], correlation: float) -> QuadraticCost:
    """Return the cost with another minimizer and another correlation, but the same curvature along both axes."""
    spreads = bowl.spreads
    curvature = np.outer(spreads, spreads) * [[1.0, correlation], [correlation, 1.0]]
    return QuadraticCost(curvature, center, minimum=bowl.cost.minimum)


def _rounded_up(value: float) -> float:
    power = 10.0 ** (np.floor(np.log10(value)) - 1)
    return float(f"{np.ceil(value / power - 1e-9) * power:.2g}")


def _numbers(
    l0: PenalizedPath, l1: PenalizedPath, both: Sequence[PenalizedPath], l2: Choice, lam: Slider
) -> dict[str, Frames]:
    """Return the two weights of each solution as fields of a template: a0, b0, …"""
    found = {}
    for n, letter in enumerate("ab"):
        one, other, *rest = (path.weights[:, n].round(12) for path in (l0, l1, *both))  # 0.9999… is 1
        found[f"{letter}0"] = Frames(one, lam, hold=True)
        found[f"{letter}1"] = Frames(other, lam)
        found[f"{letter}2"] = Frames(rest, l2, lam)
    return found


def _who(supports: Flags, names: Names, corner: str = "") -> list[str]:
    """Say for each row which of two weights are not zero."""
    words = ("none", f"{names[0]} alone{corner}", f"{names[1]} alone{corner}", "both")
    return [words[code] for code in supports @ [1, 2]]


def _headings(title: str, kept: Names) -> list[str]:
    """Begin with what the penalty measures, and then say which weights it keeps."""
    return [title, *(f"{title[:2]} keeps {each.replace(CORNER, ', at a corner')}" for each in kept[1:])]
