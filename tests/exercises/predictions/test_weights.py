"""The predictions of lesson C4 agree with computations of their own, and so do the numbers in their explanations."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge

from fewidgets.data import load_boston, load_lecture_points
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.weights import design

x, y = load_lecture_points().X[:, 0], load_lecture_points().y


def rounds_of(X, y, rounds, promise):
    """Take the column with the largest promise, then fit its weight; return the columns taken and J after each round."""
    r, taken, costs = y.astype(float), [], []
    for _ in range(rounds):
        n = int(np.argmax([promise(column, r) for column in X.T]))
        r = r - (r @ X[:, n]) / (X[:, n] @ X[:, n]) * X[:, n]
        taken.append(n)
        costs.append(0.5 * r @ r)
    return taken, costs


def slope(column, r):
    return abs(column @ r)


def fall(column, r):
    return (column @ r) ** 2 / (column @ column)


def truth(name):
    return question(f"C4 {name}").kind.truth


def test_alpha_becomes_y_under_a_huge_penalty():
    model = KernelRidge(alpha=1e9, kernel="rbf", gamma=10.0).fit(x[:, None], y)
    np.testing.assert_allclose(1e9 * model.dual_coef_, y, rtol=1e-6)
    assert truth("huge penalty") == "it becomes the output y"


@pytest.fixture(scope="module")
def boston():
    table = load_boston()
    return np.column_stack([np.ones(506), table.X]), table.y, ("constant", *table.feature_names)


def test_large_numbers_win_in_own_units(boston):
    X, prices, names = boston
    taken, _ = rounds_of(X, prices, 10, slope)
    assert [names[n] for n in taken] == ["TAX", "B"] * 5
    assert truth("own units").startswith("two features, TAX and B")
    means = dict(zip(names, X.mean(axis=0).round().astype(int).tolist(), strict=True))
    assert [means[name] for name in ("TAX", "B", "RM", "LSTAT")] == [408, 357, 6, 13], "as the question says"


def test_forward_fitting_takes_six_features_and_at_equal_length_myopic_fitting_takes_the_same(boston):
    X, prices, names = boston
    taken, _ = rounds_of(X, prices, 10, fall)
    assert names[taken[0]] == "RM"
    assert len(set(taken)) == 6, "as the question says"
    equal, _ = rounds_of(X / np.sqrt((X**2).mean(axis=0)), prices, 10, slope)
    assert equal == taken, "as the explanation says"


def test_random_numbers_get_a_small_weight_and_the_zeros_none():
    X, _ = design()
    seven = np.column_stack([X, np.random.default_rng(0).normal(size=20), np.zeros(20)])
    theta = Ridge(alpha=0.1, fit_intercept=False, solver="cholesky", tol=1e-12).fit(seven, y).coef_
    assert 0.01 < abs(theta[5]) < 0.1
    assert theta[6] == 0
    assert truth("noise feature") == "small, but not 0"


def test_greedy_selection_ends_lowest_and_myopic_fitting_highest():
    X, _ = design()
    ends = [0.5 * np.linalg.lstsq(X, y, rcond=None)[1].sum(), rounds_of(X, y, 5, fall)[1][4], rounds_of(X, y, 5, slope)[1][4]]
    assert ends == sorted(ends)
    assert list(truth("lowest cost")) == ["greedy selection", "forward-fitting", "myopic fitting"]
