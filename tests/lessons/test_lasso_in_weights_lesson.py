"""What lesson C4 says of the lasso is true."""

import numpy as np
from sklearn.linear_model import Lasso, Ridge

from fewidgets.algorithms import l1_path
from fewidgets.data import make_lasso_example
from tests.lessons.reading import printed


def penalties_with_the_right_five(noise, count=100):
    data = make_lasso_example(count, noise=noise)
    path = l1_path(data.X, data.y, reduction="sum")
    lambdas = np.linspace(0, path.lambda_max, 2000)
    return lambdas[((path.at(lambdas).weights != 0) == (data.true_weights != 0)).all(axis=1)]


def test_at_30_exactly_the_right_five_are_in_and_with_much_noise_never():
    right = penalties_with_the_right_five(1.0)
    assert right.min() < 30 < right.max()
    assert not len(penalties_with_the_right_five(3.0))


def test_the_table_is_that_of_another_package():
    data = make_lasso_example()
    y = data.y - data.y.mean()
    lasso = Lasso(alpha=30 / 200, tol=1e-12, max_iter=100_000).fit(data.X, data.y).coef_
    ridge = Ridge(alpha=15, fit_intercept=False).fit(data.X, y).coef_
    again = np.zeros(10)
    again[lasso != 0] = np.linalg.lstsq(data.X[:, lasso != 0], y, rcond=None)[0]
    rows = printed("C4_weights_that_choose").partition("fitted again\n")[2].splitlines()[:10]
    table = np.array([row.split()[1:] for row in rows], dtype=float)
    np.testing.assert_allclose(table.T, [data.true_weights, ridge, lasso, again], atol=6e-4)
    assert (ridge != 0).all()
    assert np.abs(again - data.true_weights).sum() < np.abs(lasso - data.true_weights).sum()


def test_with_a_mean_more_examples_do_next_to_nothing_and_with_a_sum_they_undo_the_shrinkage():
    def lost(count, reduction, lam):
        data = make_lasso_example(count)
        weights = l1_path(data.X, data.y, reduction=reduction).at(lam).weights
        return 1 - weights @ np.sign(data.true_weights) / np.abs(data.true_weights).sum()

    assert np.isclose(lost(100, "mean", 0.3), lost(100, "sum", 30), atol=1e-9)
    assert abs(lost(1000, "mean", 0.3) - lost(100, "mean", 0.3)) < 0.04
    assert lost(1000, "sum", 30) < lost(100, "sum", 30) / 5
