"""The searches among subsets, against brute force."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewidgets.explorables.subset_lattice.cloud import cloud_of
from fewidgets.explorables.subset_lattice.searches import (
    BACKWARD,
    BEST,
    BOTH,
    FORWARD,
    METHODS,
    Objective,
    continued,
    follow,
    locks,
    members,
)

objectives = st.builds(
    lambda seed, N, maximize, ties: Objective(
        np.random.default_rng(seed).integers(0, 6, 1 << N).astype(float)
        if ties
        else np.random.default_rng(seed).normal(size=1 << N),
        maximize,
    ),
    st.integers(0, 10**6),
    st.integers(1, 6),
    st.booleans(),
    st.booleans(),
)


def value(J, S):
    """J of a set of features; the larger, the better."""
    return (1 if J.maximize else -1) * J.values[sum(1 << n for n in S)]


def sets(J, size):
    return [frozenset(S) for S in combinations(range(J.N), size)]


@settings(max_examples=60, deadline=None)
@given(J=objectives)
def test_the_best_sets_are_the_best(J):
    for size, number in enumerate(J.best):
        assert frozenset(members(number)) == max(sets(J, size), key=lambda S: value(J, S))  # the first of equal ones


@settings(max_examples=60, deadline=None)
@given(J=objectives, method=st.sampled_from(METHODS))
def test_every_step_takes_its_best_candidate(J, method):
    moments = follow(J, method)
    for m, now in enumerate(moments):
        tried = [frozenset(members(number)) for number in now.candidates]
        if method == BOTH and m == 0:
            assert tried == [frozenset(), frozenset(range(J.N))]
            continue
        assert frozenset(members(now.taken)) in tried
        assert value(J, members(now.taken)) == max(value(J, S) for S in tried)
        if m == 0 or method == BEST:
            continue
        before = set(members(moments[m - 1].sets[0 if now.adds else -1]))
        neighbours = {frozenset(before ^ {n}) for n in range(J.N) if (n in before) != now.adds}
        assert set(tried) <= neighbours
        if method in (FORWARD, BACKWARD):
            assert set(tried) == neighbours  # every candidate is priced
        assert frozenset(before ^ {now.feature}) == frozenset(members(now.taken))


@settings(max_examples=60, deadline=None)
@given(J=objectives, forward=st.booleans(), data=st.data())
def test_greedy_steps_from_any_set_are_the_best_ones(J, forward, data):
    number = data.draw(st.integers(0 if forward else 1, (1 << J.N) - 1))
    path = [frozenset(members(each)) for each in continued(J, number, forward=forward)]
    for before, after in pairwise(path):
        neighbours = [before ^ {n} for n in range(J.N) if (n in before) != forward]
        assert after == max(neighbours, key=lambda S: value(J, S))
    assert len(path[-1]) == (J.N if forward else 1)


@settings(max_examples=80, deadline=None)
@given(J=objectives, method=st.sampled_from((FORWARD, BACKWARD, BOTH)))
def test_a_search_is_locked_in_by_the_step_that_loses_the_best_set(J, method):
    moments, best = follow(J, method), J.best
    found = locks(J, moments)

    def reachable(m):
        """List all sets that steps of this kind can still lead to."""
        inside, around = set(members(moments[m].sets[0])), set(members(moments[m].sets[-1]))
        if method == FORWARD:
            around = set(range(J.N))
        elif method == BACKWARD:
            inside = set()
        return [set(S) | inside for k in range(J.N + 1) for S in combinations(sorted(around - inside), k)]

    for m, now in enumerate(moments):
        if len(set(now.sets)) > 1:
            continue
        size = now.taken.bit_count()
        goal = set(members(best[size]))
        missed = value(J, goal) - value(J, members(now.taken))
        assert (size in found) == (missed > J.tolerance)
        if size in found:
            assert found[size] <= m
            assert goal not in reachable(found[size])
            assert goal in reachable(found[size] - 1)


@pytest.mark.parametrize(("N", "most"), [(8, 5000), (14, 5000), (14, 300)])
def test_a_cloud_draws_every_size_from_end_to_end(N, most):
    values = np.random.default_rng(N).normal(size=1 << N).round(2)
    cloud = cloud_of(Objective(values, maximize=True), most)
    sizes = np.array([number.bit_count() for number in range(1 << N)])
    for size in range(N + 1):
        here, there = cloud.y[cloud.sizes == size], values[sizes == size]
        assert here.min() == there.min()
        assert here.max() == there.max()
        assert set(here) <= set(there)
    assert np.abs(cloud.x - cloud.sizes).max() < 0.5
    assert len(set(zip(cloud.x, cloud.y, strict=True))) == len(cloud.x) <= max(most, (N + 1) * 151)
