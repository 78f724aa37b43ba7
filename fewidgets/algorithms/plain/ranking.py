"""Plain forms of the scores that rank features one by one."""

import numpy as np


def pearson_scores(X, y):
    """Return the correlation of each feature with the output, −1 to 1.

    Source: Understanding Machine Learning, section 25.1, equation (25.2). Fast form: `fewidgets.algorithms.pearson_scores`.

    >>> X = np.array([[1.0, 0.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, 0.0]])
    >>> pearson_scores(X, X[:, 0] + 2 * X[:, 1]).round(3)  # the first feature is useless by itself
    array([0.   , 0.707])
    """
    v, r = X - X.mean(axis=0), y - y.mean()
    return v.T @ r / (np.linalg.norm(v, axis=0) * np.linalg.norm(r))


def single_feature_losses(X, y):
    """Return the mean squared loss of the best linear predictor a v + b from each feature alone.

    Source: Understanding Machine Learning, section 25.1, equation (25.1), where a = ⟨v − v̄, y − ȳ⟩ / ‖v − v̄‖² and b = ȳ − a v̄.
    Fast form: `fewidgets.algorithms.single_feature_losses`.

    >>> single_feature_losses(np.array([[1.0, 0.0], [2.0, 1.0], [3.0, 0.0]]), np.array([2.0, 4.0, 6.0])).round(3)
    array([0.   , 2.667])
    """
    losses = []
    for v in X.T:
        a = (v - v.mean()) @ (y - y.mean()) / ((v - v.mean()) ** 2).sum()
        b = y.mean() - a * v.mean()
        losses.append(((a * v + b - y) ** 2).mean())
    return np.array(losses)


def mutual_information(X, y):
    """Return the mutual information of each discrete feature with the label, in nats.

    Source: CS373, lecture 7, slide "Information analysis". Fast form: `fewidgets.algorithms.mutual_information`.

    >>> mutual_information(np.array([[0, 5], [0, 6], [1, 5], [1, 6]]), np.array([-1, -1, 1, 1])).round(4)
    array([0.6931, 0.    ])
    """
    scores = np.zeros(X.shape[1])
    for i, x in enumerate(X.T):
        for label in np.unique(y):
            for value in np.unique(x):
                joint = ((y == label) & (x == value)).mean()
                if joint > 0:
                    scores[i] += joint * np.log(joint / ((y == label).mean() * (x == value).mean()))
    return scores


def permutation_importance(predict, X, y, repeats=10, seed=0):
    """Return how much accuracy a model loses, on average, once the values of each feature are permuted.

    Source: INT247, lecture 5, slide "Mean Decrease Accuracy". Fast form: `fewidgets.algorithms.permutation_importance`.

    >>> X, y = np.array([[0, 5], [1, 6], [2, 5], [3, 6]]), np.array([0, 1, 2, 3])
    >>> permutation_importance(lambda X: X[:, 0], X, y, repeats=2)
    array([0.875, 0.   ])
    """
    rng = np.random.default_rng(seed)
    permutations = [rng.permutation(len(X)) for _ in range(repeats)]
    accuracy = (predict(X) == y).mean()
    drops = np.zeros((X.shape[1], repeats))
    for n in range(X.shape[1]):
        for r, permutation in enumerate(permutations):
            permuted = X.copy()
            permuted[:, n] = X[permutation, n]
            drops[n, r] = accuracy - (predict(permuted) == y).mean()
    return drops.mean(axis=1)


def impurity_importance(forest):
    """Return each feature's share in the decrease of impurity, averaged over the trees of a fitted scikit-learn forest.

    A split of a node lowers the impurity from that of the node to that of its two children, each weighted by its examples.

    Source: INT247, lecture 5, slide "Mean Decrease Impurity". Fast form: `fewidgets.algorithms.impurity_importance`.

    >>> from sklearn.ensemble import RandomForestClassifier
    >>> X = np.random.default_rng(0).normal(size=(100, 3))
    >>> forest = RandomForestClassifier(10, random_state=0).fit(X, X[:, 2] > 0)
    >>> bool(np.allclose(impurity_importance(forest), forest.feature_importances_))
    True
    """
    importances = []
    for tree in (estimator.tree_ for estimator in forest.estimators_):
        impurity = tree.weighted_n_node_samples * tree.impurity
        decreases = np.zeros(tree.n_features)
        for node, feature in enumerate(tree.feature):
            left, right = tree.children_left[node], tree.children_right[node]
            if left >= 0:  # a leaf has no children
                decreases[feature] += impurity[node] - impurity[left] - impurity[right]
        importances.append(decreases / decreases.sum())
    return np.mean(importances, axis=0)
