"""What the methods of descent share: the costs they accept, the loop, and the trace of everything that happened."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_count, as_number
from .._numerics.arrays import as_numeric_array, check_finite, frozen
from .._numerics.memory import check_size
from .._numerics.tolerances import LARGEST_VALUE
from .._numerics.types import Array
from .costs import Classification, Cost

Method = Literal["gradient_descent", "minibatch_gradient_descent", "newton"]
OnStep = Callable[[int, Array], Any]


class Descendable(Protocol):
    """Any cost of a weight vector: its value and its gradient; for `newton` also hessian(w), of shape (n, n).

    With a method misclassifications(w) those are counted too.
    """

    def value(self, w: Array) -> float:
        """The cost at weights `w`, a finite number."""

    def gradient(self, w: Array) -> Array:
        """The gradient there, of the shape of `w`."""


class Iterate(NamedTuple):
    """One point of a descent.

    Attributes
    ----------
    step : int
        Number of steps taken to get there; 0 is the start. Mini-batch gradient descent counts epochs.
    weights : NDArray, shape of the start, float64
        The weights there.
    cost : float
        The cost there.
    misclassifications : int or None
        Examples on the wrong side or on the boundary; None where the cost knows no labels.

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
        Weights after each of the K steps; weights[0] is the start. Finite, whatever happened.
    costs : NDArray, shape (K + 1,), float64
        The cost there, over all examples.
    gradients : NDArray, shape of `weights`, float64
        The gradient there, over all examples.
    misclassifications : NDArray, shape (K + 1,), int, or None
        Examples on the wrong side or on the boundary; None where the cost knows no labels.
    step_lengths : NDArray, shape (K,), float64, or None
        The step length α of each step; None for `newton`.
    stopped : str
        Why it ended: "steps" (all were taken), "converged" (the next step promised too little), "diverged at
        step k: …" with the reason, or "runaway at step k: …" where the cost falls no more because there is no
        minimizer.
    separated_at : int or None
        The first step whose weights put every example on its right side, by more than rounding: then the classes
        can be separated, and a softmax cost has no minimizer: along these weights it falls to 0 while they grow
        for ever. None where no step did, which proves nothing.

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
        """Where the descent ended.

        Examples
        --------
        >>> from fewidgets.algorithms import LeastSquares, newton
        >>> newton(LeastSquares([[0.0], [1.0]], [1.0, 3.0]), [0.0, 0.0], epsilon=0.0).final.weights
        array([1., 2.])
        """
        return self.at(self.n_steps)

    @property
    def best(self) -> Iterate:
        """The first iterate with the fewest misclassifications, which need not be the final one; without labels, that
        of the lowest cost.

        Examples
        --------
        >>> from fewidgets.algorithms import LeastSquares, gradient_descent
        >>> gradient_descent(LeastSquares([[0.0], [1.0]], [1.0, 3.0]), [0.0, 0.0], 5.0, 3).best.step
        0
        """
        return self.at(int(np.argmin(self.costs if self.misclassifications is None else self.misclassifications)))

    @property
    def converged(self) -> bool:
        """Whether it ended because the next step promised too little.

        Examples
        --------
        >>> from fewidgets.algorithms import LeastSquares, newton
        >>> newton(LeastSquares([[0.0], [1.0]], [1.0, 3.0]), [0.0, 0.0]).converged
        True
        """
        return self.stopped == "converged"

    @property
    def diverged(self) -> bool:
        """Whether the weights left all bounds, or the cost ended above its start; of mini-batches, whose cost may rise
        at first, also above half of its largest value.

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
        """Whether an iterate proved that the classes can be separated, so that no minimizer exists.

        Examples
        --------
        >>> from fewidgets.algorithms import Softmax, newton
        >>> newton(Softmax([[0.0], [1.0]], [-1, 1]), [0.0, 0.0]).separable
        True
        """
        return self.separated_at is not None

    @property
    def n_rises(self) -> int:
        """Number of steps after which the cost stood higher, by more than rounding, than before.

        Examples
        --------
        >>> from fewidgets.algorithms import LeastSquares, gradient_descent
        >>> gradient_descent(LeastSquares([[0.0], [1.0]], [1.0, 3.0]), [0.0, 0.0], 5.0, 3).n_rises
        3
        """
        return int(np.count_nonzero(_rises(self.costs[1:], self.costs[:-1])))

    @property
    def n_turns(self) -> int:
        """Number of steps that turned back, by more than a right angle, against the step before: zig-zag.

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
        moved = lengths > 1e-12 * np.abs(weights).max()  # what is left at a minimizer is rounding
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
        told = f"cost {end.cost:.4g}"
        if end.misclassifications is not None:
            told += f", {end.misclassifications} misclassifications"
            if best.step < end.step:
                told += f"; the fewest, {best.misclassifications}, came first at {unit} {best.step}"
        first = "Converged after" if self.converged else "After"
        sentences = [f"{first} {taken}: {told}."]
        if self.stopped not in ("steps", "converged"):
            sentences.append(f"{self.stopped[0].upper()}{self.stopped[1:]}.")
        elif self.separable:
            sentences.append(
                f"All examples are on their right side after {unit} {self.separated_at}: no minimizer exists, the "
                f"weights run away (the largest is {np.abs(end.weights).max():.3g} now) and the cost goes to 0."
            )
        if self.method != "newton" and not self.diverged:
            if _rises(end.cost, self.costs[0]):
                sentences.append(f"It is above that at the start, {self.costs[0]:.4g}: the step length is too long.")
            elif self.method == "gradient_descent" and self.n_rises:
                sentences.append(f"The cost rose in {self.n_rises} of them: the step length is too long to descend in each.")
        return " ".join(sentences)

    def at(self, step: int) -> Iterate:
        """The iterate after so many steps.

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
            If there was no such step.

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


def _rises(after: Array, before: Array) -> NDArray[np.bool_]:
    return after > before + 1e-12 * np.abs(before)


class Lost(Exception):
    """A step that cannot be taken, with the reason."""


class Problem:
    """A cost and a start, checked; the cost's functions, with or without labels, ours or a caller's own.

    Examples
    --------
    >>> from fewidgets.algorithms import LeastSquares
    >>> Problem(LeastSquares([[0.0], [1.0]], [1.0, 3.0]), [0.0, 0.0]).evaluate(np.zeros(2))
    (5.0, array([-4., -3.]), None)
    """

    def __init__(self, cost: Descendable, start: ArrayLike, *needs: str) -> None:
        needs = ("value", "gradient", *needs)
        missing = [name for name in needs if not hasattr(cost, name)]
        if missing or isinstance(cost, type):
            wanted = ", ".join(needs[:-1]) + f" and {needs[-1]}"
            raise TypeError(f"cost is {cost!r} ({type(cost).__name__}); wanted an object with {wanted}, such as Softmax(X, y)")
        self.cost = cost
        if isinstance(cost, Cost):
            self.start = cost._weights(start, "start", single=True).copy()
            self.evaluate, self.hessian = cost._evaluate, cost._hessian  # the weights here are known to be finite
            return
        self.start = as_numeric_array(start, "start").copy()
        if self.start.ndim == 0 or self.start.size == 0:
            raise ValueError(f"start has shape {self.start.shape}; wanted a weight vector")
        check_finite(self.start.reshape(-1), "start")
        self.evaluate = self._ask
        self.hessian = lambda w: self._asked("hessian", w, (w.size, w.size))
        value, gradient, _ = self._ask(self.start)
        if not (np.isfinite(value) and np.isfinite(gradient).all()):
            raise ValueError("cost is not finite at start, or its gradient is not; wanted a start where both are")

    def check_history(self, steps: int, name: str = "steps") -> None:
        """Raise a ValueError if the weights and gradients of so many steps would need too much memory."""
        check_size(name, steps, (steps + 1, 2, self.start.size))

    def _ask(self, w: Array) -> tuple[float, Array, int | None]:
        """Value, gradient and, where the cost can tell, misclassifications of a caller's own cost."""
        value, gradient = float(self._asked("value", w, ())), self._asked("gradient", w, w.shape)
        counts = hasattr(self.cost, "misclassifications")
        return value, gradient, int(self._asked("misclassifications", w, ())) if counts else None

    def _asked(self, name: str, w: Array, shape: tuple[int, ...]) -> Array:
        result = np.asarray(getattr(self.cost, name)(w))
        if result.dtype.kind not in "biuf" or result.shape != shape:
            raise ValueError(f"cost.{name}(w) gives {result.dtype} of shape {result.shape}; wanted numbers of shape {shape}")
        return result.astype(np.float64)

    def separated_at(self, weights: Array, counts: NDArray[np.intp] | None) -> int | None:
        """The first weights that prove a softmax cost to have no minimizer."""
        if not isinstance(self.cost, Classification) or counts is None:
            return None
        return next((int(k) for k in np.flatnonzero(counts == 0) if self.cost._separates(weights[k])), None)


def as_on_step(on_step: OnStep | None) -> OnStep | None:
    """Check what is to be called after each step.

    Raises
    ------
    TypeError
        If it is neither None nor callable.

    Examples
    --------
    >>> as_on_step(3)
    Traceback (most recent call last):
    ...
    TypeError: on_step is 3 (int); wanted a function of the step's number and its weights
    """
    if on_step is not None and not callable(on_step):
        kind = type(on_step).__name__
        raise TypeError(f"on_step is {on_step!r} ({kind}); wanted a function of the step's number and its weights")
    return on_step


def as_not_negative(value: Any, name: str) -> float:
    """Check a number that may be zero.

    Raises
    ------
    TypeError, ValueError
        If it is no finite number ≥ 0.

    Examples
    --------
    >>> as_not_negative(-1, "tolerance")
    Traceback (most recent call last):
    ...
    ValueError: tolerance is -1; wanted a number ≥ 0
    """
    number = as_number(value, name)
    if number < 0:
        raise ValueError(f"{name} is {number:g}; wanted a number ≥ 0")
    return number


def as_step_lengths(step_length: ArrayLike, steps: int, counted: str = "steps") -> Array:
    """Check one step length for all steps, or one for each.

    Raises
    ------
    TypeError, ValueError
        If it is neither a finite number above 0 nor `steps` of them.

    Examples
    --------
    >>> as_step_lengths(0.5, 3)
    array([0.5, 0.5, 0.5])
    """
    if isinstance(step_length, str) or not hasattr(step_length, "__len__"):
        return np.full(steps, as_number(step_length, "step_length", positive=True))
    lengths = as_numeric_array(step_length, "step_length")
    if lengths.shape != (steps,):
        raise ValueError(f"step_length has shape {lengths.shape}; wanted one number, or one for each of {steps} {counted}")
    wrong = lengths[~((lengths > 0) & np.isfinite(lengths))]
    if wrong.size:
        raise ValueError(f"step_length holds {wrong[0]:g}; wanted finite numbers above 0")
    return lengths.copy()


@np.errstate(over="ignore", invalid="ignore")  # a step may be too long for double precision: it is told, not taken
def descend(
    problem: Problem,
    method: Method,
    steps: int,
    advance: Callable[[int, Array, Array], tuple[Array, float]],
    *,
    step_lengths: Array | None = None,
    tolerance: float = 0.0,
    on_step: OnStep | None = None,
) -> DescentTrace:
    """Take steps until all are taken, the next promises too little, or it leads out of all bounds.

    `advance(k, w, gradient)` gives the weights after step k + 1, and by how much it promises to lower the cost.

    Examples
    --------
    >>> from fewidgets.algorithms import LeastSquares
    >>> problem = Problem(LeastSquares([[0.0], [1.0]], [1.0, 3.0]), [0.0, 0.0])
    >>> descend(problem, "gradient_descent", 2, lambda k, w, g: (w - 0.1 * g, np.inf)).weights[1]
    array([0.4, 0.3])
    """
    w = problem.start
    value, gradient, count = problem.evaluate(w)
    seen = [(w, value, gradient, count)]
    enough = tolerance * abs(value)
    stopped, why = "steps", ""
    for k in range(steps):
        try:
            new, promised = advance(k, w, gradient)
        except Lost as lost:
            stopped, why = "diverged", str(lost)
            break
        if 0 <= promised <= enough:
            # Newton's steps get shorter and shorter towards a minimizer; where they do not, there is none.
            stalls = method == "newton" and k > 0 and np.abs(new - w).max() > 0.9 * np.abs(w - seen[-2][0]).max()
            stopped = "runaway" if stalls else "converged"
            break
        if not np.vdot(new, new) <= LARGEST_VALUE**2:
            stopped, why = "diverged", f"the weights grew beyond {LARGEST_VALUE:g}"
            break
        value, gradient, count = problem.evaluate(new)
        if not (math.isfinite(value) and math.isfinite(gradient.sum())):
            stopped, why = "diverged", "the cost or its gradient is not finite any more"
            break
        w = new
        seen.append((w, value, gradient, count))
        if on_step is not None:
            on_step(k + 1, frozen(w))

    history, costs, slopes = (np.array([point[i] for point in seen]) for i in range(3))
    counts = None if seen[0][3] is None else np.array([point[3] for point in seen], dtype=np.intp)
    K = len(costs) - 1
    separated_at = problem.separated_at(history, counts)
    lengths = None if step_lengths is None else step_lengths[:K]
    if stopped == "converged" and separated_at is not None:
        stopped = "runaway"
    if stopped == "runaway":
        stopped = f"runaway at step {K}: {_no_minimizer(separated_at, history[-1])}"
    elif stopped == "diverged":
        stopped = f"diverged at step {K + 1}: {why}{_remedy(problem, step_lengths, history, slopes)}"
    elif _rises(costs[-1], costs[0]) and (method != "minibatch_gradient_descent" or costs[-1] > costs.max() / 2):
        first = int(np.flatnonzero(costs <= costs[0])[-1]) + 1
        why = f"the cost rose from {costs[0]:.3g} at the start to {costs[-1]:.3g}"
        stopped = f"diverged at step {first}: {why}{_remedy(problem, step_lengths, history, slopes)}"
    return DescentTrace(
        method,
        frozen(history),
        frozen(costs),
        frozen(slopes),
        None if counts is None else frozen(counts),
        None if lengths is None else frozen(lengths),
        stopped,
        separated_at,
    )


def _no_minimizer(separated_at: int | None, w: Array) -> str:
    largest = np.abs(w).max()
    told = f"the cost hardly falls any more, but the weights still grow (the largest is {largest:.3g}): no minimizer exists"
    return told if separated_at is None else f"{told}, as step {separated_at} separates the classes"


def _remedy(problem: Problem, step_lengths: Array | None, weights: Array, gradients: Array) -> str:
    """What would help a run that diverged."""
    if step_lengths is None:
        return ": a Newton step overshoots where the curvature is small; start nearer the minimizer, or raise epsilon"
    curvature = _largest_curvature(problem, weights, gradients)
    longest = step_lengths.max()
    told = f"; step_length = {longest:g} is too long"
    if curvature * longest <= 2:
        return told
    return f"{told}: the curvature {curvature:.3g} met there allows 2 / {curvature:.3g} = {2 / curvature:.3g} at most"


def _largest_curvature(problem: Problem, weights: Array, gradients: Array) -> float:
    """The largest mean curvature met along a step, and along the gradient at the start."""
    pairs = [(weights[1:] - weights[:-1], gradients[1:] - gradients[:-1])]
    size = np.abs(gradients[0]).max()
    if size > 0:
        probe = weights[0] - gradients[0] / size * 1e-3 * (1 + np.abs(weights[0]).max())
        pairs.append(((probe - weights[0])[None], (problem.evaluate(probe)[1] - gradients[0])[None]))
    largest = 0.0
    for moves, changes in pairs:
        moves, changes = (array.reshape(len(array), weights[0].size) for array in (moves, changes))
        scale = np.abs(moves).max(axis=1, initial=0.0)
        on = scale > 0
        moves, changes = moves[on] / scale[on, None], changes[on] / scale[on, None]
        found = (moves * changes).sum(axis=1) / (moves * moves).sum(axis=1)
        largest = max(largest, float(found.max(initial=0.0)))
    return largest
