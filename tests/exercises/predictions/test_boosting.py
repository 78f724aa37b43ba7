"""The predictions on boosting agree with computations of their own, and so do the numbers in their explanations."""

import numpy as np
import pytest

from fewidgets.data import load_boston, load_credit
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.boosting import (
    correlations_after_round_one,
    credit_run,
    run,
)


@pytest.fixture(scope="module")
def gains():
    return -np.diff(run().costs)


def test_the_first_feature_is_the_one_with_the_largest_correlation():
    boston = load_boston()
    r = np.corrcoef(boston.X, boston.y, rowvar=False)[-1, :-1]
    kind = question("9.6 first feature").kind
    strength = dict(zip(boston.feature_names, np.abs(r), strict=True))
    assert kind.truth == max(strength, key=strength.get)
    # The texts say that RM comes second among the four, that LSTAT's weight is negative, and that it explains over a half.
    assert sorted(kind.options, key=strength.get)[-2:] == ["RM", "LSTAT"]
    sign = dict(zip(boston.feature_names, np.sign(r), strict=True))
    assert (sign["LSTAT"], sign["RM"], sign["CRIM"], sign["TAX"]) == (-1, 1, -1, -1)
    assert strength["LSTAT"] ** 2 > 0.5
    crime, tax = boston.X[:, 0], boston.X[:, 9]
    assert np.median(crime) < 0.01 * crime.max()
    assert np.unique(tax, return_counts=True)[1].max() > len(tax) / 4


def test_round_4_gains_more_than_round_3_and_no_other_gain_grows(gains):
    assert (np.flatnonzero(np.diff(gains[:5]) > 0) + 2).tolist() == [4]
    assert question("9.6 gains").kind.truth.endswith("larger than the one before")
    assert gains[0] > 0.5
    assert gains[1:5].sum() < gains[0] / 3


def test_the_bars_before_and_after_round_one():
    boston = load_boston()
    asked = question("9.6 after round one")
    places = [boston.feature_names.index(name) for name in asked.kind.places]
    before = np.abs(np.corrcoef(boston.X, boston.y, rowvar=False)[-1, places])
    for name, value in zip(asked.kind.places, before, strict=True):
        assert f"{name} {value:.2f}" in asked.question
    x = boston.X[:, places[0]]
    residual = boston.y - np.polyval(np.polyfit(x, boston.y, 1), x)
    after = np.abs([np.corrcoef(boston.X[:, n], residual)[0, 1] for n in places])
    np.testing.assert_allclose(correlations_after_round_one(), after, atol=1e-12)
    assert abs(np.corrcoef(x, boston.X[:, places[-1]])[0, 1]) < 0.1, "CHAS hardly correlates with LSTAT"
    assert asked.kind.grade(after).right


def test_the_run_ends_before_the_first_round_that_brings_less_than_1_percent(gains):
    shares = 100 * gains / run().costs[:-1]
    assert int(np.argmax(shares < 1)) == question("9.6 stop").kind.truth == 5
    assert (round(shares[4], 1), round(shares[5], 1), round(100 * gains[4], 1)) == (1.7, 0.6, 0.6)


def test_the_places_of_the_four_loan_features():
    names, order = load_credit().feature_names, credit_run().order.tolist()
    place = {name: order.index(names.index(name)) + 1 for name in ("account_balance", "savings", "credit_amount", "age")}
    assert place == {"account_balance": 1, "savings": 4, "credit_amount": 15, "age": 17}
    assert names[order[1]] == "duration"
    credit = load_credit()
    amount, duration = (credit.X[:, names.index(name)] for name in ("credit_amount", "duration"))
    assert np.corrcoef(amount, duration)[0, 1] > 0.5, "large loans run longer"
    assert question("9.6 loan features").kind.truth[0] == "balance of the account"
