"""Three ways to choose the next feature φⱼ of a linear model θ·φ(x), and to fit it (CS373, lecture 7).

- `greedy_subset` refits all weights with each candidate.
- `forward_fit` fits only the weight of each candidate.
- `myopic_forward_fit` compares only the derivatives of the cost, and then fits one weight.

None of them fits a bias. Include a constant feature φ₀ = 1 instead.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_count
from .._numerics.memory import check_size
from .._numerics.tolerances import ROUNDING
from .._numerics.trace import Trace
from .._numerics.types import Array, Indices
from .qr_factor import nested_fits, qr_factor
from .stepwise_steps import ForwardSteps, take_steps
from .subset_arguments import check_regression

# A difference that is smaller than this share of what it was subtracted from has lost more than three digits.
CANCELLATION = 1e-3
# Forward fitting ends when |r·φ| is at most this share of ‖y‖ ‖φ‖ for every feature φ: the rest is rounding.
ORTHOGONAL_RESIDUAL = 1e-14

Method = Literal["greedy", "forward", "myopic"]
HalfReduction = Literal["half_sum", "sum", "mean"]
HALF_REDUCTIONS: tuple[HalfReduction, ...] = ("half_sum", "sum", "mean")


class FittingTrace(Trace):
    """The history of `greedy_subset`, `forward_fit` or `myopic_forward_fit`.

    Attributes
    ----------
    method : {"greedy", "forward", "myopic"}
        Which of the three functions was called.
    reduction : {"half_sum", "sum", "mean"}
        The argument of that function.
    order : NDArray, shape (M,), int
        The feature taken in each round, numbered from 0.
    steps : NDArray, shape (M,), float64
        The weight fitted to that feature. Forward and myopic: the change of its weight.
    weights : NDArray, shape (M + 1, N), float64
        Weights after m rounds. Row 0 is zero.
    costs : NDArray, shape (M + 1,), float64
        J after m rounds.
    candidate_costs : NDArray, shape (M, N), float64
        J after round m + 1 if that feature were taken. Greedy: NaN for features that were taken before.
    candidate_weights : NDArray, shape (M, N), float64
        The weight that would be fitted to that feature.
    derivatives : NDArray, shape (M, N), float64
        ∂J/∂θⱼ before round m + 1.
    residuals : NDArray, shape (M + 1, P), float64
        y − θ·φ(x) after m rounds.

    Examples
    --------
    >>> trace = greedy_subset([[1.0, 0.0], [1.0, 1.0], [1.0, 3.0]], [1.0, 2.0, 2.0])
    >>> trace.order.tolist(), trace.costs.round(3).tolist()
    ([0, 1], [4.5, 0.333, 0.143])
    """

    method: Method
    reduction: HalfReduction
    order: Indices
    steps: Array
    weights: Array
    costs: Array
    candidate_costs: Array
    candidate_weights: Array
    derivatives: Array
    residuals: Array

    @property
    def n_rounds(self) -> int:
        """Number of rounds M."""
        return len(self.order)


def greedy_subset(
    X: ArrayLike, y: ArrayLike, *, size: int | None = None, reduction: HalfReduction = "half_sum"
) -> FittingTrace:
    """Select features by greedy subset selection: refit all weights with each candidate, and take the best one.

    It is `forward_selection` without a bias. Of several equally good features, the first is taken. A feature that is a linear
    combination of features taken before is taken last, with weight 0.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Features φ(x) of one example per row. A feature may be constant, but not zero.
    y : array-like, shape (P,)
        Outputs.
    size : int, optional
        Number of features to take, 1 to N. By default N.
    reduction : {"half_sum", "sum", "mean"}
        Whether J is half the sum of squared errors (as in the lecture), their sum or their mean.

    Returns
    -------
    FittingTrace

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, a feature is zero, or `y` is constant.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.greedy_subset`.

    Source: CS373, lecture 7, "Greedy subset selection". Orthogonal matching pursuit, as in scikit-learn, is different: it
    chooses the feature with the largest ``|derivative|``, and then refits all weights.

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
    qr = qr_factor(features, output, False)
    steps = ForwardSteps(qr, M)
    order, candidates = take_steps(steps, M)
    weights, squares = nested_fits(qr, order)
    residuals = output - weights @ features.T
    unit = factor * qr.y_length**2
    candidate_weights = qr.unscaled(np.array(steps.weights))
    candidate_weights[np.isnan(candidates)] = np.nan
    return FittingTrace(
        "greedy",
        reduction,
        order,
        weights[np.arange(1, M + 1), order],
        weights,
        squares * unit,
        candidates * unit,
        candidate_weights,
        -2 * factor * (residuals[:-1] @ features),
        residuals,
    )


def forward_fit(X: ArrayLike, y: ArrayLike, *, rounds: int = 10, reduction: HalfReduction = "half_sum") -> FittingTrace:
    """Select features by forward-fitting: fit the weight of each candidate alone, and take the best candidate.

    A feature may be taken again. Its fitted weight is then added to the earlier one. Of several equally good features, the
    first is taken. Fitting ends early once every derivative is zero up to rounding. The weights are then a least squares
    solution.

    Parameters
    ----------
    X, y, reduction
        As in `greedy_subset`.
    rounds : int
        Largest number of rounds M, at least 1.

    Returns
    -------
    FittingTrace

    Raises
    ------
    TypeError, ValueError
        As `greedy_subset`.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.forward_fit`.

    Source: CS373, lecture 7, "Forward-fitting". It is also known as matching pursuit. If the features are centred, it equals
    least squares `boost` until a feature is taken a second time.

    Examples
    --------
    >>> trace = forward_fit([[1.0, 0.0], [1.0, 1.0], [1.0, 3.0]], [1.0, 2.0, 4.0], rounds=3)
    >>> trace.order, trace.weights[-1].round(3)
    (array([1, 0, 1]), array([0.467, 1.213]))
    """
    return _fit("forward", X, y, rounds, reduction)


def myopic_forward_fit(X: ArrayLike, y: ArrayLike, *, rounds: int = 10, reduction: HalfReduction = "half_sum") -> FittingTrace:
    """Select features by myopic forward-fitting: take the feature with the largest ``|∂J/∂θⱼ|``, then fit its weight.

    The derivative depends on the scale of a feature. Of two equally useful features, the one with the larger numbers is taken.
    A feature may be taken again, and fitting ends early as in `forward_fit`.

    Parameters
    ----------
    X, y, rounds, reduction
        As in `forward_fit`. Here the features' scales matter.

    Returns
    -------
    FittingTrace

    Raises
    ------
    TypeError, ValueError
        As `greedy_subset`.

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
    """Check a reduction."""
    checked = as_choice(reduction, "reduction", HALF_REDUCTIONS)
    return checked, {"half_sum": 0.5, "sum": 1.0, "mean": 1.0 / P}[checked]


def _fit(method: Method, X: ArrayLike, y: ArrayLike, rounds: int, reduction: str) -> FittingTrace:
    features, output, _ = check_regression(X, y, False)
    P, N = features.shape
    M = as_count(rounds, "rounds", 1)
    check_size("rounds", M, (M + 1, P + 4 * N))
    reduction, factor = _factor(reduction, P)
    squares = np.einsum("pn,pn->n", features, features)
    smallest = ORTHOGONAL_RESIDUAL * float(np.linalg.norm(output)) * np.sqrt(squares)
    order, weights, residuals = [], [np.zeros(N)], [output]
    costs, products_of, tuned_of, tried_of = [float(output @ output)], [], [], []
    for _ in range(M):
        # ½ Σ (r − θ φ)² has the derivative −r·φ at θ = 0, and its minimum at θ = r·φ / φ·φ.
        products = residuals[-1] @ features
        if (np.abs(products) <= smallest).all():
            break
        tuned = products / squares
        gains = products * tuned
        # Compare gains, which keep more digits than the costs.
        best = _first_largest(gains, costs[-1]) if method == "forward" else int(np.abs(products).argmax())
        order.append(best)
        products_of.append(products)
        tuned_of.append(tuned)
        tried_of.append(_costs_after(residuals[-1], features, tuned, costs[-1] - gains))
        weights.append(weights[-1].copy())
        weights[-1][best] += tuned[best]
        residuals.append(residuals[-1] - tuned[best] * features[:, best])
        costs.append(float(residuals[-1] @ residuals[-1]))
    taken = np.array(order, dtype=np.intp)
    candidate_weights = np.array(tuned_of).reshape(-1, N)
    return FittingTrace(
        method,
        reduction,
        taken,
        candidate_weights[np.arange(len(taken)), taken],
        np.array(weights),
        np.array(costs) * factor,
        np.array(tried_of).reshape(-1, N) * factor,
        candidate_weights,
        np.array(products_of).reshape(-1, N) * (-2 * factor),
        np.array(residuals),
    )


def _first_largest(gains: Array, cost: float) -> int:
    """Return the first of the gains that are largest up to rounding errors of the residuals."""
    largest = float(gains.max())
    return int((gains >= largest - ROUNDING * (largest * cost) ** 0.5).argmax())


def _costs_after(residual: Array, features: Array, tuned: Array, costs: Array) -> Array:
    """Return the sum of squares after a step along each feature, given as differences, of which small ones are summed anew."""
    close = (costs < CANCELLATION * (residual @ residual)).nonzero()[0]
    after = residual[:, None] - tuned[close] * features[:, close]
    costs[close] = np.einsum("pn,pn->n", after, after)
    return costs
