"""A table and a new example under each scaling, and who is nearest to the new example."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fewidgets.algorithms import MinMaxNormalizer, StandardNormalizer
from fewidgets.algorithms._numerics.types import Array, Flags, Indices
from fewidgets.scene.types import NameTuple

RAW, MIN_MAX, Z, Z_SAMPLE = SCALINGS = ("raw", "min-max", "z-score, P", "z-score, P − 1")


class Examples(NamedTuple):
    X: Array  # (P, N): The training data, with at least two examples
    names: NameTuple  # (P,): Names of the examples
    new: Array  # (N,): The new example, which is scaled by the training data
    feature_names: NameTuple  # (N,)


class Rescaled(NamedTuple):
    """A table and a new example under each of S = 4 scalings."""

    tables: Array  # (S, P, N): The training data
    news: Array  # (S, N): The new example, scaled with the minimum, maximum, mean and standard deviation of the training data
    distances: Array  # (S, P): Euclidean distances from the new example
    nearest: Indices  # (S,): The nearest example; of several at the same distance, the first


class Moved(NamedTuple):
    given: Examples  # As given, and with the moved values
    examples: Examples
    before: Rescaled  # Both under each scaling
    now: Rescaled
    feature: int  # The feature whose values can be moved


def rescale(X: Array, new: Array) -> Rescaled:
    """Scale a table and a new example in all ways, and measure distances."""
    scalers: Sequence[Any] = (
        MinMaxNormalizer(constant="keep"),
        StandardNormalizer(constant="keep"),
        StandardNormalizer(ddof=1, constant="keep"),
    )
    tables, news = [X], [new]
    for scaler in scalers:
        tables.append(scaler.fit_transform(X))
        news.append(scaler.transform(new[None])[0])
    distances = np.array([np.sqrt(((table - each) ** 2).sum(axis=1)) for table, each in zip(tables, news, strict=True)])
    return Rescaled(np.stack(tables), np.stack(news), distances, distances.argmin(axis=1))


def outside(examples: Examples) -> Flags:
    """Return in which features the new example is below the minimum or above the maximum of the training data, shape (N,)."""
    below, above = examples.new < examples.X.min(axis=0), examples.new > examples.X.max(axis=0)
    return np.asarray(below | above)
