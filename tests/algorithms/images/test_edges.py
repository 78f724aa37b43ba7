import math
import tracemalloc

import numpy as np
import pytest
from PIL import Image
from scipy import ndimage
from sklearn.datasets import load_digits

from fewidgets.algorithms import block_edge_histogram, edge_histogram, edge_maps, to_gray
from fewidgets.algorithms.images import pixels
from fewidgets.data import make_shapes
from tests.algorithms.paired_hog import paired_hog


@pytest.fixture(scope="module")
def pictures():
    return np.random.default_rng(3).integers(0, 256, (4, 13, 17))


def cross_shaped(angle, size=41):
    """A picture that is bright on one side of a line through its middle, at that angle counterclockwise."""
    row, column = np.mgrid[:size, :size] - size // 2
    beside = column * math.sin(math.radians(angle)) + row * math.cos(math.radians(angle))
    return 100 / (1 + np.exp(-beside / 2))


@pytest.mark.parametrize("k", range(8))
@pytest.mark.parametrize("votes", ["hard", "interpolated"])
def test_an_edge_at_an_angle_is_counted_at_that_angle(k, votes):
    for picture in (cross_shaped(22.5 * k), -cross_shaped(22.5 * k)):
        histogram = edge_histogram(picture[8:-8, 8:-8], votes=votes)
        assert histogram.angles[k] == 22.5 * k
        assert histogram.features.argmax() == k
        assert histogram.features[k] > 0.97


# Patch and block.
LAYOUTS = [((3, 3), (3, 3)), ((4, 2), (1, 3)), ((5, 4), (2, 2)), ((13, 17), (1, 1)), ((1, 1), (1, 1)), ((1, 5), (13, 1))]


@pytest.mark.parametrize(("patch", "block"), [(3, 3), (4, 2), (7, 2)])
def test_pairs_of_skimages_orientations_are_ours(patch, block):
    picture = load_digits().data[:3].reshape(3, 8, 8).repeat(4, 1).repeat(4, 2)
    picture = ndimage.gaussian_filter(picture, (0, 1.5, 1.5)).round(1)
    picture = np.pad(picture, ((0, 0), (2, 3), (4, 2)))  # at the border definitions differ
    for image in picture:
        ours = block_edge_histogram(image, patch=patch, block=block)
        np.testing.assert_allclose(ours.block_histograms, paired_hog(image, patch, block), atol=2e-6)


# Scales: how thick edges are.


@pytest.mark.parametrize("scale", [2, 4])
def test_borders_of_broad_areas_stay_and_thin_lines_fade(scale):
    border = np.zeros((16, 32))
    border[:, 16:] = 10
    totals = edge_histogram(border, scales=(1, scale)).totals
    np.testing.assert_allclose(totals[1], totals[0])
    for thickness in (1, 2, 4, 8):
        line = np.zeros((16, 32))
        line[:, 16 : 16 + thickness] = 10
        fine, coarse = edge_histogram(line, scales=(1, scale)).totals[:, 4]
        assert fine == 2 * 16 * 10 / 2 * (1 if thickness == 1 else 2)
        np.testing.assert_allclose(coarse, 2 * 16 * 10 / 2 * (min(1, thickness / scale) if thickness <= scale else 2))


def test_kernels_are_numpys_and_away_from_the_border_scipys(pictures):
    image = pictures[0].astype(float)
    inside = (slice(1, -1), slice(1, -1))
    for kernel, filtered, factor in (("sobel", ndimage.sobel, 8), ("prewitt", ndimage.prewitt, 6)):
        edges = edge_maps(image, kernel=kernel)
        np.testing.assert_allclose(edges.row_gradients[inside], filtered(image, 0)[inside] / factor, atol=1e-4)
        np.testing.assert_allclose(edges.column_gradients[inside], filtered(image, 1)[inside] / factor, atol=1e-4)
    rows, columns = np.gradient(image)
    edges = edge_maps(image)
    np.testing.assert_array_equal(edges.row_gradients, rows)
    np.testing.assert_array_equal(edges.column_gradients, columns)


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint16, np.int64, np.float16, np.float32, np.float64])
def test_the_type_of_the_pixels_does_not_matter(pictures, dtype):
    typed = np.asfortranarray(pictures.astype(dtype))
    np.testing.assert_array_equal(block_edge_histogram(typed).features, block_edge_histogram(pictures.tolist()).features)
    np.testing.assert_array_equal(
        edge_histogram(pictures[0] > 99).totals, edge_histogram((pictures[0] > 99).astype(float)).totals
    )


@pytest.mark.parametrize("at_once", [1, 20, 40, 17 * 4, 17 * 13 * 2])
@pytest.mark.parametrize(("patch", "block"), LAYOUTS[:3])
def test_strips_do_not_change_the_result(pictures, monkeypatch, at_once, patch, block):
    def run():
        trace = block_edge_histogram(pictures, patch=patch, block=block, kernel="sobel")
        return (
            trace.patch_totals,
            edge_histogram(pictures, scales=(1, 2)).totals,
            edge_maps(pictures, kernel="sobel").positions,
        )

    whole = run()
    monkeypatch.setattr(pixels, "PIXELS_PER_STRIP", at_once)
    for cut, uncut in zip(run(), whole, strict=True):
        np.testing.assert_allclose(cut, uncut, rtol=1e-6)


def test_working_memory_does_not_grow_with_the_images():
    pixels = np.random.default_rng(0).integers(0, 256, (1500, 1600), dtype=np.uint8)
    peaks = []
    for part in (pixels[:300], pixels):
        edge_histogram(part)
        tracemalloc.start()
        edge_histogram(part)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 12 * 2**20
    assert peaks[1] < 1.1 * peaks[0]


def test_the_triangles_are_alike_by_their_edges_though_not_by_their_pixels():
    shapes = make_shapes().X
    large, small, square = edge_histogram(shapes.reshape(3, 64, 64)).features
    assert np.linalg.norm(shapes[0] - shapes[2]) < np.linalg.norm(shapes[0] - shapes[1])
    assert np.linalg.norm(large - small) < 0.1
    assert np.linalg.norm(large - square) > 0.9
    np.testing.assert_allclose(large, [0.72, 0, 0.49, 0, 0, 0, 0.49, 0], atol=0.05)
    np.testing.assert_allclose(square, [0.71, 0, 0, 0, 0.71, 0, 0, 0], atol=0.05)


COLOUR = np.random.default_rng(5).integers(0, 256, (9, 11, 4), dtype=np.uint8)


def test_gray_is_pillows_and_skimages():
    rgb = COLOUR[..., :3]
    np.testing.assert_allclose(to_gray(rgb), np.asarray(Image.fromarray(rgb).convert("L")), atol=0.51)


def test_a_stack_at_several_scales_gives_what_its_images_give(pictures):
    stacked = edge_histogram(pictures[:3], scales=(1, 2)).features
    for picture, features in zip(pictures[:3], stacked, strict=True):
        np.testing.assert_allclose(features, edge_histogram(picture, scales=(1, 2)).features, rtol=1e-6)
