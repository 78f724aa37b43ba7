"""Feature scaling step by step: the panels of Figures 9.14 and 9.18."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arrays import as_features, frozen
from .normalizers import StandardNormalizer
from .sphering import PCASphering


@dataclass(frozen=True, eq=False)
class ScalingSteps:
    """Data after each step of a scaling, as `normalization_steps` and `sphering_steps` give them.

    Attributes
    ----------
    names : tuple of S str
        "raw", "centred", ("rotated",) "scaled".
    points : NDArray, shape (S, P, N), float64
        The examples after each step: in the features' units, then along the principal directions, and at last in
        standard deviations.
    covariances : NDArray, shape (S, N, N), float64
        Covariance matrix of the points after each step (divided by P − ddof).
    matrices : NDArray, shape (S, N, N), float64
        What rows have been multiplied by so far: points[s] = (points[0] − offsets[s]) @ matrices[s].
    offsets : NDArray, shape (S, N), float64
        What has been taken off so far: zeros, then the means.
    mean : NDArray, shape (N,), float64
        Mean of each raw feature.
    directions : NDArray, shape (N, N), float64
        What rows are rotated by: the principal directions V, one a column; the identity in
        `normalization_steps`.
    scale : NDArray, shape (N,), float64
        What each coordinate is divided by in the last step.

    Examples
    --------
    >>> steps = normalization_steps([[1.0, 0.0], [3.0, 8.0]])
    >>> steps.names, steps.points[-1]
    (('raw', 'centred', 'scaled'), array([[-1., -1.],
           [ 1.,  1.]]))
    """

    names: tuple[str, ...]
    points: NDArray[np.float64]
    covariances: NDArray[np.float64]
    matrices: NDArray[np.float64]
    offsets: NDArray[np.float64]
    mean: NDArray[np.float64]
    directions: NDArray[np.float64]
    scale: NDArray[np.float64]


def normalization_steps(X: ArrayLike, *, ddof: int = 0) -> ScalingSteps:
    """Standard normalization in its two steps: centre, scale.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows; no constant feature.
    ddof : {0, 1}
        Variances divide by P − ddof.

    Returns
    -------
    ScalingSteps

    Raises
    ------
    TypeError, ValueError
        If `X` is no finite (P, N) matrix with P ≥ 2, a feature is constant, or `ddof` is neither 0 nor 1.

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
    fitted = StandardNormalizer(ddof).fit(raw)
    centred = raw - fitted.mean_
    points = np.stack([raw, centred, centred / fitted.scale_])
    identity = np.eye(raw.shape[1])
    matrices = np.stack([identity, identity, np.diag(1 / fitted.scale_)])
    return _steps(("raw", "centred", "scaled"), points, matrices, fitted.mean_, identity, fitted.scale_, ddof)


def sphering_steps(X: ArrayLike, *, ddof: int = 0) -> ScalingSteps:
    """PCA-sphering in its three steps: centre, rotate, scale.

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
        If `X` is no finite (P, N) matrix with P > N, a feature is constant or others add up to it, or `ddof` is
        neither 0 nor 1.

    Notes
    -----
    Source: section 9.5.2, the three steps "mean-center", "PCA-rotate", "std-scale", and equation (9.6); middle
    row of Figure 9.18. The directions' signs are those of `PCASphering`; the rotation may include a reflection.

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
    fitted = PCASphering(ddof).fit(raw)
    centred = raw - fitted.mean_
    rotated = centred @ fitted.directions_
    points = np.stack([raw, centred, rotated, rotated / fitted.scale_])
    identity, V = np.eye(raw.shape[1]), fitted.directions_
    matrices = np.stack([identity, identity, V, V / fitted.scale_])
    return _steps(("raw", "centred", "rotated", "scaled"), points, matrices, fitted.mean_, V, fitted.scale_, ddof)


def _steps(
    names: tuple[str, ...],
    points: NDArray[np.float64],
    matrices: NDArray[np.float64],
    mean: NDArray[np.float64],
    directions: NDArray[np.float64],
    scale: NDArray[np.float64],
    ddof: int,
) -> ScalingSteps:
    around = points - points.mean(axis=1, keepdims=True)
    covariances = np.matmul(around.transpose(0, 2, 1), around) / (points.shape[1] - ddof)
    offsets = np.repeat(mean[None], len(points), axis=0)
    offsets[0] = 0.0
    return ScalingSteps(
        names,
        frozen(points),
        frozen(covariances),
        frozen(matrices),
        frozen(offsets),
        frozen(mean),
        frozen(directions),
        frozen(scale),
    )
