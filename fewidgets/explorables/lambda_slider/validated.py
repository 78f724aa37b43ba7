from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import L1CrossValidation, L1Path, LeastSquares, Softmax
from fewidgets.algorithms._numerics.arguments import as_choice
from fewidgets.algorithms._numerics.types import Array
from fewidgets.algorithms.optimization.cost_names import COSTS
from fewidgets.explorables.framework.intake import Data
from fewidgets.scene.text.legible import must_be


class ValidatedPath(L1Path):
    """An ℓ1 path with its values at the frames of the slider and its cross-validation."""

    frames: Array = field(kw_only=True, repr=False)  # (F,): λ at each frame, ascending
    frame_weights: Array = field(kw_only=True, repr=False)  # (F, N): Weights at each frame
    frame_costs: Array = field(kw_only=True, repr=False)  # (F,): Cost at each frame, without the penalty
    table: Data = field(kw_only=True, repr=False)  # The examples, as they were given or made
    truth: Array | None = field(default=None, kw_only=True, repr=False)  # (N,)
    validation: L1CrossValidation | None = field(default=None, kw_only=True)


@dataclass(frozen=True, eq=False)
class ScaledData(Data):
    path: ValidatedPath | None  # The whole path


def path_of_weights(lambdas: ArrayLike, weights: ArrayLike, biases: ArrayLike, table: Data, cost: str) -> ValidatedPath:
    """Return a path of weights that were found elsewhere."""
    grid, rows, bias = (np.array(each, dtype=np.float64) for each in (lambdas, weights, biases))
    if grid.ndim != 1 or len(grid) < 2 or not (np.diff(grid) > 0).all() or not grid[0] >= 0:
        raise ValueError(must_be("lambdas", "at least two ascending numbers from 0 on", lambdas))
    for name, array, shape in (("weights", rows, (len(grid), table.X.shape[1])), ("biases", bias, (len(grid),))):
        if array.shape != shape or not np.isfinite(array).all():
            raise ValueError(f"{name} must be finite and have shape {shape}; got shape {array.shape}")
    loss = LeastSquares(table.X, table.y) if cost == "least_squares" else Softmax(table.X, table.y)
    costs = np.array([loss.value(np.append(b, w)) for b, w in zip(bias, rows, strict=True)])

    def blended(path: L1Path, at: Array) -> tuple[Array, Array]:
        columns = [np.interp(at, grid, column) for column in rows.T]
        return np.stack(columns, axis=-1), np.interp(at, grid, bias)

    return ValidatedPath(
        cost=as_choice(cost, "cost", COSTS),
        reduction="mean",
        fit_bias=True,
        lambdas=grid,
        weights=rows,
        biases=bias,
        costs=costs,
        objectives=costs + grid * np.abs(rows).sum(axis=1),
        gaps=np.full(len(grid), np.nan),
        lambda_max=float(grid[-1]),
        n_nonzero=np.count_nonzero(rows, axis=1),
        events=(),
        separable=False,
        knots=grid,
        knot_weights=rows,
        _solve=blended,
        frames=grid,
        frame_weights=rows,
        frame_costs=costs,
        table=table,
    )
