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

RING, AROUND, HALF = 39, 31, 11  # points around a contour that moves, around a circle, and along half of it
LEVELS, STILL = 7, 49  # contours, and points around one
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


def solution_marks(paths: Sequence[PenalizedPath], lam: Slider, l2: Choice | None = None, *, hold: bool = False) -> Marks:
    """Draw the solution, all solutions over λ, and the contour through the present solution."""

    def frames(each: Sequence[Array]) -> Any:
        return over(each, l2, lam, hold=hold)

    roots = [np.sqrt(np.maximum(path.costs - path.cost.minimum, 0.0)) for path in paths]
    rings = [_ellipses(path.cost, root) for path, root in zip(paths, roots, strict=True)]
    weights = [path.weights for path in paths]
    ring = Line(frames([x for x, _ in rings]), frames([y for _, y in rings]), color="accent", width=2.75)
    solution = Dots(
        *xy([w[:, None] for w in weights], l2, lam, hold=hold),
        size=10.0,
        **all_of(1, "solution", "positive", "diamond"),
    )
    if hold:  # the path jumps, so only its stops are drawn
        (x, y), seen = paths[0].knot_weights.T, reveal_by(lam, paths[0].knots)
        return [ring, Dots(x, y, color="positive", size=6.0, hollow=True, reveal=seen), solution]
    trail = Line(*xy(weights, l2), color="positive", dash=1, width=1.5, reveal=reveal_by(lam))
    return [ring, trail, solution]


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


def weight_panel(column: int, paths: Sequence[PenalizedPath], lam: Slider, names: Names, top: float, l2: Choice) -> Panel:
    first = paths[0]
    x = first.lambdas
    lines: Marks = [
        Line(
            x,
            over([path.weights[:, n] for path in paths], l2 if len(paths) > 1 else None),
            color=n,
            dash=n,
            label=name,
            label_at="none",
            steps=first.kind == "l0",
            reveal=reveal_by(lam),
        )
        for n, name in enumerate(names)
    ]
    return Panel(
        f"ℓ{column}: both weights along λ",
        [Rule(y=0.0), *lines, Rule(x=lam, color="accent")],
        x=Axis("λ", domain=(0.0, x[-1])),
        y=Axis("weight", domain=_around(first.cost.center, top)),
        row=1,
        column=column,
        height=200,
        scrub=lam,
    )


def _around(center: Array, top: float) -> Ends:
    """Return the ends of the weight axis: from 0 to the larger weight, or around 0 if the signs differ."""
    return (-1.08 * top if center.min() < 0 else -0.08 * top), (1.08 * top if center.max() > 0 else 0.08 * top)
