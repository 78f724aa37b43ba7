"""Kernel ridge regression: ridge regression in the dual, with features that appear only in a kernel (CS373, lecture 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from functools import partial
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_flag, as_number
from .._numerics.arrays import as_features, as_outputs
from .._numerics.tolerances import EPSILON
from .._numerics.trace import Trace
from .._numerics.types import Array
from ..optimization.cost_names import Reduction, factor_of
from .kernels import as_kernel_parameters, polynomial, radial

# Rounding of the Gram matrix changes α by about ε‖K‖ / λ of its length. From this λ / ‖K‖ on, six digits remain.
SMALLEST_KERNEL_PENALTY = 1e6 * EPSILON

KernelName = Literal["linear", "polynomial", "rbf"]
KERNELS: tuple[KernelName, ...] = get_args(KernelName)


class KernelRidge(Trace):
    """A model with one dual parameter per example: prediction(x) = bias + Σ αₜ K(xₜ, x) / λ.

    Attributes
    ----------
    kernel, reduction : str
        As given to `kernel_ridge`.
    lam : float
        The λ of the formula: as given for `reduction="sum"`, and P times that for "mean".
    X : NDArray, shape (P, N), float64
        The training examples. A prediction needs all of them.
    gram : NDArray, shape (P, P), float64
        The Gram matrix K(xₛ, xₜ).
    alpha : NDArray, shape (P,), float64
        The dual parameters. They equal the residuals: yₜ minus the prediction for xₜ.
    bias : float
        0 without `fit_bias`.
    outputs : NDArray, shape (P,), float64
        Predictions for the training examples.
    cost : float
        Mean or sum of the squared residuals, as `reduction` says.
    squared_norm : float
        ‖θ‖² = αᵀKα / λ²: the penalty, without λ.

    Examples
    --------
    >>> model = kernel_ridge([[-1.0], [1.0]], [1.0, 5.0], 2.0, kernel="linear", reduction="sum")
    >>> model.alpha, model.outputs
    (array([2., 4.]), array([-1.,  1.]))
    """

    kernel: KernelName
    lam: float
    reduction: Reduction
    X: Array
    gram: Array = field(repr=False)
    alpha: Array
    bias: float
    outputs: Array
    cost: float
    squared_norm: float
    _compare: Callable[[Array, Array], Array] = field(repr=False)

    def predict(self, X: ArrayLike) -> Array:
        """Predict the outputs of new examples: bias + Σ αₜ K(xₜ, x) / λ."""
        new = as_features(X, allow_constant=True)
        if new.shape[1] != self.X.shape[1]:
            raise ValueError(f"X must have {self.X.shape[1]} features, as the training examples; got {new.shape[1]}")
        return self.bias + self._compare(new, self.X) @ self.alpha / self.lam

    def weights(self, features: ArrayLike) -> Array:
        """Return the primal parameters θ(α) = Σ αₜ φ(xₜ) / λ."""
        phi = as_features(features, "features", allow_constant=True)
        if len(phi) != len(self.alpha):
            raise ValueError(f"features must have {len(self.alpha)} rows, one per training example; got {len(phi)}")
        return self.alpha @ phi / self.lam


def kernel_ridge(
    X: ArrayLike,
    y: ArrayLike,
    lam: float,
    *,
    kernel: KernelName = "rbf",
    degree: int = 3,
    gamma: float | None = None,
    offset: float = 1.0,
    reduction: Reduction = "mean",
    fit_bias: bool = False,
) -> KernelRidge:
    """Fit ridge regression on the features φ behind a kernel, with one dual parameter per example: α = (I + K/λ)⁻¹ y.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Standard normalize first.
    y : array-like, shape (P,)
        Outputs.
    lam : float
        Penalty parameter λ > 0.
    kernel : {"rbf", "polynomial", "linear"}
        exp(−γ‖x − z‖²), (γ x·z + offset)^degree or x·z. The plain form takes any other.
    degree : int
        Degree of the polynomial kernel.
    gamma : float, optional
        γ > 0. The default is 1/N.
    offset : float
        Offset of the polynomial kernel, ≥ 0.
    reduction : {"mean", "sum"}
        How the squares add over the examples, as in `ridge`. The slides have the sum.
    fit_bias : bool
        Whether to fit a bias, which is not penalized. The slides have none.

    Returns
    -------
    KernelRidge

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or `lam` is below 2.2e-10 of the largest row sum of ``|K|``.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.kernel_ridge`.

    Source: CS373, lecture 7, "Dual linear regression": α = (I + K/λ)⁻¹ y and θ(α) = Σ αₜ φ(xₜ) / λ, for
    J(θ) = ½ Σ (yₜ − θ·φ(xₜ))² + λ/2 ‖θ‖² (so `reduction="sum"`). α are the residuals; the dual coefficients of scikit-learn
    are α / λ. With a bias, K and y are centred, so α adds up to 0.

    Examples
    --------
    >>> X = np.linspace(-1, 1, 9)[:, None]
    >>> kernel_ridge(X, np.sin(3 * X[:, 0]), 1e-6, gamma=2.0).predict([[0.5]]).round(2)
    array([1.])
    """
    X = as_features(X)
    P, N = X.shape
    y = as_outputs(y, P)
    lam = as_number(lam, "lam", positive=True)
    factor = factor_of(reduction, P)
    fit_bias = as_flag(fit_bias, "fit_bias")
    total = lam / factor  # λ beside the sum of squares
    kernel = as_choice(kernel, "kernel", KERNELS)
    degree, gamma, offset = as_kernel_parameters(degree, gamma, offset, N)
    kernels: dict[str, Callable[[Array, Array], Array]] = {
        "rbf": partial(radial, gamma=gamma),
        "polynomial": partial(polynomial, degree=degree, gamma=gamma, offset=offset),
        "linear": _linear,
    }
    compare = kernels[kernel]

    gram = compare(X, X)
    alpha = _solve(gram, y, lam, total, fit_bias)
    explained = gram @ alpha / total
    bias = float((y - explained).mean()) if fit_bias else 0.0
    residuals = y - bias - explained
    return KernelRidge(
        kernel,
        total,
        reduction,
        X.copy(),
        gram,
        alpha,
        bias,
        bias + explained,
        factor * float(residuals @ residuals),
        float(alpha @ explained) / total,
        compare,
    )


def _solve(gram: Array, y: Array, lam: float, total: float, fit_bias: bool) -> Array:
    """Return α = (I + K/λ)⁻¹ y = λ (K + λI)⁻¹ y, with K and y centred if there is a bias."""
    system, target = gram, y
    if fit_bias:  # φ is centred: (I − 11ᵀ/P) K (I − 11ᵀ/P)
        means = gram.mean(axis=0)
        system = gram - means
        system -= (means - means.mean())[:, None]
        target = y - y.mean()
    _check_penalty(lam, total, system)
    # λ is added in place and removed afterwards, to avoid a second matrix of this size.
    diagonal = system.reshape(-1)[:: len(system) + 1]
    before = diagonal.copy()
    diagonal += total
    alpha: Array = total * np.asarray(
        np.linalg.solve(system, target), dtype=np.float64
    )  # λ (K + λI)⁻¹ y, without dividing the matrix
    diagonal[:] = before
    return alpha - alpha.mean() if fit_bias else alpha  # predictions would multiply a rounding error of the sum by K / λ


def _check_penalty(lam: float, total: float, system: Array) -> None:
    """Refuse a λ so small that the rounding errors of the Gram matrix matter."""
    # The largest row sum is at least the largest eigenvalue, and at most √P times that.
    least = SMALLEST_KERNEL_PENALTY * float(np.abs(system).sum(axis=1).max())
    if total < least:
        raise ValueError(
            f"lam must be at least {least * lam / total:.3g} for this Gram matrix; got {lam:g}. Below that, its rounding "
            "errors leave fewer than six digits of α. Rescale X, or use ridge on the features themselves."
        )


def _linear(X: Array, Z: Array) -> Array:
    return X @ Z.T
