"""Transformers that work through blocks of rows and can be inverted."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arrays import check_finite
from .._numerics.blocks import row_blocks
from .._numerics.tolerances import BLOCK
from .._numerics.types import AnyArray, Array
from .transformer import Transformer


class BlockTransformer(Transformer):
    """A transformer that works through blocks of rows in double precision, and can be inverted."""

    # Entries in a block of rows.
    _entries = BLOCK
    # Number of columns that `transform` returns, once fitted.
    _n_columns_out = 0

    def transform(self, X: ArrayLike) -> AnyArray:
        """Transform examples with what `fit` has learnt.

        Parameters
        ----------
        X : array-like, shape (P, N)
            Examples with the features of the training data.

        Returns
        -------
        NDArray or pandas.DataFrame, shape (P, K), float64 or float32
            The transformed examples.
        """
        array, names = self._examples(X)
        check_finite(array, "X", names, gaps=self._allows_nan)
        return self._contained(self._apply(self._transform_block, array, self._n_columns_out), X)

    def inverse_transform(self, X: ArrayLike) -> AnyArray:
        """Convert transformed examples back to the units of the features.

        Parameters
        ----------
        X : array-like, shape (P, K)
            Transformed examples.

        Returns
        -------
        NDArray, shape (P, N), float64 or float32
            The examples.
        """
        self._check_fitted()
        array, _ = self._read(X)
        if array.shape[1] != self._n_columns_out:
            raise ValueError(f"X must have {self._n_columns_out} columns, as transform returns; got {array.shape[1]}.")
        check_finite(array, "X")
        return self._apply(self._restore_block, array, self.n_features_in_)

    def _transform_block(self, block: Array) -> Array:
        raise NotImplementedError

    def _restore_block(self, block: Array) -> Array:
        raise NotImplementedError

    def _fit_transform(self, X: ArrayLike) -> AnyArray:
        return self._apply(self._transform_block, self._fit(X), self._n_columns_out)

    def _apply(self, step: Callable[[Array], Array], array: AnyArray, n_columns: int) -> AnyArray:
        """Apply a step to each block of rows, and write the results into a new array."""
        result = np.empty_like(array, shape=(len(array), n_columns))  # in the order of its memory
        try:
            with np.errstate(over="raise", divide="raise", invalid="raise"):
                for rows in row_blocks(array.shape, self._entries):
                    result[rows] = step(array[rows].astype(np.float64, copy=False))
        except FloatingPointError as error:
            raise ValueError(f"X has results that {result.dtype} cannot hold ({error}). Use float64.") from None
        return result
