"""Feature selection via boosting: one weight a round, or a group of weights (section 9.6)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count, as_number
from .._numerics.arrays import as_features, as_labels, as_outputs, frozen
from .._numerics.memory import check_size
from ..optimization.costs import COSTS, REDUCTIONS, CostName, Reduction
from .boosting_groups import all_groups, check_price, least_squares_groups, softmax_groups
from .boosting_rounds import BoostRounds, brings_little
from .boosting_softmax import softmax_rounds

# If a feature leaves less than this share of the cost, subtracting what it explains loses digits.
NEARLY_EXPLAINED = 1e-2


@dataclass(frozen=True, eq=False)
class BoostTrace:
    """Everything that happened in `boost`.

    M is the number of rounds, R the number of weights tuned in each, and C the number of candidates of the first round. With
    one weight a round, the candidates are the N features. With groups of R, they are the C(N, R) groups in `groups`.

    Attributes
    ----------
    cost, reduction : str
        As given to `boost`.
    order : NDArray, shape (M R,), int
        Features in the order they were chosen, numbered from 0: R of them a round, in a group by their numbers.
    bias : float
        The bias w₀*, tuned before the first round and frozen; in units of the model's output.
    weights : NDArray, shape (M + 1, N), float64
        Row m holds the weights after m rounds; row 0 is all zero (bias alone).
    costs : NDArray, shape (M + 1,), float64
        Cost after m rounds; costs[0] is the cost of the bias alone.
    candidate_costs : NDArray, shape (M, C), float64
        Cost in round m + 1 if that candidate came next; NaN where one of its features had been chosen before.
    candidate_weights : NDArray, shape (M, N), or (M, C, R) with groups, float64
        The weight or weights each candidate was tuned to; NaN where one of its features had been chosen before.
    residuals : NDArray, shape (M + 1, P), float64
        What is left to explain after m rounds. Least squares: y − model_m(x), equation (9.17). Softmax:
        y σ(−y model_m(x)), which like the residual is the negative slope of an example's cost in the model's
        output (half of it for least squares).
    runaway : NDArray, shape (M, C), bool
        Candidates without a minimizer (softmax only: with them, the classes can be separated). Their weights would grow
        forever. Their cost is the limit that it falls to. A single weight stops where every margin that it can raise is at
        least 40, which reaches that limit in double precision.
    group : int
        Number of weights R tuned in each round.
    groups : NDArray, shape (C, R), int
        The features of each candidate.

    Examples
    --------
    >>> trace = boost([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]], [2.0, 0.0, 3.0, -5.0])
    >>> trace.order, trace.n_rounds
    (array([1, 0]), 2)
    """

    cost: CostName
    reduction: Reduction
    order: NDArray[np.intp]
    bias: float
    weights: NDArray[np.float64]
    costs: NDArray[np.float64]
    candidate_costs: NDArray[np.float64]
    candidate_weights: NDArray[np.float64]
    residuals: NDArray[np.float64]
    runaway: NDArray[np.bool_]
    group: int
    groups: NDArray[np.intp]

    @property
    def n_rounds(self) -> int:
        """Number of rounds M, the bias not counted.

        Examples
        --------
        >>> boost([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0]], [2.0, 0.0, 3.0], rounds=1).n_rounds
        1
        """
        return len(self.costs) - 1

    @property
    def n_fits(self) -> NDArray[np.intp]:
        """The price of each round, shape (M,): how many candidates were fitted.

        Round m + 1 fits C(N − R m, R) candidates. With R = 1 that is N − m.

        Examples
        --------
        >>> X = np.random.default_rng(0).normal(size=(20, 6))
        >>> boost(X, X[:, 0], rounds=3).n_fits, boost(X, X[:, 0], group=2).n_fits
        (array([6, 5, 4]), array([15,  6,  1]))
        """
        return np.count_nonzero(~np.isnan(self.candidate_costs), axis=1)


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
    """Select features by boosting (forward stage-wise selection): tune the bias, then the best further weight a round.

    In each round, every feature that has not been chosen is tried: its weight alone is tuned, all others stay frozen. The
    feature that gives the smallest cost is chosen (the first of several equal ones). Its weight is frozen, and the feature
    is not chosen again. With ``group=R``, every group of R features is tried instead, and their R weights are tuned
    together. That finds features that help only together, at the price of C(N, R) fits in the first round.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Standard normalize first (section 9.6.2): with features that are not centred, the
        frozen bias is the wrong one as soon as a weight is tuned. The least squares order does not depend on
        the features' scales.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    rounds : int, optional
        Largest number of rounds M, 1 to N // R. If omitted, N // R.
    cost : {"least_squares", "softmax"}
        What the weights minimize.
    reduction : {"mean", "sum"}
        How the cost adds over examples. Order and weights do not depend on it.
    stop : float, optional
        Stop early when a round brings little: end before the first round that would lower the cost from g to more than
        (1 − stop) g. Between 0 and 1; for example, 0.01 keeps a round only if it lowers the cost by at least 1 %. The
        round that fails is not part of the result. A perfect fit (g below 1e-24 of the first cost) also ends the search.
        If omitted, all rounds are run.
    group : int
        Number of weights R tuned together in each round, 1 to N.
    max_fits : int
        Largest number of candidate fits in all rounds for ``group`` above 1, at least 1.

    Returns
    -------
    BoostTrace

    Raises
    ------
    TypeError
        If `X` or `y` holds anything but real numbers, `rounds`, `group` or `max_fits` is not an integer, or `stop` is not a
        number.
    ValueError
        If a shape is wrong, a value is NaN or infinite, a feature or `y` is constant, a label is neither −1
        nor +1, one class is missing, `rounds` is outside 1…N // R, `stop` is not between 0 and 1, `group` is outside 1…N or
        needs more than `max_fits` fits, the trace would need too much memory, or a name is unknown.

    Notes
    -----
    Plain forms: `fewidgets.algorithms.plain.boost`, `fewidgets.algorithms.plain.boost_softmax`.

    Source: section 9.6.1, equations (9.8) to (9.15); 9.6.2 (stopping); 9.6.3 (groups of R weights, and the number C(N, R));
    9.6.4, (9.16) to (9.18). Equation (9.13) writes the bias as w₁*; w₀* of (9.10) is meant. Least squares weights have the
    closed form of one-dimensional regression of the residual on the feature. Softmax weights are found by Halley's method
    (Newton's with the third derivative) on all candidates at once, kept inside a bracket. With every feature scaled to a
    largest magnitude of 1, weights are right to about 1e-7, and costs, which are flat there, to about 1e-11.
    Groups are tuned by a singular value decomposition or by Newton's method.

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
        check_price(N, R, M, max_fits)
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
        frozen(found.runaway),
        R,
        frozen(groups),
    )


def least_squares_rounds(X: NDArray[np.float64], y: NDArray[np.float64], M: int, stop: float | None) -> BoostRounds:
    """Boost on sums of squares, by the residual perspective of section 9.6.4. The arguments are checked ones of `boost`.

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
        tried[chosen] = np.inf
        for n in (tried < NEARLY_EXPLAINED * costs[m]).nonzero()[0]:  # the subtraction has lost digits
            left = residual - tuned[n] * X[:, n]
            tried[n] = left @ left
        best = int(tried.argmin())
        if brings_little(costs, m, tried[best], stop):
            rounds = rounds.first(m)
            break
        tuned[chosen] = tried[chosen] = np.nan
        rounds.candidate_weights[m, :, 0], rounds.candidate_costs[m] = tuned, tried
        rounds.order[m], chosen[best] = best, True

        rounds.weights[m + 1] = rounds.weights[m]
        rounds.weights[m + 1, best] = tuned[best]
        residual = rounds.residuals[m + 1] = residual - tuned[best] * X[:, best]
        costs[m + 1] = residual @ residual
    return rounds
