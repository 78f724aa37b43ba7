"""Pearson's correlation coefficient of each feature with the output (section 25.1 of 003)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arrays import as_matrix, as_outputs, check_finite, frozen
from .._numerics.blocks import row_blocks
from .._numerics.spread import check_differences, constant_features
from .._numerics.tolerances import LARGEST_VALUE
from .ranking import SAME_SCORE, Ranking, ranked

# Rows that a first guess at the means is taken from.
SAMPLE = 64


@dataclass(frozen=True, eq=False)
class PearsonScores(Ranking):
    """The correlation of each feature with the output, and what it is made of; ranked by magnitude.

    Attributes
    ----------
    scores : NDArray, shape (N,), float64
        Pearson's coefficient of each feature, −1 to 1; 0 for a constant feature, which explains as little.
    covariances : NDArray, shape (N,), float64
        (1/P) ⟨v − v̄, y − ȳ⟩, the numerator of (25.2), in units of feature times output.
    variances : NDArray, shape (N,), float64
        (1/P) ‖v − v̄‖² of each feature, in squared units of the feature.
    output_variance : float
        (1/P) ‖y − ȳ‖², in squared units of the output.
    means : NDArray, shape (N,), float64
        v̄ of each feature.
    output_mean : float
        ȳ.
    constant : NDArray, shape (N,), bool
        Features with one value in every example. Their coefficient is 0 / 0; the best predictor from such a feature is
        ȳ, as it is for a score of 0, so that is the score they are given.
    useless : NDArray, shape (N,), bool
        Features whose score is 0 up to rounding, constant ones included: alone, they predict nothing. Together
        with others they still may.

    Examples
    --------
    >>> result = pearson_scores([[1.0, 1.0, 5.0], [2.0, 0.0, 5.0], [3.0, 1.0, 5.0]], [2.0, 4.0, 6.0])
    >>> result.scores, result.constant, result.useless
    (array([1., 0., 0.]), array([False, False,  True]), array([False,  True,  True]))
    """

    scores: NDArray[np.float64]
    covariances: NDArray[np.float64]
    variances: NDArray[np.float64]
    output_variance: float
    means: NDArray[np.float64]
    output_mean: float
    constant: NDArray[np.bool_]
    useless: NDArray[np.bool_]


def pearson_scores(X: ArrayLike, y: ArrayLike) -> PearsonScores:
    """Score each feature by its correlation with the output, and rank features by its magnitude.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows, P ≥ 2. Scales and offsets of the features do not matter.
    y : array-like, shape (P,)
        Outputs that are not all equal; labels −1 and +1 serve too.

    Returns
    -------
    PearsonScores

    Raises
    ------
    TypeError
        If `X` or `y` holds anything but real numbers.
    ValueError
        If a shape is wrong, a value is NaN or infinite, or `y` is constant. A constant feature is no error: it is
        told in the result.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.pearson_scores`.

    Source: Shalev-Shwartz and Ben-David, Understanding Machine Learning, section 25.1, equation (25.2):
    ⟨v − v̄, y − ȳ⟩ / (‖v − v̄‖ ‖y − ȳ‖). Ranking by its magnitude is ranking by the least squared loss of a linear
    predictor from that feature alone, (25.1), which is (1 − score²) times the output's variance: see
    `single_feature_losses`. It is independent of `ddof`, which cancels.

    Examples
    --------
    The book's pair: y = x₁ + 2 x₂ is exact, yet x₁ alone is useless.

    >>> x1, z = np.array([1, 1, -1, -1]), np.array([1, -1, 1, -1])
    >>> x2 = (z - x1) / 2
    >>> pearson_scores(np.column_stack([x1, x2]), x1 + 2 * x2).scores
    array([0.        , 0.70710678])
    """
    sums = centred_sums(X, y)
    P = len(sums.residuals)
    total = float(sums.residuals @ sums.residuals)
    lengths = np.sqrt(sums.squares) * np.sqrt(total)
    # A rounding error may carry a perfect correlation beyond 1.
    scores = np.clip(sums.products / np.where(sums.constant, 1.0, lengths), -1.0, 1.0)
    return PearsonScores(
        *ranked(-np.abs(scores), SAME_SCORE),
        frozen(scores),
        frozen(sums.products / P),
        frozen(sums.squares / P),
        total / P,
        frozen(sums.means),
        sums.output_mean,
        frozen(sums.constant),
        frozen(np.abs(scores) <= SAME_SCORE),
    )


@dataclass(frozen=True, eq=False)
class CentredSums:
    """What (25.1) and (25.2) are made of.

    Attributes
    ----------
    means : NDArray, shape (N,), float64
        v̄ of each feature.
    output_mean : float
        ȳ.
    residuals : NDArray, shape (P,), float64
        y − ȳ.
    squares : NDArray, shape (N,), float64
        ‖v − v̄‖² of each feature, exactly 0 of a constant one.
    products : NDArray, shape (N,), float64
        ⟨v − v̄, y − ȳ⟩ of each feature, exactly 0 of a constant one.
    constant : NDArray, shape (N,), bool
        Features with one value in every example.
    features : NDArray, shape (P, N), float64
        The features, checked.
    """

    means: NDArray[np.float64]
    output_mean: float
    residuals: NDArray[np.float64]
    squares: NDArray[np.float64]
    products: NDArray[np.float64]
    constant: NDArray[np.bool_]
    features: NDArray[np.float64]


def centred_sums(X: ArrayLike, y: ArrayLike) -> CentredSums:
    """Check features and outputs, and add up their squared deviations and the products of these.

    Raises
    ------
    TypeError, ValueError
        As `pearson_scores`.

    Examples
    --------
    >>> sums = centred_sums([[1.0, 7.0], [3.0, 7.0]], [0.0, 1.0])
    >>> sums.squares, sums.products, sums.constant
    (array([2., 0.]), array([1., 0.]), array([False,  True]))
    """
    features, names = as_matrix(X, "X")
    P, N = features.shape
    outputs = as_outputs(y, P)
    output_mean = float(outputs.mean())
    residuals = outputs - output_mean
    with np.errstate(all="ignore"):  # entries that are not finite are told below
        # Deviations are taken from the mean of some rows, which spares a pass over all of them to find the mean itself.
        shifts = features[:: max(1, P // SAMPLE)].mean(axis=0)
        means, squares, products, far = _sums_about(shifts, features, residuals)
        if not squares.sum() + np.abs(means).sum() <= LARGEST_VALUE:  # true for NaN
            check_finite(features, "X", names)
        if far.any():  # the shift was a bad guess at the mean; the mean found with it is a good one
            means[far], squares[far], products[far], _ = _sums_about(means[far], features[:, far], residuals)
    constant = np.zeros(N, dtype=bool)
    suspects = constant_features(features)
    check_differences(features, "X", names, suspects, means)
    constant[suspects] = True
    squares[constant] = products[constant] = 0.0
    return CentredSums(means, output_mean, residuals, squares, products, constant, features)


def _sums_about(
    shifts: NDArray[np.float64], X: NDArray[np.float64], residuals: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """The means and sums by deviations from a point near each mean, and whether it was further than a standard deviation."""
    P, N = X.shape
    totals, squares = np.zeros((2, N)), np.zeros(N)
    factors = np.stack([np.ones(P), residuals])
    work = None
    for rows in row_blocks(X.shape):
        block = X[rows]
        work = np.empty_like(block, order="C") if work is None else work[: len(block)]
        np.subtract(block, shifts, out=work)
        totals += factors[:, rows] @ work
        np.multiply(work, work, out=work)
        squares += factors[0, rows] @ work
    off = totals[0] / P
    excess = totals[0] * off
    squares = np.maximum(squares - excess, 0.0)
    return shifts + off, squares, totals[1] - residuals.sum() * off, squares < excess
