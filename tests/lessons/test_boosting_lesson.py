"""What lesson 9.6 says is true, and what it names is on screen."""

import numpy as np
import pytest

from fewidgets.algorithms import StandardNormalizer, boost, cross_validate_boost, plain
from fewidgets.data import load_boston, load_credit


@pytest.fixture(scope="module")
def boston():
    table = load_boston()
    X, y = StandardNormalizer().fit_transform(table.X), (table.y - table.y.mean()) / table.y.std()
    return table, X, y


def test_the_round_by_hand_is_the_first_round(boston):
    table, X, y = boston
    tuned = y @ X / (X**2).sum(axis=0)
    left = ((tuned * X - y[:, None]) ** 2).mean(axis=0)
    trace = boost(X, y, rounds=5)
    assert trace.order[0] == left.argmin()
    np.testing.assert_allclose(trace.candidate_costs[0], left)
    assert plain.boost(X, y, 5)[2].tolist() == trace.order.tolist()
    assert [table.feature_names[n] for n in trace.order[:2]] == ["LSTAT", "RM"], "Example 9.6"
    assert (trace.order[:2] + 1).tolist() == [13, 6]


def test_the_answers_on_the_number_of_rounds(boston):
    table, X, y = boston
    found = cross_validate_boost(table.X, y, folds=10)
    assert found.one_standard_error_rounds == 4
    assert boost(X, y, stop=0.01).n_rounds == 5
    assert (np.flatnonzero(np.diff(found.mean) > 0) + 1).tolist() == [6, 11, 13]


def test_the_credit_example_finds_the_features_of_the_chapter():
    credit = load_credit()
    trace = boost(StandardNormalizer().fit_transform(credit.X), credit.y, cost="softmax", rounds=4)
    assert set((trace.order + 1).tolist()) == {1, 2, 3, 6}
    signs = {credit.feature_names[n]: trace.weights[-1, n] > 0 for n in trace.order}
    assert [name for name, positive in signs.items() if not positive] == ["duration"]
