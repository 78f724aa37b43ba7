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
        Number of nonzero weights; sum of ``|wₙ|``; square root of the sum of squares; sum of squares.

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
    """Return the penalty on checked weights (..., N), shape (...)."""
    if kind == "l0":
        return np.asarray(np.count_nonzero(weights, axis=-1), dtype=float)
    if kind == "l1":
        return np.abs(weights).sum(axis=-1)
    squares = (weights * weights).sum(axis=-1)
    return squares if kind == "squared_l2" else np.sqrt(squares)
