"""Pearson's correlation coefficient of each feature with the output (section 25.1 of 003)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .ranking import SAME_SCORE, Ranking, ranked
from .validation import as_features, as_outputs, constant_features, frozen

# Rows are centred a block at a time, so that the centred copy stays in the processor's cache.
BLOCK_ENTRIES = 2**16


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
    features = as_features(X, allow_constant=True)
    outputs = as_outputs(y, len(features))
    P = len(outputs)
    means, residuals, squares, products, constant = centred_sums(features, outputs)
    total = float(residuals @ residuals)
    lengths = np.sqrt(squares) * np.sqrt(total)
    # A rounding error may carry a perfect correlation beyond 1.
    scores = np.clip(products / np.where(constant, 1.0, lengths), -1.0, 1.0)
    return PearsonScores(
        *ranked(-np.abs(scores), SAME_SCORE),
        frozen(scores),
        frozen(products / P),
        frozen(squares / P),
        total / P,
        frozen(means),
        float(outputs.mean()),
        frozen(constant),
        frozen(np.abs(scores) <= SAME_SCORE),
    )


def centred_sums(
    X: NDArray[np.float64], y: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """What (25.1) and (25.2) are made of: v̄, y − ȳ, ‖v − v̄‖², ⟨v − v̄, y − ȳ⟩, and which features are constant.

    Constant features are given sums of exactly 0.

    Examples
    --------
    >>> means, residuals, squares, products, constant = centred_sums(np.array([[1.0, 7.0], [3.0, 7.0]]), np.array([0.0, 1.0]))
    >>> squares, products, constant
    (array([2., 0.]), array([1., 0.]), array([False,  True]))
    """
    P, N = X.shape
    means = X.mean(axis=0)
    residuals = y - y.mean()
    squares, products, drift = np.zeros(N), np.zeros(N), np.zeros(N)
    rows = max(1, min(P, BLOCK_ENTRIES // N))
    centred = np.empty((rows, N))
    for first in range(0, P, rows):
        block = np.subtract(X[first : first + rows], means, out=centred[: min(rows, P - first)])
        squares += np.einsum("pn,pn->n", block, block)
        products += residuals[first : first + rows] @ block
        drift += block.sum(axis=0)
    # The means are rounded; what they miss is taken out of the sums of squares (two passes, corrected).
    squares = np.maximum(squares - drift * drift / P, 0.0)
    constant = np.zeros(N, dtype=bool)
    constant[constant_features(X)] = True
    squares[constant] = products[constant] = 0.0
    return means, residuals, squares, products, constant
