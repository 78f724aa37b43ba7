"""What lesson 9.7 says is true, and what it names is on screen."""

import numpy as np
import pytest

from fewidgets import BoostingVersusL1, LambdaSlider, RegularizerViewer
from fewidgets.algorithms import QuadraticCost, StandardNormalizer, constrained_minimizer, l1_gradient_descent, l1_path
from fewidgets.data import load_auto_mpg, load_boston, load_credit
from fewidgets.exercises.cars.held_out import held_out_errors
from fewidgets.exercises.cars.scores import difference
from tests.lessons.reading import cells

TOLD = " ".join(" ".join(cells("9.7_regularization")).split())


@pytest.fixture(scope="module")
def boston():
    table = load_boston()
    return table, StandardNormalizer().fit_transform(table.X), (table.y - table.y.mean()) / table.y.std()


@pytest.fixture(scope="module")
def path(boston):
    _, X, y = boston
    return l1_path(X, y, reduction="sum")


def kept(table, weights):
    return {name for name, weight in zip(table.feature_names, weights, strict=True) if weight}


def test_which_penalty_drops_a_weight_first_depends_on_the_cost():
    for minimizer, first in (((2.0, 1.0), ("l0", 0.75, 3.0)), ((6.0, 5.0), ("l1", 18.75, 15.0))):
        C, c = np.array([[1.0, 0.5], [0.5, 1.0]]), np.array(minimizer)
        w = np.linspace(0, 12, 120_001)  # one weight, where the other one is dropped
        alone = ((w - c[0]) ** 2 + c[1] ** 2 - c[1] * (w - c[0])).min()
        lam = 2 * c[1] * (C[1, 1] - C[0, 1] ** 2) / (1 - C[0, 1])
        assert (pytest.approx(alone), pytest.approx(lam)) == first[1:]
        paths = RegularizerViewer(minimizer=minimizer, correlation=0.5).trace
        gone = {kind: paths[kind].lambdas[(paths[kind].weights == 0).any(axis=1)][0] for kind in ("l0", "l1", "l2")}
        assert (min(gone, key=gone.get), gone["l0"], pytest.approx(gone["l1"])) == first
    assert "minimizer=(6, 5), correlation=0.5" in TOLD
    assert r"\lambda = 15$" in TOLD
    assert r"\lambda = 18.75$" in TOLD


def test_at_130_the_sum_of_a_normalized_output_leaves_the_features_of_the_chapter_and_a_tiny_one(boston, path):
    table, X, y = boston
    weights = path.at(130.0).weights
    assert kept(table, weights) == {"RM", "PTRATIO", "B", "LSTAT"}
    assert (np.argsort(-np.abs(weights))[:3] + 1).tolist() == [13, 6, 11], "Example 9.11"
    assert min(abs(weights[weights != 0])) < 0.005
    mean = l1_path(X, y, reduction="mean")
    np.testing.assert_allclose(mean.at(130.0 / len(y)).weights, weights, atol=1e-12)
    assert not mean.at(130.0).weights.any()
    assert len(kept(table, path.at(0.0).weights)) == 13
    descended = l1_gradient_descent(X, y, [130.0], steps=1000, step_length=5e-5, reduction="sum").weights[0]
    assert descended.all(), "no weight is exactly zero"


def test_indus_leaves_and_comes_back_with_the_other_sign(boston, path):
    table, _, _ = boston
    n = table.feature_names.index("INDUS")
    first, out, second = (event.lam for event in path.events if event.feature == n)
    assert path.at((first + out) / 2).weights[n] < 0 < path.at(second / 2).weights[n]
    assert path.at((out + second) / 2).weights[n] == 0
    for lam in (second, out, first):
        assert rf"\lambda = {lam:.3g}$" in TOLD


def test_more_than_half_of_the_features_are_gone_where_the_answer_says(path):
    assert r"From $\lambda = 63.7$ on, six features are left" in TOLD
    assert [np.count_nonzero(path.at(lam).weights) for lam in (63.6, 63.8)] == [7, 6]


def test_l1_keeps_both_weights_where_the_text_says():
    for minimizer, lam in (((2.0, 1.0), 3.0), ((3.0, 2.0), 6.0), ((2.0, -1.0), 1.0)):
        found = RegularizerViewer(minimizer=minimizer, correlation=0.5).trace["l1"]
        assert found.at(0.99 * lam).all()
        assert not found.at(1.01 * lam).all()


def test_the_credit_example_keeps_the_features_of_the_chapter_and_a_tiny_one():
    credit = load_credit()
    X = StandardNormalizer().fit_transform(credit.X)
    risk = l1_path(X, credit.y, cost="softmax", reduction="sum", lambdas=[0.0, 40.0, 50.0])
    at_forty = risk.at(40.0).weights
    assert set((np.argsort(-np.abs(at_forty))[:4] + 1).tolist()) == {1, 2, 3, 6}, "Example 9.12"
    assert np.count_nonzero(at_forty) == 5
    assert (np.flatnonzero(risk.at(50.0).weights) + 1).tolist() == [1, 2, 3, 6]
    both = BoostingVersusL1(credit, cost="softmax", kept=4)
    assert both.boosted == both.regularized == ("account_balance", "duration", "payment_status", "savings")


def test_l1_ends_at_a_corner_in_seven_of_ten_directions():
    corners = 0
    for turn in np.linspace(0, 2 * np.pi, 360, endpoint=False):
        cost = QuadraticCost([[1, 0.5], [0.5, 1]], [3 * np.cos(turn), 3 * np.sin(turn)])
        corners += np.abs(constrained_minimizer(cost, "l1", 1).weights).min() < 1e-9
    assert corners == 252
    assert f"at a corner in {100 * corners // 360} % of the directions" in TOLD


def test_cross_validation_chooses_what_the_answer_says(boston):
    tuned = LambdaSlider(boston[0], reduction="sum", folds=5, axis="log")
    assert rf"near $\lambda = {tuned.validation.best_lambda:.1f}$, with twelve features" in TOLD
    assert rf"chooses $\lambda = {tuned.chosen_lam:.1f}$, with eight" in TOLD
    for lam, features in ((tuned.validation.best_lambda, 12), (tuned.chosen_lam, 8)):
        assert np.count_nonzero(tuned.trace.at(lam).weights) == features
    error = tuned.validation.mean
    assert 0 < error[0] - error.min() < 0.001, "hardly smaller than without a penalty"


def test_tuned_again_neither_list_is_always_better(boston):
    both = BoostingVersusL1(boston[0]).trace
    one, other = both.boosted, both.regularized
    assert one.tuned_costs[3] > other.tuned_costs[3]
    assert one.tuned_costs[6] < other.tuned_costs[6]
    assert (one.costs[1:5] < other.costs[1:5]).tolist() == [True, True, False, True]
    assert (one.costs[5:] > other.costs[5:]).all()
    order, entered = list(both.boosting.order), list(both.entered)
    dis, crim = (boston[0].feature_names.index(name) for name in ("DIS", "CRIM"))
    assert [each.index(n) + 1 for n in (dis, crim) for each in (order, entered)] == [3, 7, 13, 6]
    assert f"boosting stays at {one.costs[13]:.3f}, and least squares has {one.tuned_costs[13]:.3f}" in TOLD


def test_the_opening_picture_keeps_weight_year_and_horsepower():
    slider = LambdaSlider(load_auto_mpg(), reduction="sum", lam=180.0)
    assert slider.selected == ("horsepower", "weight", "model_year")


def lasso(lam, kept, squares=True):
    def fit(X, y):
        means, scales = np.nanmean(X, axis=0), np.nanstd(X, axis=0)

        def inputs(cars):
            z = np.nan_to_num((cars - means) / scales)
            return np.column_stack([z, z**2]) if squares else z

        scaler = StandardNormalizer().fit(inputs(X))
        model = l1_path(scaler.transform(inputs(X)), y).at(lam)
        kept.append(model.weights != 0)
        return lambda cars: model.bias + scaler.transform(inputs(cars)) @ model.weights

    return fit


def test_the_lasso_keeps_about_eight_of_fourteen_features_of_the_cars():
    kept, nothing = [], []
    errors = {lam: held_out_errors(lasso(lam, kept if lam == 0.5 else nothing)) for lam in (0.0, 0.5, 1.0, 3.0)}
    assert f"all fourteen have an error of {errors[0.0].mean():.2f} miles" in TOLD
    assert f"Without the squares it was {held_out_errors(lasso(0.0, nothing, squares=False)).mean():.2f}" in TOLD
    assert f"features are left, and the error is {errors[0.5].mean():.2f}." in TOLD
    change, uncertain = difference(errors[0.5], errors[0.0])
    assert f"{change:.2f} ± {uncertain:.2f} is no clear change" in TOLD
    assert change < uncertain
    assert f"the error is {errors[1.0].mean():.2f}, and with $\\lambda = 3$ it is {errors[3.0].mean():.2f}" in TOLD
    change, uncertain = difference(errors[1.0], errors[0.0])
    assert change > 2 * uncertain
    counts = np.sum(kept, axis=0)
    assert round(np.sum(kept) / 20) == 8
    assert np.flatnonzero(counts == 20).tolist() == [2, 3, 5, 6, 10, 12]
    assert (counts[4], counts[11]) == (0, 19), "acceleration and its square"
