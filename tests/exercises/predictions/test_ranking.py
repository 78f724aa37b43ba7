"""The predictions on correlation and importance agree with computations of their own, and so do their explanations."""

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.inspection import permutation_importance

from fewidgets.data import make_many_valued
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.ranking import random_column


def forest_importances(extra, seed):
    """Both importances by scikit-learn alone, on other examples than those of the bank."""
    data = make_many_valued(180, relevance=0.3, seed=seed)
    X = np.column_stack([data.X, extra(np.random.default_rng(seed), data)]) if extra else data.X
    forest = RandomForestClassifier(40, random_state=seed).fit(X[60:], data.y[60:])
    peer = permutation_importance(forest, X[:60], data.y[:60], n_repeats=20, random_state=seed)
    return forest.feature_importances_, peer.importances_mean


def test_a_random_column_with_more_values_gains_impurity_only():
    found = np.array(
        [[forest_importances(lambda rng, _, k=k: rng.integers(0, k, 180), seed) for seed in (11, 12, 13)] for k in (2, 100)],
        dtype=object,
    )
    impurity, accuracy = ([np.mean([each[part][-1] for each in row]) for row in found] for part in (0, 1))
    assert impurity[1] > 2 * impurity[0]
    assert abs(accuracy[1]) < 0.05
    ours = random_column()
    assert ours[0][1] > 2 * ours[0][0]
    assert abs(ours[1][1]) < 0.05
    assert question("C3 random column").kind.truth == "Only the decrease in impurity"
