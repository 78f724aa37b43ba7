"""Checks of data in which values are missing (section 9.4)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arrays import as_numeric_array, check_finite, is_masked_array
from .._numerics.feature_names import describe_feature
from .._numerics.types import Array, Indices, Names


def masked_as_nan(X: Any) -> Any:
    """Replace the masked entries of a masked array of numbers by NaN."""
    if not is_masked_array(X) or X.dtype.kind not in "biuf":
        return X
    return np.ma.filled(X if X.dtype == np.float32 else X.astype(np.float64), np.nan)


def check_each_feature_known(missing: Indices, P: int, names: Names) -> None:
    """Refuse a feature that is missing in all P examples: it has no mean."""
    if (missing == P).any():
        n = int((missing == P).argmax())
        raise ValueError(
            f"X must have a value in every feature, to compute its mean; got none in {describe_feature(n, names)}. "
            "Drop the feature."
        )


def as_outputs_with_gaps(y: ArrayLike, P: int) -> Array:
    """Check the outputs of P examples, in which NaN is missing."""
    outputs = as_numeric_array(masked_as_nan(y), "y")
    if outputs.shape != (P,):
        raise ValueError(f"y must have the shape ({P},), one value per example of X; got {outputs.shape}.")
    check_finite(outputs, "y", gaps=True)
    return outputs
