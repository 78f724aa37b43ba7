"""What lesson 9.6 says is true, and what it names is on screen."""

import numpy as np
import pytest

from fewidgets.algorithms import PCASphering, StandardNormalizer, boost, cross_validate_boost, plain
from fewidgets.data import load_boston, load_credit
from fewidgets.exercises.cars.held_out import held_out_errors, parts
from fewidgets.exercises.cars.scores import difference
from tests.lessons.reading import cells

TOLD = " ".join(" ".join(cells("9.6_boosting")).split())


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
    assert "The rule of one standard error keeps four features" in TOLD
    assert "With <code>stop=0.01</code>, boosting keeps five" in TOLD


def test_the_correlations_with_lstat(boston):
    table, X, y = boston
    r = [np.corrcoef(X[:, table.feature_names.index(name)], X[:, 12])[0, 1] for name in ("RM", "PTRATIO", "DIS", "CHAS")]
    told = "({:.2f}, {:.2f} and {:.2f}). CHAS hardly is ({:.2f})".format(*r).replace("-", "−")
    assert told in TOLD
    after = np.corrcoef(X[:, 12], boost(X, y, rounds=5).residuals[5])[0, 1]
    assert f"LSTAT has a correlation of {abs(after):.3f} with the residual" in TOLD


def test_round_4_gains_more_than_round_3_because_of_a_correlation(boston):
    table, X, y = boston
    trace = boost(X, y, rounds=5)
    gains = -np.diff(trace.costs)
    assert (np.flatnonzero(np.diff(gains) > 0) + 2).tolist() == [4]
    assert [table.feature_names[n] for n in trace.order[2:4]] == ["DIS", "PTRATIO"]
    before, after = (np.corrcoef(X[:, trace.order[3]], trace.residuals[m])[0, 1] for m in (2, 3))
    assert abs(after) > abs(before)
    sphered = boost(PCASphering().fit_transform(X), y)
    assert (np.diff(-np.diff(sphered.costs)) <= 1e-12).all(), "each gain is smaller than the one before"


def test_the_unit_of_a_feature_changes_its_weight_alone(boston):
    table, X, y = boston
    n = table.feature_names.index("RM")
    stretched = np.where(np.arange(13) == n, 1000 * X, X)
    trace, again = boost(X, y), boost(stretched, y)
    assert trace.order.tolist() == again.order.tolist()
    np.testing.assert_allclose(trace.costs, again.costs)
    assert again.weights[-1, n] == pytest.approx(trace.weights[-1, n] / 1000)


def test_labels_taken_for_numbers_give_the_same_first_nine_features():
    credit = load_credit()
    X = StandardNormalizer().fit_transform(credit.X)
    labels, numbers = boost(X, credit.y, cost="softmax"), boost(X, (credit.y - credit.y.mean()) / credit.y.std())
    assert (labels.order == numbers.order).argmin() == 9


def boosting(rounds, orders=None):
    def fit(X, y):
        means, scales = np.nanmean(X, axis=0), np.nanstd(X, axis=0)
        bias, w, order = plain.boost(np.nan_to_num((X - means) / scales), y, rounds)
        if orders is not None:
            orders.append(order)
        return lambda cars: bias + np.nan_to_num((cars - means) / scales) @ w

    return fit


def test_three_rounds_predict_the_cars_about_as_well_as_all_features():
    def all_features(X, y):
        means = np.nanmean(X, axis=0)

        def inputs(cars):
            return np.column_stack([np.ones(len(cars)), np.where(np.isnan(cars), means, cars)])

        w = np.linalg.lstsq(inputs(X), y, rcond=None)[0]
        return lambda cars: inputs(cars) @ w

    orders = []
    errors = {rounds: held_out_errors(boosting(rounds, orders if rounds == 3 else None)) for rounds in (1, 2, 3, 7)}
    everything = held_out_errors(all_features)
    told = [f"{errors[rounds].mean():.2f}" for rounds in (1, 2, 3, 7)]
    assert "{} miles per gallon after one round, {} after two, {} after three and {} after seven".format(*told) in TOLD
    assert f"all seven features has {everything.mean():.2f}" in TOLD
    change, uncertain = difference(errors[3], everything)
    assert f"{change:.2f} ± {uncertain:.2f} worse" in TOLD
    assert abs(change) < 2 * uncertain
    usual = [set(order.tolist()) == {1, 3, 5} for order in orders]
    assert (sum(usual), len(list(parts()))) == (18, 20)
    assert {n for order in orders for n in order.tolist()} == {0, 1, 2, 3, 5}, "cylinders or horsepower twice"


def test_the_credit_example_finds_the_features_of_the_chapter():
    credit = load_credit()
    trace = boost(StandardNormalizer().fit_transform(credit.X), credit.y, cost="softmax", rounds=4)
    assert set((trace.order + 1).tolist()) == {1, 2, 3, 6}
    signs = {credit.feature_names[n]: trace.weights[-1, n] > 0 for n in trace.order}
    assert [name for name, positive in signs.items() if not positive] == ["duration"]
