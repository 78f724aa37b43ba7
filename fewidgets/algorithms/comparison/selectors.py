"""The selectors of this package in one form: from examples to the set of features of every size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from .._numerics.types import Array, Flags, Indices
from ..optimization.cost_names import CostName
from ..ranking.impurity import impurity_importance
from ..ranking.mutual_information import mutual_information
from ..ranking.out_of_bag import out_of_bag_importance
from ..ranking.pearson import pearson_scores
from ..regularization.l1 import l1_path
from ..selection.best_subset import best_subset
from ..selection.boosting import boost
from ..selection.fit_by_feature import FittingTrace, forward_fit, greedy_subset, myopic_forward_fit
from ..selection.floating_search import floating_search
from ..selection.sequential_search import Direction, bidirectional_search
from ..selection.stepwise import backward_elimination, forward_selection

#: Fits a forest of scikit-learn to inputs and outputs, and returns it.
Forest = Callable[[Array, Array], Any]

#: Features with more values than this are cut into bins for mutual information.
MOST_LEVELS, BINS = 10, 5

#: Searches whose time grows too fast for more features than this are left out.
MOST_SEARCHED, MOST_ENUMERATED = 60, 30


def selectors_for(cost: CostName, N: int, with_forest: bool) -> list[str]:
    """Return the names of the selectors that can treat N features. Without a forest, its importances are left out."""
    return [
        "Pearson correlation",
        *(["mutual information"] if cost == "softmax" else []),
        *(["impurity importance", "permutation importance"] if with_forest else []),
        "boosting",
        "ℓ1 path",
        "forward selection (SFS)",
        "backward elimination (SBS)",
        *(["bidirectional search", "floating forward (SFFS)", "floating backward (SBFS)"] if N <= MOST_SEARCHED else []),
        *(["best subset"] if N <= MOST_ENUMERATED else []),
        "greedy fitting",
        "forward-fitting",
        "myopic fitting",
    ]


def select(name: str, X: Array, y: Array, size: int, cost: CostName, forest: Forest | None) -> Flags:
    """Return the set of each size 1 … M that a selector selects, as flags (M, N)."""
    N = X.shape[1]
    order: Iterable[int]
    match name:
        case "Pearson correlation":
            order = pearson_scores(X, y).order
        case "mutual information":
            bins = [BINS if len(np.unique(column)) > MOST_LEVELS else None for column in X.T]
            order = mutual_information(X, y, bins=bins).order
        case "impurity importance" if forest:
            order = impurity_importance(forest(X, y)).order
        case "permutation importance" if forest:
            order = out_of_bag_importance(forest(X, y), X, y).order
        case "boosting":
            order = boost(X, y, rounds=size, cost=cost).order
        case "ℓ1 path":  # in the order in which weights become nonzero as λ decreases
            order = [event.feature for event in l1_path(X, y, cost=cost).events if event.kind == "enters"]
        case "forward selection (SFS)":
            order = forward_selection(X, y, size=size).order
        case "backward elimination (SBS)":
            order = backward_elimination(X, y).order[::-1]
        case "bidirectional search":  # forward up to where the searches meet, and beyond it backward
            both = bidirectional_search(SquaredError(X, y), N, maximize=False)
            return np.concatenate([both.forward_selected[1:], both.backward_selected[::-1][1:]])[:size]
        case "floating forward (SFFS)" | "floating backward (SBFS)":
            direction: Direction = "forward" if "forward" in name else "backward"
            floated = floating_search(SquaredError(X, y), N, direction=direction, maximize=False)
            return floated.best_of_sizes()[0][np.isin(floated.sizes, np.arange(1, size + 1))]
        case "best subset":
            return best_subset(X, y, size=size).selected[1:]
        case "greedy fitting":
            order = greedy_subset(X, y - y.mean(), size=size).order
        case "forward-fitting":
            order = _fitted(forward_fit, X, y, size)
        case _:
            order = _fitted(myopic_forward_fit, X, y, size)
    return nested(order, N, size)


def _fitted(fit: Callable[..., FittingTrace], X: Array, y: Array, size: int) -> Indices:
    """Return the features that fitting takes, for twice as many rounds until enough of them are different."""
    rounds = size
    while True:
        order = fit(X, y - y.mean(), rounds=rounds).order
        if len(np.unique(order)) >= size or len(order) < rounds or rounds >= 100 * size:
            return order
        rounds *= 2


def nested(order: Iterable[int], N: int, size: int) -> Flags:
    """Return the sets of the first 1 … M features of an order."""
    sets = np.zeros((size, N), dtype=bool)
    for place, feature in enumerate(list(dict.fromkeys(map(int, order)))[:size]):
        sets[place:, feature] = True
    return sets


class SquaredError:
    """J(S): the squared error of least squares on the features S, as a share of that without features."""

    def __init__(self, X: Array, y: Array) -> None:
        centred = y - y.mean()
        self._gram, self._toward, self._squares = X.T @ X, X.T @ centred, float(centred @ centred)

    def __call__(self, features: Sequence[int]) -> float:
        if not len(features):
            return 1.0
        chosen = list(features)
        # The smallest solution exists for dependent features too.
        weights = np.linalg.lstsq(self._gram[np.ix_(chosen, chosen)], self._toward[chosen], rcond=1e-10)[0]
        return max(0.0, 1 - float(weights @ self._toward[chosen]) / self._squares)
