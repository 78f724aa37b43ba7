"""The predictions of lesson C4 agree with computations of their own, and so do the numbers in their explanations."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge

from fewidgets.data import load_boston, load_lecture_points
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.weights import BY, MOVED, design

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


def test_every_alpha_answers_to_a_moved_example():
    def alpha(outputs):
        return 0.1 * KernelRidge(alpha=0.1, kernel="rbf", gamma=10.0).fit(x[:, None], outputs).dual_coef_

    change = np.abs(alpha(y + BY * (np.arange(20) == MOVED)) - alpha(y))
    assert change.argmax() == MOVED, "its own changes most"
    assert change.min() > 1e-5
    assert truth("moved example") == "all twenty"


def test_alpha_becomes_y_under_a_huge_penalty():
    model = KernelRidge(alpha=1e9, kernel="rbf", gamma=10.0).fit(x[:, None], y)
    np.testing.assert_allclose(1e9 * model.dual_coef_, y, rtol=1e-6)
    assert truth("huge penalty") == "it becomes the output y"


def test_the_third_features():
    X, _ = design()
    myopic, myopic_costs = rounds_of(X, y, 3, slope)
    forward, forward_costs = rounds_of(X, y, 3, fall)
    assert myopic == [0, 1, 0]
    assert forward == [0, 1, 2], "forward-fitting takes x²"
    assert forward_costs[2] < myopic_costs[2]
    assert truth("third feature") == "the constant again"
    assert round(x.min() ** 2, 2) == 0.71, "the largest number of x²"
    assert round(x.min() ** 4, 1) == 0.5
    r = y - y.mean()
    r = r - (r @ x) / (x @ x) * x
    assert abs(r @ x) < 1e-12, "the derivative of x is 0"


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
