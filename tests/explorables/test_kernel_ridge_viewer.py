import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.kernel_ridge import KernelRidge
from sklearn.preprocessing import StandardScaler

from fewidgets import KernelRidgeViewer
from fewidgets.data import load_boston, load_lecture_points
from fewidgets.explorables.kernel_ridge_viewer.kernel_ridge_viewer import MOST_EXAMPLES
from fewidgets.scene import Dots, Line, resolve
from tests.explorables.shown import mark, panel

LECTURE = load_lecture_points()
PEER = {"rbf": {"kernel": "rbf"}, "polynomial": {"kernel": "poly", "coef0": 1.0}, "linear": {"kernel": "linear"}}


def viewer(**state):
    return KernelRidgeViewer(LECTURE, standardize=False, **state)


@pytest.mark.parametrize("kernel", PEER)
@pytest.mark.parametrize(("lam", "gamma", "degree"), [(0.01, 0.5, 2), (1.0, 3.0, 4), (100.0, 1.0, 5)])
def test_alpha_and_predictions_are_scikit_learns(kernel, lam, gamma, degree):
    w = viewer(kernel=kernel, lam=lam, gamma=gamma, degree=degree)
    X, y = w.points[:, :1], w.points[:, 1]
    peer = KernelRidge(alpha=lam, gamma=gamma, degree=degree, **PEER[kernel]).fit(X, y)
    assert_allclose(w.trace.model.alpha, lam * peer.dual_coef_, rtol=1e-6, atol=1e-9)
    at = w.scene.control("at").values
    assert_allclose(w.trace.curve, peer.predict(at[:, None]), rtol=1e-6, atol=1e-8)
    assert_allclose(w.trace.model.alpha, y - peer.predict(X), rtol=1e-5, atol=1e-8)  # α are residuals


@pytest.mark.parametrize("kernel", PEER)
def test_terms_add_up_to_the_prediction_at_every_place(kernel):
    w = viewer(kernel=kernel, degree=3)
    X = w.points[:, 0]
    for x in w.scene.control("at").values[[0, 40, 100]]:
        state = w.scene.state(at=x)
        terms = resolve(mark(w, "Terms at", Dots).y, state)
        K = {"rbf": np.exp(-((X - x) ** 2)), "polynomial": (X * x + 1) ** 3, "linear": X * x}[kernel]
        assert_allclose(terms, w.trace.model.alpha * K / 0.1, atol=1e-6 * np.abs(w.trace.terms).max())
        assert float(w.scene.readouts[0].at(state).replace("−", "-")) == pytest.approx(terms.sum(), rel=1e-4, abs=1e-4)


@pytest.mark.parametrize(("kernel", "degree", "size"), [("linear", 1, 1), ("polynomial", 1, 2), ("polynomial", 6, 7)])
def test_primal_and_dual_agree(kernel, degree, size):
    w = viewer(kernel=kernel, degree=degree, lam=0.3, gamma=2.0)
    primal, X, y = w.trace.primal, w.points[:, 0], w.points[:, 1]
    assert len(primal.names) == size
    assert_allclose(primal.weights, primal.from_dual, rtol=1e-6, atol=1e-9)
    assert_allclose(primal.curve, w.trace.curve, rtol=1e-7, atol=1e-9)
    # θ by the normal equations of J, on the features as they are named.
    powers = [0] * (kernel == "polynomial") + list(range(1, degree + 1))
    phi = primal.scales * X[:, None] ** powers
    theta = np.linalg.solve(phi.T @ phi + 0.3 * np.eye(size), phi.T @ y)
    assert_allclose(primal.weights, theta, rtol=1e-6, atol=1e-9)
    J = 0.5 * ((y - phi @ theta) ** 2).sum() + 0.15 * theta @ theta
    assert w.trace.objective == pytest.approx(J)
    one, other = panel(w, "Primal and dual").marks[0].rows
    assert one[1:] == other[1:]


def test_dragging_an_example_changes_every_alpha():
    w = viewer(gamma=5.0)
    before = w.trace.model.alpha
    points = np.array(w.points)
    points[10, 1] += 0.3
    w.points = points
    after = w.trace.model.alpha
    # α is linear in y: its change is a column of (I + K/λ)⁻¹.
    column = np.linalg.inv(np.eye(20) + w.trace.model.gram / 0.1)[:, 10]
    assert_allclose(after - before, 0.3 * column, atol=1e-10)
    assert np.abs(after - before).min() > 0
    assert_array_equal(w.data.y, LECTURE.y), "the data stay as they are"


def test_another_feature_brings_its_own_examples():
    boston = load_boston()
    w = KernelRidgeViewer(boston, across="LSTAT")
    assert w.selected == ("LSTAT",)
    w.across = "RM"
    pairs = StandardScaler().fit_transform(np.column_stack([boston.X[:, 5], boston.y]))
    assert MOST_EXAMPLES <= len(w.points) <= MOST_EXAMPLES + 2
    assert {tuple(pair) for pair in w.points.round(9)} <= {tuple(pair) for pair in pairs.round(9)}
    ends = pairs[[*pairs.argmin(axis=0), *pairs.argmax(axis=0)]].round(9)
    assert {tuple(pair) for pair in ends} <= {tuple(pair) for pair in w.points.round(9)}


def test_a_penalty_that_is_too_small_is_refused_in_words_and_changes_nothing():
    w = KernelRidgeViewer(load_boston(), kernel="polynomial", gamma=5.0)
    before = w.caption
    with pytest.raises(ValueError, match=r"lam must be at least .* for this Gram matrix"):
        w.degree = 8
    assert w.caption == before


def test_stems_are_alpha():
    w = viewer()
    top, bottom, gap = np.asarray(mark(w, "The fit", Line).y).reshape(-1, 3).T
    assert_allclose(top - bottom, w.trace.model.alpha)
    assert_allclose(top, w.points[:, 1])
    assert np.isnan(gap).all()
    start, end, _ = np.asarray(mark(w, "α", Line).y).reshape(-1, 3).T
    assert_allclose(end, w.trace.model.alpha)
    assert_array_equal(start, 0)


def test_controls_that_do_nothing_are_hidden():
    idle = {kernel: {name for name, each in viewer(kernel=kernel).inputs.items() if each.idle} for kernel in PEER}
    assert idle == {"rbf": {"degree", "across"}, "polynomial": {"across"}, "linear": {"gamma", "degree", "across"}}
