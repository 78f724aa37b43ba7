"""The predictions of the introduction agree with computations of their own, and their texts with the numbers."""

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.linear_model import LinearRegression
from sklearn.preprocessing import StandardScaler

from fewidgets.data import load_boston
from fewidgets.exercises.bank import question


@pytest.fixture(scope="module")
def table():
    boston = load_boston()
    return StandardScaler().fit_transform(boston.X), boston.y, boston.feature_names


def error(columns, y):
    if not columns.shape[1]:
        return y.std()
    return np.sqrt(np.mean((y - LinearRegression().fit(columns, y).predict(columns)) ** 2))


def test_three_features_do_most_of_the_work(table):
    X, y, names = table
    kind = question("9.1 three features").kind
    chosen = [names.index(name) for name in ("LSTAT", "RM", "DIS")]
    assert kind.truth == pytest.approx(error(X[:, chosen], y), abs=0.005)
    none, every = error(X[:, :0], y), error(X, y)
    assert every < kind.truth < every + 0.25 * (none - every)
    # An equal share of the work for each feature is the first misconception, and better than all features the second.
    assert "same share" in kind.grade(none - 3 / 13 * (none - every)).reason
    assert "weight of zero" in kind.grade(every - 0.1).reason
    assert kind.grade(5.0).right
    assert kind.grade(6.3).reason.startswith("Lower still")


def test_the_error_curves_are_those_of_another_library(table):
    X, y, names = table
    kind = question("9.1 error curves").kind
    order = ["LSTAT", "RM", "DIS", "PTRATIO", "CHAS", "B", "AGE", "ZN", "RAD", "NOX", "INDUS", "TAX", "CRIM"]
    scores, columns = PCA().fit_transform(X), [names.index(name) for name in order]
    expected = [[error(X[:, columns[:K]], y) for K in range(14)], [error(scores[:, :K], y) for K in range(14)]]
    np.testing.assert_allclose(kind.truth, expected, atol=1e-9)
