"""Feature scaling by PCA-sphering: centre, rotate to the principal directions, scale (section 9.5)."""

from __future__ import annotations

from typing import Literal

import numpy as np

from .._numerics.arguments import as_choice, as_count
from .._numerics.feature_names import describe_feature
from .._numerics.principal_directions import principal_directions, without_variance
from .._numerics.tolerances import PRODUCT_BLOCK
from .._numerics.types import AnyArray, Array, Names
from .block_transformer import BlockTransformer

# A feature belongs to a principal direction if its entry is larger than this share of the largest one.
SMALL_ENTRY = 1e-6

NearZeroRule = Literal["error", "keep", "drop"]
NEAR_ZERO_RULES: tuple[NearZeroRule, ...] = ("error", "keep", "drop")


class PCASphering(BlockTransformer):
    """PCA-sphering (whitening): rotate to the principal directions, and scale to variance 1 along each.

    The sphered features are uncorrelated, so that the contours of the least squares cost are circles. New points are sphered
    with the statistics of the training data. The class works in scikit-learn's pipelines.

    Parameters
    ----------
    ddof : {0, 1}
        Variances divide by P − ddof: 0 as in the chapter, 1 for the sample estimate.
    n_components : int, optional
        Number of principal directions to keep, those of largest variance. By default all.
    near_zero : {"error", "keep", "drop"}
        The rule for directions without variance, dₙ ≤ 10 N eps d₁ with the largest eigenvalue d₁: the rest is rounding.
        "error" refuses the data.

    Attributes
    ----------
    mean_ : NDArray, shape (N,), float64
        Mean of each feature in the training data, in the feature's units.
    directions_ : NDArray, shape (N, K), float64
        The columns are the eigenvectors V of the covariance matrix, largest variance first.
    variances_ : NDArray, shape (K,), float64
        Its eigenvalues d: the variance of the training data along each direction.
    scale_ : NDArray, shape (K,), float64
        Divisor of each rotated coordinate: √d, or 1 if there is no variance.
    n_near_zero_ : int
        Number of directions without variance.
    n_features_in_, feature_names_in_
        Number and names of the features in the training data, as in scikit-learn.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.pca_sphere`.

    Source: section 9.5.2, x ← D^(−1/2) Vᵀ (x − μ), equation (9.6). Exercise 9.6 prints (1/P)

    Examples
    --------
    >>> X = [[1.0, 0.0], [3.0, 2.0], [2.0, 2.0], [2.0, 0.0]]
    >>> sphering = PCASphering().fit(X)
    >>> sphering.variances_.round(4), sphering.directions_.round(4)
    (array([1.309, 0.191]), array([[ 0.5257,  0.8507],
           [ 0.8507, -0.5257]]))
    >>> S = sphering.transform(X)
    >>> bool(np.abs(S.T @ S / 4 - np.eye(2)).max() < 1e-14)
    True
    """

    _entries = PRODUCT_BLOCK // 2

    mean_: Array
    directions_: Array
    variances_: Array
    scale_: Array
    n_near_zero_: int

    def __init__(self, ddof: int = 0, *, n_components: int | None = None, near_zero: NearZeroRule = "error") -> None:
        self.ddof = ddof
        self.n_components = n_components
        self.near_zero = near_zero

    def _learn(self, array: AnyArray, names: Names) -> None:
        N = array.shape[1]
        ddof = as_count(self.ddof, "ddof", 0, 1)
        rule = as_choice(self.near_zero, "near_zero", NEAR_ZERO_RULES)
        requested = N
        if self.n_components is not None:
            requested = as_count(self.n_components, "n_components", 1, N, "the number of features")
        mean, _, variances, directions = principal_directions(array, names, ddof, allow_constant=rule != "error")
        empty = without_variance(variances, N)
        with_variance = len(variances) - int(np.count_nonzero(empty))
        if rule == "error" and requested > with_variance:
            raise ValueError(_no_variance(directions[:, with_variance:], N - with_variance, names))
        K = min(requested, with_variance if rule == "drop" else len(variances))
        self.mean_, self.variances_ = mean, variances[:K]
        self.directions_ = np.ascontiguousarray(directions[:, :K])
        self.scale_ = np.where(empty, 1.0, np.sqrt(variances))[:K]
        self.n_near_zero_, self._n_columns_out = N - with_variance, K

    def _names_out(self, names: list[str]) -> list[str]:
        return [f"pcasphering{k}" for k in range(self._n_columns_out)]

    def _transform_block(self, block: Array) -> Array:
        return (block - self.mean_) @ (self.directions_ / self.scale_)

    def _restore_block(self, block: Array) -> Array:
        return block @ (self.directions_ * self.scale_).T + self.mean_


def _no_variance(directions: Array, count: int, names: Names) -> str:
    """Say how many directions are without variance, and which features the first of them combines."""
    N = len(directions)
    message = f"X has no variance in {count} of {N} principal directions"
    if directions.shape[1]:
        sizes = np.abs(directions[:, 0])
        parts = np.flatnonzero(sizes > SMALL_ENTRY * sizes.max())
        if len(parts) <= 6:
            listed = ", ".join(describe_feature(int(n), names) for n in parts)
            message += f". The first of them combines {listed}"
    return (
        f"{message}. Drop features that are linear combinations of others, standardize features of very different scales "
        'first, or choose near_zero="drop".'
    )
