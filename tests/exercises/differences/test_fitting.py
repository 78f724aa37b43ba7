"""One round of the three ways is replayed as it was, and the picture opens in the round in which two of them part."""

import json

import numpy as np
import pytest

from fewidgets import FittingRace, SideBySide
from fewidgets.algorithms import forward_fit, greedy_subset, myopic_forward_fit
from fewidgets.exercises.differences import fitting_difference
from fewidgets.exercises.differences.views.values_beside_values import ValuesBesideValues
from fewidgets.scene.page.encode import as_json, encode

WAYS = ("greedy selection", "forward-fitting", "myopic fitting")


def data(seed, P=20, N=4):
    rng = np.random.default_rng(seed)
    X = (rng.normal(size=(P, N)) + rng.normal(size=(P, 1))) * 2.0 ** rng.permutation(N)
    return X, X @ (rng.normal(size=N) / X.std(axis=0)) + rng.normal(size=P)


def one_round(X, y, taken):
    """The reference, by our own algorithms."""
    greedy = greedy_subset(X, y, size=len(taken) + 1)
    r = y - X[:, taken] @ np.linalg.lstsq(X[:, taken], y, rcond=None)[0]
    others = [fit(X, r, rounds=1) for fit in (forward_fit, myopic_forward_fit)]
    return [int(t.order[-1]) for t in (greedy, *others)], [float(t.costs[-1]) for t in (greedy, *others)]


def test_the_way_that_is_named_is_the_first_that_differs_and_both_are_shown():
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X, y = data(seed)
        taken = greedy_subset(X, y, size=2).order[: seed % 3].tolist()
        picks, costs = one_round(X, y, taken)
        left = [n for n in range(4) if n not in taken]
        found = [int(rng.choice(left)) if rng.random() < 0.5 else n for n in picks]
        paid = [cost * (1.5 if one != other else 1) for cost, one, other in zip(costs, picks, found, strict=True)]
        difference = fitting_difference((X, y, taken), (picks, costs), (found, paid))
        if found == picks:
            assert difference is None
            continue
        assert difference.where == WAYS[next(k for k in range(3) if found[k] != picks[k])]
        w = difference.show()
        assert isinstance(w, SideBySide)
        assert (w.parting, w.round) == (1, 1)
        assert "scale" not in w.state
        for side, order, reached in ((w.left, picks, costs), (w.right, found, paid)):
            assert [int(t.order[0]) for t in side.trace.as_given] == order
            assert [float(t.costs[1]) for t in side.trace.as_given] == reached
        for k in (1, 0):
            w.round = k
            assert w.caption.endswith(".")
        assert "been taken, and J is" in w.caption
        assert ("no feature" in w.caption) == (not taken)
        assert len(w.still()) > 1000
        json.dumps(as_json(encode(w.scene)), allow_nan=False)
        w.close()


def test_a_replayed_round_is_that_of_the_algorithms():
    X, y = data(3)
    result = one_round(X, y, [])
    shown = fitting_difference((X, y, []), result, (result[0], [cost * 2 for cost in result[1]])).show().left.trace.as_given
    for mine, trace in zip(
        shown, (greedy_subset(X, y, size=1), forward_fit(X, y, rounds=1), myopic_forward_fit(X, y, rounds=1)), strict=True
    ):
        for name in ("order", "steps", "weights", "costs", "candidate_costs", "candidate_weights", "derivatives", "residuals"):
            np.testing.assert_allclose(getattr(mine, name), getattr(trace, name), rtol=1e-8, atol=1e-9, err_msg=name)


def test_other_results_are_explained_without_this_picture():
    X, y = data(4)
    picks, costs = one_round(X, y, [])
    for found in [([9, 0, 0], costs), (picks, [-1.0, 1.0, 1.0]), (picks, [1e300, 1.0, 1.0]), ([0.5, 0, 1], costs)]:
        difference = fitting_difference((X, y, []), (picks, costs), found)
        assert isinstance(difference.show(), ValuesBesideValues)


def test_histories_of_other_data_are_refused():
    X, y = data(5)
    greedy, forward = greedy_subset(X, y, size=1), forward_fit(X, y, rounds=1)
    with pytest.raises(TypeError, match="myopic must be a FittingTrace"):
        FittingRace.from_traces(greedy, forward, None, X, y)
    with pytest.raises(ValueError, match="greedy must be of X"):
        FittingRace.from_traces(greedy, forward, forward, X[:, :3], y)
