"""The predictions on regularization agree with computations of their own, and so do the numbers in their explanations."""

import re

import numpy as np
import pytest

from fewidgets.algorithms import StandardNormalizer, l1_path, l2_softmax_path, plain
from fewidgets.data import load_boston, load_credit
from fewidgets.exercises.bank import question
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
