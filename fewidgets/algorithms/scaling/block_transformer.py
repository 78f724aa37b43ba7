"""Transformers that work through blocks of rows and can be inverted."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.blocks import check_values, column_groups, row_blocks
from .._numerics.tolerances import BLOCK
from .._numerics.types import AnyArray
from .transformer import Transformer

Step = Callable[[AnyArray, AnyArray, slice], None]


class BlockTransformer(Transformer):
    """A transformer that works through blocks of rows and can be inverted."""

    # Whether each feature is transformed by itself, so that a block may hold some of the columns.
    _by_feature = True
    # Entries in a block of rows.
    _entries = BLOCK
    # Number of columns that `transform` returns, once fitted.
    _n_columns_out = 0

    def transform(self, X: ArrayLike) -> AnyArray:
        """Transform examples with what `fit` has learnt."""
        return self._contained(self._apply(self._transform_block, self._checked_examples(X), self._n_columns_out), X)

    def inverse_transform(self, X: ArrayLike) -> AnyArray:
        """Convert transformed examples back to the units of the features."""
        array = self._transformed_examples(X)
        check_values(array, "X")
        return self._apply(self._restore_block, array, self.n_features_in_)

    def _transform_block(self, block: AnyArray, out: AnyArray, columns: slice) -> None:
        raise NotImplementedError

    def _restore_block(self, block: AnyArray, out: AnyArray, columns: slice) -> None:
        raise NotImplementedError

    def _fit_transform(self, X: ArrayLike) -> AnyArray:
        return self._apply(self._transform_block, self._fit(X), self._n_columns_out)

    def _checked_examples(self, X: ArrayLike) -> AnyArray:
        """Return the examples for `transform`, without NaN or infinite entries."""
        array, names = self._examples(X)
        check_values(array, "X", names)
        return array

    def _transformed_examples(self, X: ArrayLike) -> AnyArray:
        """Return the examples for `inverse_transform`, with as many columns as `transform` returns."""
        self._check_fitted()
        array, _ = self._read(X)
        if array.shape[1] != self._n_columns_out:
            raise ValueError(f"X must have {self._n_columns_out} columns, as transform returns; got {array.shape[1]}.")
        return array

    def _apply(self, step: Step, array: AnyArray, n_columns: int) -> AnyArray:
        """Apply a step to each block of the array, and write the results into a new array."""
        by_columns = self._by_feature and array.flags.f_contiguous and not array.flags.c_contiguous
        result = np.empty((len(array), n_columns), array.dtype, "F" if by_columns else "C")
        try:
            with np.errstate(over="raise", divide="raise", invalid="raise"):
                for columns in column_groups(array) if self._by_feature else [slice(None)]:
                    features = array[:, columns]
                    for rows in row_blocks(features.shape, self._entries):
                        step(features[rows], result[rows, columns], columns)
        except FloatingPointError as error:
            raise ValueError(f"X has results that {result.dtype} cannot hold ({error}). Use float64.") from None
        return result
