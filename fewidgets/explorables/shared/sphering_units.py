from __future__ import annotations

import numpy as np

from fewidgets.algorithms import PCASphering, ScalingSteps
from fewidgets.algorithms._numerics.jacobi import accurate_eigenvalues
from fewidgets.algorithms._numerics.types import Array
from fewidgets.algorithms.scaling.scaling_steps import steps_of_sphering

LEAST = 1e-4  # smallest share of a variance that may be left by rounding


def fitted_sphering(X: Array) -> PCASphering:
    """Fit a sphering, also where one feature varies 1e8 times as much as another or more."""
    # PCASphering cannot distinguish the smaller variance from the rounding of the larger one. Jacobi's method can.
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
    """Return data after each step of PCA-sphering, as `sphering_steps` does, for units that may be very different."""
    return steps_of_sphering(fitted_sphering(X), X)
