"""The predictions of the introduction agree with computations of their own, and their texts with the numbers."""

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.linear_model import LinearRegression
from sklearn.preprocessing import StandardScaler

from fewidgets.algorithms import boost
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


def test_only_the_selected_features_depend_on_the_prices(table):
    X, y, names = table
    kind = question("9.1 who sees prices").kind
    assert kind.truth == ("Selection",)
    first = {tuple(boost(X, outputs).order[:1]) for outputs in (y, X[:, names.index("CRIM")])}
    assert len(first) == 2


def test_all_features_but_the_river_are_mixed(table):
    X, _, names = table
    weights = PCA(1).fit(X).components_[0]
    assert [name for name, weight in zip(names, weights, strict=True) if abs(weight) <= 0.1] == ["CHAS"]
    kind = question("9.1 mixed features").kind
    assert kind.truth == 12
    assert kind.grade(13).right
    assert "does not select" in kind.grade(3).reason


def test_the_error_curves_are_those_of_another_library(table):
    X, y, names = table
    kind = question("9.1 error curves").kind
    order = ["LSTAT", "RM", "DIS", "PTRATIO", "CHAS", "B", "AGE", "ZN", "RAD", "NOX", "INDUS", "TAX", "CRIM"]
    scores, columns = PCA().fit_transform(X), [names.index(name) for name in order]
    expected = [[error(X[:, columns[:K]], y) for K in range(14)], [error(scores[:, :K], y) for K in range(14)]]
    np.testing.assert_allclose(kind.truth, expected, atol=1e-9)
