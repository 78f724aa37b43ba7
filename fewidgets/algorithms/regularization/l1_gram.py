"""The ℓ1 path of least squares by updates of one inverse: fast, for features that are not too alike.

While the active features A and their signs s stay, everything is a line in λ, kept as z₀ − λ z₁: for an active feature
its weight, ω_A = G_AA⁻¹ q_A − λ G_AA⁻¹ s (z₀: least squares on A alone); for another its slope, q − Gω. The next knot is
the largest λ at which a weight reaches zero or a slope reaches ±λ. A weight will do so if its sign at λ = 0 is not its
sign now. A slope that is positive at λ = 0 meets +λ, a negative one −λ, at z₀ / (sign(z₀) + z₁).

A Gram matrix holds the squares of lengths, so half of the digits of a small difference are lost. Where two features are
nearly alike, or two events fall on the same λ, this walk gives up: `l1_orthogonal_walk` is slower, but needs neither.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .._numerics.types import Array
from .l1_trace import L1Event, Walk, too_many_knots, walk_of

# Least share of a feature's sum of squares that the active features may leave: 1e-5 of its length.
ALIKE = 1e-10
# Two events are at the same λ if they are closer than this share of it.
TIED = 1e-13
EPSILON = float(np.finfo(float).eps)


def walk_by_gram(gram_row: Callable[[int], Array], q: Array, squares: Array, rank: int) -> Walk | None:
    """Follow the minimizers of ½ ωᵀGω − q·ω + λ‖ω‖₁ from λ_max down to 0, as long as that is accurate.

    Parameters
    ----------
    gram_row : callable
        `gram_row(n)` gives row n of G, shape (N,); G is symmetric and positive semidefinite.
    q : NDArray, shape (N,), float64
        Slopes at zero weights.
    squares : NDArray, shape (N,), float64
        The diagonal of G.
    rank : int
        The largest number of independent features.

    Returns
    -------
    Walk or None
        None where features are too alike or events coincide.

    Raises
    ------
    ValueError
        If the path has more than some 1000 + 50 N knots.

    Examples
    --------
    >>> walk_by_gram(np.eye(2).__getitem__, np.array([3.0, -1.0]), np.ones(2), 2).knots
    array([0., 1., 3.])
    """
    lines = _Lines(gram_row, q, squares, rank)
    with np.errstate(divide="ignore", invalid="ignore"):  # 0 / 0 for combinations of active features: handled
        try:
            return lines.walk()
        except np.linalg.LinAlgError:
            return None


class _Lines:
    """The active features with the inverse of their Gram matrix, and everything's line z₀ − λ z₁."""

    def __init__(self, gram_row: Callable[[int], Array], q: Array, squares: Array, rank: int) -> None:
        N, room = len(q), rank + 1
        self.gram_row, self.q, self.squares, self.rank = gram_row, q, squares, rank
        self.inverse, self.scratch = np.empty((2, room, room))  # G_AA⁻¹, grown and shrunk by one row and column
        self.cross = np.empty((room, N))  # rows A of G
        self.active = np.empty(room, dtype=np.intp)
        self.place = [-1] * N  # where in A a feature is
        self.n = 0
        self.z0, self.z1, self.signs = q.copy(), np.zeros(N), np.zeros(N)
        self.barred: list[int] = []  # combinations of active features: their slopes stay within ±λ by themselves
        self.drift = 0.0  # rounding errors gathered by the updates, estimated; they grow where features are alike

    def walk(self) -> Walk | None:
        reach = np.abs(self.q)
        feature = int(reach.argmax())
        lam = start = float(reach[feature])
        knots, weights, events = [lam], [np.zeros(len(self.q))], []
        for _ in range(1000 + 50 * (self.rank + 1) if lam > 0 else 0):
            if self.place[feature] >= 0:
                weights[-1][feature] = 0.0  # exactly
                events.append(L1Event(lam, feature, "leaves"))
                self._leave(feature)
            else:
                entered = self._enter(feature)
                if entered is None:
                    return None
                if entered:
                    events.append(L1Event(lam, feature, "enters"))
            feature, below = self._next()
            if below >= lam * (1 - TIED):
                return None
            if below <= 1e-13 * start:
                below = 0.0
            knots.append(below)
            weights.append(np.where(self.signs, self.z0 - below * self.z1, 0.0))
            lam = below
            if lam == 0.0:
                break
        if lam > 0:
            raise too_many_knots(len(knots), lam)
        n = self.n
        return walk_of(knots, weights, events, self.active[:n], self.squares, inverse=self.inverse[:n, :n])

    def _enter(self, feature: int) -> bool | None:
        """Take a feature in; False if there is no room for it, None if the active ones nearly explain it."""
        n, z0, z1 = self.n, self.z0, self.z1
        if n == self.rank:
            self.barred.append(feature)
            return False
        row = self.gram_row(feature)
        now = self.active[:n]
        v = self.inverse[:n, :n] @ row[now]
        change = row - v @ self.cross[:n]  # the feature's row of G, without what A explains of it
        rest = change.item(feature)
        if rest <= ALIKE * self.squares[feature]:
            return None
        sign = 1.0 if z0.item(feature) > 0 else -1.0
        change[now] = v
        its_z0 = z0.item(feature) / rest
        its_z1 = (z1.item(feature) + sign) / rest
        z0 -= its_z0 * change
        z1 -= its_z1 * change
        z0[feature], z1[feature], self.signs[feature] = its_z0, its_z1, sign
        self.drift += EPSILON * self.squares.item(feature) / rest
        scaled = v / rest
        block = self.inverse[:n, :n]
        block += np.multiply(v[:, None], scaled, out=self.scratch[:n, :n])
        self.inverse[n, :n] = self.inverse[:n, n] = -scaled
        self.inverse[n, n] = 1 / rest
        self.cross[n], self.active[n], self.place[feature] = row, feature, n
        self.n += 1
        return True

    def _leave(self, feature: int) -> None:
        i, z0, z1 = self.place[feature], self.z0, self.z1
        self.n -= 1
        n = self.n
        its_z0, its_z1, its_sign = z0.item(feature), z1.item(feature), self.signs.item(feature)
        block = self.inverse[: n + 1, : n + 1]
        column = block[:, i] / block[i, i]
        self.drift += EPSILON * block[i, i] * self.squares[feature]
        change = column @ self.cross[: n + 1]
        np.negative(change, out=change)
        change[self.active[: n + 1]] = column
        z0 -= its_z0 * change
        z1 -= its_z1 * change
        z0[feature] = its_z0 / block[i, i]
        z1[feature] = its_z1 / block[i, i] - its_sign
        self.signs[feature] = 0.0
        block -= np.multiply(column[:, None], block[i].copy(), out=self.scratch[: n + 1, : n + 1])
        for array in (self.cross, self.active, block, block.T):
            array[i] = array[n]  # the last takes its place
        self.place[self.active[i]], self.place[feature] = i, -1
        self.barred.clear()

    def _next(self) -> tuple[int, float]:
        """The feature of the next event, and its λ."""
        now = self.active[: self.n]
        if self.drift > 1e-12:
            self.drift = 0.0
            self._anew(now)
        z0, z1 = self.z0, self.z1
        reach = z0 / (np.copysign(1.0, z0) + z1)
        reach[now] = 0.0
        turned = (z0 * self.signs < 0).nonzero()[0]
        if turned.size:
            reach[turned] = z0[turned] / z1[turned]
        if self.barred:
            reach[self.barred] = 0.0
        feature = int(reach.argmax())
        if math.isnan(reach.item(feature)):
            feature = int(np.nan_to_num(reach, copy=False).argmax())
        return feature, reach.item(feature)

    def _anew(self, now: NDArray[np.intp]) -> None:
        """The inverse and the lines from scratch, with one step of iterative refinement."""
        cross, q = self.cross[: self.n], self.q
        gram = cross[:, now]
        inverse = np.linalg.inv(gram)
        if not (inverse.diagonal() * self.squares[now]).max() <= 1 / ALIKE:  # what the others leave of each feature
            raise np.linalg.LinAlgError("features are nearly alike")
        target = np.stack([q[now], self.signs[now]], axis=1)
        ud = inverse @ target
        ud += inverse @ (target - gram @ ud)
        self.z0, self.z1 = q - ud[:, 0] @ cross, -ud[:, 1] @ cross
        self.z0[now], self.z1[now] = ud.T
        self.inverse[: self.n, : self.n] = inverse
