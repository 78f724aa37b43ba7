"""What lesson 9.1 states is what its algorithms give."""

import numpy as np
import pytest

from fewidgets import DimensionReductionViewer
from fewidgets.algorithms import StandardNormalizer, boost
from fewidgets.data import load_boston
from fewidgets.exercises.cars.held_out import held_out_errors, mean_fit
from tests.lessons.cars import least_squares

BOSTON = load_boston()


@pytest.fixture(scope="module")
def table():
    return StandardNormalizer().fit_transform(BOSTON.X)


def test_eight_components_and_twelve_features_keep_90_percent():
    trace = DimensionReductionViewer(BOSTON).trace
    shares = {scheme: np.array([each.kept[scheme] for each in trace]) for scheme in ("pca", "selection")}
    assert {scheme: 1 + int(np.argmax(share >= 0.9)) for scheme, share in shares.items()} == {"pca": 8, "selection": 12}
    assert [f"{100 * share:.1f}" for share in shares["pca"][6:8]] == ["89.9", "93.0"]
    np.testing.assert_allclose(shares["selection"], np.arange(1, 13) / 13)


def test_tax_and_highways_look_most_alike_and_are_selected_late(table):
    r = np.abs(np.corrcoef(table.T)) - np.eye(13)
    pair = {BOSTON.feature_names[n] for n in np.unravel_index(np.argmax(r), r.shape)}
    assert pair == {"RAD", "TAX"}
    order = [BOSTON.feature_names[n] for n in boost(table, BOSTON.y).order]
    assert min(order.index(name) for name in pair) >= 8


def test_three_features_bring_83_percent_of_what_all_bring(table):
    order = boost(table, BOSTON.y).order
    none, three, every = (_typical_error(table[:, order[:K]]) for K in (0, 3, 13))
    assert round(100 * (none - three) / (none - every)) == 83


def _typical_error(columns):
    X = np.column_stack([np.ones(len(BOSTON.y)), columns])
    return np.sqrt(np.mean((BOSTON.y - X @ np.linalg.lstsq(X, BOSTON.y, rcond=None)[0]) ** 2))


def test_the_errors_on_the_cars_are_as_stated():
    assert f"{held_out_errors(mean_fit).mean():.2f}" == "7.74"
    weight, weight_and_year, all_but_horsepower = [3], [3, 5], [0, 1, 3, 4, 5, 6]
    without_acceleration = [0, 1, 3, 5, 6]
    columns = (weight, weight_and_year, all_but_horsepower, without_acceleration)
    assert [f"{_held_out_error(n):.2f}" for n in columns] == ["4.35", "3.42", "3.39", "3.38"]
    assert min(all_but_horsepower, key=lambda n: _held_out_error([n])) == 3


def _held_out_error(columns):
    return held_out_errors(least_squares(lambda X: X[:, columns])).mean()


def test_k_centroids_keep_no_more_variance_than_one_component_less():
    trace = DimensionReductionViewer(BOSTON).trace
    components, centroids = (np.array([each.kept[scheme] for each in trace]) for scheme in ("pca", "kmeans"))
    assert (centroids[1:] <= components[:-1]).all()
