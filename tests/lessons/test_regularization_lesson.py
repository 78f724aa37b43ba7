"""What lesson 9.7 says is true, and what it names is on screen."""

import numpy as np
import pytest

from fewidgets import BoostingVersusL1, RegularizerViewer
from fewidgets.algorithms import StandardNormalizer, l1_path
from fewidgets.data import load_boston, load_credit
from tests.lessons.reading import cells

LESSON = "9.7_regularization"


@pytest.fixture(scope="module")
def boston():
    table = load_boston()
    return table, StandardNormalizer().fit_transform(table.X), (table.y - table.y.mean()) / table.y.std()


@pytest.fixture(scope="module")
def path(boston):
    _, X, y = boston
    return l1_path(X, y, reduction="sum")


def kept(table, weights):
    return {name for name, weight in zip(table.feature_names, weights, strict=True) if weight}


def test_which_penalty_drops_a_weight_first_depends_on_the_cost():
    told = " ".join(cells(LESSON))
    for minimizer, first in (((2.0, 1.0), ("l0", 0.75, 3.0)), ((6.0, 5.0), ("l1", 18.75, 15.0))):
        C, c = np.array([[1.0, 0.5], [0.5, 1.0]]), np.array(minimizer)
        w = np.linspace(0, 12, 120_001)  # one weight, where the other one is dropped
        alone = ((w - c[0]) ** 2 + c[1] ** 2 - c[1] * (w - c[0])).min()
        lam = 2 * c[1] * (C[1, 1] - C[0, 1] ** 2) / (1 - C[0, 1])
        assert (pytest.approx(alone), pytest.approx(lam)) == first[1:]
        paths = RegularizerViewer(minimizer=minimizer, correlation=0.5).trace
        gone = {kind: paths[kind].lambdas[(paths[kind].weights == 0).any(axis=1)][0] for kind in ("l0", "l1", "l2")}
        assert (min(gone, key=gone.get), gone["l0"], pytest.approx(gone["l1"])) == first
    assert "minimizer=(6, 5), correlation=0.5" in told
    assert r"\lambda = 15$" in told
    assert r"\lambda = 18.75$" in told


def test_at_130_the_sum_of_a_normalized_output_leaves_the_features_of_the_chapter_and_a_tiny_one(boston, path):
    table, X, y = boston
    weights = path.at(130.0).weights
    assert kept(table, weights) == {"RM", "PTRATIO", "B", "LSTAT"}
    assert (np.argsort(-np.abs(weights))[:3] + 1).tolist() == [13, 6, 11], "Example 9.11"
    assert min(abs(weights[weights != 0])) < 0.005
    mean = l1_path(X, y, reduction="mean")
    np.testing.assert_allclose(mean.at(130.0 / len(y)).weights, weights, atol=1e-12)
    assert not mean.at(130.0).weights.any()
    assert len(kept(table, path.at(0.0).weights)) == 13


def test_indus_leaves_and_comes_back_with_the_other_sign(boston, path):
    table, _, _ = boston
    n = table.feature_names.index("INDUS")
    first, out, second = (event.lam for event in path.events if event.feature == n)
    assert path.at((first + out) / 2).weights[n] < 0 < path.at(second / 2).weights[n]
    assert path.at((out + second) / 2).weights[n] == 0
    assert (round(out), round(first)) == (11, 24), "the answer names this range"


def test_the_credit_example_keeps_the_features_of_the_chapter_and_a_tiny_one():
    credit = load_credit()
    X = StandardNormalizer().fit_transform(credit.X)
    risk = l1_path(X, credit.y, cost="softmax", reduction="sum", lambdas=[0.0, 40.0, 50.0])
    at_forty = risk.at(40.0).weights
    assert set((np.argsort(-np.abs(at_forty))[:4] + 1).tolist()) == {1, 2, 3, 6}, "Example 9.12"
    assert np.count_nonzero(at_forty) == 5
    assert (np.flatnonzero(risk.at(50.0).weights) + 1).tolist() == [1, 2, 3, 6]
    both = BoostingVersusL1(credit, cost="softmax", kept=4)
    assert both.boosted == both.regularized == ("account_balance", "duration", "payment_status", "savings")
