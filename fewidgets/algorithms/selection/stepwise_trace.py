"""The result of stepwise selection: every model on the way, and every candidate."""

from __future__ import annotations

from typing import Literal

import numpy as np

from .._numerics.types import Array, Indices
from .subset_model import SubsetModels

Direction = Literal["forward", "backward"]


class StepwiseTrace(SubsetModels):
    """Every step of `forward_selection` or `backward_elimination`. Row m of an array belongs to the model after m steps.

    `costs` are those that were compared: on the training data or, with folds, held out.
    """

    direction: Direction
    order: Indices  # (M,): features in the order in which they were added or removed, numbered from 0
    candidate_costs: Array  # (M, N): that error if the feature were added, or removed; NaN if it is no candidate
    training_costs: Array  # (M + 1,): mean squared error on all examples
    fold_of: Indices | None  # (P,): the fold in which each example is held out
    fold_costs: Array | None  # (M + 1, K): held-out error in each fold

    @property
    def best_size(self) -> int:
        """Size of the model with the smallest cost; of several equally good ones, the smallest.

        The error on the training data is nearly always smallest for the largest model. To choose a size, pass `folds`.
        """
        ascending = np.argsort(self.sizes)
        return int(self.sizes[ascending[self.costs[ascending].argmin()]])
