"""A table and a new example under each scaling, and who is nearest to the new example."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms import MinMaxNormalizer, StandardNormalizer
from fewidgets.algorithms._numerics.types import Array

RAW, MIN_MAX, Z, Z_SAMPLE = SCALINGS = ("raw", "min-max", "z-score, P", "z-score, P − 1")


class Examples(NamedTuple):
    """A table with the names of its examples, and a new example.

    Attributes
    ----------
    X : NDArray, shape (P, N), float64
        The training data, with at least two examples.
    names : tuple of P str
        Names of the examples.
    new : NDArray, shape (N,), float64
        The new example, which is scaled by the training data.
    feature_names : tuple of N str
    """

    X: Array
    names: tuple[str, ...]
    new: Array
    feature_names: tuple[str, ...]


class Rescaled(NamedTuple):
    """A table and a new example under each of S = 4 scalings.

    Attributes
    ----------
    tables : NDArray, shape (S, P, N), float64
        The training data.
    news : NDArray, shape (S, N), float64
        The new example, scaled with the minimum, maximum, mean and standard deviation of the training data.
    distances : NDArray, shape (S, P), float64
        Euclidean distances from the new example.
    nearest : NDArray, shape (S,), int
        The nearest example; of several at the same distance, the first.
    """

    tables: Array
    news: Array
    distances: Array
    nearest: NDArray[np.intp]


class Moved(NamedTuple):
    """Values of one feature that have been moved.

    Attributes
    ----------
    given, examples : Examples
        As given, and with the moved values.
    before, now : Rescaled
        Both under each scaling.
    feature : int
        The feature whose values can be moved.
    """

    given: Examples
    examples: Examples
    before: Rescaled
    now: Rescaled
    feature: int


def rescale(X: Array, new: Array) -> Rescaled:
    """Scale a table and a new example in all ways, and measure distances.

    A feature that has the same value in all examples keeps its unit, and is only shifted.

    Parameters
    ----------
    X : NDArray, shape (P, N), float64
    new : NDArray, shape (N,), float64

    Returns
    -------
    Rescaled

    Examples
    --------
    >>> rescale(np.array([[0.0], [1.0], [4.0]]), np.array([6.0])).news
    array([[6.        ],
           [1.5       ],
           [2.54950976],
           [2.081666  ]])
    """
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


def outside(examples: Examples) -> NDArray[np.bool_]:
    """Return in which features the new example is below the minimum or above the maximum of the training data, shape (N,)."""
    below, above = examples.new < examples.X.min(axis=0), examples.new > examples.X.max(axis=0)
    return np.asarray(below | above)
