"""Mean imputation: replace missing values by the mean of the known values of the feature (section 9.4.1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arrays import check_finite
from .._numerics.blocks import exact_means
from .._numerics.types import AnyArray, Array, Indices, Names
from .block_transformer import BlockTransformer
from .missing_values import check_each_feature_known, masked_as_nan


class MeanImputer(BlockTransformer):
    """Mean imputation: replace each missing entry by the mean of the known values of its feature.

    Missing entries are NaN, the NA of a pandas DataFrame, or masked. In new points they are replaced by the means of the
    training data. The class works in scikit-learn's pipelines.

    Attributes
    ----------
    means_ : NDArray, shape (N,), float64
        Mean of each feature over the training examples in which it is known, in the feature's units.
    counts_ : NDArray, shape (N,), int
        Number of training examples in which each feature is missing, ``|Ωₙ|``.
    n_features_in_, feature_names_in_
        Number and names of the features in the training data, as in scikit-learn.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.mean_impute`.

    Source: section 9.4.1, equations (9.4) and (9.5). Imputation does not change the mean of a feature. It multiplies its
    variance by ``(P − |Ωₙ|) / P``.

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

    def _learn(self, array: AnyArray, names: Names) -> None:
        check_finite(array, "X", names, gaps=True)
        self.counts_ = np.isnan(array).sum(axis=0)
        check_each_feature_known(self.counts_, len(array), names)
        self.means_ = exact_means(array, self.counts_)
        self._n_columns_out = len(self.means_)

    def _transform_block(self, block: Array) -> Array:
        return np.where(np.isnan(block), self.means_, block)

    def _restore_block(self, block: Array) -> Array:
        return block  # what was filled in is not known any more

    def _read(self, X: ArrayLike) -> tuple[AnyArray, Names]:
        return super()._read(masked_as_nan(X))
