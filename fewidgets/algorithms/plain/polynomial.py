"""Plain form of polynomial features (COMP135, slide 3)."""

from itertools import combinations_with_replacement

import numpy as np


def polynomial_features(X, degree):
    """Return all products of up to `degree` features, by degree: x₀, x₁, …, x₀², x₀x₁, …

    Source: COMP135, slide 3. Fast form: `fewidgets.algorithms.polynomial_features`.

    >>> polynomial_features(np.array([[2.0, 3.0]]), degree=2)
    array([[2., 3., 4., 6., 9.]])
    """
    columns = []
    for d in range(1, degree + 1):
        for features in combinations_with_replacement(range(X.shape[1]), d):
            columns.append(X[:, features].prod(axis=1))
    return np.column_stack(columns)
