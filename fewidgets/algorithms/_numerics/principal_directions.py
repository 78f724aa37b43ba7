"""Principal directions of a data set, for PCA and PCA-sphering (section 9.5.2)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .blocks import row_blocks
from .tolerances import EPSILON, PRODUCT_BLOCK

# Up to this many multiplications, an orthogonal factorization is as fast as a covariance matrix, and more accurate.
FEW_PRODUCTS = 2e7
# A variance below this share of the largest one, times the number of features, is rounding.
NO_VARIANCE = 10 * EPSILON
# Entries of a direction count as equally large within this share.
EQUAL_ENTRIES = 1e-9


def principal_directions(
    array: NDArray[Any], mean: NDArray[np.float64], ddof: int, constant: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the eigenvalues and eigenvectors of the covariance matrix, largest variance first.

    The sign of each direction is chosen so that its entry of largest magnitude is positive. Of several equally large entries,
    the first counts.

    Parameters
    ----------
    array : NDArray, shape (P, N), float64 or float32
        Examples in rows, finite.
    mean : NDArray, shape (N,), float64
        Mean of each feature.
    ddof : int
        The covariance matrix divides by P − ddof.
    constant : NDArray, shape (M,), int
        Constant features. Their axes are the last directions, with variance 0.

    Returns
    -------
    variances : NDArray, shape (K,), float64
        The eigenvalues dₙ ≥ 0, descending. K = N, or fewer if P < N.
    directions : NDArray, shape (N, K), float64
        The eigenvectors, one per column: V of section 9.5.2.

    Notes
    -----
    Source: section 9.5.2, (1/P) X Xᵀ = V D Vᵀ. Small data are factorized, X = Q R, and R is decomposed by its singular values.
    The relative error of a variance is then about eps √(d₁ / dₙ). For large data, the covariance matrix is summed block by
    block. The relative error is then about eps d₁ / dₙ.

    Examples
    --------
    >>> array = np.array([[-2.0, -2.0, 7.0], [2.0, 2.0, 7.0], [0.5, -0.5, 7.0], [-0.5, 0.5, 7.0]])
    >>> variances, directions = principal_directions(array, array.mean(axis=0), 0, np.array([2]))
    >>> variances.round(3), directions.round(3)
    (array([4.  , 0.25, 0.  ]), array([[ 0.707,  0.707,  0.   ],
           [ 0.707, -0.707,  0.   ],
           [ 0.   ,  0.   ,  1.   ]]))
    """
    P, N = array.shape
    active = varying(N, constant)
    if P < N or P * N * N <= FEW_PRODUCTS:
        centred = array[:, active] - mean[active]
        R = np.linalg.qr(centred, mode="r") if P > N else centred
        _, lengths, transposed = np.linalg.svd(np.asarray(R), full_matrices=False)
        variances, found = lengths**2 / (P - ddof), transposed.T
    else:
        variances, found = np.linalg.eigh(covariance(array, mean, ddof, active))
        variances, found = np.maximum(variances[::-1], 0.0), found[:, ::-1]
    K, M = len(variances), len(constant)
    directions = np.zeros((N, K + M))
    directions[active, :K] = found * _signs(found)
    directions[constant, K + np.arange(M)] = 1.0
    return np.r_[variances, np.zeros(M)], directions


def varying(N: int, constant: NDArray[np.intp]) -> slice | NDArray[np.intp]:
    """Return an index of the features that are not constant: a slice, which copies nothing, if there are no others.

    Examples
    --------
    >>> varying(3, np.array([1])), varying(3, np.array([], dtype=int))
    (array([0, 2]), slice(None, None, None))
    """
    return np.delete(np.arange(N), constant) if len(constant) else slice(None)


def columns_of(block: NDArray[Any], features: slice | NDArray[np.intp]) -> NDArray[Any]:
    """Return some columns of a block of rows. `take` is three times as fast as an index.

    Examples
    --------
    >>> columns_of(np.array([[1.0, 2.0, 3.0]]), np.array([0, 2]))
    array([[1., 3.]])
    """
    return block if isinstance(features, slice) else np.take(block, features, axis=1)


def covariance(
    array: NDArray[Any],
    mean: NDArray[np.float64],
    ddof: int,
    features: slice | NDArray[np.intp] = slice(None),
) -> NDArray[np.float64]:
    """Return the covariance matrix Σₚ (xₚ − μ)(xₚ − μ)ᵀ / (P − ddof) of some features, summed over blocks of rows.

    Parameters
    ----------
    array, mean, ddof
        As in `principal_directions`.
    features : slice, or NDArray of shape (M,), int
        The features.

    Returns
    -------
    NDArray, shape (M, M), float64

    Examples
    --------
    >>> covariance(np.array([[0.0, 1.0], [2.0, 3.0]]), np.array([1.0, 2.0]), 0)
    array([[1., 1.],
           [1., 1.]])
    """
    P = len(array)
    center = mean[features]
    M = len(center)
    total, product = np.zeros((M, M)), np.empty((M, M))
    work = np.empty((min(P, max(1, PRODUCT_BLOCK // array.shape[1])), M))
    for rows in row_blocks(array.shape, PRODUCT_BLOCK):
        deviations = work[: rows.stop - rows.start]
        np.subtract(columns_of(array[rows], features), center, out=deviations)
        total += np.matmul(deviations.T, deviations, out=product)
    total /= P - ddof
    return total


def without_variance(variances: NDArray[np.float64], N: int) -> NDArray[np.bool_]:
    """Return whether a principal variance is 0 up to rounding: dₙ ≤ 10 N eps d₁.

    Parameters
    ----------
    variances : NDArray, shape (K,), float64
        Descending.
    N : int
        Number of features.

    Returns
    -------
    NDArray, shape (K,), bool

    Examples
    --------
    >>> without_variance(np.array([1.0, 1e-12, 1e-17]), 3)
    array([False, False,  True])
    """
    return variances <= NO_VARIANCE * N * variances[0]


def _signs(directions: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sign of the largest entry of each direction."""
    sizes = np.abs(directions)
    first = (sizes >= sizes.max(axis=0) * (1 - EQUAL_ENTRIES)).argmax(axis=0)
    return np.where(directions[first, np.arange(directions.shape[1])] < 0, -1.0, 1.0)
