"""Principal Component Analysis: new features that keep as much variance as so many can (Figure 9.1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_count
from .._numerics.arrays import as_matrix, check_several_examples, frozen
from .._numerics.blocks import constant_columns, moments, row_blocks
from .._numerics.principal_directions import PRODUCT_BLOCK, principal_directions
from .._numerics.spread import check_differences


@dataclass(frozen=True, eq=False)
class PrincipalComponents:
    """What `pca` found.

    Attributes
    ----------
    mean : NDArray, shape (N,), float64
        Mean of each feature, in the feature's units.
    directions : NDArray, shape (N, K), float64
        Principal directions, one unit vector a column, largest variance first. Of each, the entry of largest
        magnitude is positive (the first of several as large).
    scores : NDArray, shape (P, K), float64
        The new features: coordinates (x − mean) @ directions of each example.
    variances : NDArray, shape (K,), float64
        Variance of each score.
    explained : NDArray, shape (K,), float64
        The same as shares of the total variance.
    total_variance : float
        Sum of the variances of all N features.
    ddof : int
        As given to `pca`.

    Examples
    --------
    >>> found = pca([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [1.0, 1.0]])
    >>> found.explained.round(12), found.total_variance
    (array([1., 0.]), 1.0)
    """

    mean: NDArray[np.float64]
    directions: NDArray[np.float64]
    scores: NDArray[np.float64]
    variances: NDArray[np.float64]
    explained: NDArray[np.float64]
    total_variance: float
    ddof: int

    def restored(self, n_components: int | None = None) -> NDArray[np.float64]:
        """The data as the first components alone give it back, in the features' own units.

        Parameters
        ----------
        n_components : int, optional
            How many of the K components are used, 0 (the mean alone) to K; all where not given.

        Returns
        -------
        NDArray, shape (P, N), float64

        Raises
        ------
        TypeError, ValueError
            If `n_components` is no whole number from 0 to K.

        Examples
        --------
        >>> pca([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]).restored(1).round(12)
        array([[0., 0.],
               [1., 1.],
               [2., 2.]])
        """
        K = self.directions.shape[1]
        k = K if n_components is None else as_count(n_components, "n_components", 0, K, "the components found")
        return self.scores[:, :k] @ self.directions[:, :k].T + self.mean


def pca(X: ArrayLike, n_components: int | None = None, *, ddof: int = 0) -> PrincipalComponents:
    """Find the directions along which data vary most, and the data's coordinates along them.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Features in different units should be standard normalized first. Constant features are
        fine.
    n_components : int, optional
        Number K of directions, 1 to the smaller of P and N, which is also what is taken where not given.
    ddof : {0, 1}
        Variances divide by P − ddof.

    Returns
    -------
    PrincipalComponents

    Raises
    ------
    TypeError
        If `X` holds anything but real numbers, or `n_components` or `ddof` is no whole number.
    ValueError
        If `X` is no finite (P, N) matrix with P ≥ 2, every feature is constant, or a number is out of range.

    Notes
    -----
    Source: Figure 9.1 and section 9.5.2, (1/P) X Xᵀ = V D Vᵀ. Directions and scores are unique up to sign, and up
    to rotation where variances are equal; the sign is chosen as stated above. `PCASphering` applies the same
    directions to new examples, and divides by their deviations.

    Examples
    --------
    >>> found = pca([[0.0, 1.0], [2.0, 1.0], [4.0, 7.0], [6.0, 7.0]], 1)
    >>> found.directions.round(4), found.scores.round(4)
    (array([[0.5847],
           [0.8112]]), array([[-4.1879],
           [-3.0184],
           [ 3.0184],
           [ 4.1879]]))
    >>> found.explained.round(4)
    array([0.9518])
    """
    array, names = as_matrix(X, "X", keep_float32=True)
    mean, squares = moments(array, "X", names)
    check_several_examples(array, "X")
    P, N = array.shape
    ddof = as_count(ddof, "ddof", 0, 1)
    K = min(P, N)
    if n_components is not None:
        K = as_count(n_components, "n_components", 1, K, "the smaller of P and N")
    constant = constant_columns(array, mean, squares)
    if len(constant) == N:
        check_differences(array, "X", names, constant, mean)
        raise ValueError("X is constant in every feature; wanted examples that differ")
    variances, directions = principal_directions(array, mean, ddof, constant)
    directions, variances = np.ascontiguousarray(directions[:, :K]), variances[:K]
    scores = np.empty((P, K))
    for rows in row_blocks(array.shape, PRODUCT_BLOCK):
        np.matmul(array[rows] - mean, directions, out=scores[rows])
    total = float(squares.sum() / (P - ddof))
    return PrincipalComponents(
        frozen(mean),
        frozen(directions),
        frozen(scores),
        frozen(variances),
        frozen(variances / total),
        total,
        ddof,
    )
