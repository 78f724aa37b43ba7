"""The best subset of every size without trying all subsets: branch on one feature at a time, drop what cannot be best.

A branch has decided about some features. An R factor (see `all_subsets`) holds the features that are left, and y. Two
facts bound the costs that its subsets can reach.

First, no subset costs less than all features that are left: w², where w is the last entry of R.

Second, let β be the weights of these features in that fit, and M their products after all earlier features have been
projected out. In a branch that has left out some of the earlier features, the products M' are larger: M' ≽ M. A subset with
the weights b, which are 0 for the features that it leaves out, costs (b − β)ᵀ M' (b − β) more. For any diagonal δ ≥ 0 with
diag(δ) ≼ M, this is at least Σ δₙ βₙ² over the features left out. So a subset without q of the features
costs at least the sum of the q smallest δₙ βₙ² more. With this bound, 320,000 branches settle a search among 60 features
for which 2,000,000 are too few without it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .._numerics.types import Array, Flags, Indices
from .all_subsets import Rows, doubled, r_rows
from .diagonal_bound import diagonal_below
from .qr_factor import EQUAL_LENGTHS, QRFactor, inverse_factor, pivoted_bases
from .stepwise_steps import BackwardSteps, ForwardSteps, take_steps

# Branches that are split side by side.
BRANCHES_WIDTH = 2**10
# A subset replaces the best one known only if its cost is lower by more than this share: the rest is rounding.
BETTER_SUBSET = 1e-12
# The bound on branches needs independent features: those with a smaller share of their own are decided about first.
BOUNDED_SHARE = 1e-8


class _BestKnown:
    """The best subset of every size found so far."""

    def __init__(self, K: int, factor: QRFactor) -> None:
        self.factor = factor
        self.selected = np.zeros((K + 1, factor.N), dtype=bool)
        self.squares = np.full(K + 1, np.inf)

    def limits(self, sizes: Indices | int) -> Array:
        """Return what the cost of a subset of each size must stay below; −∞ beyond the largest size of interest."""
        limits = np.append(self.squares * (1 - BETTER_SUBSET) - EQUAL_LENGTHS**2, -np.inf)
        return limits[np.minimum(sizes, len(self.squares))]

    def offer(self, subset: Indices) -> None:
        """Keep a subset if it is better."""
        size = len(subset)
        squares = float(pivoted_bases(self.factor, subset[None])[1][0])
        if squares < self.limits(size):
            self.squares[size] = squares
            self.selected[size] = False
            self.selected[size, subset] = True

    def offer_each(self, size: int, squares: Array, subset_at: Callable[[int], Indices]) -> None:
        """Offer subsets of one size that seem better, the best first, until none is left."""
        for place in squares.argsort():
            if not squares[place] < self.limits(size):
                break
            self.offer(subset_at(int(place)))


class _Branches(NamedTuple):
    """B branches that have decided about the same features."""

    rows: Rows  # R factors of the features that are left, and y
    inside: Flags  # (N, B): the features taken in, in the order of decision

    @property
    def left(self) -> int:
        return len(self.rows) - 1

    def where(self, keep: Flags | slice) -> _Branches:
        return _Branches([row[:, keep] for row in self.rows], self.inside[:, keep])

    def split(self, negligible: Array) -> _Branches:
        """Decide about the next feature both ways."""
        decided = len(self.inside) - self.left
        inside = np.concatenate([self.inside, self.inside], axis=1)
        inside[decided, self.inside.shape[1] :] = True
        return _Branches(doubled(self.rows, negligible[decided]), inside)


def best_by_branches(factor: QRFactor, K: int, max_branches: int) -> Flags:
    """Find the best subset of each size up to K."""
    N = factor.N
    best = _BestKnown(K, factor)
    order, first_bounded = _start(factor, best)
    negligible = factor.negligible[order]
    deltas = _deltas(factor, order, first_bounded)
    stack = [_Branches(r_rows(factor, order), np.zeros((N, 1), dtype=bool))]
    split = 0
    while stack:
        branches = stack.pop()
        branches = _promising(branches, best, deltas[N - branches.left])
        branches = _settle_last_choice(branches, best, order, negligible)
        B = branches.inside.shape[1]
        if branches.left == 0 or B == 0:
            for b in range(B):
                best.offer(order[branches.inside[:, b]])
            continue
        split += B
        if split > max_branches:
            raise ValueError(
                f"max_branches is too small to settle the best subsets of up to {K} of {N} features; got {max_branches}. "
                "Pass more, a smaller size or fewer similar features, or use forward_selection"
            )
        half = (B + 1) // 2 if 2 * B > BRANCHES_WIDTH else B
        stack += [branches.where(part).split(negligible) for part in (slice(half), slice(half, B)) if part.start != B]
    return best.selected


def _start(factor: QRFactor, best: _BestKnown) -> tuple[Indices, int]:
    """Offer the subsets that stepwise selection finds, and order the features for branching."""
    N, K = factor.N, len(best.squares) - 1
    orders = [take_steps(ForwardSteps(factor, K), K)[0]]
    # With fewer examples than features, the first removals do not change the cost, so their order is arbitrary.
    if factor.columns.shape[1] >= N:
        orders.append(take_steps(BackwardSteps(factor), N)[0][::-1])
    else:
        orders.append(take_steps(ForwardSteps(factor, N), N)[0])
    for order in orders:
        for size in range(K + 1):
            best.offer(order[:size])
    order = orders[-1]
    R = _square(r_rows(factor, order))[:, :N]
    R[np.diag_indices(N)] = np.maximum(R.diagonal(), 1e-12)
    inverse = inverse_factor(R)
    shares = 1 / np.einsum("nr,nr->n", inverse, inverse)
    return order[np.argsort(shares >= BOUNDED_SHARE, kind="stable")], int(np.count_nonzero(shares < BOUNDED_SHARE))


def _deltas(factor: QRFactor, order: Indices, first: int) -> list[Array | None]:
    """Return δ of the features that are left at each depth 0, 1, …, N; None where w² is the only bound."""
    N = factor.N
    R = _square(r_rows(factor, order))
    deltas: list[Array | None] = [None] * (N + 1)
    for n in range(first, N):
        left = R[n:, n:N]
        if left.diagonal().min() > BOUNDED_SHARE:  # earlier dependent features may have caused zeros here
            weights = inverse_factor(left) @ R[n:, N]
            deltas[n] = diagonal_below(left.T @ left, weights**2)
    return deltas


def _square(rows: Rows) -> Array:
    """Return R of a single subset as one array, without y's own row: (N, N + 1)."""
    N = len(rows) - 1
    R = np.zeros((N, N + 1))
    for n, row in enumerate(rows[:-1]):
        R[n, n:] = row[:, 0]
    return R


def _weights(rows: Rows) -> Array:
    """Return the least squares weights of all features left, for each branch, by back substitution; shape (m, B)."""
    weights = np.empty((len(rows) - 1, rows[0].shape[1]))
    for n in range(len(weights) - 1, -1, -1):
        weights[n] = (rows[n][-1] - np.einsum("nb,nb->b", rows[n][1:-1], weights[n + 1 :])) / rows[n][0]
    return weights


def _promising(branches: _Branches, best: _BestKnown, deltas: Array | None) -> _Branches:
    """Keep the branches of which some subset may be better than the best one known of its size."""
    m, B = branches.left, branches.inside.shape[1]
    least = np.zeros((m + 1, B))  # lower bound on the rise of the cost without 0, 1, …, m features
    if deltas is not None:
        np.cumsum(np.sort(deltas[:, None] * _weights(branches.rows) ** 2, axis=0), axis=0, out=least[1:])
    sizes = branches.inside.sum(axis=0) + np.arange(m, -1, -1)[:, None]
    keep = (branches.rows[-1][0] ** 2 + least < best.limits(sizes)).any(axis=0)
    return branches if keep.all() else branches.where(keep)


def _settle_last_choice(branches: _Branches, best: _BestKnown, order: Indices, negligible: Array) -> _Branches:
    """Try every last feature in the branches that may take only one more, and return the other branches."""
    K, m = len(best.squares) - 1, branches.left
    full = branches.inside.sum(axis=0) == K - 1
    if not full.any():
        return branches
    last = branches.where(full)
    B, left = last.inside.shape[1], order[len(order) - m :]
    products, squares = np.zeros((m, B)), np.zeros((m, B))
    for n, row in enumerate(last.rows[:-1]):
        products[n:] += row[:-1] * row[-1]
        squares[n:] += row[:-1] ** 2
    without = np.sum([row[-1] ** 2 for row in last.rows], axis=0)
    squares[squares <= negligible[len(order) - m :, None] ** 2] = np.inf
    with_each = (without - products**2 / squares).reshape(-1)
    best.offer_each(K - 1, without, lambda branch: order[last.inside[:, branch]])
    best.offer_each(K, with_each, lambda place: np.append(order[last.inside[:, place % B]], left[place // B]))
    return branches.where(~full)
