"""What the traces of all searches for an objective J share: the best set of each size."""

from __future__ import annotations

import numpy as np

from .._numerics.arguments import as_count
from .._numerics.trace import Trace
from .._numerics.types import Array, Flags, Indices
from .objective import FeatureSet


class SearchTrace(Trace):
    """The sets of features that a search has met."""

    maximize: bool
    evaluations: int  # sets whose J was computed or looked up
    sizes: Indices  # of the sets that the search has met
    selected: Flags  # one set a row
    values: Array  # J of each row; NaN for the empty set, unless it was asked for

    def best_of_sizes(self) -> tuple[Flags, Array]:
        """Return the best set of each of `sizes`, and its J."""
        return self.selected, self.values

    @property
    def best_size(self) -> int:
        """Size of the best set."""
        _, values = self.best_of_sizes()
        signed = values if self.maximize else -values
        return int(self.sizes[signed == np.nanmax(signed)].min())

    def at(self, size: int) -> FeatureSet:
        """Return the best set that the search met with a given number of features."""
        selected, values = self.best_of_sizes()
        size = as_count(size, "size", int(self.sizes.min()), int(self.sizes.max()), "the sizes that the search met")
        row = int(np.flatnonzero(self.sizes == size)[0])
        return FeatureSet(selected[row].nonzero()[0], float(values[row]))
