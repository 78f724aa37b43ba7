from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fewidgets.algorithms import PenalizedPath, QuadraticCost
from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Ends, Marks, Names
from fewidgets.explorables.shared.layout import all_of, over, xy
from fewidgets.explorables.shared.reveals import reveal_by
from fewidgets.scene import Area, Axis, Choice, Contours, Dots, Frames, Line, Panel, Rule, Slider, Text
from fewidgets.scene.curves import ellipse
from fewidgets.scene.types import Curve

RING, AROUND, HALF = 35, 29, 11  # points around a contour that moves, around a circle, and along half of it
LEVELS, STILL = 7, 45  # contours, and points around one
TOUCH, SMALL = 0.6, 1e-9  # half a tangent, as a share of the panels' reach; slopes that are rounding errors
NAME = 0.09  # from a line to its name, as a share of the axis
ANY, AXES, ORIGIN = 2, 1, 0  # the ℓ0 "ball" of each radius


def contours(cost: QuadraticCost, reach: float) -> Contours:
    """Draw evenly spaced contours, out to the farthest corner."""
    corners = np.array([[x, y] for x in (-reach, reach) for y in (-reach, reach)])
    farthest = np.sqrt(np.max(cost.value(corners)) - cost.minimum)
    x, y = _ellipses(cost, farthest * np.arange(1, LEVELS + 1) / LEVELS, STILL)
    gap = np.full((LEVELS, 1), np.nan)
    return Contours(np.hstack([x, gap]).ravel(), np.hstack([y, gap]).ravel(), [STILL + 1] * LEVELS)


def _ellipses(cost: QuadraticCost, roots: Array, count: int = RING) -> Curve:
    """Return x and y of the contours ``roots``² above the minimum, each of shape (len(roots), count)."""
    x, y = ellipse((0.0, 0.0), np.linalg.inv(cost.curvature), count)
    return cost.center[0] + roots[:, None] * x, cost.center[1] + roots[:, None] * y


def solution_marks(
    paths: Sequence[PenalizedPath], lam: Slider, reach: float, l2: Choice | None = None, *, hold: bool = False
) -> Marks:
    """Draw the solution, all solutions over λ, the contour through the present solution, and where it touches the ball."""

    def frames(each: Sequence[Array]) -> Any:
        return over(each, l2, lam, hold=hold)

    roots = [np.sqrt(np.maximum(path.costs - path.cost.minimum, 0.0)) for path in paths]
    rings = [_ellipses(path.cost, root) for path, root in zip(paths, roots, strict=True)]
    weights = [path.weights for path in paths]
    ring = Line(frames([x for x, _ in rings]), frames([y for _, y in rings]), color="accent", width=2.75)
    here = np.array(weights)[:, :, None]
    solution = Dots(*xy(here, l2, lam, hold=hold), size=11.0, **all_of(1, "solution", "positive", "diamond"))
    places = np.clip(here + reach * _outward(here, paths[0].cost.center), -0.72 * reach, 0.72 * reach)
    name = Text(*xy(places, l2, lam, hold=hold), ["solution"], color="positive")
    if hold:  # the path jumps, so only its stops are drawn
        (x, y), seen = paths[0].knot_weights.T, reveal_by(lam, paths[0].knots)
        return [ring, Dots(x, y, color="positive", size=6.0, hollow=True, reveal=seen), solution, name]
    touch = Line(*xy([_tangents(path, TOUCH * reach) for path in paths], l2, lam), color="ink", width=1.5)
    trail = Line(*xy(weights, l2), color="positive", dash=1, width=1.5, reveal=reveal_by(lam))
    return [ring, touch, trail, solution, name]


def _outward(points: Array, center: Array) -> Array:
    """Return the way from each point to its name: away from the minimizer, whose name is above it."""
    gaps = points - center
    lengths = np.linalg.norm(gaps, axis=-1, keepdims=True)
    return np.where(lengths > SMALL, gaps / np.maximum(lengths, SMALL), [0.0, -1.0]) * [0.38, 0.17]


def _tangents(path: PenalizedPath, half: float) -> Array:
    """Return both ends of the line between the contour through each solution and its ball, shape (K, 2, 2)."""
    slopes = (path.weights - path.cost.center) @ path.cost.curvature
    lengths = np.hypot(*slopes.T)[:, None]
    along = np.where(lengths > SMALL * lengths.max(), slopes[:, ::-1] * [-1, 1] / np.maximum(lengths, SMALL), np.nan)
    return np.stack([path.weights - half * along, path.weights + half * along], axis=1)


def ball_l0(path: PenalizedPath, lam: Slider, reach: float) -> Marks:
    """Draw all weights with at most as many nonzero entries."""
    far = 2 * reach
    cross = np.array([[-far, 0.0], [far, 0.0], [np.nan, np.nan], [0.0, -far], [0.0, far]])
    sizes = path.n_nonzero
    shown = np.where((sizes == AXES)[:, None, None], cross, np.nan)
    top = np.where((sizes == ANY)[:, None], [far, far], -far)
    words = {ANY: "ball: all", AXES: "ball: the axes", ORIGIN: "ball: the origin"}
    names = Frames([words[size] for size in sizes], lam)
    return [
        Area([-far, far], [-far, -far], Frames(top, lam, hold=True)),
        Line(Frames(shown[..., 0], lam, hold=True), Frames(shown[..., 1], lam, hold=True), color="primary", width=4.0),
        Text(0.06 * reach, -0.9 * reach, names, anchor="start"),
    ]


def ball_l1(path: PenalizedPath, lam: Slider) -> Marks:
    """Draw the diamond of all weights with at most the same sum of absolute values."""
    r = path.penalties[:, None]
    across, up = [-1.0, 0.0, 1.0], [0.0, 1.0, 0.0]
    round_x, round_y = [1.0, 0.0, -1.0, 0.0, 1.0], [0.0, 1.0, 0.0, -1.0, 0.0]
    return [
        Area(Frames(r * across, lam), Frames(-r * up, lam), Frames(r * up, lam)),
        Line(Frames(r * round_x, lam), Frames(r * round_y, lam), color="primary", width=2.25),
    ]


def ball_l2(paths: Sequence[PenalizedPath], l2: Choice, lam: Slider) -> Marks:
    """Draw the disc of all weights with at most the same length."""
    r = np.sqrt([(path.weights**2).sum(axis=1, keepdims=True) for path in paths])
    half, turn = np.linspace(np.pi, 0.0, HALF), np.linspace(0.0, 2 * np.pi, AROUND)
    return [
        Area(Frames(r * np.cos(half), l2, lam), Frames(-r * np.sin(half), l2, lam), Frames(r * np.sin(half), l2, lam)),
        Line(Frames(r * np.cos(turn), l2, lam), Frames(r * np.sin(turn), l2, lam), color="primary", width=2.25),
    ]


def plane_panel(column: int, title: str, says: Frames, marks: Marks, axes: Names, reach: float) -> Panel:
    x, y = (Axis(label, domain=(-reach, reach)) for label in axes)
    return Panel(title, marks, x=x, y=y, column=column, height=330, aspect=1.0, says=says, legend=False)


def weight_panel(column: int, paths: Sequence[PenalizedPath], lam: Slider, names: Names, top: float, l2: Choice) -> Panel:
    first = paths[0]
    x = first.lambdas
    several = l2 if len(paths) > 1 else None
    steps = first.kind == "l0"
    lines: Marks = [
        Line(
            x,
            over([path.weights[:, n] for path in paths], several),
            color="positive",
            dash=n,
            label=name,
            label_at="none",
            steps=steps,
            reveal=reveal_by(lam),
        )
        for n, name in enumerate(names)
    ]
    ends = _around(first.cost.center, top)
    now = over([path.weights for path in paths], several, lam, hold=steps)
    return Panel(
        f"ℓ{column}: both weights along λ",
        [
            Rule(y=0.0),
            *lines,
            Rule(x=lam),
            Dots(Frames(np.column_stack([x, x]), lam), now, color="positive", size=8.0),
            Text([0.02 * x[-1]] * 2, _beside(first.weights[0], ends), names, "positive", "start", reveal_by(lam, np.zeros(2))),
        ],
        x=Axis("λ", domain=(0.0, x[-1])),
        y=Axis("weight", domain=ends),
        row=1,
        column=column,
        height=200,
        scrub=lam,
        legend=False,
    )


def _around(center: Array, top: float) -> Ends:
    """Return the ends of the weight axis: from 0 to the larger weight, or around 0 if the signs differ."""
    return (-1.08 * top if center.min() < 0 else -0.08 * top), (1.08 * top if center.max() > 0 else 0.08 * top)


def _beside(weights: Array, ends: Ends) -> Array:
    """Return the heights of two names: beyond their weights, or the smaller one on the side of 0 if there is no room."""
    away = NAME * (ends[1] - ends[0]) * np.where(weights < 0, -1.0, 1.0)
    small = int(np.abs(weights).argmin())
    if np.abs(np.diff(weights))[0] < 2 * np.abs(away[0]):
        away[small] *= -1
    return weights + away
