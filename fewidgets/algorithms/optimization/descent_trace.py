from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from .._numerics.arguments import as_count
from .._numerics.tolerances import RISE
from .._numerics.trace import Trace
from .._numerics.types import Array, Flags, Indices

# A step that moves no weight by more than this share of the largest weight is rounding at a minimizer.
NO_MOVE = 1e-12

Method = Literal["gradient_descent", "minibatch_gradient_descent", "newton"]


class Iterate(NamedTuple):
    """One point of a descent.

    Attributes
    ----------
    step : int
        Number of steps taken so far; 0 is the start. Mini-batch gradient descent counts epochs.
    weights : NDArray, shape of the start, float64
        The weights after this step.
    cost : float
        The cost at these weights.
    misclassifications : int or None
        Examples on the wrong side or on the boundary; None for a cost without labels.
    """

    step: int
    weights: Array
    cost: float
    misclassifications: int | None


class DescentTrace(Trace):
    """Everything that happened in `gradient_descent`, `minibatch_gradient_descent` or `newton`.

    Attributes
    ----------
    method : str
        The function that made it.
    weights : NDArray, shape (K + 1, ...), float64
        Weights after each of the K steps; weights[0] is the start. They are always finite.
    costs, gradients : NDArray, shapes (K + 1,) and that of `weights`, float64
        The cost and its gradient at these weights, over all examples.
    misclassifications : NDArray, shape (K + 1,), int, or None
        Examples on the wrong side or on the boundary; None for a cost without labels.
    step_lengths : NDArray, shape (K,), float64, or None
        The step length α of each step; None for `newton`.
    stopped : str
        Why the run ended: "steps" (all were taken), "converged" (the next step would hardly lower the cost), "diverged at
        step k: …", or "no minimizer at step k: …" if the cost hardly falls while the weights still grow.
    separated_at : int or None
        The first step after which every example is on its right side, by more than rounding. Then the classes are separable
        and a softmax cost has no minimizer.

    Examples
    --------
    >>> from fewidgets.algorithms import Softmax, newton
    >>> trace = newton(Softmax([[0.0], [1.0], [2.0], [3.0]], [-1, 1, -1, 1]), [0.0, 0.0])
    >>> trace.misclassifications, trace.stopped
    (array([4, 2, 2, 2, 2]), 'converged')
    """

    method: Method
    weights: Array
    costs: Array
    gradients: Array
    misclassifications: Indices | None
    step_lengths: Array | None
    stopped: str
    separated_at: int | None

    @property
    def n_steps(self) -> int:
        """Number of steps K that were taken."""
        return len(self.weights) - 1

    @property
    def final(self) -> Iterate:
        """The last iterate."""
        return self.at(self.n_steps)

    @property
    def best(self) -> Iterate:
        """The first iterate with the fewest misclassifications; for a cost without labels, that with the lowest cost."""
        return self.at(int(np.argmin(self.costs if self.misclassifications is None else self.misclassifications)))

    @property
    def converged(self) -> bool:
        """Whether the run ended because the next step would hardly lower the cost."""
        return self.stopped == "converged"

    @property
    def diverged(self) -> bool:
        """Whether the weights grew without bound, or the cost ended above its value at the start.

        With mini-batches the cost may rise at first, so it must also end above half of its largest value.
        """
        return self.stopped.startswith("diverged")

    @property
    def separable(self) -> bool:
        """Whether an iterate proved that the classes are separable, so that no minimizer exists."""
        return self.separated_at is not None

    @property
    def n_rises(self) -> int:
        """Number of steps that raised the cost by more than rounding."""
        return int(np.count_nonzero(has_risen(self.costs[1:], self.costs[:-1])))

    @property
    def n_turns(self) -> int:
        """Number of steps at an angle above 90° to the step before: the zig-zag of a step length that is too long."""
        weights = self.weights.reshape(len(self.weights), -1)
        moves = np.diff(weights, axis=0)
        lengths = np.abs(moves).max(axis=1)
        moved = lengths > NO_MOVE * np.abs(weights).max()
        moves = moves[moved] / lengths[moved, None]
        return int(np.count_nonzero((moves[1:] * moves[:-1]).sum(axis=1) < 0))

    @property
    def message(self) -> str:
        """What happened, in a few sentences."""
        end, best, unit = self.final, self.best, "epoch" if self.method.startswith("mini") else "step"
        taken = f"{self.n_steps} {unit}{'' if self.n_steps == 1 else 's'}"
        result = f"cost {end.cost:.4g}"
        if end.misclassifications is not None:
            result += f", {end.misclassifications} misclassifications"
            if best.step < end.step:
                result += f"; the fewest, {best.misclassifications}, came first at {unit} {best.step}"
        sentences = [f"{'Converged after' if self.converged else 'After'} {taken}: {result}."]
        if self.stopped not in ("steps", "converged"):
            sentences.append(f"{self.stopped[0].upper()}{self.stopped[1:]}.")
        elif self.separable:
            sentences.append(
                f"All examples are on their right side after {unit} {self.separated_at}: no minimizer exists, the "
                f"weights grow without bound (the largest is {np.abs(end.weights).max():.3g} now) and the cost goes to 0."
            )
        if self.method != "newton" and not self.diverged:
            if has_risen(end.cost, self.costs[0]):
                sentences.append(f"The cost is above its start, {self.costs[0]:.4g}: the step length is too long.")
            elif self.method == "gradient_descent" and self.n_rises:
                sentences.append(f"The cost rose in {self.n_rises} of them: the step length is too long to descend in each.")
        return " ".join(sentences)

    def at(self, step: int) -> Iterate:
        """Return the iterate after a number of steps."""
        step = as_count(step, "step", 0, self.n_steps, "the number of steps taken")
        counts = self.misclassifications
        count = None if counts is None else int(counts[step])
        return Iterate(step, self.weights[step], float(self.costs[step]), count)


def has_risen(after: Array | float, before: Array | float) -> Flags:
    """Return whether costs are higher than before by more than rounding."""
    return np.asarray(after > before + RISE * np.abs(before))
