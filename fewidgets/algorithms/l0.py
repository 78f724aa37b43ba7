"""ℓ0 regularization: the minimizers of cost + λ‖ω‖₀ over all λ, from the best subset of every size (Example 9.8)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .validation import _numeric_array, check_penalties, frozen

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class L0Breakpoints:
    """Which size is best at which λ.

    Attributes
    ----------
    lambdas : NDArray, shape (k,), float64
        Ascending from 0: from lambdas[i] up to the next, sizes[i] is best; at a λ where two sizes are equally
        good, the smaller one is meant.
    sizes : NDArray, shape (k,), int
        Descending.

    Examples
    --------
    >>> l0_breakpoints([10.0, 4.0, 3.0]).sizes
    array([2, 1, 0])
    """

    lambdas: Array
    sizes: NDArray[np.intp]

    def sizes_at(self, lam: ArrayLike) -> NDArray[np.intp]:
        """The best size at any λ ≥ 0.

        Parameters
        ----------
        lam : float or array-like, shape (L,)
            Penalty parameters λ ≥ 0.

        Returns
        -------
        NDArray, shape () or (L,), int

        Raises
        ------
        TypeError, ValueError
            If `lam` is no number or one-dimensional list of numbers ≥ 0.

        Examples
        --------
        >>> l0_breakpoints([10.0, 4.0, 3.0]).sizes_at([0.0, 1.0, 6.5])
        array([2, 1, 0])
        """
        wanted = check_penalties(lam, "lam")
        return np.asarray(self.sizes[np.searchsorted(self.lambdas, wanted, side="right") - 1])


def l0_breakpoints(costs: ArrayLike) -> L0Breakpoints:
    """For every λ ≥ 0 the size k that minimizes cost_k + λ k.

    Parameters
    ----------
    costs : array-like, shape (K + 1,)
        The smallest cost that can be reached with k = 0, 1, …, K features.

    Returns
    -------
    L0Breakpoints

    Raises
    ------
    TypeError
        If `costs` holds anything but real numbers.
    ValueError
        If `costs` is no list of at least one finite number.

    Notes
    -----
    Source: Example 9.8, equations (9.19) and (9.20). Each size is a straight line in λ with slope k; the smallest of
    them is a polygon. The sizes on it are the corners of the lower convex hull of the points (k, cost_k): a size
    above the hull is best for no λ, though it may be the best subset of its size.

    Examples
    --------
    >>> breakpoints = l0_breakpoints([10.0, 8.0, 3.0, 2.5])
    >>> breakpoints.sizes, breakpoints.lambdas
    (array([3, 2, 0]), array([0. , 0.5, 3.5]))
    """
    values = _numeric_array(costs, "costs")
    if values.ndim != 1 or values.size == 0:
        raise ValueError(f"costs has shape {values.shape}; wanted (K + 1,): one cost for each size from 0 to K")
    if not np.isfinite(values).all():
        k = int(np.flatnonzero(~np.isfinite(values))[0])
        raise ValueError(f"costs holds {values[k]:g} for size {k}; wanted finite numbers")
    # From the smallest size of all the cheapest ones down to 0; a corner that the next one undercuts is dropped.
    sizes = [int(values.argmin())]
    lambdas = [0.0]
    while sizes[-1] > 0:
        k = sizes[-1]
        rises = (values[:k] - values[k]) / np.arange(k, 0, -1)  # λ at which each smaller size becomes as good
        best = int(rises.argmin())  # the smallest of several at once
        lambdas.append(float(rises[best]))
        sizes.append(best)
    return L0Breakpoints(frozen(np.array(lambdas)), frozen(np.array(sizes, dtype=np.intp)))
