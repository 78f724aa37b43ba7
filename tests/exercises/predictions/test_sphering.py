"""The predictions on sphering agree with computations of their own, and so do the numbers that their texts state."""

import numpy as np
import pytest

from fewidgets.algorithms import MulticlassSoftmax, PCASphering, search_step_length
from fewidgets.data import load_boston, load_mnist
from fewidgets.exercises.bank import question
from fewidgets.exercises.predictions.sphering import NORMALIZED, RAW, SPHERED, SPLIT, digit_runs

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


def test_scaling_alone_changes_the_shape():
    variances, V = np.linalg.eigh(np.cov(pair.T))
    rotated = (pair - pair.mean(axis=0)) @ V
    assert np.isclose(np.linalg.cond(np.cov(rotated.T)), np.linalg.cond(np.cov(pair.T)))
    assert np.isclose(np.linalg.cond(np.cov((rotated / np.sqrt(variances)).T)), 1)
    kind = question("9.5 contours").kind
    assert kind.truth == "Only scaling"
    assert [option for option in kind.options if kind.grade(option).right] == ["Only scaling"]


def test_the_condition_numbers_of_the_text():
    asked = question("9.5 without a turn")
    assert f"{np.linalg.cond(hessian(pair - pair.mean(axis=0))):.3g}" == "49.3"
    assert "49.3" in asked.question
    assert f"{np.corrcoef(pair.T)[0, 1]:.2f}" == "-0.71"
    assert "−0.71" in asked.question
    assert asked.kind.truth == pytest.approx(np.linalg.cond(hessian(standardized(pair))))


def test_one_step_raises_the_cost_over_all_but_sphered_features():
    kind = question("9.5 one step").kind
    (start, raw), (_, normalized) = one_step(boston.X), one_step(standardized(boston.X))
    assert "from 592 to 37,415" in kind.options["Raw features"]
    assert "from 592 to 857" in kind.options["Normalized features"]
    assert [round(start), round(raw), round(normalized)] == [592, 37_415, 857]
    assert kind.truth == ("Sphered features",)


def test_every_feature_has_a_share_in_the_first_direction():
    first = np.linalg.eigh(np.corrcoef(boston.X.T))[1][:, -1]
    assert np.abs(first).min() > 1e-3
    assert question("9.5 names").kind.truth == "All thirteen"


def test_a_sum_of_two_columns_adds_no_direction():
    copied = standardized(np.column_stack([boston.X, boston.X[:, 0] + boston.X[:, 1]]))
    assert question("9.5 sum of two").kind.truth == np.linalg.matrix_rank(copied)
    for count in (11, 12, 14):
        assert not question("9.5 sum of two").kind.grade(count).right


def test_the_covariance_of_sphered_features_is_not_divided_twice():
    kind = question("9.5 covariance").kind
    assert kind.truth.startswith("The identity")
    assert f"1/{len(boston.X)} on the diagonal, 0 elsewhere" in kind.options


def test_sphered_digits_have_the_lowest_cost_and_normalized_ones_the_fewest_errors_on_new_digits():
    runs = digit_runs()
    (_, raw), (_, normalized), (cost, sphered) = (runs[name] for name in (RAW, NORMALIZED, SPHERED))
    assert cost < 0.05 * min(runs[RAW][0], runs[NORMALIZED][0])
    assert normalized < 0.9 * raw
    assert raw < 0.9 * sphered
    assert question("9.5 digits").kind.truth == SPLIT


def test_fifty_directions_avoid_most_of_the_noise():
    digits, scaling = load_mnist(), PCASphering(near_zero="drop", n_components=50)
    X, others = scaling.fit_transform(digits.X[:1000].astype(float)), scaling.transform(digits.X[1000:2000].astype(float))
    run = search_step_length(MulticlassSoftmax(X, digits.y[:1000]), np.zeros((51, 10)), steps=10).trace
    errors = MulticlassSoftmax(others, digits.y[1000:2000]).misclassifications(run.weights[-1])
    assert errors < 0.5 * digit_runs()[SPHERED][1]
