"""One model on a subset of the features."""

from __future__ import annotations

from typing import NamedTuple

from .._numerics.types import Array, Indices


class SubsetModel(NamedTuple):
    """A subset of the features, and the model on it."""

    features: Indices  # in ascending order, numbered from 0
    weights: Array  # (N,): of all features, 0 outside the subset
    bias: float
    cost: float
