"""What the questions about reasons in sets 9.6 to 9.8 and C2 to C4 say, computed without our algorithms where it can be."""

import json
import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from fewidgets.algorithms import parse_formula
from fewidgets.authoring.exercise_sets import SOURCES, source_of
from fewidgets.data import load_locked_in, load_mnist
from fewidgets.exercises.bank.collected import reasons, tasks

ROOT = Path(__file__).resolve().parents[2]
rng = np.random.default_rng(0)


def solved(name):
    """Return the solution of a task as a function."""
    return tasks()[name].changed()


def with_ones(X):
    return np.column_stack([np.ones(len(X)), X])


def whitened(X):
    return np.linalg.svd(X - X.mean(axis=0), full_matrices=False)[0] * np.sqrt(len(X))


def answer(name):
    return reasons()[name].answer


def test_only_centring_makes_the_row_beside_the_one_zero():
    X = rng.normal(size=(30, 3)) @ rng.normal(size=(3, 3)) + 5
    d, V = np.linalg.eigh(np.cov(X.T, bias=True))
    rotated_and_scaled = X @ V / np.sqrt(d)
    assert np.abs(rotated_and_scaled.mean(axis=0)).max() > 0.1
    assert np.allclose((X - X.mean(axis=0)).mean(axis=0), 0)
    assert answer("9.6 row of ones") == "a"


def test_a_factor_before_the_identity_changes_the_curvature_alone():
    S = with_ones(whitened(rng.normal(size=(30, 3))))
    assert np.allclose(S.T @ S / 30, np.eye(4))
    assert answer("9.6 slip") == "c"


def test_large_random_weights_on_raw_pixels_cost_more_than_ten_steps_repair():
    run = solved("9.7 run")
    mnist = load_mnist()
    X = mnist.X[:300].astype(float).reshape(-1, 14, 2, 14, 2).mean(axis=(2, 4)).reshape(-1, 196)
    start = np.random.default_rng(0).normal(size=(197, 10))
    falling = [
        costs for gamma in range(-1, -5, -1) if (np.diff(costs := run(X, mnist.y[:300], start, 10.0**gamma, 10)[0]) <= 0).all()
    ]
    assert falling[0][0] > 1000
    assert min(costs[-1] for costs in falling) > 20 * np.log(10)
    assert answer("9.7 small start") == "b"


def test_the_curvature_grows_with_the_square_of_a_feature():
    X, y = rng.normal(size=(50, 2)), rng.integers(0, 3, 50)
    cost = solved("9.7 cost")

    def curvature(scale, h):
        W = np.zeros((3, 3))
        step = np.zeros((3, 3))
        step[1, 0] = h
        return (cost(scale * X, y, W + step) - 2 * cost(scale * X, y, W) + cost(scale * X, y, W - step)) / h**2

    assert curvature(100.0, 1e-5) / curvature(1.0, 1e-3) == pytest.approx(100.0**2, rel=1e-3)
    assert answer("9.7 tiny step") == "d"


def test_the_simplified_step_is_exact_for_least_squares_and_not_for_softmax_over_sphered_features():
    S = whitened(rng.normal(size=(40, 3)) @ rng.normal(size=(3, 3)))
    A, y = with_ones(S), np.where(S[:, 0] + rng.normal(size=40) > 0.3, 1, -1)
    for start in (np.zeros(4), np.array([3.0, -2.0, 1.0, 5.0])):
        end = solved("9.8 simplified step")(S, 1.0 * y, start)
        assert np.allclose(A.T @ (A @ end - y), 0)
        sigma = 1 / (1 + np.exp(y * (A @ start)))
        H = (A.T * (sigma * (1 - sigma))) @ A / 40
        assert np.abs(H - np.diag(np.diag(H))).max() > 1e-3 or not start.any()
        for step in (np.diag(np.diag(H)), H):
            w = start + np.linalg.solve(step, A.T @ (sigma * y) / 40)
            slope = A.T @ (y / (1 + np.exp(y * (A @ w)))) / 40
            assert np.linalg.norm(slope) > 1e-3
    assert (answer("9.8 why enough"), answer("9.8 softmax")) == ("c", "b")


def test_forward_search_misses_the_best_pair_of_one_formula_only():
    source = json.loads((ROOT / SOURCES / "C2_searching.ipynb").read_text("utf-8"))
    text = next(text for cell in source["cells"] if "*miss* the best pair" in (text := source_of(cell)))
    formulas = dict(re.findall(r"^- \*\*(\w)\.\*\* J = (.+)$", text, re.M))
    misses = []
    for letter, formula in formulas.items():
        J = parse_formula(formula)
        order, values = solved("C2 sfs")(lambda S, J=J: J(sorted(S)), 3, 2)
        assert order[0] == 0
        if values[-1] < max(J(pair) for pair in combinations(range(3), 2)):
            misses.append(letter)
    assert misses == [answer("C2 trap")]


def test_forward_search_on_the_twelve_people_keeps_height_and_doubles_the_error():
    people = load_locked_in()

    def J(S):
        A = with_ones(people.X[:, sorted(S)])
        return -np.mean((A @ np.linalg.lstsq(A, people.y, rcond=None)[0] - people.y) ** 2)

    forward, values = solved("C2 sfs")(J, 5, 4)
    best, value = solved("C2 best subset")(J, 5, 4)
    height = people.feature_names.index("height")
    assert height in forward[:3]
    assert height not in best
    assert {"income", "zip_code"} < {people.feature_names[n] for n in best}
    assert (values[-1] / value) ** 0.5 == pytest.approx(2, abs=0.3)
    assert answer("C2 refit") == "b"


def test_a_column_of_identity_numbers_has_all_the_information_of_the_label():
    labels = np.array([0] * 30 + [1] * 70)
    counts = np.eye(2)[labels]
    assert solved("C3 mutual information")(counts) == pytest.approx(-0.3 * np.log2(0.3) - 0.7 * np.log2(0.7))
    assert answer("C3 identity") == "b"


def test_a_negative_factor_changes_the_sign_of_r_alone():
    v, y = rng.normal(size=30), rng.normal(size=30)
    lines = [np.polyval(np.polyfit(column, y, 1), column) for column in (v, -1000 * v)]
    assert np.allclose(*lines)
    assert np.corrcoef(v, y)[0, 1] == pytest.approx(-np.corrcoef(-1000 * v, y)[0, 1])
    assert answer("C3 units") == "c"


def test_greedy_is_never_above_forward_and_forward_never_above_myopic_in_one_round():
    one_round = solved("C4 one round")
    for _ in range(50):
        X = rng.normal(size=(15, 5)) * 10.0 ** rng.integers(-2, 3, 5) + rng.normal(size=(15, 1))
        greedy, forward, myopic = one_round(X, rng.normal(size=15), [0, 3])[1]
        assert greedy <= forward + 1e-9
        assert forward <= myopic + 1e-9
    assert answer("C4 order of costs") == "a"


def test_all_weights_of_the_lasso_are_zero_from_the_largest_product_on():
    lasso = solved("C4 coordinate descent")
    X, y = rng.normal(size=(20, 4)), rng.normal(size=20)
    largest = np.abs(X.T @ y).max()
    assert not lasso(X, y, largest * 1.0001, 30).any()
    assert lasso(X, y, largest * 0.999, 30).any()
    assert answer("C4 all zero") == "c"
