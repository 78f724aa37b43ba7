from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from mlxtend.data import boston_housing_data

from fewidgets.algorithms import StandardNormalizer


@pytest.fixture(scope="session")
def boston():
    """Boston housing, features and output with mean 0 and standard deviation 1."""
    X, y = boston_housing_data()
    return StandardNormalizer().fit_transform(X), (y - y.mean()) / y.std()


@pytest.fixture(scope="session")
def credit():
    """German credit, features with mean 0 and standard deviation 1, labels -1 and +1."""
    folder = os.environ.get("FEWIDGETS_DATA")
    path = Path(folder or ".") / "credit_dataset.csv"
    if not folder or not path.exists():
        pytest.skip("no credit_dataset.csv: set FEWIDGETS_DATA to a folder that holds it (see load_credit)")
    table = np.loadtxt(path, delimiter=",")
    return StandardNormalizer().fit_transform(table[:-1].T), table[-1]
