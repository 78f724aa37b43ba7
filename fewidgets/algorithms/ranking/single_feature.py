"""The best linear predictor from each feature alone, and its loss (Understanding Machine Learning, section 25.1)."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice
from .._numerics.arrays import as_features, as_labels, constant_features
from .._numerics.tolerances import NEARLY_EXPLAINED, ROUNDING
from .._numerics.types import Array, Flags
from .pearson import CentredSums, centred_sums
from .ranking import SAME_SCORE, Ranking, ranked

LossName = Literal["squared", "misclassification"]
LOSSES: tuple[LossName, ...] = ("squared", "misclassification")


class SingleFeatureLosses(Ranking):
    """The best predictor b + w v from each feature alone, and its loss. The smallest loss is best.

    Attributes
    ----------
    loss : str
        As given to `single_feature_losses`.
    losses : NDArray, shape (N,), float64
        Loss of the best predictor from each feature, in squared units of y, or in misclassified examples.
    baseline : float
        Loss of the best constant prediction: ȳ, or the more frequent class.
    weights : NDArray, shape (N,), float64
        w of each predictor.
    biases : NDArray, shape (N,), float64
        b of each predictor.
    constant : NDArray, shape (N,), bool
        Features with the same value in every example.
    useless : NDArray, shape (N,), bool
        Features whose loss equals the baseline up to rounding.

    Examples
    --------
    >>> result = single_feature_losses([[1.0, 1.0], [2.0, 0.0], [3.0, 1.0]], [2.0, 4.0, 6.0])
    >>> result.losses, result.weights, result.biases, result.useless
    (array([0.        , 2.66666667]), array([2., 0.]), array([0., 4.]), array([False,  True]))
    """

    loss: LossName
    losses: Array
    baseline: float
    weights: Array
    biases: Array
    constant: Flags
    useless: Flags


def single_feature_losses(
    X: ArrayLike,
    y: ArrayLike,
    *,
    loss: LossName = "squared",
) -> SingleFeatureLosses:
    """Fit the best linear predictor from each feature alone, and rank the features by its loss.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows, P ≥ 2.
    y : array-like, shape (P,)
        Outputs that are not all equal, or labels −1 and +1 for misclassification.
    loss : {"squared", "misclassification"}
        (b + w v − y)², or whether sign(b + w v) differs from the label. Both are minimized exactly.

    Returns
    -------
    SingleFeatureLosses

    Raises
    ------
    TypeError, ValueError
        If `X` or `y` is not finite and numeric, or `y` is constant. Constant features are allowed.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.single_feature_losses`.

    Source: Understanding Machine Learning, section 25.1, equation (25.1). The smallest squared loss is ‖y − ȳ‖² − ⟨v − v̄, y −
    ȳ⟩² / ‖v − v̄‖², at w = ⟨v − v̄, y − ȳ⟩ / ‖v − v̄‖² and b = ȳ − w v̄. The book drops the factor 1/m from that value;
    `reduction` chooses.

    Examples
    --------
    >>> single_feature_losses([[1.0], [2.0], [3.0], [4.0]], [-1, -1, 1, -1], loss="misclassification").losses
    array([0.25])
    """
    loss = as_choice(loss, "loss", LOSSES)
    if loss == "squared":
        P, losses, baseline, weights, biases, constant = _least_squares(centred_sums(X, y))
        same = SAME_SCORE * baseline
    else:
        features = as_features(X, allow_constant=True)
        P, losses, baseline, weights, biases, constant = _thresholds(features, as_labels(y, len(features)))
        same = 0.0  # counts are exact
    losses, baseline, same = losses / P, baseline / P, same / P
    return SingleFeatureLosses(
        *ranked(losses, same),
        loss,
        losses,
        baseline,
        weights,
        biases,
        constant,
        baseline - losses <= same,
    )


_Fits = tuple[int, Array, float, Array, Array, Flags]


def _least_squares(sums: CentredSums) -> _Fits:
    """Fit every feature by least squares, (25.1)."""
    residuals = sums.residuals
    total = float(residuals @ residuals)
    weights = sums.products / np.where(sums.constant, 1.0, sums.squares)
    losses = total - sums.products * weights
    # Where little is left, the subtraction cancels digits, so sum the squared residuals.
    for n in (losses < NEARLY_EXPLAINED * total).nonzero()[0]:
        v = sums.features[:, n] - sums.means[n]
        weights[n] += (residuals - weights[n] * v) @ v / sums.squares[n]
        left = residuals - weights[n] * v
        losses[n] = left @ left
    return len(residuals), losses, total, weights, sums.output_mean - weights * sums.means, sums.constant


def _thresholds(X: Array, y: Array) -> _Fits:
    """Find the threshold on each feature that misclassifies the fewest examples, in one pass over its sorted values."""
    P, N = X.shape
    positive = int(np.count_nonzero(y > 0))
    baseline = min(positive, P - positive)
    losses, weights = np.full(N, float(baseline)), np.zeros(N)
    biases = np.full(N, 1.0 if positive >= P - positive else -1.0)
    constant = np.zeros(N, dtype=bool)
    constant[constant_features(X)] = True
    for n in np.flatnonzero(~constant):
        order = X[:, n].argsort()
        values = X[order, n]
        # `balance` is the sum of the labels below a cut. If +1 is predicted above the cut, positives below and negatives
        # above are wrong: (P + Σ y below − Σ y above) / 2 examples. If +1 is predicted below it, all others are wrong.
        balance = np.cumsum(y[order])[:-1]
        wrong_above = (P + 2 * balance - y.sum()) / 2
        wrong = np.minimum(wrong_above, P - wrong_above)
        gaps = np.diff(values)
        wrong[gaps <= ROUNDING * np.maximum(np.abs(values[1:]), np.abs(values[:-1]))] = P  # no cut between equal values
        cut = wrong.argmin()
        if wrong[cut] < baseline:
            losses[n] = wrong[cut]
            weights[n] = 1.0 if wrong_above[cut] <= P - wrong_above[cut] else -1.0
            biases[n] = -weights[n] * (values[cut] + gaps[cut] / 2)
    return P, losses, float(baseline), weights, biases, constant
