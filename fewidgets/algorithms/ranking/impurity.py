"""Mean decrease in impurity: how much the splits on each feature lower the impurity, in a forest (INT247, lecture 5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._numerics.arguments import shown
from .._numerics.types import Array, Indices
from .ranking import SAME_SCORE, Ranking, ranked


class ImpurityImportance(Ranking):
    """How much the splits on each feature decrease the impurity. The largest decrease ranks first.

    The T trees have S splits in total. The impurity is the criterion that the trees were fitted with: Gini impurity or entropy
    of labels, or the mean squared deviation of outputs, in squared units of the output.
    """

    importances: Array  # (N,): share of each feature in all decreases
    decreases: Array  # (N,): mean over trees of the decrease, in units of impurity
    per_tree: Array  # (T, N): decrease of each feature in each tree
    tree: Indices  # (S,): the tree of each split, numbered from 0
    node: Indices  # (S,): the number of each split in its tree
    feature: Indices  # (S,)
    threshold: Array  # (S,): examples with at most this value of the feature go left
    share: Array  # (S,): of the tree's examples (by weight) that reach the split
    decrease: Array  # (S,): `share` times (the impurity of the split − the weighted mean impurity of its two children)


def impurity_importance(forest: Any) -> ImpurityImportance:
    """Score each feature by the mean decrease in impurity of its splits, and rank the features by it.

    A fitted tree stores the impurity of its nodes, so nothing is fitted or predicted.

    Parameters
    ----------
    forest : fitted estimator of scikit-learn
        A random forest, extra trees, bagged trees, gradient boosting or a single tree, for classification or regression.
        AdaBoost gives its trees different weights, and histogram gradient boosting stores no impurities.

    Returns
    -------
    ImpurityImportance
        A `Ranking` with the `importances`, which add up to 1; the mean `decreases` and those `per_tree`, in units of impurity;
        and of each split its `tree`, `node`, `feature`, `threshold`, `share` of the examples and `decrease`.

    Raises
    ------
    TypeError, ValueError
        If `forest` is not a fitted estimator that consists of trees of equal weight.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.impurity_importance`.

    Source: INT247, lecture 5, "Mean Decrease Impurity". As the slides warn, it favours features with many values, which offer
    more splits (`fewidgets.data.make_many_valued` simulates this), and it divides the importance of correlated features
    between them arbitrarily. It describes the training data.

    Examples
    --------
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> X = np.random.default_rng(0).normal(size=(100, 3))
    >>> forest = RandomForestClassifier(10, random_state=0).fit(X, X[:, 2] > 0)
    >>> result = impurity_importance(forest)
    >>> int(result.order[0]), bool(np.allclose(result.importances, forest.feature_importances_, rtol=1e-12))
    (2, True)
    """
    estimators, kept, N, boosted = _estimators(forest)
    T = len(estimators)
    per_tree, of_splits = np.zeros((T, N)), []
    for t, tree in enumerate(estimator.tree_ for estimator in estimators):
        splits = (tree.children_left >= 0).nonzero()[0]  # a leaf has no children: −1
        share = tree.weighted_n_node_samples / tree.weighted_n_node_samples[0]
        impurity = share * tree.impurity
        decrease = impurity[splits] - impurity[tree.children_left[splits]] - impurity[tree.children_right[splits]]
        # A bagged tree numbers only the features that it was fitted on.
        feature = tree.feature[splits] if kept is None else kept[t][tree.feature[splits]]
        np.add.at(per_tree[t], feature, decrease)
        of_splits.append((np.full(len(splits), t), splits, feature, tree.threshold[splits], share[splits], decrease))
    numbers, nodes, features, thresholds, shares, decreases = map(np.concatenate, zip(*of_splits, strict=True))

    grown = per_tree[np.unique(numbers)]  # the trees with a split
    if not boosted:
        totals = grown.sum(axis=1, keepdims=True)
        grown = grown / np.where(totals > 0, totals, 1.0)
    importances = grown.mean(axis=0) if len(grown) else np.zeros(N)
    total = importances.sum()
    importances = importances / total if total > 0 else np.zeros(N)
    return ImpurityImportance(
        *ranked(-importances, SAME_SCORE),
        importances,
        per_tree.mean(axis=0),
        per_tree,
        numbers,
        nodes,
        features.astype(np.intp),
        thresholds,
        shares,
        decreases,
    )


def check_estimator(forest: Any) -> None:
    """Raise an error if the argument is not an estimator."""
    if not hasattr(forest, "fit") or isinstance(forest, type):
        raise TypeError(
            f"forest must be a fitted forest or tree of scikit-learn; got {shown(forest)} ({type(forest).__name__})"
        )


def _estimators(forest: Any) -> tuple[list[Any], list[Indices] | None, int, bool]:
    """Return the trees of a forest, the features of each (None if all), the number of features, and whether it is boosted."""
    check_estimator(forest)
    name = type(forest).__name__
    if hasattr(forest, "tree_"):
        return [forest], None, int(forest.tree_.n_features), False
    if hasattr(forest, "estimator_weights_"):
        raise ValueError(
            f"forest must have trees of equal weight; got a {name}, whose trees have weights. Use permutation_importance."
        )
    if not hasattr(forest, "estimators_"):
        raise ValueError(
            f"forest must be a fitted forest or tree of scikit-learn; got a {name} without estimators_ or tree_. Call fit "
            "first, take the forest out of its pipeline or search, or use permutation_importance."
        )
    estimators = np.asarray(forest.estimators_, dtype=object).reshape(-1).tolist()
    other = [type(estimator).__name__ for estimator in estimators if not hasattr(estimator, "tree_")]
    if other or not estimators:
        raise ValueError(f"forest must consist of trees; got a {name} of {other[0] if other else 'nothing'}")
    kept = getattr(forest, "estimators_features_", None)
    N = int(getattr(forest, "n_features_in_", estimators[0].tree_.n_features))
    boosted = isinstance(forest.estimators_, np.ndarray)  # one row per stage, one tree per class
    return estimators, None if kept is None else [np.asarray(features) for features in kept], N, boosted
