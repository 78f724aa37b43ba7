"""Subset searches on dependent and nearly dependent features, compared with exact rational arithmetic."""

import sys
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fewidgets.algorithms import backward_elimination, best_subset, forward_selection, greedy_subset
from fewidgets.algorithms.selection import qr_factor as qr_module
from fewidgets.algorithms.selection.qr_factor import nested_fits, pivoted_bases, qr_factor, weights_on

module = sys.modules[best_subset.__module__]
# The relative distance at which a feature counts as dependent, as the docstrings state it.
DEPENDENT = 1e-10


class Exact:
    """Least squares in rational numbers, without rounding."""

    def __init__(self, X, y, fit_bias):
        columns = [[Fraction(float(v)) for v in column] for column in [*X.T, y]]
        if fit_bias:
            columns = [[v - sum(column) / len(column) for v in column] for column in columns]
        self.N = X.shape[1]
        self.G = [[sum(a * b for a, b in zip(p, q, strict=True)) for q in columns] for p in columns]
        self.fit = cache(self._fit)

    def _fit(self, features):
        """Return the root of the cost as a share of y's length, Σ|w| for features and y of length 1, and two distances.

        These are the shortest relative distance of a feature taken in, and the longest of one left out as dependent.
        """
        names = [*features, self.N]
        G = {(i, j): self.G[i][j] for i in names for j in names}
        left, taken, shortest, longest = list(features), [], 1.0, 0.0
        while left:
            shares = {n: G[n, n] / self.G[n][n] for n in left}
            n = max(left, key=shares.get)
            if shares[n] <= Fraction(DEPENDENT) ** 2:
                longest = float(shares[n]) ** 0.5
                break
            shortest = min(shortest, float(shares[n]) ** 0.5)
            left.remove(n)
            taken.append(n)
            rest = [*left, self.N]
            for i in rest:
                for j in rest:
                    G[i, j] -= G[i, n] * G[n, j] / G[n, n]
        total = self.G[self.N][self.N]
        weight, w = 0.0, {}
        for k, n in reversed(list(enumerate(taken))):
            # Back substitution: the row of n in G has not changed since n was taken.
            w[n] = (G[n, self.N] - sum(G[n, m] * w[m] for m in taken[k + 1 :])) / G[n, n]
            weight += abs(float(w[n])) * float(self.G[n][n] / total) ** 0.5
        return float(G[self.N, self.N] / total) ** 0.5, weight, shortest, longest

    def is_clear(self, features):
        """Tell whether every distance is far enough from the limit that rounding does not matter."""
        _, _, shortest, longest = self.fit(features)
        return shortest > 10 * DEPENDENT and longest < DEPENDENT / 10

    def slack(self, features):
        """Return how much the data's last digits, and dependent features, can change the root of the cost."""
        _, weight, _, longest = self.fit(features)
        return (5e-12 + 3 * longest) * (1 + weight)


def design(rng):
    """Draw features, near copies, dependent features and copies, in any order and any units."""
    P = int(rng.integers(3, 10))
    columns = [rng.normal(size=P) for _ in range(rng.integers(1, 4))]
    for _ in range(rng.integers(1, 3)):
        i, j = rng.integers(len(columns), size=2)
        near = columns[i] + 10.0 ** -rng.integers(4, 13) * rng.normal(size=P)
        columns.append([near, near, columns[i] + 2 * columns[j] + columns[0], 3 * columns[i]][rng.integers(4)])
    X = np.array(columns).T[:, rng.permutation(len(columns))]
    y = X @ rng.normal(size=X.shape[1]) + 0.1 * rng.normal(size=P)
    return X * 10.0 ** rng.integers(-6, 7, size=X.shape[1]), y


def assert_exact(exact, features, root_of_cost, extra=0.0):
    features = tuple(sorted(map(int, features)))
    if exact.is_clear(features):
        root, weight, *_ = exact.fit(features)
        assert abs(root_of_cost - root) <= exact.slack(features) + extra * (1 + weight), features


def model_root(X, y, weights, bias, total):
    return np.linalg.norm(y - X @ weights - bias) / total


@pytest.mark.parametrize("seed", range(60))
def test_every_cost_is_exact_up_to_the_last_digits_of_the_data(seed):
    rng = np.random.default_rng(seed)
    X, y = design(rng)
    N, fit_bias = X.shape[1], bool(seed % 2)
    exact = Exact(X, y, fit_bias)
    total = np.linalg.norm(y - y.mean() * fit_bias)
    unit = len(y) ** 0.5 / total
    for search in (forward_selection, backward_elimination):
        trace = search(X, y, fit_bias=fit_bias)
        # In backward elimination, removing a dependent feature leaves the cost as it is: right to 1e-10 of the weights.
        extra = 3 * DEPENDENT if search is backward_elimination else 0.0
        for m in range(N + 1):
            S = set(np.flatnonzero(trace.selected[m]))
            assert_exact(exact, S, trace.costs[m] ** 0.5 * unit)
            assert_exact(exact, S, model_root(X, y, trace.weights[m], trace.biases[m], total))
            if m < N:
                for n in np.flatnonzero(~np.isnan(trace.candidate_costs[m])):
                    assert_exact(exact, S ^ {n}, trace.candidate_costs[m, n] ** 0.5 * unit, extra)
    best = best_subset(X, y, fit_bias=fit_bias)
    for place, cost in enumerate(best.candidate_costs):
        assert_exact(exact, [n for n in range(N) if place >> n & 1], cost**0.5 * unit)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "TABULATED_FEATURES", 0)
        searched = best_subset(X, y, fit_bias=fit_bias)
    for found in (best, searched):
        for k in range(N + 1):
            S = np.flatnonzero(found.selected[k])
            assert_exact(exact, S, model_root(X, y, found.weights[k], found.biases[k], total))
            subsets = list(combinations(range(N), k))
            if all(map(exact.is_clear, subsets)):
                slack = max(map(exact.slack, subsets)) + 3 * DEPENDENT * exact.fit(tuple(map(int, S)))[1]
                assert exact.fit(tuple(map(int, S)))[0] <= min(exact.fit(T)[0] for T in subsets) + slack


def test_a_near_copy_beside_dependent_features():
    """Without (1, 1, 1), the other three features still span all outputs."""
    e = np.eye(3)
    X, y = np.c_[e[1], (1, 1, 1), e[0], e[0] + 1e-7 * e[2]], np.array([1.0, 2.0, 4.0])
    trace = backward_elimination(X, y, fit_bias=False)
    # Any three of the four span all outputs.
    assert_allclose(trace.candidate_costs[0], 0, atol=1e-12)
    for m in range(1, 4):
        S = set(np.flatnonzero(trace.selected[m]))
        for n in S:
            A = X[:, sorted(S - {n})]
            residuals = y - A @ np.linalg.lstsq(A, y, rcond=None)[0] if S - {n} else y
            assert_allclose(trace.candidate_costs[m, n] * 3, residuals @ residuals, rtol=1e-8, atol=1e-12)


@pytest.mark.parametrize("search", [forward_selection, backward_elimination, best_subset])
@pytest.mark.parametrize("power", range(4, 13))
def test_at_which_distance_a_near_copy_counts_as_dependent(search, power):
    """A part of a feature that others do not explain counts from 1e-10 of its length on, in any units."""
    x, own = np.array([1.0, 1.0, 0.0]), np.array([0.0, 0.0, 2**0.5])
    if power == 10:  # the limit itself
        return
    X = np.c_[x, 1000 * (x + 10.0**-power * own)]
    model = search(X, [1.0, 3.0, 5.0], fit_bias=False).at(2)
    assert_allclose(model.cost * 3, 2.0 if power < 10 else 27.0, rtol=1e-4)
    assert np.count_nonzero(model.weights) == (2 if power < 10 else 1)


def test_a_dependent_feature_behind_a_near_copy_adds_nothing():
    """The difference of a copy at 1e-9 is right to seven digits, so the residual of a dependent feature is rounding."""
    rng = np.random.default_rng(0)
    a, b, c = rng.normal(size=(3, 12))
    X = np.c_[a, a + 1e-9 * c, b, b + c]
    y = rng.normal(size=12)
    expected = np.linalg.lstsq(np.c_[a, b, c], y, rcond=None)[1][0]
    for fitted in (
        forward_selection(X, y, fit_bias=False),
        backward_elimination(X, y, fit_bias=False),
        best_subset(X, y, fit_bias=False),
    ):
        assert_allclose(fitted.at(4).cost * 12, expected, rtol=1e-12)
    assert_allclose(2 * greedy_subset(X, y).costs[-1], expected, rtol=1e-12)
    factor = qr_factor(X, y, False)
    basis, _ = pivoted_bases(factor, np.array([[0, 1, 2, 3]]))
    assert sorted(basis[0]) == [-1, 0, 2, 3]
    assert weights_on(factor, basis)[0, 1] == 0


def test_folds_do_not_fit_noise():
    """A dependent feature does not change held-out errors, and neither does a near copy's rounding."""
    rng = np.random.default_rng(1)
    a, b, c = rng.normal(size=(3, 40))
    y = a + b + c + 0.1 * rng.normal(size=40)
    for X in (np.c_[a, b, c, a + 1e-8 * c], np.c_[a, b, c, a + b - c]):
        trace = forward_selection(X, y, fold_of=np.arange(40) // 10)
        assert_allclose(trace.costs[4], trace.costs[3], rtol=1e-10)
        assert trace.costs[4] < 0.02


def test_nearly_perfect_fits_keep_their_digits():
    """Where the cost is 1e-18 of y's sum of squares, a difference of sums of squares would have no correct digit."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(20, 3))
    y = X @ [1.0, 2.0, 0.0] + 1e-9 * rng.normal(size=20)
    trace = forward_selection(X, y, fit_bias=False)
    exact = Exact(X, y, False)
    unit = y @ y / 20
    assert_allclose(trace.candidate_costs[1, trace.order[1]], unit * exact.fit((0, 1))[0] ** 2, rtol=1e-6)


def test_many_dependent_features_take_few_factorizations():
    """Of 300 features in 20 examples, 19 fit y. All others are found to depend on them at once."""
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(20, 300)), rng.normal(size=20)
    with pytest.MonkeyPatch.context() as patch:
        factorized = []
        patch.setattr(qr_module, "r_factor", lambda A, plain=qr_module.r_factor: factorized.append(A) or plain(A))
        factor = qr_factor(X, y, True)
        weights, squares = nested_fits(factor, np.arange(300))
    assert len(factorized) < 8
    assert np.count_nonzero(weights[-1]) == 19
    assert_allclose(squares[19:], 0, atol=1e-20)


@pytest.mark.parametrize("seed", range(8))
def test_a_candidate_whose_residual_is_rounding_costs_what_the_others_cost(seed):
    rng = np.random.default_rng(seed)
    a, b, c = rng.normal(size=(3, 12))
    y = a + 2 * c + 0.1 * rng.normal(size=12) if seed % 2 else rng.normal(size=12)
    trace = forward_selection(np.c_[a, a + 1e-9 * c, b, b + c], y, fit_bias=False)
    expected = np.linalg.lstsq(np.c_[a, b, c], y, rcond=None)[1][0] / 12
    assert_allclose(trace.candidate_costs[3, trace.order[3]], expected, rtol=1e-12)
