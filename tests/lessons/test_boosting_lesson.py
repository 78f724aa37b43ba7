"""What lesson 9.6 says is true, and what it names is on screen."""

import numpy as np
import pytest

from fewidgets.algorithms import PCASphering, StandardNormalizer, boost, cross_validate_boost, plain
from fewidgets.data import load_boston, load_credit
from tests.lessons.reading import cells

LESSON = "9.6_boosting"


@pytest.fixture(scope="module")
def boston():
    table = load_boston()
    X, y = StandardNormalizer().fit_transform(table.X), (table.y - table.y.mean()) / table.y.std()
    return table, X, y


def tuned_together(X, y, chosen):
    inputs = np.column_stack([np.ones(len(y)), X[:, chosen]])
    return np.mean((inputs @ np.linalg.lstsq(inputs, y, rcond=None)[0] - y) ** 2)


def stepwise_costs(X, y, rounds):
    chosen, costs = [], [y.var()]
    for _ in range(rounds):
        rest = [n for n in range(X.shape[1]) if n not in chosen]
        chosen.append(min(rest, key=lambda n: tuned_together(X, y, [*chosen, n])))
        costs.append(tuned_together(X, y, chosen))
    return np.array(costs)


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


def test_with_a_normalized_output_the_cost_starts_at_1_and_the_order_is_that_of_the_raw_output(boston):
    table, X, y = boston
    normalized, raw = boost(X, y, rounds=5), boost(X, table.y, rounds=5)
    assert round(float(normalized.costs[0]), 12) == 1
    assert round(float(normalized.weights[-1, normalized.order[0]]), 2) == -0.74
    assert normalized.order.tolist() == raw.order.tolist()
    np.testing.assert_allclose(normalized.weights * table.y.std(), raw.weights, atol=1e-12)


def test_gains_grow_because_of_correlation_and_not_because_weights_are_frozen(boston):
    table, X, y = boston
    trace = boost(X, y, rounds=5)
    assert (np.diff(-np.diff(trace.costs)) > 0).tolist() == [False, False, True, False]
    together = [table.y.var() * tuned_together(X, y, trace.order[:m]) for m in range(6)]
    assert [round(float(gain), 2) for gain in -np.diff(together)[2:4]] == [0.69, 3.67]
    gains = -np.diff(stepwise_costs(X, table.y, 5))
    assert [round(float(gain), 2) for gain in gains[3:]] == [0.99, 1.50], "forward stepwise selection grows too"
    sphered = boost(PCASphering().fit_transform(X), y)
    assert (np.diff(-np.diff(sphered.costs)) <= 1e-12).all(), "without correlation gains never grow"
    text = " ".join(cells(LESSON))
    assert "frozen weight cannot adjust" not in text


def test_the_winner_correlates_most_with_the_residual_and_not_at_all_after_its_round(boston):
    _, X, y = boston
    trace = boost(X, y, rounds=5)
    for m in range(5):
        before, after = ([np.corrcoef(x, trace.residuals[k])[0, 1] for x in X.T] for k in (m, m + 1))
        before = np.abs(before)
        before[trace.order[:m]] = 0
        assert before.argmax() == trace.order[m]
        assert abs(after[trace.order[m]]) < 1e-12
    assert abs(np.corrcoef(X[:, trace.order[0]], trace.residuals[5])[0, 1]) > 0.2, "the first winner comes back"


def test_the_answers_on_the_number_of_rounds(boston):
    table, X, y = boston
    found = cross_validate_boost(table.X, y, folds=10)
    assert found.one_standard_error_rounds == 4
    assert boost(X, y, stop=0.01).n_rounds == 5
    assert (np.flatnonzero(np.diff(found.mean) > 0) + 1).tolist() == [6, 11, 13]


def test_the_parts_of_going_further(boston):
    table, X, y = boston
    trace = boost(X, y, rounds=5)
    stretched = X * np.where(np.arange(13) == 5, 1000, 1)
    assert boost(stretched, y, rounds=5).order.tolist() == trace.order.tolist()
    theirs = load_boston(chapter_copy=True)
    other = boost(StandardNormalizer().fit_transform(theirs.X), y, rounds=5)
    assert other.order.tolist() == trace.order.tolist()
    assert "CRIM" not in [table.feature_names[n] for n in trace.order]


def test_the_credit_example_finds_the_features_of_the_chapter():
    credit = load_credit()
    trace = boost(StandardNormalizer().fit_transform(credit.X), credit.y, cost="softmax", rounds=4)
    assert set((trace.order + 1).tolist()) == {1, 2, 3, 6}
    signs = {credit.feature_names[n]: trace.weights[-1, n] > 0 for n in trace.order}
    assert [name for name, positive in signs.items() if not positive] == ["duration"]
