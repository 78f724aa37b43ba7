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
    """Every step of `forward_selection` or `backward_elimination`. Row m of an array belongs to the model after m steps."""

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

        The error on the training data is nearly always smallest for the largest model. To choose a size, pass `folds`, or use
        `cross_validate_size`.
        """
        ascending = np.argsort(self.sizes)
        return int(self.sizes[ascending[self.costs[ascending].argmin()]])

    @property
    def one_standard_error_size(self) -> int:
        """Smallest size whose held-out error is within one standard error of the smallest one, after a search with folds."""
        if self.fold_costs is None:
            raise ValueError("folds must be passed to the search to estimate a standard error; got folds=None")
        K = self.fold_costs.shape[1]
        best = int(np.flatnonzero(self.sizes == self.best_size)[0])
        # The standard deviation of a sum over K folds is K times that of their mean.
        total = K if self.error == "squared" and self.reduction == "sum" else 1
        spread = total * self.fold_costs[best].std(ddof=1) / np.sqrt(K)
        return int(self.sizes[self.costs <= self.costs[best] + spread].min())

    def at(self, size: int) -> SubsetModel:
        """Return the model with the given number of features."""
        size = as_count(size, "size", int(self.sizes.min()), int(self.sizes.max()), "the sizes reached")
        m = int(np.flatnonzero(self.sizes == size)[0])
        return SubsetModel(self.selected[m].nonzero()[0], self.weights[m], float(self.biases[m]), float(self.costs[m]))
