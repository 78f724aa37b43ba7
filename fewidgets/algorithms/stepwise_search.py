"""The steps of stepwise selection: which feature comes next, which goes next, on triangles instead of data."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .held_out import Folds
from .triangle import COLLINEAR, EQUAL, Nested, Regression, Scales, first_smallest, products, regression
from .validation import ROUNDING

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


def add_to(features: Array, output: Array, fit_bias: bool, M: int) -> tuple[Scales, Nested, Array, Array]:
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
    nested, candidates, weights
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


def add(problem: Regression, M: int) -> tuple[Nested, Array, Array]:
    """Add the feature that leaves least unexplained, M times.

    Returns
    -------
    nested : Nested
        The regression along the order in which features came in.
    candidates : NDArray, shape (M, N), float64
        Sum of squared residuals, relative to the output's, with each candidate; NaN where it came in before.
    weights : NDArray, shape (M, N), float64
        The weight of each candidate itself then, in units of `Regression.vectors`; without meaning where it came before.

    Examples
    --------
    >>> from .triangle import regression
    >>> X = np.array([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]])
    >>> nested, candidates, _ = add(regression(X, np.array([2.0, 0.0, 3.0, -5.0]), True), 1)
    >>> nested.order, np.round(candidates, 6)
    (array([1]), array([[0.342105, 0.171053]]))
    """
    left = problem.vectors.copy()
    N = problem.N
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
        best = order[m] = first_smallest(tried, along_y[-1])
        taken[best] = np.inf
        if squares[best] < np.inf:
            useful[m] = True
            direction = left[best] / math.sqrt(squares[best])
            components[m] = share = left @ direction
            left -= np.multiply(share[:, None], direction, out=work)
    candidates[candidates == np.inf] = np.nan
    np.maximum(candidates, 0, out=candidates)  # a perfect fit may come out as −1e-17
    components = components[useful]
    R, t = np.triu(components[:, order[useful]]), components[:, -1]  # below the diagonal is rounding
    return Nested(order, useful, R, t, float(left[-1] @ left[-1])), candidates, weights


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


def remove(problem: Regression, M: int) -> tuple[Indices, NDArray[np.bool_], Array]:
    """Remove the feature that is missed least, M times.

    Returns
    -------
    order : NDArray, shape (M,), int
        Features in the order in which they went.
    free : NDArray, shape (M,), bool
        Whether each could go for nothing, because those that stayed explained it.
    candidates : NDArray, shape (M, N), float64
        Sum of squared residuals, relative to the output's, without each candidate; NaN where it went before.

    Examples
    --------
    >>> from .triangle import regression
    >>> X = np.array([[1.0, 0.0, 2.0], [-1.0, 1.0, -2.0], [1.0, 2.0, 2.0], [-1.0, -3.0, -2.0]])
    >>> remove(regression(X, np.array([2.0, 0.0, 3.0, -5.0]), True), 2)[:2]
    (array([0, 2]), array([ True, False]))
    """
    N = problem.N
    left = np.arange(N)
    order, free = np.empty(M, dtype=np.intp), np.zeros(M, dtype=bool)
    candidates = np.full((M, N), np.nan)
    Z = t = None
    for m in range(M):
        if Z is None:
            R = np.linalg.qr(problem.vectors[[*left, N]].T, mode="r")
            n = len(left)
            if len(R) >= n and (np.abs(R.diagonal()[:n]) > problem.own[left]).all():
                Z, t, cost = np.linalg.inv(R[:n, :n]), R[:n, n], float((R[n:, n] ** 2).sum())
        if Z is None:
            cost, rises, loose = _rises_of_dependent(R[:, :-1], R[:, -1])
        else:
            rises = (Z @ t) ** 2 / np.einsum("nr,nr->n", Z, Z)
        tried = cost + rises
        place = first_smallest(tried)
        candidates[m, left], order[m] = tried, left[place]
        left = np.delete(left, place)
        if Z is None:
            free[m] = loose[place]
        else:
            # Without the feature, weights move only across its row of R⁻¹.
            cost = tried[place]
            direction = Z[place] / np.linalg.norm(Z[place])
            Z = np.delete(Z, place, axis=0)
            Z -= np.outer(Z @ direction, direction)
    return order, free, candidates


def _rises_of_dependent(A: Array, y: Array) -> tuple[float, Array, NDArray[np.bool_]]:
    """Sum of squares on features that depend on each other, its rise without each, and which ones go for nothing."""
    U, lengths, V = np.linalg.svd(A, full_matrices=False)
    rank = int(np.count_nonzero(lengths > COLLINEAR * lengths[0]))
    U, lengths, V = U[:, :rank], lengths[:rank], V[:rank]
    t = U.T @ y
    rest = y - U @ t
    # A feature that some combination of zero length contains can be made up for by the others in it.
    loose = np.einsum("rn,rn->n", V, V) < 1 - 1e-12
    weights = (t / lengths) @ V
    curvatures = np.einsum("rn,rn->n", V / lengths[:, None], V / lengths[:, None])
    curvatures[loose] = np.inf
    return float(rest @ rest), weights**2 / curvatures, loose


@dataclass(frozen=True, eq=False)
class Steps:
    """Steps judged by held-out examples.

    Attributes
    ----------
    order : NDArray, shape (M,), int
        Features in the order in which they came or went.
    folds : NDArray, shape (M + 1, K), float64
        Held-out error on each fold before the first step, and after each.
    candidate_folds : NDArray, shape (M, N, K), float64
        The same of every candidate; NaN where there is none.
    candidates : NDArray, shape (M, N), float64
        What the candidates were judged by: their mean over folds, or their sum.
    costs : NDArray, shape (M + 1,), float64
        The same before the first step, and after each.

    Examples
    --------
    >>> Steps(np.array([0]), np.ones((2, 3)), np.ones((1, 1, 3)), np.ones((1, 1)), np.ones(2)).folds.shape
    (2, 3)
    """

    order: Indices
    folds: Array
    candidate_folds: Array
    candidates: Array
    costs: Array


def add_by_folds(parts: Folds, M: int) -> Steps:
    """Add the feature with the smallest held-out error, M times.

    Parameters
    ----------
    parts : Folds
    M : int
        How many to add.

    Returns
    -------
    Steps

    Examples
    --------
    >>> from .held_out import fold_triangles
    >>> from .triangle import regression
    >>> X, y = np.array([[0.0, 1.0], [1.0, 3.0], [2.0, 1.0], [4.0, 0.0]]), np.array([0.0, 1.0, 2.0, 4.0])
    >>> parts = fold_triangles(regression(X, y, True), X, y, True, np.array([0, 0, 1, 1]), np.ones(2))
    >>> add_by_folds(parts, 2).order
    array([0, 1])
    """
    train, held_out = parts.train.copy(), parts.held_out.copy()
    K, N = len(train), train.shape[1] - 1
    limit = parts.own**2
    order, chosen = np.empty(M, dtype=np.intp), np.zeros(N, dtype=bool)
    folds, candidate_folds = np.empty((M + 1, K)), np.full((M, N, K), np.nan)
    candidates = np.full((M, N), np.nan)
    folds[0] = parts.scale * np.einsum("kr,kr->k", held_out[:, -1], held_out[:, -1])
    for m in range(M):
        squares = np.einsum("knr,knr->kn", train[:, :-1], train[:, :-1])
        squares[squares <= limit] = np.inf  # explained already: of weight 0
        weights = np.einsum("knr,kr->kn", train[:, :-1], train[:, -1]) / squares
        residuals = held_out[:, -1:] - weights[:, :, None] * held_out[:, :-1]
        errors = (np.einsum("knr,knr->kn", residuals, residuals) * parts.scale[:, None]).T
        candidate_folds[m, ~chosen] = errors[~chosen]
        judged = parts.over_folds(errors, axis=1)
        candidates[m, ~chosen] = judged[~chosen]
        judged[chosen] = np.inf
        best = order[m] = _first_least(judged)
        folds[m + 1], chosen[best] = errors[best], True
        # Project the feature out of the training examples; the held-out ones follow with the same coefficients.
        shares = np.einsum("knr,kr->kn", train, train[:, best]) / squares[:, best, None]
        train -= shares[:, :, None] * train[:, None, best]
        held_out -= shares[:, :, None] * held_out[:, None, best]
    return Steps(order, folds, candidate_folds, candidates, parts.over_folds(folds, axis=1))


def remove_by_folds(parts: Folds, M: int) -> Steps:
    """Remove the feature without which the held-out error is smallest, M times.

    Parameters
    ----------
    parts : Folds
    M : int
        How many to remove.

    Returns
    -------
    Steps

    Examples
    --------
    >>> from .held_out import fold_triangles
    >>> from .triangle import regression
    >>> X, y = np.array([[0.0, 1.0], [1.0, 3.0], [2.0, 1.0], [4.0, 0.0]]), np.array([0.0, 1.0, 2.0, 4.0])
    >>> parts = fold_triangles(regression(X, y, True), X, y, True, np.array([0, 1, 0, 1]), np.ones(2))
    >>> remove_by_folds(parts, 2).order
    array([1, 0])
    """
    K, N = len(parts.train), parts.train.shape[1] - 1
    left = np.arange(N)
    order = np.empty(M, dtype=np.intp)
    folds, candidate_folds = np.empty((M + 1, K)), np.full((M, N, K), np.nan)
    candidates = np.full((M, N), np.nan)
    model = _model(parts, left)
    folds[0] = parts.scale * model.errors()
    for m in range(M):
        errors = (model.errors_without_each() * parts.scale[:, None]).T
        judged = parts.over_folds(errors, axis=1)
        place = _first_least(judged)
        candidate_folds[m, left], candidates[m, left] = errors, judged
        order[m], folds[m + 1] = left[place], errors[place]
        left = np.delete(left, place)
        model = model.without(place, parts, left)
    return Steps(order, folds, candidate_folds, candidates, parts.over_folds(folds, axis=1))


def _first_least(errors: Array) -> int:
    """The first of several held-out errors that are smallest up to rounding."""
    return int((errors <= errors.min() * (1 + EQUAL)).argmax())


class _Independent:
    """Least squares on each fold, on features of which none is explained by the others."""

    def __init__(self, Z: Array, t: Array, held_out: Array) -> None:
        self.Z, self.t, self.held_out = Z, t, held_out  # weights are Z t, with Z = R⁻¹

    def _residuals(self) -> tuple[Array, Array]:
        weights = np.einsum("knr,kr->kn", self.Z, self.t)
        return weights, self.held_out[:, -1] - np.einsum("kn,knr->kr", weights, self.held_out[:, :-1])

    def errors(self) -> Array:
        residuals = self._residuals()[1]
        return np.einsum("kr,kr->k", residuals, residuals)

    def errors_without_each(self) -> Array:
        weights, residuals = self._residuals()
        # With B = Z Zᵀ, the weights without feature n are w − B[n] w[n] / B[n, n].
        moves = self.Z @ (self.Z.transpose(0, 2, 1) @ self.held_out[:, :-1])
        shares = weights / np.einsum("knr,knr->kn", self.Z, self.Z)
        moves *= shares[:, :, None]
        moves += residuals[:, None]
        return np.einsum("knr,knr->kn", moves, moves)

    def without(self, place: int, parts: Folds, left: Indices) -> _Independent:
        direction = self.Z[:, place] / np.linalg.norm(self.Z[:, place], axis=1)[:, None]
        Z = np.delete(self.Z, place, axis=1)
        Z -= np.einsum("knr,kr->kn", Z, direction)[:, :, None] * direction[:, None]
        return _Independent(Z, self.t, np.delete(self.held_out, place, axis=1))


class _Dependent:
    """Least squares on each fold where some features are explained by others: the shortest weights, from scratch."""

    def __init__(self, train: Array, held_out: Array) -> None:
        self.train, self.held_out = train, held_out

    def errors(self) -> Array:
        weights = np.linalg.pinv(self.train[:, :-1].transpose(0, 2, 1), rcond=COLLINEAR) @ self.train[:, -1, :, None]
        residuals = self.held_out[:, -1] - np.einsum("kn,knr->kr", weights[:, :, 0], self.held_out[:, :-1])
        return np.einsum("kr,kr->k", residuals, residuals)

    def errors_without_each(self) -> Array:
        each = [
            _Dependent(np.delete(self.train, n, axis=1), np.delete(self.held_out, n, axis=1)).errors()
            for n in range(self.train.shape[1] - 1)
        ]
        return np.array(each).T

    def without(self, place: int, parts: Folds, left: Indices) -> _Independent | _Dependent:
        return _model(parts, left)


def _model(parts: Folds, left: Indices) -> _Independent | _Dependent:
    train, held_out = parts.train[:, [*left, -1]], parts.held_out[:, [*left, -1]]
    n = len(left)
    R = np.linalg.qr(train.transpose(0, 2, 1), mode="r")
    diagonals = np.abs(np.diagonal(R, axis1=1, axis2=2)[:, :n])
    if R.shape[1] >= n and (diagonals > parts.own[left]).all():
        return _Independent(np.linalg.inv(R[:, :n, :n]), R[:, :n, n], held_out)
    return _Dependent(train, held_out)
