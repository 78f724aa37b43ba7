"""The predictions on the lasso agree with another package, and so do the numbers in their explanations."""

import numpy as np
import pytest
from sklearn.linear_model import Lasso

from fewidgets.data import make_lasso_example
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.lasso import LAM


def peer(count):
    data = make_lasso_example(count)
    return data.true_weights, Lasso(alpha=LAM / (2 * count), tol=1e-12, max_iter=100_000).fit(data.X, data.y).coef_


def test_exactly_the_five_that_matter_are_kept_and_shrunk():
    truth, weights = peer(100)
    assert ((weights != 0) == (truth != 0)).all()
    share = 100 * weights @ np.sign(truth) / np.abs(truth).sum()
    assert question("C4 shrinkage").kind.truth == pytest.approx(share, abs=1e-4)
    assert 75 < share < 92
    data = make_lasso_example()
    five = np.linalg.lstsq(np.column_stack([np.ones(100), data.X[:, :5]]), data.y, rcond=None)[0][1:]
    assert np.mean(np.abs(five) - np.abs(weights[:5])) == pytest.approx(0.2, abs=0.01)
