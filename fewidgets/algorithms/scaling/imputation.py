"""Mean imputation of a data set, with a report: which examples are dropped and which entries are filled (section 9.4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arrays import as_matrix
from .._numerics.trace import Trace
from .._numerics.types import AnyArray, Array, Flags, Indices
from .mean_imputer import MeanImputer
from .missing_values import as_outputs_with_gaps, check_each_feature_known, masked_as_nan
from .usable_rows import UsableRows, usable_rows


def mean_impute(X: ArrayLike, y: ArrayLike | None = None, *, max_missing: float = 0.5) -> Imputation:
    """Drop the examples that cannot be used, fill the missing values of the others with means, and report both.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows; NaN where a value is missing.
    y : array-like, shape (P,), optional
        Outputs or labels, numbers; NaN where missing.
    max_missing : float
        Largest share of its features, 0 to 1, that may be missing in an example that is kept.

    Returns
    -------
    Imputation

    Raises
    ------
    TypeError, ValueError
        If no row can be kept, a feature is missing in every example that is kept, or an argument is not as described.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.mean_impute`.

    Source: section 9.4, equations (9.4) and (9.5). Means are computed over the rows that are kept. Use `MeanImputer` to fill
    new examples with the same means.

    Examples
    --------
    >>> imputation = mean_impute([[1.0, 2.0], [3.0, np.nan], [5.0, 8.0], [7.0, 8.0]], [1.0, 2.0, 3.0, np.nan])
    >>> imputation.X
    array([[1., 2.],
           [3., 5.],
           [5., 8.]])
    >>> imputation.message
    '3 of 4 examples kept; dropped: 1 without output (row 3); 1 of 6 entries filled with means'
    """
    rows = usable_rows(X, y, max_missing=max_missing)
    array, names = as_matrix(masked_as_nan(X), "X", keep_float32=True)
    outputs = None if y is None else as_outputs_with_gaps(y, len(array))[rows.kept]
    kept = array[rows.kept]
    P, N = kept.shape
    missing = np.isnan(kept)
    check_each_feature_known(missing.sum(axis=0), P, names)
    imputer = MeanImputer()
    filled = imputer.fit_transform(kept)
    counts = imputer.counts_
    squares = np.where(missing, 0.0, filled - imputer.means_) ** 2
    return Imputation(
        filled,
        None if outputs is None else outputs,
        imputer.means_,
        missing,
        counts,
        squares.sum(axis=0) / (P - counts),
        squares.sum(axis=0) / P,
        rows,
        f"{rows.message}; {counts.sum()} of {P * N} entries filled with means",
    )


class Imputation(Trace):
    """The result of `mean_impute`.

    Attributes
    ----------
    X : NDArray, shape (P', N), float64 or float32
        The examples that are kept, with missing values filled.
    y : NDArray, shape (P',), float64, or None
        Their outputs.
    means : NDArray, shape (N,), float64
        The means that replace missing values: μₙ of (9.4), in the feature's units.
    missing : NDArray, shape (P', N), bool
        Marks the entries of X that were filled.
    counts : NDArray, shape (N,), int
        Number of filled entries of each feature, ``|Ωₙ|``.
    variances_known : NDArray, shape (N,), float64
        Variance of the known entries of each feature (ddof 0), in its units squared.
    variances : NDArray, shape (N,), float64
        Variance after imputation (ddof 0): ``(P' − |Ωₙ|) / P'`` times as much.
    rows : UsableRows
        Which rows are kept, which are dropped, and why.
    message : str
        A summary in one sentence.

    Examples
    --------
    >>> imputation = mean_impute([[1.0, 2.0], [3.0, np.nan], [5.0, 8.0]])
    >>> imputation.variances_known, imputation.variances
    (array([2.66666667, 9.        ]), array([2.66666667, 6.        ]))
    """

    X: AnyArray
    y: Array | None
    means: Array
    missing: Flags
    counts: Indices
    variances_known: Array
    variances: Array
    rows: UsableRows
    message: str

    @property
    def n_filled(self) -> int:
        """Number of entries that were filled."""
        return int(self.counts.sum())
