"""Tables in the form in which several predictions need them."""

from __future__ import annotations

from typing import Any

import numpy as np

from fewidgets.algorithms.scaling.normalizers import StandardNormalizer
from fewidgets.data import Dataset


def scaled(X: Any) -> np.ndarray:
    return StandardNormalizer().fit_transform(X)


def normalized(table: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """Return the standardized features and the standardized output."""
    return scaled(table.X), (table.y - table.y.mean()) / table.y.std()


def columns(table: Dataset, *names: str) -> np.ndarray:
    """Return the features with these names, as columns."""
    return table.X[:, [table.feature_names.index(name) for name in names]]
