"""The hostile data sets are what they are described as, in every run."""

import numpy as np
import pytest

from tests.explorables.hostile import HOSTILE


@pytest.mark.parametrize("name", HOSTILE)
def test_shapes_and_seeds(name):
    first, second = HOSTILE[name](), HOSTILE[name]()
    P, N = first.X.shape
    assert first.y.shape == (P,)
    assert len(set(first.feature_names)) == N
    assert np.isfinite(first.X).all()
    assert np.isfinite(first.y).all()
    assert (first.X.max(axis=0) > first.X.min(axis=0)).all()
    assert np.array_equal(first.X, second.X)
    assert np.array_equal(first.y, second.y)
    assert set(first.labels) == {-1.0, 1.0}


def test_what_makes_them_hostile():
    made = {name: make() for name, make in HOSTILE.items()}
    assert made["sixty"].X.shape[1] == 60
    assert {len(name) for name in made["long"].feature_names} == {40}
    assert made["thousand"].X.shape[1] == 1000
    assert len(made["rows"].X) == 20_000
    assert made["rows"].X.dtype == np.float32
    spread = made["extreme"].X.std(axis=0) / np.abs(made["extreme"].X.mean(axis=0))
    assert spread.min() < 1e-8
