"""The softmax cost of every subset of the features: an objective for best subset selection in classification."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arrays import as_labels, frozen
from .._numerics.types import Array, Indices
from ..optimization.logistic import sigmoid, softplus
from .qr_factor import pivoted_bases, qr_factor
from .subset_arguments import check_feature_numbers, check_subset_features
from .subset_model import SubsetModel

# Newton's method on the softmax cost of a subset ends when a step would lower the cost by less than this share.
SOFTMAX_GAIN = 1e-15
SOFTMAX_STEPS = 200
# Lower bound on the curvature of an example's softmax cost, as a share of its squared slope.
SOFTMAX_CURVATURE = 1e-6
# A margin counts as positive above this share of the terms that it is the sum of: below it may be rounding.
SEPARATING_MARGIN = 1e-13


class _Fit(NamedTuple):
    """Weights (the bias first), the mean of the costs, and whether the classes are separated."""

    weights: Array
    cost: float
    separable: bool


class SubsetSoftmax:
    """J(S): the smallest softmax cost of a linear classifier that uses the features S only.

    A call with a set of features returns J. So it can be the objective of any search, with `maximize=False` and
    `ask_empty=True`. `exhaustive_search` is then best subset selection for classification. If S separates the classes, the
    cost has no minimum: it falls towards 0 as the weights grow. J is then exactly 0, and only then.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. The features' scales do not matter.
    y : array-like, shape (P,)
        Labels −1 and +1, both present.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or a feature is constant.

    Notes
    -----
    Source: the softmax cost of two classes is the mean of log(1 + exp(−y (b + w·x))) (section 9.3); best subset selection is
    COMP135, slide 10, which names no cost.

    Examples
    --------
    >>> from fewidgets.algorithms import exhaustive_search
    >>> X = [[0.0, 1.0], [1.0, 3.0], [2.0, 0.0], [3.0, 4.0], [4.0, 3.0], [5.0, 6.0]]
    >>> J = SubsetSoftmax(X, [-1, -1, 1, -1, 1, -1])
    >>> trace = exhaustive_search(J, 2, maximize=False, ask_empty=True)
    >>> trace.sizes, np.round(trace.values, 4)
    (array([0, 1, 2]), array([0.6365, 0.5056, 0.    ]))
    """

    def __init__(self, X: ArrayLike, y: ArrayLike) -> None:
        features, _ = check_subset_features(X, True)
        self._labels = as_labels(y, len(features))
        self._factor = qr_factor(features, self._labels, True)  # finds features that depend on others
        # Unlike the mean, the median does not follow an outlier.
        self._centres = np.median(features, axis=0)
        self._features = features - self._centres

    def __call__(self, features: Iterable[int]) -> float:
        """Return J of a set of features, numbered from 0."""
        fit = self._fit(self._basis(features))
        return 0.0 if fit.separable else fit.cost

    def model(self, features: Iterable[int]) -> SubsetModel:
        """Return the classifier on a set of features, and its cost. If the set separates the classes, no classifier has the
        cost J = 0; one that separates them is returned, with the cost of its own weights.
        """
        basis = self._basis(features)
        fit = self._fit(basis)
        weights = np.zeros(self._factor.N)
        weights[basis] = fit.weights[1:]
        chosen = np.sort(check_feature_numbers(features, self._factor.N))
        return SubsetModel(chosen, frozen(weights), float(fit.weights[0] - weights @ self._centres), fit.cost)

    def _basis(self, features: Iterable[int]) -> Indices:
        """Return the features of a set without those that depend on others in it."""
        basis = pivoted_bases(self._factor, check_feature_numbers(features, self._factor.N)[None])[0][0]
        return basis[basis >= 0]

    def _fit(self, basis: Indices) -> _Fit:
        columns = self._features[:, basis]
        return _minimized(np.concatenate([np.ones((len(columns), 1)), columns], axis=1), self._labels)


def _minimized(columns: Array, labels: Array) -> _Fit:
    """Minimize the softmax cost by Newton's method, from zero weights."""
    sizes = np.abs(columns)
    weights, outputs = np.zeros(columns.shape[1]), np.zeros(len(labels))
    cost = _cost(labels * outputs)
    for _ in range(SOFTMAX_STEPS):
        margins = labels * outputs
        if (margins > SEPARATING_MARGIN * (sizes @ np.abs(weights))).all():
            return _Fit(weights, cost / len(labels), True)
        wrong = sigmoid(-margins)
        step = _newton_step(columns, labels, margins, wrong)
        along = columns @ step
        slope = -float((labels * wrong) @ along)
        length, tried = _along(margins, labels * along, cost, slope)
        if -slope <= SOFTMAX_GAIN * cost or tried >= cost:  # what is left is rounding
            return _Fit(weights, cost / len(labels), False)
        weights, outputs, cost = weights + length * step, outputs + length * along, tried
    raise ArithmeticError(f"the softmax cost did not reach its minimum within {SOFTMAX_STEPS} Newton steps")


def _cost(margins: Array) -> float:
    return float(softplus(-margins).sum())


def _newton_step(columns: Array, labels: Array, margins: Array, wrong: Array) -> Array:
    # Curvatures have a lower bound for examples that are so wrong that their cost is nearly linear.
    root = np.sqrt(np.maximum(wrong * sigmoid(margins), SOFTMAX_CURVATURE * wrong**2))
    weighted = root[:, None] * columns
    lengths = np.sqrt(np.einsum("pn,pn->n", weighted, weighted))
    lengths[lengths == 0] = 1.0
    pulls = labels * np.divide(wrong, root, out=np.zeros_like(root), where=root > 0)
    return np.linalg.lstsq(weighted / lengths, pulls, rcond=None)[0] / lengths


def _along(margins: Array, change: Array, cost: float, slope: float) -> tuple[float, float]:
    """Return the step length and the cost after the step, halving the length until the cost falls enough."""
    length, tried = 1.0, _cost(margins + change)
    while tried > cost + 1e-4 * length * slope and length > 1e-12:
        length /= 2
        tried = _cost(margins + length * change)
    return length, tried
