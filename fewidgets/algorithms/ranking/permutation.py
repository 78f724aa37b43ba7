"""Mean decrease in accuracy: how much worse a model predicts with a feature permuted (INT247, lecture 5)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count, shown
from .._numerics.arrays import as_features, as_one_per_example
from .._numerics.memory import check_size
from .._numerics.types import Array, ArrayPair, Indices
from .metrics import Measure, Predict
from .ranking import SAME_SCORE, Ranking, ranked


class PermutationImportance(Ranking):
    """How much worse a model predicts with each feature permuted. The largest mean drop ranks first."""

    measure: str  # name of the score or loss
    baseline: float  # the measure of the original data
    permuted: Array  # (N, R): the measure after each feature was permuted, for each of R permutations
    drops: Array  # (N, R): how much worse that is: the decrease of a score, or the increase of a loss
    importances: Array  # (N,): mean drop
    standard_errors: Array  # (N,): standard deviation of the drops (ddof 1) divided by √R
    permutations: Indices  # (R, P): the same for all features


def permutation_importance(
    predict: Predict,
    X: ArrayLike,
    y: ArrayLike,
    *,
    score: str | Callable[[Array, Array], float] | None = None,
    loss: str | Callable[[Array, Array], float] | None = None,
    repeats: int = 10,
    seed: int = 0,
) -> PermutationImportance:
    """Score each feature by how much worse a model predicts after its values are permuted, and rank the features by it.

    The model is not fitted again. Held-out data show which features help to predict. Training data show which features the
    model relies on.

    Parameters
    ----------
    predict : callable
        `predict(X)` returns predictions for any number of rows with N features, as `model.predict` does. Predictions of shape
        (rows,) suit every measure.
    X : array-like, shape (P, N)
        Examples in rows.
    y : array-like, shape (P,)
        Outputs, or labels as numbers.
    score : {"accuracy", "r2"} or callable, optional
        A measure for which larger is better: the share of correct labels, the share of the output's variance that is
        explained, or `score(y, predictions)`. By default the accuracy.
    loss : "squared" or callable, optional
        A measure for which smaller is better, instead of a score: the mean squared difference, or `loss(y, predictions)`.
    repeats : int
        Number of permutations R, at least 1.
    seed : int
        Seed of the permutations, at least 0.

    Returns
    -------
    PermutationImportance
        A `Ranking` with the `measure`, its `baseline` on the original data, its values with each feature `permuted` and their
        `drops`, shape (N, R); the mean drops, `importances`, with `standard_errors`; and the `permutations`.

    Raises
    ------
    TypeError, ValueError
        If `predict` is not callable, `X`, `y` or a prediction is not finite and numeric, or an argument is unknown.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.permutation_importance`.

    Source: INT247, lecture 5, "Mean Decrease Accuracy". If two features carry the same information, a model fitted on both can
    use either. Permuting one of them then has little effect, so both look unimportant.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(200, 2))
    >>> y = X @ [2.0, 1.0]
    >>> result = permutation_importance(lambda X: X @ [2.0, 1.0], X, y, loss="squared")
    >>> result.baseline, result.order
    (0.0, array([0, 1]))
    """
    if not callable(predict):
        hint = ". Pass its predict method." if hasattr(predict, "predict") else ""
        raise TypeError(f"predict must be a callable predict(X); got {shown(predict)} ({type(predict).__name__}){hint}")
    features = as_features(X, allow_constant=True)
    P, N = features.shape
    outputs = as_one_per_example(y, P, "y")
    measure = Measure(score, loss, outputs)
    R = as_count(repeats, "repeats", 1)
    check_size("repeats", R, (R, max(P, N)))
    rng = np.random.default_rng(as_count(seed, "seed", 0))

    permutations = np.stack([rng.permutation(P) for _ in range(R)])
    baseline = measure(predict, features.copy(), outputs)
    permuted = permuted_measures(measure, predict, features, outputs, permutations, np.arange(N))
    drops = measure.sign * (baseline - permuted)
    importances, errors = mean_and_error(drops, axis=1)
    return PermutationImportance(
        *ranked(-importances, SAME_SCORE * max(abs(baseline), float(np.abs(permuted).max()))),
        measure.name,
        baseline,
        permuted,
        drops,
        importances,
        errors,
        permutations,
    )


def permuted_measures(
    measure: Measure, predict: Predict, X: Array, y: Array, permutations: Indices, features: Indices
) -> Array:
    """Return the measure with each of some features (rows) permuted by each permutation (columns)."""
    values = np.empty((len(features), len(permutations)))
    for k, n in enumerate(features):
        for r, order in enumerate(permutations):
            permuted = X.copy()
            permuted[:, n] = X[order, n]
            values[k, r] = measure(predict, permuted, y)
    return values


def mean_and_error(drops: Array, axis: int) -> ArrayPair:
    """Return the mean along an axis and its standard error, which is NaN for a single entry."""
    count = drops.shape[axis]
    mean = drops.mean(axis=axis)
    return mean, drops.std(axis=axis, ddof=1) / np.sqrt(count) if count > 1 else np.full(mean.shape, np.nan)
