"""Arguments of boosting and of cross-validations that would need too much memory are refused before anything is computed."""

import numpy as np
import pytest

from fewidgets.algorithms import boost, cross_validate_boost, cross_validate_l1

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 30))
Y = X[:, 0] + RNG.normal(size=60)
GRID = np.linspace(0.1, 1.0, 2000)


@pytest.mark.parametrize(
    ("call", "name", "limit"),
    [
        (lambda: cross_validate_l1(X, Y, GRID), "lambdas=array", 60_000),
        (lambda: boost(X, Y, rounds=20), "rounds=20", 4_000),
        (lambda: boost(X, Y, group=2), "group=2", 10_000),
        (lambda: cross_validate_boost(X, Y, rounds=20), "rounds=20", 4_000),
    ],
)
def test_what_would_not_fit_is_refused(call, name, limit, monkeypatch):
    monkeypatch.setenv("FEWIDGETS_MAX_GIB", str(limit / 2**30))
    with pytest.raises(ValueError, match=rf"{name}.* would need .* of memory; the limit is"):
        call()
