import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.ensemble import ExtraTreesRegressor, RandomForestClassifier

from fewidgets.algorithms import (
    impurity_importance,
    mutual_information,
    pearson_scores,
    permutation_importance,
    plain,
    single_feature_losses,
)
from fewidgets.data import make_useless_alone
from tests.algorithms.plain.random_data import classifications, regressions


def check_scores(X, y):
    assert_allclose(plain.pearson_scores(X, y), pearson_scores(X, y).scores, atol=1e-12)
    assert_allclose(plain.single_feature_losses(X, y), single_feature_losses(X, y).losses, rtol=1e-10, atol=1e-13 * y.var())


def test_scores_of_the_books_example_and_of_boston(boston):
    useless_alone = make_useless_alone()
    check_scores(useless_alone.X, useless_alone.y)
    check_scores(*boston)


@given(regressions())
def test_scores_of_random_data(data):
    check_scores(*data)


def test_mutual_information_of_credit(credit):
    X, y = credit
    assert_allclose(plain.mutual_information(X, y), mutual_information(X, y).scores, atol=1e-13)


@given(st.integers(0, 2**32 - 1), st.integers(2, 60), st.integers(2, 3))
def test_mutual_information_of_random_data(seed, P, classes):
    rng = np.random.default_rng(seed)
    y = np.resize(np.arange(classes), P)
    X = rng.integers(0, [1, 2, 5, 50], size=(P, 4))
    assert_allclose(plain.mutual_information(X, y), mutual_information(X, y).scores, atol=1e-13)


@settings(deadline=None)
@given(classifications(), st.integers(1, 4), st.integers(0, 99))
def test_permutation_importance(data, repeats, seed):
    X, y = data

    def predict(X):
        return np.where(X.sum(axis=1) > 0, 1.0, -1.0)

    drops = plain.permutation_importance(predict, X, y, repeats, seed)
    assert_allclose(drops, permutation_importance(predict, X, y, repeats=repeats, seed=seed).importances, atol=1e-14)


def test_impurity_importance(credit, boston):
    for forest, (X, y) in (
        (RandomForestClassifier(20, random_state=0), credit),
        (ExtraTreesRegressor(10, random_state=0), boston),
    ):
        forest.fit(X, y)
        assert_allclose(plain.impurity_importance(forest), impurity_importance(forest).importances, rtol=1e-9)
        assert_array_equal(np.argsort(-plain.impurity_importance(forest)), impurity_importance(forest).order)
