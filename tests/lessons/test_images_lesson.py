"""What the lesson on images says is true, and what it names is on screen."""

import numpy as np
import pytest

from fewidgets import FeatureRace
from fewidgets.algorithms import MulticlassSoftmax, block_edge_histogram, edge_histogram, minibatch_gradient_descent
from fewidgets.data import load_mnist


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
