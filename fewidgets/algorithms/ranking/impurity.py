"""Mean decrease in impurity: how much the splits on each feature lower the impurity, in a forest (INT247, lecture 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._numerics.arguments import shown
from .._numerics.arrays import frozen
from .ranking import SAME_SCORE, Ranking, ranked


@dataclass(frozen=True, eq=False)
class ImpurityImportance(Ranking):
    """How much the splits on each feature decrease the impurity. The largest decrease ranks first.

    The T trees have S splits in total. The impurity is the criterion that the trees were fitted with: Gini impurity or entropy
    of labels, or the mean squared deviation of outputs, in squared units of the output.

    Attributes
    ----------
    importances : NDArray, shape (N,), float64
        The share of each feature in all decreases.
    decreases : NDArray, shape (N,), float64
        Mean over trees of the decrease of each feature, in units of impurity.
    per_tree : NDArray, shape (T, N), float64
        Decrease of each feature in each tree, in units of impurity.
    tree : NDArray, shape (S,), int
        The tree of each split, numbered from 0.
    node : NDArray, shape (S,), int
        The number of each split in its tree.
    feature : NDArray, shape (S,), int
        The feature of each split.
    threshold : NDArray, shape (S,), float64
        Examples with at most this value of the feature go left.
    share : NDArray, shape (S,), float64
        Share of the tree's examples (by weight) that reach the split, 0 to 1.
    decrease : NDArray, shape (S,), float64
        `share` times (the impurity of the split − the weighted mean impurity of its two children).

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier(random_state=0).fit([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 1, 1])
    >>> result = impurity_importance(tree)
    >>> result.feature, result.decrease, result.importances
    (array([0]), array([0.5]), array([1., 0.]))
    """

    importances: NDArray[np.float64]
    decreases: NDArray[np.float64]
    per_tree: NDArray[np.float64]
    tree: NDArray[np.intp]
    node: NDArray[np.intp]
    feature: NDArray[np.intp]
    threshold: NDArray[np.float64]
    share: NDArray[np.float64]
    decrease: NDArray[np.float64]


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
    trees = [estimator.tree_ for estimator in estimators]
    T = len(trees)
    sizes = np.array([tree.node_count for tree in trees])
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    tree_of = np.repeat(np.arange(T), sizes)
    left = np.concatenate([tree.children_left for tree in trees])
    splits = (left >= 0).nonzero()[0]  # a leaf has no children: −1
    tree = tree_of[splits]
    # Children are numbered within their tree. Here the nodes of all trees are in one array.
    left = left[splits] + first[tree]
    right = np.concatenate([t.children_right for t in trees])[splits] + first[tree]
    weights = np.concatenate([t.weighted_n_node_samples for t in trees])
    impurities = weights * np.concatenate([t.impurity for t in trees])
    whole = weights[first[tree]]
    decrease = (impurities[splits] - impurities[left] - impurities[right]) / whole
    feature = np.concatenate([t.feature for t in trees])[splits].astype(np.intp)
    if kept is not None:  # a bagged tree numbers only the features that it was fitted on
        offsets = np.concatenate([[0], np.cumsum([len(features) for features in kept])[:-1]])
        feature = np.concatenate(kept)[offsets[tree] + feature]
    per_tree = np.bincount(tree * N + feature, weights=decrease, minlength=T * N).reshape(T, N).astype(np.float64, copy=False)

    grown = per_tree[sizes > 1]
    if not boosted:
        totals = grown.sum(axis=1, keepdims=True)
        grown = grown / np.where(totals > 0, totals, 1.0)
    importances = grown.mean(axis=0) if len(grown) else np.zeros(N)
    total = importances.sum()
    importances = importances / total if total > 0 else np.zeros(N)
    return ImpurityImportance(
        *ranked(-importances, SAME_SCORE),
        frozen(importances),
        frozen(per_tree.mean(axis=0)),
        frozen(per_tree),
        frozen(tree),
        frozen(splits - first[tree]),
        frozen(feature),
        frozen(np.concatenate([t.threshold for t in trees])[splits]),
        frozen(weights[splits] / whole),
        frozen(decrease),
    )


def check_estimator(forest: Any) -> None:
    """Raise an error if the argument is not an estimator."""
    if not hasattr(forest, "fit") or isinstance(forest, type):
        raise TypeError(
            f"forest must be a fitted forest or tree of scikit-learn; got {shown(forest)} ({type(forest).__name__})"
        )


def _estimators(forest: Any) -> tuple[list[Any], list[NDArray[np.intp]] | None, int, bool]:
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
