"""The predictions on scaling agree with computations of their own, and so do the numbers that their texts state."""

import numpy as np
import pytest

from fewidgets.data import load_boston, load_breast_cancer
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.scaling import hundred_steps


def test_the_order_after_a_hundred_steps_is_that_of_the_condition_numbers():
    boston = load_boston()
    X = boston.X
    centred = X - X.mean(axis=0)
    values, V = np.linalg.eigh(centred.T @ centred / len(X))
    versions = {
        "raw": X,
        "min-max": (X - X.min(axis=0)) / np.ptp(X, axis=0),
        "standardized": centred / X.std(axis=0),
        "sphered": centred @ V / np.sqrt(values),
    }
    with_one = {name: np.column_stack([np.ones(len(X)), each]) for name, each in versions.items()}
    numbers = {name: np.linalg.cond(A.T @ A) for name, A in with_one.items()}
    kind = question("9.3 hundred steps").kind
    assert kind.truth == tuple(sorted(numbers, key=numbers.get))
    costs = hundred_steps()
    assert costs["standardized"][0] == max(first for first, _ in costs.values())
    for order in kind.mistakes:
        assert sorted(order) == sorted(kind.items)
        assert not kind.grade(order).right


def test_the_longest_step_gains_six_powers_of_ten():
    X, asked = load_breast_cancer().X, question("9.3 powers of ten")
    assert X.max() > 4000
    assert X.min() < 0.01
    gain = np.linalg.eigvalsh(X.T @ X)[-1] / np.linalg.eigvalsh(np.corrcoef(X.T) * len(X))[-1]
    assert asked.kind.truth == pytest.approx(6)
    assert 4.5 < np.log10(gain) < 6.5, "the curvature, up to the rounding to powers of ten"


def test_the_condition_number_is_p_over_p_minus_1():
    kind = question("9.3 P minus 1").kind
    assert kind.truth == pytest.approx(6 / 5)
    assert "5/6" in kind.because
    assert any(band.holds(np.sqrt(6 / 5)) for band in kind.bands), "the factor of the standard deviation has its explanation"
