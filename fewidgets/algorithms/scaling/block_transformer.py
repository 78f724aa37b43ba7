"""Transformers that work through blocks of rows and can be inverted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.blocks import check_values, column_groups, row_blocks
from .._numerics.tolerances import BLOCK
from .transformer import Transformer

Step = Callable[[NDArray[Any], NDArray[Any], slice], None]


class BlockTransformer(Transformer):
    """A transformer that works through blocks of rows, can write into a given array, and can be inverted."""

    # Whether each feature is transformed by itself, so that a block may hold some of the columns.
    _by_feature = True
    # Entries in a block of rows.
    _entries = BLOCK
    # Number of columns that `transform` returns, once fitted.
    _n_columns_out = 0

    def transform(self, X: ArrayLike, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Transform examples with what `fit` has learnt."""
        result = self._apply(self._transform_block, self._checked_examples(X), self._n_columns_out, out)
        return result if out is not None else self._contained(result, X)

    def fit_transform(self, X: ArrayLike, y: Any = None, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Learn from training data and transform it."""
        result = self._fit_transform(X, out)
        return result if out is not None else self._contained(result, X)

    def inverse_transform(self, X: ArrayLike, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Convert transformed examples back to the units of the features."""
        array = self._transformed_examples(X)
        check_values(array, "X")
        return self._apply(self._restore_block, array, self.n_features_in_, out)

    def _transform_block(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        raise NotImplementedError

    def _restore_block(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        raise NotImplementedError

    def _fit_transform(self, X: ArrayLike, out: NDArray[Any] | None = None) -> NDArray[Any]:
        return self._apply(self._transform_block, self._fit(X), self._n_columns_out, out)

    def _checked_examples(self, X: ArrayLike) -> NDArray[Any]:
        """Return the examples for `transform`, without NaN or infinite entries."""
        array, names = self._examples(X)
        check_values(array, "X", names)
        return array

    def _transformed_examples(self, X: ArrayLike) -> NDArray[Any]:
        """Return the examples for `inverse_transform`, with as many columns as `transform` returns."""
        self._check_fitted()
        array, _ = self._read(X)
        if array.shape[1] != self._n_columns_out:
            raise ValueError(f"X must have {self._n_columns_out} columns, as transform returns; got {array.shape[1]}.")
        return array

    def _apply(self, step: Step, array: NDArray[Any], n_columns: int, out: NDArray[Any] | None) -> NDArray[Any]:
        """Apply a step to each block of the array, and write the results into a new array or a given one."""
        result = self._result_array(array, n_columns, out)
        try:
            with np.errstate(over="raise", divide="raise", invalid="raise"):
                for columns in column_groups(array) if self._by_feature else [slice(None)]:
                    features = array[:, columns]
                    for rows in row_blocks(features.shape, self._entries):
                        step(features[rows], result[rows, columns], columns)
        except FloatingPointError as error:
            raise ValueError(f"X has results that {result.dtype} cannot hold ({error}). Use float64.") from None
        return result

    def _result_array(self, array: NDArray[Any], n_columns: int, out: NDArray[Any] | None) -> NDArray[Any]:
        """Allocate an array for the result, or check the one that was given."""
        shape = (len(array), n_columns)
        if out is None:
            by_columns = self._by_feature and array.flags.f_contiguous and not array.flags.c_contiguous
            return np.empty(shape, array.dtype, "F" if by_columns else "C")
        if not isinstance(out, np.ndarray):
            raise TypeError(f"out must be an array; got {type(out).__name__}.")
        if out.shape != shape or out.dtype != array.dtype:
            raise ValueError(f"out must have the shape {shape} and hold {array.dtype}; got {out.shape} and {out.dtype}.")
        if not out.flags.writeable:
            raise ValueError("out must be writeable; got a read-only array.")
        same = out.shape == array.shape and out.ctypes.data == array.ctypes.data and out.strides == array.strides
        if not same and np.shares_memory(out, array):
            raise ValueError("out must be X or share no memory with X; got an array that overlaps X.")
        return out
