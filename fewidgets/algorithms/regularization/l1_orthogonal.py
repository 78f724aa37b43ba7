"""The ℓ1 path of least squares by orthogonal factors: for features that are nearly or exactly alike, and for ties.

The active features are kept as A = QR, so that no length is squared. At each knot all features on the boundary |slope| = λ
are looked at together: the direction d of the weights as λ falls minimizes ½‖Ad‖² − s·d over all weights that are not
zero and those on the boundary, which may only move away from zero (non-negative least squares, after Lawson and Hanson).
So any number of features may enter and leave at the same λ.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._numerics.types import Array
from .l1_trace import L1Event, Walk, too_many_knots, walk_of

EPSILON = float(np.finfo(float).eps)
# A slope this close to ±λ is on the boundary, and a direction that lowers it this much too slowly is fast enough.
TIED = 1e-12
# A feature of whose length the active features leave less than this share is their combination.
DEPENDENT = 1e-10


def walk_by_factors(A: Array, b: Array, least: Array) -> Walk:
    """Follow the minimizers of ½‖b − Aω‖² + λ‖ω‖₁ from λ_max down to 0.

    Parameters
    ----------
    A : NDArray, shape (m, N), float64
        Features in columns.
    b : NDArray, shape (m,), float64
        Output.
    least : NDArray, shape (N,), float64
        Lengths that are nothing but rounding: a feature of which the active ones leave no more is their combination.

    Returns
    -------
    Walk

    Raises
    ------
    ValueError
        If the path has more than some 1000 + 50 N knots.

    Examples
    --------
    >>> walk = walk_by_factors(np.array([[1.0, 1.0], [1.0, 1.0]]), np.array([3.0, 1.0]), np.zeros(2))
    >>> walk.knots, walk.weights
    (array([0., 4.]), array([[2., 0.],
           [0., 0.]]))
    """
    steps = _Steps(A, b, least)
    with np.errstate(divide="ignore", invalid="ignore"):
        return steps.walk()


class _Factors:
    """The active features A = QR, one column appended or removed at a time."""

    def __init__(self, A: Array, least: Array) -> None:
        self.A = A
        self.least = np.maximum(least, DEPENDENT * np.sqrt(np.einsum("mn,mn->n", A, A)))
        self.active: list[int] = []
        self.dependent: set[int] = set()  # features that were combinations of the active ones
        self.Q, self.R = np.empty((len(A), 0)), np.empty((0, 0))

    def append(self, feature: int) -> bool:
        """Take a feature in, unless it is a combination of those that are in."""
        n, column = len(self.active), self.A[:, feature].copy()
        r = np.zeros(n)
        for _ in range(2):  # the second pass takes out what the first left by rounding
            share = column @ self.Q
            column -= self.Q @ share
            r += share
        length = float(np.sqrt(column @ column))
        if n == len(self.A) or length <= self.least[feature]:
            self.dependent.add(feature)
            return False
        R = np.zeros((n + 1, n + 1))
        R[:n, :n], R[:n, n], R[n, n] = self.R, r, length
        self.R, self.Q = R, np.column_stack([self.Q, column / length])
        self.active.append(feature)
        return True

    def remove(self, feature: int) -> None:
        i = self.active.index(feature)
        del self.active[i]
        turn, triangle = np.linalg.qr(self.R[i:, i + 1 :])
        R = np.delete(self.R, i, axis=1)[:-1]
        R[i:, i:] = triangle
        self.R, self.Q = R, np.column_stack([self.Q[:, :i], self.Q[:, i:] @ turn])

    def direction(self, signs: Array) -> tuple[Array, Array]:
        """The d of the active features that minimizes ½‖Ad‖² − s·d, and Ad."""
        h = np.linalg.solve(self.R.T, signs)
        return np.linalg.solve(self.R, h), self.Q @ h


class _Steps:
    """Where the walk stands: λ, weights, residual b − Aω and slopes Aᵀ(b − Aω)."""

    def __init__(self, A: Array, b: Array, least: Array) -> None:
        self.A, self.b, self.N = A, b, A.shape[1]
        self.factors = _Factors(A, least)
        self.weights, self.residual = np.zeros(self.N), b.copy()
        self.slopes = b @ A
        self.lengths = np.sqrt(np.einsum("mn,mn->n", A, A))
        self.start = self.lam = float(np.abs(self.slopes).max())
        self.signs = np.zeros(self.N)  # of features in the model, and of those that are being tried
        self.events: list[L1Event] = []

    def walk(self) -> Walk:
        knots, weights, residuals = [self.lam], [self.weights.copy()], [self.residual.copy()]
        limit = 1000 + 50 * (min(self.A.shape) + 1)
        while self.lam > 0 and len(knots) <= limit:
            self._step()
            knots.append(self.lam)
            weights.append(self.weights.copy())
            residuals.append(self.residual.copy())
        if self.lam > 0:
            raise too_many_knots(len(knots), self.lam)
        unsure = np.zeros(self.N)
        dependent = sorted(self.factors.dependent)
        unsure[dependent] = self.factors.least[dependent]
        active = np.array(self.factors.active, dtype=np.intp)
        more = {"residuals": np.array(residuals[::-1]), "unsure": unsure}
        return walk_of(knots, weights, self.events, active, self.lengths**2, **more)

    def _step(self) -> None:
        """Go on to the next knot."""
        edge = self.lam * (1 - TIED) - 8 * EPSILON * self.start
        boundary = (np.abs(self.slopes) >= edge) & (self.weights == 0)
        beyond = boundary & (np.abs(self.slopes) > self.lam + 16 * EPSILON * self.start)
        self.factors.dependent.update(beyond.nonzero()[0].tolist())  # else it would have entered
        before = {int(n) for n in self.weights.nonzero()[0]}
        d, moved = self._direction(boundary)
        active = self.factors.active
        self.events += [L1Event(self.lam, n, "enters") for n in active if n not in before and self._is_new(n)]
        step, leaving = self._length(boundary, d, moved)
        self.weights[active] += step * d
        self.weights[leaving] = 0.0
        self.residual -= step * moved
        # Where a step is shorter than λ's last digit, the weights jump: the next smaller number keeps λ falling.
        below = self.lam - step
        self.lam = 0.0 if below <= 1e-15 * self.start else min(below, float(np.nextafter(self.lam, 0.0)))
        for n in leaving:
            self.factors.remove(n)
            self.signs[n] = 0.0
        self._refine()
        self.slopes = self.residual @ self.A
        self.left = {(n, self.lam) for n in leaving}
        self.events += [L1Event(self.lam, n, "leaves") for n in leaving]

    def _is_new(self, n: int) -> bool:
        """Whether a feature enters; one that only touched zero did not leave."""
        last = self.events[-1] if self.events else None
        if last is not None and (n, self.lam) in self.left:
            self.events = [e for e in self.events if (e.feature, e.lam, e.kind) != (n, self.lam, "leaves")]
            return False
        return True

    def _direction(self, boundary: NDArray[np.bool_]) -> tuple[Array, Array]:
        """How weights and outputs change as λ falls by 1; features that begin to change become active."""
        factors, signs = self.factors, self.signs
        d, moved = self._solve()
        rejected: set[int] = set()
        for _ in range(100 + 10 * self.N):
            rate = np.sign(self.slopes) * (moved @ self.A)  # how fast a slope falls; λ falls by 1
            noise = TIED + 4 * EPSILON * float(np.sqrt(moved @ moved)) * self.lengths
            behind = np.where(boundary, 1 - rate - noise, 0.0)
            behind[[*factors.active, *rejected]] = 0.0
            feature = int(behind.argmax())
            if behind[feature] <= 0:
                return d, moved
            if not factors.append(feature):
                rejected.add(feature)
                continue
            signs[feature] = np.sign(self.slopes[feature])
            d = np.append(d, 0.0)
            d, moved, refused = self._feasible(boundary, d, feature)
            rejected = rejected | {feature} if refused else rejected
        raise ValueError(f"X has features that are too alike to order them at λ = {self.lam:g}; drop near copies of features")

    def _solve(self) -> tuple[Array, Array]:
        return self.factors.direction(self.signs[self.factors.active])

    def _feasible(self, boundary: NDArray[np.bool_], d: Array, newest: int) -> tuple[Array, Array, bool]:
        """Go from d to the best direction; features on the boundary whose weight would get the wrong sign stay out."""
        factors, signs = self.factors, self.signs
        refused = False
        while True:
            active = np.array(factors.active, dtype=np.intp)
            target, moved = self._solve()
            least = 1e-13 * np.sqrt(moved @ moved) / self.lengths[active]  # less is rounding: the weight stays at 0
            wrong = boundary[active] & (target * signs[active] <= least)
            if not wrong.any():
                return target, moved, refused
            with np.errstate(divide="ignore", invalid="ignore"):
                shares = np.where(wrong, d / (d - target), np.inf)
            shares = np.where(wrong & ~np.isfinite(shares), 0.0, shares)
            share = float(shares.min())
            d = d + share * (target - d)
            out = active[wrong & (shares <= share)]
            for n in out:
                d = np.delete(d, factors.active.index(n))
                factors.remove(int(n))
                signs[n] = 0.0
                refused |= int(n) == newest

    def _length(self, boundary: NDArray[np.bool_], d: Array, moved: Array) -> tuple[float, list[int]]:
        """How far λ may fall until the next event, and the features that leave there."""
        active, lam, slopes = self.factors.active, self.lam, self.slopes
        rates = moved @ self.A
        up = np.where(rates < 1, (lam - slopes) / (1 - rates), np.inf)
        down = np.where(rates > -1, (lam + slopes) / (1 + rates), np.inf)
        up[boundary & (slopes > 0)] = down[boundary & (slopes < 0)] = np.inf
        up[active] = down[active] = np.inf
        now = self.weights[active]
        falls = np.where(now * d < 0, -now / d, np.inf)
        step = min(lam, float(up.min()), float(down.min()), *falls.tolist())
        step = lam if lam - step <= 1e-15 * self.start else max(step, 0.0)
        leaving = [n for n, fall in zip(active, falls.tolist(), strict=True) if fall <= step * (1 + TIED)]
        return step, leaving if step < lam else []

    def _refine(self) -> None:
        """Let the weights give the residual again, without the rounding errors of the steps before."""
        factors = self.factors
        if not factors.active:
            return
        now = self.weights[factors.active]
        missed = self.b - self.A[:, factors.active] @ now - self.residual
        better = now + np.linalg.solve(factors.R, missed @ factors.Q)
        self.weights[factors.active] = np.where(better * now > 0, better, now)
