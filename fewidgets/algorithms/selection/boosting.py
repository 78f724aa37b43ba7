"""Feature selection by boosting (section 9.6): add the feature that lowers the cost most, freeze its weight, repeat.

`least_squares_rounds` shows the idea. The file ``boosting_softmax.py`` does the same for the softmax cost, and
``boosting_groups.py`` tunes several weights per round. The cost of a candidate is computed as r·r − (x·r)² / x·x, without its
residuals. That is 2 times as fast as the plain form on Boston, and 7 to 11 times on 20,000 examples of 784 features.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_count, as_number
from .._numerics.arrays import as_features, as_labels, as_outputs, frozen
from .._numerics.memory import check_size
from .._numerics.tolerances import NEARLY_EXPLAINED
from .._numerics.types import Array
from ..optimization.cost_names import COSTS, REDUCTIONS, CostName, Reduction
from .boosting_groups import all_groups, check_fits, least_squares_groups, softmax_groups
from .boosting_softmax import softmax_rounds
from .boosting_trace import BoostRounds, BoostTrace, gains_too_little


def least_squares_rounds(X: Array, y: Array, M: int, stop: float | None) -> BoostRounds:
    """Run M rounds of boosting on the sum of squares, by the residual perspective of section 9.6.4.

    Parameters
    ----------
    X : NDArray, shape (P, N), float64
    y : NDArray, shape (P,), float64
    M : int
        Largest number of rounds.
    stop : float or None
        As in `boost`.

    Returns
    -------
    BoostRounds

    Examples
    --------
    >>> X, y = np.array([[1.0], [-1.0], [0.0]]), np.array([3.0, -1.0, 1.0])
    >>> least_squares_rounds(X, y, 1, None).weights[1]
    array([2.])
    """
    P, N = X.shape
    rounds = BoostRounds.empty(M, N, N, 1, P)
    rounds.bias = float(y.mean())  # minimizes (9.9)
    residual = rounds.residuals[0] = y - rounds.bias
    costs = rounds.costs
    costs[0] = residual @ residual
    squares = np.einsum("pn,pn->n", X, X)
    chosen = np.zeros(N, dtype=bool)
    for m in range(M):
        # (9.18): Σ (w x − r)² is smallest at w = x·r / x·x, where it is r·r − (x·r)² / x·x.
        products = residual @ X
        tuned = products / squares
        tried = costs[m] - products * tuned
        for n in (tried < NEARLY_EXPLAINED * costs[m]).nonzero()[0]:  # here the subtraction cancels digits
            left = residual - tuned[n] * X[:, n]
            tried[n] = left @ left
        tried[chosen] = np.inf
        best = int(tried.argmin())
        if gains_too_little(costs, m, tried[best], stop):
            return rounds.first(m)
        tuned[chosen] = tried[chosen] = np.nan
        rounds.candidate_weights[m, :, 0], rounds.candidate_costs[m] = tuned, tried

        rounds.order[m], chosen[best] = best, True
        rounds.weights[m + 1] = rounds.weights[m]
        rounds.weights[m + 1, best] = tuned[best]
        residual = rounds.residuals[m + 1] = residual - tuned[best] * X[:, best]
        costs[m + 1] = residual @ residual
    return rounds


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

    Start from the bias alone. In each round, tune the weight of every unused feature by itself, choose the feature that
    gives the lowest cost, and freeze its weight. A feature is chosen once; of several equally good features, the one with
    the smallest number is chosen. For least squares and residuals r, the best weight of a feature x is w = Σ x r / Σ x²,
    and it lowers the sum of squares by (Σ x r)² / Σ x².

    With ``group=R``, each round tries every group of R unused features and tunes their R weights together. This finds
    features that help only together. The first round then needs C(N, R) fits.

    Standardize the features first (section 9.6.2). The bias is frozen before any feature enters, so it would be wrong for
    features whose mean is not 0. The scales of the features do not change the order that least squares finds.

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
        Whether the cost is the mean or the sum over examples. Order and weights do not depend on it.
    stop : float, optional
        Smallest decrease of the cost per round, as a share of the cost, between 0 and 1. For example, 0.01 stops before
        the first round that would lower the cost by less than 1 %. A perfect fit (a cost below 1e-24 of the first one)
        also stops the search. If omitted, all rounds are run.
    group : int
        Number of weights R tuned together in each round, 1 to N.
    max_fits : int
        Largest number of candidate fits in all rounds together, at least 1. Used if `group` is above 1.

    Returns
    -------
    BoostTrace

    Raises
    ------
    TypeError
        If `X` or `y` holds anything but real numbers, if `rounds`, `group` or `max_fits` is not an integer, or if `stop` is
        not a number.
    ValueError
        If a shape is wrong, a value is NaN or infinite, a feature or `y` is constant, a label is neither −1 nor +1, a class
        is missing, a name is unknown or a number is out of range. Also if groups need more than `max_fits` fits, or the
        trace needs too much memory.

    Notes
    -----
    Plain forms: `fewidgets.algorithms.plain.boost`, `fewidgets.algorithms.plain.boost_softmax`.

    Source: section 9.6.1, equations (9.8) to (9.15); section 9.6.2 (stopping); section 9.6.3 (groups, and the number
    C(N, R)); section 9.6.4, equations (9.16) to (9.18). Equation (9.13) prints the bias as w₁*; it means w₀* of (9.10).

    Softmax weights are found by Newton's method for all candidates together. If every feature is scaled to a largest
    magnitude of 1, weights are accurate to about 1e-8 and costs to about 1e-11. Groups are tuned by a singular value
    decomposition (least squares) or by Newton's method (softmax).

    Examples
    --------
    >>> X = [[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]]
    >>> trace = boost(X, [2.0, 0.0, 3.0, -5.0], reduction="sum")
    >>> trace.bias, trace.order, trace.costs
    (0.0, array([1, 0]), array([38. ,  6.5,  2.5]))

    Two features that help only together:

    >>> X = [[5, 3, 2], [-3, -5, 0], [1, 3, -3], [-3, -1, 1]]
    >>> alone, together = (boost(X, [1, 1, -1, -1], rounds=1, group=R) for R in (1, 2))
    >>> alone.order, together.order, together.weights[1]
    (array([2]), array([0, 1]), array([ 0.5, -0.5,  0. ]))
    """
    features = as_features(X)
    P, N = features.shape
    R = as_count(group, "group", 1, N, "the number of features")
    of = "the number of features" if R == 1 else f"the number of features // {R}"
    M = N // R if rounds is None else as_count(rounds, "rounds", 1, N // R, of)
    cost = as_choice(cost, "cost", COSTS)
    reduction = as_choice(reduction, "reduction", REDUCTIONS)
    if stop is not None and not 0 < as_number(stop, "stop") < 1:
        raise ValueError(f"stop must be between 0 and 1, a share of the cost; got {stop:g}")
    max_fits = as_count(max_fits, "max_fits", 1)
    if R > 1:
        check_fits(N, R, M, max_fits)
    check_size("rounds", M, (M + 1, max(N, P)))
    output = as_outputs(y, P) if cost == "least_squares" else as_labels(y, P)

    if R == 1:
        groups = np.arange(N)[:, None]
        run = least_squares_rounds if cost == "least_squares" else softmax_rounds
        found = run(features, output, M, stop)
    else:
        groups = all_groups(N, R)
        run_groups = least_squares_groups if cost == "least_squares" else softmax_groups
        found = run_groups(features, output, groups, M, stop)
    if reduction == "mean":
        found.costs /= P
        found.candidate_costs /= P
    return BoostTrace(
        cost,
        reduction,
        frozen(found.order.reshape(-1)),
        found.bias,
        frozen(found.weights),
        frozen(found.costs),
        frozen(found.candidate_costs),
        frozen(found.candidate_weights[:, :, 0] if R == 1 else found.candidate_weights),
        frozen(found.residuals),
        frozen(found.diverges),
        R,
        frozen(groups),
    )
