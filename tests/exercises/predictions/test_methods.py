"""The predictions on all selectors agree with computations of their own, and so do the numbers in their explanations."""

import numpy as np
import pytest

from fewidgets.algorithms import best_subset, compare_selectors
from fewidgets.data import load_auto_mpg
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.methods import BEST, PAIRS, RANKING, cars_run, credit_run


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
    assert question("methods cars").kind.truth == "It is half as high again, or more"
    run, cars = cars_run(), load_auto_mpg()
    ratio = run.mean[row(run, RANKING), 2] / run.mean[row(run, BEST), 2]
    assert ratio > 1.5
    names = [cars.feature_names[n] for n in np.flatnonzero(run.shares[row(run, RANKING), 2] >= 0.5)]
    assert names == ["displacement", "horsepower", "weight"]
    three = [list(cars.feature_names).index(name) for name in names]
    assert np.corrcoef(cars.X[:, three].T).min() > 0.85
    chosen = best_subset(cars.X, cars.y).selected[3]
    assert chosen[three].sum() == 1
