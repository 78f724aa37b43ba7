"""The predictions on contours and descent agree with computations of their own, and so do the numbers of their texts."""

import numpy as np

from fewidgets.data import fetch_toy_regression, make_line
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.contours import (
    cost_history,
    steps_of_the_line,
    steps_with_doubled_length,
    two_inputs,
)

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


def test_twice_the_step_length_needs_about_as_many_steps():
    asked = question("9.3 twice the length")
    limit = 2 / curvatures(line.X)[-1]
    assert f"{limit:.3f}" in asked.question
    found = []
    for share in (0.45, 0.95):
        left = descent(line.X, line.y, share * limit, 60) - lowest(line.X, line.y)
        found.append(int(np.argmax(left <= 0.01 * left[0])))
    assert steps_with_doubled_length() == tuple(found)
    assert f"{found[0]} steps" in asked.question
    assert asked.kind.truth == "About the same number"


def test_the_steps_of_example_9_4():
    data, asked = fetch_toy_regression(), question("9.3 steps needed")
    for name, X in (("raw", data.X), ("standardized", standardized(data.X))):
        costs = descent(X, data.y, 0.1, 400)
        assert steps_of_the_line()[name] == np.argmax(costs <= 1.01 * lowest(X, data.y))
    assert f"after {steps_of_the_line()['standardized']} steps" in asked.question
    low, high = curvatures(data.X)
    assert f"{np.sqrt(high / low):.2f} times as long as wide" in asked.kind.because


def test_two_inputs():
    X, _ = two_inputs()
    asked = question("9.3 two inputs")
    assert f"correlation {np.corrcoef(X.T)[0, 1]:.2f}" in asked.question
    length = np.sqrt(np.linalg.cond(X.T @ X))  # the bias is held at its best value
    assert f"{length:.0f} times as long as wide" in asked.question
    assert np.sqrt(np.linalg.cond(np.cov(standardized(X).T))) < 0.5 * length
    assert asked.kind.truth == "Rounder ellipses, but still ellipses"
