"""A sparse matrix in three NumPy arrays (compressed sparse rows)."""

from __future__ import annotations

import numpy as np

from .memory import check_size
from .tolerances import BLOCK
from .trace import Trace
from .types import AnyArray, Array, Counts, Flags, ShortIndices

# A column of a sparse matrix is multiplied entry by entry if less than one row in this many has an entry in it. Other columns
# are multiplied as dense ones.
SPARSE_COLUMN = 32

# Entries are counts (int64) or shares (float64).
Entries = Counts | Array


class CSRMatrix(Trace):
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
    """

    indptr: Counts
    indices: ShortIndices
    data: Entries
    shape: tuple[int, int]

    def __repr__(self) -> str:
        P, N = self.shape
        return f"CSRMatrix({P}×{N}, {self.nnz} entries)"

    @property
    def nnz(self) -> int:
        """Number of stored entries."""
        return len(self.indices)

    @property
    def rows(self) -> Counts:
        """Row of each entry, shape (nnz,)."""
        return np.repeat(np.arange(self.shape[0]), np.diff(self.indptr))

    def to_dense(self) -> Entries:
        """Return the matrix as a dense array."""
        check_size("shape", self.shape, self.shape, self.data.dtype)
        dense: AnyArray = np.zeros(self.shape, dtype=self.data.dtype)
        dense[self.rows, self.indices] = self.data
        return dense

    def unit_rows(self) -> CSRMatrix:
        """Divide each row by its length. A row of zeros stays unchanged."""
        data = self.data / np.repeat(np.sqrt(self._squares()), np.diff(self.indptr))
        return CSRMatrix(self.indptr, self.indices, data, self.shape)

    def inner_products(self) -> Array:
        """Return the inner product of every two rows."""
        P, N = self.shape
        check_size("pairs of rows", (P, P), (P, P))
        # Most products come from the few columns in which many rows have entries. A dense product handles those columns.
        shared = np.bincount(self.indices, minlength=N) * SPARSE_COLUMN > P
        dense = self._columns(shared)
        products: Array = dense @ dense.T
        self._add_rare(~shared, products)
        return products

    def correlations(self) -> Array:
        """Return the cosine of the angle between every two rows: the inner product of their unit vectors.

        Source: section 9.2.2, xᵢᵀxⱼ for xᵢ, xⱼ of unit length.
        """
        products, squares = self.inner_products(), self._squares()
        for row, square in zip(products, squares, strict=True):
            lengths = np.sqrt(square * squares)
            np.divide(row, lengths, out=row, where=lengths > 0)
        return products

    def _squares(self) -> Array:
        """Return the sum of squares of each row."""
        values = self.data.astype(np.float64)
        return np.bincount(self.rows, weights=values * values, minlength=self.shape[0]).astype(np.float64, copy=False)

    def _columns(self, chosen: Flags) -> Array:
        """Return some columns as a dense matrix."""
        kept = chosen[self.indices]
        dense = np.zeros((self.shape[0], np.count_nonzero(chosen)))
        dense[self.rows[kept], (np.cumsum(chosen) - 1)[self.indices[kept]]] = self.data[kept]
        return dense

    def _add_rare(self, rare: Flags, products: Array) -> None:
        """Add the products over the rare columns: of each entry with the few entries of its column."""
        ours = rare[self.indices]
        rows, columns, data = self.rows[ours], self.indices[ours], self.data[ours]
        by_column = np.argsort(columns, kind="stable")
        column_rows, column_data = rows[by_column], data[by_column]
        column_size = np.bincount(columns, minlength=self.shape[1])
        column_start = np.cumsum(column_size) - column_size
        meets = column_size[columns]
        done = np.cumsum(meets)
        flat = products.reshape(-1)
        first = 0
        while first < len(rows):
            before = done[first - 1] if first else 0
            last = max(first + 1, int(np.searchsorted(done, before + BLOCK, side="right")))
            n = meets[first:last]
            place = np.repeat(column_start[columns[first:last]] - (done[first:last] - n - before), n) + np.arange(n.sum())
            cell = np.repeat(rows[first:last] * len(products), n) + column_rows[place]
            low = int(rows[first]) * len(products)
            high = (int(rows[last - 1]) + 1) * len(products)
            flat[low:high] += np.bincount(
                cell - low, np.repeat(data[first:last], n) * column_data[place], minlength=high - low
            )
            first = last
