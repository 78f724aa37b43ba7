"""Three ways to make a data matrix smaller: feature selection, PCA and K-means (Figure 9.1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count, shown
from .._numerics.arrays import as_features, frozen
from .._numerics.trace import Trace
from .._numerics.types import Array, Indices
from .kmeans import KMeansTrace, kmeans
from .pca import PrincipalComponents, pca


def reduce_dimension(
    X: ArrayLike, features: ArrayLike, n_components: int, n_clusters: int, *, seed: int = 0
) -> DimensionReduction:
    """Make a data matrix smaller in three ways: keep some features, mix features by PCA, average examples by K-means.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows, not all equal.
    features : array-like, shape (M,), int
        Numbers of the features to keep, from 0, without repetition. For example the first of `boost(X, y).order`.
    n_components : int
        Number of principal components, 1 to the smaller of P and N.
    n_clusters : int
        Number of centroids, 1 to P.
    seed : int
        Seed of K-means, ≥ 0.

    Returns
    -------
    DimensionReduction

    Raises
    ------
    TypeError, ValueError
        If `X` has no variance, or a number is out of range.

    Notes
    -----
    Source: Figure 9.1. Selection and PCA reduce the number of features: selection drops some, and PCA mixes all of them into a
    few. K-means reduces the number of examples.

    Examples
    --------
    >>> X = [[0.0, 1.0, 5.0], [0.0, 3.0, 5.0], [9.0, 1.0, 6.0], [9.0, 3.0, 6.0]]
    >>> reduced = reduce_dimension(X, [0, 2], n_components=2, n_clusters=2)
    >>> reduced.selected.shape, reduced.components.scores.shape, reduced.clusters.centroids[-1].shape
    ((4, 2), (4, 2), (2, 3))
    >>> reduced.restored["kmeans"]
    array([[0., 2., 5.],
           [0., 2., 5.],
           [9., 2., 6.],
           [9., 2., 6.]])
    """
    matrix = as_features(X, allow_constant=True)
    chosen = _as_feature_numbers(features, matrix.shape[1])
    components = pca(matrix, n_components)
    clusters = kmeans(matrix, n_clusters, seed=seed)
    selection = np.repeat(components.mean[None], len(matrix), axis=0)
    selection[:, chosen] = matrix[:, chosen]
    restored = {
        "selection": frozen(selection),
        "pca": frozen(components.restored()),
        "kmeans": frozen(clusters.centroids[-1][clusters.assignments[-1]]),
    }
    total = components.total_variance * len(matrix)
    kept = {name: 1 - float(((matrix - back) ** 2).sum()) / total for name, back in restored.items()}
    return DimensionReduction(
        matrix.copy(),
        chosen,
        matrix[:, chosen],
        components,
        clusters,
        restored,
        kept,
    )


def _as_feature_numbers(features: ArrayLike, N: int) -> Indices:
    try:
        numbers = np.asarray(features)
    except ValueError:
        raise ValueError("features must be a flat list of feature numbers; got lists of different lengths.") from None
    if numbers.dtype.kind not in "iu":
        raise TypeError(f"features must hold integers from 0 to {N - 1}; got {numbers.dtype} entries.")
    if numbers.ndim != 1 or not numbers.size:
        raise ValueError(f"features must be a list of at least one feature number; got shape {numbers.shape}.")
    chosen = [as_count(int(n), "features", 0, N - 1, "features are numbered from 0") for n in numbers]
    if len(set(chosen)) < len(chosen):
        raise ValueError(f"features must be different; got {shown(chosen, 60)}.")
    return np.array(chosen, dtype=np.intp)


class DimensionReduction(Trace):
    """A matrix made smaller in three ways, as returned by `reduce_dimension`.

    To compare the three, the matrix is restored from each as well as possible. A feature that was not selected is replaced by
    its mean, an example reduced by PCA by the nearest point of the plane of the components, and an example reduced by K-means
    by its centroid.

    Attributes
    ----------
    X : NDArray, shape (P, N), float64
        The matrix.
    features : NDArray, shape (M,), int
        The selected features, as given.
    selected : NDArray, shape (P, M), float64
        The matrix with the selected features only.
    components : PrincipalComponents
        Its principal components; `components.scores` is the (P, K) matrix of new features.
    clusters : KMeansTrace
        Its clustering; `clusters.centroids[-1]` is the (C, N) matrix of new examples.
    restored : dict of str to NDArray, shape (P, N), float64
        X as restored from "selection", "pca" and "kmeans".
    kept : dict of str to float
        Share of the total variance that each of them keeps.

    Examples
    --------
    >>> reduced = reduce_dimension([[0.0, 1.0], [0.0, 3.0], [9.0, 1.0], [9.0, 3.0]], [0], 1, 2)
    >>> {name: round(share, 4) for name, share in reduced.kept.items()}
    {'selection': 0.9529, 'pca': 0.9529, 'kmeans': 0.9529}
    """

    X: Array
    features: Indices
    selected: Array
    components: PrincipalComponents
    clusters: KMeansTrace
    restored: dict[str, Array]
    kept: dict[str, float]
