from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count
from .._numerics.tolerances import LARGEST_VALUE
from .._numerics.types import Array
from .descent import StepFailed, descend
from .descent_arguments import DescentProblem, SampledCost, as_step_lengths
from .descent_trace import DescentTrace


def minibatch_gradient_descent(
    cost: SampledCost,
    start: ArrayLike,
    step_length: ArrayLike,
    epochs: int,
    batch_size: int,
    *,
    seed: int = 0,
) -> DescentTrace:
    """Minimize a cost by mini-batch gradient descent: steps w ← w − α ∇g_B(w), with the cost g_B over one batch B.

    In every epoch, the examples are put in random order and cut into batches; the last one may be smaller. The trace has one
    step per epoch: the weights after it, and the cost, gradient and misclassifications over all examples.

    Parameters
    ----------
    cost : LeastSquares, Softmax, MulticlassSoftmax, or any object
        As for `gradient_descent`, and with n_examples, an integer P, and subset(rows), the cost over some examples.
    start
        As in `gradient_descent`.
    step_length : float or array-like, shape (epochs,)
        The step length α > 0: fixed, or one for each epoch. For a mean it need not depend on the batch size.
    epochs : int
        Number of passes through all examples.
    batch_size : int
        Examples in a batch, 1 to P.
    seed : int
        Seed of the random orders.

    Returns
    -------
    DescentTrace

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    Source: Example 9.3: 20 epochs, α = 10⁻², batches of 200 on the multi-class softmax cost over MNIST's pixels and
    over edge features; Exercise 9.2. The chapter does not say in which order the examples are taken.

    Examples
    --------
    >>> from fewidgets.algorithms import Softmax
    >>> cost = Softmax([[-2.0], [-1.0], [1.0], [3.0]], [-1, 1, -1, 1])
    >>> trace = minibatch_gradient_descent(cost, [0.0, 0.0], 0.5, epochs=3, batch_size=2)
    >>> trace.costs.shape, trace.misclassifications[-1]
    ((4,), np.int64(2))
    """
    problem = DescentProblem(cost, start, "subset", "n_examples")
    epochs = as_count(epochs, "epochs", 1)
    problem.check_history(epochs, "epochs")
    lengths = as_step_lengths(step_length, epochs, "epochs")
    P = as_count(cost.n_examples, "cost.n_examples", 1)
    batch_size = as_count(batch_size, "batch_size", 1, P, "the number of examples")
    rng = np.random.default_rng(as_count(seed, "seed", 0))

    def advance(k: int, w: Array, gradient: Array) -> tuple[Array, float]:
        order = rng.permutation(P)
        for first in range(0, P, batch_size):
            rows = order[first : first + batch_size]
            w = w - lengths[k] * np.asarray(cost.subset(rows).gradient(w))
            if not np.vdot(w, w) <= LARGEST_VALUE**2:
                raise StepFailed(f"the weights grew beyond {LARGEST_VALUE:g} in batch {first // batch_size + 1}")
        return w, np.inf

    return descend(problem, "minibatch_gradient_descent", epochs, advance, step_lengths=lengths)
