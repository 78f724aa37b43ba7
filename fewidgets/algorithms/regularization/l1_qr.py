"""Follow the ℓ1 path of least squares by a QR factorization: the accurate homotopy, for similar features and for ties.

At each knot, all features on the boundary |slope| = λ are considered together. As λ falls, the weights move in the direction
d that minimizes ½‖Ad‖² − s·d, those on the boundary only away from zero (non-negative least squares, after Lawson and
Hanson). So any number of features may enter and leave at the same λ.
"""

from __future__ import annotations

import numpy as np

from .._numerics.tolerances import EPSILON
from .._numerics.types import Array, ArrayPair, Flags
from .l1_gap import VANISHED_OUTPUT, Knots, Quadratic
from .l1_trace import L1Event

# A slope this close to ±λ is on the boundary, and a direction this close to optimal is optimal.
BOUNDARY = 1e-12
# Rounding error of a slope, as a share of the largest that the feature could have.
ROUNDING_OF_SLOPE = 8 * EPSILON


def follow_by_qr(problem: Quadratic) -> Knots:
    """Follow the minimizers from λ_max down to 0."""
    homotopy = _Homotopy(problem)
    with np.errstate(divide="ignore", invalid="ignore"):
        return homotopy.follow()


class _QR:
    """The factors of the active features, A = QR; one column is appended or removed at a time."""

    def __init__(self, A: Array, least: Array) -> None:
        self.A, self.least = A, least
        self.active: list[int] = []
        self.Q, self.R = np.empty((len(A), 0)), np.empty((0, 0))

    def append(self, feature: int) -> bool:
        """Add a feature, unless it is a combination of the active ones."""
        n, column = len(self.active), self.A[:, feature].copy()
        r = np.zeros(n)
        for _ in range(2):  # the second pass removes the rounding errors of the first
            share = column @ self.Q
            column -= self.Q @ share
            r += share
        length = float(np.sqrt(column @ column))
        if n == len(self.A) or length <= self.least[feature]:
            return False
        R = np.zeros((n + 1, n + 1))
        R[:n, :n], R[:n, n], R[n, n] = self.R, r, length
        self.R, self.Q = R, np.column_stack([self.Q, column / length])
        self.active.append(feature)
        return True

    def remove(self, feature: int) -> None:
        """Remove a feature."""
        i = self.active.index(feature)
        del self.active[i]
        rotation, rest = np.linalg.qr(self.R[i:, i + 1 :])
        R = np.delete(self.R, i, axis=1)[:-1]
        R[i:, i:] = rest
        self.R, self.Q = R, np.column_stack([self.Q[:, :i], self.Q[:, i:] @ rotation])

    def direction(self, signs: Array) -> ArrayPair:
        """Return the d of the active features that minimizes ½‖Ad‖² − s·d, and Ad."""
        h = np.linalg.solve(self.R.T, signs)
        return np.linalg.solve(self.R, h), self.Q @ h


class _Homotopy:
    """The current λ, weights, residual b − Aω and slopes Aᵀ(b − Aω)."""

    def __init__(self, problem: Quadratic) -> None:
        self.A, self.b = problem.scaled()
        self.N, self.most_knots = self.A.shape[1], problem.most_knots
        self.factors = _QR(self.A, problem.least_own())
        self.weights, self.residual = np.zeros(self.N), self.b.copy()
        self.slopes = self.b @ self.A
        self.lengths, self.most = problem.lengths, problem.most
        self.lam = float(np.abs(self.slopes).max())
        self.rounding = ROUNDING_OF_SLOPE * self.most * self.lengths  # of the slopes
        self.signs = np.zeros(self.N)  # of the features in the model, and of those that are being tried
        self.events: list[L1Event] = []

    def follow(self) -> Knots:
        lambdas, weights, residuals = [self.lam], [self.weights.copy()], [self.residual.copy()]
        while self.lam > 0 and len(lambdas) <= self.most_knots:
            self._step()
            lambdas.append(self.lam)
            weights.append(self.weights.copy())
            residuals.append(self.residual.copy())
        active = np.array(self.factors.active, dtype=np.intp)
        return Knots(
            np.array(lambdas[::-1]), np.array(weights[::-1]), tuple(self.events), active, residuals=np.array(residuals[::-1])
        )

    def _step(self) -> None:
        """Go to the next knot."""
        edge = self.lam * (1 - BOUNDARY) - self.rounding
        boundary = (np.abs(self.slopes) >= edge) & (self.weights == 0)
        before = {int(n) for n in self.weights.nonzero()[0]}
        d, moved = self._direction(boundary)
        active = self.factors.active
        self.events += [L1Event(self.lam, n, "enters") for n in active if n not in before and self._is_new(n)]
        below, leaving = self._next(boundary, d, moved)
        step = self.lam - below
        self.weights[active] += step * d
        self.weights[leaving] = 0.0
        self.residual -= step * moved
        # If a step is shorter than the last digit of λ, take the next smaller number, so that λ always falls.
        self.lam = min(below, float(np.nextafter(self.lam, 0.0)))
        for n in leaving:
            self.factors.remove(n)
            self.signs[n] = 0.0
        self._refine()
        self.slopes = self.residual @ self.A
        self.left = {(n, self.lam) for n in leaving}
        self.events += [L1Event(self.lam, n, "leaves") for n in leaving]

    def _is_new(self, n: int) -> bool:
        """Return whether a feature enters. If it left at this same λ, it only touched zero: that event is removed."""
        last = self.events[-1] if self.events else None
        if last is not None and (n, self.lam) in self.left:
            self.events = [e for e in self.events if (e.feature, e.lam, e.kind) != (n, self.lam, "leaves")]
            return False
        return True

    def _direction(self, boundary: Flags) -> ArrayPair:
        """Return how weights and outputs change as λ falls by 1. Features whose weights begin to change become active."""
        factors, signs = self.factors, self.signs
        d, moved = self._solve()
        rejected: set[int] = set()
        for _ in range(100 + 10 * self.N):
            rate = np.sign(self.slopes) * (moved @ self.A)  # how fast each slope falls while λ falls by 1
            noise = BOUNDARY + 4 * EPSILON * float(np.sqrt(moved @ moved)) * self.lengths
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
        raise ValueError(
            f"X has features that are too similar, or in too different units, to order them at λ = {self.lam:g}. Standardize "
            "the features, and drop near copies."
        )

    def _solve(self) -> ArrayPair:
        return self.factors.direction(self.signs[self.factors.active])

    def _feasible(self, boundary: Flags, d: Array, newest: int) -> tuple[Array, Array, bool]:
        """Move from d to the best direction. Features on the boundary whose weight would get the wrong sign stay out."""
        factors, signs = self.factors, self.signs
        refused = False
        while True:
            active = np.array(factors.active, dtype=np.intp)
            target, moved = self._solve()
            least = VANISHED_OUTPUT * np.sqrt(moved @ moved) / self.lengths[active]  # less is rounding: the weight stays at 0
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

    def _next(self, boundary: Flags, d: Array, moved: Array) -> tuple[float, list[int]]:
        """Return the λ of the next event, and the features that leave there."""
        active, lam, slopes = self.factors.active, self.lam, self.slopes
        rates = moved @ self.A
        last = slopes - lam * rates  # at λ = 0
        up = np.where((rates < 1) & ~(boundary & (slopes > 0)), last / (1 - rates), 0.0)
        down = np.where((rates > -1) & ~(boundary & (slopes < 0)), -last / (1 + rates), 0.0)
        reach = np.maximum(up, down)
        reach[np.abs(last) <= self.rounding] = 0.0  # a slope that is 0 at λ = 0 does not reach its bound before
        reach[active] = 0.0
        now = self.weights[active]
        end = now + lam * d
        turned = (now * d < 0) & (now * end < 0) & (np.abs(end) > ROUNDING_OF_SLOPE * self.most / self.lengths[active])
        falls = np.where(turned, end / d, 0.0)
        below = min(max(float(reach.max()), *falls.tolist(), 0.0), lam)
        leaving = falls >= below - BOUNDARY * min(below, lam - below)
        return below, [n for n, leaves in zip(active, leaving.tolist(), strict=True) if leaves and below > 0]

    def _refine(self) -> None:
        """Compute the weights from the residual again, so that rounding errors of earlier steps do not add up."""
        factors = self.factors
        if not factors.active:
            return
        now = self.weights[factors.active]
        missed = self.b - self.A[:, factors.active] @ now - self.residual
        better = now + np.linalg.solve(factors.R, missed @ factors.Q)
        self.weights[factors.active] = np.where(better * now > 0, better, now)
