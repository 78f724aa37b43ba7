"""What an ℓ1 path holds: the models along λ, and where features enter and leave (section 9.7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arrays import check_penalties
from .._numerics.memory import check_size
from .._numerics.types import Array
from ..optimization.costs import CostName, Reduction


class PathPoint(NamedTuple):
    """The model at one λ, or at several.

    Attributes
    ----------
    weights : NDArray, shape (N,) or (L, N), float64
        The feature-touching weights ω.
    bias : float or NDArray of shape (L,)
        The bias b.

    Examples
    --------
    >>> PathPoint(np.zeros(2), 1.5).bias
    1.5
    """

    weights: Array
    bias: float | Array


@dataclass(frozen=True)
class L1Event:
    """A feature that enters or leaves the model as λ decreases.

    Attributes
    ----------
    lam : float
        Where: exact for least squares; for softmax the largest λ of the grid at which the change is seen.
    feature : int
        Which, numbered from 0.
    kind : {"enters", "leaves"}
        Whether its weight stops or starts being zero.

    Examples
    --------
    >>> L1Event(2.5, 0, "enters").kind
    'enters'
    """

    lam: float
    feature: int
    kind: Literal["enters", "leaves"]


@dataclass(frozen=True, eq=False)
class L1Path:
    """The minimizers of cost + λ‖ω‖₁ over λ.

    Attributes
    ----------
    cost, reduction : str
        As given to `l1_path`.
    fit_bias : bool
        As given to `l1_path`.
    lambdas : NDArray, shape (K,), float64
        Ascending. Least squares without a grid: all knots, from 0 to `lambda_max`.
    weights : NDArray, shape (K, N), float64
        Weights ω at each λ; a feature that is out has exactly 0.
    biases : NDArray, shape (K,), float64
        Bias at each λ, never penalized; 0 without `fit_bias`.
    costs : NDArray, shape (K,), float64
        The cost alone, without the penalty.
    objectives : NDArray, shape (K,), float64
        Cost plus λ‖ω‖₁.
    gaps : NDArray, shape (K,), float64
        Upper bound of objective − smallest possible objective, in units of the objective: the duality gap.
        At λ = 0, where the dual is empty, half the squared Newton decrement (least squares: exact). Least
        squares: a feature that others explain but for 1e-10 of its length counts as their combination.
    lambda_max : float
        The smallest λ at which all weights are zero.
    n_nonzero : NDArray, shape (K,), int
        Number of features in the model.
    events : tuple of L1Event
        Features entering and leaving, in the order of decreasing λ.
    separable : bool
        Softmax only: whether the path met weights that separate the classes. Then no minimizer exists at
        λ = 0; the weights there are those of the first step at which the cost fell below the tolerance.
    knots : NDArray, shape (k,), float64
        Least squares: where the path bends, ascending from 0. Softmax: equal to `lambdas`.
    knot_weights : NDArray, shape (k, N), float64
        Weights at the knots.

    Examples
    --------
    >>> from .l1 import l1_path
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
    n_nonzero: NDArray[np.intp]
    events: tuple[L1Event, ...]
    separable: bool
    knots: Array = field(repr=False)
    knot_weights: Array = field(repr=False)
    _solve: Callable[[L1Path, Array], PathPoint] = field(repr=False)

    def at(self, lam: ArrayLike) -> PathPoint:
        """The model at any λ ≥ 0.

        Exact between knots for least squares. For softmax the minimizer is computed anew, from the nearest
        larger λ of the path, to the tolerance of the path.

        Parameters
        ----------
        lam : float or array-like, shape (L,)
            Penalty parameters λ ≥ 0. From `lambda_max` on, all weights are zero.

        Returns
        -------
        PathPoint
            weights (N,) and bias for one λ; weights (L, N) and bias (L,) for several.

        Raises
        ------
        TypeError, ValueError
            If `lam` is no number or one-dimensional list of numbers ≥ 0.

        Examples
        --------
        >>> from .l1 import l1_path
        >>> path = l1_path([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], [0.0, 6.0, -2.0, 0.0])
        >>> path.at(3.0)
        PathPoint(weights=array([0.5, 0.5]), bias=1.0)
        """
        wanted = check_penalties(lam, "lam")
        check_size("lam", wanted, (wanted.size, self.weights.shape[1] + 1))
        point = self._solve(self, np.atleast_1d(wanted))
        return point if wanted.ndim else PathPoint(point.weights[0], float(cast(Array, point.bias)[0]))


class Walk(NamedTuple):
    """What following a path has found.

    Attributes
    ----------
    knots : NDArray, shape (k,), float64
        Ascending from 0.
    weights : NDArray, shape (k, N), float64
        Weights at the knots.
    events : tuple of L1Event
        In the order of decreasing λ.
    active : NDArray, shape (n,), int
        Features in the model at λ = 0.
    inverse : NDArray, shape (n, n), float64, or None
        Inverse of their Gram matrix, where it is known.
    residuals : NDArray, shape (k, m), float64, or None
        Residuals at the knots, where they are known better than the weights can give them.
    unsure : NDArray, shape (N,), float64, or None
        How long a change of each feature makes it a combination of others; 0 for features that are none.

    Examples
    --------
    >>> Walk(np.zeros(1), np.zeros((1, 2)), (), np.zeros(0, dtype=int)).knots
    array([0.])
    """

    knots: Array
    weights: Array
    events: tuple[L1Event, ...]
    active: NDArray[np.intp]
    inverse: Array | None = None
    residuals: Array | None = None
    unsure: Array | None = None


def walk_of(
    knots: list[float],
    weights: list[Array],
    events: list[L1Event],
    active: NDArray[np.intp],
    squares: Array,
    **more: Array,
) -> Walk:
    """A walk from its steps, whose λ fall; `squares` are the features' sums of squares, (N,).

    Examples
    --------
    >>> walk_of([2.0, 0.0], [np.zeros(1), np.ones(1)], [], np.zeros(1, dtype=int), np.ones(1)).knots
    array([0., 2.])
    """
    found = np.array(weights[::-1])
    found[np.abs(found) * squares <= 1e-13 * knots[0]] = 0.0  # a weight that vanishes at a knot is there up to rounding
    if len(found) > 1:
        found[0, np.abs(found[0]) <= 1e-11 * np.abs(found[1])] = 0.0
    return Walk(np.array(knots[::-1]), found, tuple(events), active, **more)


def too_many_knots(knots: int, lam: float) -> ValueError:
    """The error for a path that has more knots than can be followed.

    Examples
    --------
    >>> str(too_many_knots(9, 0.5))[:46]
    'X leads to an ℓ1 path of more than 9 knots, λ '
    """
    return ValueError(
        f"X leads to an ℓ1 path of more than {knots} knots, λ = {lam:g} reached. Use fewer features, "
        "or drop or combine features that are nearly alike."
    )
