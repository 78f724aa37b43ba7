"""The selectors of this package in one form: from examples to a set of features of every size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._numerics.types import Array
from ..optimization.cost_names import CostName
from ..ranking.impurity import impurity_importance
from ..ranking.mutual_information import mutual_information
from ..ranking.out_of_bag import out_of_bag_importance
from ..ranking.pearson import pearson_scores
from ..regularization.l1 import l1_path
from ..selection.best_subset import best_subset
from ..selection.boosting import boost
from ..selection.fit_by_feature import forward_fit, greedy_subset, myopic_forward_fit
from ..selection.floating_search import floating_search
from ..selection.sequential_search import bidirectional_search
from ..selection.stepwise import backward_elimination, forward_selection

Flags = NDArray[np.bool_]

#: Returns the set of each size 1 … M as flags (M, N).
Selector = Callable[[Array, Array, int], Flags]

#: Fits a forest of scikit-learn to inputs and outputs, and returns it.
Forest = Callable[[Array, Array], Any]

#: Features with more values than this are cut into bins for mutual information.
MOST_LEVELS, BINS = 10, 5

#: Searches whose time grows too fast for more features than this are left out.
MOST_SEARCHED, MOST_ENUMERATED = 60, 30


def selectors_for(cost: CostName, N: int, forest: Forest | None) -> dict[str, Selector]:
    """Return the selectors that can treat N features, by name. Without a forest, its importances are left out."""
    found: dict[str, Selector] = {"Pearson correlation": _by_correlation}
    if cost == "softmax":
        found["mutual information"] = _by_information
    if forest is not None:
        found["impurity importance"] = partial(_by_impurity, forest=forest)
        found["permutation importance"] = partial(_by_permutation, forest=forest)
    found["boosting"] = partial(_by_boosting, cost=cost)
    found["ℓ1 path"] = partial(_by_l1, cost=cost)
    found["forward selection (SFS)"] = _forward
    found["backward elimination (SBS)"] = _backward
    if N <= MOST_SEARCHED:
        found["bidirectional search"] = _bidirectional
        found["floating forward (SFFS)"] = partial(_floating, direction="forward")
        found["floating backward (SBFS)"] = partial(_floating, direction="backward")
    if N <= MOST_ENUMERATED:
        found["best subset"] = _best
    found["greedy fitting"] = _greedy
    found["forward-fitting"] = partial(_fitting, fit=forward_fit)
    found["myopic fitting"] = partial(_fitting, fit=myopic_forward_fit)
    return found


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


def _by_correlation(X: Array, y: Array, size: int) -> Flags:
    return nested(pearson_scores(X, y).order, X.shape[1], size)


def _by_information(X: Array, y: Array, size: int) -> Flags:
    bins = [BINS if len(np.unique(column)) > MOST_LEVELS else None for column in X.T]
    return nested(mutual_information(X, y, bins=bins).order, X.shape[1], size)


def _by_impurity(X: Array, y: Array, size: int, *, forest: Forest) -> Flags:
    return nested(impurity_importance(forest(X, y)).order, X.shape[1], size)


def _by_permutation(X: Array, y: Array, size: int, *, forest: Forest) -> Flags:
    return nested(out_of_bag_importance(forest(X, y), X, y).order, X.shape[1], size)


def _by_boosting(X: Array, y: Array, size: int, *, cost: CostName) -> Flags:
    return nested(boost(X, y, rounds=size, cost=cost).order, X.shape[1], size)


def _by_l1(X: Array, y: Array, size: int, *, cost: CostName) -> Flags:
    """The features in the order in which their weights become nonzero as λ decreases."""
    entered = [event.feature for event in l1_path(X, y, cost=cost).events if event.kind == "enters"]
    return nested(entered, X.shape[1], size)


def _forward(X: Array, y: Array, size: int) -> Flags:
    return nested(forward_selection(X, y, size=size).order, X.shape[1], size)


def _backward(X: Array, y: Array, size: int) -> Flags:
    removed = backward_elimination(X, y).order
    return nested(removed[::-1], X.shape[1], size)


def _best(X: Array, y: Array, size: int) -> Flags:
    return best_subset(X, y, size=size).selected[1 : size + 1]


def _bidirectional(X: Array, y: Array, size: int) -> Flags:
    """The sets of the forward search up to where the searches meet, and beyond it those of the backward search."""
    trace = bidirectional_search(SquaredError(X, y), X.shape[1], maximize=False)
    sets = [*trace.forward_selected[1:], *trace.backward_selected[::-1][1:]]
    return np.array(sets[:size])


def _floating(X: Array, y: Array, size: int, *, direction: Any) -> Flags:
    trace = floating_search(SquaredError(X, y), X.shape[1], direction=direction, maximize=False)
    sets = np.zeros((size, X.shape[1]), dtype=bool)
    for m in range(1, size + 1):
        sets[m - 1, trace.at(m).features] = True
    return sets


def _greedy(X: Array, y: Array, size: int) -> Flags:
    return nested(greedy_subset(X, y - y.mean(), size=size).order, X.shape[1], size)


def _fitting(X: Array, y: Array, size: int, *, fit: Callable[..., Any]) -> Flags:
    """The features in the order in which they are taken for the first time."""
    rounds = size
    while True:
        order = fit(X, y - y.mean(), rounds=rounds).order
        if len(set(order.tolist())) >= size or len(order) < rounds or rounds >= 100 * size:
            return nested(order, X.shape[1], size)
        rounds *= 2
