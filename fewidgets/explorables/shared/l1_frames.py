"""The values of λ at which an ℓ1 path is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fewidgets.algorithms import L1Path
from fewidgets.algorithms._numerics.types import Array, Flags, Indices
from fewidgets.explorables.shared.drawn_features import MOST_DRAWN
from fewidgets.scene import Frames, Slider

EVEN, FINE = 90, 50  # frames spread evenly over λ, and over log λ
FLOOR = 1e-3  # lower end of the log axis, as a share of λ_max
BEYOND = 1.02  # the slider goes a little beyond λ_max, where all weights are zero
MOST_FRAMES = 300  # about as many as a slider's pixels can tell apart


def spread(lambda_max: float, even: int = EVEN, fine: int = FINE) -> Array:
    """Return values of λ from 0 to a little beyond λ_max, spaced evenly and logarithmically."""
    fines = np.geomspace(FLOOR * lambda_max, lambda_max, fine)
    return np.unique(np.concatenate([np.linspace(0.0, BEYOND * lambda_max, even), fines]))


def frames_along(path: L1Path) -> tuple[Array, Array, Array]:
    """Return λ, weights and cost at each frame of a slider along a least squares path."""
    # All knots are frames, so blending two frames gives the path itself. Of too many, those of the foremost features are.
    values = np.union1d(spread(path.lambda_max), path.knots)
    if len(values) > MOST_FRAMES:
        drawn = set(foremost_features(path)[:MOST_DRAWN])
        bends = np.unique([event.lam for event in path.events if event.feature in drawn])
        even = spread(path.lambda_max)
        values = np.union1d(even, bends[len(bends) - min(len(bends), MOST_FRAMES - len(even)) :])
    return values, np.asarray(path.at(values).weights), costs_along(path, values)


def costs_along(path: L1Path, values: Array) -> Array:
    """Return the cost of a least squares path at any λ, from the costs at its knots."""
    # The gradient is −λ sign(ω) on nonzero weights and ‖ω‖₁ is linear in λ between knots, so the cost is linear in λ².
    return np.interp(np.square(values), np.square(path.lambdas), path.costs)


def is_exact_between(path: L1Path, values: Array) -> bool:
    """Say whether blending the frames is as good as the path itself."""
    return path.cost == "softmax" or bool(np.isin(path.knots, values).all())


def foremost_features(path: L1Path) -> list[int]:
    """List all features in the order in which to draw them: early ones and large weights."""
    entered = list(dict.fromkeys(event.feature for event in path.events if event.kind == "enters"))
    largest: Indices = np.argsort(-np.abs(path.weights).max(axis=0), kind="stable")
    rank = {n: place for place, n in enumerate(entered)}
    early = [*entered, *(n for n in largest.tolist() if n not in rank)]
    return list(dict.fromkeys(n for pair in zip(early, largest.tolist(), strict=True) for n in pair))


def over_support(lam: Slider, inside: Flags, of: Callable[[Flags], Any]) -> Frames:
    """Return what follows from the weights that are nonzero at a frame, or between two frames."""
    either = inside[:-1] | inside[1:]
    return Frames([of(row) for row in inside], lam, between=[of(row) for row in either] if lam.interpolate else None)
