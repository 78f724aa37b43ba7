"""Ridge regression in the dual: one unknown an example, and features only through a kernel (CS373, preface)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_flag, as_number
from .._numerics.arrays import as_features, as_numeric_array, as_outputs, check_finite, frozen
from .._numerics.types import Array
from ..optimization.costs import REDUCTIONS, Reduction
from .kernels import _polynomial, radial, raised

KernelName = Literal["linear", "polynomial", "rbf"]
KERNELS = ("linear", "polynomial", "rbf")
Kernel = Callable[[Array, Array], ArrayLike]

# The Gram matrix is known up to rounding, which moves α by about ε‖K‖ / λ of its length: six digits are kept.
SMALLEST_SHARE = 1e6 * float(np.finfo(float).eps)


@dataclass(frozen=True, eq=False)
class KernelRidge:
    """A model in the dual: prediction(x) = bias + Σ αₜ K(xₜ, x) / λ.

    Attributes
    ----------
    kernel : str or callable
        As given to `kernel_ridge`.
    lam : float
        The λ that stands in the formulas: as given for `reduction="sum"`, P times that for "mean".
    reduction : str
        As given to `kernel_ridge`.
    X : NDArray, shape (P, N), float64
        The training examples: a prediction needs them all.
    gram : NDArray, shape (P, P), float64
        The Gram matrix K(xₛ, xₜ).
    alpha : NDArray, shape (P,), float64
        The dual parameters, which are the residuals: yₜ minus the prediction for xₜ.
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

    kernel: str | Kernel
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
        """Outputs for new examples: bias + Σ αₜ K(xₜ, x) / λ.

        Parameters
        ----------
        X : array-like, shape (Q, N)
            New examples.

        Returns
        -------
        NDArray, shape (Q,), float64

        Raises
        ------
        TypeError, ValueError
            If `X` is no finite matrix with N columns, or a kernel of one's own gives anything but (Q, P) numbers.

        Examples
        --------
        >>> model = kernel_ridge([[-1.0], [1.0]], [1.0, 5.0], 2.0, kernel="linear", reduction="sum")
        >>> model.predict([[3.0]])
        array([3.])
        """
        new = as_features(X, allow_constant=True)
        if new.shape[1] != self.X.shape[1]:
            raise ValueError(f"X has {new.shape[1]} features; wanted {self.X.shape[1]}, as in the training examples")
        return self.bias + self._compare(new, self.X) @ self.alpha / self.lam

    def weights(self, features: ArrayLike) -> Array:
        """The primal parameters θ(α) = Σ αₜ φ(xₜ) / λ.

        Parameters
        ----------
        features : array-like, shape (P, M)
            φ of the training examples, such as `polynomial_kernel_features` gives it; the examples themselves for the
            linear kernel.

        Returns
        -------
        NDArray, shape (M,), float64

        Raises
        ------
        TypeError, ValueError
            If `features` is no finite matrix with P rows.

        Examples
        --------
        >>> model = kernel_ridge([[-1.0], [1.0]], [1.0, 5.0], 2.0, kernel="linear", reduction="sum")
        >>> model.weights([[-1.0], [1.0]])
        array([1.])
        """
        phi = as_features(features, "features", allow_constant=True)
        if len(phi) != len(self.alpha):
            raise ValueError(f"features has {len(phi)} rows; wanted {len(self.alpha)}, one a training example")
        return self.alpha @ phi / self.lam


def kernel_ridge(
    X: ArrayLike,
    y: ArrayLike,
    lam: float,
    *,
    kernel: KernelName | Kernel = "rbf",
    degree: int = 3,
    gamma: float | None = None,
    offset: float = 1.0,
    reduction: Reduction = "mean",
    fit_bias: bool = False,
) -> KernelRidge:
    """Ridge regression on the features behind a kernel, solved for one dual parameter an example.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Standard normalize first.
    y : array-like, shape (P,)
        Outputs.
    lam : float
        Penalty parameter λ > 0.
    kernel : {"rbf", "polynomial", "linear"} or callable
        exp(−γ‖x − z‖²), (γ x·z + offset)^degree, x·z; or `kernel(X, Z)` that gives all K(x, z) as (P, Q).
    degree : int
        Of the polynomial kernel, at least 1.
    gamma : float, optional
        γ > 0; 1/N where not given. Not used by the linear kernel.
    offset : float
        Of the polynomial kernel, ≥ 0.
    reduction : {"mean", "sum"}
        How the squares add over examples, as in `ridge`. The slides have the sum.
    fit_bias : bool
        Whether a bias that is not penalized is fitted too. The slides have none.

    Returns
    -------
    KernelRidge

    Raises
    ------
    TypeError
        If `X` or `y` holds anything but real numbers, `lam`, `gamma` or `offset` is no number, `degree` no whole
        number, `kernel` neither text nor callable, or `fit_bias` neither True nor False.
    ValueError
        If a shape is wrong, a value is NaN or infinite, a feature or `y` is constant, `lam` or `gamma` ≤ 0, `offset` < 0,
        `degree` < 1, a name is unknown, `lam` is below 2.2e-10 of the largest row sum of |K|, or a kernel of your own does
        not give a finite, symmetric and positive semidefinite (P, P).

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.kernel_ridge`.

    Source: CS373, lecture 7, "Dual linear regression": α = (I + K/λ)⁻¹ y and θ(α) = Σ αₜ φ(xₜ) / λ, for
    J(θ) = ½ Σ (yₜ − θ·φ(xₜ))² + λ/2 ‖θ‖² (so `reduction="sum"`). α are the residuals. scikit-learn's dual
    coefficients are these over λ. The Gram matrix is known up to rounding. For a λ that is not refused, six digits of α
    (relative to the largest) can be trusted. With a bias, K is centred by rows and columns, and y by its mean; α then adds up
    to 0.

    Examples
    --------
    >>> X = np.linspace(-1, 1, 9)[:, None]
    >>> model = kernel_ridge(X, np.sin(3 * X[:, 0]), 1e-6, gamma=2.0)
    >>> bool(np.abs(model.alpha).max() < 1e-3), model.predict([[0.5]]).round(2)
    (True, array([1.]))
    """
    features = as_features(X)
    P, N = features.shape
    output = as_outputs(y, P)
    lam = as_number(lam, "lam", positive=True)
    reduction = as_choice(reduction, "reduction", REDUCTIONS)
    fit_bias = as_flag(fit_bias, "fit_bias")
    total = P * lam if reduction == "mean" else lam
    parameters = _polynomial(degree, gamma, offset, N)
    compare = _kernel(kernel, *parameters)

    gram = compare(features, features)
    if callable(kernel) and np.abs(gram - gram.T).max() > 1e-10 * np.abs(gram).max():
        raise ValueError("kernel gives K(x, z) ≠ K(z, x); wanted a symmetric kernel")
    system, target = gram, output
    if fit_bias:  # φ around its mean, in terms of K: (I − 11ᵀ/P) K (I − 11ᵀ/P)
        means = gram.mean(axis=0)
        system = gram - means
        system -= (means - means.mean())[:, None]
        target = output - output.mean()
    _check_penalty(lam, total, system)
    diagonal = system.reshape(-1)[:: P + 1]
    before = diagonal.copy()
    diagonal += total
    if callable(kernel):
        _check_positive_definite(system)
    alpha = total * np.linalg.solve(system, target)  # (I + K/λ)⁻¹ y, without dividing the matrix
    if fit_bias:  # what rounding adds to their sum would be multiplied by K / λ in every prediction
        alpha -= alpha.mean()
    diagonal[:] = before  # a second matrix of this size is spared
    explained = gram @ alpha / total
    bias = float((output - explained).mean()) if fit_bias else 0.0
    residuals = output - bias - explained
    cost = float(residuals @ residuals)
    return KernelRidge(
        kernel,
        total,
        reduction,
        frozen(features.copy()),
        frozen(gram),
        frozen(alpha),
        bias,
        frozen(bias + explained),
        cost / P if reduction == "mean" else cost,
        float(alpha @ explained) / total,
        compare,
    )


def _check_positive_definite(system: Array) -> None:
    """Refuse a K + λI that no features φ have."""
    try:
        pivots = np.linalg.cholesky(system).diagonal() ** 2
    except np.linalg.LinAlgError:
        pivots = np.zeros(1)
    # Rounding may let a singular matrix pass: its smallest pivot is then a rounding error.
    if pivots.min() <= len(system) * float(np.finfo(float).eps) * system.diagonal().max():
        raise ValueError("kernel must be K(x, z) = φ(x)·φ(z); got a K + λI that is not positive definite.")


def _check_penalty(lam: float, total: float, system: Array) -> None:
    """Refuse a λ beside which the rounding errors of the Gram matrix are large."""
    # The largest sum of a row is at least the largest eigenvalue, and at most √P times that.
    least = SMALLEST_SHARE * float(np.abs(system).sum(axis=1).max())
    if total < least:
        raise ValueError(
            f"lam must be at least {least * lam / total:.3g} for this Gram matrix; got {lam:g}. Below that, its rounding "
            "errors leave fewer than six digits of α. Rescale X, or use ridge on the features themselves."
        )


def _kernel(kernel: str | Kernel, degree: int, gamma: float, offset: float) -> Callable[[Array, Array], Array]:
    if callable(kernel):
        return partial(_checked, kernel)
    if not isinstance(kernel, str):
        raise TypeError(f"kernel is {kernel!r} ({type(kernel).__name__}); wanted a name or a callable kernel(X, Z)")
    name = as_choice(kernel, "kernel", KERNELS)
    if name == "linear":
        return _linear
    if name == "polynomial":
        return partial(raised, degree=degree, gamma=gamma, offset=offset)
    return partial(radial, gamma=gamma)


def _linear(X: Array, Z: Array) -> Array:
    return X @ Z.T


def _checked(compare: Kernel, X: Array, Z: Array) -> Array:
    values = as_numeric_array(compare(X, Z), "kernel's result")
    if values.shape != (len(X), len(Z)):
        raise ValueError(f"kernel's result has shape {values.shape}; wanted ({len(X)}, {len(Z)}): all pairs")
    check_finite(values, "kernel's result")
    return np.array(values, order="C")  # our own: it is written to, and marked as read-only in the end
