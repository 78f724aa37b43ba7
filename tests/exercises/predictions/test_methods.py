"""The predictions on all selectors agree with computations of their own, and so do the numbers in their explanations."""

import numpy as np
import pytest
from sklearn.dummy import DummyRegressor
from sklearn.feature_selection import SelectKBest, f_regression
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import ShuffleSplit, cross_val_score
from sklearn.pipeline import make_pipeline

from fewidgets.algorithms import best_subset, compare_selectors
from fewidgets.data import load_auto_mpg
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.methods import BEST, PAIRS, RANKING, cars_run, credit_run, leak


@pytest.fixture(scope="module")
def run():
    return credit_run()


def row(run, name):
    return run.names.index(name)


def test_the_pairs_that_are_the_same_are_so_on_any_data_and_the_others_are_not():
    kind = question("methods same sets").kind
    assert set(kind.truth) == set(list(PAIRS)[:2])
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 6)) @ rng.normal(size=(6, 6))
    other = compare_selectors(X, X @ rng.normal(size=6) + rng.normal(size=90), names=[n for p in PAIRS.values() for n in p])
    for label, (one, two) in PAIRS.items():
        same = (other.shares[row(other, one)] == other.shares[row(other, two)]).all()
        assert same or label not in kind.truth


def test_best_subset_fits_its_own_half_best_and_costs_more_on_the_other(run):
    assert question("methods thorough").kind.truth == "It is a little higher"
    gap = run.held_out[row(run, BEST), :, 9] - run.held_out[row(run, RANKING), :, 9]
    assert (gap > 0).sum() >= 8
    assert gap.mean() > 3 * gap.std(ddof=1) / np.sqrt(10)
    assert gap.mean() < 0.02 * run.no_features.mean()


def test_on_cars_the_ranking_takes_copies():
    assert question("methods cars").kind.truth == "It is at least 1.5 times as high"
    run, cars = cars_run(), load_auto_mpg()
    ratio = run.mean[row(run, RANKING), 2] / run.mean[row(run, BEST), 2]
    assert ratio > 1.5
    names = [cars.feature_names[n] for n in np.flatnonzero(run.shares[row(run, RANKING), 2] >= 0.5)]
    assert names == ["displacement", "horsepower", "weight"]
    three = [list(cars.feature_names).index(name) for name in names]
    assert np.corrcoef(cars.X[:, three].T).min() > 0.85
    chosen = best_subset(cars.X, cars.y).selected[3]
    assert chosen[three].sum() == 1


@pytest.mark.parametrize("seed", range(5))
def test_random_numbers_look_useful_only_if_the_held_out_rows_took_part_in_the_selection(seed):
    assert leak("all rows", seed) < 0.85
    assert leak("the training half", seed) > 1.1
    assert question("methods all rows").kind.truth == "It is clearly lower"


def test_the_leak_is_that_of_another_package():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100, 1000)), rng.normal(size=100)
    ten = SelectKBest(f_regression, k=10).fit(X, y).get_support()
    halves = ShuffleSplit(20, train_size=50, random_state=0)

    def error(model, features):
        return -cross_val_score(model, features, y, cv=halves, scoring="neg_mean_squared_error").mean()

    mean = error(DummyRegressor(), X)
    assert error(LinearRegression(), X[:, ten]) < 0.85 * mean
    assert error(make_pipeline(SelectKBest(f_regression, k=10), LinearRegression()), X) > 1.1 * mean
