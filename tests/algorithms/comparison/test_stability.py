"""The stability of a selection, against Kuncheva's index of all pairs."""

from itertools import combinations

import numpy as np
import pytest

from fewidgets.algorithms import selection_stability


@pytest.mark.parametrize(("R", "N", "k"), [(2, 5, 2), (6, 10, 3), (10, 20, 7), (3, 4, 3)])
def test_of_sets_of_one_size_it_is_the_mean_index_of_kuncheva(R, N, k):
    rng = np.random.default_rng(R * N + k)
    sets = [set(rng.choice(N, k, replace=False).tolist()) for _ in range(R)]
    flags = np.array([[n in chosen for n in range(N)] for chosen in sets])
    pairs = [(len(one & other) - k * k / N) / (k - k * k / N) for one, other in combinations(sets, 2)]
    assert selection_stability(flags) == pytest.approx(np.mean(pairs))


def test_random_sets_are_0_on_average_and_equal_ones_1():
    rng = np.random.default_rng(0)
    values = [selection_stability(rng.random((6, 12)).argsort(axis=1) < 4) for _ in range(400)]
    assert np.mean(values) == pytest.approx(0, abs=4 * np.std(values) / 20)
    assert selection_stability([[1, 0, 1]] * 4) == 1.0
    assert selection_stability(np.zeros((3, 4))) == selection_stability(np.ones((3, 4))) == 1.0
