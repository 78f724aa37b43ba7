"""What the lesson on images says is true, and what it names is on screen."""

import re

import numpy as np
import pytest

from fewidgets import FeatureRace, ImageComparison
from fewidgets.algorithms import MulticlassSoftmax, block_edge_histogram, edge_histogram, minibatch_gradient_descent
from fewidgets.data import load_auto_mpg, load_mnist, make_shapes
from fewidgets.exercises.cars.held_out import held_out_errors
from tests.lessons.lesson import lesson


@pytest.fixture(scope="module")
def digits():
    return load_mnist()


@pytest.fixture(scope="module")
def blocks(digits):
    return block_edge_histogram(digits.X.reshape(-1, 28, 28)).features


@pytest.fixture(scope="module")
def by_pixels(digits):
    return train(digits.X / 255, digits.y)


def train(X, y, step_length=1e-2):
    cost = MulticlassSoftmax(X, y)
    return minibatch_gradient_descent(cost, np.zeros(cost.weights_shape), step_length, epochs=20, batch_size=200)


def test_edges_halve_the_errors_while_the_costs_end_level(digits, blocks, by_pixels):
    runs = {"pixels": by_pixels, "edges": train(blocks, digits.y)}
    pixels, edges = runs.values()
    ratio = edges.misclassifications[1:] / pixels.misclassifications[1:]
    assert ratio.min() > 0.35
    assert ratio.max() < 0.6
    assert (pixels.costs[1:] < edges.costs[1:]).sum() > 14
    assert pixels.costs[-1] == pytest.approx(edges.costs[-1], rel=0.02)
    gap = (pixels.misclassifications[-1] - edges.misclassifications[-1]) / len(digits.y)
    assert gap == pytest.approx(4000 / 50000, abs=0.005)  # Figure 9.11
    whole = edge_histogram(digits.X.reshape(-1, 28, 28)).features
    assert train(whole, digits.y).misclassifications[-1] > len(digits.y) / 2
    longer = [train(X, digits.y, 0.1).misclassifications[-1] for X in (digits.X / 255, blocks)]
    assert longer[1] < longer[0] / 2
    assert longer[0] < pixels.misclassifications[-1]
    assert longer[1] < edges.misclassifications[-1]
    assert FeatureRace(runs).step == 0


def test_with_raw_pixels_the_cost_jumps_and_the_errors_are_often_fewer(digits, by_pixels):
    raw = train(digits.X, digits.y)
    assert (np.diff(raw.costs[1:]) > 0).sum() > 4
    assert (raw.misclassifications[1:] < by_pixels.misclassifications[1:]).sum() > 8


def test_the_small_triangle_and_the_square_share_no_edges():
    found = ImageComparison().trace
    nearest = int(found.block_distances.argmin())
    assert found.pairs[nearest] == (1, 2)
    assert found.blocks_with_edges.tolist()[1:] == [50, 119]
    assert found.block_distances[nearest] ** 2 == pytest.approx(found.blocks_with_edges[1:].sum(), rel=0.01)


def test_a_triangle_has_the_histogram_of_two_others():
    triangle = make_shapes().X[1].reshape(64, 64)
    two = np.maximum(triangle, np.roll(triangle, (-20, 25), axis=(0, 1)))
    one, other = edge_histogram(np.stack([triangle, two])).features
    np.testing.assert_allclose(one, other, atol=1e-6)


def car_idea(of_weight):
    cell = next(cell for cell in lesson("9.2.3_images").cells if cell.calls("score_cars"))
    code = re.sub(r"from_weight = weight .*", f"from_weight = {of_weight}", cell.source.partition("score_cars")[0])
    names = {"np": np}
    exec(code, names)
    return names["fit"]


@pytest.mark.parametrize(("of_weight", "error"), [("weight", 3.47), ("1 / weight", 3.09), ("np.log(weight)", 3.18)])
def test_what_a_feature_made_from_weight_does_to_the_error(of_weight, error):
    assert held_out_errors(car_idea(of_weight)).mean() == pytest.approx(error, abs=0.005)


def test_five_hundred_pounds_matter_more_to_a_light_car():
    cars = load_auto_mpg(with_gaps=True)
    weight = cars.X[:, 3]
    miles = {pounds: cars.y[abs(weight - pounds) < 150].mean() for pounds in (2000, 2500, 4000, 4500)}
    assert miles[2000] - miles[2500] == pytest.approx(7, abs=0.5)
    assert miles[4000] - miles[4500] == pytest.approx(2, abs=0.5)
    assert pytest.approx(3.6) == (1 / 2000 - 1 / 2500) / (1 / 4000 - 1 / 4500)
    assert np.corrcoef(1 / cars.y, weight)[0, 1] > 0.88  # gallons a mile go with the weight
