from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_number, shown
from .._numerics.arrays import as_numeric_array, check_finite
from .._numerics.memory import check_size
from .._numerics.types import Array, Indices
from .abstract_cost import Classification, Cost


class Descendable(Protocol):
    """Any cost with a value and a gradient; with a method misclassifications(w), those are counted too."""

    def value(self, w: Array, /) -> float | Array:
        """Return the cost at weights `w`: a finite number."""

    def gradient(self, w: Array, /) -> Array:
        """Return the gradient at weights `w`, an array of the same shape."""


class TwiceDescendable(Descendable, Protocol):
    """A cost for Newton's method: it has a Hessian too."""

    def hessian(self, w: Array, /) -> Array:
        """Return the Hessian at weights `w`, shape (n, n), in the order of w.ravel()."""


class SampledCost(Descendable, Protocol):
    """A cost for mini-batches: it adds over examples, and some of them can be picked."""

    @property
    def n_examples(self) -> int:
        """Number of examples P."""

    def subset(self, rows: Indices, /) -> Descendable:
        """Return the cost over some of the examples."""


class DescentProblem:
    """A checked cost and a checked start. The cost is one of ours, or any object with the methods that are needed."""

    cost: Descendable
    start: Array
    evaluate: Callable[[Array], tuple[float, Array, int | None]]
    hessian: Callable[[Array], Array]

    def __init__(self, cost: Descendable, start: ArrayLike, *needs: str) -> None:
        needs = ("value", "gradient", *needs)
        missing = [name for name in needs if not hasattr(cost, name)]
        if missing or isinstance(cost, type):
            methods = ", ".join(needs[:-1]) + f" and {needs[-1]}"
            kind = type(cost).__name__
            raise TypeError(f"cost must be an object with {methods}, such as Softmax(X, y); got {shown(cost)} ({kind})")
        self.cost = cost
        if isinstance(cost, Cost):
            self.start = cost._weights(start, "start", single=True).copy()
            self.evaluate, self.hessian = cost._evaluate, cost._hessian  # descent never evaluates them at infinite weights
            return
        self.start = as_numeric_array(start, "start").copy()
        if self.start.ndim == 0 or self.start.size == 0:
            raise ValueError(f"start must be a weight vector; got shape {self.start.shape}")
        check_finite(self.start.reshape(-1), "start")
        self.evaluate = self._evaluate_other
        self.hessian = lambda w: self._call("hessian", w, (w.size, w.size))
        value, gradient, _ = self.evaluate(self.start)
        if not (np.isfinite(value) and np.isfinite(gradient).all()):
            raise ValueError("cost must be finite at start, and so must its gradient. Choose another start.")

    def check_history(self, steps: int, name: str = "steps") -> None:
        """Raise a ValueError if the weights and gradients of so many steps would need too much memory."""
        check_size(name, steps, (steps + 1, 2, self.start.size))

    def separated_at(self, weights: Array, counts: Indices | None) -> int | None:
        """Return the first step whose weights prove that a softmax cost has no minimizer."""
        if not isinstance(self.cost, Classification) or counts is None:
            return None
        return next((int(k) for k in np.flatnonzero(counts == 0) if self.cost._separates(weights[k])), None)

    def _evaluate_other(self, w: Array) -> tuple[float, Array, int | None]:
        value, gradient = float(self._call("value", w, ())), self._call("gradient", w, w.shape)
        has_labels = hasattr(self.cost, "misclassifications")
        return value, gradient, int(self._call("misclassifications", w, ())) if has_labels else None

    def _call(self, name: str, w: Array, shape: tuple[int, ...]) -> Array:
        result = np.asarray(getattr(self.cost, name)(w))
        if result.dtype.kind not in "biuf" or result.shape != shape:
            found = f"{result.dtype} of shape {result.shape}"
            raise ValueError(f"cost.{name}(w) must return numbers of shape {shape}; got {found}")
        return result.astype(np.float64)


def as_not_negative(value: Any, name: str) -> float:
    """Check a number that may be zero."""
    number = as_number(value, name)
    if number < 0:
        raise ValueError(f"{name} must be a number ≥ 0; got {number:g}")
    return number


def as_step_lengths(step_length: ArrayLike, steps: int, counted: str = "steps") -> Array:
    """Check one step length for all steps, or one for each."""
    if isinstance(step_length, str) or not hasattr(step_length, "__len__"):
        return np.full(steps, as_number(step_length, "step_length", positive=True))
    lengths = as_numeric_array(step_length, "step_length")
    if lengths.shape != (steps,):
        expected = f"one number, or one for each of {steps} {counted}"
        raise ValueError(f"step_length must be {expected}; got shape {lengths.shape}")
    wrong = lengths[~((lengths > 0) & np.isfinite(lengths))]
    if wrong.size:
        raise ValueError(f"step_length must hold finite numbers above 0; got {wrong[0]:g}")
    return lengths.copy()
