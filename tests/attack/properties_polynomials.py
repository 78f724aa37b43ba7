"""Monomials, orthogonal polynomials, kernels and the features behind them."""

from __future__ import annotations

import itertools
import math

import numpy as np

from fewidgets.algorithms import (
    OrthogonalPolynomials,
    degree_sweep,
    kernel_ridge,
    polynomial_features,
    polynomial_kernel,
    polynomial_kernel_features,
    rbf_kernel,
)
from tests.attack.attacks import attacks
from tests.attack.case import EPS, Case
from tests.attack.designs import draw_design, draw_outputs
from tests.attack.reference import least_squares, lengths, orthonormal


def monomials(A, degree, *, constant):
    """Exponents and values of all monomials, in scikit-learn's order."""
    N = A.shape[1]
    choose = itertools.combinations_with_replacement
    exponents = np.array(
        [
            np.bincount(chosen, minlength=N) if chosen else np.zeros(N, int)
            for d in range(degree + 1)
            for chosen in choose(range(N), d)
        ]
    )
    if not constant:
        exponents = exponents[1:]
    long = A.astype(np.longdouble)
    return exponents, np.stack([np.prod(long**e, axis=1) for e in exponents], axis=1)


@attacks("polynomial_features")
def monomials_are_products_of_powers(case: Case) -> None:
    design = draw_design(case, largest=(20, 4))
    degree, constant = case.integer("degree", 1, 5), case.flag("include_constant")
    found = case.call(polynomial_features, design.X, degree, include_constant=constant)
    exponents, values = monomials(design.A, degree, constant=constant)
    case.equal("exponents", found.exponents, exponents)
    case.close("values", found.values, values, 2 * degree * EPS * np.abs(values) + 1e-300)


@attacks("OrthogonalPolynomials", share=2)
def orthogonal_polynomials_are_orthonormal_and_span_the_monomials(case: Case) -> None:
    design = draw_design(case, largest=(20, 3))
    degree, constant = case.integer("degree", 1, 6), case.flag("include_constant")
    basis = case.call(OrthogonalPolynomials, degree, include_constant=constant)
    Z = case.call(basis.fit_transform, design.X)
    P, M = Z.shape
    case.close("ZᵀZ / P", Z.T.astype(np.longdouble) @ Z / P, np.eye(M), 1e-9)
    if not constant:
        case.close("means", Z.mean(axis=0), np.zeros(M), 1e-9)
    case.equal(
        "number of columns",
        len(basis.exponents_) + len(basis.dropped_),
        math.comb(degree + design.shape[1], degree) - (not constant),
    )
    case.equal("columns", M, len(basis.exponents_))
    # What cannot be repeated to 1e-6 on the training points has been dropped.
    case.close("transform of the training data", case.call(basis.transform, design.X), Z, 2e-6)
    if (basis.dropped_.sum(axis=1) <= 3).any():
        return
    # Each monomial of the mapped features lies in the span: what the columns leave of it is rounding.
    mapped = (design.A.astype(np.longdouble) - basis.center_) / basis.half_range_
    low = basis.exponents_[basis.exponents_.sum(axis=1) <= 3]
    values = np.stack([np.prod(mapped**e, axis=1) for e in low], axis=1)
    span = orthonormal(np.c_[np.ones(P), Z].astype(np.longdouble))[0]
    left = values - span @ (span.T @ values)
    case.holds(lengths(left) <= 1e-6 * np.maximum(lengths(values), 1e-3), "monomials in the span")


@attacks("degree_sweep")
def polynomial_fits_are_judged_by_their_own_predictions(case: Case) -> None:
    design = draw_design(case, largest=(25, 2), smallest_P=4)
    y_handed, y = draw_outputs(case, design)
    degree, basis = case.integer("max_degree", 1, 6), case.pick("basis", ["monomials", "orthogonal"])
    folds = case.integer("folds", 2, min(5, len(y)))
    # Of a few folds one may be left with a constant y or feature.
    found = case.call(
        degree_sweep,
        design.X,
        y_handed,
        degree,
        basis=basis,
        folds=folds,
        may_refuse="constant|fold",
        nan=("condition_numbers",),
    )
    spread = float(np.ptp(y))
    columns = np.abs(monomials(design.A, degree, constant=True)[1])
    for d in range(degree + 1):
        r = y.astype(np.longdouble) - case.call(found.predict, design.A, d)
        mse = (r @ r) / len(y)
        # A prediction is a sum of terms that may cancel. Orthogonal columns can be repeated to 1e-6, as documented.
        terms = float((columns @ np.abs(found.weights[d])).max()) if basis == "monomials" else 0.0
        fuzz = 64 * columns.shape[1] * EPS * (terms + np.abs(y).max()) + (basis == "orthogonal") * 2e-6 * spread
        case.close(f"√training_errors[{d}]", np.sqrt(found.training_errors[d]), np.sqrt(mse), fuzz)
    if basis == "orthogonal":
        case.holds(
            np.diff(found.training_errors) <= 1e-9 * spread**2 + 64 * (EPS * np.abs(y).max()) ** 2,
            "training errors that do not rise",
        )
        center, half = (design.A.max(axis=0) + design.A.min(axis=0)) / 2, np.ptp(design.A, axis=0) / 2
        _, columns = monomials((design.A - center) / half, 1, constant=False)
        exact = least_squares(columns, y, fit_bias=True, share=1e-8)[0] / len(y)
        if len(y) > len(design.A[0]) + 1:
            rough = 1e-6 * spread + 64 * EPS * np.abs(y).max()
            case.holds(np.sqrt(found.training_errors[1]) <= np.sqrt(exact) + rough, "the least error of degree 1")
    check_choice(case, found.errors, found.mean_errors, found.standard_errors, found.best_degree)
    check_folds(case, found.fold_of, folds)


def check_choice(case, errors, mean, standard_error, best):
    """Hold that means, standard errors and the choice follow from the errors on the folds."""
    K = len(errors)
    long = errors.astype(np.longdouble)
    size = np.abs(errors).max(axis=0)
    case.close("mean over folds", mean, long.mean(axis=0), 4 * K * EPS * size)
    case.close("standard error", standard_error, long.std(axis=0, ddof=1) / np.sqrt(K), 8 * K * EPS * size + 1e-300)
    case.equal("the best", int(best), int(np.asarray(mean).argmin()))


def check_folds(case, fold_of, folds):
    counts = np.bincount(fold_of, minlength=folds)
    case.equal("number of folds", len(counts), folds)
    case.holds(counts.max() - counts.min() <= 1, "folds of equal size")


def draw_gamma(case, A):
    """Draw γ so that exponents are about 1, or far from it."""
    spread = float(((A - A.mean(axis=0)) ** 2).sum(axis=1).max())
    times = case.pick("gamma", ["not given", 1.0, 1e-3, 1e3])
    if times == "not given":
        return None
    gamma = float(times / spread) if 1e-200 < spread < 1e200 else 1.0
    case.drawn["gamma is"] = gamma
    return gamma


@attacks("rbf_kernel")
def radial_kernels_follow_their_formula(case: Case) -> None:
    design = draw_design(case)
    A = design.A
    gamma = draw_gamma(case, A)
    other = case.pick("Z", ["not given", "the same values", "others"])
    Z = None
    if other == "the same values":
        Z = case.hand("Z", A.copy())
    elif other == "others":
        Z = case.hand("Z", A[case.rng.integers(len(A), size=3)] * 1.001)
    K = case.call(rbf_kernel, design.X, Z, gamma=gamma)
    right = A if Z is None else Z
    used = 1 / A.shape[1] if gamma is None else gamma
    squares = ((A[:, None].astype(np.longdouble) - right[None]) ** 2).sum(axis=2)
    t = np.longdouble(used) * squares
    exact = np.exp(-t)
    # Differences of numbers are exact to rounding, whatever their size: so is the exponent.
    case.close("kernel", K, exact, exact * np.expm1(np.minimum(1e-9 * (1 + t), 100)) + 1e-300)
    case.holds((K >= 0) & (K <= 1), "values between 0 and 1")


@attacks("polynomial_kernel", "polynomial_kernel_features")
def polynomial_kernels_are_products_of_their_features(case: Case) -> None:
    design = draw_design(case, largest=(15, 4))
    A, N = design.A, design.shape[1]
    degree, offset = case.integer("degree", 1, 5), case.pick("offset", [1.0, 0.0, 1e3])
    gamma = case.pick("gamma", [None, 1.0, 1e-3])
    K = case.call(polynomial_kernel, design.X, degree=degree, gamma=gamma, offset=offset)
    long, used = A.astype(np.longdouble), 1 / N if gamma is None else gamma
    base = used * (long @ long.T) + offset
    size = used * (np.abs(long) @ np.abs(long).T) + offset
    granted = (4 * degree + N + 4) * 2 * EPS * size**degree + 1e-300
    case.close("kernel", K, base**degree, granted)
    phi = case.call(polynomial_kernel_features, design.X, degree=degree, gamma=gamma, offset=offset)
    case.equal("number of features", phi.shape[1], math.comb(N + degree, degree))
    inner = phi.astype(np.longdouble) @ phi.astype(np.longdouble).T
    case.close("φ(x)·φ(z)", inner, base**degree, 8 * (degree + 2) * EPS * size**degree + 1e-290)


@attacks("kernel_ridge", share=2)
def dual_parameters_solve_their_equations(case: Case) -> None:
    design = draw_design(case, largest=(20, 4))
    y_handed, y = draw_outputs(case, design)
    A, P = design.A, len(design.A)
    kernel = case.pick("kernel", ["rbf", "linear", "polynomial"])
    reduction, fit_bias = case.pick("reduction", ["mean", "sum"]), case.flag("fit_bias")
    gamma = draw_gamma(case, A) if kernel != "linear" else None
    lam = case.magnitude("lam", 1e-10, 1e4) * max(1.0, float((A**2).sum(axis=1).max()) if kernel == "linear" else 1.0)
    found = case.call(
        kernel_ridge,
        design.X,
        y_handed,
        lam,
        kernel=kernel,
        gamma=gamma,
        reduction=reduction,
        fit_bias=fit_bias,
        may_refuse=r"\blam\b",
    )
    used = lam * P if reduction == "mean" else lam
    case.close("lam", found.lam, used, 4 * EPS * used)
    K = found.gram.astype(np.longdouble)
    alpha = found.alpha.astype(np.longdouble)
    predicted = K @ alpha / used + found.bias
    size = np.abs(K) @ np.abs(alpha) / used + abs(found.bias) + np.abs(y)
    # (I + K/λ) α = y − bias: a stable solver leaves rounding of the terms, times the size of the matrix.
    norm = 1 + np.abs(K).sum(axis=1).max() / used
    granted = 100 * P * EPS * (size + norm * np.abs(alpha).max())
    case.close("α + K α / λ + bias", alpha + predicted, y, granted)
    if fit_bias:
        case.close("Σ α", alpha.sum(), 0, 100 * P * EPS * (np.abs(alpha).sum() + norm * np.abs(alpha).max() + np.abs(y).max()))
    case.close("outputs", found.outputs, predicted, granted)
    case.close(
        "prediction for the training examples",
        case.call(found.predict, design.X),
        found.outputs,
        8 * granted + 1e-7 * size * (kernel == "rbf"),
    )
    factor = 1 / P if reduction == "mean" else 1
    case.close("cost", found.cost, factor * (alpha @ alpha), factor * (4 * np.abs(alpha) @ granted + (granted**2).sum()))
    norm2 = alpha @ K @ alpha / np.longdouble(used) ** 2
    rough = np.abs(alpha) @ np.abs(K) @ np.abs(alpha) / np.longdouble(used) ** 2
    case.close("squared_norm", found.squared_norm, norm2, 100 * P * EPS * rough + 1e-300)
