"""Feature selection by boosting (section 9.6): add the feature that lowers the cost most, freeze its weight, repeat."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_count, as_number
from .._numerics.arrays import as_features, as_labels, as_outputs
from ..optimization.cost_names import COSTS, REDUCTIONS, CostName, Reduction
from .boosting_groups import LeastSquaresCandidates, SoftmaxCandidates, all_groups, check_fits
from .boosting_trace import BoostTrace

# A cost below this share of the first one is rounding: the fit is perfect.
PERFECT_FIT = 1e-24


def boost(
    X: ArrayLike,
    y: ArrayLike,
    *,
    rounds: int | None = None,
    cost: CostName = "least_squares",
    reduction: Reduction = "mean",
    stop: float | None = None,
    group: int = 1,
    max_fits: int = 200_000,
) -> BoostTrace:
    """Select features one at a time by boosting (forward stage-wise selection).

    Start from the bias alone. In each round, tune the weight of every unused feature by itself, choose the feature that gives
    the lowest cost, and freeze its weight. For least squares and residuals r, the best weight of a feature x is w = Σ x r / Σ
    x², and it lowers the sum of squares by (Σ x r)² / Σ x². Of several equally good features, the first is chosen.

    With ``group=R``, each round tries every group of R unused features and tunes their R weights together. This finds features
    that help only together, but the first round then needs C(N, R) fits.

    Standardize the features first: the bias is frozen before any feature enters, so it would be wrong for features whose mean
    is not 0.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    rounds : int, optional
        Largest number of rounds M, 1 to N // R. If omitted, N // R.
    cost : {"least_squares", "softmax"}
        The cost to minimize.
    reduction : {"mean", "sum"}
        Whether the cost is the mean or the sum over examples.
    stop : float, optional
        Smallest decrease of the cost per round, as a share of the cost. For example, 0.01 stops before the first round that
        would lower the cost by less than 1 %. If omitted, all rounds are run.
    group : int
        Number of weights R tuned together in each round, 1 to N.
    max_fits : int
        Largest number of candidate fits in all rounds together, if `group` is above 1.

    Returns
    -------
    BoostTrace

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, a feature or `y` is constant, or groups need more than `max_fits` fits.

    Notes
    -----
    Plain forms: `fewidgets.algorithms.plain.boost`, `fewidgets.algorithms.plain.boost_softmax`.

    Source: section 9.6.1, equations (9.8) to (9.15); section 9.6.2 (stopping); section 9.6.3 (groups); section 9.6.4,
    equations (9.16) to (9.18). Equation (9.13) prints the bias as w₁*; it means w₀* of (9.10).

    Examples
    --------
    Two features that help only together:

    >>> X = [[5, 3, 2], [-3, -5, 0], [1, 3, -3], [-3, -1, 1]]
    >>> alone, together = (boost(X, [1, 1, -1, -1], rounds=1, group=R) for R in (1, 2))
    >>> alone.order, together.order, together.weights[1]
    (array([2]), array([0, 1]), array([ 0.5, -0.5,  0. ]))
    """
    features = as_features(X)
    P, N = features.shape
    cost = as_choice(cost, "cost", COSTS)
    output = as_outputs(y, P) if cost == "least_squares" else as_labels(y, P)
    R = as_count(group, "group", 1, N, "the number of features")
    of = "the number of features" if R == 1 else f"the number of features // {R}"
    M = N // R if rounds is None else as_count(rounds, "rounds", 1, N // R, of)
    unit = 1 / P if as_choice(reduction, "reduction", REDUCTIONS) == "mean" else 1.0
    if stop is not None and not 0 < (stop := as_number(stop, "stop")) < 1:
        raise ValueError(f"stop must be between 0 and 1, a share of the cost; got {stop:g}")
    check_fits(N, R, M, as_count(max_fits, "max_fits", 1))

    model: LeastSquaresCandidates | SoftmaxCandidates
    model = LeastSquaresCandidates(features, output) if cost == "least_squares" else SoftmaxCandidates(features, output)
    groups, unused = all_groups(N, R), np.ones(N, dtype=bool)
    order: list[int] = []
    weights, costs, residuals = [np.zeros(N)], [model.cost], [model.residual]
    tried_costs, tried_weights = np.full((M, len(groups)), np.nan), np.full((M, *groups.shape), np.nan)
    diverges = np.zeros((M, len(groups)), dtype=bool)
    for m in range(M):
        tried = np.flatnonzero(unused[groups].all(axis=1))
        tuned = model.tune(groups[tried])
        best = int(tuned.costs.argmin())
        gain = costs[m] - tuned.costs[best]
        if stop is not None and (costs[m] <= PERFECT_FIT * costs[0] or gain < stop * costs[m]):
            break
        tried_weights[m, tried], tried_costs[m, tried], diverges[m, tried] = tuned
        chosen = groups[tried[best]]
        model.take(chosen, tuned.weights[best], tuned.costs[best])
        order += chosen.tolist()
        unused[chosen] = False
        weights.append(weights[m].copy())
        weights[-1][chosen] = tuned.weights[best]
        costs.append(model.cost)
        residuals.append(model.residual)
    M = len(costs) - 1
    return BoostTrace(
        cost,
        reduction,
        np.array(order, dtype=np.intp),
        model.bias,
        np.array(weights),
        np.array(costs) * unit,
        tried_costs[:M] * unit,
        tried_weights[:M, :, 0] if R == 1 else tried_weights[:M],
        np.array(residuals),
        diverges[:M],
        R,
        groups,
    )
