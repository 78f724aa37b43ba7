"""Pearson scores, single-feature losses and the ranking of scores: by hand, against SciPy, scikit-learn and brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import pearsonr, rankdata
from sklearn.feature_selection import f_regression, r_regression
from sklearn.tree import DecisionTreeClassifier

from fewidgets.algorithms import (
    pearson_scores,
    rank_features,
    single_feature_losses,
)
from fewidgets.data import load_credit


def rows_of(P, N, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(P, N)) * 10.0 ** rng.integers(-3, 4, size=N) + 10.0 ** rng.integers(-2, 3, size=N)
    return X, X @ rng.normal(size=N) + rng.normal(size=P)


# Ranking


def test_equal_scores_share_a_rank_and_stand_by_number():
    ranking = rank_features([0.2, 0.5, 0.5, 0.9, 0.2])
    assert ranking.order.tolist() == [3, 1, 2, 0, 4]
    assert ranking.ranks.tolist() == [4, 2, 2, 1, 4]
    assert ranking.ties == ((1, 2), (0, 4))
    assert ranking.top(3).tolist() == [3, 1, 2]


def test_rounding_does_not_decide_between_equals():
    ranking = rank_features([0.1 + 0.2, 0.5, 0.3])
    assert ranking.ties == ((0, 2),)
    assert ranking.order.tolist() == [1, 0, 2]
    assert rank_features([0.1 + 0.2, 0.5, 0.3], tolerance=0.0).ties == ()
    assert rank_features([0.1, 0.2, 0.3], tolerance=0.15).ties == ((0, 1, 2),)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(-4, 4), min_size=1, max_size=30))
def test_ranks_are_those_of_scipy(scores):
    ranking = rank_features(scores)
    np.testing.assert_array_equal(ranking.ranks, rankdata(-np.array(scores), method="min"))
    assert sorted(ranking.order.tolist()) == list(range(len(scores)))
    assert (np.diff(np.array(scores)[ranking.order]) <= 0).all()
    tied = {n for group in ranking.ties for n in group}
    assert tied == {n for n, score in enumerate(scores) if scores.count(score) > 1}


# Pearson scores


@pytest.mark.parametrize(("P", "N"), [(2, 3), (50, 7), (3000, 40)])
def test_scores_are_those_of_scipy_and_scikit_learn(P, N):
    X, y = rows_of(P, N)
    scores = pearson_scores(X, y).scores
    np.testing.assert_allclose(scores, [pearsonr(x, y).statistic for x in X.T], atol=1e-14)
    centred = X - X.mean(axis=0)  # for scikit-learn, which loses digits where means are large: see below
    np.testing.assert_allclose(scores, r_regression(centred, y), atol=1e-14)
    if P > 2:
        f = scores**2 / (1 - scores**2) * (P - 2)
        np.testing.assert_allclose(f, f_regression(centred, y)[0], rtol=1e-10)
        assert pearson_scores(X, y).order.tolist() == (-f).argsort(kind="stable").tolist()


def test_an_offset_of_a_million_costs_no_digits():
    X, y = rows_of(1000, 5)
    exact = pearson_scores(X - X.mean(axis=0), y).scores
    shifted = (X - X.mean(axis=0)) / X.std(axis=0) + 1e6
    np.testing.assert_allclose(pearson_scores(shifted, y).scores, exact, atol=1e-10)
    # scikit-learn takes the variance as E[v²] − E[v]².
    assert np.abs(r_regression(shifted, y) - exact).max() > 1e-6


def test_means_that_no_sample_tells_cost_no_digits():
    """Deviations are first taken from the mean of a few rows: here it is far from the features' own."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 3)) + 1e7
    X[:: 20_000 // 64] += [1e9, 0, -1e5]
    y = X @ [1e-9, 1, 1] + rng.normal(size=20_000)
    wide, residuals = (X - X.mean(axis=0)).astype(np.longdouble), (y - y.mean()).astype(np.longdouble)
    wide -= wide.mean(axis=0)
    exact = residuals @ wide / np.sqrt((wide**2).sum(axis=0) * (residuals**2).sum())
    for order in (X, np.asfortranarray(X)):
        result = pearson_scores(order, y)
        np.testing.assert_allclose(result.scores, exact.astype(float), atol=1e-10)
        np.testing.assert_allclose(result.means, X.mean(axis=0), rtol=1e-14)
        np.testing.assert_allclose(result.variances, X.var(axis=0), rtol=1e-9)


# The loss of the best predictor from one feature


def test_a_nearly_perfect_fit_keeps_its_digits():
    x = np.linspace(0, 1, 50)
    noise = 1e-9 * np.cos(7 * np.arange(50))
    noise -= np.polyval(np.polyfit(x, noise, 1), x)
    result = single_feature_losses(x[:, None], 3 * x + 1 + noise)
    np.testing.assert_allclose(result.losses, [(noise**2).mean()], rtol=1e-6)
    assert single_feature_losses(x[:, None], 3 * x).losses[0] < 1e-31


def test_thresholds_on_credit_beat_the_gini_stump():
    """A decision stump of scikit-learn minimizes Gini impurity, not mistakes: it may misclassify more, never fewer."""
    credit = load_credit()
    result = single_feature_losses(credit.X, credit.y, loss="misclassification")
    stumps = [
        np.count_nonzero(
            DecisionTreeClassifier(max_depth=1).fit(credit.X[:, [n]], credit.y).predict(credit.X[:, [n]]) != credit.y
        )
        for n in range(20)
    ]
    assert (1000 * result.losses <= stumps).all()
    assert result.baseline == 0.3
    # Alone, hardly any feature tells more than that most loans turn out good.
    assert np.count_nonzero(~result.useless) < 10


# Features that are useless or weak alone and perfect together
