"""Large data: little is sent, the picture says what it leaves out, and the results keep everything."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fewidgets
from fewidgets import DimensionReductionViewer, LambdaSlider
from fewidgets.algorithms import Softmax, StandardNormalizer, compare_selectors, gradient_descent
from fewidgets.explorables import EXPLORABLES
from fewidgets.explorables.shared.l1_frames import costs_along, frames_along
from fewidgets.scene import resolve
from tests.explorables.sent import size_of
from tests.explorables.test_moves_together import anything

pytestmark = pytest.mark.slow

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
        assert f": {len(kept)} of 1,000 weights" in lambdas.caption
        bars = lambdas.scene.panels[0].marks[0]
        drawn = [int(name[1:]) - 1 for name in bars.names]
        assert_allclose(resolve(bars.values, lambdas.state), weights[drawn], atol=1e-12)


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
    lambdas.show = ""
    assert lambdas.feature == ""
    assert lambdas.scene.panels[0].marks[0].names == before.names


@pytest.mark.parametrize("seed", range(3))
def test_costs_along_a_path_are_those_of_its_models(seed):
    X, y = table(60, 9, seed)
    w = LambdaSlider(X, y, standardize=False)
    values, weights, costs = frames_along(w.trace)
    biases = w.trace.at(values).bias
    expected = ((biases + X @ weights.T - y[:, None]) ** 2).mean(axis=0)
    assert_allclose(costs, expected, rtol=1e-9)
    assert_allclose(costs_along(w.trace, values), expected, rtol=1e-9)


def labels(y):
    return np.where(y > np.median(y), 1.0, -1.0)


def with_gaps(X, y):
    gaps = np.random.default_rng(2).random(X.shape) < 0.1
    return fewidgets.ImputationViewer(np.where(gaps, np.nan, X))


def race(X, y):
    costs = {
        "raw": Softmax(X, labels(y)),
        "standardized": Softmax(StandardNormalizer().fit_transform(X), labels(y)),
    }
    start = np.zeros(X.shape[1] + 1)
    return fewidgets.FeatureRace({name: gradient_descent(cost, start, 1e-3, 30) for name, cost in costs.items()})


def sentences(X, y):
    numbers = np.random.default_rng(3).integers(0, X.shape[1], (len(X), 3))
    return fewidgets.BagOfWordsViewer([f"The word{a} of the word{b} is a thing{c}." for a, b, c in numbers])


def pictures(X, y):
    return fewidgets.EdgeHistogramViewer(np.random.default_rng(4).random((len(X), 12, 12)))


def categories(X, y):
    return fewidgets.OneHotViewer([f"a rather long name of category {n}" for n in np.arange(len(X)) % 12])


ON_ROWS = {
    "BagOfWordsViewer": [sentences],
    "BoostingStepper": [
        fewidgets.BoostingStepper,
        lambda X, y: fewidgets.BoostingStepper(X, labels(y), cost="softmax", rounds=min(12, X.shape[1])),
    ],
    "BoostingVersusL1": [fewidgets.BoostingVersusL1],
    "ContourDescent": [lambda X, y: fewidgets.ContourDescent(X[:, :2], y, steps=500)],
    "CorrelationRanking": [lambda X, y: fewidgets.CorrelationRanking(X, y, order="best first")],
    "DimensionReductionViewer": [lambda X, y: DimensionReductionViewer(X, y, examples=200)],
    "EdgeHistogramViewer": [pictures],
    "FeatureRace": [race],
    "FittingRace": [fewidgets.FittingRace, lambda X, y: fewidgets.FittingRace(X[:, :1], y, degree=4)],
    "ImportanceViewer": [
        lambda X, y: fewidgets.ImportanceViewer(X, y, trees=2, examples=200),
        lambda X, y: fewidgets.ImportanceViewer(X, labels(y), trees=2),
    ],
    "ImputationViewer": [lambda X, y: fewidgets.ImputationViewer(X, removed_share=0.5), with_gaps],
    "KernelRidgeViewer": [fewidgets.KernelRidgeViewer],
    "LambdaSlider": [lambda X, y: LambdaSlider(X, y, folds=2)],
    "MutualInformationViewer": [lambda X, y: fewidgets.MutualInformationViewer(X, labels(y))],
    "OneHotViewer": [categories],
    "PolynomialDegreeViewer": [fewidgets.PolynomialDegreeViewer],
    "RescalingViewer": [lambda X, y: fewidgets.RescalingViewer(X, scaling="min-max")],
    "SubsetLattice": [lambda X, y: fewidgets.SubsetLattice(X[:, :12], y), lambda X, y: fewidgets.SubsetLattice(X[:, :6], y)],
    "RegularizerViewer": [lambda X, y: fewidgets.RegularizerViewer(X[:, :2], y)],
    "ScalingStepper": [fewidgets.ScalingStepper],
    "SelectorViewer": [
        lambda X, y: fewidgets.SelectorViewer(compare_selectors(X, y, names=["Pearson correlation", "boosting"], repeats=1))
    ],
}
ON_FEW = {"ImageComparison", "SpamViewer", "SpectrumViewer"}  # up to three pictures, one mail, and one sound
OF_OTHERS = {"SideBySide"}  # it sends what two explorables send, which are measured themselves


def test_each_explorable_is_measured():
    assert ON_ROWS.keys() | ON_FEW | OF_OTHERS == set(EXPLORABLES)


@pytest.mark.parametrize(("P", "N", "most"), [(20_000, 13, MANY_EXAMPLES), (300, 1000, MANY_FEATURES)])
@pytest.mark.parametrize("name", ON_ROWS)
def test_little_is_sent_in_every_setting(name, P, N, most):
    X, y = table(P, N)
    for make in ON_ROWS[name]:
        check_walk(make(X, y), most, moves=6)


def check_walk(w, most, moves):
    """Make random moves, of which some are refused, and measure what is sent after each."""
    rng = np.random.default_rng(len(w.get_state()))
    assert sent(w) <= most
    for _ in range(moves if w.inputs else 0):
        name = str(rng.choice(list(w.inputs)))
        try:
            w.move(**{name: anything(w.inputs[name], rng)})
        except ValueError:
            continue
        assert sent(w) <= most, (name, w.state)


def test_of_many_features_some_are_drawn_and_all_are_reduced(wide):
    w = DimensionReductionViewer(*wide, kept=12)
    matrix = w.scene.panels[0]
    assert matrix.title == "The data matrix"
    assert {text for _, text in matrix.y.ticks} >= set(w.selected)
    assert w.caption.endswith(" 40 of 1,000 features are drawn.")
    assert w.trace[-1].X.shape == (48, 1000)
    assert w.trace[-1].clusters.centroids[-1].shape == (12, 1000)
    assert len(DimensionReductionViewer(*wide, examples=200).scene.panels[0].y.ticks) == 30
