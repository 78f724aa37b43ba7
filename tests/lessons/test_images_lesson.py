"""What the lesson on images says is true, and what it names is on screen."""

import numpy as np
import pytest

from fewidgets import FeatureRace, ImageComparison
from fewidgets.algorithms import MulticlassSoftmax, block_edge_histogram, edge_histogram, minibatch_gradient_descent
from fewidgets.data import load_mnist, make_shapes

LESSON = "9.2.3_images"
SHAPES = make_shapes().X.reshape(3, 64, 64).astype(float)


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


def test_a_circle_has_edges_of_all_orientations():
    y, x = np.mgrid[:28, :28] - 13.5
    circle = 200 * np.clip((11 - np.hypot(x, y)) / 3, 0, 1)  # with a soft border, as a pen draws it
    bars = edge_histogram(circle).features
    assert 0.25 < bars.min() < bars.max() < 0.45


def test_shapes_without_common_edges_are_nearest_in_blocks_if_they_are_small():
    found = block_edge_histogram(SHAPES)
    n = (found.block_norms > 0).sum(axis=(1, 2))
    assert np.linalg.norm(found.features[1] - found.features[2]) ** 2 == pytest.approx(n[1] + n[2], rel=0.02)
    assert n[1] < n[2] < n[0]
    assert ImageComparison().trace.block_distances.argmin() == 2  # images 2 and 3


def test_noise_on_a_wall_stays_small_only_if_its_patch_is_scaled_with_others():
    picture = np.full((9, 9), 100.0) + np.random.default_rng(0).normal(size=(9, 9))
    picture[:, 6:] += 100
    alone = block_edge_histogram(picture, patch=3, block=1).block_histograms[0, 0].sum()
    together = block_edge_histogram(picture, patch=3, block=3).block_histograms[0, 0, 0, 0].sum()
    assert alone > 1
    assert together < 0.05


def test_images_of_one_digit_are_nearest_in_blocks_most_of_the_time():
    w = ImageComparison(source="digits")
    nearest = []
    for draw in range(12):
        w.other = draw
        nearest.append(w.trace.block_distances.argmin() == 0)
    assert np.mean(nearest) > 0.6


def test_a_blurred_picture_changes_least_at_the_coarsest_scale():
    y, x = np.mgrid[:64, :64] - 31.5
    ring = 200 * np.clip(1.5 - np.abs(np.hypot(x, y) - 20), 0, 1)
    padded = np.pad(ring, 1)
    blurred = sum(padded[r : r + 64, c : c + 64] for r in range(3) for c in range(3)) / 9
    before, after = (edge_histogram(image, scales=(1, 2, 4)).totals.sum(axis=1) for image in (ring, blurred))
    assert (np.diff(after / before) > 0).all()
    assert after[2] / before[2] > 0.9


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


def test_with_raw_pixels_the_cost_never_settles(digits, by_pixels):
    raw = train(digits.X, digits.y)
    assert raw.costs[1] > 50 > 10 * raw.costs[0]
    rises = np.diff(raw.costs[1:])
    assert 2 <= (rises > 20).sum() <= 6  # "every few epochs it jumps up again"
    assert (raw.misclassifications < by_pixels.misclassifications).sum() > 10
