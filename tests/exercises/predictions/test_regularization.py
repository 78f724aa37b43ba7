"""The predictions on regularization agree with computations of their own, and so do the numbers in their explanations."""

import re

import numpy as np
import pytest

from fewidgets.algorithms import StandardNormalizer, l1_path, l2_softmax_path, plain
from fewidgets.data import load_boston, load_credit
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.boosting import toy
from fewidgets.exercises.bank.predictions.regularization import (
    PLACES,
    SKETCHED,
    path,
    scaled,
    weight_paths,
)


def test_the_sketched_paths_start_and_end_as_the_texts_say():
    asked = question("9.7 weight paths")
    X, y = scaled()
    names = load_boston().feature_names
    free = np.linalg.lstsq(X, y, rcond=None)[0]
    for name in SKETCHED:
        alone = X[:, names.index(name)] @ y / len(y)
        assert {f"{value:.2f}".replace("-", "−") for value in (free[names.index(name)], alone)} <= set(
            re.findall(r"−?\d\.\d\d", asked.question)
        )
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


def test_without_the_second_weight_the_cost_rises_by_as_much_as_the_question_says():
    w = np.linspace(0, 4, 40_001)  # the first weight
    rises = ((w - 2) ** 2 + 1 - (w - 2)).min()
    asked = question("9.7 first zero")
    assert f"rise by {rises:.2f}" in asked.question
    assert asked.kind.truth == ("ℓ0", "ℓ1", "ℓ2")


def test_l2_keeps_all_loans_features():
    credit = load_credit()
    X = StandardNormalizer().fit_transform(credit.X)
    shrunk = l2_softmax_path(X, credit.y, kind="l2", reduction="sum")
    assert np.count_nonzero(shrunk.at(40.0).weights) == 20
    assert np.count_nonzero(l1_path(X, credit.y, cost="softmax", reduction="sum", lambdas=[0.0, 40.0]).at(40.0).weights) == 5
    assert round(shrunk.lambda_max) == 274
    asked = question("9.7 l2 loans").kind
    assert "274" in asked.options["all 20"]
    assert asked.truth == "all 20"


def test_the_toy_pair_starts_with_c_and_ends_with_a_and_b():
    X, y = toy()
    assert np.argmax(np.abs(X.T @ (y - y.mean()))) == 2, "the largest slope at zero weights"
    _, weights = plain.l1_path(X, y / y.std(), [0.2, 0.09, 0.001], sweeps=20_000)
    assert np.flatnonzero(np.abs(weights[0]) > 1e-9).tolist() == [1, 2], "c and one of a and b"
    assert abs(weights[2][2]) < 0.1 * min(abs(weights[2][:2]))
    assert len(question("9.7 toy pair").kind.truth) == 2
