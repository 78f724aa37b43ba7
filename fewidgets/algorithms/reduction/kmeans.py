"""K-means clustering: fewer, averaged examples (Figure 9.1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import as_features, frozen
from .._numerics.blocks import row_blocks
from .._numerics.memory import check_size
from ..optimization.costs import REDUCTIONS, Reduction

# Entries of examples and of their distances in a block.
_ENTRIES = 2**18


@dataclass(frozen=True, eq=False)
class KMeansTrace:
    """Everything that happened in the best of the starts of `kmeans`.

    Step t gives every example to its nearest centroid; the centroids then move to their examples' means, which
    are the centroids of step t + 1.

    Attributes
    ----------
    centroids : NDArray, shape (T, K, N), float64
        Centroids in each step, in the features' units; row 0 holds the starting ones.
    assignments : NDArray, shape (T, P), int32
        The centroid that each example is nearest to, numbered from 0 (the first of several equally near).
    costs : NDArray, shape (T,), float64
        Squared distances of the examples to their centroids, added or averaged; they never rise.
    relocated : NDArray, shape (T, K), bool
        Centroids that were nearest to no example, and were moved to the example farthest from its own
        centroid.
    start_costs : NDArray, shape (S,), float64
        The cost that each start ended with.
    best_start : int
        The start that is told here: the first with the smallest cost.
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

    centroids: NDArray[np.float64]
    assignments: NDArray[np.int32]
    costs: NDArray[np.float64]
    relocated: NDArray[np.bool_]
    start_costs: NDArray[np.float64]
    best_start: int
    converged: bool
    reduction: Reduction

    @property
    def n_steps(self) -> int:
        """Number of steps T, the first assignment included.

        Examples
        --------
        >>> kmeans([[0.0], [1.0], [9.0], [10.0]], 2, initial=[[0.0], [1.0]]).n_steps
        3
        """
        return len(self.costs)


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

    Lloyd's steps alternate: every example goes to its nearest centroid, every centroid to the mean of its
    examples, until no example changes its centroid. Each start draws its centroids from the examples, one by
    one, with probabilities as the squared distances to the nearest one drawn so far (k-means++); the start that
    ends with the smallest cost is told.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Constant features are fine.
    n_clusters : int
        Number K of centroids, 1 to P.
    initial : array-like, shape (K, N), optional
        Starting centroids: then there is this one start and no draw.
    starts : int
        Number of starts, at least 1.
    max_steps : int
        Largest number of steps of a start, at least 1.
    seed : int
        Seed of the draws, ≥ 0.
    reduction : {"mean", "sum"}
        Whether the cost averages the squared distances over examples, or adds them (scikit-learn's inertia).

    Returns
    -------
    KMeansTrace

    Raises
    ------
    TypeError, ValueError
        If `X` or `initial` is no finite matrix of its shape, a number is out of range, X holds fewer different
        examples than centroids are to be drawn, or `starts` would need too much memory.

    Notes
    -----
    Source: Figure 9.1; Lloyd (1982); Arthur and Vassilvitskii (2007). A centroid that is nearest to no example
    is moved to the example farthest from its own centroid, which leaves its former cluster, the emptiest
    centroid's number first (scikit-learn's rule); where no example is away from its centroid it stays. K-means
    finds a local minimum only: hence the starts.

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
    reduction = as_choice(reduction, "reduction", REDUCTIONS)
    rng = np.random.default_rng(seed)
    if initial is not None:
        given = as_features(initial, "initial", allow_constant=True)
        if given.shape != (K, N):
            raise ValueError(f"initial has shape {given.shape}; wanted {(K, N)}: one centroid a row")
        starts = 1
    factor = 1 / P if reduction == "mean" else 1.0

    points = _Points(features)
    runs: list[_Run] = []
    start_costs, best_start = np.empty(starts), 0
    for s in range(starts):
        runs.append(_lloyd(points, _plus_plus(features, K, rng) if initial is None else given, max_steps))
        start_costs[s] = runs[-1][2][-1] * factor
        if start_costs[s] < start_costs[best_start]:
            best_start = s
        runs = [runs[0] if best_start < s else runs[-1]]
    ((centroids, assignments, costs, relocated, converged),) = runs
    return KMeansTrace(
        frozen(np.array(centroids)),
        frozen(np.array(assignments)),
        frozen(np.array(costs) * factor),
        frozen(np.array(relocated)),
        frozen(start_costs),
        best_start,
        converged,
        reduction,
    )


_Run = tuple[list[NDArray[np.float64]], list[NDArray[np.int32]], list[float], list[NDArray[np.bool_]], bool]


def _lloyd(points: _Points, centroids: NDArray[np.float64], max_steps: int) -> _Run:
    """Centroids, assignments, costs (sums) and relocations of every step, and whether it came to rest."""
    run: _Run = ([], [], [], [], False)
    while True:
        labels, distances, sums, counts = points.assign(centroids)
        settled = bool(run[1]) and np.array_equal(labels, run[1][-1])
        run[0].append(centroids)
        run[1].append(labels)
        run[2].append(float(distances.sum()))
        if settled or len(run[2]) == max_steps:
            run[3].append(np.zeros(len(centroids), dtype=bool))
            return (*run[:4], settled)
        centroids, relocated = _move(points.X, centroids, labels, distances, sums, counts)
        run[3].append(relocated)


class _Points:
    """The examples, and what of their distances does not depend on the centroids."""

    def __init__(self, X: NDArray[np.float64]) -> None:
        self.X = X
        self.middle = X.mean(axis=0)
        self.lengths, self.spreads = np.empty(len(X)), np.empty(len(X))
        for rows in row_blocks(X.shape):
            self.lengths[rows] = np.sqrt(_squared_lengths(X[rows]))
            self.spreads[rows] = _squared_lengths(X[rows] - self.middle)

    def assign(
        self, centroids: NDArray[np.float64]
    ) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.float64], NDArray[np.intp]]:
        """The nearest centroid of each example, the squared distance to it, and each centroid's sum and count.

        ‖x − c‖² = ‖x − m‖² + ‖c − m‖² + 2 m·(c − m) − 2 x·(c − m) takes one matrix product for all centroids. Where
        rounding could decide which is nearest, or could be seen in a short distance, the differences
        themselves are squared.
        """
        P, K = len(self.X), len(centroids)
        labels, distances, sums = np.empty(P, dtype=np.int32), np.empty(P), np.zeros(centroids.shape)
        c = centroids - self.middle
        squares = _squared_lengths(c)
        constants = squares + 2 * (c @ self.middle)
        reach = np.sqrt(squares.max())
        numbers = np.stack([np.arange(K), np.ones(K)])
        for rows in row_blocks((P, self.X.shape[1] + 2 * K), _ENTRIES):
            block, spreads = self.X[rows], self.spreads[rows]
            scores = -2 * c @ block.T
            scores += constants[:, None]
            least = scores.min(axis=0)
            size = spreads + reach * (reach + self.lengths[rows])
            near = (scores <= least + 1e-12 * size).astype(np.float64)
            which, several = numbers @ near
            nearest = which.astype(np.int32)
            close = (several > 1).nonzero()[0]
            if close.size:
                tried = np.stack([_squared_lengths(block[close] - centroid) for centroid in centroids])
                nearest[close] = tried.argmin(axis=0)
                near[:, close] = 0.0
                near[nearest[close], close] = 1.0
            far = spreads + least
            short = (far <= 1e-3 * size).nonzero()[0]
            far[short] = _squared_lengths(block[short] - centroids[nearest[short]])
            labels[rows], distances[rows] = nearest, far
            sums += near @ block
        return labels, distances, sums, np.bincount(labels, minlength=K)


def _move(
    X: NDArray[np.float64],
    centroids: NDArray[np.float64],
    labels: NDArray[np.int32],
    distances: NDArray[np.float64],
    sums: NDArray[np.float64],
    counts: NDArray[np.intp],
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Move the centroids to their examples' means, and those without examples to the farthest ones."""
    relocated = np.zeros(len(centroids), dtype=bool)
    empty = list((counts == 0).nonzero()[0])
    if empty:
        for p in np.argsort(-distances, kind="stable"):
            if not empty or distances[p] == 0:
                break
            if counts[labels[p]] > 1:  # or its centroid would be the next without examples
                k = empty.pop(0)
                sums[labels[p]] -= X[p]
                counts[labels[p]] -= 1
                sums[k], counts[k], relocated[k] = X[p], 1, True
    moved = centroids.copy()
    filled = counts > 0
    moved[filled] = sums[filled] / counts[filled, None]
    return moved, relocated


def _plus_plus(X: NDArray[np.float64], K: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Draw K examples, each with a probability as its squared distance to the nearest one drawn before."""
    chosen = [int(rng.integers(len(X)))]
    nearest = np.full(len(X), np.inf)
    while len(chosen) < K:
        for rows in row_blocks(X.shape):
            np.minimum(nearest[rows], _squared_lengths(X[rows] - X[chosen[-1]]), out=nearest[rows])
        reached = np.cumsum(nearest)
        if reached[-1] == 0:
            raise ValueError(f"X has {len(chosen)} different example(s); wanted at least n_clusters = {K}")
        drawn = int(np.searchsorted(reached, rng.random() * reached[-1], side="right"))
        # Rounding may reach beyond the last example that can be drawn.
        chosen.append(min(drawn, int(nearest.nonzero()[0][-1])))
    return X[chosen]


def _squared_lengths(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.einsum("pn,pn->p", rows, rows)
