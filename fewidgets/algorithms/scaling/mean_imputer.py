"""Mean imputation: replace missing values by the mean of the known values of the feature (section 9.4.1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.blocks import column_groups, column_sums, exact_means, is_small, row_blocks
from .._numerics.types import AnyArray, Array, Indices
from .block_transformer import BlockTransformer
from .missing_values import check_each_feature_known, check_known_values, masked_as_nan


class MeanImputer(BlockTransformer):
    """Mean imputation: replace each missing entry by the mean of the known values of its feature.

    Missing entries are NaN, the NA of a pandas DataFrame, or masked. In new points they are replaced by the means of the
    training data. The class works in scikit-learn's pipelines.

    Attributes
    ----------
    means_ : NDArray, shape (N,), float64
        Mean of each feature over the training examples in which it is known, in the feature's units.
    counts_ : NDArray, shape (N,), int
        Number of training examples in which each feature is missing, |Ωₙ|.
    n_features_in_, feature_names_in_
        Number and names of the features in the training data, as in scikit-learn.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.mean_impute`.

    Source: section 9.4.1, equations (9.4) and (9.5). Imputation does not change the mean of a feature. It multiplies its
    variance by (P − |Ωₙ|) / P.

    Examples
    --------
    >>> imputer = MeanImputer().fit([[1.0, np.nan], [3.0, 5.0], [np.nan, 7.0]])
    >>> imputer.means_, imputer.counts_
    (array([2., 6.]), array([1, 1]))
    >>> imputer.transform([[np.nan, 0.0]])
    array([[2., 0.]])
    """

    means_: Array
    counts_: Indices

    _allows_nan = True

    def _learn(self, array: AnyArray, names: Sequence[str] | None) -> None:
        P, N = array.shape
        check_known_values(array, names)
        counts, sums = np.zeros(N, dtype=np.intp), np.zeros(N)
        for group in column_groups(array):
            columns = array[:, group]
            for rows in row_blocks(columns.shape):
                missing = np.isnan(columns[rows])
                counts[group] += missing.sum(axis=0)
                sums[group] += column_sums(np.where(missing, 0.0, columns[rows]).astype(np.float64, order="C", copy=False))
        check_each_feature_known(counts, P, names)
        self.means_ = exact_means(array, P - counts) if is_small(array) else sums / (P - counts)
        self.counts_, self._n_columns_out = counts, N

    def _transform_block(self, block: AnyArray, out: AnyArray, columns: slice) -> None:
        means = self.means_[columns].astype(out.dtype)
        out[...] = np.where(np.isnan(block), means, block)

    def _restore_block(self, block: AnyArray, out: AnyArray, columns: slice) -> None:
        out[...] = block  # what was filled in is not known any more

    def _read(self, X: ArrayLike) -> tuple[AnyArray, Sequence[str] | None]:
        return super()._read(masked_as_nan(X))

    def _checked_examples(self, X: ArrayLike) -> AnyArray:
        array, names = self._examples(X)
        check_known_values(array, names)
        return array
