"""Feature scaling via PCA-sphering: centre, rotate to the principal directions, scale (section 9.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import check_several_examples, describe_feature
from .._numerics.blocks import constant_columns, moments
from .._numerics.principal_directions import PRODUCT_BLOCK, columns_of, principal_directions, varying, without_variance
from .._numerics.spread import check_differences, check_spread
from .transformer import SINGLE_RANGE, FittedTransform

_NEAR_ZERO = ("error", "keep", "drop")


class PCASphering(FittedTransform):
    """PCA-sphering (whitening): rotate to the principal directions, and give each of them variance 1.

    After it no two features are correlated, so that the contours of the least squares cost are circles. A new
    point is sphered with the statistics of the training data. It works in scikit-learn's pipelines.

    Parameters
    ----------
    ddof : {0, 1}
        Variances divide by P − ddof: 0 as in the chapter, 1 for the sample estimate.
    n_components : int, optional
        How many principal directions are kept, those of largest variance; all where not given.
    near_zero : {"error", "keep", "drop"}
        The rule for a direction without variance, that is dₙ ≤ 10 N eps d₁ with the largest eigenvalue d₁:
        what is left of it is rounding. "error" refuses the data, "keep" divides by 1, so that the training
        data is 0 there up to rounding, "drop" leaves the direction out. Such directions come from constant
        features, from features that others add up to, and from fewer than N + 1 examples.

    Attributes
    ----------
    mean_ : NDArray, shape (N,), float64
        Mean of each feature in the training data, in the feature's units.
    directions_ : NDArray, shape (N, K), float64
        Eigenvectors of the covariance matrix, one a column, largest variance first: V. Of each, the entry of
        largest magnitude is positive.
    variances_ : NDArray, shape (K,), float64
        Its eigenvalues d: the training data's variance along each direction.
    scale_ : NDArray, shape (K,), float64
        What each rotated coordinate is divided by: √d, or 1 where there is no variance.
    n_near_zero_ : int
        How many directions were found to be without variance.
    n_features_in_, feature_names_in_
        Number and names of the features in the training data, as in scikit-learn.

    Raises
    ------
    TypeError, ValueError
        By `fit`, if an argument is not as described, `X` is not a finite (P, N) matrix, P ≤ ddof, `n_components`
        is beyond the number of features, or a direction has no variance under `near_zero="error"`, or none has.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.pca_sphere`.

    Source: section 9.5.2, x ← D^(−1/2) Vᵀ (x − μ), equation (9.6). Exercise 9.6 prints (1/P) S Sᵀ = I/P; from
    the very definition it is I (its own last sentence needs that, "all eigenvalues equal to 1"). scikit-learn's
    `PCA(whiten=True)` divides by P − 1 (`ddof=1`), and by rounding errors where there is no variance.

    Data of up to 2·10⁷ multiplications, P N², are decomposed without squaring them; beyond, the covariance
    matrix is formed from blocks of rows in double precision. float32 gives float32. No second copy of X is
    held beside the result, but for the decomposition of fewer examples than features; `out=X` works in place where
    no direction is left out.

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

    _by_feature = False
    _entries = PRODUCT_BLOCK

    mean_: NDArray[np.float64]
    directions_: NDArray[np.float64]
    variances_: NDArray[np.float64]
    scale_: NDArray[np.float64]
    n_near_zero_: int

    def __init__(
        self,
        ddof: int = 0,
        *,
        n_components: int | None = None,
        near_zero: Literal["error", "keep", "drop"] = "error",
    ) -> None:
        self.ddof = ddof
        self.n_components = n_components
        self.near_zero = near_zero

    def _learn(self, array: NDArray[Any], names: Sequence[str] | None) -> None:
        N = array.shape[1]
        ddof = as_count(self.ddof, "ddof", 0, 1)
        rule = as_choice(self.near_zero, "near_zero", _NEAR_ZERO)
        wanted = N
        if self.n_components is not None:
            wanted = as_count(self.n_components, "n_components", 1, N, "the number of features")
        mean, squares = moments(array, "X", names)
        check_several_examples(array, "X")
        constant = constant_columns(array, mean, squares)
        if rule == "error":
            check_spread(array, "X", names, constant[:1])
        if len(constant) == N:
            check_differences(array, "X", names, constant, mean)
            raise ValueError("X is constant in every feature; wanted examples that differ")
        variances, directions = principal_directions(array, mean, ddof, constant)
        empty = without_variance(variances, N)
        filled = len(variances) - np.count_nonzero(empty)
        if rule == "error" and wanted > filled:
            raise ValueError(_no_variance(directions[:, filled:], N - filled, names))
        K = min(wanted, filled if rule == "drop" else len(variances))
        self.mean_, self.variances_ = mean, variances[:K]
        self.directions_ = np.ascontiguousarray(directions[:, :K])
        self.scale_ = np.where(empty, 1.0, np.sqrt(variances))[:K]
        self.n_near_zero_, self._given = N - filled, K
        # Where no kept direction needs the constant features, leaving many of them out saves more than it costs.
        spared = len(constant) > N // 32 and not self.directions_[constant].any()
        self._features = varying(N, constant if spared else constant[:0])
        # Single precision is not enough where means, rounded to it, move a sphered coordinate by two roundings or more,
        # or for divisors near its limits.
        with np.errstate(over="ignore", invalid="ignore"):
            off = (mean.astype(np.float32) - mean) @ self.directions_ / self.scale_
        low, high = self.scale_.min(), self.scale_.max()
        self._needs_double = not (np.abs(off).max() <= 2.0**-22 and SINGLE_RANGE[0] <= low and high <= SINGLE_RANGE[1])

    def _names_out(self, names: list[str]) -> list[str]:
        return [f"pcasphering{k}" for k in range(self._given)]

    def _forward(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        features = self._features
        dtype = np.dtype(np.float64) if self._needs_double else out.dtype
        deviations = columns_of(block, features) - self.mean_[features].astype(dtype, copy=False)
        # Column after column in memory is what the product is fastest with.
        matrix = np.asarray(self.directions_[features] / self.scale_, dtype=dtype, order="F")
        _multiply(deviations, matrix, out)

    def _backward(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        dtype = np.dtype(np.float64) if self._needs_double else out.dtype
        # The product is a new array: `out` may be the block itself.
        restored = block.astype(dtype, copy=False) @ (self.directions_ * self.scale_).T.astype(dtype, copy=False)
        np.add(restored, self.mean_.astype(dtype, copy=False), out=out, casting="same_kind")


def _no_variance(directions: NDArray[np.float64], count: int, names: Sequence[str] | None) -> str:
    """Say how many directions are without variance, and which features the first of them combines."""
    N = len(directions)
    message = f"X has no variance in {count} of {N} principal directions"
    if directions.shape[1]:
        sizes = np.abs(directions[:, 0])
        parts = np.flatnonzero(sizes > 1e-6 * sizes.max())
        if len(parts) <= 6:
            listed = ", ".join(describe_feature(int(n), names) for n in parts)
            message += f". The first of them combines {listed}"
    return (
        message + ". Drop features that others add up to, standardize features of very different sizes first, or choose "
        'near_zero="drop".'
    )


def _multiply(rows: NDArray[Any], matrix: NDArray[Any], out: NDArray[Any]) -> None:
    if out.flags.c_contiguous and out.dtype == rows.dtype:
        np.matmul(rows, matrix, out=out)
    else:
        out[...] = rows @ matrix
