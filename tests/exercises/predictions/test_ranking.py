"""The predictions on correlation and importance agree with computations of their own, and so do their explanations."""

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.inspection import permutation_importance

from fewidgets.data import make_many_valued


def forest_importances(extra, seed):
    """Both importances by scikit-learn alone, on other examples than those of the bank."""
    data = make_many_valued(180, relevance=0.3, seed=seed)
    X = np.column_stack([data.X, extra(np.random.default_rng(seed), data)]) if extra else data.X
    forest = RandomForestClassifier(40, random_state=seed).fit(X[60:], data.y[60:])
    peer = permutation_importance(forest, X[:60], data.y[:60], n_repeats=20, random_state=seed)
    return forest.feature_importances_, peer.importances_mean
