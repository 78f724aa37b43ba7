"""A cost of two weights over raw or scaled input: its minimizer, its condition number and its contours."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from fewidgets.algorithms import (
    FixedBias,
    LeastSquares,
    Softmax,
    StandardNormalizer,
    contour_ellipse,
    hessian_condition,
    newton,
)
from fewidgets.algorithms._numerics.types import Array
from fewidgets.algorithms.optimization.conditioning import HessianCondition
from fewidgets.explorables.framework.aliases import Ends
from fewidgets.explorables.shared.sphering_units import fitted_sphering
from fewidgets.scene.curves import contour_levels, contour_lines, ellipse
from fewidgets.scene.types import Isolines

Transform = Callable[[Array], Array]

RAW, CENTRED, STANDARDIZED, SPHERED = "raw", "mean-centred", "standardized", "sphered"
LEVELS, AROUND = 10, 73  # number of contours, and of points on an ellipse
GRID = (101, 71)  # grid points per side at which a cost is evaluated, for one and for two inputs
COARSE, MANY = 41, 1000  # grid points per side for data with more than MANY examples


@dataclass(frozen=True, eq=False)
class Landscape:
    name: str  # The scaling
    X: Array  # (P, N): The scaled input
    transform: Transform  # Function that scales new input of shape (n, N) in the same way
    cost: LeastSquares | Softmax | FixedBias  # For N = 1, a function of bias and weight
    minimizer: Array | None  # (2,)
    lowest: float  # The lowest cost, or its limit if there is no minimizer
    condition: HessianCondition | None  # Condition of the Hessian at the minimizer
    longest_step: float  # Step length below which descent always converges: 2 divided by the largest curvature

    @property
    def quadratic(self) -> bool:
        return isinstance(self.cost.cost if isinstance(self.cost, FixedBias) else self.cost, LeastSquares)


def landscapes(X: Array, y: Array, cost: str, reduction: Literal["mean", "sum"]) -> dict[str, Landscape]:
    """Compute the cost over raw, mean-centred, standardized and, with two inputs, sphered input."""
    sphering, normalizer, mean = fitted_sphering(X), StandardNormalizer().fit(X), X.mean(axis=0)
    scalings: dict[str, Transform] = {
        RAW: lambda new: new,
        CENTRED: lambda new: new - mean,
        STANDARDIZED: normalizer.transform,
        SPHERED: sphering.transform,
    }
    if X.shape[1] == 1:
        del scalings[SPHERED]  # with one input, sphering is standardizing
    kind = Softmax if cost == "softmax" else LeastSquares
    # Newton's method converges best over sphered input. The other minimizers follow from its outputs.
    easy = kind(sphering.transform(X), y, reduction=reduction)
    found = newton(easy, np.zeros(X.shape[1] + 1), steps=50, epsilon=0.0 if kind is LeastSquares else 1e-7)
    outputs = easy.X @ found.final.weights
    exists = not found.separable and not found.stopped.startswith(("diverged", "no minimizer"))
    lowest = 0.0 if found.separable else found.final.cost

    def landscape(name: str, transform: Transform) -> Landscape:
        whole = kind(transform(X), y, reduction=reduction)
        weights = _weights_of(outputs, whole.X[:, 1:])
        plane = whole if X.shape[1] == 1 else FixedBias(whole, float(weights[0]))
        minimizer = (weights if X.shape[1] == 1 else weights[1:]) if exists else None
        condition = None if minimizer is None else hessian_condition(plane.hessian(minimizer))
        steepest = hessian_condition(_steepest(plane))
        return Landscape(name, whole.X[:, 1:], transform, plane, minimizer, lowest, condition, steepest.longest_step)

    return {name: landscape(name, transform) for name, transform in scalings.items()}


def _weights_of(outputs: Array, points: Array) -> Array:
    """Find bias and weights with these outputs."""
    # Standardized first, because the units of the features may be far apart.
    mean, spread, middle = points.mean(axis=0), points.std(axis=0), outputs.mean()
    weights = np.linalg.lstsq((points - mean) / spread, outputs - middle, rcond=None)[0] / spread
    return np.concatenate([[middle - mean @ weights], weights])


def _steepest(cost: LeastSquares | Softmax | FixedBias) -> Array:
    """Compute the Hessian where the curvature is largest; for softmax, this is where all outputs are zero."""
    if isinstance(cost, FixedBias):
        return type(cost.cost)(cost.X, cost.y, reduction=cost.reduction).hessian(np.zeros(3))[1:, 1:]
    return cost.hessian(np.zeros(2))


Box = tuple[Ends, Ends]


def box_around(points: Iterable[Array], path: Array, *, pad: float = 0.16, wide: float = 1.0) -> Box:
    """Choose a box, so many times as wide as high, around points and around the part of a path that is not far from them."""
    fixed = np.array(list(points), dtype=float)
    low, high = fixed.min(axis=0), fixed.max(axis=0)
    side = float((high - low).max()) or max(1.0, float(np.abs(fixed).max()))
    near = path[((path > low - 0.5 * side) & (path < high + 0.5 * side)).all(axis=1)]
    both = np.concatenate([fixed, near])
    low, high = both.min(axis=0), both.max(axis=0)
    shape = np.array([wide, 1.0])
    halves = (0.5 + pad) * shape * max(float(((high - low) / shape).max()), 0.5 * side / wide)
    across, up = (
        (_neat(center - half, half), _neat(center + half, half)) for center, half in zip((low + high) / 2, halves, strict=True)
    )
    return across, up


def _neat(value: float, size: float) -> float:
    """Round to two digits more than the leading digit of ``size``."""
    return round(float(value), int(2 - np.floor(np.log10(size))))


def contours(landscape: Landscape, box: Box) -> Isolines:
    """Compute the contours in a box for a `Contours` mark; those of a quadratic cost are ellipses."""
    (left, right), (bottom, top) = box
    cost, center = landscape.cost, landscape.minimizer
    if landscape.quadratic and center is not None:
        corners = np.array([[left, bottom], [left, top], [right, bottom], [right, top]])
        highest = float(np.max(cost.value(corners))) - landscape.lowest
        around = contour_ellipse(cost.hessian(center), highest, center=center)
        x, y = ellipse(center, around.axes.T @ np.diag(around.lengths**2) @ around.axes, AROUND)
        shares = np.arange(1, LEVELS + 1)[:, None] / LEVELS
        gap = np.full((LEVELS, 1), np.nan)
        each = [np.hstack([c + shares * (v - c), gap]).ravel() for c, v in zip(center, (x, y), strict=True)]
        return each[0], each[1], [AROUND + 1] * LEVELS
    count = GRID[landscape.X.shape[1] - 1] if len(landscape.X) <= MANY else COARSE
    return level_lines(cost.value, box, count, landscape.lowest)[0]


def level_lines(cost: Callable[[Array], Any], box: Box, count: int, lowest: float) -> tuple[Isolines, float]:
    """Compute contours from the costs on a grid, and return them with the highest of these costs."""
    xs, ys = (np.linspace(*side, count) for side in box)
    values = cost(np.stack(np.meshgrid(xs, ys), axis=-1))
    highest = float(np.max(values))
    levels = lowest + (highest - lowest) * contour_levels([0.0, 1.0], LEVELS, sharpness=2.0)
    return contour_lines(xs, ys, values, levels), highest


def together(each: list[Isolines]) -> Isolines:
    """Combine contours into frames: each level gets the same number of points, filled up with NaN."""
    sizes = [max(counts) for counts in zip(*(sizes for _, _, sizes in each), strict=True)]
    frames = np.full((2, len(each), sum(sizes)), np.nan)
    for k, (x, y, own) in enumerate(each):
        first = place = 0
        for size, count in zip(sizes, own, strict=True):
            frames[:, k, place : place + count] = x[first : first + count], y[first : first + count]
            first, place = first + count, place + size
    return frames[0], frames[1], sizes
