"""A grid of penalty parameters that would need too much memory is refused before anything is computed."""

import numpy as np
import pytest

from fewidgets.algorithms import (
    QuadraticCost,
    l1_gradient_descent,
    l1_path,
    l2_softmax_path,
    penalized_path,
)

X, y = np.array([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]), np.array([0.0, 7.0, -1.0, 2.0])
COST = QuadraticCost(np.eye(2), [1.0, 2.0])
PATHS = {
    "l1_path": lambda **options: l1_path(X, y, **options),
    "l1_path softmax": lambda **options: l1_path(X, np.where(y > 1, 1, -1), cost="softmax", **options),
    "l2_softmax_path": lambda **options: l2_softmax_path(X, np.where(y > 1, 1, -1), **options),
    "penalized_path": lambda **options: penalized_path(COST, "l2", **options),
    "l1_gradient_descent": lambda **options: l1_gradient_descent(X, y, **{"lambdas": [1.0], **options}),
}


@pytest.mark.parametrize("name", PATHS)
def test_a_long_grid_is_refused(name, monkeypatch):
    grid = np.linspace(0.0, 1.0, 10**5)
    path = PATHS[name](lambdas=grid[:9])
    monkeypatch.setenv("FEWIDGETS_MAX_GIB", "0.001")
    with pytest.raises(ValueError, match=r"lambdas=array\(.*…? would need .* of memory; the limit is"):
        PATHS[name](lambdas=grid)
    if hasattr(path, "at"):
        with pytest.raises(ValueError, match=r"lam=array\(.*…? would need .* of memory; the limit is"):
            path.at(grid)
