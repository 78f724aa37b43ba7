"""What the traces of all searches for an objective J share: the best set of each size."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from .._numerics.arguments import as_count
from .._numerics.types import Array
from .objective import FeatureSet, Flags


class SetsBySize(ABC):
    """One set of features for each size that a search has met."""

    maximize: bool

    @abstractmethod
    def _sets(self) -> tuple[NDArray[np.intp], Flags, Array]:
        """Return the sizes (K,), in either order; the set of each size (K, N); and J of each set (K,)."""

    @property
    def best_size(self) -> int:
        """Size of the best set."""
        sizes, _, values = self._sets()
        signed = values if self.maximize else -values
        return int(sizes[signed == np.nanmax(signed)].min())

    def at(self, size: int) -> FeatureSet:
        """Return the best set that the search met with a given number of features."""
        sizes, selected, values = self._sets()
        size = as_count(size, "size", int(sizes.min()), int(sizes.max()), "the sizes that the search met")
        row = int(np.flatnonzero(sizes == size)[0])
        return FeatureSet(selected[row].nonzero()[0], float(values[row]))
