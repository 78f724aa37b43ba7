"""Mean decrease in accuracy without held-out data: each tree is tested on its out-of-bag examples (INT247, lecture 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count
from .._numerics.arrays import as_features, as_one_per_example, frozen
from .._numerics.types import Array, Flags, Indices
from .impurity import check_estimator
from .metrics import Measure, Predict
from .permutation import mean_and_error, permuted_measures
from .ranking import SAME_SCORE, Ranking, ranked


class OutOfBagImportance(Ranking):
    """How much worse each tree predicts its out-of-bag examples with a feature permuted. The largest mean drop ranks first."""

    measure: str  # name of the score or loss
    baselines: Array  # (T,): the measure of each tree on its out-of-bag examples
    per_tree: Array  # (T, N): the decrease of a score, or the increase of a loss, with each feature permuted
    importances: Array  # (N,): mean drop over trees
    standard_errors: Array  # (N,): standard deviation over trees (ddof 1) divided by √T
    out_of_bag: Flags  # (T, P): the examples that each tree was not fitted on
    permutations: tuple[Indices, ...]  # these examples in permuted order, the same for all features


def out_of_bag_importance(
    forest: Any,
    X: ArrayLike,
    y: ArrayLike,
    *,
    score: str | Callable[[Array, Array], float] | None = None,
    loss: str | Callable[[Array, Array], float] | None = None,
    seed: int = 0,
) -> OutOfBagImportance:
    """Score each feature by the mean decrease in accuracy of a forest's trees on their out-of-bag examples.

    A bootstrap sample leaves out about a third of the examples. Each tree is tested on those, so no held-out data are needed.

    Parameters
    ----------
    forest : fitted estimator of scikit-learn
        A random forest or extra trees fitted with `bootstrap=True`, or bagged estimators.
    X : array-like, shape (P, N)
        The examples that the forest was fitted on, in the same order.
    y : array-like, shape (P,)
        Their outputs, or labels as numbers.
    score, loss : str or callable, optional
        As in `permutation_importance`. By default the accuracy for a classifier, and the squared loss for a regression.
    seed : int
        Seed of the permutations, one per tree, at least 0.

    Returns
    -------
    OutOfBagImportance
        A `Ranking` with the `measure`, its `baselines` of each of T trees, the drop `per_tree` and feature (T, N), the mean
        drops, `importances`, with `standard_errors`; the `out_of_bag` examples of each tree (T, P) and their `permutations`.

    Raises
    ------
    TypeError, ValueError
        If `forest` was not fitted on bootstrap samples of `X`; else as `permutation_importance`.

    Notes
    -----
    Source: INT247, lecture 5, "Mean Decrease Accuracy"; L. Breiman, "Random forests", Machine Learning 45 (2001) 5–32, for the
    out-of-bag form. Here the mean drop is not divided by its standard error.

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
            f"forest must be a fitted forest with bootstrap samples; got a {type(forest).__name__} without "
            "estimators_samples_. Fit it first, or use permutation_importance."
        )
    features = as_features(X, allow_constant=True)
    P, N = features.shape
    outputs = as_one_per_example(y, P, "y")
    classes = getattr(forest, "classes_", None)
    measure = Measure(score, loss if score is not None or loss is not None or classes is not None else "squared", outputs)
    if getattr(forest, "n_outputs_", 1) != 1:
        raise ValueError(f"forest must predict one output; got {forest.n_outputs_} outputs")
    if getattr(forest, "n_features_in_", N) != N:
        raise ValueError(f"X must have {forest.n_features_in_} features, as forest was fitted on; got {N}")
    rng = np.random.default_rng(as_count(seed, "seed", 0))

    samples = forest.estimators_samples_
    if (largest := max(int(np.max(sample)) for sample in samples)) >= P:
        raise ValueError(f"X must be the training data of forest, at least {largest + 1} examples; got {P}")
    T = len(samples)
    out_of_bag = np.ones((T, P), dtype=bool)
    for t, sample in enumerate(samples):
        out_of_bag[t, sample] = False
    if not out_of_bag.any():
        raise ValueError("forest must be fitted with bootstrap=True; its trees leave no example out")

    kept = getattr(forest, "estimators_features_", [np.arange(N)] * T)
    baselines, per_tree, permutations = np.full(T, np.nan), np.full((T, N), np.nan), []
    for t, (estimator, given) in enumerate(zip(forest.estimators_, kept, strict=True)):
        rows = out_of_bag[t].nonzero()[0]
        order = rng.permutation(len(rows))
        permutations.append(frozen(rows[order]))
        if rows.size == 0:
            continue
        held_out, truth, predict = features[np.ix_(rows, given)], outputs[rows], _predictor(estimator, classes)
        baselines[t] = measure(predict, held_out, truth)
        used = _used_features(estimator, len(given))
        permuted = permuted_measures(measure, predict, held_out, truth, order[None], used)
        per_tree[t] = 0.0
        per_tree[t, np.asarray(given)[used]] = measure.sign * (baselines[t] - permuted[:, 0])
    importances, errors = mean_and_error(per_tree[out_of_bag.any(axis=1)], axis=0)
    return OutOfBagImportance(
        *ranked(-importances, SAME_SCORE * float(np.nanmax(np.abs(baselines)))),
        measure.name,
        baselines,
        per_tree,
        importances,
        errors,
        out_of_bag,
        tuple(permutations),
    )


def _predictor(estimator: Any, classes: Any) -> Predict:
    """Return the predict function of one estimator."""

    def predict(X: Array) -> Any:
        with np.errstate(over="ignore"):  # trees convert to single precision, and check for overflow themselves
            found = estimator.predict(X)
        return found if classes is None else np.asarray(classes)[np.asarray(found).astype(np.intp)]

    return predict


def _used_features(estimator: Any, N: int) -> Indices:
    """Return the features that a tree uses."""
    if not hasattr(estimator, "tree_"):
        return np.arange(N)
    used = estimator.tree_.feature
    return np.unique(used[used >= 0])
