"""Pearson scores, single-feature losses and the ranking of scores: by hand, against SciPy, scikit-learn and brute force."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import pearsonr, rankdata
from sklearn.feature_selection import f_regression, r_regression
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeClassifier

from fewidgets.algorithms import (
    boost,
    mutual_information,
    pearson_scores,
    permutation_importance,
    rank_features,
    single_feature_losses,
)
from fewidgets.data import load_boston, load_credit, make_useless_alone


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


def test_a_case_by_hand():
    result = pearson_scores([[1.0, 6.0], [2.0, 0.0], [3.0, 0.0]], [1.0, 3.0, 5.0])
    np.testing.assert_allclose(result.scores, [1, -(0.75**0.5)], rtol=1e-15)
    np.testing.assert_allclose(result.covariances, [4 / 3, -4], rtol=1e-15)
    np.testing.assert_allclose(result.variances, [2 / 3, 8], rtol=1e-15)
    assert (result.output_mean, result.means.tolist()) == (3, [2, 2])
    assert result.output_variance == pytest.approx(8 / 3)
    assert result.order.tolist() == [0, 1]


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


def test_scale_and_sign_do_not_change_the_ranking():
    X, y = rows_of(100, 6)
    np.testing.assert_allclose(
        pearson_scores(X * [1e-9, -1, 5, -1e12, 3, 7], -4 * y + 2).scores,
        pearson_scores(X, y).scores * [-1, 1, -1, 1, -1, -1],
        atol=1e-13,
    )


def test_constant_features_and_ties_are_marked():
    X, y = rows_of(40, 2)
    # Feature 2 is 0.1 up to rounding, 3 is exactly constant, 4 is feature 0 in other units.
    X = np.column_stack([X, np.where(np.arange(40) % 2, 0.1 + 0.2, 0.3), np.full(40, 7.0), 3 - 2 * X[:, 0]])
    result = pearson_scores(X, y)
    assert result.constant.tolist() == [False, False, True, True, False]
    assert result.useless.tolist() == [False, False, True, True, False]
    assert result.scores[2:4].tolist() == [0, 0]
    assert set(result.ties) == {(0, 4), (2, 3)}
    assert result.ranks[2] == result.ranks[3] == 4


# The loss of the best predictor from one feature


def test_losses_are_those_of_least_squares_fits():
    X, y = rows_of(200, 6)
    result = single_feature_losses(X, y)
    for n in range(6):
        fit = LinearRegression().fit(X[:, [n]], y)
        np.testing.assert_allclose(result.losses[n], ((fit.predict(X[:, [n]]) - y) ** 2).mean(), rtol=1e-12)
        np.testing.assert_allclose(result.weights[n], fit.coef_[0], rtol=1e-9)
        np.testing.assert_allclose(result.biases[n], fit.intercept_, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(result.baseline, y.var())


def test_loss_and_score_rank_alike():
    X, y = rows_of(300, 20, seed=1)
    scores, losses = pearson_scores(X, y), single_feature_losses(X, y)
    np.testing.assert_allclose(losses.losses, (1 - scores.scores**2) * scores.output_variance, rtol=1e-12)
    assert losses.order.tolist() == scores.order.tolist()
    assert losses.ranks.tolist() == scores.ranks.tolist()


def test_a_nearly_perfect_fit_keeps_its_digits():
    x = np.linspace(0, 1, 50)
    noise = 1e-9 * np.cos(7 * np.arange(50))
    noise -= np.polyval(np.polyfit(x, noise, 1), x)
    result = single_feature_losses(x[:, None], 3 * x + 1 + noise)
    np.testing.assert_allclose(result.losses, [(noise**2).mean()], rtol=1e-6)
    assert single_feature_losses(x[:, None], 3 * x).losses[0] < 1e-31


def test_boston_ranks_as_the_first_round_of_boosting():
    boston = load_boston()
    first = boost((boston.X - boston.X.mean(axis=0)) / boston.X.std(axis=0), boston.y, rounds=1)
    result = single_feature_losses(boston.X, boston.y)
    np.testing.assert_allclose(result.losses, first.candidate_costs[0], rtol=1e-12)
    assert [boston.feature_names[n] for n in result.top(3)] == ["LSTAT", "RM", "PTRATIO"]


def brute_force_threshold(x, y):
    """The fewest misclassified by sign(b + w x), all thresholds and both directions tried."""
    values = np.unique(x)
    cuts = np.concatenate([[values[0] - 1], (values[1:] + values[:-1]) / 2])
    return min(np.count_nonzero(np.where(side * (x - cut) > 0, 1, -1) != y) for cut in cuts for side in (1, -1))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_thresholds_are_the_best_there_are(data):
    P = data.draw(st.integers(2, 12))
    x = np.array(data.draw(st.lists(st.integers(-3, 3), min_size=P, max_size=P)), dtype=float)
    y = np.array(data.draw(st.lists(st.sampled_from([-1.0, 1.0]), min_size=P, max_size=P).filter(lambda y: len(set(y)) > 1)))
    result = single_feature_losses(x[:, None], y, loss="misclassification")
    assert result.losses[0] == brute_force_threshold(x, y) / P
    predicted = np.sign(result.biases[0] + result.weights[0] * x)
    assert (predicted != y).mean() == result.losses[0]
    assert result.baseline == min((y > 0).sum(), (y < 0).sum()) / P
    assert result.useless[0] == (result.losses[0] == result.baseline)


def test_many_thresholds_at_once():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 50, size=(400, 30)).astype(float)
    y = np.where(X[:, 3] + 10 * rng.normal(size=400) > 25, 1.0, -1.0)
    result = single_feature_losses(X, y, loss="misclassification")
    assert result.order[0] == 3
    for n in range(30):
        assert result.losses[n] * 400 == pytest.approx(brute_force_threshold(X[:, n], y))


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


def test_a_constant_feature_predicts_as_no_feature_does():
    y = np.array([1.0, 1.0, -1.0, 1.0])
    X = np.column_stack([np.full(4, 0.3), [1.0, 2.0, 3.0, 4.0]])
    for loss in ("squared", "misclassification"):
        result = single_feature_losses(X, y, loss=loss)
        assert result.constant.tolist() == [True, False]
        assert result.useless[0]
        assert result.losses[0] == pytest.approx(result.baseline)
        assert result.weights[0] == 0


# Features that are useless or weak alone and perfect together


def test_two_features_useless_or_weak_alone_are_perfect_together():
    pair = make_useless_alone()
    scores = pearson_scores(pair.X, pair.y)
    np.testing.assert_allclose(scores.scores, [0, 0.5**0.5], atol=1e-15)
    assert scores.useless.tolist() == [True, False]
    losses = single_feature_losses(pair.X, pair.y)
    np.testing.assert_allclose(losses.losses, [1, 0.5], rtol=1e-15)
    mistakes = single_feature_losses(pair.X, pair.y, loss="misclassification")
    np.testing.assert_allclose(mistakes.losses, [0.5, 0.25])
    information = mutual_information(pair.X, pair.y)
    np.testing.assert_allclose(information.scores, [0, np.log(2) / 2], atol=1e-15)
    # Together: no loss, no mistake, all of the label's information.
    _, squares, *_ = np.linalg.lstsq(pair.X, pair.y)
    assert squares < 1e-25
    together = 3 * pair.X[:, [0]] + 7 * pair.X[:, [1]]
    np.testing.assert_allclose(mutual_information(together, pair.y).scores, information.label_entropy)


allowed = st.sampled_from([0.0, 1.0, -1.0, 0.1, 0.3, 1e-300, 5e-324, 1e30, 1e59, -1e60, 2.0**53])
any_number = st.one_of(st.floats(width=64), st.sampled_from([1.0, np.nan, np.inf, -1e61, 1e70]))


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(st.data())
def test_whatever_comes_in_only_named_errors_and_finite_numbers_come_out(data):
    P, N = data.draw(st.integers(0, 6)), data.draw(st.integers(0, 4))
    values = data.draw(st.sampled_from([allowed, allowed, any_number]))
    X = data.draw(arrays(float, (P, N), elements=values))
    y = data.draw(st.one_of(arrays(float, P, elements=values), arrays(float, P, elements=st.sampled_from([-1.0, 1.0]))))
    bins = data.draw(st.sampled_from([None, 2, 3]))
    named = set()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for run in (
            lambda: pearson_scores(X, y),
            lambda: single_feature_losses(X, y),
            lambda: single_feature_losses(X, y, loss="misclassification"),
            lambda: mutual_information(X, y, bins=bins),
            lambda: permutation_importance(lambda X: np.where(X[:, 0] > 0, 1.0, -1.0), X, y, repeats=2),
        ):
            try:
                result = run()
            except ValueError as error:
                named.add(str(error).split()[0])
                continue
            for name, value in vars(result).items():
                if isinstance(value, np.ndarray):
                    assert np.isfinite(value).all(), name
            assert sorted(result.order.tolist()) == list(range(N))
    assert named <= {"X", "y"}


def test_results_cannot_be_changed():
    X, y = rows_of(20, 3)
    for result in (pearson_scores(X, y), single_feature_losses(X, y), rank_features([1.0, 2.0])):
        for name, value in vars(result).items():
            if isinstance(value, np.ndarray):
                assert not value.flags.writeable, name
