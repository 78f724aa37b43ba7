"""Mean decrease in accuracy without data held out: trees are judged by what their bootstrap samples left out (002)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_count
from .._numerics.arrays import as_features, as_one_per_example, frozen
from .impurity import check_estimator
from .metrics import Array, Measure, Predict
from .permutation import STACKED_ENTRIES, mean_and_error, permuted_measures
from .ranking import SAME_SCORE, Ranking, ranked


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
    outputs = as_one_per_example(y, P, "y")
    classes = getattr(forest, "classes_", None)
    measure = Measure(score, loss if score is not None or loss is not None or classes is not None else "squared", outputs)
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
        permuted = permuted_measures(measure, predict, held_out, truth, shuffled[None], used, stacked)
        per_tree[t] = 0.0
        per_tree[t, np.asarray(given)[used]] = measure.sign * (baselines[t] - permuted[:, 0])
    importances, errors = mean_and_error(per_tree[out_of_bag.any(axis=1)], axis=0)
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


def _predictor(estimator: Any, classes: Any) -> Predict:
    """How one estimator of a forest predicts: a classifier's speak of classes by number."""

    def predict(X: Array) -> Any:
        with np.errstate(over="ignore"):  # trees compare in single precision, and refuse what is beyond it
            found = estimator.predict(X)
        return found if classes is None else np.asarray(classes)[np.asarray(found).astype(np.intp)]

    return predict


def _used_features(estimator: Any, N: int) -> NDArray[np.intp]:
    """The features a tree asks for: shuffling any other changes nothing."""
    if not hasattr(estimator, "tree_"):
        return np.arange(N)
    asked = estimator.tree_.feature
    return np.unique(asked[asked >= 0])
