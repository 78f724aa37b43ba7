"""True weights beside the estimated ones in `LambdaSlider`, on data that are given and on data that are made."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import Lasso

from fewidgets import LambdaSlider
from fewidgets.data import make_lasso_example
from fewidgets.scene import Arrow, Dots, Line, resolve
from tests.explorables.shown import mark

RIGHTLY_IN, RIGHTLY_OUT, WRONGLY_OUT, WRONGLY_IN = range(4)


@pytest.fixture
def made():
    return LambdaSlider(make=make_lasso_example, standardize=False, reduction="sum")


def readouts(w):
    return {each.label: each.at(w.state) for each in w.scene.readouts}


@pytest.mark.parametrize("standardize", [True, "inputs", False])
def test_without_noise_and_penalty_the_weights_are_the_true_ones_in_every_unit(standardize):
    data = make_lasso_example(60, noise=0.0)
    stretched = data.X * np.geomspace(0.1, 30, 10) + 5
    truth = data.true_weights / np.geomspace(0.1, 30, 10)
    w = LambdaSlider(stretched, data.y, truth=truth, standardize=standardize, lam=0.0)
    assert_allclose(w.trace.truth, w.trace.at(0.0).weights, atol=1e-9)
    assert_allclose(mark(w, 0, Dots).x, w.trace.truth)


@pytest.mark.parametrize(("noise", "count", "lam"), [(0.5, 100, 20.0), (2.0, 100, 30.0), (1.0, 30, 10.0), (3.0, 400, 200.0)])
def test_the_estimates_are_those_of_another_package_and_selection_and_shrinkage_follow_from_them(made, noise, count, lam):
    made.move(noise=noise, count=count)
    made.lam = lam
    data = make_lasso_example(count, noise=noise)
    assert_array_equal(made.table.X, data.X)
    assert_array_equal(made.table.y, data.y)
    peer = Lasso(alpha=lam / (2 * count), tol=1e-12, max_iter=100_000).fit(data.X, data.y).coef_
    estimated, truth = mark(made, 0, Arrow), data.true_weights
    assert_allclose(resolve(estimated.x1, made.state), peer, atol=1e-7)
    assert_array_equal(estimated.x0, truth)
    expected = [
        (RIGHTLY_IN if inside else WRONGLY_OUT) if matters else (WRONGLY_IN if inside else RIGHTLY_OUT)
        for inside, matters in zip(np.abs(peer) > 1e-9, truth != 0, strict=True)
    ]
    assert resolve(mark(made, 0, Dots).style, made.state).tolist() == expected
    found = readouts(made)
    assert found["Rightly in"] == f"{expected.count(RIGHTLY_IN)} of 5"
    assert found["Wrongly in"] == f"{expected.count(WRONGLY_IN)} of 5"
    share = 100 * sum(weight * np.sign(true) for weight, true in zip(peer, truth, strict=True)) / 5.25
    assert float(found["Share of true weight"].removesuffix(" %")) == pytest.approx(share, rel=5e-3)


def test_the_counts_along_the_penalty_are_those_of_the_weights(made):
    inside, matters = made.trace.frame_weights != 0, made.trace.truth != 0
    assert_array_equal(mark(made, 2, Line, 0).y, inside[:, matters].sum(axis=1))
    assert_array_equal(mark(made, 2, Line, 1).y, inside[:, ~matters].sum(axis=1))
    levels = [line for line in made.scene.panels[1].marks if isinstance(line, Line)][:5]
    assert [line.y[0] for line in levels] == [2.0, -1.5, 1.0, -0.5, 0.25]


def test_between_two_knots_a_feature_counts_that_is_in_at_one_of_them(made):
    knots = made.trace.knots
    for lam in (knots[:-1] + knots[1:]) / 2:
        made.lam = float(lam)
        weights = made.trace.at(float(lam)).weights
        assert readouts(made)["Rightly in"] == f"{np.count_nonzero(weights[:5])} of 5"
        inside = np.isin(resolve(mark(made, 0, Dots).style, made.state), [RIGHTLY_IN, WRONGLY_IN])
        assert_array_equal(inside, weights != 0)


@pytest.mark.parametrize(
    ("truth", "text"),
    [
        ([0, 0], " 1 of 2 are in wrongly: no true weight differs from 0."),
        (
            [3, 0],
            " 1 of the 1 features that matter is in, and 0 of the 1 that do not. "
            "Those that matter have 16.7 % of their true weight.",
        ),
        ([3, 2], " 1 of the 2 features that matter is in. Those that matter have 10.0 % of their true weight."),
        (
            [0, 2],
            " 0 of the 1 features that matter are in, and 1 of the 1 that do not. "
            "Those that matter have 0 % of their true weight.",
        ),
    ],
)
def test_the_caption_knows_when_all_or_no_features_matter(truth, text):
    w = LambdaSlider([[-1, 1], [1, 1], [-1, -1], [1, -1]], [0, 7, -1, 2], standardize=False, lam=4, truth=truth)
    assert w.caption == f"λ is 4.00: 1 of 2 weights is nonzero (x1). Next to drop out: x1, at 5.00.{text}"
