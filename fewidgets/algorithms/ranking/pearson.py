"""Pearson's correlation coefficient of each feature with the output (Understanding Machine Learning, section 25.1)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arrays import as_matrix, as_outputs, check_finite, constant_features
from .._numerics.blocks import row_blocks
from .._numerics.tolerances import LARGEST_VALUE
from .._numerics.types import Array, Flags
from .ranking import SAME_SCORE, Ranking, ranked


class PearsonScores(Ranking):
    """The correlation of each feature with the output, ranked by magnitude.

    Attributes
    ----------
    scores : NDArray, shape (N,), float64
        Pearson's coefficient of each feature, −1 to 1.
    covariances : NDArray, shape (N,), float64
        (1/P) ⟨v − v̄, y − ȳ⟩, the numerator of (25.2), in units of the feature times the output.
    variances : NDArray, shape (N,), float64
        (1/P) ‖v − v̄‖² of each feature, in squared units of the feature.
    output_variance : float
        (1/P) ‖y − ȳ‖², in squared units of the output.
    means : NDArray, shape (N,), float64
        v̄ of each feature.
    output_mean : float
        ȳ.
    constant : NDArray, shape (N,), bool
        Features with the same value in every example.
    useless : NDArray, shape (N,), bool
        Features whose score is 0 up to rounding, including constant features: they predict nothing by themselves.

    Examples
    --------
    >>> result = pearson_scores([[1.0, 1.0, 5.0], [2.0, 0.0, 5.0], [3.0, 1.0, 5.0]], [2.0, 4.0, 6.0])
    >>> result.scores, result.constant, result.useless
    (array([1., 0., 0.]), array([False, False,  True]), array([False,  True,  True]))
    """

    scores: Array
    covariances: Array
    variances: Array
    output_variance: float
    means: Array
    output_mean: float
    constant: Flags
    useless: Flags


def pearson_scores(X: ArrayLike, y: ArrayLike) -> PearsonScores:
    """Score each feature by its correlation with the output, and rank the features by its magnitude.

    The score of a feature v is ⟨v − v̄, y − ȳ⟩ / (‖v − v̄‖ ‖y − ȳ‖), equation (25.2).

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows, P ≥ 2. Units and offsets of the features do not change the scores.
    y : array-like, shape (P,)
        Outputs that are not all equal. They may be labels −1 and +1.

    Returns
    -------
    PearsonScores

    Raises
    ------
    TypeError, ValueError
        If `X` or `y` is not finite and numeric, or `y` is constant. Constant features are allowed.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.pearson_scores`.

    Source: Understanding Machine Learning, section 25.1, equation (25.2). The best linear predictor from one feature has a
    squared loss of (1 − score²) times the variance of the output, equation (25.1). So `single_feature_losses` gives the same
    ranking.

    Examples
    --------
    The book's example: y = x₁ + 2 x₂ exactly, but x₁ by itself is useless.

    >>> x1, z = np.array([1, 1, -1, -1]), np.array([1, -1, 1, -1])
    >>> x2 = (z - x1) / 2
    >>> pearson_scores(np.column_stack([x1, x2]), x1 + 2 * x2).scores
    array([0.        , 0.70710678])
    """
    sums = centred_sums(X, y)
    P = len(sums.residuals)
    total = float(sums.residuals @ sums.residuals)
    lengths = np.sqrt(sums.squares) * np.sqrt(total)
    # Rounding errors can move a perfect correlation beyond 1.
    scores = np.clip(sums.products / np.where(sums.constant, 1.0, lengths), -1.0, 1.0)
    return PearsonScores(
        *ranked(-np.abs(scores), SAME_SCORE),
        scores,
        sums.products / P,
        sums.squares / P,
        total / P,
        sums.means,
        sums.output_mean,
        sums.constant,
        np.abs(scores) <= SAME_SCORE,
    )


class CentredSums(NamedTuple):
    """The means and sums from which (25.1) and (25.2) are computed."""

    means: Array
    output_mean: float
    residuals: Array
    squares: Array
    products: Array
    constant: Flags
    features: Array


def centred_sums(X: ArrayLike, y: ArrayLike) -> CentredSums:
    """Check features and outputs, and sum their squared deviations and the products of their deviations."""
    features, names = as_matrix(X, "X")
    P, N = features.shape
    outputs = as_outputs(y, P)
    output_mean = float(outputs.mean())
    residuals = outputs - output_mean
    with np.errstate(all="ignore"):  # entries that are not finite are reported below
        means, squares, totals = features.mean(axis=0), np.zeros(N), np.zeros((2, N))
        factors = np.stack([np.ones(P), residuals])
        for rows in row_blocks(features.shape):  # a block of deviations stays in the cache: no copy of the features
            work = features[rows] - means
            totals += factors[:, rows] @ work
            squares += np.einsum("pn,pn->n", work, work)
        if not squares.sum() + np.abs(means).sum() <= LARGEST_VALUE:  # true for NaN
            check_finite(features, "X", names)
    # The deviations do not quite add up to 0, as the mean is rounded.
    off = totals[0] / P
    means, squares, products = means + off, np.maximum(squares - totals[0] * off, 0.0), totals[1] - residuals.sum() * off
    constant = np.zeros(N, dtype=bool)
    constant[constant_features(features, "X", names)] = True
    squares[constant] = products[constant] = 0.0
    return CentredSums(means, output_mean, residuals, squares, products, constant, features)
