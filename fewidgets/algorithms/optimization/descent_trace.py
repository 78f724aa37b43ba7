"""The trace of a descent: weights, costs and gradients after every step, and how the run ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._numerics.arguments import as_count
from .._numerics.tolerances import RISE
from .._numerics.types import Array

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

    Examples
    --------
    >>> Iterate(0, np.zeros(2), 1.5, None).cost
    1.5
    """

    step: int
    weights: Array
    cost: float
    misclassifications: int | None


@dataclass(frozen=True, eq=False)
class DescentTrace:
    """Everything that happened in `gradient_descent`, `minibatch_gradient_descent` or `newton`.

    Attributes
    ----------
    method : str
        The function that made it.
    weights : NDArray, shape (K + 1, ...), float64
        Weights after each of the K steps; weights[0] is the start. They are always finite.
    costs : NDArray, shape (K + 1,), float64
        The cost at these weights, over all examples.
    gradients : NDArray, shape of `weights`, float64
        The gradient at these weights, over all examples.
    misclassifications : NDArray, shape (K + 1,), int, or None
        Examples on the wrong side or on the boundary; None for a cost without labels.
    step_lengths : NDArray, shape (K,), float64, or None
        The step length α of each step; None for `newton`.
    stopped : str
        Why the run ended: "steps" (all were taken), "converged" (the next step would hardly lower the cost),
        "diverged at step k: …" with the reason, or "no minimizer at step k: …" if the cost hardly falls while the weights
        still grow.
    separated_at : int or None
        The first step after which every example is on its right side, by more than rounding. Then the classes are
        separable and a softmax cost has no minimizer: it falls to 0 as these weights are multiplied by larger and larger
        numbers. None if there was no such step, which proves nothing.

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
    misclassifications: NDArray[np.intp] | None
    step_lengths: Array | None
    stopped: str
    separated_at: int | None

    @property
    def n_steps(self) -> int:
        """Number of steps K that were taken.

        Examples
        --------
        >>> from fewidgets.algorithms import LeastSquares, newton
        >>> newton(LeastSquares([[0.0], [1.0]], [1.0, 3.0]), [0.0, 0.0], epsilon=0.0).n_steps
        1
        """
        return len(self.weights) - 1

    @property
    def final(self) -> Iterate:
        """The last iterate.

        Examples
        --------
        >>> from fewidgets.algorithms import LeastSquares, newton
        >>> newton(LeastSquares([[0.0], [1.0]], [1.0, 3.0]), [0.0, 0.0], epsilon=0.0).final.weights
        array([1., 2.])
        """
        return self.at(self.n_steps)

    @property
    def best(self) -> Iterate:
        """The first iterate with the fewest misclassifications; for a cost without labels, that with the lowest cost.

        Examples
        --------
        >>> from fewidgets.algorithms import LeastSquares, gradient_descent
        >>> gradient_descent(LeastSquares([[0.0], [1.0]], [1.0, 3.0]), [0.0, 0.0], 5.0, 3).best.step
        0
        """
        return self.at(int(np.argmin(self.costs if self.misclassifications is None else self.misclassifications)))

    @property
    def converged(self) -> bool:
        """Whether the run ended because the next step would hardly lower the cost.

        Examples
        --------
        >>> from fewidgets.algorithms import LeastSquares, newton
        >>> newton(LeastSquares([[0.0], [1.0]], [1.0, 3.0]), [0.0, 0.0]).converged
        True
        """
        return self.stopped == "converged"

    @property
    def diverged(self) -> bool:
        """Whether the weights grew without bound, or the cost ended above its value at the start.

        With mini-batches the cost may rise at first, so it must also end above half of its largest value.

        Examples
        --------
        >>> from fewidgets.algorithms import LeastSquares, gradient_descent
        >>> trace = gradient_descent(LeastSquares([[0.0], [1.0]], [1.0, 3.0]), [0.0, 0.0], 5.0, 3)
        >>> trace.diverged, trace.stopped.split(":")[0]
        (True, 'diverged at step 1')
        """
        return self.stopped.startswith("diverged")

    @property
    def separable(self) -> bool:
        """Whether an iterate proved that the classes are separable, so that no minimizer exists.

        Examples
        --------
        >>> from fewidgets.algorithms import Softmax, newton
        >>> newton(Softmax([[0.0], [1.0]], [-1, 1]), [0.0, 0.0]).separable
        True
        """
        return self.separated_at is not None

    @property
    def n_rises(self) -> int:
        """Number of steps that raised the cost by more than rounding.

        Examples
        --------
        >>> from fewidgets.algorithms import LeastSquares, gradient_descent
        >>> gradient_descent(LeastSquares([[0.0], [1.0]], [1.0, 3.0]), [0.0, 0.0], 5.0, 3).n_rises
        3
        """
        return int(np.count_nonzero(has_risen(self.costs[1:], self.costs[:-1])))

    @property
    def n_turns(self) -> int:
        """Number of steps at an angle above 90° to the step before: the zig-zag of a step length that is too long.

        Examples
        --------
        >>> from fewidgets.algorithms import LeastSquares, gradient_descent
        >>> cost = LeastSquares([[0.0], [1.0]], [1.0, 3.0])
        >>> [gradient_descent(cost, [0.0, 0.0], step_length, 20).n_turns for step_length in (0.1, 0.7)]
        [0, 19]
        """
        weights = self.weights.reshape(len(self.weights), -1)
        moves = np.diff(weights, axis=0)
        lengths = np.abs(moves).max(axis=1)
        moved = lengths > NO_MOVE * np.abs(weights).max()
        moves = moves[moved] / lengths[moved, None]
        return int(np.count_nonzero((moves[1:] * moves[:-1]).sum(axis=1) < 0))

    @property
    def message(self) -> str:
        """What happened, in a few sentences.

        Examples
        --------
        >>> from fewidgets.algorithms import Softmax, newton
        >>> print(newton(Softmax([[0.0], [1.0], [2.0], [3.0]], [-1, 1, -1, 1]), [0.0, 0.0]).message)
        Converged after 4 steps: cost 0.5869, 2 misclassifications; the fewest, 2, came first at step 1.
        """
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
        """Return the iterate after a number of steps.

        Parameters
        ----------
        step : int
            0 (the start) to K.

        Returns
        -------
        Iterate

        Raises
        ------
        TypeError, ValueError
            If `step` is not an integer from 0 to K.

        Examples
        --------
        >>> from fewidgets.algorithms import LeastSquares, gradient_descent
        >>> gradient_descent(LeastSquares([[0.0], [1.0]], [1.0, 3.0]), [0.0, 0.0], 0.1, 3).at(1).weights
        array([0.4, 0.3])
        """
        step = as_count(step, "step", 0, self.n_steps, "the number of steps taken")
        counts = self.misclassifications
        count = None if counts is None else int(counts[step])
        return Iterate(step, self.weights[step], float(self.costs[step]), count)


def has_risen(after: Array | float, before: Array | float) -> NDArray[np.bool_]:
    """Return whether costs are higher than before by more than rounding.

    Examples
    --------
    >>> has_risen(np.array([1.0, 1.1]), 1.0)
    array([False,  True])
    """
    return np.asarray(after > before + RISE * np.abs(before))
