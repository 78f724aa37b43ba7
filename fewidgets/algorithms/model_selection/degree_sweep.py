"""Polynomial regression degree by degree: fit, held-out error, and where high degrees break down (COMP135, slides 3 to 5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count, as_number
from .._numerics.arrays import as_features, as_outputs, frozen
from .._numerics.memory import check_size
from .._numerics.types import Array
from ..polynomial.monomials import Monomials, check_degree, monomials, monomials_of
from ..polynomial.orthogonal_polynomials import OrthogonalPolynomials, evaluate, learn
from .cross_validation import cross_validate

BasisName = Literal["monomials", "orthogonal"]
BASES = ("monomials", "orthogonal")


@dataclass(frozen=True, eq=False)
class DegreeSweep:
    """Least squares fits of polynomials of degree 0, 1, …, and how well each predicts examples it has not seen.

    Attributes
    ----------
    basis : str
        As given to `degree_sweep`.
    degrees : NDArray, shape (D + 1,), int
        0 to D; degree 0 predicts the mean.
    n_columns : NDArray, shape (D + 1,), int
        Number of columns fitted, the constant included.
    training_errors : NDArray, shape (D + 1,), float64
        Mean squared error on the training examples, all P. In mathematics it never rises with the degree.
    errors : NDArray, shape (folds, D + 1), float64
        Mean squared error on each held-out fold.
    mean_errors, standard_errors : NDArray, shape (D + 1,), float64
        Their mean over folds, and its standard error (ddof 1).
    best_degree : int
        The degree with the smallest mean held-out error, the lowest of several equal ones.
    one_standard_error_degree : int
        The lowest degree whose mean held-out error is within one standard error of the smallest.
    condition_numbers : NDArray, shape (D + 1,), float64
        Largest over smallest singular value of the fitted columns, of those that are not zero in mathematics.
        Errors in the data may come out so many times larger in the weights; from 1 / 2.2e-16 = 4.5e15 on, no digit of
        the smallest singular value is right.
    ranks, exact_ranks : NDArray, shape (D + 1,), int
        Number of independent columns as the least squares solver counts them, and in mathematics.
    broken_from : int or None
        The first degree at which the former is less than the latter: the solver has given up directions. None
        where that does not happen.
    weights : NDArray, shape (D + 1, M), float64
        Row d holds the weights of degree d, for the columns of the largest degree, the constant first; 0 beyond its own.
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
    degrees: NDArray[np.intp]
    n_columns: NDArray[np.intp]
    training_errors: Array
    errors: Array
    mean_errors: Array
    standard_errors: Array
    best_degree: int
    one_standard_error_degree: int
    condition_numbers: Array
    ranks: NDArray[np.intp]
    exact_ranks: NDArray[np.intp]
    broken_from: int | None
    weights: Array
    fold_of: NDArray[np.intp]
    _columns: Monomials | OrthogonalPolynomials = field(repr=False)

    def predict(self, X: ArrayLike, degree: int) -> Array:
        """The fitted polynomial of one degree at any points.

        Parameters
        ----------
        X : array-like, shape (Q, N)
            Points.
        degree : int
            0 to D.

        Returns
        -------
        NDArray, shape (Q,), float64

        Raises
        ------
        TypeError, ValueError
            If `X` is no finite matrix with N columns, or `degree` is not 0 to D.

        Examples
        --------
        >>> x = np.linspace(-1, 1, 30)[:, None]
        >>> degree_sweep(x, x[:, 0] ** 3, 5).predict([[0.5]], 3).round(6)
        array([0.125])
        """
        points = as_features(X, allow_constant=True)
        degree = as_count(degree, "degree", 0, int(self.degrees[-1]), "the largest degree of the sweep")
        N = self._columns.exponents.shape[1] if isinstance(self._columns, Monomials) else len(self._columns.center_)
        if points.shape[1] != N:
            raise ValueError(f"X has {points.shape[1]} features; wanted {N}, as in the training examples")
        return _evaluated(self._columns, points).T @ self.weights[degree]


def degree_sweep(
    X: ArrayLike,
    y: ArrayLike,
    max_degree: int,
    *,
    basis: BasisName = "monomials",
    tolerance: float | None = None,
    folds: int = 5,
    fold_of: ArrayLike | None = None,
    seed: int = 0,
) -> DegreeSweep:
    """Fit polynomials of degree 0 to `max_degree` by least squares, and measure each on held-out folds.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    y : array-like, shape (P,)
        Outputs.
    max_degree : int
        Largest total degree D, at least 1.
    basis : {"monomials", "orthogonal"}
        The columns that are fitted: powers and products of the features as they are, or `OrthogonalPolynomials` of the
        training examples. In mathematics both give the same predictions.
    tolerance : float, optional
        Between 0 and 1: directions with a singular value below this share of the largest are left out of the least
        squares fit of monomials. Where not given, 2.2e-16 max(P, M), as NumPy has it; scikit-learn's LinearRegression
        takes 1e-6 since version 1.9, and breaks down that much earlier. Not needed for orthogonal columns.
    folds : int
        Number of folds, 2 to P.
    fold_of : array-like, shape (P,), int, optional
        Folds of your own, as in `cross_validate`. `folds` and `seed` are not used then.
    seed : int
        Seed of the random assignment to folds, ≥ 0.

    Returns
    -------
    DegreeSweep

    Raises
    ------
    TypeError
        If `X` or `y` holds anything but real numbers, `max_degree`, `folds` or `seed` is no whole number, or
        `tolerance` is no number.
    ValueError
        If a shape is wrong, a value is NaN or infinite, a feature or `y` is constant, `max_degree` < 1, `folds` is outside
        2…P, `fold_of` names fewer than two folds, `tolerance` is not between 0 and 1, `basis` is unknown, or the monomials
        are too many or too large.

    Notes
    -----
    Source: COMP135, slide 3 (the error falls and then levels off), slide 4 (cross-validation shows overfitting beyond
    degree 3), slide 5 (at very high degrees the libraries' linear algebra breaks down: better fits are expected, and
    useless ones come out). The lecture's data is not given; the three findings are those of any such data. Least
    squares solvers, scikit-learn's among them, leave out the directions in which the columns hardly differ: that is
    what makes the fit of high powers poor.

    Examples
    --------
    >>> x = np.linspace(0, 10, 200)[:, None]
    >>> y = np.sin(x[:, 0])
    >>> plain, orthogonal = degree_sweep(x, y, 30), degree_sweep(x, y, 30, basis="orthogonal")
    >>> plain.broken_from is None, orthogonal.broken_from is None
    (False, True)
    >>> bool(plain.training_errors[-1] > 1e-20), bool(orthogonal.training_errors[-1] < 1e-28)
    (True, True)
    """
    features = as_features(X)
    output = as_outputs(y, len(features))
    D = as_count(max_degree, "max_degree", 1)
    check_size("max_degree", D, (D + 1, check_degree("max_degree", D, *features.shape)))
    basis = cast(BasisName, as_choice(basis, "basis", BASES))
    tolerance = None if tolerance is None else as_number(tolerance, "tolerance", positive=True)
    if tolerance is not None and tolerance >= 1:
        raise ValueError(f"tolerance is {tolerance:g}; wanted a share below 1 of the largest singular value")
    columns, rows, weights, ranks, ends = _fit(features, output, D, basis, tolerance)
    predictions = weights @ rows
    training_errors = ((predictions - output) ** 2).mean(axis=1)

    if basis == "orthogonal":
        exact_ranks = ends
    else:
        orthogonal = OrthogonalPolynomials(D, include_constant=True)
        learn(orthogonal, features)
        degree_of = orthogonal.exponents_.sum(axis=1)
        exact_ranks = np.searchsorted(degree_of, np.arange(D + 1), side="right")
    condition_numbers = np.array([_condition(rows[:end], rank) for end, rank in zip(ends, exact_ranks, strict=True)])
    broken = np.flatnonzero(ranks < exact_ranks)

    def fit(X_train: Array, y_train: Array) -> Callable[[Array], Array]:
        its_columns, _, its_weights, _, _ = _fit(X_train, y_train, D, basis, tolerance)
        return lambda new: (its_weights @ _evaluated(its_columns, new)).T

    found = cross_validate(fit, features, output, error="squared", folds=folds, fold_of=fold_of, seed=seed)
    within = np.flatnonzero(found.mean <= found.mean[found.best] + found.standard_error[found.best])
    return DegreeSweep(
        basis,
        frozen(np.arange(D + 1)),
        frozen(ends),
        frozen(training_errors),
        found.errors,
        found.mean,
        found.standard_error,
        found.best,
        int(within[0]),
        frozen(condition_numbers),
        frozen(ranks),
        frozen(exact_ranks),
        int(broken[0]) if broken.size else None,
        frozen(weights),
        found.fold_of,
        columns,
    )


def _fit(
    X: Array, y: Array, D: int, basis: str, tolerance: float | None
) -> tuple[Monomials | OrthogonalPolynomials, Array, Array, NDArray[np.intp], NDArray[np.intp]]:
    """The columns as rows (M, P), weights (D + 1, M) of every degree, their ranks, and how many columns each has."""
    P, N = X.shape
    if basis == "orthogonal":
        polynomials = OrthogonalPolynomials(D, include_constant=True)
        rows = learn(polynomials, X)
        ends = np.searchsorted(polynomials.exponents_.sum(axis=1), np.arange(D + 1), side="right")
        # The columns are orthonormal: each weight is a product, the same for every degree that has it.
        weights = np.where(np.arange(len(rows)) < ends[:, None], rows @ y / P, 0.0)
        return polynomials, rows, weights, ends, ends
    plan = monomials_of(P, N, D)
    rows = monomials(X, plan).T
    weights, ranks = np.zeros((D + 1, len(rows))), np.empty(D + 1, dtype=np.intp)
    for d, end in enumerate(plan.ends):
        smallest = np.finfo(float).eps * max(P, end) if tolerance is None else tolerance
        weights[d, :end], _, ranks[d], _ = np.linalg.lstsq(rows[:end].T, y, rcond=smallest)
    return plan, rows, weights, ranks, plan.ends


def _evaluated(columns: Monomials | OrthogonalPolynomials, X: Array) -> Array:
    """The columns at checked points, as rows (M, Q)."""
    return monomials(X, columns).T if isinstance(columns, Monomials) else evaluate(columns, X)


def _condition(rows: Array, rank: int) -> float:
    singular_values = np.linalg.svd(rows, compute_uv=False)
    smallest = singular_values[rank - 1]
    return float(singular_values[0] / smallest) if smallest > 0 else np.inf
