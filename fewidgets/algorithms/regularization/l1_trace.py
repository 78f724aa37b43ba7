from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from .._numerics.trace import Trace
from .._numerics.types import Array, ArrayPair, Indices
from ..optimization.cost_names import CostName, Reduction
from .path import PenaltyPath


@dataclass(frozen=True)
class L1Event:
    """A feature that enters or leaves the model as λ decreases.

    Attributes
    ----------
    lam : float
        Least squares: exact. Softmax: the largest λ of the grid at which the change is seen.
    feature : int
        The feature, numbered from 0.
    kind : {"enters", "leaves"}
        Whether its weight becomes nonzero or zero.

    Examples
    --------
    >>> L1Event(2.5, 0, "enters").kind
    'enters'
    """

    lam: float
    feature: int
    kind: Literal["enters", "leaves"]


class L1Path(PenaltyPath, Trace):
    """The minimizers of cost + λ‖ω‖₁ over λ.

    `at` is exact between knots for least squares. For softmax it computes the minimizer, to the tolerance of the path.

    Attributes
    ----------
    cost, reduction, fit_bias : str, str, bool
        As given to `l1_path`.
    lambdas : NDArray, shape (K,), float64
        Ascending. Least squares without a grid: all knots, from 0 to `lambda_max`.
    weights : NDArray, shape (K, N), float64
        Weights ω at each λ; the weight of a feature that is not in the model is exactly 0.
    biases : NDArray, shape (K,), float64
        Bias at each λ, never penalized; 0 without `fit_bias`.
    costs, objectives : NDArray, shape (K,), float64
        The cost alone, and the cost plus λ‖ω‖₁.
    gaps : NDArray, shape (K,), float64
        The duality gap: an upper bound of objective − smallest possible objective. At λ = 0: how far the cost is above that of
        all features (least squares), or half the squared Newton decrement (softmax).
    lambda_max : float
        The smallest λ at which all weights are zero.
    n_nonzero : NDArray, shape (K,), int
        Number of features in the model.
    events : tuple of L1Event
        Features entering and leaving, in the order of decreasing λ.
    separable : bool
        Softmax only: whether the path met weights that separate the classes. Then no minimizer exists at λ = 0, and the
        weights there are those of the first step at which the cost fell below the tolerance.
    knots, knot_weights : NDArray, shapes (k,) and (k, N), float64
        Least squares: the λ at which the path bends, ascending from 0, and the weights there.

    Examples
    --------
    >>> from fewidgets.algorithms import l1_path
    >>> path = l1_path([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], [0.0, 6.0, -2.0, 0.0])
    >>> path.lambdas, path.n_nonzero
    (array([0., 4.]), array([2, 0]))
    """

    cost: CostName
    reduction: Reduction
    fit_bias: bool
    lambdas: Array
    weights: Array
    biases: Array
    costs: Array
    objectives: Array
    gaps: Array
    lambda_max: float
    n_nonzero: Indices
    events: tuple[L1Event, ...]
    separable: bool
    knots: Array = field(repr=False)
    knot_weights: Array = field(repr=False)
    _solve: Callable[[L1Path, Array], ArrayPair] = field(repr=False)

    def _models(self, lambdas: Array) -> ArrayPair:
        return self._solve(self, lambdas)
