from __future__ import annotations

import numpy as np

from .arrays import check_not_constant, check_several_examples, constant_features
from .blocks import moments, row_blocks
from .tolerances import EPSILON, PRODUCT_BLOCK
from .types import AnyArray, Array, Flags, Names

# Up to this many multiplications, an orthogonal factorization is as fast as a covariance matrix, and more accurate.
FEW_PRODUCTS = 2e7
# A variance below this share of the largest one, times the number of features, is rounding.
NO_VARIANCE = 10 * EPSILON
# Entries of a direction count as equally large within this share.
EQUAL_ENTRIES = 1e-9


def principal_directions(
    array: AnyArray, names: Names, ddof: int, *, allow_constant: bool = True
) -> tuple[Array, float, Array, Array]:
    """Return the mean, the total variance, and the eigenvalues and eigenvectors of the covariance matrix, largest first.

    Source: section 9.5.2, (1/P) X Xᵀ = V D Vᵀ.
    """
    P, N = array.shape
    mean, squares = moments(array, "X", names)
    check_several_examples(array, "X")
    constant = constant_features(array, "X", names)
    if not allow_constant:
        check_not_constant(array, "X", names, constant)
    if len(constant) == N:
        raise ValueError("X is constant in every feature; expected examples that differ.")
    active = np.delete(np.arange(N), constant) if len(constant) else slice(None)
    if P < N or P * N * N <= FEW_PRODUCTS:
        centred = (array - mean)[:, active]
        R = np.linalg.qr(centred, mode="r") if P > N else centred
        _, lengths, transposed = np.linalg.svd(np.asarray(R), full_matrices=False)
        variances, found = lengths**2 / (P - ddof), transposed.T
    else:
        blocks = ((array[rows] - mean)[:, active] for rows in row_blocks(array.shape, PRODUCT_BLOCK))
        variances, found = np.linalg.eigh(sum(block.T @ block for block in blocks) / (P - ddof))
        variances, found = np.maximum(variances[::-1], 0.0), found[:, ::-1]
    K, M = len(variances), len(constant)
    directions = np.zeros((N, K + M))
    directions[active, :K] = found * _signs(found)
    directions[constant, K + np.arange(M)] = 1.0
    return mean, float(squares.sum() / (P - ddof)), np.r_[variances, np.zeros(M)], directions


def without_variance(variances: Array, N: int) -> Flags:
    """Return whether a principal variance is 0 up to rounding: dₙ ≤ 10 N eps d₁."""
    return variances <= NO_VARIANCE * N * variances[0]


def _signs(directions: Array) -> Array:
    """Return the sign of the largest entry of each direction."""
    sizes = np.abs(directions)
    first = (sizes >= sizes.max(axis=0) * (1 - EQUAL_ENTRIES)).argmax(axis=0)
    return np.where(directions[first, np.arange(directions.shape[1])] < 0, -1.0, 1.0)
