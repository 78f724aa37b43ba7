from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from fewidgets.algorithms import (
    KernelRidge,
    kernel_ridge,
    polynomial_kernel,
    polynomial_kernel_features,
    rbf_kernel,
    ridge,
)
from fewidgets.algorithms._numerics.types import Array
from fewidgets.scene.types import NameTuple

KernelName = Literal["rbf", "polynomial", "linear"]
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Primal:
    """The same fit with a weight for each feature φ, for a kernel with finitely many features."""

    names: NameTuple  # (M,): The features, such as "x²"
    scales: Array  # (M,): The factor of each power of x in its feature
    weights: Array  # (M,): θ from ridge regression on the features
    from_dual: Array  # (M,): θ = Σ αₜ φ(xₜ) / λ
    curve: Array  # (F,): θ·φ(x) at each place, with θ from ridge regression


@dataclass(frozen=True)
class KernelFit:
    model: KernelRidge  # α, λ, the Gram matrix, and predictions
    places: Array  # (F,): Places x at which the fit is evaluated, ascending
    terms: Array  # (F, P): αₜ K(xₜ, x) / λ of each example at each place
    curve: Array  # (F,): The prediction at each place
    primal: Primal | None  # The same fit with weights; None for the rbf kernel, whose features are infinitely many
    objective: float  # J = ½ Σ (y − θ·φ(x))² + λ/2 ‖θ‖²


def fit_kernel(points: Array, places: Array, lam: float, kernel: KernelName, degree: int, gamma: float) -> KernelFit:
    """Fit kernel ridge regression in the lecture's form: a sum over the examples, and no bias."""
    X, y = points[:, :1], points[:, 1]
    model = kernel_ridge(X, y, lam, kernel=kernel, degree=degree, gamma=gamma, reduction="sum")
    at = places[:, None]
    if kernel == "rbf":
        compared = rbf_kernel(at, X, gamma=gamma)
    elif kernel == "polynomial":
        compared = polynomial_kernel(at, X, degree=degree, gamma=gamma)
    else:
        compared = at @ X.T
    terms = compared * model.alpha / lam
    primal = None if kernel == "rbf" else _primal(X, y, at, model, degree if kernel == "polynomial" else 0, gamma)
    return KernelFit(model, places, terms, terms.sum(axis=1), primal, 0.5 * model.cost + 0.5 * model.lam * model.squared_norm)


def _primal(
    X: Array,
    y: Array,
    at: Array,
    model: KernelRidge,
    degree: int,
    gamma: float,
) -> Primal:
    """Fit a weight for each feature, for a polynomial kernel or the linear kernel (0)."""
    names: NameTuple = ("x",)
    points = [X, at, np.ones((1, 1))]
    if degree:
        points = [polynomial_kernel_features(each, degree=degree, gamma=gamma) for each in points]
        names = ("1", "x", *("x" + str(k).translate(SUPERSCRIPTS) for k in range(2, degree + 1)))
    features, elsewhere, one = points
    weights = ridge(features, y, model.lam, reduction="sum", fit_bias=False).weights
    return Primal(names, one[0], weights, model.weights(features), elsewhere @ weights)
