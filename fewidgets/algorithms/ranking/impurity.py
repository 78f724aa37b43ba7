"""Mean decrease in impurity: how much each feature's splits tidy up, read from a fitted forest (002)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._numerics.arrays import frozen
from .ranking import SAME_SCORE, Ranking, ranked


@dataclass(frozen=True, eq=False)
class ImpurityImportance(Ranking):
    """How much each feature's splits decrease impurity, tree by tree and node by node; ranked, most first.

    T trees have S splits together: nodes that are no leaves. Impurity is what the trees were grown by: Gini
    impurity or entropy of labels, squared deviation of outputs in their squared unit, ….

    Attributes
    ----------
    importances : NDArray, shape (N,), float64
        Each feature's share, adding to 1 (or all 0, if no tree has a split). In each tree of a forest the decreases are
        divided by their sum before they are averaged, so that every tree counts alike; those of gradient boosting are
        averaged as they stand. Either is what scikit-learn calls `feature_importances_`.
    decreases : NDArray, shape (N,), float64
        Mean over trees of each feature's decrease, in units of impurity: all features' together is how much lower the
        impurity is in the leaves than in the root.
    per_tree : NDArray, shape (T, N), float64
        Each feature's decrease in each tree, in units of impurity.
    tree : NDArray, shape (S,), int
        The tree of each split, numbered from 0.
    node : NDArray, shape (S,), int
        Its number in that tree; 0 is the root.
    feature : NDArray, shape (S,), int
        The feature it asks for.
    threshold : NDArray, shape (S,), float64
        Examples up to this value of the feature go left.
    share : NDArray, shape (S,), float64
        Share of the tree's examples (by weight) that reach it, 0 to 1.
    decrease : NDArray, shape (S,), float64
        Its contribution: `share` times (its impurity − the mean impurity of its two children, by their weight).

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
    """Score each feature by the mean decrease in impurity of its splits, and rank features by it.

    Nothing is fitted or predicted here: a tree keeps the impurity of its nodes from its training.

    Parameters
    ----------
    forest : fitted estimator of scikit-learn
        A random forest, extra trees, bagged trees, gradient boosting, or a single tree, of either classification or
        regression. AdaBoost is refused, for it weights its trees; so is histogram gradient boosting, which keeps no
        impurities: `permutation_importance` serves for both.

    Returns
    -------
    ImpurityImportance

    Raises
    ------
    TypeError
        If `forest` is no estimator.
    ValueError
        If it is not fitted, or does not consist of trees that count alike.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.impurity_importance`.

    Source: INT247 (002), lecture 5, slides "Mean Decrease Impurity". As they warn, it is biased towards features with many
    values, which offer more splits to choose from (`fewidgets.data.make_many_valued` makes data that show it), and of
    correlated features any may be used in the others' stead. It tells what the trees did with their training data, not what
    helps on new data: compare `permutation_importance` on data held out, and `out_of_bag_importance`.

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
    # Children are numbered within their tree; here all trees' nodes stand in one row.
    left = left[splits] + first[tree]
    right = np.concatenate([t.children_right for t in trees])[splits] + first[tree]
    weights = np.concatenate([t.weighted_n_node_samples for t in trees])
    impurities = weights * np.concatenate([t.impurity for t in trees])
    whole = weights[first[tree]]
    decrease = (impurities[splits] - impurities[left] - impurities[right]) / whole
    feature = np.concatenate([t.feature for t in trees])[splits].astype(np.intp)
    if kept is not None:  # a bagged tree numbers the features it was given
        offsets = np.concatenate([[0], np.cumsum([len(features) for features in kept])[:-1]])
        feature = np.concatenate(kept)[offsets[tree] + feature]
    per_tree = np.bincount(tree * N + feature, weights=decrease, minlength=T * N).reshape(T, N)

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
    """Refuse what is no estimator at all.

    Raises
    ------
    TypeError
        If `forest` has no method to fit it, or is a class.

    Examples
    --------
    >>> check_estimator("forest")
    Traceback (most recent call last):
    ...
    TypeError: forest is 'forest' (str); wanted a fitted forest or tree of scikit-learn
    """
    if not hasattr(forest, "fit") or isinstance(forest, type):
        raise TypeError(f"forest is {forest!r} ({type(forest).__name__}); wanted a fitted forest or tree of scikit-learn")


def _estimators(forest: Any) -> tuple[list[Any], list[NDArray[np.intp]] | None, int, bool]:
    """The trees of a forest, which features each was given (None: all), the number of features, whether it is boosted."""
    check_estimator(forest)
    name = type(forest).__name__
    if hasattr(forest, "tree_"):
        return [forest], None, int(forest.tree_.n_features), False
    if hasattr(forest, "estimator_weights_"):
        raise ValueError(
            f"forest is a {name}, which weights its trees; wanted trees that count alike, or use permutation_importance"
        )
    if not hasattr(forest, "estimators_"):
        raise ValueError(
            f"forest is a {name} without estimators_ or tree_; wanted a fitted forest or tree of scikit-learn: call fit "
            "first, take the forest out of a pipeline or search, or use permutation_importance"
        )
    estimators = np.asarray(forest.estimators_, dtype=object).reshape(-1).tolist()
    other = [type(estimator).__name__ for estimator in estimators if not hasattr(estimator, "tree_")]
    if other or not estimators:
        raise ValueError(f"forest is a {name} of {other[0] if other else 'nothing'}; wanted trees")
    kept = getattr(forest, "estimators_features_", None)
    N = int(getattr(forest, "n_features_in_", estimators[0].tree_.n_features))
    boosted = isinstance(forest.estimators_, np.ndarray)  # a row a stage, a tree a class
    return estimators, None if kept is None else [np.asarray(features) for features in kept], N, boosted
