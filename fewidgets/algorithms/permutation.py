"""Mean decrease in accuracy: how much worse a model predicts once a feature's values are shuffled (002)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .costs import softplus
from .forest import check_estimator
from .ranking import SAME_SCORE, Ranking, ranked
from .validation import _one_an_example, as_choice, as_count, as_features, as_outputs, frozen

Array = NDArray[np.float64]
Measure = Callable[[Array, Array], Any]

# Copies of X with a feature shuffled are handed to `predict` together, up to so many numbers (4 MiB): enough to spread
# the cost of a call, and little enough to stay in the processor's cache.
STACKED_ENTRIES = 2**19


def _squared(y: Array, predictions: Array) -> Array:
    return ((predictions - y) ** 2).mean(axis=-1)


SCORES = ("accuracy", "r2")
LOSSES = ("squared", "absolute", "misclassification", "softmax")


def _named(name: str, outputs: Array) -> Measure:
    """A measure by its name: of outputs (P,) and predictions (..., P) it gives a mean over the examples."""
    if name == "r2":
        variance = as_outputs(outputs, len(outputs)).var()  # of all outputs, where a part is measured too
        return lambda y, predictions: 1 - _squared(y, predictions) / variance
    if name in ("misclassification", "softmax") and (np.abs(outputs) != 1).any():
        raise ValueError(f"y holds labels other than -1 and +1; the loss {name!r} wants these two")
    return {
        "accuracy": lambda y, predictions: (predictions == y).mean(axis=-1),
        "squared": _squared,
        "absolute": lambda y, predictions: np.abs(predictions - y).mean(axis=-1),
        "misclassification": lambda y, predictions: (np.sign(predictions) != y).mean(axis=-1),
        "softmax": lambda y, predictions: softplus(-y * predictions).mean(axis=-1),
    }[name]


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


@dataclass(frozen=True, eq=False)
class OutOfBagImportance(Ranking):
    """How much worse each tree predicts the examples it was not grown on, a feature shuffled among them; ranked.

    Attributes
    ----------
    measure : str
        Name of the score or loss; of a callable its own.
    is_loss : bool
        Whether small values of the measure are good.
    baselines : NDArray, shape (T,), float64
        Each tree's measure on its out-of-bag examples; NaN for a tree that has none, which counts in no mean.
    per_tree : NDArray, shape (T, N), float64
        Each tree's drop with a feature shuffled: a score's fall, or a loss's rise. Exactly 0 for a feature that the tree
        does not use; NaN for a tree without out-of-bag examples.
    importances : NDArray, shape (N,), float64
        Mean drop over trees.
    standard_errors : NDArray, shape (N,), float64
        Standard deviation over trees (ddof 1) over √T; NaN where T = 1.
    out_of_bag : NDArray, shape (T, P), bool
        The examples each tree was not grown on.
    permutations : tuple of T NDArray, int
        Of each tree, its out-of-bag examples in the shuffled order, the same for all features.

    Examples
    --------
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> X = np.random.default_rng(0).normal(size=(60, 2))
    >>> y = np.where(X[:, 1] > 0, 1, -1)
    >>> forest = RandomForestClassifier(20, random_state=0).fit(X, y)
    >>> result = out_of_bag_importance(forest, X, y)
    >>> result.order, result.per_tree.shape, result.out_of_bag.shape
    (array([1, 0]), (20, 2), (20, 60))
    """

    measure: str
    is_loss: bool
    baselines: Array
    per_tree: Array
    importances: Array
    standard_errors: Array
    out_of_bag: NDArray[np.bool_]
    permutations: tuple[NDArray[np.intp], ...]


def permutation_importance(
    predict: Callable[[Array], ArrayLike],
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
    outputs = _one_an_example(y, P, "y")
    measure = _Measure(score, loss, outputs)
    R = as_count(repeats, "repeats", 1)
    rng = np.random.default_rng(as_count(seed, "seed", 0))
    stacked = max(1, STACKED_ENTRIES // features.size) if copies is None else as_count(copies, "copies", 1)

    permutations = np.stack([rng.permutation(P) for _ in range(R)])
    baseline = measure(predict, features.copy()[None], outputs)[0]
    permuted = _permuted(measure, predict, features, outputs, permutations, np.arange(N), stacked)
    drops = measure.sign * (baseline - permuted)
    importances, errors = _mean_and_error(drops, axis=1)
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


def out_of_bag_importance(
    forest: Any,
    X: ArrayLike,
    y: ArrayLike,
    *,
    score: str | Callable[[Array, Array], float] | None = None,
    loss: str | Callable[[Array, Array], float] | None = None,
    seed: int = 0,
) -> OutOfBagImportance:
    """Mean decrease in accuracy without data held out: each tree is judged by the examples its bootstrap sample left out.

    Parameters
    ----------
    forest : fitted estimator of scikit-learn
        A random forest or extra trees grown with `bootstrap=True`, or bagged estimators.
    X : array-like, shape (P, N)
        The very examples that it was fitted on, in the same order.
    y : array-like, shape (P,)
        Their outputs, or labels as numbers.
    score, loss : str or callable, optional
        As in `permutation_importance`. Where neither is given, the accuracy of a classifier, the squared loss of a
        regression.
    seed : int
        Seed of the permutations, one a tree, at least 0.

    Returns
    -------
    OutOfBagImportance

    Raises
    ------
    TypeError
        If `forest` is no estimator, `X` or `y` holds anything but numbers, or `score` or `loss` is neither a name nor a
        callable.
    ValueError
        If `forest` is not fitted, keeps no samples or leaves no examples out, is not of the size of `X`, or for what
        `permutation_importance` raises it.

    Notes
    -----
    Source: INT247 (002), lecture 5, slides "Mean Decrease Accuracy"; the out-of-bag form is the one of Breiman's random
    forests (Machine Learning 45, 2001), there without division by the standard error.

    Examples
    --------
    >>> from sklearn.ensemble import RandomForestRegressor
    >>> X = np.random.default_rng(0).normal(size=(80, 3))
    >>> y = X @ [0.0, 3.0, 1.0]
    >>> forest = RandomForestRegressor(25, random_state=0).fit(X, y)
    >>> result = out_of_bag_importance(forest, X, y)
    >>> result.measure, result.order
    ('squared', array([1, 2, 0]))
    """
    check_estimator(forest)
    if not hasattr(forest, "estimators_") or not hasattr(forest, "estimators_samples_"):
        raise ValueError(
            f"forest is a {type(forest).__name__} without estimators_samples_; wanted a fitted forest with bootstrap "
            "samples, or use permutation_importance"
        )
    features = as_features(X, allow_constant=True)
    P, N = features.shape
    outputs = _one_an_example(y, P, "y")
    classes = getattr(forest, "classes_", None)
    measure = _Measure(score, loss if score is not None or loss is not None or classes is not None else "squared", outputs)
    if getattr(forest, "n_outputs_", 1) != 1:
        raise ValueError(f"forest predicts {forest.n_outputs_} outputs; wanted one")
    if getattr(forest, "n_features_in_", N) != N:
        raise ValueError(f"X has {N} features; wanted {forest.n_features_in_}, as forest was fitted on")
    rng = np.random.default_rng(as_count(seed, "seed", 0))

    samples = forest.estimators_samples_
    if (largest := max(int(np.max(sample)) for sample in samples)) >= P:
        raise ValueError(f"X has {P} examples; forest was fitted on more ({largest + 1} at least): wanted its training data")
    T = len(samples)
    out_of_bag = np.ones((T, P), dtype=bool)
    for t, sample in enumerate(samples):
        out_of_bag[t, sample] = False
    if not out_of_bag.any():
        raise ValueError("forest leaves no example out of any tree; wanted one grown with bootstrap=True")

    kept = getattr(forest, "estimators_features_", [np.arange(N)] * T)
    baselines, per_tree = np.full(T, np.nan), np.full((T, N), np.nan)
    permutations = []
    for t, (estimator, given) in enumerate(zip(forest.estimators_, kept, strict=True)):
        rows = out_of_bag[t].nonzero()[0]
        shuffled = rng.permutation(len(rows))
        permutations.append(frozen(rows[shuffled]))
        if rows.size == 0:
            continue
        held_out, truth, predict = features[np.ix_(rows, given)], outputs[rows], _predictor(estimator, classes)
        stacked = max(1, STACKED_ENTRIES // held_out.size)
        baselines[t] = measure(predict, held_out[None], truth)[0]
        used = _used_features(estimator, len(given))
        permuted = _permuted(measure, predict, held_out, truth, shuffled[None], used, stacked)
        per_tree[t] = 0.0
        per_tree[t, np.asarray(given)[used]] = measure.sign * (baselines[t] - permuted[:, 0])
    importances, errors = _mean_and_error(per_tree[out_of_bag.any(axis=1)], axis=0)
    return OutOfBagImportance(
        *ranked(-importances, SAME_SCORE * float(np.nanmax(np.abs(baselines)))),
        measure.name,
        measure.is_loss,
        frozen(baselines),
        frozen(per_tree),
        frozen(importances),
        frozen(errors),
        frozen(out_of_bag),
        tuple(permutations),
    )


class _Measure:
    """A score or a loss, of predictions for several copies of the examples at once."""

    def __init__(self, score: Any, loss: Any, y: Array) -> None:
        if score is not None and loss is not None:
            raise ValueError(f"score is {score!r} and loss is {loss!r}; wanted one of them")
        if score is None and loss is None:
            score = "accuracy"
        self.is_loss = loss is not None
        self.sign = -1.0 if self.is_loss else 1.0
        given, self.argument, names = (loss, "loss", LOSSES) if self.is_loss else (score, "score", SCORES)
        self.is_named = not callable(given)
        self.name = as_choice(given, self.argument, names) if self.is_named else getattr(given, "__name__", repr(given))
        self.function = _named(self.name, y) if self.is_named else given

    def __call__(self, predict: Callable[[Array], ArrayLike], X: Array, y: Array) -> Array:
        """The measure for each of K copies of the examples, `X` being (K, P, N)."""
        K, P, N = X.shape
        predictions = np.asarray(predict(X.reshape(K * P, N)))
        if predictions.shape[:1] != (K * P,) or (self.is_named and predictions.ndim != 1):
            wanted = f"({K * P},)" if self.is_named else f"({K * P}, ...)"
            raise ValueError(f"predict gave predictions of shape {predictions.shape}; wanted {wanted}, one a row of X")
        if self.is_named and predictions.dtype.kind not in "biuf":
            raise TypeError(f"predict gave {predictions.dtype}; wanted numbers, as y holds")
        if self.is_named and not np.isfinite(predictions).all():
            raise ValueError("predict gave a NaN or an infinite value; wanted finite predictions")
        predictions = predictions.reshape(K, P, *predictions.shape[1:])
        values = self.function(y, predictions) if self.is_named else np.array([self._own(y, copy) for copy in predictions])
        if not np.isfinite(values).all():
            raise ValueError(f"{self.argument} {self.name} gave {values[~np.isfinite(values)][0]}; wanted a finite number")
        return values

    def _own(self, y: Array, predictions: Array) -> float:
        value = self.function(y, predictions)
        try:
            return float(value)
        except (TypeError, ValueError):
            raise TypeError(f"{self.argument} {self.name} gave {value!r}; wanted one number") from None


def _permuted(
    measure: _Measure,
    predict: Callable[[Array], ArrayLike],
    X: Array,
    y: Array,
    permutations: NDArray[np.intp],
    features: NDArray[np.intp],
    stacked: int,
) -> Array:
    """The measure with each of some features (rows) in the order of each permutation (columns)."""
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


def _mean_and_error(drops: Array, axis: int) -> tuple[Array, Array]:
    count = drops.shape[axis]
    mean = drops.mean(axis=axis)
    return mean, drops.std(axis=axis, ddof=1) / np.sqrt(count) if count > 1 else np.full(mean.shape, np.nan)


def _predictor(estimator: Any, classes: Any) -> Callable[[Array], ArrayLike]:
    """How one estimator of a forest predicts: a classifier's speak of classes by number."""
    if classes is None:
        return estimator.predict
    return lambda X: np.asarray(classes)[np.asarray(estimator.predict(X)).astype(np.intp)]


def _used_features(estimator: Any, N: int) -> NDArray[np.intp]:
    """The features a tree asks for: shuffling any other changes nothing."""
    if not hasattr(estimator, "tree_"):
        return np.arange(N)
    asked = estimator.tree_.feature
    return np.unique(asked[asked >= 0])
