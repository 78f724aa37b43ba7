"""Principal component analysis: fewer, mixed features that keep as much variance as possible (Figure 9.1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count
from .._numerics.arrays import as_matrix, check_several_examples
from .._numerics.blocks import row_blocks
from .._numerics.principal_directions import principal_directions
from .._numerics.tolerances import PRODUCT_BLOCK
from .._numerics.trace import Trace
from .._numerics.types import Array


def pca(X: ArrayLike, n_components: int | None = None, *, ddof: int = 0) -> PrincipalComponents:
    """Find the directions along which the data varies most, and the coordinates of the data along them.

    The directions are the eigenvectors of the covariance matrix with the largest eigenvalues.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Standard normalize features in different units first.
    n_components : int, optional
        Number K of directions, from 1 to the smaller of P and N. By default the smaller of P and N.
    ddof : {0, 1}
        Variances divide by P − ddof.

    Returns
    -------
    PrincipalComponents

    Raises
    ------
    TypeError, ValueError
        If `X` is not a finite matrix with P ≥ 2, every feature is constant, or a number is out of range.

    Notes
    -----
    Source: Figure 9.1 and section 9.5.2, (1/P) X Xᵀ = V D Vᵀ. Directions and scores are unique except for their sign, which we
    choose as stated above, and except for rotations where variances are equal.

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
    check_several_examples(array, "X")
    P, N = array.shape
    ddof = as_count(ddof, "ddof", 0, 1)
    K = min(P, N)
    if n_components is not None:
        K = as_count(n_components, "n_components", 1, K, "the smaller of P and N")
    mean, total, variances, directions = principal_directions(array, names, ddof)
    directions, variances = np.ascontiguousarray(directions[:, :K]), variances[:K]
    scores = np.empty((P, K))
    for rows in row_blocks(array.shape, PRODUCT_BLOCK):
        np.matmul(array[rows] - mean, directions, out=scores[rows])
    return PrincipalComponents(
        mean,
        directions,
        scores,
        variances,
        variances / total,
        total,
        ddof,
    )


class PrincipalComponents(Trace):
    """The result of `pca`.

    Attributes
    ----------
    mean : NDArray, shape (N,), float64
        Mean of each feature, in the feature's units.
    directions : NDArray, shape (N, K), float64
        The columns are the principal directions, unit vectors, largest variance first.
    scores : NDArray, shape (P, K), float64
        The new features of each example: its coordinates (x − mean) @ directions.
    variances : NDArray, shape (K,), float64
        Variance of each score.
    explained : NDArray, shape (K,), float64
        The variances as shares of the total variance.
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

    mean: Array
    directions: Array
    scores: Array
    variances: Array
    explained: Array
    total_variance: float
    ddof: int

    def restored(self, n_components: int | None = None) -> Array:
        """Return the data restored from the first components, in the units of the features."""
        K = self.directions.shape[1]
        k = K if n_components is None else as_count(n_components, "n_components", 0, K, "the components found")
        return self.scores[:, :k] @ self.directions[:, :k].T + self.mean
