"""The right answers of the graded set on regularization agree with scikit-learn, SciPy and brute force."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize_scalar
from scipy.stats import sem
from sklearn.linear_model import Lasso, LinearRegression

from tests.grading.sets.loaded import SETS, arguments_of

SEEDS = range(4)


def question(name):
    return SETS["regularization"].question(name)


def cases(name, seeds=SEEDS):
    return arguments_of(question(name), seeds)


def lasso(X, y, lam):
    """Fit scikit-learn's lasso, whose cost is half of ours."""
    return Lasso(alpha=lam / 2, tol=1e-12, max_iter=100_000).fit(X, y)


def test_one_weight_is_that_of_the_lasso():
    for seed in range(10):
        data = question("q1").data(np.random.default_rng(seed))
        found, x = question("q1").solve(data), data["x"][:, None]
        assert found["weight"] == pytest.approx(lasso(x, data["y"], data["lam"]).coef_[0])
        assert lasso(x, data["y"], found["largest"] * 1.0001).coef_[0] == 0
        assert lasso(x, data["y"], found["largest"] * 0.999).coef_[0] != 0


def nearest(start, lam, alpha):
    """Minimize the penalty plus half the squared distance from a point, divided by the step length."""
    return minimize_scalar(lambda u: (u - start) ** 2 / (2 * alpha) + lam * abs(u), tol=1e-12).x


def test_a_step_minimizes_the_penalty_near_where_the_gradient_leads():
    for X, y, w, lam, alpha in cases("q2"):
        moved = w - alpha * approx_fprime(w, lambda w, X=X, y=y: np.mean((w[0] + X @ w[1:] - y) ** 2))
        bias, weights = question("q2").reference(X, y, w, lam, alpha)
        assert bias == pytest.approx(moved[0], abs=1e-5)
        np.testing.assert_allclose(weights, [nearest(start, lam, alpha) for start in moved[1:]], atol=1e-5)


def ranked(weights):
    """Rank features from their definition, one λ after the other."""
    order = []
    for row in weights[::-1]:
        order += sorted((n for n in np.flatnonzero(row) if n not in order), key=lambda n, row=row: -abs(row[n]))
    return order


def test_the_path_leads_to_the_lasso_and_ranks_features_as_it_does():
    for X, y, lambdas, alpha, _ in cases("q3", seeds=[7]):
        weights, order = question("q3").reference(X, y, lambdas, alpha, 1500)
        wanted = np.array([lasso(X, y, lam).coef_ for lam in lambdas])
        np.testing.assert_allclose(weights, wanted, atol=1e-5)
        assert order.tolist() == ranked(wanted)


def test_the_ranking_does_not_hang_on_rounding():
    for X, y, lambdas, alpha, steps in cases("q3"):
        weights, order = question("q3").reference(X, y, lambdas, alpha, steps)
        assert order.tolist() == ranked(weights) == ranked(np.where(np.abs(weights) > 1e-9, weights, 0))
        assert (np.diff(lambdas) > 0).all()


def test_lambda_is_chosen_within_one_standard_error():
    chosen = set()
    for seed in range(20):
        data = question("q4").data(np.random.default_rng(seed))
        means = {lam: np.mean(column) for lam, column in zip(data["lambdas"], data["errors"].T, strict=True)}
        best = min(means, key=means.get)
        k = list(means).index(best)
        for margin in (sem(data["errors"][:, k]), sem(data["errors"][:, k], ddof=0)):
            simplest = max(lam for lam, mean in means.items() if mean <= means[best] + margin)
            assert question("q4").solve(data) == {"best": best, "simplest": simplest}
        chosen.add((k, list(means).index(simplest)))
    assert len(chosen) > 3, "the right answer stands in the same place for most students"


def test_forward_selection_takes_what_brute_force_takes():
    for X, y, X_held, y_held in cases("q5"):
        order, errors = [], [np.mean((y_held - y.mean()) ** 2)]
        while len(order) < X.shape[1]:
            models = {n: LinearRegression().fit(X[:, [*order, n]], y) for n in range(X.shape[1]) if n not in order}
            best = max(models, key=lambda n: models[n].score(X[:, [*order, n]], y))
            error = np.mean((models[best].predict(X_held[:, [*order, best]]) - y_held) ** 2)
            if error >= errors[-1]:
                break
            order.append(best)
            errors.append(error)
        found, theirs = question("q5").reference(X, y, X_held, y_held)
        assert found.tolist() == order
        assert 0 < len(order) < X.shape[1]
        np.testing.assert_allclose(theirs, errors)
        assert all(after < before for before, after in pairwise(errors))
