"""Both orders on one data set: what is on screen is what boosting, the ℓ1 path and a refit by other means say."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression

from fewidgets.algorithms import StandardNormalizer, boost, l1_path
from fewidgets.data import load_boston, load_breast_cancer
from fewidgets.explorables import BoostingVersusL1
from fewidgets.scene import Bars, Dots

BOSTON = load_boston()
X = StandardNormalizer().fit_transform(BOSTON.X)
Y = (BOSTON.y - BOSTON.y.mean()) / BOSTON.y.std()
WIDE = load_breast_cancer()


@pytest.fixture(scope="module")
def trace():
    return BoostingVersusL1(BOSTON).trace


def test_boosting_is_boosting(trace):
    expected = boost(X, Y)
    np.testing.assert_array_equal(trace.boosting.order, expected.order)
    np.testing.assert_allclose(trace.boosted.costs, expected.costs)
    for k in range(14):
        assert set(np.flatnonzero(trace.boosted.supports[k])) == set(expected.order[:k])


def test_l1_has_as_many_as_it_is_said_to_have_and_soon_has_another_number(trace):
    path = l1_path(X, Y)
    np.testing.assert_array_equal(trace.regularized.supports.sum(axis=1), np.arange(14))
    for k, lam in enumerate(trace.lambdas):
        np.testing.assert_allclose(trace.regularized.weights[k], path.at(lam).weights, atol=1e-12)
        assert np.count_nonzero(path.at(lam * 1.0001).weights) == k
    enters = [event.lam for event in path.events if event.kind == "enters"]
    np.testing.assert_allclose(trace.lambdas[:10], enters[:10])  # before anything leaves again
    assert trace.lambdas[13] == 0.0


def test_costs_are_what_the_weights_leave(trace):
    for models in (trace.boosted, trace.regularized):
        for weights, cost in zip(models.weights, models.costs, strict=True):
            assert np.mean((X @ weights - Y) ** 2) == pytest.approx(cost, rel=1e-9)


def test_tuned_again_is_least_squares_on_the_same_features(trace):
    for models in (trace.boosted, trace.regularized):
        for k in range(1, 14):
            support = models.supports[k]
            fit = LinearRegression().fit(X[:, support], Y)
            np.testing.assert_allclose(models.tuned_weights[k, support], fit.coef_, atol=1e-9)
            assert models.tuned_costs[k] == pytest.approx(np.mean((fit.predict(X[:, support]) - Y) ** 2), rel=1e-9)
            assert models.tuned_costs[k] <= models.costs[k] + 1e-12


def test_softmax_tuned_again_is_logistic_regression():
    some = WIDE.X[:, [0, 1, 4, 5, 8, 9]]
    w = BoostingVersusL1(some, WIDE.y, cost="softmax")
    inputs = StandardNormalizer().fit_transform(some)
    for models in (w.trace.boosted, w.trace.regularized):
        support = models.supports[3]
        assert support.sum() == 3
        fit = LogisticRegression(C=np.inf, tol=1e-10, max_iter=1000).fit(inputs[:, support], WIDE.y)
        np.testing.assert_allclose(models.tuned_weights[3, support], fit.coef_[0], rtol=1e-4)
    assert (np.diff(w.trace.boosted.costs) < 0).all()


def test_captions():
    w = BoostingVersusL1(BOSTON)
    assert w.caption == "Without features, both models are the bias alone; the cost is 1.00."
    w.kept = 1
    assert w.caption == (
        "With 1 feature, both have LSTAT (λ = 1.26). Cost: boosting 0.456, ℓ1 0.850; tuned again 0.456 and 0.456."
    )
    w.kept = 3
    assert w.caption == (
        "With 3 features, both have RM and LSTAT; only boosting has DIS, only ℓ1 has PTRATIO (λ = 0.269). "
        "Cost: boosting 0.369, ℓ1 0.350; tuned again 0.353 and 0.321."
    )
    assert (w.boosted, w.regularized, w.selected) == (
        ("RM", "DIS", "LSTAT"),
        ("RM", "PTRATIO", "LSTAT"),
        ("RM", "LSTAT"),
    )
    w.kept = 13
    assert w.caption.startswith("With 13 features, both have all features (λ = 0).")


def test_what_is_shown_follows_the_stepper():
    w = BoostingVersusL1(BOSTON, kept=4)
    orders, _, weights = w.scene.panels
    filled = [mark for mark in orders.marks if isinstance(mark, Dots) and mark.style is not None]
    assert [int(np.isfinite(mark.y.at(w.state)).sum()) for mark in filled] == [4, 4]
    bars, *dots = weights.marks
    assert isinstance(bars, Bars)
    assert bars.names[:3] == ["LSTAT", "RM", "DIS"]
    assert [np.isfinite(values.at(w.state)).sum() for values in (bars.values, *(mark.x for mark in dots))] == [4, 4, 4]


def test_a_copy_never_enters_and_that_is_told():
    rng = np.random.default_rng(0)
    one = rng.normal(size=40)
    w = BoostingVersusL1(np.column_stack([one, one, rng.normal(size=40)]), one + 0.1 * rng.normal(size=40), kept=3)
    assert w.caption.endswith("ℓ1 has no model of just 3.")
    assert w.regularized == ()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: BoostingVersusL1([[1], [2], [3]], [1, 2, 4]), ValueError, "X must have at least 2 features, .*got 1"),
        (
            lambda: BoostingVersusL1([[1, 1], [-1, 1], [1, -1], [-1, -1]], [1, -1, -1, 1]),
            ValueError,
            "y must depend on a feature",
        ),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
