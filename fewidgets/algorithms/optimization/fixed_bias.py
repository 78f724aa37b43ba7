from __future__ import annotations

import numpy as np

from .._numerics.arguments import as_number, shown
from .._numerics.types import Array, Indices
from .abstract_cost import Cost
from .costs import LeastSquares, Softmax


class FixedBias(Cost):
    """A cost as a function of the weights of the features alone, with the bias fixed at one value.

    With two features, two weights are left. They can be drawn, and gradient descent runs at right angles to the contours.

    Parameters
    ----------
    cost : LeastSquares or Softmax
        A cost of the bias and the weights.
    bias : float
        The value of the bias. At the bias of the minimizer, the weights of the minimizer minimize this cost too.

    Raises
    ------
    TypeError, ValueError
        If `cost` is neither of these two, or `bias` is not a finite number.

    Notes
    -----
    Source: section 9.3.1, Figure 9.14. The Hessian is that of `cost` without the row and column of the bias, (2/P) XᵀX for
    least squares. So the contours are long also where the means of features are far from 0, as with a bias that is learned.

    Examples
    --------
    >>> cost = FixedBias(LeastSquares([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0]], [3.0, 2.0, 5.0]), 1.0)
    >>> cost.value([0.0, 0.0]), cost.gradient([0.0, 0.0]), cost.weights_shape
    (7.0, array([-6.        , -6.66666667]), (2,))
    """

    _order = "one weight per feature"

    def __init__(self, cost: LeastSquares | Softmax, bias: float) -> None:
        if not isinstance(cost, LeastSquares | Softmax):
            raise TypeError(f"cost must be LeastSquares or Softmax; got {shown(cost)} ({type(cost).__name__})")
        self.cost, self.bias = cost, as_number(bias, "bias")
        self.X, self.y, self.reduction, self.factor = cost.X[:, 1:], cost.y, cost.reduction, cost.factor
        self.weights_shape = self.X.shape[1:]

    def _with_bias(self, w: Array) -> Array:
        return np.concatenate([np.full((*w.shape[:-1], 1), self.bias), w], axis=-1)

    def subset(self, rows: Indices) -> FixedBias:
        """Return the same cost over some of the examples."""
        return FixedBias(self.cost.subset(rows), self.bias)

    def _evaluate(self, w: Array) -> tuple[float, Array, int | None]:
        value, gradient, wrong = self.cost._evaluate(self._with_bias(w))
        return value, gradient[1:], wrong

    def _value(self, w: Array) -> Array:
        return self.cost._value(self._with_bias(w))

    def _gradient(self, w: Array) -> Array:
        return self.cost._gradient(self._with_bias(w))[..., 1:]

    def _hessian(self, w: Array) -> Array:
        return self.cost._hessian(self._with_bias(w))[1:, 1:]
