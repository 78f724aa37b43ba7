"""The result of stepwise selection: every model on the way, and every candidate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .._numerics.arguments import as_count
from .._numerics.types import Array, Indices
from ..optimization.cost_names import Reduction
from .subset_arguments import ErrorName
from .subset_model import SubsetModel

Direction = Literal["forward", "backward"]


@dataclass(frozen=True, eq=False)
class StepwiseTrace:
    """Every step of `forward_selection` or `backward_elimination`.

    Row m of an array belongs to the model after m steps.

    Attributes
    ----------
    direction : {"forward", "backward"}
        Whether features were added or removed.
    error, reduction : str
        As passed.
    order : NDArray, shape (M,), int
        Features in the order in which they were added or removed, numbered from 0.
    sizes : NDArray, shape (M + 1,), int
        Number of features of each model.
    selected : NDArray, shape (M + 1, N), bool
        The features of each model.
    weights : NDArray, shape (M + 1, N), float64
        Least squares weights of each model on all examples, in units of y per unit of the feature. Zero for features
        outside the model, and for features that depend on others in it.
    biases : NDArray, shape (M + 1,), float64
        Bias of each model, in units of y.
    costs : NDArray, shape (M + 1,), float64
        The error that the search compared: on the training data or, with folds, on held-out examples.
    candidate_costs : NDArray, shape (M, N), float64
        That error if the feature were added, or removed, in step m + 1; NaN for features that are no candidates.
    training_costs : NDArray, shape (M + 1,), float64
        Error of each model on all examples, on which it was fitted.
    fold_of : NDArray, shape (P,), int, or None
        The fold in which each example is held out.
    fold_costs : NDArray, shape (M + 1, K), float64, or None
        Held-out error of each model in each fold.
    candidate_fold_costs : NDArray, shape (M, N, K), float64, or None
        Held-out error of each candidate in each fold.

    Examples
    --------
    >>> from fewidgets.algorithms import forward_selection
    >>> trace = forward_selection([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0]], [0.0, 1.0, 3.0, 3.0])
    >>> trace.order, np.round(trace.costs, 6)
    (array([0, 1]), array([1.6875, 0.175 , 0.    ]))
    """

    direction: Direction
    error: ErrorName
    reduction: Reduction
    order: Indices
    sizes: Indices
    selected: NDArray[np.bool_]
    weights: Array
    biases: Array
    costs: Array
    candidate_costs: Array
    training_costs: Array
    fold_of: Indices | None
    fold_costs: Array | None
    candidate_fold_costs: Array | None

    @property
    def best_size(self) -> int:
        """Size of the model with the smallest cost; of several equally good ones, the smallest.

        The error on the training data is nearly always smallest for the largest model. To choose a size, pass `folds` to
        the search.

        Examples
        --------
        >>> from fewidgets.algorithms import forward_selection
        >>> forward_selection([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0]], [0.0, 1.0, 3.0]).best_size
        2
        """
        ascending = np.argsort(self.sizes)
        return int(self.sizes[ascending[self.costs[ascending].argmin()]])

    @property
    def one_standard_error_size(self) -> int:
        """Smallest size whose held-out error is within one standard error of the smallest one.

        Raises
        ------
        ValueError
            If the search used no folds.

        Examples
        --------
        >>> from fewidgets.algorithms import forward_selection
        >>> rng = np.random.default_rng(0)
        >>> X = rng.normal(size=(60, 4))
        >>> forward_selection(X, 2 * X[:, 1] + rng.normal(size=60), folds=5).one_standard_error_size
        1
        """
        if self.fold_costs is None:
            raise ValueError("folds must be passed to the search to estimate a standard error; got folds=None")
        K = self.fold_costs.shape[1]
        best = int(np.flatnonzero(self.sizes == self.best_size)[0])
        # The standard deviation of a sum over K folds is K times that of their mean.
        total = K if self.error == "squared" and self.reduction == "sum" else 1
        spread = total * self.fold_costs[best].std(ddof=1) / np.sqrt(K)
        return int(self.sizes[self.costs <= self.costs[best] + spread].min())

    def at(self, size: int) -> SubsetModel:
        """Return the model with the given number of features.

        Parameters
        ----------
        size : int
            Number of features, one of `sizes`.

        Returns
        -------
        SubsetModel

        Raises
        ------
        TypeError, ValueError
            If the search reached no model of that size.

        Examples
        --------
        >>> from fewidgets.algorithms import forward_selection
        >>> forward_selection([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0]], [0.0, 1.0, 3.0]).at(1).features
        array([0])
        """
        size = as_count(size, "size", int(self.sizes.min()), int(self.sizes.max()), "the sizes reached")
        m = int(np.flatnonzero(self.sizes == size)[0])
        return SubsetModel(self.selected[m].nonzero()[0], self.weights[m], float(self.biases[m]), float(self.costs[m]))
