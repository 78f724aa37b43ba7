"""The predictions on boosting agree with computations of their own, and so do the numbers in their explanations."""

import numpy as np

from fewidgets.data import load_auto_mpg, load_boston
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.boosting import car_run, correlations_after_round_one, held_out_error, toy


def test_the_first_feature_is_the_one_with_the_largest_correlation():
    boston = load_boston()
    r = np.corrcoef(boston.X, boston.y, rowvar=False)[-1, :-1]
    kind = question("9.6 first feature").kind
    strength = dict(zip(boston.feature_names, np.abs(r), strict=True))
    assert kind.truth == max(strength, key=strength.get)
    for name, value in zip(boston.feature_names, r, strict=True):
        if name in kind.options:
            assert f"{name} {value:.2f}".replace("-", "−") in question("9.6 first feature").question
    # The texts say that RM comes second among the four, that LSTAT's weight is negative, and that it explains over a half.
    assert sorted(kind.options, key=strength.get)[-2:] == ["RM", "LSTAT"]
    sign = dict(zip(boston.feature_names, np.sign(r), strict=True))
    assert (sign["LSTAT"], sign["RM"], sign["CRIM"], sign["TAX"]) == (-1, 1, -1, -1)
    assert strength["LSTAT"] ** 2 > 0.5
    crime, tax = boston.X[:, 0], boston.X[:, 9]
    assert np.median(crime) < 0.01 * crime.max()
    assert np.unique(tax, return_counts=True)[1].max() > len(tax) / 4


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


def test_the_held_out_error_falls_at_once_and_then_stays_level():
    error = held_out_error()
    assert error[1] < 0.5 * error[0]
    assert error[4] - error.min() < 0.02, "four rounds bring it near its lowest value"
    assert 0 <= error[13] - error.min() < 0.005, "late rounds do little harm"
    assert 0.3 < error[13] < 0.36, "about a third of the variance is left"


def test_boosting_takes_c_and_the_best_pair_is_a_and_b():
    X, y = toy()
    alone = [abs(np.corrcoef(x, y)[0, 1]) for x in X.T]
    assert np.argmax(alone) == 2
    costs = [np.linalg.lstsq(np.c_[np.ones(200), X[:, pair]], y, rcond=None)[1][0] for pair in ([0, 1], [0, 2], [1, 2])]
    assert costs[0] < 1e-20 < 1 < min(costs[1:])
    assert question("9.6 greedy pair").kind.truth == ("Boosting takes c first", "The best pair is a and b")


def test_the_weight_of_displacement_is_positive_although_its_correlation_is_negative():
    cars = load_auto_mpg()
    n = cars.feature_names.index("displacement")
    asked = question("9.6 displacement")
    assert [cars.feature_names[each] for each in car_run().order[:3]] == ["weight", "model_year", "displacement"]
    assert f"{np.corrcoef(cars.X[:, n], cars.y)[0, 1]:.2f}".replace("-", "−") in asked.question
    r = np.corrcoef(cars.X, rowvar=False)[cars.feature_names.index("weight")]
    beside = [f"{r[cars.feature_names.index(name)]:.2f}".replace("-", "−") for name in ("displacement", "model_year")]
    assert "{} with displacement and {} with model_year".format(*beside) in asked.question
    residual = car_run().residuals[2]
    assert np.corrcoef(cars.X[:, n], residual)[0, 1] > 0
    assert (asked.kind.truth, round(car_run().weights[-1, n], 2)) == ("Positive", 0.09)
