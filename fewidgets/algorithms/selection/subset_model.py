"""Models on subsets of the features."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._numerics.arguments import as_count
from .._numerics.trace import Trace
from .._numerics.types import Array, Flags, Indices


class SubsetModel(NamedTuple):
    """A subset of the features, and the model on it."""

    features: Indices  # in ascending order, numbered from 0
    weights: Array  # (N,): of all features, 0 outside the subset
    bias: float
    cost: float


class SubsetModels(Trace):
    """Least squares models on subsets of several sizes. Row m of an array belongs to one of them."""

    sizes: Indices  # (M + 1,): number of features
    selected: Flags  # (M + 1, N)
    weights: Array  # (M + 1, N): in units of y per unit of the feature; 0 for features that depend on others
    biases: Array  # (M + 1,)
    costs: Array  # (M + 1,): mean squared error

    def at(self, size: int) -> SubsetModel:
        """Return the model with the given number of features."""
        size = as_count(size, "size", int(self.sizes.min()), int(self.sizes.max()), "the sizes reached")
        m = int(np.flatnonzero(self.sizes == size)[0])
        return SubsetModel(self.selected[m].nonzero()[0], self.weights[m], float(self.biases[m]), float(self.costs[m]))
