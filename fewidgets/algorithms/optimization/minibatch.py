"""Mini-batch gradient descent: a step for each small batch of the examples (Example 9.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_count
from .._numerics.tolerances import LARGEST_VALUE
from .costs import Cost
from .descent import Array, DescentTrace, Lost, Problem, as_on_step, as_step_lengths, descend


def minibatch_gradient_descent(
    cost: Cost,
    start: ArrayLike,
    step_length: ArrayLike,
    epochs: int,
    batch_size: int,
    *,
    shuffle: Literal["each epoch", "once", "never"] = "each epoch",
    seed: int = 0,
    on_step: Callable[[int, Array], Any] | None = None,
) -> DescentTrace:
    """Mini-batch gradient descent: steps w ← w − α ∇g_B(w), g_B being the cost over one batch B of the examples.

    In an epoch every example is in one batch: the examples are put in random order, and cut into batches of
    `batch_size`, the last of which may be smaller. The trace holds the weights after each epoch, and cost, gradient
    and misclassifications over all examples there: its step is an epoch.

    Parameters
    ----------
    cost : LeastSquares, Softmax, MulticlassSoftmax, or any object
        What is descended: as for `gradient_descent`, and besides n_examples, a whole number P, and subset(rows), the
        cost over some examples.
    start : array-like, shape (N + 1,), or (N + 1, C) for MulticlassSoftmax
        The weights w⁰, bias first.
    step_length : float or array-like, shape (epochs,)
        The step length α > 0: fixed, or one for each epoch. Of a mean, a batch's cost is the batch's mean, so that α
        need not depend on the batch size.
    epochs : int
        How often all examples are gone through, at least 1.
    batch_size : int
        Examples in a batch, 1 to P.
    shuffle : {"each epoch", "once", "never"}
        When the examples are put in random order. With "never", examples sorted by their label make each batch teach
        one class.
    seed : int
        Seeds the orders: the same one, the same run.
    on_step : callable, optional
        Called after each epoch with its number, from 1, and its weights: for a progress bar.

    Returns
    -------
    DescentTrace
        Its arrays are finite in any case; `stopped` says when a run diverged, and why.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If `start` has not the cost's shape or is not finite, `step_length` is no number above 0 nor one for each
        epoch, `epochs` < 1, `batch_size` is outside 1…P, `seed` < 0, or a name is unknown.

    Notes
    -----
    Source: Example 9.3: 20 epochs, α = 10⁻², batches of 200 on the multi-class softmax cost over MNIST's pixels and
    over edge features; Exercise 9.2. The chapter says nothing of the examples' order.

    Examples
    --------
    >>> from fewidgets.algorithms import Softmax
    >>> cost = Softmax([[-2.0], [-1.0], [1.0], [3.0]], [-1, 1, -1, 1])
    >>> trace = minibatch_gradient_descent(cost, [0.0, 0.0], 0.5, epochs=3, batch_size=2)
    >>> trace.costs.shape, trace.misclassifications[-1]
    ((4,), np.int64(2))
    >>> whole = minibatch_gradient_descent(cost, [0.0, 0.0], 0.5, epochs=3, batch_size=4)
    >>> from fewidgets.algorithms import gradient_descent
    >>> bool(np.allclose(whole.weights, gradient_descent(cost, [0.0, 0.0], 0.5, 3).weights))
    True
    """
    problem = Problem(cost, start, "subset", "n_examples")
    epochs = as_count(epochs, "epochs", 1)
    problem.check_history(epochs, "epochs")
    lengths = as_step_lengths(step_length, epochs, "epochs")
    P = as_count(cost.n_examples, "cost.n_examples", 1)
    batch_size = as_count(batch_size, "batch_size", 1, P, "the number of examples")
    shuffle = as_choice(shuffle, "shuffle", ("each epoch", "once", "never"))
    rng = np.random.default_rng(as_count(seed, "seed", 0))
    ours = isinstance(cost, Cost)
    order = np.arange(P) if shuffle == "never" else rng.permutation(P)

    def advance(k: int, w: Array, gradient: Array) -> tuple[Array, float]:
        nonlocal order
        if shuffle == "each epoch" and k > 0:
            order = rng.permutation(P)
        for first in range(0, P, batch_size):
            rows = order[first : first + batch_size]
            slope = cost._subset(rows)._gradient(w) if ours else np.asarray(cost.subset(rows).gradient(w))
            w = w - lengths[k] * slope
            if not np.vdot(w, w) <= LARGEST_VALUE**2:
                raise Lost(f"the weights grew beyond {LARGEST_VALUE:g} in batch {first // batch_size + 1}")
        return w, np.inf

    return descend(problem, "minibatch_gradient_descent", epochs, advance, step_lengths=lengths, on_step=as_on_step(on_step))
