"""The selections of boosting and of ℓ1 regularization on the same data, for every number of features."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fewidgets.algorithms import BoostTrace, L1Path, Softmax, StandardNormalizer, boost, l1_path
from fewidgets.algorithms._numerics.types import Array, Flags
from fewidgets.algorithms.optimization.cost_names import CostName, Reduction
from fewidgets.explorables.boosting_versus_l1.tuned_models import tuned_models
from fewidgets.explorables.shared.l1_frames import costs_along

GRID, FLOOR = 60, 1e-3  # softmax: values of λ, spaced evenly and logarithmically down to this share of λ_max
HALVINGS = 12  # softmax: how often an interval of λ is halved if several features enter in it


@dataclass(frozen=True, eq=False)
class Models:
    supports: Flags  # (S + 1, N)
    weights: Array  # (S + 1, N): The weights that the method finds; NaN if there is no such model
    costs: Array  # (S + 1,): The cost with these weights; NaN if there is no such model
    tuned_weights: Array  # (S + 1, N) and (S + 1,)
    tuned_costs: Array


@dataclass(frozen=True, eq=False)
class Comparison:
    boosting: BoostTrace  # S rounds
    path: L1Path  # The whole path
    boosted: Models  # The models of each method
    regularized: Models
    entered: tuple[int, ...]  # Features in the order in which they first enter as λ falls
    lambdas: Array  # (S + 1,): The λ at which ℓ1 selects k features; NaN if it never selects exactly k


def compare_selections(inputs: Array, output: Array, cost: CostName, reduction: Reduction, most: int) -> Comparison:
    """Run both methods on standard normalized data, and tune the weights of their features."""
    X = StandardNormalizer().fit_transform(inputs)
    y = output if cost == "softmax" else (output - output.mean()) / output.std()
    # The path is first: it needs a copy of X for a while, and the residuals of boosting are as large as one.
    path = _path(X, y, cost, reduction)
    if not path.lambda_max > 0:
        raise ValueError("y must depend on a feature of X; here neither method has anything to select")
    boosting = boost(X, y, rounds=most, cost=cost, reduction=reduction)
    boosted = np.zeros((most + 1, X.shape[1]), dtype=bool)
    for k, n in enumerate(boosting.order, start=1):
        boosted[k:, n] = True
    lambdas, weights, biases = _of_each_size(path, most)
    found = np.isfinite(lambdas)
    costs = np.full(most + 1, np.nan)
    if cost == "softmax":
        costs[found] = Softmax(X, y, reduction=reduction).value(np.column_stack([biases, weights])[found])
    else:
        costs[found] = costs_along(path, lambdas[found])
    regularized = np.nan_to_num(weights) != 0
    everywhere = np.ones(most + 1, dtype=bool)
    return Comparison(
        boosting,
        path,
        Models(boosted, boosting.weights, boosting.costs, *tuned_models(X, y, boosted, everywhere, cost, reduction)),
        Models(regularized, weights, costs, *tuned_models(X, y, regularized, found, cost, reduction)),
        tuple(dict.fromkeys(event.feature for event in path.events if event.kind == "enters")),
        lambdas,
    )


def _path(X: Array, y: Array, cost: CostName, reduction: Reduction) -> L1Path:
    path = l1_path(X, y, cost=cost, reduction=reduction)
    if cost != "softmax" or not path.lambda_max > 0:
        return path
    top = path.lambda_max
    grid = np.union1d(np.linspace(0.0, top, GRID), np.geomspace(FLOOR * top, top, GRID))
    if path.separable:
        grid = grid[1:]  # without a penalty there is no minimizer
    path = l1_path(X, y, cost="softmax", reduction=reduction, lambdas=grid)
    sizes = path.n_nonzero
    for _ in range(HALVINGS):
        wide = np.abs(np.diff(sizes)) > 1
        if not wide.any():
            break
        between = (grid[:-1][wide] + grid[1:][wide]) / 2
        added = l1_path(X, y, cost="softmax", reduction=reduction, lambdas=between).n_nonzero
        order = np.argsort(np.concatenate([grid, between]), kind="stable")
        grid, sizes = np.concatenate([grid, between])[order], np.concatenate([sizes, added])[order]
    if len(grid) == len(path.lambdas):
        return path
    return l1_path(X, y, cost="softmax", reduction=reduction, lambdas=grid)


def _of_each_size(path: L1Path, most: int) -> tuple[Array, Array, Array]:
    """Return λ, weights and bias of the first model of each size, at its smallest λ."""
    lambdas = path.lambdas
    if path.cost == "least_squares":  # linear between knots, so one point per interval is enough
        # A weight may be zero at a knot only; just above the knot the model has one feature more.
        lambdas = np.sort(np.concatenate([path.knots, path.knots[:-1] + 1e-3 * np.diff(path.knots)]))
    weights, biases = path.at(lambdas)
    sizes = np.count_nonzero(weights, axis=1)
    found = np.full(most + 1, -1)
    found[0] = int(np.argmax(sizes == 0)) if (sizes == 0).any() else len(sizes) - 1
    for i in range(len(sizes) - 1, -1, -1):
        k = sizes[i]
        if 0 < k <= most and (found[k] < 0 or found[k] == i + 1):
            found[k] = i
    there = (found >= 0)[:, None]
    return (
        np.where(there[:, 0], lambdas[found], np.nan),
        np.where(there, weights[found], np.nan),
        np.where(there[:, 0], np.asarray(biases)[found], np.nan),
    )
