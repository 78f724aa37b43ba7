"""Feature scaling, one feature at a time: standard normalization and min-max (section 9.3; lectures 001, 002)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .blocks import constant_columns, extremes, is_small, moments
from .fitted import FittedTransform
from .validation import LARGEST_VALUE, _check_several, _flat, as_choice, as_count, as_flag, as_number, check_spread

_CONSTANT = ("error", "keep")


class StandardNormalizer(FittedTransform):
    """Standard normalization: every feature is given mean 0 and standard deviation 1.

    A new point is scaled with the statistics of the training data, never with its own.

    Parameters
    ----------
    ddof : {0, 1}
        The standard deviation divides by P − ddof: 0 as in the chapter, 1 for the sample estimate.
    constant : {"error", "keep"}
        The rule for a feature without variance: "error" refuses it, "keep" centres it and divides by 1, so
        that it becomes all zeros.

    Attributes
    ----------
    mean_ : NDArray, shape (N,), float64
        Mean of each feature in the training data, in the feature's units.
    scale_ : NDArray, shape (N,), float64
        What each feature is divided by, in the feature's units: its standard deviation, or 1 where it is
        constant.

    Raises
    ------
    TypeError, ValueError
        If `ddof` or `constant` is none of the values above; by `fit` if `X` is no finite (P, N) matrix,
        P ≤ ddof, or a feature is constant under `constant="error"`.

    Notes
    -----
    Source: section 9.3.1, equations (9.2) and (9.3); lecture 001, slide 8, "z-score transform"; lecture 002's
    table of standardized values divides by P − 1: `ddof=1`.

    `transform` and `fit_transform` take float32 as it is and give float32: statistics are computed in double
    precision, and rounded once. They hold no second copy of X beside the result; `out=X` works in place. Up to
    2²² entries `mean_` is the correctly rounded mean, so that an entry that holds its feature's mean becomes
    exactly 0.

    Examples
    --------
    >>> normalizer = StandardNormalizer().fit([[1.0, 10.0], [3.0, 30.0]])
    >>> normalizer.mean_, normalizer.scale_
    (array([ 2., 20.]), array([ 1., 10.]))
    >>> normalizer.transform([[2.0, 40.0]])
    array([[0., 2.]])
    """

    mean_: NDArray[np.float64]
    scale_: NDArray[np.float64]

    def __init__(self, ddof: int = 0, *, constant: Literal["error", "keep"] = "error") -> None:
        self.ddof = as_count(ddof, "ddof", 0, 1)
        self.constant = as_choice(constant, "constant", _CONSTANT)

    def __repr__(self) -> str:
        return f"StandardNormalizer(ddof={self.ddof}, constant={self.constant!r})"

    def _learn(self, array: NDArray[Any], names: Sequence[str] | None) -> None:
        P = len(array)
        mean, squares = moments(array, "X", names)
        if self.constant == "error":
            _check_several(array, "X")
        constant = constant_columns(array, mean, squares)
        if self.constant == "error":
            check_spread(array, "X", names, constant[:1])
        if self.ddof >= P:
            raise ValueError(f"X has {P} example(s); wanted more than ddof = {self.ddof}")
        scale = np.sqrt(squares / (P - self.ddof))
        mean[constant], scale[constant] = array[0, constant], 1.0
        self.mean_, self.scale_, self._given = mean, scale, len(mean)
        # A product takes a third of the time of a division, and may differ from it by a rounding.
        self._factor = None if is_small(array) else 1 / scale

    def _forward(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        np.subtract(block, self.mean_[columns].astype(out.dtype, copy=False), out=out)
        if self._factor is None:
            np.divide(out, self.scale_[columns].astype(out.dtype, copy=False), out=out)
        else:
            np.multiply(out, self._factor[columns].astype(out.dtype, copy=False), out=out)

    def _backward(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        np.multiply(block, self.scale_[columns].astype(out.dtype, copy=False), out=out)
        np.add(out, self.mean_[columns].astype(out.dtype, copy=False), out=out)


class MinMaxNormalizer(FittedTransform):
    """Min-max rescaling: every feature is given the same smallest and largest value, 0 and 1 unless told otherwise.

    A new point is scaled with the extremes of the training data: it may come to lie outside.

    Parameters
    ----------
    feature_range : (float, float)
        Smallest and largest value that the training data is given.
    clip : bool
        Whether new values beyond the training data's extremes are moved to the range's ends. What was clipped
        cannot be inverted.
    constant : {"error", "keep"}
        The rule for a feature with one value only: "error" refuses it, "keep" subtracts it and divides by 1,
        so that it becomes the range's smaller end.

    Attributes
    ----------
    min_, max_ : NDArray, shape (N,), float64
        Extremes of each feature in the training data, in the feature's units.
    scale_ : NDArray, shape (N,), float64
        What each feature is divided by, in the feature's units: max_ − min_, or 1 where it is constant.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described; by `fit` if `X` is no finite (P, N) matrix, or a feature is constant
        under `constant="error"`.

    Notes
    -----
    Source: lecture 001, slide 7, "feature rescaling", φ(x) = (x − min) / (max − min); lecture 002,
    "normalisation", the same. As `StandardNormalizer`, it gives float32 for float32, holds no second copy of
    X beside the result, and works in place with `out=X`.

    Examples
    --------
    >>> normalizer = MinMaxNormalizer().fit([[0.0, -5.0], [5.0, 5.0]])
    >>> normalizer.transform([[1.0, 0.0], [6.0, 5.0]])
    array([[0.2, 0.5],
           [1.2, 1. ]])
    >>> normalizer.inverse_transform([[0.2, 0.5]])
    array([[1., 0.]])
    """

    min_: NDArray[np.float64]
    max_: NDArray[np.float64]
    scale_: NDArray[np.float64]

    def __init__(
        self,
        feature_range: tuple[float, float] = (0.0, 1.0),
        *,
        clip: bool = False,
        constant: Literal["error", "keep"] = "error",
    ) -> None:
        self.feature_range = _as_range(feature_range, "feature_range")
        self.clip = as_flag(clip, "clip")
        self.constant = as_choice(constant, "constant", _CONSTANT)

    def __repr__(self) -> str:
        return f"MinMaxNormalizer({self.feature_range}, clip={self.clip}, constant={self.constant!r})"

    def _learn(self, array: NDArray[Any], names: Sequence[str] | None) -> None:
        low, high = extremes(array, "X", names)
        scale = high - low
        constant = _flat(low, high).nonzero()[0]
        if self.constant == "error":
            _check_several(array, "X")
            check_spread(array, "X", names, constant[:1])
        scale[constant] = 1.0
        self.min_, self.max_, self.scale_, self._given = low, high, scale, len(low)

    def _forward(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        np.subtract(block, self.min_[columns].astype(out.dtype, copy=False), out=out)
        np.divide(out, self.scale_[columns].astype(out.dtype, copy=False), out=out)
        low, high = self.feature_range
        if (low, high) != (0.0, 1.0):
            np.multiply(out, high - low, out=out)
            np.add(out, low, out=out)
        if self.clip:
            np.clip(out, low, high, out=out)

    def _backward(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        low, high = self.feature_range
        np.subtract(block, low, out=out)
        np.multiply(out, (self.scale_[columns] / (high - low)).astype(out.dtype, copy=False), out=out)
        np.add(out, self.min_[columns].astype(out.dtype, copy=False), out=out)


def _as_range(value: Any, name: str) -> tuple[float, float]:
    try:
        low, high = value
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {value!r}; wanted a pair: the smaller end and the larger") from None
    low, high = as_number(low, f"{name}[0]"), as_number(high, f"{name}[1]")
    if not 0 < high - low <= LARGEST_VALUE:
        raise ValueError(f"{name} is ({low:g}, {high:g}); wanted the smaller end first, and then a larger one")
    return low, high
