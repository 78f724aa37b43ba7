from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Literal, cast

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import as_features, as_outputs
from .._numerics.memory import check_size
from .._numerics.trace import Trace
from .._numerics.types import Array, Indices
from ..polynomial.monomials import Monomials, check_degree, monomials, monomials_of
from ..polynomial.orthogonal_polynomials import OrthogonalPolynomials, evaluate, learn
from .cross_validation import cross_validate

BasisName = Literal["monomials", "orthogonal"]
BASES: tuple[BasisName, ...] = ("monomials", "orthogonal")


class DegreeSweep(Trace):
    """Least squares fits of polynomials of degree 0, 1, …, D, and their held-out errors.

    Attributes
    ----------
    basis : str
        The argument of `degree_sweep`.
    degrees : NDArray, shape (D + 1,), int
        Degrees 0 to D. Degree 0 predicts the mean.
    n_columns : NDArray, shape (D + 1,), int
        Number of fitted columns, including the constant.
    training_errors : NDArray, shape (D + 1,), float64
        Mean squared error on all P examples.
    errors : NDArray, shape (folds, D + 1), float64
        Mean squared error on each held-out fold.
    mean_errors, standard_errors : NDArray, shape (D + 1,), float64
        Mean held-out error over folds, and its standard error (ddof 1).
    best_degree : int
        The (lowest) degree with the smallest mean held-out error.
    one_standard_error_degree : int
        The lowest degree whose mean held-out error is within one standard error of the smallest.
    condition_numbers : NDArray, shape (D + 1,), float64
        Condition number of the fitted columns. Above 1 / 2.2e-16 = 4.5e15, the smallest singular value has no correct digit.
    ranks, exact_ranks : NDArray, shape (D + 1,), int
        Number of linearly independent columns that the least squares solver finds, and in exact arithmetic.
    broken_from : int or None
        The first degree at which the solver finds fewer independent columns than there are.
    weights : NDArray, shape (D + 1, M), float64
        Row d holds the weights of degree d for the columns of degree D, the constant first.
    fold_of : NDArray, shape (P,), int
        The fold in which each example is held out.

    Examples
    --------
    >>> x = np.linspace(-1, 1, 30)[:, None]
    >>> sweep = degree_sweep(x, x[:, 0] ** 3, 5)
    >>> sweep.one_standard_error_degree, sweep.mean_errors.round(3)
    (3, array([0.198, 0.031, 0.038, 0.   , 0.   , 0.   ]))
    """

    basis: BasisName
    degrees: Indices
    n_columns: Indices
    training_errors: Array
    errors: Array
    mean_errors: Array
    standard_errors: Array
    best_degree: int
    one_standard_error_degree: int
    condition_numbers: Array
    ranks: Indices
    exact_ranks: Indices
    broken_from: int | None
    weights: Array
    fold_of: Indices
    _columns: Monomials | OrthogonalPolynomials = field(repr=False)

    def predict(self, X: ArrayLike, degree: int) -> Array:
        """Return the predictions of the polynomial of one degree."""
        rows = self._values(X)
        degree = as_count(degree, "degree", 0, int(self.degrees[-1]), "the largest degree of the sweep")
        return rows.T @ self.weights[degree]

    def predict_all(self, X: ArrayLike) -> Array:
        """Return the predictions of the polynomials of all degrees. The columns are evaluated only once."""
        return self.weights @ self._values(X)

    def _values(self, X: ArrayLike) -> Array:
        """Return the values of the columns at points that are checked here, as rows (M, Q)."""
        points = as_features(X, allow_constant=True)
        N = self._columns.exponents.shape[1] if isinstance(self._columns, Monomials) else len(self._columns.center_)
        if points.shape[1] != N:
            raise ValueError(f"X must have {N} features, as the training examples; got {points.shape[1]}")
        return _evaluated(self._columns, points)


def degree_sweep(
    X: ArrayLike,
    y: ArrayLike,
    max_degree: int,
    *,
    basis: BasisName = "monomials",
    folds: int = 5,
    fold_of: ArrayLike | None = None,
    seed: int = 0,
) -> DegreeSweep:
    """Fit polynomials of degree 0 to `max_degree` by least squares, and measure their errors by cross-validation.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    y : array-like, shape (P,)
        Outputs.
    max_degree : int
        Largest total degree D, at least 1.
    basis : {"monomials", "orthogonal"}
        Powers and products of the features, or `OrthogonalPolynomials` of the training examples. In exact arithmetic, both
        give the same predictions.
    folds, fold_of, seed
        As in `cross_validate`.

    Returns
    -------
    DegreeSweep

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or monomials or held-out errors are too many or too large.

    Notes
    -----
    Source: COMP135, slide 3 (the training error falls and then levels off), slide 4 (cross-validation shows overfitting beyond
    degree 3), slide 5 (at very high degrees, better fits are expected, but the linear algebra of the libraries breaks down).
    The data of the lecture are not published, but other data show the same three effects.

    Examples
    --------
    >>> x = np.linspace(0, 10, 200)[:, None]
    >>> y = np.sin(x[:, 0])
    >>> plain, orthogonal = degree_sweep(x, y, 30), degree_sweep(x, y, 30, basis="orthogonal")
    >>> plain.broken_from is None, orthogonal.broken_from is None
    (False, True)
    """
    features = as_features(X)
    output = as_outputs(y, len(features))
    D = as_count(max_degree, "max_degree", 1)
    check_size("max_degree", D, (D + 1, check_degree("max_degree", D, *features.shape)))
    basis = as_choice(basis, "basis", BASES)
    columns, rows, weights, ranks, ends = _fit(features, output, D, basis)
    predictions = weights @ rows
    training_errors = ((predictions - output) ** 2).mean(axis=1)

    exact_ranks = ends if basis == "orthogonal" else _exact_ranks(features, D)
    # A rotation of the examples does not change singular values. This one leaves a small triangle for all degrees.
    triangle = cast(Array, np.linalg.qr(rows.T, mode="r"))
    condition_numbers = np.array([_condition(triangle[:end, :end], rank) for end, rank in zip(ends, exact_ranks, strict=True)])
    broken = np.flatnonzero(ranks < exact_ranks)

    def fit(X_train: Array, y_train: Array) -> Callable[[Array], Array]:
        fold_columns, _, fold_weights, _, _ = _fit(X_train, y_train, D, basis)
        return lambda new: (fold_weights @ _evaluated(fold_columns, new)).T

    found = cross_validate(fit, features, output, error="squared", folds=folds, fold_of=fold_of, seed=seed)
    return DegreeSweep(
        basis,
        np.arange(D + 1),
        ends,
        training_errors,
        found.errors,
        found.mean,
        found.standard_error,
        found.best,
        int(found.as_good_as(found.best)[0]),
        condition_numbers,
        ranks,
        exact_ranks,
        int(broken[0]) if broken.size else None,
        weights,
        found.fold_of,
        columns,
    )


def _fit(X: Array, y: Array, D: int, basis: str) -> tuple[Monomials | OrthogonalPolynomials, Array, Array, Indices, Indices]:
    """Fit every degree. Return the columns, their values as rows (M, P), weights (D + 1, M), ranks, and column counts."""
    P, N = X.shape
    if basis == "orthogonal":
        polynomials = OrthogonalPolynomials(D, include_constant=True)
        rows = learn(polynomials, X)
        ends = np.searchsorted(polynomials.exponents_.sum(axis=1), np.arange(D + 1), side="right")
        # The columns are orthonormal, so each weight is an inner product, and is the same for all degrees.
        weights = np.where(np.arange(len(rows)) < ends[:, None], rows @ y / P, 0.0)
        return polynomials, rows, weights, ends, ends
    plan = monomials_of(P, N, D)
    rows = monomials(X, plan).T
    weights, ranks = np.zeros((D + 1, len(rows))), np.empty(D + 1, dtype=np.intp)
    # A rotation of the examples changes neither weights nor singular values. This one leaves a triangle for all degrees.
    triangle = cast(Array, np.linalg.qr(np.vstack([rows, y]).T, mode="r"))
    for d, end in enumerate(plan.ends):
        smallest = np.finfo(float).eps * max(P, end)  # as in NumPy
        weights[d, :end], _, ranks[d], _ = np.linalg.lstsq(triangle[:end, :end], triangle[:end, -1], rcond=smallest)
    return plan, rows, weights, ranks, plan.ends


def _exact_ranks(X: Array, D: int) -> Indices:
    """Return how many monomials up to each degree are independent on the points, apart from rounding."""
    degrees = np.arange(D + 1)
    if X.shape[1] == 1:  # powers are independent up to the number of different values
        return np.minimum(degrees + 1, len(np.unique(X)))
    polynomials = OrthogonalPolynomials(D, include_constant=True)
    learn(polynomials, X)
    return np.searchsorted(polynomials.exponents_.sum(axis=1), degrees, side="right")


def _evaluated(columns: Monomials | OrthogonalPolynomials, X: Array) -> Array:
    """Return the values of the columns at checked points, as rows (M, Q)."""
    return monomials(X, columns).T if isinstance(columns, Monomials) else evaluate(columns, X)


def _condition(rows: Array, rank: int) -> float:
    """Return the condition number of a matrix with a known rank."""
    singular_values = np.linalg.svd(rows, compute_uv=False)
    smallest = singular_values[rank - 1]
    return float(singular_values[0] / smallest) if smallest > 0 else np.inf
