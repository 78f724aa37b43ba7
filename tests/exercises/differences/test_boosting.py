"""The round that is named is the first one that differs, found here by brute force; a right result yields no difference."""

import numpy as np
import pytest

from fewidgets.algorithms import boost
from fewidgets.algorithms.plain import boost as plain_boost
from fewidgets.exercises.bank.collected import tasks
from fewidgets.exercises.differences import boosting_difference
from fewidgets.exercises.differences.boosting_replay import replayed


def data(seed, P=30, N=5):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(P, N)) * rng.uniform(0.2, 6, N) + rng.normal(size=N)
    return X - X.mean(axis=0), X @ rng.normal(size=N) + rng.normal(size=P) + 3


#: Changes of the solution, by what is said of them.
VARIANTS = {
    "of unscaled inputs": ("costs.argmin()", "costs.argmin()\n        tuned[best] *= (X[:, best] ** 2).sum()"),
    "divided by P": ("costs.argmin()", "costs.argmin()\n        tuned[best] *= (X[:, best] ** 2).mean()"),
    "sign reversed": ("costs.argmin()", "costs.argmin()\n        tuned[best] *= -1"),
    "half of its weight": ("costs.argmin()", "costs.argmin()\n        tuned[best] /= 2"),
    "larger scale": ("((residual[:, None] - tuned * X) ** 2).mean(axis=0)", "-np.abs(X.T @ residual)"),
    "largest tuned weight": ("((residual[:, None] - tuned * X) ** 2).mean(axis=0)", "-np.abs(tuned)"),
    "Your bias is 0": ("y.mean()", "0.0"),
    "the median": ("y.mean()", "np.median(y)"),
    "residual is not updated": ("residual - tuned[best] * X[:, best]", "residual"),
}


def variant(words, *arguments):
    return tasks()["9.9 boosting"].changed(*VARIANTS[words])(*arguments)


def first_round(right, found):
    """Compare round by round: 0 for the bias, m for the m-th feature and its weight, None if all agree."""
    if not np.isclose(right[0], found[0]):
        return 0
    for m, (one, other) in enumerate(zip(right[2], found[2], strict=True), start=1):
        if one != other or not np.isclose(right[1][one], found[1][one], rtol=1e-4, atol=1e-6 * np.abs(right[1]).max()):
            return m
    return None


@pytest.mark.parametrize("words", VARIANTS)
def test_the_round_is_the_first_that_differs_and_the_cause_is_named(words):
    named = 0
    for seed in range(12):
        X, y = data(seed)
        right, found = plain_boost(X, y, 4), variant(words, X, y, 4)
        expected = first_round(right, found)
        difference = boosting_difference((X, y, 4), right, found)
        if expected is None:
            assert difference is None
            continue
        assert difference.where == f"round {expected}"
        named += words in difference.sentence
    assert named, "never named"


def test_one_choice_that_fits_a_rule_by_chance_is_no_cause():
    met = 0
    for seed in range(20):
        X, y = data(seed)
        bias, w, order = plain_boost(X, y, 3)
        by_weight = variant("largest tuned weight", X, y, 3)[2]
        residual = y - bias - X[:, order[:2]] @ w[order[:2]]
        tuned = np.abs(X.T @ residual / (X**2).sum(axis=0))
        tuned[order[:2]] = -1
        last = int(tuned.argmax())
        if last != order[2] and list(by_weight[:2]) != list(order[:2]):
            met += 1
            sentence = boosting_difference((X, y, 3), (bias, w, order), (bias, w, [*order[:2], last])).sentence
            assert "largest tuned weight" not in sentence
    assert met, "never met"


def test_a_right_result_by_any_route_has_no_difference():
    for seed in range(8):
        X, y = data(seed)
        bias, w, order = plain_boost(X, y, 4)
        for found in [
            (bias, w, order),
            [float(bias), w.tolist(), [float(n) for n in order]],
            (bias, w.astype(np.float64), tuple(order)),
        ]:
            assert boosting_difference((X, y, 4), (bias, w, order), found) is None
        trace = boost(X, y, rounds=4)
        assert boosting_difference((X, y, 4), (bias, w, order), (trace.bias, trace.weights[-1], trace.order)) is None


def test_other_orders_and_numbers_are_explained():
    X, y = data(1)
    bias, w, order = plain_boost(X, y, 3)
    args, right = (X, y, 3), (bias, w, order)

    def says(*found):
        return boosting_difference(args, right, found).sentence

    assert "counted from 1" in says(bias, w, order + 1)
    assert "from its last step to its first" in says(bias, w, order[::-1])
    assert "has ended" in says(bias, w, order[:2])
    assert "too many rounds" in says(bias, w, [*order, next(n for n in range(5) if n not in order)])
    assert "a feature is chosen once" in says(bias, w, [order[0], order[0], order[2]])
    assert "numbered from 0 to 4" in says(bias, w, [order[0], 17, order[2]])
    assert "NaN" in says(bias, w * np.nan, order)
    assert "never chosen" in says(bias, w + np.isin(np.arange(5), order, invert=True), order)
    assert "5 numbers" in says(bias, w[:2], order)
    assert boosting_difference(args, right, right) is None


@pytest.mark.parametrize("cost", ["least_squares", "softmax"])
def test_a_replayed_reference_is_the_reference(cost):
    X, y = data(3)
    y = y if cost == "least_squares" else np.where(y > np.median(y), 1.0, -1.0)
    trace = boost(X, y, cost=cost, rounds=4)
    again = replayed(X, y, trace.bias, trace.weights[-1], trace.order.tolist(), cost)
    for name in ("weights", "costs", "candidate_costs", "candidate_weights", "residuals"):
        np.testing.assert_allclose(getattr(again, name), getattr(trace, name), rtol=1e-6, atol=1e-8, err_msg=name)


def test_a_wrong_softmax_weight_is_named():
    X, y = data(4)
    y = np.where(y > np.median(y), 1.0, -1.0)
    trace = boost(X, y, cost="softmax", rounds=3)
    right = trace.bias, trace.weights[-1], trace.order
    found = trace.bias, np.where(np.arange(5) == trace.order[1], trace.weights[-1] / 2, trace.weights[-1]), trace.order
    difference = boosting_difference((X, y, 3), right, found, cost="softmax")
    assert difference.where == "round 2"
    assert "half of its weight" in difference.sentence


def test_a_weight_that_would_need_a_bias_is_named():
    X, y = data(0)
    X = X + np.arange(1.0, 6.0)  # with mean 0, this weight is the right one
    own = "        tuned[best] = np.cov(X[:, best], residual, bias=True)[0, 1] / X[:, best].var()"
    found = tasks()["9.9 boosting"].changed("costs.argmin()", f"costs.argmin()\n{own}")(X, y, 1)
    difference = boosting_difference((X, y, 1), plain_boost(X, y, 1), found)
    assert "covariance divided by its variance" in difference.sentence
