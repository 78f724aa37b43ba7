from __future__ import annotations

import pytest
from mlxtend.data import boston_housing_data

from fewidgets.algorithms import StandardNormalizer
from fewidgets.data import load_credit


@pytest.fixture(scope="session")
def boston():
    """Boston housing, features and output with mean 0 and standard deviation 1."""
    X, y = boston_housing_data()
    return StandardNormalizer().fit_transform(X), (y - y.mean()) / y.std()


@pytest.fixture(scope="session")
def credit():
    """German credit, features with mean 0 and standard deviation 1, labels -1 and +1."""
    data = load_credit()
    return StandardNormalizer().fit_transform(data.X), data.y
