"""The QR factor of a regression: at most N + 1 rows that carry all a search over subsets of features needs.

Factorize the scaled data as [X y] = QR. The columns of R have the same lengths and angles as those of [X y], so every
subset of the features has the same least squares cost on R as on the data. Unlike the products XᵀX, R is also as exact
as the data: nothing is squared before it is subtracted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from .._numerics.tolerances import EPSILON
from .._numerics.types import Array

# A feature depends on others if they leave at most this share of its length unexplained. Its weight is then 0.
DEPENDENT_SHARE = 1e-10
# Residuals whose lengths differ by less than this share of y's length are equal up to rounding.
EQUAL_LENGTHS = 1e-13
# Entries per block of rows when a QR factor is computed, and of the subsets that are factorized side by side: a core's cache.
QR_BLOCK = 2**16


@dataclass(frozen=True, eq=False)
class Scales:
    """Means and lengths by which features and outputs are centred and scaled."""

    means: Array
    lengths: Array
    y_mean: float
    y_length: float
    negligible: Array
    P: int

    @property
    def N(self) -> int:
        """Number of features."""
        return len(self.means)

    def unscaled(self, weights: Array) -> Array:
        """Return weights, shape (..., N), in units of y per unit of the feature."""
        return weights * (self.y_length / self.lengths)

    def biases(self, weights: Array) -> Array:
        """Return the bias of each row of weights (in the features' units), shape (..., N) -> (...)."""
        return self.y_mean - weights @ self.means


@dataclass(frozen=True, eq=False)
class QRFactor(Scales):
    """The QR factor R of the centred and scaled features and outputs."""

    columns: Array


def qr_factor(X: Array, y: Array, fit_bias: bool) -> QRFactor:
    """Centre and scale the data, and factorize them."""
    means = column_means(X, y, fit_bias)
    R = np.empty((0, X.shape[1] + 1))
    for rows in centred_blocks(X, y, means):
        R = r_factor(np.concatenate([R, rows.T]) if len(R) else rows.T)
    columns = R.T
    lengths = np.sqrt(np.einsum("nr,nr->n", columns, columns))
    scales, zero = scales_of(means, lengths, len(X))
    columns[zero] = 0.0
    return QRFactor(**vars(scales), columns=columns / lengths[:, None])


def r_factor(matrix: Array) -> Array:
    """Return the upper triangular factor R of a matrix, or of each matrix in a stack."""
    return cast(Array, np.linalg.qr(matrix, mode="r"))


def inverse_factor(R: Array) -> Array:
    """Return the inverse of an R factor, or of each R factor in a stack."""
    return cast(Array, np.linalg.inv(R))


def column_means(X: Array, y: Array, fit_bias: bool) -> Array:
    """Return the means of all features and, last, of y; zeros without a bias."""
    P, N = X.shape
    means = np.zeros(N + 1)
    if fit_bias:
        share = np.full(P, 1 / P)
        means[:N], means[N] = share @ X, share @ y
    return means


def centred_blocks(X: Array, y: Array, means: Array) -> Iterator[Array]:
    """Yield the centred features and y, some examples at a time, so that no second copy of the data is held."""
    P, N = X.shape
    step = max(QR_BLOCK // (N + 1), 4 * (N + 1))
    for start in range(0, P, step):
        rows = slice(start, start + step)
        block = np.empty((N + 1, len(X[rows])))
        np.subtract(X[rows].T, means[:-1, None], out=block[:-1])
        np.subtract(y[rows], means[-1], out=block[-1])
        yield block


def scales_of(means: Array, lengths: Array, P: int) -> tuple[Scales, NDArray[np.intp]]:
    """Return the scales, and which columns hold nothing but rounding: their `lengths` are set to 1."""
    # Rounding errors grow with the values, not with their spread.
    rounding = 4 * EPSILON * np.sqrt(lengths**2 + P * means**2)
    zero = (lengths <= rounding).nonzero()[0]
    if zero.size:
        lengths[zero], rounding[zero] = 1.0, 1.0
    negligible = DEPENDENT_SHARE + rounding[:-1] / lengths[:-1]
    return Scales(means[:-1], lengths[:-1], float(means[-1]), float(lengths[-1]), negligible, P), zero
