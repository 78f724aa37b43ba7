"""One least squares model on a subset of the features, as the searches hand it out."""

from __future__ import annotations

from typing import Literal, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from .._numerics.arguments import as_choice
from ..optimization.costs import REDUCTIONS, Reduction
from .qr_factor import Scales

ErrorName = Literal["squared", "unexplained"]
ERRORS = ("squared", "unexplained")


class SubsetModel(NamedTuple):
    """A subset of the features, and the least squares model on it.

    Attributes
    ----------
    features : NDArray, shape (k,), int
        The subset, ascending, numbered from 0.
    weights : NDArray, shape (N,), float64
        Weights of all features, zero outside the subset; in units of y per unit of the feature.
    bias : float
        The bias, in units of y; 0 where the model has none.
    cost : float
        Its cost, as the search measures it.

    Examples
    --------
    >>> SubsetModel(np.array([1]), np.array([0.0, 2.0]), 0.5, 0.25).bias
    0.5
    """

    features: NDArray[np.intp]
    weights: NDArray[np.float64]
    bias: float
    cost: float


def as_measure(error: str, reduction: str) -> tuple[ErrorName, Reduction]:
    """Check what errors are to be counted, and how they add over examples.

    Examples
    --------
    >>> as_measure("squared", "sum")
    ('squared', 'sum')
    """
    return (
        cast(ErrorName, as_choice(error, "error", ERRORS)),
        as_choice(reduction, "reduction", REDUCTIONS),
    )


def unit_of(output: NDArray[np.float64], scales: Scales, error: ErrorName, reduction: Reduction) -> float:
    """What a sum of squared residuals, relative to the whole output's, is multiplied by to be the error asked for.

    Parameters
    ----------
    output : NDArray, float64
        The outputs of the examples over which squares are added.
    scales : Scales
        Of all examples.
    error, reduction
        As `as_measure` returns them.

    Returns
    -------
    float

    Examples
    --------
    >>> from .qr_factor import regression
    >>> scales = regression(np.array([[0.0], [2.0]]), np.array([1.0, 5.0]), False)
    >>> round(unit_of(np.array([1.0, 5.0]), scales, "unexplained", "mean"), 12)
    3.25
    """
    total = scales.y_length**2
    if error == "squared":
        return total / (len(output) if reduction == "mean" else 1)
    if len(output) == scales.P and scales.y_mean:
        return 1.0  # y has been centred: its sum of squares is its spread
    return total / float(((output - output.mean()) ** 2).sum())
