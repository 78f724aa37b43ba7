"""A cost over two weights, as it looks from raw or scaled input: where it is lowest, how long its contours are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms import (
    FixedBias,
    HessianCondition,
    LeastSquares,
    PCASphering,
    Softmax,
    StandardNormalizer,
    contour_ellipse,
    hessian_condition,
    newton,
)
from fewidgets.scene import contour_levels, contour_lines, ellipse

Array = NDArray[np.float64]
Transform = Callable[[Array], Array]

RAW, CENTRED, STANDARDIZED, SPHERED = "raw", "mean-centred", "standardized", "sphered"
LEVELS, AROUND = 10, 73  # contours, and points of an ellipse
GRID, COARSE, MANY = (
    (101, 71),
    41,
    1000,
)  # places along a side where a cost is looked up: one input, two; beyond MANY examples


@dataclass(frozen=True, eq=False)
class Landscape:
    """A cost of two weights, over the input in one scaling.

    Attributes
    ----------
    name : str
        The scaling.
    X : NDArray, shape (P, N), float64
        The scaled input.
    transform : callable
        Scales new input of shape (n, N) in the same way.
    cost : LeastSquares, Softmax or FixedBias
        A function of bias and weight where N = 1, of both weights, its bias held at its best value, where N = 2.
    minimizer : NDArray, shape (2,), or None
        Where the cost is lowest; None where classes can be separated, so that it falls for ever.
    lowest : float
        The lowest cost, or what it falls towards.
    condition : HessianCondition or None
        At the minimizer.
    longest_step : float
        Up to this step length descent is sure: 2 over the largest curvature there is.
    """

    name: str
    X: Array
    transform: Transform
    cost: LeastSquares | Softmax | FixedBias
    minimizer: Array | None
    lowest: float
    condition: HessianCondition | None
    longest_step: float

    @property
    def quadratic(self) -> bool:
        """Whether its contours are ellipses."""
        return isinstance(self.cost.cost if isinstance(self.cost, FixedBias) else self.cost, LeastSquares)


def landscapes(X: Array, y: Array, cost: str, reduction: str) -> dict[str, Landscape]:
    """Give the landscapes over raw, mean-centred, standardized and, with two inputs, sphered input.

    The lowest point is found once, over sphered input where that is easy, and told in the terms of the others.
    """
    sphering, normalizer, mean = PCASphering().fit(X), StandardNormalizer().fit(X), X.mean(axis=0)
    scalings: dict[str, Transform] = {
        RAW: lambda new: new,
        CENTRED: lambda new: new - mean,
        STANDARDIZED: normalizer.transform,
        SPHERED: sphering.transform,
    }
    if X.shape[1] == 1:
        del scalings[SPHERED]  # with one input, sphering is standardizing
    kind = Softmax if cost == "softmax" else LeastSquares
    easy = kind(sphering.transform(X), y, reduction=reduction)
    found = newton(easy, np.zeros(X.shape[1] + 1), steps=50, epsilon=0.0 if kind is LeastSquares else 1e-7)
    outputs, exists = (
        easy.X @ found.final.weights,
        not found.separable and not found.stopped.startswith(("diverged", "no minimizer")),
    )
    lowest = 0.0 if found.separable else found.final.cost

    def landscape(name: str, transform: Transform) -> Landscape:
        whole = kind(transform(X), y, reduction=reduction)
        weights = np.linalg.lstsq(whole.X, outputs, rcond=None)[0]
        plane = whole if X.shape[1] == 1 else FixedBias(whole, float(weights[0]))
        minimizer = (weights if X.shape[1] == 1 else weights[1:]) if exists else None
        condition = None if minimizer is None else hessian_condition(plane.hessian(minimizer))
        steepest = hessian_condition(_steepest(plane))
        return Landscape(name, whole.X[:, 1:], transform, plane, minimizer, lowest, condition, steepest.longest_step)

    return {name: landscape(name, transform) for name, transform in scalings.items()}


def _steepest(cost: LeastSquares | Softmax | FixedBias) -> Array:
    """Give the Hessian where the cost curves most: for softmax, where all outputs are zero."""
    if isinstance(cost, FixedBias):
        return type(cost.cost)(cost.X, cost.y, reduction=cost.reduction).hessian(np.zeros(3))[1:, 1:]
    return cost.hessian(np.zeros(2))


Box = tuple[tuple[float, float], tuple[float, float]]


def box_around(points: Iterable[Array], path: Array, *, pad: float = 0.16) -> Box:
    """Give a square around points, and around as much of a path as does not lie far from them."""
    fixed = np.array(list(points), dtype=float)
    low, high = fixed.min(axis=0), fixed.max(axis=0)
    side = float((high - low).max()) or max(1.0, float(np.abs(fixed).max()))
    near = path[((path > low - 0.5 * side) & (path < high + 0.5 * side)).all(axis=1)]
    both = np.concatenate([fixed, near])
    low, high = both.min(axis=0), both.max(axis=0)
    half = (0.5 + pad) * max(float((high - low).max()), 0.5 * side)
    middle = (low + high) / 2
    return tuple((_neat(center - half, half), _neat(center + half, half)) for center in middle)  # type: ignore[return-value]


def _neat(value: float, size: float) -> float:
    """Round to a hundredth of a size's power of ten, so that bounds can be read."""
    return round(float(value), int(2 - np.floor(np.log10(size))))


def contours(landscape: Landscape, box: Box) -> tuple[Array, Array, list[int]]:
    """Give the contours within a box, as a `Contours` mark wants them: ellipses, of a quadratic cost."""
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
    xs, ys = np.linspace(left, right, count), np.linspace(bottom, top, count)
    values = cost.value(np.stack(np.meshgrid(xs, ys), axis=-1))
    levels = landscape.lowest + (np.max(values) - landscape.lowest) * contour_levels([0.0, 1.0], LEVELS, sharpness=2.0)
    return contour_lines(xs, ys, values, levels)


def together(each: list[tuple[Array, Array, list[int]]]) -> tuple[Array, Array, list[int]]:
    """Give several contours' points as frames: level by level as many points, what is missing is NaN."""
    sizes = [max(counts) for counts in zip(*(sizes for _, _, sizes in each), strict=True)]
    frames = np.full((2, len(each), sum(sizes)), np.nan)
    for k, (x, y, own) in enumerate(each):
        starts = np.concatenate([[0], np.cumsum(own)])
        place = 0
        for size, first, last in zip(sizes, starts[:-1], starts[1:], strict=True):
            frames[0, k, place : place + last - first] = x[first:last]
            frames[1, k, place : place + last - first] = y[first:last]
            place += size
    return frames[0], frames[1], sizes
