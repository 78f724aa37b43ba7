"""What is fitted on training data and then applied to any data: one pass over blocks of rows, no second copy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .blocks import check_values, column_groups, row_blocks
from .validation import BLOCK, _as_matrix

_Step = Callable[[NDArray[Any], NDArray[Any], slice], None]


class FittedTransform:
    """Learn statistics from training data; change these and new examples with them.

    A subclass says what is learnt (`_learn`), and what happens to a block of some rows and columns on the way
    there (`_forward`) and back (`_backward`).

    Notes
    -----
    Source: section 9.3.2: a new point is changed with the statistics of the training data, never its own.

    Examples
    --------
    >>> from fewidgets.algorithms import StandardNormalizer
    >>> isinstance(StandardNormalizer(), FittedTransform)
    True
    """

    # Whether every feature is changed by itself.
    _by_feature = True
    # Entries in a block of rows.
    _entries = BLOCK
    # Features taken and features given, once fitted.
    _taken = 0
    _given = 0

    def fit(self, X: ArrayLike) -> Self:
        """Learn from training data.

        Parameters
        ----------
        X : array-like, shape (P, N)
            Training data. It is read, never changed or kept.

        Returns
        -------
        Self
            The fitted object.

        Raises
        ------
        TypeError, ValueError
            If `X` is no (P, N) matrix of numbers, or is refused by the rules of the class.

        Examples
        --------
        >>> from fewidgets.algorithms import StandardNormalizer
        >>> StandardNormalizer(ddof=1).fit([[0.0], [2.0]]).scale_
        array([1.41421356])
        """
        self._fitted(X)
        return self

    def transform(self, X: ArrayLike, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Change examples with what `fit` has learnt.

        Parameters
        ----------
        X : array-like, shape (P, N)
            Any number of examples of the same N features.
        out : NDArray, optional
            Where the result is written, of its shape and dtype; `X` itself to work in place. A new array where
            not given.

        Returns
        -------
        NDArray, shape (P, N) or fewer columns
            float32 if `X` is an array of float32, float64 otherwise.

        Raises
        ------
        TypeError, ValueError
            If `X` is no matrix with N columns or has entries that are refused; nothing has been written then. If
            `out` cannot hold the result.
        RuntimeError
            If `fit` has not been called.

        Examples
        --------
        >>> from fewidgets.algorithms import StandardNormalizer
        >>> StandardNormalizer().fit([[0.0], [2.0]]).transform([[5.0]])
        array([[4.]])
        """
        array = self._checked(X)
        return self._written(self._forward, array, self._given, out)

    def fit_transform(self, X: ArrayLike, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Learn from training data and change it.

        Parameters
        ----------
        X : array-like, shape (P, N)
            Training data.
        out : NDArray, optional
            As in `transform`.

        Returns
        -------
        NDArray, shape (P, N) or fewer columns
            float32 if `X` is an array of float32, float64 otherwise.

        Raises
        ------
        TypeError, ValueError
            As `fit` and `transform`.

        Examples
        --------
        >>> from fewidgets.algorithms import StandardNormalizer
        >>> StandardNormalizer().fit_transform([[0.0], [2.0]])
        array([[-1.],
               [ 1.]])
        """
        return self._written(self._forward, self._fitted(X), self._given, out)

    def inverse_transform(self, X: ArrayLike, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Take examples that were changed back to the features' own units.

        Parameters
        ----------
        X : array-like, shape (P, N) or fewer columns
            Examples as `transform` gives them.
        out : NDArray, optional
            As in `transform`.

        Returns
        -------
        NDArray, shape (P, N)
            float32 if `X` is an array of float32, float64 otherwise.

        Raises
        ------
        TypeError, ValueError
            If `X` is no finite matrix with as many columns as `transform` gives.
        RuntimeError
            If `fit` has not been called.

        Examples
        --------
        >>> from fewidgets.algorithms import StandardNormalizer
        >>> StandardNormalizer().fit([[0.0], [2.0]]).inverse_transform([[4.0]])
        array([[5.]])
        """
        array = self._matrix(X, self._given, "transform")
        check_values(array, "X")
        return self._written(self._backward, array, self._taken, out)

    def _learn(self, array: NDArray[Any], names: Sequence[str] | None) -> Any:
        """Check the training data, set the fitted attributes and `_given`."""
        raise NotImplementedError

    def _forward(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        raise NotImplementedError

    def _backward(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        raise NotImplementedError

    def _fitted(self, X: ArrayLike) -> NDArray[Any]:
        array, names = _as_matrix(X, "X", keep_float32=True)
        self._learn(array, names)
        self._taken = array.shape[1]
        return array

    def _checked(self, X: ArrayLike) -> NDArray[Any]:
        """The examples that `transform` is given, without NaN or infinite entries."""
        array = self._matrix(X, self._taken, "fit")
        check_values(array, "X")
        return array

    def _matrix(self, X: ArrayLike, columns: int, given_by: str) -> NDArray[Any]:
        if not self._taken:
            raise RuntimeError(f"this {type(self).__name__} has learnt nothing yet; call fit first")
        array = _as_matrix(X, "X", keep_float32=True)[0]
        if array.shape[1] != columns:
            raise ValueError(f"X has {array.shape[1]} features; wanted {columns}, as in {given_by}")
        return array

    def _written(self, step: _Step, array: NDArray[Any], columns: int, out: NDArray[Any] | None) -> NDArray[Any]:
        result = self._result_for(array, columns, out)
        try:
            with np.errstate(over="raise", divide="raise", invalid="raise"):
                for columns in column_groups(array) if self._by_feature else [slice(None)]:
                    features = array[:, columns]
                    for rows in row_blocks(features.shape, self._entries):
                        step(features[rows], result[rows, columns], columns)
        except FloatingPointError as error:
            raise ValueError(f"X changed is more than {result.dtype} can hold ({error}); wanted float64") from None
        return result

    def _result_for(self, array: NDArray[Any], columns: int, out: NDArray[Any] | None) -> NDArray[Any]:
        """Take a new array for the result, or check the one that was handed in."""
        shape = (len(array), columns)
        if out is None:
            by_columns = self._by_feature and array.flags.f_contiguous and not array.flags.c_contiguous
            return np.empty(shape, array.dtype, "F" if by_columns else "C")
        if not isinstance(out, np.ndarray):
            raise TypeError(f"out is {type(out).__name__}; wanted an array")
        if out.shape != shape or out.dtype != array.dtype:
            raise ValueError(f"out has shape {out.shape}, {out.dtype}; wanted {shape}, {array.dtype}")
        if not out.flags.writeable:
            raise ValueError("out is read-only; wanted an array to write into")
        same = out.shape == array.shape and out.ctypes.data == array.ctypes.data and out.strides == array.strides
        if not same and np.shares_memory(out, array):
            raise ValueError("out shares memory with X without being X; wanted X itself or memory of its own")
        return out
