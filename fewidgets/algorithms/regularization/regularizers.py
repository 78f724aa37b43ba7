"""Regularizers: the ℓ0, ℓ1 and ℓ2 penalties, and the thresholds that they apply to single weights (section 9.7.1)."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice
from .._numerics.arrays import as_numeric_array, check_finite
from .._numerics.types import Array

PenaltyName = Literal["l0", "l1", "l2", "squared_l2"]
PENALTIES: tuple[PenaltyName, ...] = get_args(PenaltyName)


def penalty(w: ArrayLike, kind: PenaltyName) -> float | Array:
    """Return the penalty h(w) on a weight vector, or on many at once.

    Parameters
    ----------
    w : array-like, shape (N,) or (..., N)
        Feature-touching weights, without the bias; several vectors along leading axes, such as a grid (R, C, 2).
    kind : {"l0", "l1", "l2", "squared_l2"}
        Number of nonzero weights; sum of |wₙ|; square root of the sum of squares; sum of squares.

    Returns
    -------
    float, or NDArray of shape (...), float64

    Raises
    ------
    TypeError
        If `w` holds anything but real numbers, or `kind` is not a string.
    ValueError
        If `w` is a single number or empty, an entry is NaN or infinite, or `kind` is unknown.

    Notes
    -----
    Source: section 9.7.1, equations (9.20) to (9.22). (9.22) is the square root of the sum of squares, while
    Example 9.10 and ridge regression use the sum itself. Both are here. The sums start at n = 1, as in (9.23): the bias is
    not penalized.

    Examples
    --------
    >>> [penalty([3.0, 0.0, -4.0], kind) for kind in ("l0", "l1", "l2", "squared_l2")]
    [2.0, 7.0, 5.0, 25.0]
    >>> penalty([[1.0, 1.0], [0.0, 2.0]], "l0")
    array([2., 1.])
    """
    weights = as_numeric_array(w, "w")
    if weights.ndim == 0 or weights.size == 0:
        raise ValueError(f"w must have shape (..., N), one weight per feature along the last axis; got shape {weights.shape}")
    check_finite(weights.reshape(-1), "w")
    values = penalty_of(weights, as_choice(kind, "kind", PENALTIES))
    return float(values) if values.ndim == 0 else values


def penalty_of(weights: Array, kind: str) -> Array:
    """Return the penalty on checked weights (..., N), shape (...).

    Examples
    --------
    >>> penalty_of(np.array([[3.0, -4.0]]), "l2")
    array([5.])
    """
    if kind == "l0":
        return np.asarray(np.count_nonzero(weights, axis=-1), dtype=float)
    if kind == "l1":
        return np.abs(weights).sum(axis=-1)
    squares = (weights * weights).sum(axis=-1)
    return squares if kind == "squared_l2" else np.sqrt(squares)


def soft_threshold(v: ArrayLike, threshold: ArrayLike) -> float | Array:
    """Move every value towards zero by the threshold, but not beyond zero: sign(v) max(|v| − threshold, 0).

    Parameters
    ----------
    v : array-like, any shape
        Such as the weights that minimize the cost alone.
    threshold : float or array-like, shape that broadcasts to `v`'s
        The distance, ≥ 0, in units of `v`.

    Returns
    -------
    float, or NDArray of the shape of `v`, float64

    Raises
    ------
    TypeError
        If an argument holds anything but real numbers.
    ValueError
        If an entry is NaN or infinite, a threshold is negative, or the shapes do not fit.

    Notes
    -----
    Source: Example 9.9. With standardized features that are uncorrelated, the cost of each weight is
    c (w − v)², and c (w − v)² + λ |w| is smallest at the soft threshold of v at λ / 2c.

    Examples
    --------
    >>> soft_threshold([-3.0, -0.5, 0.0, 2.0], 1.0)
    array([-2., -0.,  0.,  1.])
    """
    values, thresholds = _thresholded(v, threshold)
    shrunk = np.copysign(np.maximum(np.abs(values) - thresholds, 0.0), values)
    return float(shrunk) if shrunk.ndim == 0 else shrunk


def hard_threshold(v: ArrayLike, threshold: ArrayLike) -> float | Array:
    """Keep values beyond the threshold unchanged, and set all others to zero.

    Parameters
    ----------
    v : array-like, any shape
        Such as the weights that minimize the cost alone.
    threshold : float or array-like, shape that broadcasts to `v`'s
        The threshold, ≥ 0, in units of `v`; a value of exactly this size becomes zero.

    Returns
    -------
    float, or NDArray of the shape of `v`, float64

    Raises
    ------
    TypeError
        If an argument holds anything but real numbers.
    ValueError
        If an entry is NaN or infinite, a threshold is negative, or the shapes do not fit.

    Notes
    -----
    Source: Example 9.8. With standardized features that are uncorrelated, the cost of each weight is
    c (w − v)², and c (w − v)² + λ [w ≠ 0] is smallest at the hard threshold of v at √(λ / c).

    Examples
    --------
    >>> hard_threshold([-3.0, -0.5, 1.0, 2.0], 1.0)
    array([-3.,  0.,  0.,  2.])
    """
    values, thresholds = _thresholded(v, threshold)
    kept = np.where(np.abs(values) > thresholds, values, 0.0)
    return float(kept) if kept.ndim == 0 else kept


def _thresholded(v: ArrayLike, threshold: ArrayLike) -> tuple[Array, Array]:
    values, thresholds = as_numeric_array(v, "v"), as_numeric_array(threshold, "threshold")
    for array, name in ((values, "v"), (thresholds, "threshold")):
        if array.size:
            check_finite(array.reshape(-1), name)
    if (thresholds < 0).any():
        raise ValueError(f"threshold must not be negative; got {thresholds[thresholds < 0].flat[0]:g}")
    try:
        fits = np.broadcast_shapes(values.shape, thresholds.shape) == values.shape
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(f"threshold must be one number or have shape {values.shape}, as v; got shape {thresholds.shape}")
    return values, thresholds
