"""Feature scaling, one feature at a time: standard normalization and min-max rescaling (section 9.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._numerics.arguments import as_count, as_flag, as_number, shown
from .._numerics.arrays import check_finite, constant_features, extremes
from .._numerics.blocks import moments
from .._numerics.tolerances import LARGEST_VALUE
from .._numerics.types import AnyArray, Array, Names
from .feature_scaler import ConstantRule, FeatureScaler


class StandardNormalizer(FeatureScaler):
    """Standard normalization: subtract the mean of each feature and divide by its standard deviation.

    The scaled training data has mean 0 and standard deviation 1 in each feature. New points are scaled with the statistics of
    the training data, not with their own. The class works in scikit-learn's pipelines.

    Parameters
    ----------
    ddof : {0, 1}
        The standard deviation divides by P − ddof: 0 as in the chapter, 1 for the sample estimate.
    constant : {"error", "keep", "drop"}
        The rule for constant features, whose values differ only by rounding. "error" refuses them.

    Attributes
    ----------
    mean_ : NDArray, shape (N,), float64
        Mean of each feature in the training data, in the feature's units.
    scale_ : NDArray, shape (N,), float64
        Divisor of each feature, in the feature's units: its standard deviation, or 1 if it is constant.
    constant_ : NDArray, shape (N,), bool
        Marks the features that are constant in the training data.
    n_features_in_, feature_names_in_
        Number and names of the features in the training data, as in scikit-learn.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.standard_normalize`.

    Source: section 9.3.1, equations (9.2) and (9.3); COMP135, slide 8, "z-score transform". The table of standardized values
    in INT247, lecture 5, divides by P − 1: use `ddof=1`.

    Examples
    --------
    >>> normalizer = StandardNormalizer().fit([[1.0, 10.0], [3.0, 30.0]])
    >>> normalizer.mean_, normalizer.scale_
    (array([ 2., 20.]), array([ 1., 10.]))
    >>> normalizer.transform([[2.0, 40.0]])
    array([[0., 2.]])
    >>> StandardNormalizer(constant="drop").fit_transform([[1.0, 7.0], [3.0, 7.0]])
    array([[-1.],
           [ 1.]])
    """

    mean_: Array
    scale_: Array

    def __init__(self, ddof: int = 0, *, constant: ConstantRule = "error") -> None:
        self.ddof = ddof
        self.constant = constant

    def _learn(self, array: AnyArray, names: Names) -> None:
        ddof = as_count(self.ddof, "ddof", 0, 1)
        P = len(array)
        mean, squares = moments(array, "X", names)
        constant = constant_features(array, "X", names)
        self._apply_constant_rule(array, names, constant)
        if ddof >= P:
            raise ValueError(f"X must have more examples than ddof = {ddof}; got {P}.")
        scale = np.sqrt(squares / (P - ddof))
        mean[constant], scale[constant] = array[0, constant], 1.0
        self.mean_, self.scale_ = mean, scale
        self._set_scale(mean.astype(array.dtype), scale)  # what was imputed with a rounded mean becomes 0


class MinMaxNormalizer(FeatureScaler):
    """Min-max rescaling: subtract the minimum of each feature and divide by its range.

    The scaled training data lies between 0 and 1, or in another given range. New points are scaled with the extremes of the
    training data, so they may lie outside. The class works in scikit-learn's pipelines.

    Parameters
    ----------
    feature_range : (float, float)
        Smallest and largest value of the scaled training data.
    clip : bool
        Whether to move values beyond the training data's extremes to the ends of the range. Clipped values cannot be restored.
    constant : {"error", "keep", "drop"}
        The rule for constant features, whose values differ only by rounding. "error" refuses them.

    Attributes
    ----------
    min_, max_ : NDArray, shape (N,), float64
        Extremes of each feature in the training data, in the feature's units.
    scale_ : NDArray, shape (N,), float64
        Divisor of each feature, in the feature's units: ``max_ − min_``, or 1 if it is constant.
    constant_ : NDArray, shape (N,), bool
        Marks the features that are constant in the training data.
    n_features_in_, feature_names_in_
        Number and names of the features in the training data, as in scikit-learn.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.min_max_normalize`.

    Source: COMP135, slide 7, "feature rescaling", φ(x) = (x − min) / (max − min); INT247, lecture 5, "normalisation", the
    same. float32 input gives float32 output.

    Examples
    --------
    >>> normalizer = MinMaxNormalizer().fit([[0.0, -5.0], [5.0, 5.0]])
    >>> normalizer.transform([[1.0, 0.0], [6.0, 5.0]])
    array([[0.2, 0.5],
           [1.2, 1. ]])
    >>> normalizer.inverse_transform([[0.2, 0.5]])
    array([[1., 0.]])
    """

    min_: Array
    max_: Array
    scale_: Array

    def __init__(
        self,
        feature_range: tuple[float, float] = (0.0, 1.0),
        *,
        clip: bool = False,
        constant: ConstantRule = "error",
    ) -> None:
        self.feature_range = feature_range
        self.clip = clip
        self.constant = constant

    def _learn(self, array: AnyArray, names: Names) -> None:
        self._ends = _as_range(self.feature_range, "feature_range")
        self._clip = as_flag(self.clip, "clip")
        ends = extremes(array)
        check_finite(array, "X", names, ends=ends)
        constant = constant_features(array, "X", names, ends)
        self._apply_constant_rule(array, names, constant)
        self.min_, self.max_ = ends
        self.scale_ = self.max_ - self.min_
        self.scale_[constant] = 1.0
        self._set_scale(self.min_, self.scale_)

    def _transform_block(self, block: Array) -> Array:
        share = super()._transform_block(block)
        low, high = self._ends
        # low (1 − t) + high t is exactly low at t = 0 and exactly high at t = 1.
        rescaled = share if (low, high) == (0.0, 1.0) else low * (1 - share) + high * share
        return np.clip(rescaled, low, high) if self._clip else rescaled

    def _restore_block(self, block: Array) -> Array:
        low, high = self._ends
        return super()._restore_block((block - low) / (high - low))


def _as_range(value: Any, name: str) -> tuple[float, float]:
    try:
        low, high = value
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a pair of numbers, the smaller one first; got {shown(value)}.") from None
    low, high = as_number(low, f"{name}[0]"), as_number(high, f"{name}[1]")
    if not 0 < high - low <= LARGEST_VALUE:
        raise ValueError(f"{name} must be a smaller number and then a larger one; got ({low:g}, {high:g}).")
    return low, high
