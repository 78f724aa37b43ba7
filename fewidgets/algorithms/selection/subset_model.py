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
    """A subset of the features, and the model on it."""

    features: NDArray[np.intp]
    weights: Array
    bias: float
    cost: float


def error_unit(y: Array, scales: Scales, error: ErrorName, reduction: Reduction) -> float:
    """Return the factor that turns a scaled sum of squared residuals into the error that was asked for."""
    total = scales.y_length**2
    if error == "squared":
        return total / (len(y) if reduction == "mean" else 1)
    if len(y) == scales.P and scales.y_mean:
        return 1.0  # y has been centred: its sum of squares is that of its deviations
    return total / float(((y - y.mean()) ** 2).sum())
