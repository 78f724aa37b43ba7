"""Train a student's ``fit`` on random parts of the cars, and measure its error on the rest."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewidgets.data import load_auto_mpg
from fewidgets.scene.text.legible import must_be

#: ``fit(X, y)`` returns a function that predicts the miles for each row of a table.
Fit = Callable[[NDArray[Any], NDArray[Any]], Any]

PARTS, HELD_OUT, SEED = 20, 119, 1982  # of 398 cars, three tenths are held out

UNIT = "miles per gallon"

#: What students read for `mean_fit`.
MEAN = "always the mean"


class Part(NamedTuple):
    """A random part of the cars to train on, and the rest."""

    X: NDArray[Any]
    y: NDArray[Any]
    held_out_X: NDArray[Any]
    held_out_y: NDArray[Any]


class Measured:
    """What has an error on the held-out cars of each part."""

    errors: tuple[float, ...]

    @property
    def error(self) -> float:
        """The mean of ``errors``."""
        return float(np.mean(self.errors))

    @property
    def standard_error(self) -> float:
        return standard_error(self.errors)


@cache
def rows() -> tuple[tuple[NDArray[Any], NDArray[Any]], ...]:
    """Return for each part the rows that are held out, and the rows to train on."""
    rng, P = np.random.default_rng(SEED), len(load_auto_mpg(with_gaps=True).y)
    return tuple((order[:HELD_OUT], order[HELD_OUT:]) for order in (rng.permutation(P) for _ in range(PARTS)))


def parts() -> Iterator[Part]:
    """Yield fresh copies of all parts, so that nothing a function does to its arguments reaches another part."""
    cars = load_auto_mpg(with_gaps=True)
    for held_out, train in rows():
        yield Part(cars.X[train], cars.y[train], cars.X[held_out], cars.y[held_out])


def held_out_errors(fit: Fit) -> NDArray[Any]:
    """Return the root mean square error on the held-out cars of each part, in miles per gallon, shape (20,)."""
    if not callable(fit):
        raise TypeError(must_be("fit", "a function fit(X, y) that returns a function", fit))
    return np.array([error_of(predictions(fit(part.X, part.y), part.held_out_X), part.held_out_y) for part in parts()])


def predictions(predict: Any, X: NDArray[Any]) -> NDArray[Any]:
    """Return what a fitted function predicts for the rows of X; refuse what is not one finite number for each row."""
    if not callable(predict):
        raise TypeError(f"fit must return a function that predicts; it returned {_seen(predict)}.")
    returned = predict(X.copy())
    try:
        found = np.asarray(returned, dtype=float)
    except (TypeError, ValueError):
        raise TypeError(f"The fitted function must return numbers; it returned {_seen(returned)}.") from None
    if found.shape != (len(X),):
        expected = f"one number for each of the {len(X)} cars, shape ({len(X)},)"
        raise ValueError(f"The fitted function must return {expected}; got shape {found.shape}.")
    with np.errstate(over="ignore", invalid="ignore"):
        usable = np.isfinite(found**2 * len(found))  # a descent that diverges gives numbers whose squares overflow
    if not usable.all():
        bad = int(np.flatnonzero(~usable)[0])
        why = " The horsepower of this car is missing: fill it, or leave out the feature." if np.isnan(X[bad]).any() else ""
        raise ValueError(f"The fitted function predicted {found[bad]} for a car.{why}")
    return found


def error_of(predicted: NDArray[Any], y: NDArray[Any]) -> float:
    return float(np.sqrt(np.mean((predicted - y) ** 2)))


def miles_of(X: NDArray[Any]) -> NDArray[Any]:
    """Return the miles per gallon of cars of the table by their features, in which no two of them agree wholly."""
    return np.array([_miles()[tuple(row)] for row in np.nan_to_num(X, nan=-1).tolist()])


@cache
def _miles() -> dict[tuple[float, ...], float]:
    cars = load_auto_mpg(with_gaps=True)
    return {tuple(row): miles for row, miles in zip(np.nan_to_num(cars.X, nan=-1).tolist(), cars.y.tolist(), strict=True)}


def standard_error(values: Sequence[float] | NDArray[Any]) -> float:
    """Return the standard error of a mean over the parts.

    The parts share cars, so their errors are not independent, and s/√J would be too small. Nadeau and Bengio (2003) replace
    1/J by 1/J + (held-out cars) / (training cars).
    """
    train = len(load_auto_mpg(with_gaps=True).y) - HELD_OUT
    return float(np.std(values, ddof=1) * math.sqrt(1 / len(values) + HELD_OUT / train))


def mean_fit(X: NDArray[Any], y: NDArray[Any]) -> Callable[[NDArray[Any]], NDArray[Any]]:
    """Predict the mean of the training cars for every car."""
    return lambda new: np.full(len(new), y.mean())


@cache
def errors_of_the_mean() -> tuple[float, ...]:
    return tuple(held_out_errors(mean_fit))


def _seen(value: Any) -> str:
    return "nothing" if value is None else f"{str(value)[:40]!r} ({type(value).__name__})"
