"""The predictions on regularization agree with computations of their own, and so do the numbers in their explanations."""

import re

import numpy as np
import pytest

from fewidgets.algorithms import StandardNormalizer, l1_path, l2_softmax_path, plain
from fewidgets.data import load_boston, load_credit
from fewidgets.exercises.bank import question
from fewidgets.exercises.predictions.regularization import (
    PLACES,
    SKETCHED,
    best_lambda,
    lists_tuned_again,
    path,
    scaled,
    weight_paths,
)


def test_where_each_penalty_sets_the_first_weight_to_zero():
    asked = question("9.7 first zero").kind
    assert asked.truth == ("ℓ0", "ℓ1", "ℓ2")
    C, c = np.array([[1.0, 0.5], [0.5, 1.0]]), np.array([2.0, 1.0])
    # ℓ0: dropping the second weight moves the first one to 2.5, at the cost 0.75; ℓ2: the length of the slope at 0.
    first = c[0] + C[0, 1] / C[0, 0] * c[1]
    gone = np.array([first, 0.0]) - c
    assert f"λ = {gone @ C @ gone:.2f}" in asked.because
    # ℓ1: with the second weight at 0 and its slope at its limit, the first one is λ/2 below 2.5.
    lam = 3.0
    slope = 2 * C @ (np.array([first - lam / 2, 0.0]) - c)
    np.testing.assert_allclose(np.abs(slope), lam)
    assert f"λ = {lam:.2f}" in asked.because
    assert f"λ = {np.linalg.norm(2 * C @ c):.2f}" in asked.because


def test_the_sketched_paths_start_and_end_as_the_texts_say():
    asked = question("9.7 weight paths")
    X, y = scaled()
    names = load_boston().feature_names
    free = np.linalg.lstsq(X, y, rcond=None)[0]
    for name in SKETCHED:
        assert f"{free[names.index(name)]:.2f}".replace("-", "−") in asked.question
    assert names[np.argsort(-np.abs(free))[1]] == "DIS", "the second largest weight"
    leaves = {names[event.feature]: event.lam for event in path().events if event.kind == "enters"}
    texts = " ".join(each.sentence for each in asked.kind.differences)
    assert {name: round(leaves[name]) for name in SKETCHED} == {"LSTAT": 747, "RM": 636, "DIS": 64}
    for lam in ("636", "747", "64"):
        assert lam in texts
    _, plainly = plain.l1_path(X, y, [200.0 / len(y)])
    at = np.searchsorted(PLACES, 200.0)
    np.testing.assert_allclose(weight_paths()[:, at], plainly[0, [names.index(name) for name in SKETCHED]], atol=1e-6)
    assert asked.kind.grade(weight_paths()).right


@pytest.mark.parametrize(
    ("ends", "begins"),
    [
        ({"LSTAT": 100, "RM": 600, "DIS": 300}, "You let LSTAT go first; it stays longest."),
        ({"LSTAT": 700, "RM": 100, "DIS": 300}, "You let RM go first"),
        ({"LSTAT": 500, "RM": 700, "DIS": 60}, "You let RM stay longest"),
        ({"LSTAT": 740, "RM": 600, "DIS": 300}, "The order is right. But you let DIS stay too long"),
        ({"LSTAT": 400, "RM": 300, "DIS": 60}, "The order is right. But you let LSTAT go too early"),
    ],
)
def test_a_wrong_sketch_of_the_paths_is_named(ends, begins):
    start = dict(zip(SKETCHED, weight_paths()[:, 0], strict=True))
    drawn = {name: [(0, start[name]), (end, 0), (800, 0)] for name, end in ends.items()}
    assert question("9.7 weight paths").kind.grade(drawn).reason.startswith(begins)


def test_the_four_conventions():
    X, y = scaled()
    kind = question("9.7 mean or sum").kind
    raw = load_boston().y
    for case, output, factor in (
        ("mean, output in $1,000", raw, 1),
        ("mean, output normalized", y, 1),
        ("sum, output in $1,000", raw, len(y)),
        ("sum, output normalized", y, len(y)),
    ):
        # The largest slope of the cost at zero weights.
        largest = factor * 2 * np.abs((output - output.mean()) @ X).max() / len(y)
        assert (case in kind.truth) == (largest > 130)
        stated = re.search(r"from λ = ([\d.]+) on", kind.options[case])
        assert (stated is None) == (largest > 130)
        if stated:
            assert float(stated[1]) == pytest.approx(largest, rel=5e-3)
    assert np.count_nonzero(l1_path(X, raw, reduction="sum").at(130.0).weights) == 12
    assert np.count_nonzero(path().at(130.0).weights) == 4


def test_the_best_lambda_is_near_2_with_eleven_features():
    assert 1.5 < best_lambda() < 2.5
    assert np.count_nonzero(path().at(best_lambda()).weights) == 11
    counts = [np.count_nonzero(path().at(lam).weights) for lam in np.linspace(100.0, 150.0, 11)]
    assert (min(counts), max(counts)) == (3, 5)


def test_property_is_left_with_a_weight_that_cannot_be_seen():
    credit = load_credit()
    X = StandardNormalizer().fit_transform(credit.X)
    weights = l1_path(X, credit.y, cost="softmax", reduction="sum", lambdas=[0.0, 40.0]).at(40.0).weights
    found = dict(zip(credit.feature_names, weights, strict=True))
    kind = question("9.7 loans left").kind
    assert f"{found['property']:.3f}".replace("-", "−") in kind.options["property"]
    assert found["age"] == 0
    largest = sorted(found, key=lambda name: -abs(found[name]))[:4]
    assert largest == ["account_balance", "duration", "payment_status", "savings"]
    assert len(kind.truth) == 5
    shrunk = l2_softmax_path(X, credit.y, kind="l2", reduction="sum")
    assert round(shrunk.lambda_max) == 274
    assert "274" in question("9.7 l2 loans").kind.options["all 20"]
    assert question("9.7 l2 loans").kind.truth == "all 20"


def test_with_three_features_l1_has_the_better_list_and_with_six_boosting():
    assert lists_tuned_again(3)[0] > lists_tuned_again(3)[1]
    assert lists_tuned_again(6)[0] < lists_tuned_again(6)[1]
    assert question("9.7 three and six").kind.truth == "ℓ1 with three features, boosting with six"


def test_indus_comes_back_with_the_other_sign():
    moments = sorted(event.lam for event in path().events if load_boston().feature_names[event.feature] == "INDUS")
    kind = question("9.7 comes back").kind
    assert kind.truth == "yes, with the other sign"
    for lam in moments[:2]:
        assert f"λ = {lam:.3g}" in kind.options[kind.truth]


def test_no_weight_of_the_descent_is_zero_and_nine_of_the_exact_ones_are():
    assert question("9.7 descent zeros").kind.truth == 0
    assert (path().at(130.0).weights == 0).sum() == 9


def test_the_penalty_takes_b_and_c():
    assert question("9.7 toy pair").kind.truth == "b and c"
