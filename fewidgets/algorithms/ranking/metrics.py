"""Scores and losses of predictions: by name, or as a function of the caller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, shown
from .._numerics.arrays import as_outputs
from .._numerics.tolerances import LARGEST_VALUE
from .._numerics.types import AnyArray, Array

Predict = Callable[[Array], ArrayLike]

SCORES = ("accuracy", "r2")
LOSSES = ("squared",)


class Measure:
    """A score or a loss of predictions."""

    def __init__(self, score: Any, loss: Any, y: Array) -> None:
        if score is not None and loss is not None:
            raise ValueError(f"score and loss must not both be given; got {score!r} and {loss!r}")
        self._argument, given, names = ("score", score, SCORES) if loss is None else ("loss", loss, LOSSES)
        given = "accuracy" if given is None else given
        self.sign = 1.0 if loss is None else -1.0  # of a drop: a score falls, a loss rises
        self._own = given if callable(given) else None
        self.name = getattr(given, "__name__", repr(given)) if callable(given) else as_choice(given, self._argument, names)
        self._variance = as_outputs(y, len(y)).var() if self.name == "r2" else 1.0  # of all outputs, not of some of them

    def __call__(self, predict: Predict, X: Array, y: Array) -> float:
        predictions = np.asarray(predict(X))
        if predictions.shape[:1] != y.shape or (self._own is None and predictions.ndim != 1):
            expected = f"({len(y)},)" if self._own is None else f"({len(y)}, ...)"
            raise ValueError(f"predict must return one prediction per row, shape {expected}; got shape {predictions.shape}")
        value = self._named(y, predictions) if self._own is None else self._own(y, predictions)
        try:
            number = float(value)
        except (TypeError, ValueError):
            raise TypeError(f"{self._argument} {self.name} must return one number; got {shown(value)}") from None
        if not np.isfinite(number):
            raise ValueError(f"{self._argument} {self.name} must return finite numbers; got {number}")
        return number

    def _named(self, y: Array, predictions: AnyArray) -> float:
        if predictions.dtype.kind not in "biuf":
            raise TypeError(f"predict must return numbers, as in y; got {predictions.dtype}")
        if not (np.abs(predictions) <= LARGEST_VALUE).all():
            worst = predictions[~(np.abs(predictions) <= LARGEST_VALUE)][0]
            raise ValueError(f"predict must return finite predictions within ±{LARGEST_VALUE:g}; got {worst}")
        if self.name == "accuracy":
            return float((predictions == y).mean())
        squared = float(((predictions - y) ** 2).mean())
        return squared if self.name == "squared" else 1 - squared / self._variance
