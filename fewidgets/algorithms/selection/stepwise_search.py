"""The steps of stepwise selection: which feature comes next, which goes next, on triangles instead of data."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .._numerics.tolerances import ROUNDING
from .._numerics.types import Array
from .dependence import Refitted, near, noise_of, pivoted, refit, weights_on
from .qr_factor import EQUAL, Nested, Regression, Scales, first_smallest, products, regression

Indices = NDArray[np.intp]

# A feature that leaves less than this share of the sum of squares leaves too little for a difference to be exact.
NEARLY_ALL = 1e-3


def add_to(features: Array, output: Array, fit_bias: bool, M: int) -> tuple[Scales, Nested | Refitted, Array, Array]:
    """Add the feature that leaves least unexplained, M times, in the quickest way that the data allows.

    Parameters
    ----------
    features, output, fit_bias
        As `regression` takes them.
    M : int
        How many to add.

    Returns
    -------
    scales : Scales
    fitted, candidates, weights
        As `add` returns them.

    Examples
    --------
    >>> X = np.array([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]])
    >>> add_to(X, np.array([2.0, 0.0, 3.0, -5.0]), True, 2)[1].order
    array([1, 0])
    """
    # For a few features of many, bringing all of them together costs more than it saves.
    few = features.shape[1] >= 4 * M
    if not few:
        scales, G = products(features, output, fit_bias)
        if quick := add_by_products(G, M):
            return scales, *quick
    problem = regression(features, output, fit_bias, triangular=not few)
    return problem, *add(problem, M)


def add(problem: Regression, M: int) -> tuple[Nested | Refitted, Array, Array]:
    """Add the feature that leaves least unexplained, M times.

    Returns
    -------
    fitted : Nested or Refitted
        The regression along the order in which features came in.
    candidates : NDArray, shape (M, N), float64
        Sum of squared residuals, relative to the output's, with each candidate; NaN where it came in before.
    weights : NDArray, shape (M, N), float64
        The weight of each candidate itself then, in units of `Regression.vectors`; without meaning where it came before.

    Examples
    --------
    >>> from .qr_factor import regression
    >>> X = np.array([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]])
    >>> fitted, candidates, _ = add(regression(X, np.array([2.0, 0.0, 3.0, -5.0]), True), 1)
    >>> fitted.order, np.round(candidates, 6)
    (array([1]), array([[0.342105, 0.171053]]))
    """
    left, N = problem.vectors.copy(), problem.N
    noise, noisy = noise_of(problem), False
    base, coefficients = noise, np.zeros((M, N))
    order, useful = np.empty(M, dtype=np.intp), np.zeros(M, dtype=bool)
    candidates, weights, components = np.empty((M, N)), np.empty((M, N)), np.zeros((M, N + 1))
    taken = np.zeros(N)
    work = np.empty_like(left)
    for m in range(M):
        # r·r − (x·r)² / x·x for what is left of every x; where nothing is left, x·x counts as infinite.
        squares = np.einsum("nr,nr->n", left[:-1], left[:-1])
        squares[(squares <= problem.own**2) | (taken > 0)] = np.inf
        along_y = left @ left[-1]
        tuned = np.divide(along_y[:-1], squares, out=weights[m])
        tried = np.subtract(along_y[-1] + taken, along_y[:-1] * tuned, out=candidates[m])
        close = (tried < NEARLY_ALL * along_y[-1]).nonzero()[0]
        if close.size:  # where little is left, the residual itself keeps more digits than a difference of squares
            residuals = left[-1] - tuned[close, None] * left[close]
            tried[close] = np.einsum("nr,nr->n", residuals, residuals)
        doubtful = ((noise > problem.own) & (taken == 0)).nonzero()[0]
        if doubtful.size:
            noisy = True
            tried[doubtful], tuned[doubtful] = _judged_anew(problem, order[:m], doubtful)
        best = order[m] = first_smallest(tried, along_y[-1])
        taken[best] = np.inf
        if noisy:
            # What is left is taken from the best basis of all features chosen so far.
            left, noise = _left_by(problem, order[: m + 1])
        elif squares[best] < np.inf:
            useful[m] = True
            length = math.sqrt(squares[best])
            direction = left[best] / length
            components[m] = share = left @ direction
            # Each feature as the sum of those that came in: their noise is handed on in these proportions.
            coefficients[m] = share[:-1] / length
            coefficients[:m] -= coefficients[:m, best, None] * coefficients[m]
            noise = base + base[order[: m + 1]] @ np.abs(coefficients[: m + 1])
            left -= np.multiply(share[:, None], direction, out=work)
    candidates[candidates == np.inf] = np.nan
    np.maximum(candidates, 0, out=candidates)  # a perfect fit may come out as −1e-17
    if noisy:
        return refit(problem, order), candidates, weights
    components = components[useful]
    R, t = np.triu(components[:, order[useful]]), components[:, -1]  # below the diagonal is rounding
    return Nested(order, useful, R, t, float(left[-1] @ left[-1])), candidates, weights


def _judged_anew(problem: Regression, chosen: Indices, candidates: Indices) -> tuple[Array, Array]:
    """Sum of squares with each candidate beside those chosen, and the candidate's own weight, from scratch."""
    subsets = np.concatenate([np.tile(chosen, (len(candidates), 1)), candidates[:, None]], axis=1)
    basis, squares = pivoted(problem, subsets)
    return squares, weights_on(problem, basis)[np.arange(len(candidates)), candidates]


def _left_by(problem: Regression, chosen: Indices) -> tuple[Array, Array]:
    """What the features chosen leave of all features and of the output, and the noise of the features' rests."""
    basis = pivoted(problem, chosen[None])[0][0]
    basis = basis[basis >= 0]
    Q, R = np.linalg.qr(problem.vectors[basis].T)
    left = problem.vectors - (problem.vectors @ Q) @ Q.T
    left -= (left @ Q) @ Q.T
    shares = np.abs(np.linalg.solve(R, Q.T @ problem.vectors[:-1].T))
    base = noise_of(problem)
    return left, base + base[basis] @ shares


def add_by_products(G: Array, M: int) -> tuple[Nested, Array, Array] | None:
    """The same on scalar products alone, with half as much to do: a Cholesky factorization, pivoted by gain.

    Products lose digits where little is left of a feature or of the output. Where that might be more than three, or two
    features are equally good, the answer is None: then `add` is to be asked.

    Parameters
    ----------
    G : NDArray, shape (N + 1, N + 1), float64
        As `products` returns them; overwritten.
    M : int

    Returns
    -------
    nested, candidates, weights
        As `add` returns them. Or None.

    Examples
    --------
    >>> X = np.array([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]])
    >>> _, G = products(X, np.array([2.0, 0.0, 3.0, -5.0]), True)
    >>> nested, candidates, _ = add_by_products(G, 1)
    >>> nested.order, np.round(candidates, 6)
    (array([1]), array([[0.342105, 0.171053]]))
    """
    N = len(G) - 1
    along_y, squares = G[-1, :-1], G.diagonal()[:-1]
    order, costs, gains, weights, components = [], [], [], [], []
    with np.errstate(divide="ignore", invalid="ignore"):  # a feature that others explain, found out below
        for _ in range(M):
            tuned = along_y / squares
            gain = along_y * tuned
            best = int(gain.argmax())
            length = G.item(best, best)
            if not 1e-3 < length < np.inf:
                return None
            costs.append(G.item(-1))
            share = G[best] / math.sqrt(length)
            G -= share[:, None] * share
            G[best, best] = np.inf  # out of the way
            order.append(best)
            gains.append(gain)
            weights.append(tuned)
            components.append(share)
    if not G.diagonal().min() > 1e-3:
        return None
    rounds, chosen, rows = np.arange(M), np.array(order), np.array(components)
    before = np.array(costs)[:, None]
    candidates = before - gains
    smallest = candidates[rounds, chosen, None]
    if np.count_nonzero(candidates <= smallest + ROUNDING * before + 4 * EQUAL) > M:
        return None  # some are equal up to rounding: which is the first?
    came = np.full(N, M)
    came[chosen] = rounds
    candidates[came < rounds[:, None]] = np.nan
    nested = Nested(chosen, np.ones(M, dtype=bool), np.triu(rows[:, chosen]), rows[:, -1], G.item(-1))
    return nested, candidates, np.array(weights)


def remove(problem: Regression, M: int) -> tuple[Indices, Array]:
    """Remove the feature that is missed least, M times.

    Returns
    -------
    order : NDArray, shape (M,), int
        Features in the order in which they went.
    candidates : NDArray, shape (M, N), float64
        Sum of squared residuals, relative to the output's, without each candidate; NaN where it went before.

    Examples
    --------
    >>> from .qr_factor import regression
    >>> X = np.array([[1.0, 0.0, 2.0], [-1.0, 1.0, -2.0], [1.0, 2.0, 2.0], [-1.0, -3.0, -2.0]])
    >>> remove(regression(X, np.array([2.0, 0.0, 3.0, -5.0]), True), 2)[0]
    array([0, 2])
    """
    N = problem.N
    left = np.arange(N)
    order, candidates = np.empty(M, dtype=np.intp), np.full((M, N), np.nan)
    Z = t = None
    for m in range(M):
        if Z is None:
            R = np.linalg.qr(problem.vectors[[*left, N]].T, mode="r")
            n = len(left)
            if len(R) >= n and (np.abs(R.diagonal()[:n]) > problem.own[left]).all():
                Z, t, cost = np.linalg.inv(R[:n, :n]), R[:n, n], float((R[n:, n] ** 2).sum())
                if np.einsum("nr,nr->n", Z, Z).max() > near(problem) ** -2:
                    Z = None
        rises = None if Z is None else (Z @ t) ** 2 / np.einsum("nr,nr->n", Z, Z)
        tried = _without_each_of_dependent(problem, left) if rises is None else cost + rises
        place = first_smallest(tried)
        candidates[m, left], order[m] = tried, left[place]
        left = np.delete(left, place)
        if Z is not None:
            # Without the feature, weights move only across its row of R⁻¹.
            cost = tried[place]
            direction = Z[place] / np.linalg.norm(Z[place])
            Z = np.delete(Z, place, axis=0)
            Z -= np.outer(Z @ direction, direction)
    return order, candidates


def _without_each_of_dependent(problem: Regression, left: Indices) -> Array:
    """Sum of squares without each of several features that depend on each other, or nearly do."""
    basis, squares = pivoted(problem, left[None])
    kept = basis[0, basis[0] >= 0]
    k = len(kept)
    others = np.setdiff1d(left, kept)
    R = np.linalg.qr(problem.vectors[[*kept, *others, problem.N]].T, mode="r")
    Z = np.linalg.inv(R[:k, :k])
    # The basis without one feature lacks one direction. This much of each of the other features lies along it.
    own = np.einsum("nr,nr->n", Z, Z) ** -0.5
    along_it = np.abs(Z @ R[:k, k:-1]) * own[:, None]
    missed = kept[along_it.max(axis=1, initial=0.0) <= near(problem)]
    tried = np.full(problem.N, squares[0])
    if len(left) == 1:
        tried[missed] = problem.vectors[-1] @ problem.vectors[-1]
    elif missed.size:
        # Nothing is left along it, or so little that it may be noise: the features that stay are fitted anew.
        tried[missed] = pivoted(problem, np.array([left[left != n] for n in missed]))[1]
    return tried[left]
