"""One least squares model on a subset of the features, and the error that a search measures it by."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._numerics.types import Array
from ..optimization.cost_names import Reduction
from .qr_factor import Scales
from .subset_arguments import ErrorName


class SubsetModel(NamedTuple):
    """A subset of the features, and the least squares model on it.

    Attributes
    ----------
    features : NDArray, shape (k,), int
        The subset in ascending order, numbered from 0.
    weights : NDArray, shape (N,), float64
        Weights of all features, zero outside the subset, in units of y per unit of the feature.
    bias : float
        The bias, in units of y; 0 where the model has none.
    cost : float
        The cost of the model, as the search measures it.

    Examples
    --------
    >>> SubsetModel(np.array([1]), np.array([0.0, 2.0]), 0.5, 0.25).bias
    0.5
    """

    features: NDArray[np.intp]
    weights: Array
    bias: float
    cost: float


def error_unit(y: Array, scales: Scales, error: ErrorName, reduction: Reduction) -> float:
    """Return the factor that turns a scaled sum of squared residuals into the error that was asked for.

    Searches divide y by its length, so their sums of squares are shares of y's total sum of squares.

    Parameters
    ----------
    y : NDArray, float64
        Outputs of the examples over which squares are added: all of them, or one fold.
    scales : Scales
        Scales of all examples.
    error : {"squared", "unexplained"}
    reduction : {"mean", "sum"}

    Returns
    -------
    float

    Examples
    --------
    >>> from .qr_factor import qr_factor
    >>> scales = qr_factor(np.array([[0.0], [2.0]]), np.array([1.0, 5.0]), False)
    >>> round(error_unit(np.array([1.0, 5.0]), scales, "unexplained", "mean"), 12)
    3.25
    """
    total = scales.y_length**2
    if error == "squared":
        return total / (len(y) if reduction == "mean" else 1)
    if len(y) == scales.P and scales.y_mean:
        return 1.0  # y has been centred: its sum of squares is that of its deviations
    return total / float(((y - y.mean()) ** 2).sum())
