"""Scores and losses by name or of one's own, for judging the predictions of any model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice
from .._numerics.arrays import as_outputs
from .._numerics.tolerances import LARGEST_VALUE
from .._numerics.types import Array
from ..optimization.costs import softplus

Predict = Callable[[Array], ArrayLike]

SCORES = ("accuracy", "r2")
LOSSES = ("squared", "absolute", "misclassification", "softmax")


class Measure:
    """A score or a loss, of predictions for several copies of the examples at once.

    Parameters
    ----------
    score, loss : str or callable, optional
        As in `permutation_importance`: one of them, or neither for the accuracy.
    y : NDArray, shape (P,), float64
        All outputs that it is going to be asked about.

    Attributes
    ----------
    name : str
        As given, or of a callable its own.
    is_loss : bool
        Whether less is better.
    sign : float
        1 of a score, −1 of a loss: times (before − after) it says how much worse.

    Raises
    ------
    TypeError, ValueError
        If `score` or `loss` is no known name and no callable, both are given, or `y` does not suit the measure.

    Examples
    --------
    >>> y = np.array([0.0, 1.0, 2.0])
    >>> Measure(None, "squared", y)(lambda X: X[:, 0], np.array([[[0.0], [1.0], [5.0]]]), y)
    array([3.])
    """

    def __init__(self, score: Any, loss: Any, y: Array) -> None:
        if score is not None and loss is not None:
            raise ValueError(f"score is {score!r} and loss is {loss!r}; wanted one of them")
        if score is None and loss is None:
            score = "accuracy"
        self.is_loss = loss is not None
        self.sign = -1.0 if self.is_loss else 1.0
        given, self.argument, names = (loss, "loss", LOSSES) if self.is_loss else (score, "score", SCORES)
        self.is_named = not callable(given)
        self.name = as_choice(given, self.argument, names) if self.is_named else getattr(given, "__name__", repr(given))
        self.function = _named(self.name, y) if self.is_named else given

    def __call__(self, predict: Predict, X: Array, y: Array) -> Array:
        """The measure for each of K copies of the examples, `X` being (K, P, N)."""
        K, P, N = X.shape
        predictions = np.asarray(predict(X.reshape(K * P, N)))
        if predictions.shape[:1] != (K * P,) or (self.is_named and predictions.ndim != 1):
            wanted = f"({K * P},)" if self.is_named else f"({K * P}, ...)"
            raise ValueError(f"predict gave predictions of shape {predictions.shape}; wanted {wanted}, one a row of X")
        if self.is_named and predictions.dtype.kind not in "biuf":
            raise TypeError(f"predict gave {predictions.dtype}; wanted numbers, as y holds")
        if self.is_named and not (np.abs(predictions) <= LARGEST_VALUE).all():
            worst = predictions[~(np.abs(predictions) <= LARGEST_VALUE)][0]
            raise ValueError(f"predict gave {worst}; wanted finite predictions within ±{LARGEST_VALUE:g}")
        predictions = predictions.reshape(K, P, *predictions.shape[1:])
        values = self.function(y, predictions) if self.is_named else np.array([self._own(y, copy) for copy in predictions])
        if not np.isfinite(values).all():
            raise ValueError(f"{self.argument} {self.name} gave {values[~np.isfinite(values)][0]}; wanted a finite number")
        return values

    def _own(self, y: Array, predictions: Array) -> float:
        value = self.function(y, predictions)
        try:
            return float(value)
        except (TypeError, ValueError):
            raise TypeError(f"{self.argument} {self.name} gave {value!r}; wanted one number") from None


def _squared(y: Array, predictions: Array) -> Array:
    return ((predictions - y) ** 2).mean(axis=-1)


def _named(name: str, outputs: Array) -> Callable[[Array, Array], Array]:
    """A measure by its name: of outputs (P,) and predictions (..., P) it gives a mean over the examples."""
    if name == "r2":
        variance = as_outputs(outputs, len(outputs)).var()  # of all outputs, where a part is measured too
        return lambda y, predictions: 1 - _squared(y, predictions) / variance
    if name in ("misclassification", "softmax") and (np.abs(outputs) != 1).any():
        raise ValueError(f"y holds labels other than -1 and +1; the loss {name!r} wants these two")
    return {
        "accuracy": lambda y, predictions: (predictions == y).mean(axis=-1),
        "squared": _squared,
        "absolute": lambda y, predictions: np.abs(predictions - y).mean(axis=-1),
        "misclassification": lambda y, predictions: (np.sign(predictions) != y).mean(axis=-1),
        "softmax": lambda y, predictions: softplus(-y * predictions).mean(axis=-1),
    }[name]
