import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mlxtend.feature_selection import SequentialFeatureSelector as Mlxtend
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import BaseEstimator, RegressorMixin

from fewidgets.algorithms import best_subset, floating_search, sequential_search
from fewidgets.data import load_locked_in

# Feature 0 is best alone, but features 1 and 2 are best together.
NESTED = {0: 3, 1: 2, 2: 2, (0, 1): 4, (0, 2): 4, (1, 2): 9, (0, 1, 2): 7}


def test_a_feature_that_came_early_leaves_again():
    trace = floating_search(NESTED, 3)
    assert_array_equal(trace.adds, [True, True, False, True, False, False, True, False])
    assert_array_equal(trace.features, [0, 1, 1, 2, 0, 1, 0, 0])
    assert_array_equal(trace.taken, [True, True, False, True, True, False, True, False])
    assert_array_equal(trace.to_beat, [np.nan, np.nan, 3, np.nan, 4, 3, 7, 9])
    assert_array_equal(trace.candidate_values[4], [9, 4, 4])
    assert_array_equal(trace.values, [np.nan, 3, 4, 4, 7, 9, 9, 7, 7])
    assert trace.at(2).value == 9
    assert sequential_search(NESTED, 3).at(2).value == 4
    assert trace.best_size == 2
    assert trace.evaluations == 7
    # Backward, the mirror image: here the pair that includes both is found at once.
    assert floating_search(NESTED, 3, direction="backward").at(2).value == 9


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    N=st.integers(1, 7),
    maximize=st.booleans(),
    ask_empty=st.booleans(),
    direction=st.sampled_from(["forward", "backward"]),
    ties=st.booleans(),
)
def test_every_step_follows_the_rules(seed, N, maximize, ask_empty, direction, ties):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 4, size=1 << N).astype(float) if ties else rng.normal(size=1 << N)
    asked = []

    def objective(S):
        asked.append(S)
        return values[sum(1 << n for n in S)]

    size = int(rng.integers(1, N + 1))
    trace = floating_search(objective, N, direction=direction, size=size, maximize=maximize, ask_empty=ask_empty)
    assert len(set(asked)) == len(asked) == trace.evaluations
    forward, better = direction == "forward", (np.greater if maximize else np.less)
    S = np.full(N, not forward)
    records = np.full(N + 1, np.nan)

    def value_of(S):
        return values[(S * (1 << np.arange(N))).sum()] if S.any() or ask_empty else np.nan

    def note(S):
        if np.isnan(records[S.sum()]) or better(value_of(S), records[S.sum()]):
            records[S.sum()] = value_of(S)

    note(S)
    for m, adds in enumerate(trace.adds):
        assert_array_equal(trace.selected[m], S)
        assert_array_equal(trace.records[m], records)
        tried = {}
        for n in np.flatnonzero(adds != S):
            T = S.copy()
            T[n] = adds
            tried[int(n)] = value_of(T)
        assert {n: trace.candidate_values[m, n] for n in tried} == tried
        assert np.isnan(np.delete(trace.candidate_values[m], list(tried))).all()
        best = (max if maximize else min)(tried, key=tried.get)  # the first of equal ones
        assert trace.features[m] == best
        to_beat = records[S.sum() + (1 if adds else -1)]
        assert_array_equal(trace.to_beat[m], to_beat)
        unconditional = adds == forward
        assert trace.taken[m] == (unconditional or np.isnan(to_beat) or better(tried[best], to_beat))
        # A step that always happens comes first, and after a conditional one that was not taken.
        if m and unconditional:
            assert not trace.taken[m - 1] or trace.adds[m - 1] == forward or S.sum() <= 1 or S.all()
        if trace.taken[m]:
            S = S.copy()
            S[best] = adds
            note(S)
    assert S.sum() == size
    assert_array_equal(trace.records[-1], records)
    # The record of each size never gets worse, and is the value of the set that is given for it.
    known = np.where(np.isnan(trace.records), -np.inf if maximize else np.inf, trace.records)
    assert np.all(known[1:] >= known[:-1]) if maximize else np.all(known[1:] <= known[:-1])
    for k in trace.sizes:
        features, value = trace.at(int(k))
        assert len(features) == k
        assert_array_equal(value, value_of(np.isin(np.arange(N), features)))
    # Where it first differs from plain sequential search, it is better.
    plain = sequential_search(objective, N, direction=direction, size=size, maximize=maximize, ask_empty=ask_empty)
    for k in plain.sizes:
        if k and plain.at(int(k)).value != trace.at(int(k)).value:
            assert better(trace.at(int(k)).value, plain.at(int(k)).value)
            break


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
