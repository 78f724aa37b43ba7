import re
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets import LambdaSlider
from fewidgets.algorithms import cross_validate_l1
from fewidgets.data import load_boston, load_breast_cancer
from fewidgets.scene import resolve
from fewidgets.scene.reveal import passed
from fewidgets.scene.still.svg_picture import still_svg

# Two orthogonal features: weight n is (mean of x·y) softened by λ / 2.
X = [[-1, 1], [1, 1], [-1, -1], [1, -1]]
Y = [0, 7, -1, 2]


@pytest.fixture
def small():
    return LambdaSlider(X, Y, standardize=False, feature_names=["up", "side"])


def shown(widget, panel, mark=0, channel="values", **state):
    return resolve(getattr(widget.scene.panels[panel].marks[mark], channel), widget.scene.state(**state))


@pytest.mark.parametrize(
    ("lam", "weights", "cost", "caption"),
    [
        (0, [2.5, 1.5], 1.0, "λ is 0: 2 of 2 weights are nonzero (up, side). Next to drop out: side, at 3.00."),
        (2, [1.5, 0.5], 3.0, "λ is 2.00: 2 of 2 weights are nonzero (up, side). Next to drop out: side, at 3.00."),
        (3, [1.0, 0.0], 5.5, "λ is 3.00: 1 of 2 weights is nonzero (up). Here, as λ grows, side drops out."),
        (4, [0.5, 0.0], 7.25, "λ is 4.00: 1 of 2 weights is nonzero (up). Next to drop out: up, at 5.00."),
        (5, [0.0, 0.0], 9.5, "λ is 5.00: 0 of 2 weights are nonzero: only the bias is left. Here, as λ grows, up drops out."),
        (5.1, [0.0, 0.0], 9.5, "λ is 5.10: 0 of 2 weights are nonzero: only the bias is left."),
    ],
)
def test_each_state_of_a_path_known_by_hand(small, lam, weights, cost, caption):
    small.lam = lam
    assert_allclose(shown(small, 0, lam=lam), weights, atol=1e-12)
    assert_allclose(small.scene.readouts[0].value.at(small.state), cost, rtol=2e-3)
    assert small.caption == caption
    assert small.selected == tuple(name for name, weight in zip(["up", "side"], weights, strict=True) if weight > 1e-9)


def test_a_path_is_broken_where_its_feature_is_out(small):
    x, y = shown(small, 1, mark=2, channel="x"), shown(small, 1, mark=2, channel="y")
    assert_array_equal(y[x == 3.0], [0.0])
    assert np.isnan(y[x > 3.1]).all()
    assert not np.isnan(y[x < 3.0]).any()


def test_between_frames_the_picture_is_the_path_itself():
    w = LambdaSlider(load_boston(), reduction="sum")
    rng = np.random.default_rng(0)
    for lam in rng.uniform(0, w.trace.lambda_max, 50):
        assert_allclose(shown(w, 0, lam=float(lam)), w.trace.at(lam).weights, atol=1e-12)
        expected = int(np.count_nonzero(w.trace.at(lam).weights))
        w.lam = float(lam)
        assert len(w.selected) == expected
        assert w.scene.panels[0].heading(w.state) == f"ℓ1 keeps {expected} of 13"


@pytest.mark.parametrize(("standardize", "scaled"), [(True, (True, True)), ("inputs", (True, False)), (False, (False, False))])
def test_what_is_standardized(standardize, scaled):
    boston = load_boston()
    w = LambdaSlider(boston, standardize=standardize)
    Z, y = boston.X - boston.X.mean(axis=0), boston.y - boston.y.mean()
    slopes = 2 * y @ (Z / (Z.std(axis=0) if scaled[0] else 1)) / len(y) / (y.std() if scaled[1] else 1)
    assert w.trace.lambda_max == pytest.approx(np.abs(slopes).max())


def test_softmax_weights_are_the_paths_at_every_frame():
    cancer = load_breast_cancer()
    w = LambdaSlider(cancer.X[:, :6], cancer.y, cost="softmax")
    values = w.scene.control("lam").values
    assert values[-1] == pytest.approx(1.02 * w.trace.lambda_max)
    for k in range(0, len(values), 17):
        assert_array_equal(shown(w, 0, lam=values[k]), w.trace.weights[k])


def test_separable_classes_have_no_picture_at_zero():
    w = LambdaSlider([[1.0], [2.0], [3.0], [4.0]], [-1, -1, 1, 1], cost="softmax")
    assert w.trace.separable
    assert w.lam == pytest.approx(1e-3 * w.trace.lambda_max)
    with pytest.raises(ValueError, match=r"lam must be a number from.*; got 0"):
        w.lam = 0


@pytest.mark.parametrize(("standardize", "reduction"), [(True, "sum"), ("inputs", "mean"), (False, "mean")])
def test_cross_validation_is_shown_and_its_choice_kept(standardize, reduction):
    boston = load_boston()
    w = LambdaSlider(boston, reduction=reduction, standardize=standardize, folds=5, seed=3)
    y = (boston.y - boston.y.mean()) / boston.y.std() if standardize is True else boston.y
    expected = cross_validate_l1(
        boston.X, y, w.validation.lambdas, reduction=reduction, folds=5, seed=3, standardize=bool(standardize)
    )
    assert_array_equal(w.validation.mean, expected.mean)
    assert w.chosen_lam == expected.one_standard_error_lambda
    area, rule, _, line, dot = w.scene.panels[3].marks
    assert_allclose(area.high - area.low, 2 * expected.standard_error)
    assert (rule.x, rule.label) == (expected.one_standard_error_lambda, "chosen")
    assert_array_equal([dot.x[0], dot.y[0]], [expected.best_lambda, expected.mean.min()])
    assert_array_equal(line.y, expected.mean)


@pytest.mark.parametrize("cost", ["least_squares", "softmax"])
def test_features_that_explain_nothing_are_refused(cost):
    with pytest.raises(ValueError, match="y must depend on a feature"):
        LambdaSlider([[-1], [1], [-1], [1]], [-1, -1, 1, 1], cost=cost)


def test_weights_of_ones_own_are_shown_as_they_are():
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(20, 3)), rng.normal(size=20)
    lambdas, weights, biases = [0.0, 0.5, 2.0], rng.normal(size=(3, 3)), rng.normal(size=3)
    w = LambdaSlider.from_weights(lambdas, weights, biases, X, y)
    for lam, row, bias in zip(lambdas, weights, biases, strict=True):
        w.lam = lam
        np.testing.assert_allclose(w.trace.at(lam).weights, row)
        cost = w.scene.readouts[0].at(w.state)
        assert float(cost) == pytest.approx(np.mean((bias + X @ row - y) ** 2), rel=0.01)
    np.testing.assert_allclose(w.trace.at(0.25).weights, weights[:2].mean(axis=0))
    assert w.selected == ("x1", "x2", "x3")


def test_the_slider_stops_at_the_events(small):
    slider = small.scene.control("lam")
    assert_allclose(slider.stops, [3.0, 5.0])
    assert {3.0, 5.0} <= set(slider.values)
    assert_allclose(slider.values[[0, -1]], [0.0, 5.1])
    assert slider.floor == pytest.approx(0.005)


def test_a_ring_stays_where_a_bar_began():
    w = LambdaSlider(load_boston(), lam=0.5)
    bars, rings = w.scene.panels[0].marks
    assert_allclose(rings.x, bars.values.values[0])
    assert len(rings.keys) == 13
    assert [style.label for style in rings.styles] == ["at λ = 0"]
    revealed = LambdaSlider(load_boston(), lam=0.5, reveal="visited").scene
    assert not np.isfinite(passed(rings.x, revealed.panels[0].marks[1].reveal, revealed.state(lam=0.5))).any()


def test_long_names_of_lines_are_told_apart():
    rng = np.random.default_rng(0)
    names = [f"a rather long name of feature number {i} in units of something" for i in range(12)]
    X = rng.normal(size=(60, 12))
    w = LambdaSlider(X, X.sum(axis=1), feature_names=names)
    texts = re.findall(r">([^<]*…[^<]*)</text>", still_svg(replace(w.scene, panels=w.scene.panels[1:2])))
    assert len(set(texts)) == 12
