"""The softmax cost of every subset of the features: an objective for best subset selection in classification."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import as_labels, frozen
from .._numerics.types import Array
from ..optimization.costs import REDUCTIONS, Reduction, sigmoid, softplus
from .dependence import pivoted
from .qr_factor import checked_features, regression
from .subset_model import SubsetModel

Judged = Literal["softmax", "misclassified"]
JUDGED = ("softmax", "misclassified")

# Newton's steps end where the next one would lower the cost by less than this share.
SMALLEST_GAIN = 1e-15
MOST_STEPS = 200
# Least curvature of an example's cost, as a share of its squared slope.
STRAIGHT = 1e-6
# A margin separates if it is above this share of the terms that it is the sum of: below it may be rounding.
SEPARATING = 1e-13


class _Fit(NamedTuple):
    """Weights, that of the bias first; the cost's sum, the number of errors, and whether the classes part."""

    weights: Array
    cost: float
    misclassified: int
    separable: bool


class SubsetSoftmax:
    """J(S): the smallest softmax cost of a linear classifier that uses the features S only.

    Calling it with a set of features returns J, so it can be the objective of `exhaustive_search`,
    `sequential_search`, `floating_search` or `bidirectional_search`, with `maximize=False` and `ask_empty=True`. The
    exhaustive search is then best subset selection for classification.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. The features' scales do not matter.
    y : array-like, shape (P,)
        Labels −1 and +1, both present.
    judged : {"softmax", "misclassified"}
        Which number J is: the smallest softmax cost, or how many examples the classifier with that cost misclassifies.
        An example on the boundary counts as misclassified. No classifier is fitted to the number of errors directly.
    reduction : {"mean", "sum"}
        How softmax costs add over examples. Errors are always counted.
    fit_bias : bool
        Whether the classifier has a bias; then J of the empty set is the cost of the bias alone.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If a shape is wrong, a value is NaN or infinite, a feature is constant (it may be, without a bias), or `y` holds
        anything but −1 and +1, or only one of them.

    Notes
    -----
    Source: the softmax cost of two classes is the mean of log(1 + exp(−y (b + w·x))) (section 9.3); best subset
    selection is COMP135's, slide 10, which names no cost. Newton's method minimizes it, each step a weighted least
    squares problem solved without products of the features, so features may be nearly dependent (see `best_subset`).

    With an outlier of about 1e10 times the other values of a feature, or more, only some six digits of J are certain.

    If S separates the classes, the cost has no minimum: it falls towards 0 as the weights grow. J is then exactly 0, and
    `is_separable` is true. Where several sets separate, they are equally good, and a search takes the smallest.

    Examples
    --------
    >>> from fewidgets.algorithms import exhaustive_search
    >>> X = [[0.0, 1.0], [1.0, 3.0], [2.0, 0.0], [3.0, 4.0], [4.0, 3.0], [5.0, 6.0]]
    >>> J = SubsetSoftmax(X, [-1, -1, 1, -1, 1, -1])
    >>> trace = exhaustive_search(J, 2, maximize=False, ask_empty=True)
    >>> trace.sizes, np.round(trace.values, 4)
    (array([0, 1, 2]), array([0.6365, 0.5056, 0.    ]))
    >>> J.is_separable([0, 1])
    True
    """

    def __init__(
        self,
        X: ArrayLike,
        y: ArrayLike,
        *,
        judged: Judged = "softmax",
        reduction: Reduction = "mean",
        fit_bias: bool = True,
    ) -> None:
        features, self.fit_bias = checked_features(X, fit_bias)
        labels = as_labels(y, len(features))
        self.judged = cast(Judged, as_choice(judged, "judged", JUDGED))
        self.reduction = as_choice(reduction, "reduction", REDUCTIONS)
        # Centred features of length 1; the labels in the output's place serve nothing but this form.
        self._problem = regression(features, labels, self.fit_bias, triangular=False)
        self._labels = labels
        # The median stays where it is when one value is an outlier.
        self._centres = np.median(features, axis=0) if self.fit_bias else np.zeros(features.shape[1])
        self._features = features - self._centres

    def __call__(self, features: Iterable[int]) -> float:
        """J of a set of features, numbered from 0.

        Examples
        --------
        >>> J = SubsetSoftmax([[0.0], [1.0], [2.0], [3.0]], [-1, 1, -1, 1], judged="misclassified")
        >>> J(()), J((0,))
        (4.0, 2.0)
        """
        fit = self._fit(self._basis(features))
        if self.judged == "misclassified":
            return float(fit.misclassified)
        return fit.cost / (len(self._labels) if self.reduction == "mean" else 1)

    def is_separable(self, features: Iterable[int]) -> bool:
        """Whether some classifier on these features has every example on its right side, none on the boundary.

        Parameters
        ----------
        features : iterable of int
            Features, numbered from 0, each once.

        Returns
        -------
        bool

        Raises
        ------
        TypeError, ValueError
            If `features` is not a list of different feature numbers.

        Examples
        --------
        >>> SubsetSoftmax([[0.0], [1.0], [2.0], [3.0]], [-1, -1, 1, 1]).is_separable([0])
        True
        """
        return self._fit(self._basis(features)).separable

    def model(self, features: Iterable[int]) -> SubsetModel:
        """The classifier on a set of features, and its J.

        Where the set separates the classes there is no best classifier. One that separates them is given, with J = 0.

        Parameters
        ----------
        features : iterable of int
            Features, numbered from 0, each once.

        Returns
        -------
        SubsetModel

        Raises
        ------
        TypeError, ValueError
            If `features` is not a list of different feature numbers.

        Examples
        --------
        >>> model = SubsetSoftmax([[0.0], [1.0], [2.0], [3.0]], [-1, 1, -1, 1]).model([0])
        >>> np.round(model.weights, 4), round(model.bias, 4), round(model.cost, 4)
        (array([0.9082]), -1.3623, 0.5869)
        """
        chosen = np.sort(self._as_set(features))
        basis = self._basis(chosen)
        fit = self._fit(basis)
        weights = np.zeros(self._problem.N)
        weights[basis] = fit.weights[int(self.fit_bias) :]
        bias = float(fit.weights[0] - weights @ self._centres) if self.fit_bias else 0.0
        return SubsetModel(chosen, frozen(weights), bias, self(chosen))

    def _as_set(self, features: Iterable[int]) -> NDArray[np.intp]:
        if isinstance(features, str) or not isinstance(features, Iterable):
            raise TypeError(f"features must be a list of integers; got {features!r}")
        N = self._problem.N
        chosen = [as_count(n, "features", 0, N - 1, "one less than the number of features") for n in features]
        if len(set(chosen)) < len(chosen):
            raise ValueError(f"features must name each feature once; got {chosen}")
        return np.array(chosen, dtype=np.intp)

    def _basis(self, features: Iterable[int]) -> NDArray[np.intp]:
        """The features of a set that do not depend on others of it."""
        chosen = self._as_set(features)
        basis = pivoted(self._problem, chosen[None])[0][0] if len(chosen) else chosen
        return basis[basis >= 0]

    def _fit(self, basis: NDArray[np.intp]) -> _Fit:
        columns = self._features[:, basis]
        if self.fit_bias:
            columns = np.concatenate([np.ones((len(columns), 1)), columns], axis=1)
        return _minimized(columns, self._labels)


def _minimized(columns: Array, labels: Array) -> _Fit:
    """Newton's method on the softmax cost, from zero weights.

    Each step is a weighted least squares problem, solved by orthogonal transforms on columns of length 1. So a feature
    keeps its digits beside an outlier of its own: once that is classified, its weight is as good as zero.
    """
    sizes = np.abs(columns)
    weights, outputs = np.zeros(columns.shape[1]), np.zeros(len(labels))
    cost = _cost(labels * outputs)
    for _ in range(MOST_STEPS):
        margins = labels * outputs
        if (margins > SEPARATING * (sizes @ np.abs(weights))).all():
            return _Fit(weights, 0.0, 0, True)
        wrong = sigmoid(-margins)
        step = _newton_step(columns, labels, margins, wrong)
        along = columns @ step
        slope = -float((labels * wrong) @ along)
        length, tried = _along(margins, labels * along, cost, slope)
        if -slope <= SMALLEST_GAIN * cost or tried >= cost:  # the rest is rounding
            return _Fit(weights, cost, int((margins <= 0).sum()), False)
        weights, outputs, cost = weights + length * step, outputs + length * along, tried
    raise ArithmeticError(f"the softmax cost did not reach its minimum within {MOST_STEPS} Newton steps")


def _cost(margins: Array) -> float:
    return float(softplus(-margins).sum())


def _newton_step(columns: Array, labels: Array, margins: Array, wrong: Array) -> Array:
    # Curvatures, with a floor under examples that are so wrong that their cost is nearly straight.
    root = np.sqrt(np.maximum(wrong * sigmoid(margins), STRAIGHT * wrong**2))
    weighted = root[:, None] * columns
    lengths = np.sqrt(np.einsum("pn,pn->n", weighted, weighted))
    lengths[lengths == 0] = 1.0
    pulls = labels * np.divide(wrong, root, out=np.zeros_like(root), where=root > 0)
    return np.linalg.lstsq(weighted / lengths, pulls, rcond=None)[0] / lengths


def _along(margins: Array, change: Array, cost: float, slope: float) -> tuple[float, float]:
    """A length of the step, and the cost after it: halved until the cost falls enough."""
    length, tried = 1.0, _cost(margins + change)
    while tried > cost + 1e-4 * length * slope and length > 1e-12:
        length /= 2
        tried = _cost(margins + length * change)
    return length, tried
