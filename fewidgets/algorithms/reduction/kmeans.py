"""K-means clustering: fewer, averaged examples (Figure 9.1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count
from .._numerics.arrays import as_features
from .._numerics.blocks import row_blocks
from .._numerics.memory import check_size
from .._numerics.trace import Trace
from .._numerics.types import Array, Flags, ShortIndices
from ..optimization.cost_names import Reduction, factor_of
from .nearest_centroids import Assignment, NearestCentroids, squared_lengths


def kmeans(
    X: ArrayLike,
    n_clusters: int,
    *,
    initial: ArrayLike | None = None,
    starts: int = 10,
    max_steps: int = 300,
    seed: int = 0,
    reduction: Reduction = "mean",
) -> KMeansTrace:
    """Represent the examples by a few centroids, each the mean of the examples nearest to it.

    Two steps alternate (Lloyd): assign every example to its nearest centroid, then move every centroid to the mean of its
    examples, until no assignment changes. The starting centroids are drawn from the examples one by one, each with a
    probability proportional to its squared distance to the nearest one drawn before (k-means++). The result is the best of
    several starts.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Features may be constant.
    n_clusters : int
        Number K of centroids, 1 to P.
    initial : array-like, shape (K, N), optional
        Starting centroids. Then there is a single start, and nothing is drawn.
    starts : int
        Number of starts, at least 1.
    max_steps : int
        Largest number of steps of a start, at least 1.
    seed : int
        Seed of the random numbers, ≥ 0.
    reduction : {"mean", "sum"}
        Whether the cost is the mean of the squared distances over examples, or their sum (scikit-learn's inertia).

    Returns
    -------
    KMeansTrace

    Raises
    ------
    TypeError, ValueError
        If `X` or `initial` is not a finite matrix of its shape, or X holds fewer different examples than centroids.

    Notes
    -----
    Source: Figure 9.1; Lloyd (1982); Arthur and Vassilvitskii (2007). K-means finds a local minimum only, which is why there
    are several starts. A centroid without examples is moved to the example farthest from its own centroid, which then leaves
    its cluster.

    Examples
    --------
    >>> trace = kmeans([[0.0, 0.0], [0.0, 2.0], [8.0, 0.0], [8.0, 2.0]], 2)
    >>> trace.centroids[-1][trace.assignments[-1]]
    array([[0., 1.],
           [0., 1.],
           [8., 1.],
           [8., 1.]])
    >>> float(trace.costs[-1])
    1.0
    """
    features = as_features(X, allow_constant=True)
    P, N = features.shape
    K = as_count(n_clusters, "n_clusters", 1, P, "the number of examples")
    starts, seed = as_count(starts, "starts", 1), as_count(seed, "seed", 0)
    check_size("starts", starts, (starts,))
    max_steps = as_count(max_steps, "max_steps", 1)
    factor = factor_of(reduction, P)
    given = None if initial is None else as_features(initial, "initial", allow_constant=True)
    if given is not None:
        if given.shape != (K, N):
            raise ValueError(f"initial must have the shape {(K, N)}, one centroid per row; got {given.shape}.")
        starts = 1

    rng = np.random.default_rng(seed)
    nearest = NearestCentroids(features)
    start_costs, best_start, best = np.empty(starts), 0, None
    for s in range(starts):
        run = _lloyd(nearest, _plus_plus(features, K, rng) if given is None else given, max_steps)
        start_costs[s] = run.costs[-1] * factor
        if best is None or start_costs[s] < start_costs[best_start]:
            best_start, best = s, run
    assert best is not None
    return KMeansTrace(
        np.array(best.centroids),
        np.array(best.assignments),
        np.array(best.costs) * factor,
        np.array(best.relocated),
        start_costs,
        best_start,
        best.converged,
        reduction,
    )


@dataclass
class _Run:
    """What happened in each step of one start."""

    centroids: list[Array]
    assignments: list[ShortIndices]
    costs: list[float]
    relocated: list[Flags]
    converged: bool = False


def _lloyd(nearest: NearestCentroids, centroids: Array, max_steps: int) -> _Run:
    """Assign examples and move centroids in turns, until no assignment changes."""
    run = _Run([], [], [], [])
    while True:
        found = nearest.assign(centroids)
        run.converged = bool(run.assignments) and np.array_equal(found.labels, run.assignments[-1])
        run.centroids.append(centroids)
        run.assignments.append(found.labels)
        run.costs.append(float(found.distances.sum()))
        if run.converged or len(run.costs) == max_steps:
            run.relocated.append(np.zeros(len(centroids), dtype=bool))
            return run
        centroids, relocated = _move(nearest.X, centroids, found)
        run.relocated.append(relocated)


def _move(X: Array, centroids: Array, found: Assignment) -> tuple[Array, Flags]:
    """Move the centroids to the means of their examples, and those without examples to the farthest examples."""
    labels, distances, sums, counts = found
    relocated = np.zeros(len(centroids), dtype=bool)
    empty = list((counts == 0).nonzero()[0])
    if empty:
        for p in np.argsort(-distances, kind="stable"):
            if not empty or distances[p] == 0:
                break
            if counts[labels[p]] > 1:  # otherwise its own centroid would be left without examples
                k = empty.pop(0)
                sums[labels[p]] -= X[p]
                counts[labels[p]] -= 1
                sums[k], counts[k], relocated[k] = X[p], 1, True
    moved = centroids.copy()
    filled = counts > 0
    moved[filled] = sums[filled] / counts[filled, None]
    return moved, relocated


def _plus_plus(X: Array, K: int, rng: np.random.Generator) -> Array:
    """Draw K examples, each with a probability proportional to its squared distance to the nearest one drawn before."""
    chosen = [int(rng.integers(len(X)))]
    nearest = np.full(len(X), np.inf)
    while len(chosen) < K:
        for rows in row_blocks(X.shape):
            np.minimum(nearest[rows], squared_lengths(X[rows] - X[chosen[-1]]), out=nearest[rows])
        cumulative = np.cumsum(nearest)
        if cumulative[-1] == 0:
            raise ValueError(f"X must hold at least n_clusters = {K} different examples; got {len(chosen)}.")
        drawn = int(np.searchsorted(cumulative, rng.random() * cumulative[-1], side="right"))
        # Rounding may lead beyond the last example with a probability above 0.
        chosen.append(min(drawn, int(nearest.nonzero()[0][-1])))
    return X[chosen]


class KMeansTrace(Trace):
    """Everything that happened in the best start of `kmeans`.

    Step t assigns every example to its nearest centroid. The means of the examples of each centroid are the centroids of step
    t + 1.

    Attributes
    ----------
    centroids : NDArray, shape (T, K, N), float64
        Centroids in each step, in the units of the features.
    assignments : NDArray, shape (T, P), int32
        Number of the nearest centroid of each example, from 0 (the first of several equally near).
    costs : NDArray, shape (T,), float64
        Sum or mean of the squared distances of the examples to their centroids.
    relocated : NDArray, shape (T, K), bool
        Marks centroids that had no examples and were moved to the example farthest from its own centroid.
    start_costs : NDArray, shape (S,), float64
        The final cost of each start.
    best_start : int
        The start of this trace: the first with the smallest cost.
    converged : bool
        Whether the last step changed no assignment.
    reduction : str
        As given to `kmeans`.

    Examples
    --------
    >>> trace = kmeans([[0.0], [1.0], [9.0], [10.0]], 2, initial=[[0.0], [1.0]])
    >>> trace.centroids[:, :, 0]
    array([[0.        , 1.        ],
           [0.        , 6.66666667],
           [0.5       , 9.5       ]])
    >>> trace.assignments[-1], trace.costs, trace.converged
    (array([0, 0, 1, 1], dtype=int32), array([36.25      ,  4.38888889,  0.25      ]), True)
    """

    centroids: Array
    assignments: ShortIndices
    costs: Array
    relocated: Flags
    start_costs: Array
    best_start: int
    converged: bool
    reduction: Reduction

    @property
    def n_steps(self) -> int:
        """Number of steps T, including the first assignment."""
        return len(self.costs)
