"""Forests that are grown tree by tree, and three measures of importance after each tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np

from fewidgets.algorithms import impurity_importance, out_of_bag_importance
from fewidgets.algorithms._numerics.types import Array, Indices, Singles

REPEATS, MANY = 5, 60  # permutations of each feature, and features with which there is only one
KEPT = 24  # forests that are kept: those of two tables


@dataclass(frozen=True, eq=False)
class GrownForest:
    forest: Any  # With T trees
    impurity: Array  # (F, N): Share of each feature in all decreases of impurity, in percent, after each number of trees
    out_of_bag: Array  # (F, N): Mean decrease in accuracy of these trees on their out-of-bag examples, in percentage points


@dataclass(frozen=True, eq=False)
class HeldOut:
    accuracy: Array  # (F,): Accuracy of the first trees in percent; for outputs, the explained share of the variance
    drops: Array  # (F, N): Mean decrease of that with each feature permuted, in percentage points
    before: Array  # (P,): For labels, the percentage of all trees that vote for +1; for outputs, the prediction
    after: Array  # (N, P): The same with each feature permuted for the first time


def grow_forest(X: Array, y: Array, trees: int, at: Indices, *, labels: bool, seed: int) -> GrownForest:
    """Grow a forest, and compute the two importances that need no further examples."""
    return _grown(X.tobytes(), y.tobytes(), X.shape, trees, tuple(at.tolist()), labels, seed)


@lru_cache(maxsize=KEPT)
def _grown(
    inputs: bytes, outputs: bytes, shape: tuple[int, ...], trees: int, at: tuple[int, ...], labels: bool, seed: int
) -> GrownForest:
    X, y = np.frombuffer(inputs).reshape(shape), np.frombuffer(outputs)
    last = np.array(at) - 1
    ensemble = _ensemble()
    kind = ensemble.RandomForestClassifier if labels else ensemble.RandomForestRegressor
    forest = kind(trees, random_state=seed).fit(X, y)
    per_tree = impurity_importance(forest).per_tree
    # Every tree has the same weight, as in scikit-learn's feature_importances_.
    sums = per_tree.sum(axis=1, keepdims=True)
    shares = np.cumsum(np.divide(per_tree, sums, out=np.zeros_like(per_tree), where=sums > 0), axis=0)[last]
    whole = shares.sum(axis=1, keepdims=True)
    dropped = out_of_bag_importance(forest, X, y, seed=seed).per_tree
    tested = np.isfinite(dropped)
    counts = np.cumsum(tested, axis=0)[last]
    means = np.divide(
        np.cumsum(np.where(tested, dropped, 0.0), axis=0)[last],
        counts,
        out=np.full(counts.shape, np.nan),
        where=counts > 0,
    )
    return GrownForest(
        forest,
        100.0 * np.divide(shares, whole, out=np.zeros_like(shares), where=whole > 0),
        100.0 * means / (1.0 if labels else float(y.var())),
    )


def _ensemble() -> Any:
    try:
        return import_module("sklearn.ensemble")
    except ImportError:
        raise ImportError(
            "ImportanceViewer needs scikit-learn, which grows its forests. Install it with: pip install scikit-learn"
        ) from None


def tree_counts(trees: int, most: int) -> Indices:
    if trees <= most:
        return np.arange(1, trees + 1)
    return np.unique(np.geomspace(1, trees, most).round().astype(np.intp))


def permute_held_out(grown: GrownForest, X: Array, y: Array, at: Indices, *, labels: bool, seed: Sequence[int]) -> HeldOut:
    """Permute each feature of held-out examples, and predict with the first trees."""
    # A tree predicts as before unless it splits on the permuted feature, so only those features are tried with it.
    P, N = X.shape
    rng = np.random.default_rng(seed)
    orders = np.array([rng.permutation(P) for _ in range(REPEATS if N <= MANY else 1)])
    R, T = len(orders), len(grown.forest.estimators_)
    rows = X.astype(np.float32)  # as trees convert them
    sums, permuted = np.zeros(P), np.zeros((N, R, P))
    accuracy, drops = np.empty(len(at)), np.empty((len(at), N))
    spread = 1.0 if labels else float(y.var()) or 1.0
    place = {int(count): k for k, count in enumerate(at)}
    for t, tree in enumerate(grown.forest.estimators_, start=1):
        used = np.unique(tree.tree_.feature[tree.tree_.feature >= 0])
        copies = np.repeat(rows[None], 1 + len(used) * R, axis=0)
        for k, n in enumerate(used):
            copies[1 + k * R : 1 + (k + 1) * R, :, n] = rows[orders, n]
        found = _predicted(tree, copies.reshape(-1, N), labels).reshape(-1, P)
        sums += found[0]
        permuted += found[0]
        permuted[used] += found[1:].reshape(len(used), R, P) - found[0]
        if t in place:
            quality = _quality(np.concatenate([sums[None], permuted.reshape(-1, P)]), t, y, spread, labels)
            accuracy[place[t]] = quality[0]
            drops[place[t]] = quality[0] - quality[1:].reshape(N, R).mean(axis=1)
    unit = 100.0 / T if labels else 1.0 / T
    return HeldOut(accuracy, drops, unit * sums, unit * permuted[:, 0])


def _predicted(tree: Any, X: Singles, labels: bool) -> Array:
    found = tree.predict_proba(X, check_input=False)[:, 1] if labels else tree.predict(X, check_input=False)
    return np.asarray(found, dtype=np.float64)


def _quality(sums: Array, trees: int, y: Array, spread: float, labels: bool) -> Array:
    """Return the accuracy, or the explained variance, in percent for each row of summed predictions."""
    if labels:  # a tie is decided for the first class, as scikit-learn does
        return 100.0 * np.mean(np.where(2.0 * sums > trees, 1.0, -1.0) == y, axis=1)
    return 100.0 * (1.0 - np.mean((sums / trees - y) ** 2, axis=1) / spread)
