"""A sparse matrix in three NumPy arrays (compressed sparse rows)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arguments import shown
from .arrays import frozen
from .memory import check_size
from .tolerances import BLOCK
from .types import Array

# A column of a sparse matrix is multiplied entry by entry if less than one row in this many has an entry in it. Other columns
# are multiplied as dense ones.
SPARSE_COLUMN = 32

# Entries are counts (int64) or shares (float64).
Entries = NDArray[np.int64] | NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class CSRMatrix:
    """A matrix in compressed sparse rows: the non-zero entries, one row after the other.

    Attributes
    ----------
    indptr : NDArray, shape (P + 1,), int64
        The entries of row p have the positions indptr[p] to indptr[p + 1] − 1.
    indices : NDArray, shape (nnz,), int32
        Column of each entry, ascending within a row.
    data : NDArray, shape (nnz,), int64 or float64
        The entries.
    shape : tuple of int
        (P, N).

    Notes
    -----
    SciPy uses the same arrays: ``scipy.sparse.csr_array((m.data, m.indices, m.indptr), shape=m.shape)``.

    Examples
    --------
    >>> m = CSRMatrix(np.array([0, 2, 3]), np.array([0, 2, 1]), np.array([3, 4, 5]), (2, 3))
    >>> m
    CSRMatrix(2×3, 3 entries)
    >>> m.to_dense()
    array([[3, 0, 4],
           [0, 5, 0]])
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    data: Entries
    shape: tuple[int, int]

    def __post_init__(self) -> None:
        P, N = self.shape
        starts, columns, data = self.indptr, self.indices, self.data
        for name, array, kinds in (("indptr", starts, "iu"), ("indices", columns, "iu"), ("data", data, "biuf")):
            if not isinstance(array, np.ndarray) or array.ndim != 1 or array.dtype.kind not in kinds:
                numbers = "integers" if kinds == "iu" else "numbers"
                raise TypeError(f"{name} must be a one-dimensional NumPy array of {numbers}; got {shown(array)}")
        if len(starts) != P + 1 or starts[0] != 0 or starts[-1] != len(columns) or (starts[1:] < starts[:-1]).any():
            raise ValueError(f"indptr must have {P + 1} entries that rise from 0 to {len(columns)}, the number of indices")
        if len(data) != len(columns):
            raise ValueError(f"data must have one entry per index, {len(columns)}; got {len(data)}")
        new_row = np.zeros(len(columns) + 1, dtype=bool)
        new_row[starts] = True
        ascending = new_row[1:-1] | (columns[1:] > columns[:-1])
        if not ascending.all() or (columns.size and not 0 <= columns.min() <= columns.max() < N):
            raise ValueError(f"indices must be columns from 0 to {N - 1}, ascending within each row")

    def __repr__(self) -> str:
        P, N = self.shape
        return f"CSRMatrix({P}×{N}, {self.nnz} entries)"

    @property
    def nnz(self) -> int:
        """Number of stored entries.

        Examples
        --------
        >>> CSRMatrix(np.array([0, 1]), np.array([2]), np.array([7]), (1, 3)).nnz
        1
        """
        return len(self.indices)

    @property
    def rows(self) -> NDArray[np.int64]:
        """Row of each entry, shape (nnz,).

        Examples
        --------
        >>> CSRMatrix(np.array([0, 2, 3]), np.array([0, 2, 1]), np.array([3, 4, 5]), (2, 3)).rows
        array([0, 0, 1])
        """
        return np.repeat(np.arange(self.shape[0]), np.diff(self.indptr))

    def to_dense(self) -> Entries:
        """Return the matrix as a dense array.

        Returns
        -------
        NDArray, shape (P, N), dtype of `data`
            It needs 8 P N bytes, which is too much for a large corpus.

        Raises
        ------
        ValueError
            If it would need too much memory.

        Examples
        --------
        >>> CSRMatrix(np.array([0, 1]), np.array([2]), np.array([7]), (1, 3)).to_dense()
        array([[0, 0, 7]])
        """
        check_size("shape", self.shape, self.shape, self.data.dtype)
        dense: NDArray[Any] = np.zeros(self.shape, dtype=self.data.dtype)
        dense[self.rows, self.indices] = self.data
        return dense

    def row_norms(self) -> NDArray[np.float64]:
        """Return the length of each row: the square root of its sum of squares.

        Returns
        -------
        NDArray, shape (P,), float64

        Examples
        --------
        >>> CSRMatrix(np.array([0, 2, 2]), np.array([0, 2]), np.array([3, 4]), (2, 3)).row_norms()
        array([5., 0.])
        """
        return np.sqrt(self._squares())

    def unit_rows(self) -> CSRMatrix:
        """Divide each row by its length. A row of zeros stays unchanged.

        Returns
        -------
        CSRMatrix
            Entries are float64.

        Examples
        --------
        >>> CSRMatrix(np.array([0, 2, 2]), np.array([0, 2]), np.array([3, 4]), (2, 3)).unit_rows().to_dense()
        array([[0.6, 0. , 0.8],
               [0. , 0. , 0. ]])
        """
        data = self.data / np.repeat(self.row_norms(), np.diff(self.indptr))
        return CSRMatrix(self.indptr, self.indices, frozen(data), self.shape)

    def inner_products(self, other: CSRMatrix | None = None) -> NDArray[np.float64]:
        """Return the inner product of every row with every row of another matrix.

        Parameters
        ----------
        other : CSRMatrix, shape (Q, N), optional
            The other matrix. By default this matrix.

        Returns
        -------
        NDArray, shape (P, Q), float64
            Exact for integers up to 2⁵³. It needs 8 P Q bytes, and little other memory.

        Raises
        ------
        TypeError, ValueError
            If `other` is not a CSRMatrix with the same number of columns, or if the result would need too much memory.

        Examples
        --------
        >>> m = CSRMatrix(np.array([0, 2, 3]), np.array([0, 2, 2]), np.array([3, 4, 5]), (2, 3))
        >>> m.inner_products()
        array([[25., 20.],
               [20., 25.]])
        """
        right = self if other is None else self._checked(other)
        pairs = (self.shape[0], right.shape[0])
        check_size("pairs of rows", pairs, pairs)
        # Most products come from the few columns in which many rows have entries. A dense product handles those columns.
        rows_with = np.bincount(right.indices, minlength=self.shape[1])
        shared = rows_with * SPARSE_COLUMN > right.shape[0]
        dense_left = self._columns(shared)
        products = dense_left @ (dense_left if other is None else right._columns(shared)).T
        self._add_rare(right, ~shared, products)
        return products

    def correlations(self, other: CSRMatrix | None = None) -> NDArray[np.float64]:
        """Return the cosine of the angle between every two rows: the inner product of their unit vectors.

        Parameters
        ----------
        other : CSRMatrix, shape (Q, N), optional
            The matrix of the second rows. By default this matrix.

        Returns
        -------
        NDArray, shape (P, Q), float64
            If no entry is negative, between 0 (no column in common) and 1 (proportional rows). A row of zeros has no
            direction, so its correlations are 0, even with itself.

        Raises
        ------
        TypeError, ValueError
            If `other` is not a CSRMatrix with the same number of columns.

        Notes
        -----
        Source: section 9.2.2, xᵢᵀxⱼ for xᵢ, xⱼ of unit length. The lengths are divided out last, because products of counts
        are exact. So equal rows have a correlation of exactly 1.

        Examples
        --------
        >>> m = CSRMatrix(np.array([0, 2, 3]), np.array([0, 2, 2]), np.array([3, 4, 5]), (2, 3))
        >>> m.correlations()
        array([[1. , 0.8],
               [0.8, 1. ]])
        """
        products = self.inner_products(other)
        squares = (self if other is None else other)._squares()
        for row, square in zip(products, self._squares(), strict=True):
            lengths = np.sqrt(square * squares)
            np.divide(row, lengths, out=row, where=lengths > 0)
        return products

    def _squares(self) -> Array:
        """Return the sum of squares of each row."""
        values = self.data.astype(np.float64)
        return np.bincount(self.rows, weights=values * values, minlength=self.shape[0]).astype(np.float64, copy=False)

    def _checked(self, other: object) -> CSRMatrix:
        if not isinstance(other, CSRMatrix):
            raise TypeError(f"other must be a CSRMatrix; got {shown(other)} ({type(other).__name__})")
        if other.shape[1] != self.shape[1]:
            raise ValueError(f"other must have {self.shape[1]} columns; got {other.shape[1]}")
        return other

    def _columns(self, chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return some columns as a dense matrix."""
        kept = chosen[self.indices]
        dense = np.zeros((self.shape[0], np.count_nonzero(chosen)))
        dense[self.rows[kept], (np.cumsum(chosen) - 1)[self.indices[kept]]] = self.data[kept]
        return dense

    def _add_rare(self, right: CSRMatrix, rare: NDArray[np.bool_], products: NDArray[np.float64]) -> None:
        """Add the products over the rare columns: of each entry with the few entries of its column in `right`."""
        theirs = rare[right.indices]
        by_column = np.argsort(right.indices[theirs], kind="stable")
        column_rows, column_data = right.rows[theirs][by_column], right.data[theirs][by_column]
        column_size = np.bincount(right.indices[theirs], minlength=right.shape[1])
        column_start = np.cumsum(column_size) - column_size

        ours = rare[self.indices]
        rows, columns, data = self.rows[ours], self.indices[ours], self.data[ours]
        meets = column_size[columns]
        done = np.cumsum(meets)
        flat = products.reshape(-1)
        first = 0
        while first < len(rows):
            before = done[first - 1] if first else 0
            last = max(first + 1, int(np.searchsorted(done, before + BLOCK, side="right")))
            n = meets[first:last]
            place = np.repeat(column_start[columns[first:last]] - (done[first:last] - n - before), n) + np.arange(n.sum())
            cell = np.repeat(rows[first:last] * right.shape[0], n) + column_rows[place]
            low = int(rows[first]) * right.shape[0]
            high = (int(rows[last - 1]) + 1) * right.shape[0]
            flat[low:high] += np.bincount(
                cell - low, np.repeat(data[first:last], n) * column_data[place], minlength=high - low
            )
            first = last
