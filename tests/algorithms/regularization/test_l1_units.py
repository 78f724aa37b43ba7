"""The least squares ℓ1 path of features in very different units, beside exact minimizers in rational numbers."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from fewidgets.algorithms import l1_path
from fewidgets.algorithms.regularization.l1_gap import check_knots, quadratic
from fewidgets.algorithms.regularization.l1_gram import follow_by_inverse
from fewidgets.algorithms.regularization.l1_qr import follow_by_qr

H = np.array([[1, 1], [1, 1], [1, -1], [1, -1], [-1, 1], [-1, 1], [-1, -1], [-1, -1]], dtype=float)


def rational(array):
    return np.vectorize(Fraction, otypes=[object])(array)


def solution(A, b):
    """Solve a system in rational numbers; None if it is singular."""
    A = np.column_stack([A, b])
    for i in range(len(A)):
        pivot = next((j for j in range(i, len(A)) if A[j, i]), None)
        if pivot is None:
            return None
        A[[i, pivot]] = A[[pivot, i]]
        A[i] = A[i] / A[i, i]
        for j in {*range(len(A))} - {i}:
            A[j] = A[j] - A[j, i] * A[i]
    return A[:, -1]


def objective(X, y, lam, w):
    return ((y - X @ w) ** 2).sum() + lam * abs(w).sum()


def least_objective(X, y, lam):
    """Try all sets of nonzero weights with all signs; None if no system shows the minimizer."""
    for signs in product((0, 1, -1), repeat=X.shape[1]):
        on = [n for n, sign in enumerate(signs) if sign]
        w, s = rational(np.zeros(len(signs))), np.array(signs)[on]
        found = solution(X[:, on].T @ X[:, on], X[:, on].T @ y - lam * s / 2)
        if found is not None and all(found * s >= 0):
            w[on] = found
            slopes = 2 * X.T @ (y - X @ w)
            if all(abs(slopes[n]) <= lam for n in range(len(w)) if n not in on):
                return objective(X, y, lam, w)
    return None


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([0, 3, 8, 15]), st.sampled_from([None, 1.0, 1e-2, 1e-4, 1e-6]), st.booleans())
def test_no_objective_is_smaller_in_any_units(seed, units, alike, fit_bias):
    rng = np.random.default_rng(seed)
    P, N = int(rng.integers(5, 8)), int(rng.integers(2, 4))
    X = rng.normal(size=(P, N))
    if alike:
        X[:, -1] = X[:, 0] + alike * rng.normal(size=P)
    y = X @ rng.normal(size=N) + rng.choice([0, 1e-6, 1]) * rng.normal(size=P)
    X = X * 10.0 ** rng.uniform(-units, units, N)
    try:
        path = l1_path(X, y, reduction="sum", fit_bias=fit_bias)
    except ValueError:  # one in a thousand is refused
        assume(False)
    A, b = rational(X), rational(y)
    if fit_bias:
        A, b = A - A.sum(axis=0) / P, b - b.sum() / P
    total = float((b * b).sum())
    between = path.knots[1:] * rng.uniform(0.3, 1, len(path.knots) - 1)
    for lam in [0.0, *between, path.lambda_max * 10 ** rng.uniform(-2 * units - 3, 0)]:
        least = least_objective(A, b, Fraction(float(lam)))
        above = float(objective(A, b, Fraction(float(lam)), rational(path.at(lam).weights)) - least) / total
        assert above < 1e-9
        assert lam > 0 or path.gaps[0] / total == pytest.approx(above, abs=1e-9)


@pytest.mark.parametrize("unit", [1e-30, 1e-12, 1.0, 1e6, 1e12, 1e30])
def test_a_feature_enters_in_whatever_unit_another_is_measured(unit):
    path = l1_path(H * [unit, 1], 3 * H[:, 0] + 0.1 * H[:, 1])
    assert_allclose(path.weights[0], [3 / unit, 0.1])
    assert_allclose(path.costs[0], 0, atol=1e-28)
    assert_allclose(np.sort(path.knots), np.sort([0, 0.2, 6 * unit]))


@pytest.mark.parametrize("unit", [1.0, 1e12])
def test_the_gap_counts_a_feature_that_was_left_out(unit):
    problem = quadratic(H * [unit, 1], 3 * H[:, 0] + 0.1 * H[:, 1], 2 / 8, 2, np.zeros(2))
    alone = quadratic(H[:, :1] * unit, problem.y, 2 / 8, 1, np.zeros(1))
    for found in (follow_by_inverse(alone), follow_by_qr(alone)):
        left_out = found._replace(weights=np.c_[found.weights, np.zeros(2)])
        if found.residuals is not None:
            A, b = problem.scaled()
            left_out = left_out._replace(residuals=b - left_out.weights @ A.T)
        checked = check_knots(problem, left_out)
        assert checked.gaps[0] == pytest.approx(checked.costs[0])
        assert checked.costs[0] == pytest.approx(0.01)
        assert checked.worst > 1e-4
