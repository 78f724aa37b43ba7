"""Large data: little is sent, the picture says what it leaves out, and the results keep everything."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fewidgets import LambdaSlider
from fewidgets.explorables.shared.l1_frames import costs_along, frames_along
from fewidgets.scene import resolve
from tests.explorables.sent import size_of

MANY_EXAMPLES, MANY_FEATURES = 250_000, 1_000_000  # most bytes for 20,000 examples, and for 1,000 features


def table(P, N, seed=0):
    """Correlated features, of which a third have an effect."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(P, N)) + 0.7 * rng.normal(size=(P, 8)) @ rng.normal(size=(8, N))
    return X, X @ (3 * rng.normal(size=N) * (rng.random(N) < 0.3)) + 5 * rng.normal(size=P)


@pytest.fixture(scope="module")
def wide():
    return table(300, 1000)


def sent(w):
    return size_of(w.get_state()) + size_of(w.layout.get_state())


@pytest.fixture
def lambdas(wide):
    return LambdaSlider(*wide)


def test_the_path_of_many_features_is_small(lambdas):
    assert sent(lambdas) <= MANY_FEATURES / 4
    assert len(lambdas.scene.control("lam").values) <= 300


def test_the_results_hold_all_features(lambdas):
    rng = np.random.default_rng(1)
    path = lambdas.trace
    assert path.knot_weights.shape[1] == 1000
    for asked in rng.uniform(0, path.lambda_max, 20):
        lambdas.lam = float(asked)
        lam = lambdas.lam
        assert abs(lam - asked) <= 0.02 * path.lambda_max  # the nearest of some 300 values
        weights = path.at(lam).weights
        kept = tuple(f"x{n + 1}" for n in np.flatnonzero(weights))
        assert lambdas.selected == kept
        assert lambdas.scene.readouts[1].at(lambdas.state) == f"{len(kept)} of 1,000"
        assert f": {len(kept)} of 1,000 weights" in lambdas.caption
        ahead = [event for event in path.events if event.lam > lam]
        if ahead and lam not in path.knots:
            assert f" x{ahead[-1].feature + 1}, at " in lambdas.caption
        bars = lambdas.scene.panels[0].marks[0]
        drawn = [int(name[1:]) - 1 for name in bars.names]
        assert_allclose(resolve(bars.values, lambdas.state), weights[drawn], atol=1e-12)


def test_the_picture_says_how_many_features_it_draws(lambdas):
    assert lambdas.scene.panels[0].title == "Weights at λ (60 of 1,000 features)"
    assert lambdas.caption.endswith("60 of 1,000 features are drawn.")
    assert repr(lambdas).endswith(lambdas.caption)
    first = [event.feature for event in lambdas.trace.events if event.kind == "enters"][:30]
    assert {f"x{n + 1}" for n in first} <= set(lambdas.scene.panels[0].marks[0].names)


def test_a_feature_that_is_asked_for_is_drawn_and_highlighted(lambdas):
    before = lambdas.scene.panels[0].marks[0]
    hidden = next(name for name in lambdas.data.feature_names if name not in before.names)
    trace = lambdas.trace
    lambdas.show = hidden
    after = lambdas.scene.panels[0].marks[0]
    assert set(after.names) == {*before.names, hidden}
    assert lambdas.feature == hidden
    assert lambdas.trace is trace
    assert "61 of 1,000 features are drawn." in lambdas.caption
    colors = dict(zip(after.names, after.color, strict=True))
    assert all(colors[name] == color for name, color in zip(before.names, before.color, strict=True))
    lambdas.show = ""
    assert lambdas.feature == ""
    assert lambdas.scene.panels[0].marks[0].names == before.names
    with pytest.raises(ValueError, match=r"^show must be one of "):
        lambdas.show = "x1001"


@pytest.mark.parametrize("seed", range(3))
def test_costs_along_a_path_are_those_of_its_models(seed):
    X, y = table(60, 9, seed)
    w = LambdaSlider(X, y, standardize=False)
    values, weights, costs = frames_along(w.trace)
    biases = w.trace.at(values).bias
    expected = ((biases + X @ weights.T - y[:, None]) ** 2).mean(axis=0)
    assert_allclose(costs, expected, rtol=1e-9)
    assert_allclose(costs_along(w.trace, values), expected, rtol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("P", "N", "most"), [(20_000, 13, MANY_EXAMPLES), (20_000, 60, MANY_EXAMPLES), (2_000, 200, MANY_FEATURES)]
)
def test_what_is_sent_does_not_grow_with_the_data(P, N, most):
    assert sent(LambdaSlider(*table(P, N))) <= most
