"""Feature scaling step by step: the panels of Figures 9.14 and 9.18."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arrays import as_features
from .._numerics.trace import Trace
from .._numerics.types import Array, Texts
from .normalizers import StandardNormalizer
from .sphering import PCASphering


def normalization_steps(X: ArrayLike, *, ddof: int = 0) -> ScalingSteps:
    """Return data after each step of standard normalization: centre, scale.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. No feature may be constant.
    ddof : {0, 1}
        Variances divide by P − ddof.

    Returns
    -------
    ScalingSteps

    Raises
    ------
    TypeError, ValueError
        If `X` is not a finite matrix with P ≥ 2, or a feature is constant.

    Notes
    -----
    Source: section 9.5.2, the two steps "mean-center" and "std-scale"; top rows of Figures 9.14 and 9.18.

    Examples
    --------
    >>> normalization_steps([[1.0, 0.0], [3.0, 8.0]]).points[1]
    array([[-1., -4.],
           [ 1.,  4.]])
    """
    raw = as_features(X)
    normalizer = StandardNormalizer(ddof).fit(raw)
    mean, scale = normalizer.mean_, normalizer.scale_
    centred = raw - mean
    points = np.stack([raw, centred, centred / scale])
    identity = np.eye(raw.shape[1])
    matrices = np.stack([identity, identity, np.diag(1 / scale)])
    return _steps(("raw", "centred", "scaled"), points, matrices, mean, identity, scale, ddof)


def sphering_steps(X: ArrayLike, *, ddof: int = 0) -> ScalingSteps:
    """Return data after each step of PCA-sphering: centre, rotate, scale.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows, with variance in every direction.
    ddof : {0, 1}
        Variances divide by P − ddof.

    Returns
    -------
    ScalingSteps

    Raises
    ------
    TypeError, ValueError
        If `X` is not a finite matrix with P > N, or a direction has no variance.

    Notes
    -----
    Source: section 9.5.2, the three steps "mean-center", "PCA-rotate", "std-scale", and equation (9.6); middle row of Figure
    9.18. The signs of the directions are those of `PCASphering`. The rotation may include a reflection.

    Examples
    --------
    >>> steps = sphering_steps([[1.0, 0.0], [3.0, 2.0], [2.0, 2.0], [2.0, 0.0]])
    >>> steps.covariances[2].round(4) + 0.0
    array([[1.309, 0.   ],
           [0.   , 0.191]])
    >>> steps.covariances[3].round(12) + 0.0
    array([[1., 0.],
           [0., 1.]])
    """
    raw = as_features(X)
    return steps_of_sphering(PCASphering(ddof).fit(raw), raw)


def steps_of_sphering(sphering: PCASphering, raw: Array) -> ScalingSteps:
    """Return data after each step of a sphering that was fitted to it."""
    mean, V, scale = sphering.mean_, sphering.directions_, sphering.scale_
    centred = raw - mean
    rotated = centred @ V
    points = np.stack([raw, centred, rotated, rotated / scale])
    identity = np.eye(raw.shape[1])
    matrices = np.stack([identity, identity, V, V / scale])
    return _steps(("raw", "centred", "rotated", "scaled"), points, matrices, mean, V, scale, sphering.ddof)


def _steps(
    names: Texts, points: Array, matrices: Array, mean: Array, directions: Array, scale: Array, ddof: int
) -> ScalingSteps:
    centred = points - points.mean(axis=1, keepdims=True)
    covariances = np.matmul(centred.transpose(0, 2, 1), centred) / (points.shape[1] - ddof)
    offsets = np.repeat(mean[None], len(points), axis=0)
    offsets[0] = 0.0
    return ScalingSteps(names, points, covariances, matrices, offsets, mean, directions, scale)


class ScalingSteps(Trace):
    """Data after each step of a scaling, as returned by `normalization_steps` and `sphering_steps`.

    Attributes
    ----------
    names : tuple of S str
        "raw", "centred", ("rotated",)
    points : NDArray, shape (S, P, N), float64
        The examples after each step: in the units of the features, then along the principal directions, and finally in
        standard deviations.
    covariances : NDArray, shape (S, N, N), float64
        Covariance matrix of the points after each step (divided by P − ddof).
    matrices : NDArray, shape (S, N, N), float64
        Product of the matrices applied so far: points[s] = (points[0] − offsets[s]) @ matrices[s].
    offsets : NDArray, shape (S, N), float64
        Vector subtracted so far: zeros, then the means.
    mean : NDArray, shape (N,), float64
        Mean of each raw feature.
    directions : NDArray, shape (N, N), float64
        The rotation: its columns are the principal directions V.
    scale : NDArray, shape (N,), float64
        Divisor of each coordinate in the last step.

    Examples
    --------
    >>> steps = normalization_steps([[1.0, 0.0], [3.0, 8.0]])
    >>> steps.names, steps.points[-1]
    (('raw', 'centred', 'scaled'), array([[-1., -1.],
           [ 1.,  1.]]))
    """

    names: Texts
    points: Array
    covariances: Array
    matrices: Array
    offsets: Array
    mean: Array
    directions: Array
    scale: Array
