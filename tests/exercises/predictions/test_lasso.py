"""The predictions on the lasso agree with another package, and so do the numbers in their explanations."""

import numpy as np
import pytest
from sklearn.linear_model import Lasso

from fewidgets.data import make_lasso_example
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.lasso import LAM, share


def peer(count):
    data = make_lasso_example(count)
    return data.true_weights, Lasso(alpha=LAM / (2 * count), tol=1e-12, max_iter=100_000).fit(data.X, data.y).coef_


def lost(count):
    """Return by how much the lasso shrinks each weight that matters, on average, beside least squares on the same five."""
    data, (truth, weights) = make_lasso_example(count), peer(count)
    X = np.column_stack([np.ones(count), data.X[:, truth != 0]])
    five = np.linalg.lstsq(X, data.y, rcond=None)[0][1:]
    return np.mean(np.abs(five) - np.abs(weights[truth != 0]))


def test_more_examples_undo_the_shrinkage_and_let_useless_features_in():
    for count in (100, 1000):
        truth, weights = peer(count)
        assert share(count) == pytest.approx(100 * weights @ np.sign(truth) / np.abs(truth).sum(), abs=1e-3)
    assert lost(1000) == pytest.approx(lost(100) / 10, rel=0.35), "a tenth of what it did before"
    before, after = ((weights != 0) & (truth == 0) for truth, weights in (peer(100), peer(1000)))
    assert not before.any()
    assert after.any()
    assert question("C4 more examples").kind.truth == "They come much closer to the true ones"
