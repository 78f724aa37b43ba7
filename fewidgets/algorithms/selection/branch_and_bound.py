"""The best subset of every size without trying all subsets: branch on one feature at a time, drop what cannot win.

A branch has decided about some features; a triangle (see `all_subsets`) holds the others. Two facts bound what any of
its subsets can reach. All other features together leave w², the last entry of the triangle. And if (β₁, …) are the
weights of those features in that fit, leaving out a set D costs at least Σ δₙ βₙ² over D, for any δ ≥ 0 with
diag(δ) ≼ M, where M holds the features' products after all those before them have been projected out: the cost rises by
(b − β)ᵀ M' (b − β) with M' ≽ M, and bₙ = 0 in D. So q features less cost at least the q smallest of δₙ βₙ².
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._numerics.types import Array
from .all_subsets import Rows, by_count, doubled, finish, triangle_of
from .dependence import pivoted
from .qr_factor import EQUAL, Regression
from .stepwise_search import add, remove

Indices = NDArray[np.intp]

# With so few features left, all their subsets are cheaper than further branching.
LAST = 8
# Branches decided about side by side.
WIDTH = 1 << 10
# A subset must be better than the best one known by more than rounding, relative to the cost.
BETTER = 1e-12
# Features of which the others leave less than this share are decided about before any bound is put on the others.
NEARLY_COLLINEAR = 1e-8


@dataclass(frozen=True, eq=False)
class Found:
    """What a search has found.

    Attributes
    ----------
    selected : NDArray, shape (K + 1, N), bool
        The best subset of 0, 1, …, K features.
    squares : NDArray, shape (K + 1,), float64
        Their sums of squared residuals, relative to the output's.
    branches : int
        How many branches were split in two.
    settled : bool
        Whether nothing better can exist: False if the search was ended before.

    Examples
    --------
    >>> Found(np.zeros((1, 2), dtype=bool), np.ones(1), 0, True).settled
    True
    """

    selected: NDArray[np.bool_]
    squares: Array
    branches: int
    settled: bool


class _Best:
    """The best subset known of every size, and the branches' claims to be better."""

    def __init__(self, K: int, problem: Regression) -> None:
        self.problem = problem
        self.selected = np.zeros((K + 1, problem.N), dtype=bool)
        self.squares = np.full(K + 1, np.inf)

    def limits(self, sizes: Indices | int) -> Array:
        """What a subset of each size must stay below; nothing does beyond the largest size, or below rounding."""
        limits = np.append(self.squares * (1 - BETTER) - EQUAL**2, -np.inf)
        return limits[np.minimum(sizes, len(self.squares))]

    def offer(self, chosen: Indices) -> None:
        """Take a subset if it is better. Its cost is computed anew: triangles may hold noise (see `dependence`)."""
        size = len(chosen)
        squares = float(pivoted(self.problem, chosen[None])[1][0])
        if squares < self.limits(size):
            self.squares[size] = squares
            self.selected[size] = False
            self.selected[size, chosen] = True

    def offer_each(self, size: int, claims: Array, chosen: Callable[[int], Indices]) -> None:
        """Offer what claims to be better, the largest claim first, until none is left."""
        for place in claims.argsort():
            if not claims[place] < self.limits(size):
                break
            self.offer(chosen(int(place)))


def best_by_branches(problem: Regression, K: int, most: int) -> Found:
    """The best subset of each size up to K.

    Parameters
    ----------
    problem : Regression
    K : int
        Largest size, 1 to N.
    most : int
        How many branches may be split in two before the search is ended.

    Returns
    -------
    Found

    Examples
    --------
    >>> from .qr_factor import regression
    >>> X = np.array([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]])
    >>> found = best_by_branches(regression(X, np.array([2.0, 0.0, 3.0, -5.0]), True), 2, 10)
    >>> np.round(found.squares, 4), found.selected[1]
    (array([1.    , 0.1711, 0.0237]), array([False,  True]))
    """
    N = problem.N
    best = _Best(K, problem)
    order, shares = _start(problem, best)
    own = problem.own[order]
    depth = max(0, N - LAST)
    bounds = _bounds(problem, order, int(np.count_nonzero(shares < NEARLY_COLLINEAR)), depth)

    stack = [(triangle_of(problem, order), np.zeros((N, 1), dtype=bool))]
    branches = 0
    while stack:
        rows, inside = stack.pop()
        decided = N - len(rows) + 1
        rows, inside = _promising(rows, inside, best, bounds[decided] if decided < depth else None)
        rows, inside = _settle_last_choice(rows, inside, own[decided:], best, order)
        B = inside.shape[1]
        if not B:
            continue
        if decided >= depth:
            _settle(rows, inside, own[decided:], best, order)
            continue
        branches += B
        if branches > most:
            return Found(best.selected, best.squares, branches, False)
        half = (B + 1) // 2 if 2 * B > WIDTH else B
        for part in (slice(half), slice(half, B)):
            both = np.concatenate([inside[:, part], inside[:, part]], axis=1)
            if both.size:
                both[decided, both.shape[1] // 2 :] = True
                stack.append((doubled([row[:, part] for row in rows], own[decided]), both))
    return Found(best.selected, best.squares, branches, True)


def _start(problem: Regression, best: _Best) -> tuple[Indices, Array]:
    """Offer what stepwise selection finds, and put features in the order in which to decide about them.

    First come those that others nearly explain; then those that are missed most, so that branches without them end soon.
    Also given: the share of each feature, in that order, that the others do not explain.
    """
    N, K = problem.N, len(best.squares) - 1
    orders = [add(problem, K)[0].order]
    # With fewer examples than features, going backwards begins with features that can all go for nothing.
    enough = problem.vectors.shape[1] >= N
    orders.append(remove(problem, N)[0][::-1] if enough else add(problem, N)[0].order)
    for order in orders:
        for size in range(K + 1):
            best.offer(order[:size])
    order = orders[-1]
    R = np.zeros((N, N))
    for n, row in enumerate(triangle_of(problem, order)[:-1]):
        R[n, n:] = row[:-1, 0]
    R[np.diag_indices(N)] = np.maximum(R.diagonal(), 1e-12)
    inverse = np.linalg.inv(R)
    shares = 1 / np.einsum("nr,nr->n", inverse, inverse)
    rearranged = np.argsort(shares >= NEARLY_COLLINEAR, kind="stable")
    return order[rearranged], shares[rearranged]


def _bounds(problem: Regression, order: Indices, first: int, depth: int) -> list[Array | None]:
    """The δ of the features left at each depth; None before `first`, where there is no bound but w²."""
    rows = triangle_of(problem, order)
    N = problem.N
    R = np.zeros((N, N + 1))
    for n, row in enumerate(rows[:-1]):
        R[n, n:] = row[:, 0]
    deltas: list[Array | None] = [None] * depth
    for n in range(first, depth):
        weights = np.linalg.solve(R[n:, n:N], R[n:, N])
        deltas[n] = diagonal_below(R[n:, n:N].T @ R[n:, n:N], weights**2)
    return deltas


def diagonal_below(M: Array, worth: Array) -> Array:
    """A large diagonal δ ≥ 0 with diag(δ) ≼ M: one that nearly maximizes Σ worthₙ δₙ.

    Newton's method on Σ worthₙ δₙ + μ (log det(M − diag δ) + Σ log δₙ), μ lowered in steps. Wherever it is stopped, δ
    is below M.

    Parameters
    ----------
    M : NDArray, shape (m, m), float64
        Positive definite.
    worth : NDArray, shape (m,), float64

    Returns
    -------
    NDArray, shape (m,), float64

    Examples
    --------
    >>> np.round(diagonal_below(np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([1.0, 1.0])), 3)
    array([1., 1.])
    """
    m = len(M)
    delta = np.full(m, 0.5 * float(np.linalg.eigvalsh(M)[0]))
    if delta[0] <= 0:
        return np.zeros(m)
    # In units in which δ = diag M would be worth 1; a little of every feature, so that none is left at 0.
    worth = worth * M.diagonal()
    worth = (worth / max(worth.sum(), np.finfo(float).tiny) + 1e-3 / m) / M.diagonal()
    for weight in np.geomspace(1.0, 1e-6, 12):
        for _ in range(8):
            inverse = np.linalg.inv(M - np.diag(delta))
            slope = worth / weight - inverse.diagonal() + 1 / delta
            step = np.linalg.solve(inverse * inverse.T + np.diag(1 / delta**2), slope)
            length = _longest(M, delta, step)
            delta = delta + length * step
            if slope @ step < 1e-3:
                break
    return delta * (1 - 1e-9)


def _longest(M: Array, delta: Array, step: Array) -> float:
    """The longest of 1, ½, ¼, … after which δ is still positive and below M; 0 if none of the first 30 is."""
    for halvings in range(30):
        length = 0.5**halvings
        tried = delta + length * step
        if tried.min() > 0:
            try:
                np.linalg.cholesky(M - np.diag(tried))
            except np.linalg.LinAlgError:
                continue
            return length
    return 0.0


def _weights(rows: Rows) -> Array:
    """Least squares weights of all features left, for each branch: (m, B)."""
    weights = np.empty((len(rows) - 1, rows[0].shape[1]))
    for n in range(len(weights) - 1, -1, -1):
        rest = rows[n][-1] - np.einsum("nb,nb->b", rows[n][1:-1], weights[n + 1 :])
        weights[n] = rest / rows[n][0]
    return weights


def _promising(rows: Rows, inside: NDArray[np.bool_], best: _Best, deltas: Array | None) -> tuple[Rows, NDArray[np.bool_]]:
    """The branches of which some subset may be better than the best one known of its size."""
    m, B = len(rows) - 1, inside.shape[1]
    least = np.zeros((m + 1, B))  # by how much the cost rises at least with 0, 1, …, m features less
    if deltas is not None:
        np.cumsum(np.sort(deltas[:, None] * _weights(rows) ** 2, axis=0), axis=0, out=least[1:])
    sizes = inside.sum(axis=0) + np.arange(m, -1, -1)[:, None]
    keep = (rows[-1][0] ** 2 + least < best.limits(sizes)).any(axis=0)
    return (rows, inside) if keep.all() else ([row[:, keep] for row in rows], inside[:, keep])


def _settle_last_choice(
    rows: Rows, inside: NDArray[np.bool_], own: Array, best: _Best, order: Indices
) -> tuple[Rows, NDArray[np.bool_]]:
    """Decide at once about branches that may take in only one feature more: every one is tried. The others are left."""
    K = len(best.squares) - 1
    full = inside.sum(axis=0) == K - 1
    if not full.any():
        return rows, inside
    triangle = [row[:, full] for row in rows]
    m, B = len(rows) - 1, triangle[0].shape[1]
    products, squares = np.zeros((m, B)), np.zeros((m, B))
    for n, row in enumerate(triangle[:-1]):
        products[n:] += row[:-1] * row[-1]
        squares[n:] += row[:-1] ** 2
    without = sum(row[-1] ** 2 for row in triangle)
    squares[squares <= own[:, None] ** 2] = np.inf
    with_each = without - products**2 / squares
    taken = inside[:, full]
    taken = inside[:, full]
    best.offer_each(K - 1, without, lambda branch: order[taken[:, branch]])
    if m:
        left = order[len(order) - m :]
        best.offer_each(K, with_each.reshape(-1), lambda place: np.append(order[taken[:, place % B]], left[place // B]))
    return [row[:, ~full] for row in rows], inside[:, ~full]


def _settle(rows: Rows, inside: NDArray[np.bool_], own: Array, best: _Best, order: Indices) -> None:
    """Try all subsets of the features left."""
    m, B = len(rows) - 1, inside.shape[1]
    squares = np.empty((1 << m, B))
    finish(rows, own, squares.reshape(-1))
    sizes = inside.sum(axis=0)
    left, bits = order[len(order) - m :], np.arange(m - 1, -1, -1)  # the first feature left is the highest bit
    for count, patterns in enumerate(by_count(m)):
        least = squares[patterns].min(axis=0)
        for branch in np.flatnonzero(least < best.limits(sizes + count)):
            taken = order[inside[:, branch]]

            def chosen(place: int, taken: Indices = taken, patterns: Indices = patterns) -> Indices:
                return np.append(taken, left[(patterns[place] >> bits & 1) == 1])

            best.offer_each(int(sizes[branch]) + count, squares[patterns, branch], chosen)
