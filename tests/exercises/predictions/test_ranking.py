"""The predictions on correlation and importance agree with computations of their own, and so do their explanations."""

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.inspection import permutation_importance

from fewidgets.data import make_many_valued
from fewidgets.exercises.bank import question


def forest_importances(extra, seed):
    """Both importances by scikit-learn alone, on other examples than those of the bank."""
    data = make_many_valued(180, relevance=0.3, seed=seed)
    X = np.column_stack([data.X, extra(np.random.default_rng(seed), data)]) if extra else data.X
    forest = RandomForestClassifier(40, random_state=seed).fit(X[60:], data.y[60:])
    peer = permutation_importance(forest, X[:60], data.y[:60], n_repeats=20, random_state=seed)
    return forest.feature_importances_, peer.importances_mean


def test_the_larger_correlation_leaves_the_smaller_loss():
    rng = np.random.default_rng(0)
    y = rng.standard_normal(20_000)
    losses = {}
    for r in (0.8, -0.9):
        x = r * y + np.sqrt(1 - r**2) * rng.standard_normal(y.size)
        losses[r] = np.mean((np.polyval(np.polyfit(x, y, 1), x) - y) ** 2)
    assert losses[-0.9] < losses[0.8]
    assert question("C3 negative").kind.truth == "The one with r = −0.9"


def test_the_first_sign_is_uncorrelated_with_the_output():
    x1, z = np.array([[-1.0, -1, 1, 1], [-1, 1, -1, 1]])
    assert np.corrcoef(x1, x1 + 2 * (z - x1) / 2)[0, 1] == 0
    assert question("C3 two signs").kind.truth == "Zero"


def test_a_copy_lowers_the_decrease_of_the_original():
    alone, beside = (
        np.mean([forest_importances(extra, seed)[1][1] for seed in range(10, 12)])
        for extra in (None, lambda rng, data: data.X[:, 1])
    )
    assert beside < 0.8 * alone
    assert question("C3 copy of the best").kind.truth == "It becomes clearly smaller"
