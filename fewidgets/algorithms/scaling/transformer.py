"""Transformers: they learn from training data, and transform training data and new examples alike."""

from __future__ import annotations

from typing import Any, Self

from numpy.typing import ArrayLike

from .._numerics.arrays import as_matrix
from .._numerics.estimator import Estimator
from .._numerics.types import AnyArray, Names


class Transformer(Estimator):
    """Learn from training data, then transform it and new examples."""

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Learn from training data."""
        self._fit(X)
        return self

    def fit_transform(self, X: ArrayLike, y: Any = None) -> AnyArray:
        """Learn from training data and transform it."""
        return self._contained(self._fit_transform(X), X)

    def _learn(self, array: AnyArray, names: Names) -> Any:
        """Check the constructor's arguments and the training data, and set the fitted attributes."""
        raise NotImplementedError

    def _fit_transform(self, X: ArrayLike) -> AnyArray:
        """Learn from training data, and return it transformed as an array."""
        raise NotImplementedError

    def _read(self, X: ArrayLike) -> tuple[AnyArray, Names]:
        """Convert an argument to a matrix, and return the names of its columns for messages."""
        if hasattr(X, "toarray"):
            raise TypeError("X is a sparse matrix; expected a dense array. Use X.toarray().")
        return as_matrix(X, "X", keep_float32=True)

    def _fit(self, X: ArrayLike) -> AnyArray:
        array, names = self._read(X)
        self._learn(array, names)
        self._remember(X, array.shape[1])
        return array

    def _examples(self, X: ArrayLike) -> tuple[AnyArray, Names]:
        """Convert examples for `transform`: they must have the features of the training data, in the same order."""
        self._check_fitted()
        self._check_names(X)
        array, names = self._read(X)
        self._check_number(array.shape[1])
        return array, getattr(self, "feature_names_in_", names)
