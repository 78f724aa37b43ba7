from __future__ import annotations

import numpy as np

from .blocks import row_blocks
from .tolerances import EPSILON, PRODUCT_BLOCK
from .types import AnyArray, Array, Flags, Indices

# Up to this many multiplications, an orthogonal factorization is as fast as a covariance matrix, and more accurate.
FEW_PRODUCTS = 2e7
# A variance below this share of the largest one, times the number of features, is rounding.
NO_VARIANCE = 10 * EPSILON
# Entries of a direction count as equally large within this share.
EQUAL_ENTRIES = 1e-9


def principal_directions(array: AnyArray, mean: Array, ddof: int, constant: Indices) -> tuple[Array, Array]:
    """Return the eigenvalues and eigenvectors of the covariance matrix, largest variance first.

    Source: section 9.5.2, (1/P) X Xᵀ = V D Vᵀ.
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


def varying(N: int, constant: Indices) -> slice | Indices:
    """Return an index of the features that are not constant: a slice, which copies nothing, if there are no others."""
    return np.delete(np.arange(N), constant) if len(constant) else slice(None)


def columns_of(block: AnyArray, features: slice | Indices) -> AnyArray:
    """Return some columns of a block of rows. `take` is three times as fast as an index."""
    return block if isinstance(features, slice) else np.take(block, features, axis=1)


def covariance(
    array: AnyArray,
    mean: Array,
    ddof: int,
    features: slice | Indices = slice(None),
) -> Array:
    """Return the covariance matrix Σₚ (xₚ − μ)(xₚ − μ)ᵀ / (P − ddof) of some features, summed over blocks of rows."""
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


def without_variance(variances: Array, N: int) -> Flags:
    """Return whether a principal variance is 0 up to rounding: dₙ ≤ 10 N eps d₁."""
    return variances <= NO_VARIANCE * N * variances[0]


def _signs(directions: Array) -> Array:
    """Return the sign of the largest entry of each direction."""
    sizes = np.abs(directions)
    first = (sizes >= sizes.max(axis=0) * (1 - EQUAL_ENTRIES)).argmax(axis=0)
    return np.where(directions[first, np.arange(directions.shape[1])] < 0, -1.0, 1.0)
