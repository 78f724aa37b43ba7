"""Three regularizers on one quadratic cost of two weights: who lets go of a weight, and when (section 9.7.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fewidgets.algorithms import PenalizedPath, QuadraticCost, StandardNormalizer, penalized_path
from fewidgets.algorithms._numerics.arguments import as_choice, as_number
from fewidgets.algorithms.optimization.costs import REDUCTIONS
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import take_in
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.scene import (
    Area,
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
    Point,
    Readout,
    Rule,
    Scene,
    Slider,
    Style,
    Template,
    Text,
    ellipse,
)

Array = NDArray[np.float64]

CURVATURE, CENTER = ((1.0, 0.5), (0.5, 1.0)), (2.0, 1.0)  # where neither data nor a cost are given
EVEN = 21  # frames spread evenly over λ; the places where a path bends or jumps come on top
RING, AROUND, HALF = 39, 31, 11  # points around a contour that moves, around a circle, and along half of it
LEVELS, STILL = 7, 49  # contours, and points around one
ROOM = 1.5  # the panels reach this much farther than the minimizer
MOST_CORRELATION = 0.95
NORM, SQUARED = "length", "length squared"  # how ℓ2 can be meant
CORNER = ", at a corner of its ball"
ANY, AXES, ORIGIN = 2, 1, 0  # what the ℓ0 "ball" of each radius is


@dataclass(frozen=True, eq=False)
class Bowl:
    """The cost as it was handed over.

    Attributes
    ----------
    cost : QuadraticCost
        Of two weights.
    feature_names : (str, str)
        What the weights belong to.
    X : NDArray, shape (P, 2), or None
        The standardized data behind it, if there are any.
    reach : float
        The panels show weights from -reach to reach.
    top : float
        The largest λ on the slider.
    """

    cost: QuadraticCost
    feature_names: tuple[str, ...]
    X: Array | None = None
    reach: float = 0.0
    top: float = 0.0

    @property
    def spreads(self) -> Array:
        """The roots of the curvatures along the axes: 1 for standardized features and a mean."""
        return np.sqrt(self.cost.curvature.diagonal())

    @property
    def correlation(self) -> float:
        """The curvature between the weights, as the correlation of their features."""
        return float(self.cost.curvature[0, 1] / self.spreads.prod())


class RegularizerViewer(Explorable):
    """What ℓ0, ℓ1 and ℓ2 regularization make of one cost of two weights, at the same λ (section 9.7.1; Examples 9.8 to 9.10).

    Each panel shows the cost's contours, the weights that minimize cost + λ penalty, the ball of all weights with no more
    penalty than these, and the contour that touches it there.

    Parameters
    ----------
    X : array-like, shape (P, 2), or pandas.DataFrame, or a data set, optional
        Examples in rows: the cost is least squares over standardized features and output. Without data, it is the one that
        ``curvature`` and ``minimizer`` give.
    y : array-like, shape (P,)
        Outputs.
    feature_names : (str, str), optional
        Go before a table's column names; "x1" and "x2" where there are none.
    curvature : array-like, shape (2, 2), optional
        The matrix C of the cost (w − c)ᵀ C (w − c), where there are no data. For standardized features that correlate with ρ
        and the mean over examples, it is ((1, ρ), (ρ, 1)); that with ρ = 0.5, if not given.
    minimizer : (float, float), optional
        Where the cost alone is lowest; (2, 1), or what the data say, if not given.
    correlation : float, optional
        Takes the place of the features' correlation, −0.95 to 0.95.
    lam : float
        The penalty parameter λ, the same for all three.
    l2 : {"length", "length squared"}
        What ℓ2 penalizes: ‖w‖₂, equation (9.22), or ‖w‖₂², as ridge regression has it.
    reduction : {"mean", "sum"}
        How the cost adds over the examples of data.
    layout : dict or ipywidgets.Layout, optional
        As in every ipywidgets widget.

    Attributes
    ----------
    trace : mapping of str to PenalizedPath
        The exact minimizers over λ for "l0", "l1", "l2" and "squared_l2"; all have the same ``cost``.
    selected : tuple of str
        Features whose weight the ℓ1 penalty keeps at the present λ.

    Raises
    ------
    TypeError, ValueError
        If any argument is not as described. The message names the argument, what was seen and what is wanted.

    Notes
    -----
    All solutions are exact at the frames of the slider, among which are all places where a path jumps or bends. Between two
    frames ℓ0 and ℓ1 are exact too; ℓ2, and the contour that touches, are blended. λ goes as far as the first minimizer needs
    for ℓ0, ℓ1 and ‖w‖₂ to let go of both weights, and stays so while the minimizer is moved; ‖w‖₂² never lets go.

    Examples
    --------
    >>> w = RegularizerViewer(curvature=[[1, 0], [0, 1]], minimizer=(3, 1), lam=3)
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

    lam = State(0.0, help="The penalty parameter λ, the same for all three.")
    l2 = State(NORM, help="What ℓ2 penalizes: the weights' 'length' or their 'length squared'.")
    minimizer = State(CENTER, help="Where the cost alone is lowest: (first weight, second weight).")
    correlation = State(0.5, help="The correlation of the two features, which tilts the contours.")

    def __init__(
        self,
        X: Any = None,
        y: ArrayLike | None = None,
        *,
        feature_names: Sequence[str] | None = None,
        curvature: ArrayLike | None = None,
        minimizer: tuple[float, float] | None = None,
        correlation: float | None = None,
        lam: float = 0.0,
        l2: str = NORM,
        reduction: str = "mean",
        layout: Any = None,
        **unknown: Any,
    ) -> None:
        self.refuse_unknown(unknown)
        as_choice(reduction, "reduction", REDUCTIONS)
        if X is None:
            if y is not None:
                raise TypeError("y is given without X: pass both, or neither")
            bowl = _made(curvature, minimizer, feature_names)
        else:
            if curvature is not None:
                raise TypeError("curvature is given beside X, which has its own: pass one of them")
            bowl = _from_data(X, y, feature_names, reduction)
        center = tuple(map(float, bowl.cost.center)) if minimizer is None else _as_pair(minimizer, "minimizer")
        if correlation is not None:
            correlation = as_number(correlation, "correlation")
        reach = _rounded_up(ROOM * max(map(abs, center))) if any(center) else 3.0
        start = _tilted(bowl, center, bowl.correlation if correlation is None else _within(correlation, bowl))
        highest = max(penalized_path(start, kind).lambda_max for kind in ("l0", "l1", "l2"))
        top = _rounded_up(1.05 * highest) if highest > 0 else 1.0
        super().__init__(
            data=replace(bowl, reach=reach, top=top),
            settings={"reduction": reduction},
            state={"minimizer": center, "correlation": correlation, "lam": lam, "l2": l2},
            unknown={},
            layout=layout,
        )

    @classmethod
    def example(cls) -> RegularizerViewer:
        """Make the one that gallery and tests show."""
        return cls(lam=3.4)

    def inputs_of(self, data: Bowl, values: Mapping[str, Any]) -> Sequence[Control]:
        """Let the minimizer be dragged, and the contours be tilted."""
        reach = -data.reach, data.reach
        center = tuple(float(np.clip(c, *reach)) for c in data.cost.center)
        most = _most(data)
        return [
            Point("minimizer", reach, reach, center, label="Minimizer of the cost"),
            Number("correlation", -most, most, start=data.correlation, label="Correlation of the features"),
        ]

    def trace_of(self, data: Bowl, values: Mapping[str, Any]) -> Mapping[str, PenalizedPath]:
        """Find all minimizers over λ, for each penalty."""
        cost = _tilted(data, values["minimizer"], values["correlation"])
        sparse = {kind: penalized_path(cost, kind) for kind in ("l0", "l1")}
        far = [path.knots for path in sparse.values()] + [[2 * np.linalg.norm(cost.curvature @ cost.center)]]
        bends = np.concatenate(far)
        grid = np.union1d(np.linspace(0.0, data.top, EVEN), bends[bends < data.top])
        grid = grid[np.append(True, np.diff(grid) > 1e-9 * data.top)]
        kinds = ("l0", "l1", "l2", "squared_l2")
        return MappingProxyType({kind: penalized_path(cost, kind, lambdas=grid) for kind in kinds})

    def scene_of(self, trace: Mapping[str, PenalizedPath], names: Sequence[str], inputs: Inputs) -> Scene:
        """Lay the three out side by side: contours and balls above, weights along λ below."""
        l0, l1, *both = trace.values()
        bends = np.concatenate([l0.knots, l1.knots, [both[0].lambda_max]])
        lam = Slider("lam", values=l0.lambdas, label="λ", stops=np.unique(bends[(bends > 0) & (bends < self.data.top)]))
        l2 = Choice("l2", (NORM, SQUARED), label="ℓ2 penalizes the weights'")
        plane = Axis(f"weight of {names[0]}", domain=(-self.data.reach, self.data.reach))
        upright = Axis(f"weight of {names[1]}", domain=(-self.data.reach, self.data.reach))
        contours = _contours(l0.cost, self.data.reach)
        planes = [
            ("ℓ0 counts nonzero weights", _ball_l0(l0, lam, self.data.reach), _touching([l0], (lam,), hold=True)),
            ("ℓ1 adds their sizes", _ball_l1(l1, lam), _touching([l1], (lam,))),
            ("ℓ2 takes their length", _ball_l2(both, l2, lam), _touching(both, (l2, lam))),
        ]
        top = max(float(np.abs(path.weights).max()) for path in trace.values()) or 1.0
        paths = [_along(l0, lam, names, top), _along(l1, lam, names, top), _along(both, lam, names, top, l2)]
        panels = [
            Panel(
                title,
                [contours, *ball, *touching, Handle(inputs.controls["minimizer"], "minimizer")],
                x=plane,
                y=upright,
                column=column,
                height=330,
                aspect=1.0,
            )
            for column, (title, ball, touching) in enumerate(planes)
        ]
        return Scene(
            title="Three regularizers on one cost",
            controls=[lam, l2, *inputs.controls.values()],
            readouts=[Readout("λ", lam), *_weights_told(l0, l1, both, l2, lam)],
            panels=[*panels, *paths],
            caption=Template(
                "λ is {lam}. " + "; ".join(f"ℓ{k} keeps {{kept{k}}}: ({{a{k}}}, {{b{k}}})" for k in range(3)) + ".",
                lam=lam,
                kept0=Frames(_kept(l0, names), lam, between=_kept(l0, names)[:-1]),
                kept1=Frames(_kept(l1, names, CORNER), lam, between=_kept_between(l1, names)),
                kept2=Frames([_kept(path, names) for path in both], l2, lam),
                **_numbers(l0, l1, both, l2, lam),
            ),
            column_weights=(1.0, 1.0, 1.0),
        )

    @property
    def selected(self) -> tuple[str, ...]:
        """Features whose weight the ℓ1 penalty keeps at the present λ."""
        support = self.trace["l1"].weights != 0
        index, fraction = self.scene.control("lam").locate(self.lam)
        kept = support[index] | (support[index + 1] if fraction else False)
        return tuple(name for name, inside in zip(self.data.feature_names, kept, strict=True) if inside)


def _made(curvature: Any, minimizer: Any, feature_names: Any) -> Bowl:
    """Make a cost where there are no data."""
    cost = QuadraticCost(
        CURVATURE if curvature is None else curvature, CENTER if minimizer is None else _as_pair(minimizer, "minimizer")
    )
    names = ("x1", "x2") if feature_names is None else tuple(feature_names)
    if len(names) != 2 or len(set(names)) != 2 or not all(isinstance(name, str) for name in names):
        raise ValueError(f"feature_names is {feature_names!r}; wanted two different texts, one a weight")
    return _told_apart(Bowl(cost, names))


def _from_data(X: Any, y: Any, feature_names: Any, reduction: str) -> Bowl:
    """Make the least squares cost of standardized data."""
    data = take_in(X, y, feature_names)
    if data.X.shape[1] != 2:
        raise ValueError(f"X has {data.X.shape[1]} features; wanted 2, for a plane of weights: choose columns, as in X[:, :2]")
    inputs = StandardNormalizer().fit_transform(data.X)
    output = (data.y - data.y.mean()) / data.y.std()
    return _told_apart(Bowl(QuadraticCost.from_data(inputs, output, reduction=reduction), data.feature_names, inputs))


def _told_apart(bowl: Bowl) -> Bowl:
    if abs(bowl.correlation) > 0.999:
        raise ValueError(
            f"the features correlate with {bowl.correlation:.5f}; wanted at most 0.999, or the contours are but a line"
        )
    return bowl


def _as_pair(value: Any, name: str) -> tuple[float, float]:
    if isinstance(value, str) or not isinstance(value, Sequence | np.ndarray) or len(value) != 2:
        raise TypeError(f"{name} is {value!r}; wanted a pair of numbers, one a weight")
    return as_number(value[0], f"{name}[0]"), as_number(value[1], f"{name}[1]")


def _most(bowl: Bowl) -> float:
    return max(MOST_CORRELATION, abs(bowl.correlation))


def _within(correlation: float, bowl: Bowl) -> float:
    return float(np.clip(correlation, -_most(bowl), _most(bowl)))


def _tilted(bowl: Bowl, center: tuple[float, float], correlation: float) -> QuadraticCost:
    """Give the cost with another minimizer, and with other contours of the same curvature along both axes."""
    spreads = bowl.spreads
    curvature = np.outer(spreads, spreads) * [[1.0, correlation], [correlation, 1.0]]
    return QuadraticCost(curvature, center, minimum=bowl.cost.minimum)


def _rounded_up(value: float) -> float:
    """Round up to two digits."""
    power = 10.0 ** (np.floor(np.log10(value)) - 1)
    return float(f"{np.ceil(value / power - 1e-9) * power:.2g}")


def _contours(cost: QuadraticCost, reach: float) -> Contours:
    """Draw level lines at even distances, out to the far corner."""
    corners = np.array([[x, y] for x in (-reach, reach) for y in (-reach, reach)])
    farthest = np.sqrt(np.max(cost.value(corners)) - cost.minimum)
    x, y = _ellipses(cost, farthest * np.arange(1, LEVELS + 1) / LEVELS, STILL)
    gap = np.full((LEVELS, 1), np.nan)
    return Contours(np.hstack([x, gap]).ravel(), np.hstack([y, gap]).ravel(), [STILL + 1] * LEVELS)


def _ellipses(cost: QuadraticCost, roots: Array, count: int = RING) -> tuple[Array, Array]:
    """Give the contours on which the cost lies ``roots`` squared above its minimum: shape (len(roots), count) each."""
    x, y = ellipse((0.0, 0.0), np.linalg.inv(cost.curvature), count)
    return cost.center[0] + roots[:, None] * x, cost.center[1] + roots[:, None] * y


def _touching(paths: Sequence[PenalizedPath], over: tuple[Control, ...], *, hold: bool = False) -> list[Any]:
    """Draw the solution, all solutions over λ, and the contour through the present one."""

    def frames(each: Sequence[Array]) -> Frames:
        return Frames(each[0] if len(over) == 1 else each, *over, hold=hold)

    roots = [np.sqrt(np.maximum(path.costs - path.cost.minimum, 0.0)) for path in paths]
    rings = [_ellipses(path.cost, root) for path, root in zip(paths, roots, strict=True)]
    weights = [path.weights for path in paths]
    meant = [Style("solution", "positive", "★")]
    ring = Line(frames([x for x, _ in rings]), frames([y for _, y in rings]), color="accent", width=1.75)
    solution = Dots(
        frames([w[:, :1] for w in weights]),
        frames([w[:, 1:] for w in weights]),
        size=10.0,
        style=np.zeros(1, dtype=int),
        styles=meant,
    )
    if hold:  # the path jumps: its stops alone
        stops = paths[0].knot_weights
        return [ring, Dots(stops[:, 0], stops[:, 1], color="positive", size=6.0, hollow=True), solution]
    if len(over) == 1:
        trail = Line(weights[0][:, 0], weights[0][:, 1], color="positive", dash=1, width=1.5)
    else:
        trail = Line(
            Frames([w[:, 0] for w in weights], over[0]),
            Frames([w[:, 1] for w in weights], over[0]),
            color="positive",
            dash=1,
            width=1.5,
        )
    return [ring, trail, solution]


def _ball_l0(path: PenalizedPath, lam: Slider, reach: float) -> list[Any]:
    """Draw all weights that have no more nonzero entries: the origin, the two axes, or the whole plane."""
    far = 2 * reach
    cross = np.array([[-far, 0.0], [far, 0.0], [np.nan, np.nan], [0.0, -far], [0.0, far]])
    sizes = path.n_nonzero
    shown = np.where((sizes == AXES)[:, None, None], cross, np.nan)
    top = np.where((sizes == ANY)[:, None], [far, far], -far)
    words = {ANY: "ball: all", AXES: "ball: the axes", ORIGIN: "ball: the origin"}
    told = Frames([words[size] for size in sizes], lam)
    return [
        Area([-far, far], [-far, -far], Frames(top, lam, hold=True)),
        Line(Frames(shown[..., 0], lam, hold=True), Frames(shown[..., 1], lam, hold=True), color="primary", width=4.0),
        Text(0.06 * reach, -0.9 * reach, told, anchor="start"),
    ]


def _ball_l1(path: PenalizedPath, lam: Slider) -> list[Any]:
    """Draw the diamond of all weights whose sizes add up to no more."""
    r = path.penalties[:, None]
    across, up = [-1.0, 0.0, 1.0], [0.0, 1.0, 0.0]
    round_x, round_y = [1.0, 0.0, -1.0, 0.0, 1.0], [0.0, 1.0, 0.0, -1.0, 0.0]
    return [
        Area(Frames(r * across, lam), Frames(-r * up, lam), Frames(r * up, lam)),
        Line(Frames(r * round_x, lam), Frames(r * round_y, lam), color="primary", width=2.25),
    ]


def _ball_l2(paths: Sequence[PenalizedPath], l2: Choice, lam: Slider) -> list[Any]:
    """Draw the disc of all weights that are no longer."""
    r = np.sqrt([(path.weights**2).sum(axis=1, keepdims=True) for path in paths])
    half, turn = np.linspace(np.pi, 0.0, HALF), np.linspace(0.0, 2 * np.pi, AROUND)
    return [
        Area(Frames(r * np.cos(half), l2, lam), Frames(-r * np.sin(half), l2, lam), Frames(r * np.sin(half), l2, lam)),
        Line(Frames(r * np.cos(turn), l2, lam), Frames(r * np.sin(turn), l2, lam), color="primary", width=2.25),
    ]


def _along(paths: Any, lam: Slider, names: Sequence[str], top: float, l2: Choice | None = None) -> Panel:
    """Draw both weights along λ."""
    first = paths if isinstance(paths, PenalizedPath) else paths[0]
    column = 2 if l2 else {"l0": 0, "l1": 1}[first.kind]
    x, marks = first.lambdas, []
    for n, name in enumerate(names):
        if l2:
            y: Any = Frames([path.weights[:, n] for path in paths], l2)
        else:
            y = first.weights[:, n]
        marks.append(Line(x, y, color=n, label=name, label_at="none", steps=first.kind == "l0"))
    return Panel(
        f"ℓ{column}: both weights along λ",
        [Rule(y=0.0), *marks, Rule(x=lam, color="accent")],
        x=Axis("λ", domain=(0.0, x[-1])),
        y=Axis("weight", domain=_around(first.cost.center, top)),
        row=1,
        column=column,
        height=200,
        scrub=lam,
    )


def _around(center: Array, top: float) -> tuple[float, float]:
    """Give the weights' axis: from 0 to the larger weight, or around 0 if they differ in sign."""
    return (-1.08 * top if center.min() < 0 else -0.08 * top), (1.08 * top if center.max() > 0 else 0.08 * top)


def _numbers(
    l0: PenalizedPath, l1: PenalizedPath, both: Sequence[PenalizedPath], l2: Choice, lam: Slider
) -> dict[str, Frames]:
    """Give each solution's two weights, as fields of a template: a0, b0, …"""
    found = {}
    for n, letter in enumerate("ab"):
        one, other, *rest = (path.weights[:, n].round(12) for path in (l0, l1, *both))  # 0.9999… is 1
        found[f"{letter}0"] = Frames(one, lam, hold=True)
        found[f"{letter}1"] = Frames(other, lam)
        found[f"{letter}2"] = Frames(rest, l2, lam)
    return found


def _weights_told(*solutions: Any) -> list[Readout]:
    numbers = _numbers(*solutions)
    return [Readout(f"ℓ{k} weights", Template("{a}, {b}", a=numbers[f"a{k}"], b=numbers[f"b{k}"])) for k in range(3)]


def _kept(path: PenalizedPath, names: Sequence[str], corner: str = "") -> list[str]:
    """Say at each λ which weights are not zero."""
    return [_who(support, names, corner) for support in path.weights != 0]


def _kept_between(path: PenalizedPath, names: Sequence[str]) -> list[str]:
    support = path.weights != 0
    return [_who(row, names, CORNER) for row in support[:-1] | support[1:]]


def _who(support: NDArray[np.bool_], names: Sequence[str], corner: str) -> str:
    if support.all():
        return "both"
    return f"{names[int(support[1])]} alone{corner}" if support.any() else "none"
