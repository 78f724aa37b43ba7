"""Fitting by features: what is refitted when a feature comes in (CS373, lecture 7).

Three ways to choose the next feature φⱼ of a model θ·φ(x), from the most thorough to the cheapest. There is no bias: a
constant feature φ₀ = 1 takes its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import frozen
from .._numerics.memory import check_size
from .._numerics.tolerances import CANCELLATION, ROUNDING
from .._numerics.types import Array
from .stepwise import search_forward
from .subset_arguments import check_regression

Method = Literal["greedy", "forward", "myopic"]
HalfReduction = Literal["half_sum", "sum", "mean"]
HALF_REDUCTIONS = ("half_sum", "sum", "mean")

# Fitting ends once no |r·φ| exceeds this share of the lengths of y and φ: the rest is rounding.
NOTHING_LEFT = 1e-14


@dataclass(frozen=True, eq=False)
class FittingTrace:
    """Everything that happened in `greedy_subset`, `forward_fit` or `myopic_forward_fit`.

    Attributes
    ----------
    method : {"greedy", "forward", "myopic"}
        Which of the three.
    reduction : {"half_sum", "sum", "mean"}
        As given.
    order : NDArray, shape (M,), int
        The feature taken in each round, numbered from 0.
    steps : NDArray, shape (M,), float64
        The weight fitted to it in that round: forward and myopic, what its weight changes by.
    weights : NDArray, shape (M + 1, N), float64
        Weights after m rounds; row 0 is all zero. A feature taken several times has the sum of its steps.
    costs : NDArray, shape (M + 1,), float64
        J after m rounds; costs[0] is J of θ = 0.
    candidate_costs : NDArray, shape (M, N), float64
        J after round m + 1 if that feature were taken; greedy: NaN where it had been taken before.
    candidate_weights : NDArray, shape (M, N), float64
        The weight that would be fitted to it; greedy: NaN where it had been taken before.
    derivatives : NDArray, shape (M, N), float64
        ∂J/∂θⱼ before round m + 1, at what was fitted so far: what the myopic way goes by.
    residuals : NDArray, shape (M + 1, P), float64
        y − θ·φ(x) after m rounds.

    Examples
    --------
    >>> trace = forward_fit([[1.0, 0.0], [1.0, 1.0], [1.0, 3.0]], [1.0, 2.0, 4.0], rounds=3)
    >>> trace.order, trace.steps.round(3), trace.costs.round(3)
    (array([1, 0, 1]), array([ 1.4  ,  0.467, -0.187]), array([10.5  ,  0.7  ,  0.373,  0.199]))
    """

    method: Method
    reduction: HalfReduction
    order: NDArray[np.intp]
    steps: Array
    weights: Array
    costs: Array
    candidate_costs: Array
    candidate_weights: Array
    derivatives: Array
    residuals: Array

    @property
    def n_rounds(self) -> int:
        """Number of rounds M.

        Examples
        --------
        >>> forward_fit([[1.0], [2.0]], [2.0, 4.0], rounds=5).n_rounds
        1
        """
        return len(self.order)


def greedy_subset(
    X: ArrayLike, y: ArrayLike, *, size: int | None = None, reduction: HalfReduction = "half_sum"
) -> FittingTrace:
    """Greedy subset selection: each new feature is judged, and taken, with all weights refitted.

    Of several equally good features the first is taken. A feature depends on others if the part of it that they do not
    explain is at most 1e-10 as long as the feature. A feature that depends on those taken before changes nothing. It is
    taken, with weight 0, only when no other is left.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Features φ(x) of each example in a row. A feature may be constant, but not zero.
    y : array-like, shape (P,)
        Outputs.
    size : int, optional
        Number of features to take, 1 to N; all N where not given.
    reduction : {"half_sum", "sum", "mean"}
        How squared errors add: J is half their sum in the lecture.

    Returns
    -------
    FittingTrace

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If a shape is wrong, a value is NaN or infinite, a feature is zero, `y` is constant, `size` is outside 1…N, or
        `reduction` is unknown.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.greedy_subset`.

    Source: CS373, lecture 7, "Greedy subset selection". It is `forward_selection` without a bias. It is *not*
    orthogonal matching pursuit, as in scikit-learn's OrthogonalMatchingPursuit: that chooses the feature with the
    largest |derivative|, as `myopic_forward_fit` does, and then refits all weights.

    Examples
    --------
    >>> trace = greedy_subset([[1.0, 0.0], [1.0, 1.0], [1.0, 3.0]], [1.0, 2.0, 4.0])
    >>> trace.order, np.round(trace.weights[-1], 12)
    (array([1, 0]), array([1., 1.]))
    """
    features, output, _ = check_regression(X, y, False)
    P, N = features.shape
    M = N if size is None else as_count(size, "size", 1, N, "the number of features")
    reduction, factor = _factor(reduction, P)
    found = search_forward(features, output, False, M)
    scales, order, candidates, weights = found.scales, found.order, found.candidates, found.fits.weights
    residuals = output - weights @ features.T
    squares = scales.y_length**2
    candidate_weights = scales.unscaled(found.weights)
    candidate_weights[np.isnan(candidates)] = np.nan
    return FittingTrace(
        "greedy",
        reduction,
        frozen(order),
        frozen(weights[np.arange(1, M + 1), order]),
        frozen(weights),
        frozen(found.fits.squares * (factor * squares)),
        frozen(candidates * (factor * squares)),
        frozen(candidate_weights),
        frozen(-2 * factor * (residuals[:-1] @ features)),
        frozen(residuals),
    )


def forward_fit(X: ArrayLike, y: ArrayLike, *, rounds: int = 10, reduction: HalfReduction = "half_sum") -> FittingTrace:
    """Forward-fitting: each new feature is judged, and taken, with only its own weight fitted.

    A feature may be taken again. Its weight then changes by what is fitted. Of several equally good features the first
    is taken. Fitting ends early once every derivative is zero up to rounding: |r·φ| ≤ 1e-14 ‖y‖ ‖φ‖ for the residual r
    and every feature φ. The weights are then a least squares solution.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Features φ(x) of each example in a row. A feature may be constant, but not zero.
    y : array-like, shape (P,)
        Outputs.
    rounds : int
        Largest number of rounds M, ≥ 1.
    reduction : {"half_sum", "sum", "mean"}
        How squared errors add: J is half their sum in the lecture.

    Returns
    -------
    FittingTrace

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If a shape is wrong, a value is NaN or infinite, a feature is zero, `y` is constant, `rounds` is below 1 or would
        need more than 1 GiB of memory, or `reduction` is unknown.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.forward_fit`.

    Source: CS373, lecture 7, "Forward-fitting". Elsewhere it is called matching pursuit. With centred features, and until
    a feature is taken a second time, it is least squares `boost`.

    Examples
    --------
    >>> trace = forward_fit([[1.0, 0.0], [1.0, 1.0], [1.0, 3.0]], [1.0, 2.0, 4.0], rounds=3)
    >>> trace.order, trace.weights[-1].round(3)
    (array([1, 0, 1]), array([0.467, 1.213]))
    """
    return _fit("forward", X, y, rounds, reduction)


def myopic_forward_fit(X: ArrayLike, y: ArrayLike, *, rounds: int = 10, reduction: HalfReduction = "half_sum") -> FittingTrace:
    """Myopic forward-fitting: the feature with the largest |∂J/∂θⱼ| is taken, and only then its weight is fitted.

    The derivative is not divided by the feature's length: of two features that would serve alike, the one in smaller
    units, with the larger numbers, is taken. A feature may be taken again. Of several equal ones the first is taken.
    Fitting ends early as in `forward_fit`.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Features φ(x) of each example in a row. A feature may be constant, but not zero. Their scales matter.
    y : array-like, shape (P,)
        Outputs.
    rounds : int
        Largest number of rounds M, ≥ 1.
    reduction : {"half_sum", "sum", "mean"}
        How squared errors add: J is half their sum in the lecture.

    Returns
    -------
    FittingTrace

    Raises
    ------
    TypeError, ValueError
        As `forward_fit`.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.myopic_forward_fit`.

    Source: CS373, lecture 7, "Myopic forward fitting".

    Examples
    --------
    >>> trace = myopic_forward_fit([[1.0, 0.0], [1.0, 1.0], [1.0, 3.0]], [1.0, 2.0, 4.0], rounds=3)
    >>> trace.order, trace.derivatives[0]
    (array([1, 0, 1]), array([ -7., -14.]))
    """
    return _fit("myopic", X, y, rounds, reduction)


def _factor(reduction: str, P: int) -> tuple[HalfReduction, float]:
    reduction = as_choice(reduction, "reduction", HALF_REDUCTIONS)
    return cast(HalfReduction, reduction), {"half_sum": 0.5, "sum": 1.0, "mean": 1.0 / P}[reduction]


def _fit(method: Method, X: ArrayLike, y: ArrayLike, rounds: int, reduction: str) -> FittingTrace:
    features, output, _ = check_regression(X, y, False)
    P, N = features.shape
    M = as_count(rounds, "rounds", 1)
    check_size("rounds", M, (M + 1, P + 4 * N))
    reduction, factor = _factor(reduction, P)
    squares = np.einsum("pn,pn->n", features, features)
    nothing = NOTHING_LEFT * float(np.linalg.norm(output)) * np.sqrt(squares)
    order, weights, residuals = [], [np.zeros(N)], [output]
    costs, products_of, tuned_of, tried_of = [float(output @ output)], [], [], []
    for _ in range(M):
        # ½ Σ (r − θ φ)² has the slope −r·φ at θ = 0, and is smallest at θ = r·φ / φ·φ.
        products = residuals[-1] @ features
        if (np.abs(products) <= nothing).all():
            break
        tuned = products / squares
        gains = products * tuned
        # The gains still differ where the costs after them are equal up to rounding.
        best = _first_largest(gains, costs[-1]) if method == "forward" else int(np.abs(products).argmax())
        order.append(best)
        products_of.append(products)
        tuned_of.append(tuned)
        tried_of.append(_costs_after(residuals[-1], features, tuned, gains, costs[-1]))
        weights.append(weights[-1].copy())
        weights[-1][best] += tuned[best]
        residuals.append(residuals[-1] - tuned[best] * features[:, best])
        costs.append(float(residuals[-1] @ residuals[-1]))
    taken = np.array(order, dtype=np.intp)
    candidate_weights = np.array(tuned_of).reshape(-1, N)
    return FittingTrace(
        method,
        reduction,
        frozen(taken),
        frozen(candidate_weights[np.arange(len(taken)), taken]),
        frozen(np.array(weights)),
        frozen(np.array(costs) * factor),
        frozen(np.array(tried_of).reshape(-1, N) * factor),
        frozen(candidate_weights),
        frozen(np.array(products_of).reshape(-1, N) * (-2 * factor)),
        frozen(np.array(residuals)),
    )


def _first_largest(gains: Array, cost: float) -> int:
    """The first of the gains that are largest up to rounding: a product r·φ is exact up to the residual's rounding."""
    largest = float(gains.max())
    return int((gains >= largest - ROUNDING * (largest * cost) ** 0.5).argmax())


def _costs_after(residual: Array, features: Array, tuned: Array, gains: Array, cost: float) -> Array:
    """The sum of squares after a step along each feature."""
    tried = cost - gains
    close = (tried < CANCELLATION * cost).nonzero()[0]
    if close.size:
        after = residual[:, None] - tuned[close] * features[:, close]
        tried[close] = np.einsum("pn,pn->n", after, after)
    return tried
