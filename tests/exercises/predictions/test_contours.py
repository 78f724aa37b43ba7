"""The predictions on contours and descent agree with computations of their own, and so do the numbers of their texts."""

import numpy as np
import pytest

from fewidgets.data import make_line
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.contours import cost_history, left_after, two_inputs

line = make_line()


def standardized(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


def descent(X, y, step_length, steps):
    """Costs of gradient descent on the mean squared error, from zero."""
    A, w, costs = np.column_stack([np.ones(len(X)), X]), np.zeros(X.shape[1] + 1), []
    for _ in range(steps + 1):
        costs.append(np.mean((A @ w - y) ** 2))
        w = w - step_length * 2 / len(y) * A.T @ (A @ w - y)
    return np.array(costs)


def curvatures(X):
    A = np.column_stack([np.ones(len(X)), X])
    return np.linalg.eigvalsh(2 / len(X) * A.T @ A)


def lowest(X, y):
    A = np.column_stack([np.ones(len(X)), X])
    return np.mean((A @ np.linalg.lstsq(A, y, rcond=None)[0] - y) ** 2)


def test_the_costs_to_sketch():
    asked = question("9.3 cost history")
    raw, scaled = descent(line.X, line.y, 0.1, 60), descent(standardized(line.X), line.y, 0.1, 60)
    np.testing.assert_allclose(cost_history(), [raw[5::5], scaled[5::5]])
    assert "from 51 to about 6" in asked.question
    assert round(raw[0]) == round(scaled[0]) == 51
    assert [round(raw[5]), round(scaled[5])] == [6, 6]
    assert any(f"{lowest(line.X, line.y):.3g}" in each.sentence for each in asked.kind.differences)


def test_a_step_of_twice_the_length_jumps_over_the_lowest_point():
    asked = question("9.3 twice the length")
    assert left_after(0.95) == pytest.approx(0.05)
    assert left_after(1.9) == pytest.approx(-0.9)
    assert "covers 95 %" in asked.question
    assert asked.kind.truth == "90 %, on the other side"


def test_two_inputs():
    X, _ = two_inputs()
    asked = question("9.3 two inputs")
    assert f"correlation {np.corrcoef(X.T)[0, 1]:.2f}" in asked.question
    length = np.sqrt(np.linalg.cond(X.T @ X))  # the bias is held at its best value
    assert f"{length:.0f} times as long as wide" in asked.question
    assert np.sqrt(np.linalg.cond(np.cov(standardized(X).T))) < 0.5 * length
    assert asked.kind.truth == "Rounder ellipses, but still ellipses"
