"""One least squares model on a subset of the features, as the searches hand it out."""

from __future__ import annotations

from typing import Literal, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from .costs import REDUCTIONS, Reduction
from .validation import as_choice

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
        cast(Reduction, as_choice(reduction, "reduction", REDUCTIONS)),
    )


def unit_of(output: NDArray[np.float64], y_length: float, error: ErrorName, reduction: Reduction) -> float:
    """What a sum of squared residuals, relative to y_length², is multiplied by to be the error that was asked for.

    Examples
    --------
    >>> round(unit_of(np.array([1.0, 5.0]), 26**0.5, "unexplained", "mean"), 12)
    3.25
    """
    if error == "unexplained":
        return y_length**2 / float(((output - output.mean()) ** 2).sum())
    return y_length**2 / (len(output) if reduction == "mean" else 1)
