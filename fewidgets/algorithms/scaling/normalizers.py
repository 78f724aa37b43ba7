"""Feature scaling, one feature at a time: standard normalization and min-max (section 9.3; lectures 001, 002)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._numerics.arguments import as_choice, as_count, as_flag, as_number
from .._numerics.arrays import check_several_examples
from .._numerics.blocks import constant_columns, extremes, is_small, moments
from .._numerics.principal_directions import columns_of, varying
from .._numerics.spread import are_flat, check_differences, check_spread
from .._numerics.tolerances import LARGEST_VALUE
from .transformer import SINGLE_RANGE, FittedTransform

ConstantRule = Literal["error", "keep", "drop"]
CONSTANT_RULES = ("error", "keep", "drop")


class _FeatureScaler(FittedTransform):
    """A transform that changes each feature by itself, with one rule for features that are constant.

    A subclass says how features are changed (`_scale`) and changed back (`_restore`), by `_shift` and `_divisor`.
    """

    constant: str
    constant_: NDArray[np.bool_]

    def _keep_features(
        self,
        array: NDArray[Any],
        names: Sequence[str] | None,
        constant: NDArray[np.intp],
        rule: str,
        statistic: NDArray[np.float64],
    ) -> None:
        """Refuse, keep or drop the constant features, whose indices are given; `statistic` as in `check_differences`."""
        N = array.shape[1]
        if rule != "keep":
            check_several_examples(array, "X")
        if rule == "error":
            check_spread(array, "X", names, constant[:1])
        check_differences(array, "X", names, constant, statistic)
        if rule == "drop" and len(constant) == N:
            raise ValueError(
                "X is constant in every feature, so that no feature would be left. Expected examples that differ."
            )
        self.constant_ = np.zeros(N, dtype=bool)
        self.constant_[constant] = True
        self._kept = varying(N, constant if rule == "drop" else constant[:0])
        self._by_feature = isinstance(self._kept, slice)
        self._given = N - len(constant) if rule == "drop" else N

    def _statistics(self, shift: NDArray[np.float64], divisor: NDArray[np.float64]) -> None:
        """Keep what is subtracted from every feature and what it is divided by."""
        self._constants = shift[self.constant_]
        self._shift, self._divisor = shift[self._kept], divisor[self._kept]
        low, high = SINGLE_RANGE
        self._needs_double = bool(self._divisor.min() < low or self._divisor.max() > high)

    def _names_out(self, names: list[str]) -> list[str]:
        return names if isinstance(self._kept, slice) else [names[n] for n in self._kept]

    def _forward(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        block = columns_of(block, self._kept)
        if self._needs_double and out.dtype == np.float32:
            work = block.astype(np.float64)
            self._scale(work, work, columns)
            out[...] = work
        else:
            self._scale(block, out, columns)

    def _backward(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        if isinstance(self._kept, slice) and not (self._needs_double and out.dtype == np.float32):
            self._restore(block, out, columns)
            return
        work = block.astype(np.float64)
        self._restore(work, work, columns)
        out[:, self._kept] = work
        if not isinstance(self._kept, slice):
            out[:, self.constant_] = self._constants

    def _scale(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        raise NotImplementedError

    def _restore(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        raise NotImplementedError


class StandardNormalizer(_FeatureScaler):
    """Standard normalization: every feature is given mean 0 and standard deviation 1.

    A new point is scaled with the statistics of the training data, never with its own. It works in scikit-learn's
    pipelines.

    Parameters
    ----------
    ddof : {0, 1}
        The standard deviation divides by P − ddof: 0 as in the chapter, 1 for the sample estimate.
    constant : {"error", "keep", "drop"}
        The rule for a constant feature, one whose values differ only by rounding. "error"
        refuses it. "keep" centres it and divides by 1, so that it becomes all zeros. "drop" leaves it out of the
        result, and `inverse_transform` restores its value.

    Attributes
    ----------
    mean_ : NDArray, shape (N,), float64
        Mean of each feature in the training data, in the feature's units. For a constant feature it is its value.
    scale_ : NDArray, shape (N,), float64
        What each feature is divided by, in the feature's units: its standard deviation, or 1 where it is
        constant.
    constant_ : NDArray, shape (N,), bool
        Marks the features that are constant in the training data.
    n_features_in_, feature_names_in_
        Number and names of the features in the training data, as in scikit-learn.

    Raises
    ------
    TypeError, ValueError
        By `fit`, if `ddof` or `constant` is none of the values above, `X` is not a finite (P, N) matrix, P ≤ ddof, a
        feature is constant under `constant="error"`, or all are under `constant="drop"`.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.standard_normalize`.

    Source: section 9.3.1, equations (9.2) and (9.3); lecture 001, slide 8, "z-score transform"; lecture 002's
    table of standardized values divides by P − 1: `ddof=1`.

    `transform` and `fit_transform` take float32 as it is and give float32: statistics are computed in double
    precision, and rounded once. They hold no second copy of X beside the result; `out=X` works in place where no
    feature is dropped. Up to 2²² entries `mean_` is the correctly rounded mean, so that an entry that holds its
    feature's mean becomes exactly 0.

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

    mean_: NDArray[np.float64]
    scale_: NDArray[np.float64]

    def __init__(self, ddof: int = 0, *, constant: ConstantRule = "error") -> None:
        self.ddof = ddof
        self.constant = constant

    def _learn(self, array: NDArray[Any], names: Sequence[str] | None) -> None:
        ddof = as_count(self.ddof, "ddof", 0, 1)
        rule = as_choice(self.constant, "constant", CONSTANT_RULES)
        P = len(array)
        mean, squares = moments(array, "X", names)
        constant = constant_columns(array, mean, squares)
        self._keep_features(array, names, constant, rule, mean)
        if ddof >= P:
            raise ValueError(f"X has {P} example(s); wanted more than ddof = {ddof}")
        scale = np.sqrt(squares / (P - ddof))
        mean[constant], scale[constant] = array[0, constant], 1.0
        self.mean_, self.scale_ = mean, scale
        self._statistics(mean, scale)
        # A product takes a third of the time of a division, and may differ from it by a rounding.
        self._factor = None if is_small(array) else 1 / self._divisor

    def _scale(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        np.subtract(block, self._shift[columns].astype(out.dtype, copy=False), out=out)
        if self._factor is None:
            np.divide(out, self._divisor[columns].astype(out.dtype, copy=False), out=out)
        else:
            np.multiply(out, self._factor[columns].astype(out.dtype, copy=False), out=out)

    def _restore(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        np.multiply(block, self._divisor[columns].astype(out.dtype, copy=False), out=out)
        np.add(out, self._shift[columns].astype(out.dtype, copy=False), out=out)


class MinMaxNormalizer(_FeatureScaler):
    """Min-max rescaling: every feature is given the same smallest and largest value, 0 and 1 by default.

    A new point is scaled with the extremes of the training data, so it may lie outside. It works in scikit-learn's
    pipelines.

    Parameters
    ----------
    feature_range : (float, float)
        Smallest and largest value that the training data is given.
    clip : bool
        Whether new values beyond the training data's extremes are moved to the range's ends. What was clipped
        cannot be inverted.
    constant : {"error", "keep", "drop"}
        The rule for a constant feature, one whose values differ only by rounding. "error"
        refuses it. "keep" subtracts its value and divides by 1, so that it becomes the range's smaller end. "drop"
        leaves it out of the result, and `inverse_transform` restores its value.

    Attributes
    ----------
    min_, max_ : NDArray, shape (N,), float64
        Extremes of each feature in the training data, in the feature's units.
    scale_ : NDArray, shape (N,), float64
        What each feature is divided by, in the feature's units: max_ − min_, or 1 where it is constant.
    constant_ : NDArray, shape (N,), bool
        Marks the features that are constant in the training data.
    n_features_in_, feature_names_in_
        Number and names of the features in the training data, as in scikit-learn.

    Raises
    ------
    TypeError, ValueError
        By `fit`, if an argument is not as described, `X` is not a finite (P, N) matrix, a feature is constant under
        `constant="error"`, or all are under `constant="drop"`.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.min_max_normalize`.

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
        constant: ConstantRule = "error",
    ) -> None:
        self.feature_range = feature_range
        self.clip = clip
        self.constant = constant

    def _learn(self, array: NDArray[Any], names: Sequence[str] | None) -> None:
        ends = _as_range(self.feature_range, "feature_range")
        clip = as_flag(self.clip, "clip")
        rule = as_choice(self.constant, "constant", CONSTANT_RULES)
        low, high = extremes(array, "X", names)
        scale = high - low
        constant = are_flat(low, high).nonzero()[0]
        self._keep_features(array, names, constant, rule, scale)
        scale[constant] = 1.0
        self.min_, self.max_, self.scale_ = low, high, scale
        self._ends, self._clip = ends, clip
        self._statistics(low, scale)

    def _scale(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        np.subtract(block, self._shift[columns].astype(out.dtype, copy=False), out=out)
        np.divide(out, self._divisor[columns].astype(out.dtype, copy=False), out=out)
        low, high = self._ends
        if (low, high) != (0.0, 1.0):
            # In this form both ends are met to the last digit.
            from_low = (1 - out) * low
            np.multiply(out, high, out=out)
            np.add(out, from_low, out=out)
        if self._clip:
            np.clip(out, low, high, out=out)

    def _restore(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        low, high = self._ends
        np.subtract(block, low, out=out)
        np.multiply(out, (self._divisor[columns] / (high - low)).astype(out.dtype, copy=False), out=out)
        np.add(out, self._shift[columns].astype(out.dtype, copy=False), out=out)


def _as_range(value: Any, name: str) -> tuple[float, float]:
    try:
        low, high = value
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {value!r}; wanted a pair: the smaller end and the larger") from None
    low, high = as_number(low, f"{name}[0]"), as_number(high, f"{name}[1]")
    if not 0 < high - low <= LARGEST_VALUE:
        raise ValueError(f"{name} is ({low:g}, {high:g}); wanted the smaller end first, and then a larger one")
    return low, high
