"""The predictions on sphering agree with computations of their own, and so do the numbers that their texts state."""

import numpy as np
import pytest

from fewidgets.data import load_boston
from fewidgets.exercises.bank import question

boston = load_boston()
pair = boston.X[:, [boston.feature_names.index(name) for name in ("INDUS", "DIS")]]


def standardized(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


def hessian(X):
    """Second derivatives of the mean squared error in bias and weights."""
    with_one = np.column_stack([np.ones(len(X)), X])
    return 2 * with_one.T @ with_one / len(X)


def one_step(X):
    """Cost at zero, and after each weight has taken the best step of its own."""
    with_one = np.column_stack([np.ones(len(X)), X])
    w = 2 * with_one.T @ boston.y / len(X) / np.diag(hessian(X))
    return np.mean(boston.y**2), np.mean((with_one @ w - boston.y) ** 2)


def test_the_condition_numbers_of_the_text():
    asked = question("9.5 without a turn")
    assert f"{np.linalg.cond(hessian(pair - pair.mean(axis=0))):.3g}" == "49.3"
    assert "49.3" in asked.question
    assert f"{np.corrcoef(pair.T)[0, 1]:.2f}" == "-0.71"
    assert "−0.71" in asked.question
    assert asked.kind.truth == pytest.approx(np.linalg.cond(hessian(standardized(pair))))
    r = abs(np.corrcoef(pair.T)[0, 1])
    assert f"(1 + {r:.3f}) / (1 − {r:.3f}) = {asked.kind.truth:.2f}" in asked.kind.because


def test_one_step_reaches_the_lowest_cost_over_sphered_features_alone():
    kind = question("9.5 one step").kind
    (start, raw), (_, normalized) = one_step(boston.X), one_step(standardized(boston.X))
    assert "from 592 to 37,415" in kind.options["Raw features"]
    assert "from 592 to 857" in kind.options["Normalized features"]
    assert [round(start), round(raw), round(normalized)] == [592, 37_415, 857]
    assert kind.truth == ("Sphered features",)


def test_a_sum_of_two_columns_adds_no_direction():
    copied = standardized(np.column_stack([boston.X, boston.X[:, 0] + boston.X[:, 1]]))
    assert question("9.5 sum of two").kind.truth == np.linalg.matrix_rank(copied)
    for count in (11, 12, 14):
        assert not question("9.5 sum of two").kind.grade(count).right
