"""Sphering of two features in very different units, such as a revenue of 1e9 and an age of 40."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms import PCASphering, ScalingSteps
from fewidgets.algorithms._numerics.jacobi import accurate_eigenvalues
from fewidgets.algorithms._numerics.types import Array
from fewidgets.algorithms.scaling.scaling_steps import steps_of_sphering

LEAST = 1e-4  # smallest share of a variance that may be left by rounding


def fitted_sphering(X: Array) -> PCASphering:
    """Fit a sphering, also where one feature varies 1e8 times as much as another or more.

    `PCASphering` refuses such features, because it cannot distinguish the smaller variance from the rounding of the larger
    one. Here the small variance is computed accurately, by Jacobi's method.

    Parameters
    ----------
    X : NDArray, shape (P, N), float64
        Examples in rows, with N of 1 or 2. The features vary, and do not depend on each other.

    Returns
    -------
    PCASphering

    Raises
    ------
    ValueError
        If the features depend on each other, up to rounding, or their units differ by more than about 1e30.

    Examples
    --------
    >>> X = np.array([[1e9, 40.0], [2e9, 30.0], [4e9, 50.0], [3e9, 20.0]])
    >>> sphered = fitted_sphering(X).transform(X)
    >>> bool(np.allclose(np.cov(sphered.T, bias=True), np.eye(2)))
    True
    """
    sphering = PCASphering(near_zero="keep").fit(X)
    if not sphering.n_near_zero_:
        return sphering
    centred = X - sphering.mean_
    found = accurate_eigenvalues(centred.T @ centred / len(X))
    if found is None:
        return PCASphering().fit(X)  # raises the error that says why
    matrix = found[1][::-1].T / np.sqrt(found[0][::-1])
    # A tiny entry of a direction matters where it multiplies a large feature, and its rounding would leave a correlation.
    for _ in range(2):
        sphered = centred @ matrix
        covariance = sphered.T @ sphered / len(X)
        if np.linalg.eigvalsh(covariance)[0] < LEAST:
            return PCASphering().fit(X)  # so far apart that nothing but the units is left
        matrix = np.linalg.solve(np.linalg.cholesky(covariance), matrix.T).T
    lengths = np.sqrt((matrix**2).sum(axis=0))
    directions = matrix / lengths
    signs = np.sign(directions[np.abs(directions).argmax(axis=0), np.arange(X.shape[1])])
    sphering.directions_, sphering.scale_ = directions * signs, 1 / lengths
    sphering.variances_, sphering.n_near_zero_ = sphering.scale_**2, 0
    return sphering


def sphered_steps(X: Array) -> ScalingSteps:
    """Return data after each step of PCA-sphering, as `sphering_steps` does, for units that may be very different.

    Parameters
    ----------
    X : NDArray, shape (P, N), float64
        As in `fitted_sphering`.

    Returns
    -------
    ScalingSteps

    Raises
    ------
    ValueError
        If the features depend on each other, up to rounding.

    Examples
    --------
    >>> sphered_steps(np.array([[1e9, 40.0], [2e9, 30.0], [4e9, 50.0], [3e9, 20.0]])).covariances[-1].round(12) + 0.0
    array([[1., 0.],
           [0., 1.]])
    """
    return steps_of_sphering(fitted_sphering(X), X)
