import numpy as np
import pytest
from mlxtend.feature_selection import SequentialFeatureSelector as Mlxtend
from numpy.testing import assert_allclose
from sklearn.base import BaseEstimator, RegressorMixin

from fewidgets.algorithms import best_subset, floating_search, sequential_search
from fewidgets.data import load_locked_in


def costs_of(best):
    return lambda S: best.candidate_costs[sum(1 << n for n in S)]


class Table(RegressorMixin, BaseEstimator):
    """An estimator that only knows which columns it was fitted on: each column holds its own number."""

    def fit(self, X, y):
        self.columns_ = tuple(sorted(X[0].astype(int)))
        return self


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("seed", range(20))
def test_sets_as_mlxtend_meets_them(seed, forward):
    """mlxtend wants more of a conditional step: its set must be better than the current one of another size, too.

    A value that depends on the size alone makes that always so, and changes no choice among sets of one size. It also
    keeps the feature that came (or went) last through all conditional steps, where the paper lets it go.
    """
    N = 6
    values = np.random.default_rng(seed).normal(size=1 << N)

    def objective(S):
        return values[sum(1 << n for n in S)]

    def scorer(estimator, X, y):
        S = estimator.columns_
        return objective(S) + (-100 if forward else 100) * len(S)

    X = np.tile(np.arange(N, dtype=float), (4, 1))
    k = N if forward else 1
    theirs = Mlxtend(Table(), k_features=k, forward=forward, floating=True, scoring=scorer, cv=0).fit(X, np.arange(4.0))
    ours = floating_search(objective, N, direction="forward" if forward else "backward")
    newest = None
    for adds, n, taken in zip(ours.adds, ours.features, ours.taken, strict=True):
        if taken and adds != forward and n == newest:
            return
        newest = n if adds == forward else newest
    for size, subset in theirs.subsets_.items():
        assert tuple(ours.at(size).features) == subset["feature_idx"]
        assert_allclose(ours.at(size).value, subset["avg_score"] + (100 if forward else -100) * size, rtol=1e-9)


def test_it_comes_closer_to_the_best_subsets_than_plain_search_does():
    """Least squares on features that resemble each other: better at many sizes, and rarely worse."""
    better = worse = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(20, 7)) @ rng.normal(size=(7, 7))
        best = best_subset(X, rng.normal(size=20))
        plain, floating = (search(costs_of(best), 7, maximize=False) for search in (sequential_search, floating_search))
        for k in range(1, 8):
            assert floating.at(k).value >= best.at(k).cost * (1 - 1e-12)
            better += floating.at(k).value < plain.at(k).value
            worse += floating.at(k).value > plain.at(k).value
    assert better > 50
    assert worse < better / 20


def test_forward_search_is_locked_in_and_floating_search_is_not():
    """COMP135, slide 13: forward selection keeps Height, which Income and ZipCode make superfluous."""
    people = load_locked_in()
    best = best_subset(people.X, people.y)

    def names(found):
        return [people.feature_names[n] for n in found.at(4).features]

    plain, floating = (search(costs_of(best), 5, maximize=False) for search in (sequential_search, floating_search))
    assert names(plain) == ["age", "weight", "height", "income"]
    assert names(floating) == names(best) == ["age", "weight", "income", "zip_code"]
    # Height leaves as soon as all five are there.
    step = int(np.flatnonzero(floating.taken & ~floating.adds)[0])
    assert people.feature_names[floating.features[step]] == "height"
    assert floating.selected[step].all()
