import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import orthogonal_mp

from fewidgets.algorithms import boost, forward_fit, forward_selection, greedy_subset, myopic_forward_fit

# CS373, lecture 7: the points of its example (as the issue gives them), and both tables as printed.
# fmt: off
POINTS = np.array([
    (-0.8417, 1.3297), (-0.8011, 1.3180), (-0.6668, 1.3712), (-0.5764, 1.3607), (-0.5316, 1.3316),
    (-0.5206, 1.3887), (-0.5101, 1.4295), (-0.4826, 1.3562), (-0.4489, 1.3325), (-0.2339, 1.2675),
    (-0.1196, 1.2008), (0.0669, 0.9822), (0.0880, 0.9527), (0.1018, 0.9341), (0.1155, 0.9150),
    (0.1817, 0.8484), (0.4783, 0.5350), (0.4964, 0.6146), (0.5290, 0.6343), (0.6107, 0.6855),
])
# fmt: on
FORWARD = """
 1 0 +1.089 0.874
 2 1 -0.553 0.163
 3 2 -0.288 0.085
 4 1 -0.101 0.062
 5 0 -0.033 0.051
 6 3 +0.053 0.049
 7 1 -0.043 0.045
 8 3 +0.088 0.041
 9 1 -0.035 0.039
10 3 +0.072 0.036"""
MYOPIC = """
 1 0 +1.089 0.874
 2 1 -0.553 0.163
 3 0 -0.085 0.091
 4 1 -0.056 0.084
 5 2 -0.127 0.069
 6 0 +0.021 0.065
 7 1 -0.031 0.063
 8 2 -0.078 0.057
 9 0 +0.013 0.055
10 1 -0.018 0.054"""


@pytest.fixture(scope="module")
def lecture():
    x, y = POINTS.T
    return x[:, None] ** np.arange(5), y  # φ(x) = (1, x, x², x³, x⁴): as they are, neither scaled nor centred


@pytest.mark.parametrize(("fit", "table"), [(forward_fit, FORWARD), (myopic_forward_fit, MYOPIC)])
def test_the_lectures_table_to_every_printed_digit(lecture, fit, table):
    trace = fit(*lecture)
    rows = zip(trace.order, trace.steps, trace.costs[1:], strict=True)
    printed = [f"\n{m:2d} {deg} {step:+.3f} {J:.3f}" for m, (deg, step, J) in enumerate(rows, start=1)]
    assert "".join(printed) == table


def test_forward_fitting_is_boosting_until_a_feature_comes_again(boston):
    X, y = boston
    fitted, boosted = forward_fit(X, y, rounds=8, reduction="mean"), boost(X, y)
    again = next(m for m in range(8) if fitted.order[m] in fitted.order[:m])
    assert again == 4  # LSTAT comes again in round 5
    assert_array_equal(fitted.order[:again], boosted.order[:again])
    assert_allclose(fitted.costs[: again + 1], boosted.costs[: again + 1], rtol=1e-12)


def test_greedy_is_forward_selection_without_a_bias(boston):
    X, y = boston
    greedy, forward = greedy_subset(X, y, reduction="mean"), forward_selection(X, y, fit_bias=False)
    assert_array_equal(greedy.order, forward.order)
    assert_allclose(greedy.costs, forward.costs, rtol=1e-12)
    assert_allclose(greedy.weights, forward.weights, rtol=1e-12)
    few = greedy_subset(X, y, size=2)
    assert_allclose(few.weights, greedy.weights[:3], rtol=1e-10, atol=1e-12)


def test_orthogonal_matching_pursuit_chooses_as_the_myopic_way_and_refits_as_the_greedy_one(lecture):
    rng = np.random.default_rng(8)
    X = rng.normal(size=(40, 6)) * [1, 1, 1, 1, 1, 8] + 0.3
    y = X[:, 0] + X[:, 1] - X[:, 2] + 0.05 * X[:, 5] + 0.3 * rng.normal(size=40)
    pursued = [set(np.flatnonzero(orthogonal_mp(X, y, n_nonzero_coefs=k))) for k in range(1, 7)]
    greedy, myopic = greedy_subset(X, y), myopic_forward_fit(X, y)
    assert pursued[0] == {myopic.order[0]} == {5}
    assert pursued[0] != {greedy.order[0]}
    theta, S = np.zeros(6), []
    for k in range(6):  # what scikit-learn computes
        S.append(int(np.abs(X.T @ (y - X @ theta)).argmax()))
        theta[S] = np.linalg.lstsq(X[:, S], y, rcond=None)[0]
        assert pursued[k] == set(S)
    # Where features are orthonormal, nothing has to be refitted, and all ways are one.
    Q = np.linalg.qr(X)[0]
    weights = orthogonal_mp(Q, y, n_nonzero_coefs=4)
    for trace in (greedy_subset(Q, y, size=4), forward_fit(Q, y, rounds=4), myopic_forward_fit(Q, y, rounds=4)):
        assert_allclose(trace.weights[-1], weights, atol=1e-12)


def test_it_ends_when_nothing_is_left():
    trace = forward_fit([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]], [3.0, 8.0, 0.0], rounds=50)
    assert_array_equal(trace.order, [1, 0])
    assert trace.costs[-1] == 0
    unmoved = myopic_forward_fit([[1.0], [1.0]], [1.0, -1.0])
    assert unmoved.n_rounds == 0
    assert unmoved.candidate_costs.shape == (0, 1)
    assert_array_equal(unmoved.costs, [1.0])


def test_a_feature_that_others_explain_comes_last_with_weight_0():
    X = np.array([[1.0, 2.0, 0.0], [1.0, 2.0, 1.0], [1.0, 2.0, 3.0]])
    trace = greedy_subset(X, [1.0, 2.0, 5.0])
    assert_array_equal(trace.order, [2, 0, 1])
    assert trace.steps[-1] == 0
    assert trace.candidate_weights[2, 1] == 0
    assert_allclose(trace.costs[-1], trace.costs[-2])
