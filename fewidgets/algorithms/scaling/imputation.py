"""Imputing missing values with each feature's mean (section 9.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_number
from .._numerics.arrays import as_matrix, as_numeric_array, describe_feature, frozen
from .._numerics.blocks import column_groups, column_sums, exact_means, is_small, row_blocks, squared_sums
from .._numerics.tolerances import BLOCK, LARGEST_VALUE
from .transformer import FittedTransform

# Sums of gaps are counted in bytes.
_MOST_ROWS = 255


class MeanImputer(FittedTransform):
    """Mean imputation: every missing entry is filled in with the mean of what is known of its feature.

    Missing is NaN, the NA of a pandas DataFrame, or a masked entry. A new point's gaps are filled with the
    means of the training data. It works in scikit-learn's pipelines.

    Attributes
    ----------
    means_ : NDArray, shape (N,), float64
        Mean of each feature over the training examples in which it is known, in the feature's units.
    counts_ : NDArray, shape (N,), int
        In how many training examples each feature is missing: |Ωₙ|.
    n_features_in_, feature_names_in_
        Number and names of the features in the training data, as in scikit-learn.

    Raises
    ------
    TypeError, ValueError
        By `fit`, if `X` is not a (P, N) matrix of numbers, an entry is infinite, or a feature is missing in every
        example.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.mean_impute`.

    Source: section 9.4.1, equations (9.4) and (9.5). Imputing leaves a feature's mean as it is and multiplies its
    variance by (P − |Ωₙ|) / P. Up to 2²² entries means are correctly rounded here and in `StandardNormalizer`, so
    that an imputed entry becomes exactly 0 once the imputed data are standard normalized.

    Rows that had better be dropped are found by `usable_rows`; `mean_impute` does both at once and reports it.
    float32 gives float32; no second copy of X is held beside the result, and `out=X` works in place.

    Examples
    --------
    >>> imputer = MeanImputer().fit([[1.0, np.nan], [3.0, 5.0], [np.nan, 7.0]])
    >>> imputer.means_, imputer.counts_
    (array([2., 6.]), array([1, 1]))
    >>> imputer.transform([[np.nan, 0.0]])
    array([[2., 0.]])
    """

    means_: NDArray[np.float64]
    counts_: NDArray[np.intp]

    _allows_nan = True

    def inverse_transform(  # type: ignore[override]
        self, X: ArrayLike, missing: ArrayLike | None = None, *, out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """Open the gaps again that `transform` has filled.

        Parameters
        ----------
        X : array-like, shape (P, N)
            Examples as `transform` gives them.
        missing : array-like, shape (P, N), bool, optional
            Where entries were missing: `np.isnan` of the original. By default the gaps stay filled.
        out : NDArray, optional
            As in `transform`.

        Returns
        -------
        NDArray, shape (P, N)
            float32 if `X` is an array of float32, float64 otherwise; NaN where `missing` is true.

        Raises
        ------
        TypeError, ValueError
            If `X` is not a matrix with N columns, or `missing` not an array of True and False of its shape.
        RuntimeError
            If `fit` has not been called.

        Examples
        --------
        >>> imputer = MeanImputer().fit([[1.0], [3.0]])
        >>> imputer.inverse_transform(imputer.transform([[np.nan], [4.0]]), [[True], [False]])
        array([[nan],
               [ 4.]])
        """
        array = self._changed_examples(X)
        gaps = np.zeros(array.shape, dtype=bool) if missing is None else np.asarray(missing)
        if gaps.dtype != bool:
            raise TypeError(f"missing holds {gaps.dtype} entries; wanted True and False, as from np.isnan")
        if gaps.shape != array.shape:
            raise ValueError(f"missing has shape {gaps.shape}; wanted {array.shape}, as X")
        result = self._result_for(array, self.n_features_in_, out)
        if result is not array:
            result[...] = array
        np.copyto(result, np.nan, where=gaps)
        return result

    def _learn(self, array: NDArray[Any], names: Sequence[str] | None) -> list[NDArray[Any]]:
        """Give the places of the gaps in each block of rows, where they lie side by side."""
        P, N = array.shape
        places: list[NDArray[Any]] = []
        groups = list(column_groups(array))
        with np.errstate(all="ignore"):
            parts = (_gaps_and_sums(array[:, group], places) for group in groups)
            counts, sums = map(np.concatenate, zip(*parts, strict=True))
        # In a large matrix the sums tell what is infinite or far too large.
        if is_small(array) or not np.abs(sums).max() <= LARGEST_VALUE:
            _check_known(array, names)
        if (counts == P).any():
            n = int((counts == P).argmax())
            raise ValueError(
                f"X has no value at all in {describe_feature(n, names)}: it has no mean to fill in; drop the feature"
            )
        means = exact_means(array, P - counts) if is_small(array) else sums / (P - counts)
        self.means_, self.counts_, self._given = means, counts, N
        return places if len(groups) == 1 else []

    def _fitted_and_changed(self, X: ArrayLike, out: NDArray[Any] | None = None) -> NDArray[Any]:
        array, names = self._read(X)
        result = self._result_for(array, array.shape[1], out)
        places = self._learn(array, names)
        self._remember(X, array.shape[1])
        if not (places and result.flags.c_contiguous):
            return self._written(self._forward, array, self._given, result)
        # The gaps that were found for the sums need not be looked for again.
        entries, N = _counted_at_once(array), array.shape[1]
        fill = np.tile(self.means_.astype(result.dtype), max(1, entries // N))
        for rows, found in zip(row_blocks(array.shape, entries), places, strict=True):
            if not np.may_share_memory(result, array):  # in place the known entries stand there already
                result[rows] = array[rows]
            result[rows].reshape(-1)[found] = fill[found]
        return result

    def _read(self, X: ArrayLike) -> tuple[NDArray[Any], Sequence[str] | None]:
        return super()._read(_gaps_as_nan(X))

    def _checked(self, X: ArrayLike) -> NDArray[Any]:
        array, names = self._examples(X)
        _check_known(array, names)
        return array

    def _forward(self, block: NDArray[Any], out: NDArray[Any], columns: slice) -> None:
        missing = np.isnan(block)
        if not np.may_share_memory(out, block):  # in place the known entries stand there already
            out[...] = block
        means = self.means_[columns].astype(out.dtype, copy=False)
        if out.flags.c_contiguous and missing.flags.c_contiguous:
            places = missing.reshape(-1).nonzero()[0]
            out.reshape(-1)[places] = means[places - places // len(means) * len(means)]
        else:
            np.copyto(out, means, where=missing)


@dataclass(frozen=True, eq=False)
class UsableRows:
    """Which examples are worth imputing, as `usable_rows` found.

    Attributes
    ----------
    kept : NDArray, shape (P',), int
        Rows to go on with, ascending.
    without_output : NDArray, shape (A,), int
        Rows whose output is missing.
    too_many_gaps : NDArray, shape (B,), int
        Rows with an output, but with more than the share `max_missing` of their features missing.
    max_missing : float
        As given to `usable_rows`.
    message : str
        The same in a sentence.

    Examples
    --------
    >>> usable_rows([[1.0], [2.0]], [np.nan, 1.0]).message
    '1 of 2 examples kept; dropped: 1 without output (row 0)'
    """

    kept: NDArray[np.intp]
    without_output: NDArray[np.intp]
    too_many_gaps: NDArray[np.intp]
    max_missing: float
    message: str


@dataclass(frozen=True, eq=False)
class Imputation:
    """Everything that happened in `mean_impute`.

    Attributes
    ----------
    X : NDArray, shape (P', N), float64 or float32
        The examples that were kept, gaps filled.
    y : NDArray, shape (P',), float64, or None
        Their outputs.
    means : NDArray, shape (N,), float64
        What gaps were filled with: μₙ of (9.4), in the feature's units.
    missing : NDArray, shape (P', N), bool
        Which entries of X were filled.
    counts : NDArray, shape (N,), int
        How many of each feature: |Ωₙ|.
    variances_known : NDArray, shape (N,), float64
        Variance of the known entries of each feature (ddof 0), in its units squared.
    variances : NDArray, shape (N,), float64
        Variance after imputation (ddof 0): (P' − |Ωₙ|) / P' times as much.
    rows : UsableRows
        Which rows were kept, and which dropped and why.
    message : str
        What happened, in a sentence.

    Examples
    --------
    >>> imputation = mean_impute([[1.0, 2.0], [3.0, np.nan], [5.0, 8.0]])
    >>> imputation.variances_known, imputation.variances
    (array([2.66666667, 9.        ]), array([2.66666667, 6.        ]))
    """

    X: NDArray[Any]
    y: NDArray[np.float64] | None
    means: NDArray[np.float64]
    missing: NDArray[np.bool_]
    counts: NDArray[np.intp]
    variances_known: NDArray[np.float64]
    variances: NDArray[np.float64]
    rows: UsableRows
    message: str

    @property
    def n_filled(self) -> int:
        """Number of entries that were filled.

        Examples
        --------
        >>> mean_impute([[1.0, 2.0], [3.0, np.nan], [5.0, 8.0]]).n_filled
        1
        """
        return int(self.counts.sum())


def usable_rows(X: ArrayLike, y: ArrayLike | None = None, *, max_missing: float = 0.5) -> UsableRows:
    """Find the examples that are worth imputing: those with an output and without too many gaps.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows; NaN where a value is missing.
    y : array-like, shape (P,), optional
        Outputs or labels, numbers; NaN where missing.
    max_missing : float
        Largest share of its features, 0 to 1, that an example may miss and be kept.

    Returns
    -------
    UsableRows

    Raises
    ------
    TypeError, ValueError
        If `X` is no (P, N) matrix or `y` no (P,) array of numbers, one is infinite, `max_missing` is no number from
        0 to 1, or no row is left.

    Notes
    -----
    Source: section 9.4: an example without output, or with a large number of its values missing, is discarded.
    How many are too many the chapter leaves open.

    Examples
    --------
    >>> rows = usable_rows([[1.0, 2.0], [np.nan, np.nan], [np.nan, 3.0]], [0.5, 1.0, 2.0])
    >>> rows.kept, rows.too_many_gaps
    (array([0, 2]), array([1]))
    """
    array, names = as_matrix(_gaps_as_nan(X), "X", keep_float32=True)
    _check_known(array, names)
    P, N = array.shape
    max_missing = as_number(max_missing, "max_missing")
    if not 0 <= max_missing <= 1:
        raise ValueError(f"max_missing is {max_missing:g}; wanted a share from 0 to 1")
    outputs = None if y is None else _outputs_with_gaps(y, P)
    unknown = np.zeros(P, dtype=bool) if outputs is None else np.isnan(outputs)
    gaps = np.concatenate([np.isnan(array[rows]).sum(axis=1) for rows in row_blocks(array.shape)])
    holey = (gaps > max_missing * N) & ~unknown
    kept = np.flatnonzero(~unknown & ~holey)
    reasons = [
        _reason(unknown, "without output"),
        _reason(holey, f"with more than {max_missing:.0%} of the features missing"),
    ]
    dropped = ", ".join(filter(None, reasons))
    if not kept.size:
        raise ValueError(f"X has no usable example left of {P}: {dropped}")
    message = f"{len(kept)} of {P} examples kept" + (f"; dropped: {dropped}" if dropped else "")
    return UsableRows(frozen(kept), frozen(np.flatnonzero(unknown)), frozen(np.flatnonzero(holey)), max_missing, message)


def mean_impute(X: ArrayLike, y: ArrayLike | None = None, *, max_missing: float = 0.5) -> Imputation:
    """Drop the examples that cannot be saved, fill the gaps of the others with means, and report both.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows; NaN where a value is missing.
    y : array-like, shape (P,), optional
        Outputs or labels, numbers; NaN where missing.
    max_missing : float
        Largest share of its features, 0 to 1, that an example may miss and be kept.

    Returns
    -------
    Imputation

    Raises
    ------
    TypeError, ValueError
        As `usable_rows`; or if a feature is missing in every example that is kept.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.mean_impute`.

    Source: section 9.4, equations (9.4) and (9.5). Means are those of the rows kept. To fill new examples with the
    same means use `MeanImputer`.

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
    usable = usable_rows(X, y, max_missing=max_missing)
    array, names = as_matrix(_gaps_as_nan(X), "X", keep_float32=True)
    filled = array[usable.kept]
    P, N = filled.shape
    missing = np.isnan(filled)
    imputer = MeanImputer()
    imputer._learn(filled, names)
    imputer._remember(filled, N)
    imputer.transform(filled, out=filled)
    squares = _squared_deviations(filled, missing, imputer.means_)
    n_filled = int(imputer.counts_.sum())
    return Imputation(
        frozen(filled),
        None if y is None else frozen(_outputs_with_gaps(y, len(array))[usable.kept]),
        frozen(imputer.means_),
        frozen(missing),
        frozen(imputer.counts_),
        frozen(squares / (P - imputer.counts_)),
        frozen(squares / P),
        usable,
        f"{usable.message}; {n_filled} of {P * N} entries filled with means",
    )


def _squared_deviations(filled: NDArray[Any], missing: NDArray[np.bool_], means: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sum of squared deviations of the known entries; what was filled in adds none, though float32 rounds it."""
    squares = np.zeros(filled.shape[1])
    for rows in row_blocks(filled.shape):
        deviations = filled[rows] - means
        deviations[missing[rows]] = 0.0
        squares += squared_sums(deviations)
    return squares


def _gaps_and_sums(array: NDArray[Any], places: list[NDArray[Any]]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Gaps in each column, and sum of what is known in it.

    Where rows lie side by side, the places of the gaps in each block, counted along the rows, are added to `places`.
    """
    N = array.shape[1]
    gaps, total, rest = np.zeros(N, dtype=np.intp), np.zeros(N), np.zeros(N)
    entries = _counted_at_once(array)
    short = np.min_scalar_type(max(entries, N))
    work = np.empty_like(array[: max(1, entries // N)], dtype=np.float64)
    for rows in row_blocks(array.shape, entries):
        known = work[: rows.stop - rows.start]
        known[...] = array[rows]
        missing = np.isnan(known)
        gaps += missing.view(np.uint8).sum(axis=0, dtype=np.uint8)
        if array.flags.c_contiguous:
            found = missing.reshape(-1).nonzero()[0]
            known.reshape(-1)[found] = 0.0  # quicker than by a mask, whose every entry is a guess
            places.append(found.astype(short))
        else:
            np.copyto(known, 0.0, where=missing)
        added = column_sums(known) + rest  # `rest` keeps what rounding takes from the total (Kahan)
        before, total = total, total + added
        rest = added - (total - before)
    return gaps, total


def _counted_at_once(array: NDArray[Any]) -> int:
    return min(BLOCK, _MOST_ROWS * array.shape[1])


def _gaps_as_nan(X: ArrayLike) -> ArrayLike:
    """Give the masked entries of a masked array as NaN."""
    if not isinstance(X, np.ma.MaskedArray) or X.dtype.kind not in "biuf":
        return X
    return np.ma.filled(X if X.dtype == np.float32 else X.astype(np.float64), np.nan)


def _check_known(array: NDArray[Any], names: Sequence[str] | None) -> None:
    """Refuse an infinite or far too large entry; NaN is a gap."""
    limit = min(LARGEST_VALUE, float(np.finfo(array.dtype).max))  # single precision holds less
    for rows in row_blocks(array.shape):
        wrong = np.abs(array[rows]) > limit
        if wrong.any():
            row, n = np.argwhere(wrong)[0]
            value = array[rows.start + row, n]
            what = "an infinite value" if np.isinf(value) else f"{value:g}"
            raise ValueError(
                f"X holds {what} in row {rows.start + row}, {describe_feature(n, names)}; wanted values within "
                f"±{limit:g}, and NaN where one is missing"
            )


def _outputs_with_gaps(y: ArrayLike, P: int) -> NDArray[np.float64]:
    outputs = as_numeric_array(_gaps_as_nan(y), "y")
    if outputs.shape != (P,):
        raise ValueError(f"y has shape {outputs.shape}; wanted ({P},), one value an example of X")
    if np.isinf(outputs).any():
        raise ValueError(f"y holds an infinite value in row {int(np.isinf(outputs).argmax())}; wanted finite numbers")
    return outputs


def _reason(dropped: NDArray[np.bool_], why: str) -> str:
    rows = np.flatnonzero(dropped)
    if not rows.size:
        return ""
    listed = ", ".join(map(str, rows[:5])) + (", …" if len(rows) > 5 else "")
    return f"{len(rows)} {why} (row{'s' if len(rows) > 1 else ''} {listed})"
