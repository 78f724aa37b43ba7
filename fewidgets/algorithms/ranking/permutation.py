"""Mean decrease in accuracy: how much worse a model predicts once a feature's values are shuffled (002)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_count
from .._numerics.arrays import as_features, as_one_per_example, frozen
from .._numerics.memory import check_size
from .metrics import Array, Measure, Predict
from .ranking import SAME_SCORE, Ranking, ranked

# Copies of X with a feature shuffled are handed to `predict` together, up to so many numbers (4 MiB): enough to spread
# the cost of a call, and little enough to stay in the processor's cache.
STACKED_ENTRIES = 2**19


@dataclass(frozen=True, eq=False)
class PermutationImportance(Ranking):
    """How much worse the predictions are with each feature shuffled, every shuffle kept; ranked, most first.

    Attributes
    ----------
    measure : str
        Name of the score or loss; of a callable its own.
    is_loss : bool
        Whether small values of the measure are good.
    baseline : float
        The measure with nothing shuffled.
    permuted : NDArray, shape (N, R), float64
        The measure with a feature's values in the order of one of R permutations.
    drops : NDArray, shape (N, R), float64
        How much worse that is than the baseline, in the measure's unit: a score's fall, or a loss's rise.
    importances : NDArray, shape (N,), float64
        Mean drop of each feature. Around 0 for a feature that the model does not need; it may be below 0 by chance.
    standard_errors : NDArray, shape (N,), float64
        Standard deviation of the drops (ddof 1) over √R: how far the mean is off for having shuffled R times only. NaN
        where R = 1, which cannot tell.
    permutations : NDArray, shape (R, P), int
        The permutations, the same for all features: row p was given the value of row `permutations[r, p]`.

    Examples
    --------
    >>> X, y = np.array([[0, 5], [1, 6], [2, 5], [3, 6]]), np.array([0, 1, 2, 3])
    >>> result = permutation_importance(lambda X: X[:, 0], X, y, repeats=2)
    >>> result.baseline, result.permuted
    (1.0, array([[0.25, 0.  ],
           [1.  , 1.  ]]))
    >>> result.drops, result.importances
    (array([[0.75, 1.  ],
           [0.  , 0.  ]]), array([0.875, 0.   ]))
    """

    measure: str
    is_loss: bool
    baseline: float
    permuted: Array
    drops: Array
    importances: Array
    standard_errors: Array
    permutations: NDArray[np.intp]


def permutation_importance(
    predict: Predict,
    X: ArrayLike,
    y: ArrayLike,
    *,
    score: str | Callable[[Array, Array], float] | None = None,
    loss: str | Callable[[Array, Array], float] | None = None,
    repeats: int = 10,
    seed: int = 0,
    copies: int | None = None,
) -> PermutationImportance:
    """Score each feature by how much worse a model predicts once its values are shuffled, and rank features by it.

    The model is not fitted again. On data that it was not fitted on, this tells what helps to predict; on its
    training data, what it relies on.

    Parameters
    ----------
    predict : callable
        `predict(X)` gives predictions for rows of `X` (any number of them, N features), as `model.predict` does. Where
        predictions are (rows,) any measure serves; others, such as probabilities (rows, C), need a measure of your own.
    X : array-like, shape (P, N)
        Examples in rows.
    y : array-like, shape (P,)
        Outputs, or labels as numbers.
    score : {"accuracy", "r2"} or callable, optional
        A measure of which more is better: the share of examples whose prediction is their label, the share of the
        output's variance explained, or `score(y, predictions)`. The accuracy, where no measure is given.
    loss : {"squared", "absolute", "misclassification", "softmax"} or callable, optional
        Instead, a measure of which less is better: a mean over examples, or `loss(y, predictions)`. The last two names
        are for labels −1 and +1 and predictions b + x·ω.
    repeats : int
        Number of permutations R, at least 1.
    seed : int
        Seed of the permutations, at least 0.
    copies : int, optional
        How many shuffled copies of `X` are stacked for one call of `predict`; where not given, as many as fit into 4 MiB.
        Give 1 where a row's prediction depends on the rows beside it.

    Returns
    -------
    PermutationImportance

    Raises
    ------
    TypeError
        If `predict`, `score` or `loss` is no callable (or name), or `X`, `y` or the predictions hold anything but numbers.
    ValueError
        If a shape is wrong (that of the predictions included), a value is NaN or infinite, a number is out of range, a
        name is unknown, or both `score` and `loss` are given.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.permutation_importance`.

    Source: INT247 (002), lecture 5, slides "Mean Decrease Accuracy". Of two features that carry the same, each can
    stand in for the other where a model was fitted on both: shuffling one alone then costs little, and both look unimportant.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(200, 2))
    >>> y = X @ [2.0, 1.0]
    >>> result = permutation_importance(lambda X: X @ [2.0, 1.0], X, y, loss="squared")
    >>> result.baseline, result.order
    (0.0, array([0, 1]))

    Shuffling a feature with weight w costs 2 w² times its variance on average:

    >>> result.importances / (2 * np.array([4.0, 1.0]) * X.var(axis=0))
    array([0.9987427 , 1.02202103])
    """
    if not callable(predict):
        hint = ": pass its predict method" if hasattr(predict, "predict") else ""
        raise TypeError(f"predict is {predict!r} ({type(predict).__name__}); wanted a callable predict(X){hint}")
    features = as_features(X, allow_constant=True)
    P, N = features.shape
    outputs = as_one_per_example(y, P, "y")
    measure = Measure(score, loss, outputs)
    R = as_count(repeats, "repeats", 1)
    check_size("repeats", R, (R, max(P, N)))
    rng = np.random.default_rng(as_count(seed, "seed", 0))
    stacked = max(1, STACKED_ENTRIES // features.size) if copies is None else as_count(copies, "copies", 1)

    check_size("copies", copies, (min(stacked, N * R), P, N))
    permutations = np.stack([rng.permutation(P) for _ in range(R)])
    baseline = measure(predict, features.copy()[None], outputs)[0]
    permuted = permuted_measures(measure, predict, features, outputs, permutations, np.arange(N), stacked)
    drops = measure.sign * (baseline - permuted)
    importances, errors = mean_and_error(drops, axis=1)
    return PermutationImportance(
        *ranked(-importances, SAME_SCORE * max(abs(baseline), float(np.abs(permuted).max()))),
        measure.name,
        measure.is_loss,
        float(baseline),
        frozen(permuted),
        frozen(drops),
        frozen(importances),
        frozen(errors),
        frozen(permutations),
    )


def permuted_measures(
    measure: Measure,
    predict: Predict,
    X: Array,
    y: Array,
    permutations: NDArray[np.intp],
    features: NDArray[np.intp],
    stacked: int,
) -> Array:
    """The measure with each of some features (rows) in the order of each permutation (columns).

    Examples
    --------
    >>> X, y = np.array([[0.0], [1.0]]), np.array([0.0, 1.0])
    >>> accuracy = Measure(None, None, y)
    >>> permuted_measures(accuracy, lambda X: X[:, 0], X, y, np.array([[0, 1], [1, 0]]), np.array([0]), 2)
    array([[1., 0.]])
    """
    R = len(permutations)
    turns = [(n, r) for n in features.tolist() for r in range(R)]
    values = np.empty(len(turns))
    copies = np.empty((min(stacked, max(1, len(turns))), *X.shape))
    for first in range(0, len(turns), stacked):
        now = turns[first : first + stacked]
        copies[: len(now)] = X  # afresh, in case predict writes into what it is given
        for copy, (n, r) in zip(copies, now, strict=False):
            copy[:, n] = X[permutations[r], n]
        values[first : first + len(now)] = measure(predict, copies[: len(now)], y)
    return values.reshape(len(features), R)


def mean_and_error(drops: Array, axis: int) -> tuple[Array, Array]:
    """The mean along an axis, and how far it is off for having few entries; NaN of a single one, which cannot tell.

    Examples
    --------
    >>> mean_and_error(np.array([[1.0, 3.0]]), axis=1)
    (array([2.]), array([1.]))
    """
    count = drops.shape[axis]
    mean = drops.mean(axis=axis)
    return mean, drops.std(axis=axis, ddof=1) / np.sqrt(count) if count > 1 else np.full(mean.shape, np.nan)
