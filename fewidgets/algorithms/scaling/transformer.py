"""Transformers: they learn from training data and change any data. One pass over blocks of rows, no second copy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arrays import as_matrix
from .._numerics.blocks import check_values, column_groups, row_blocks
from .._numerics.estimator import Estimator
from .._numerics.tolerances import BLOCK

# Single precision loses digits of divisors beyond these bounds, or has no room for quotients by them.
SINGLE_RANGE = (1e-30, 1e30)

_Step = Callable[[NDArray[Any], NDArray[Any], slice], None]


class Transformer(Estimator):
    """Learn from training data; change these and new examples with it.

    A subclass says what is learnt (`_learn`) and how examples are changed (`transform`).

    Notes
    -----
    Source: section 9.3.2: a new point is changed with the statistics of the training data, never its own.

    Examples
    --------
    >>> from fewidgets.algorithms import OrthogonalPolynomials
    >>> isinstance(OrthogonalPolynomials(), Transformer)
    True
    """

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Learn from training data.

        Parameters
        ----------
        X : array-like, shape (P, N)
            Training data. It is read, never changed or kept.
        y : object
            Ignored. A pipeline passes it.

        Returns
        -------
        Self
            The fitted object.

        Raises
        ------
        TypeError, ValueError
            If an argument of the constructor is not as described, or `X` is not a (P, N) matrix of numbers or is
            refused by the rules of the class.

        Examples
        --------
        >>> from fewidgets.algorithms import StandardNormalizer
        >>> StandardNormalizer(ddof=1).fit([[0.0], [2.0]]).scale_
        array([1.41421356])
        """
        self._fitted(X)
        return self

    def fit_transform(self, X: ArrayLike, y: Any = None) -> NDArray[Any]:
        """Learn from training data and change it.

        Parameters
        ----------
        X : array-like, shape (P, N)
            Training data.
        y : object
            Ignored. A pipeline passes it.

        Returns
        -------
        NDArray, shape (P, K)
            As `transform` gives.

        Raises
        ------
        TypeError, ValueError
            As `fit`.

        Examples
        --------
        >>> from fewidgets.algorithms import OrthogonalPolynomials
        >>> OrthogonalPolynomials(1).fit_transform([[0.0], [2.0]])
        array([[-1.],
               [ 1.]])
        """
        return self._contained(self._fitted_and_changed(X), X)

    def _learn(self, array: NDArray[Any], names: Sequence[str] | None) -> Any:
        """Check the constructor's arguments and the training data, and set the fitted attributes."""
        raise NotImplementedError

    def _fitted_and_changed(self, X: ArrayLike) -> NDArray[Any]:
        raise NotImplementedError

    def _read(self, X: ArrayLike) -> tuple[NDArray[Any], Sequence[str] | None]:
        """Turn what the caller hands in into a matrix; give the names of its columns, for messages."""
        if hasattr(X, "toarray"):
            raise TypeError("X is a sparse matrix; expected a dense array. Use X.toarray().")
        return as_matrix(X, "X", keep_float32=True)

    def _fitted(self, X: ArrayLike) -> NDArray[Any]:
        array, names = self._read(X)
        self._learn(array, names)
        self._remember(X, array.shape[1])
        return array

    def _examples(self, X: ArrayLike) -> tuple[NDArray[Any], Sequence[str] | None]:
        """Read examples for `transform`: the features of the training data, in the same order."""
        self._check_fitted()
        self._check_names(X)
        array, names = self._read(X)
        self._check_number(array.shape[1])
        return array, getattr(self, "feature_names_in_", names)


class FittedTransform(Transformer):
    """A transformer that works through blocks of rows, writes into a given array, and can be inverted.

    A subclass says what happens to a block of some rows and columns on the way there (`_forward`) and back
    (`_backward`).

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
    # Number of columns that `transform` gives, once fitted.
    _given = 0

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
            float32 if `X` is an array of float32, float64 otherwise. A DataFrame after
            ``set_output(transform="pandas")``.

        Raises
        ------
        TypeError, ValueError
            If `X` is not a matrix with N columns, its columns have other names than in `fit` or stand in another
            order, or entries are refused; nothing has been written then. If `out` cannot hold the result.
        RuntimeError
            If `fit` has not been called.

        Examples
        --------
        >>> from fewidgets.algorithms import StandardNormalizer
        >>> StandardNormalizer().fit([[0.0], [2.0]]).transform([[5.0]])
        array([[4.]])
        """
        result = self._written(self._forward, self._checked(X), self._given, out)
        return result if out is not None else self._contained(result, X)

    def fit_transform(self, X: ArrayLike, y: Any = None, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Learn from training data and change it.

        Parameters
        ----------
        X : array-like, shape (P, N)
            Training data.
        y : object
            Ignored. A pipeline passes it.
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
        result = self._fitted_and_changed(X, out)
        return result if out is not None else self._contained(result, X)

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
            If `X` is not a finite matrix with as many columns as `transform` gives.
        RuntimeError
            If `fit` has not been called.

        Examples
        --------
        >>> from fewidgets.algorithms import StandardNormalizer
        >>> StandardNormalizer().fit([[0.0], [2.0]]).inverse_transform([[4.0]])
        array([[5.]])
        """
        array = self._changed_examples(X)
        check_values(array, "X")
        return self._written(self._backward, array, self.n_features_in_, out)

    def _forward(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        raise NotImplementedError

    def _backward(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        raise NotImplementedError

    def _fitted_and_changed(self, X: ArrayLike, out: NDArray[Any] | None = None) -> NDArray[Any]:
        return self._written(self._forward, self._fitted(X), self._given, out)

    def _checked(self, X: ArrayLike) -> NDArray[Any]:
        """The examples that `transform` is given, without NaN or infinite entries."""
        array, names = self._examples(X)
        check_values(array, "X", names)
        return array

    def _changed_examples(self, X: ArrayLike) -> NDArray[Any]:
        """The examples that `inverse_transform` is given: as many columns as `transform` gives."""
        self._check_fitted()
        array, _ = self._read(X)
        if array.shape[1] != self._given:
            raise ValueError(f"X has {array.shape[1]} columns; expected {self._given}, as transform gives")
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
