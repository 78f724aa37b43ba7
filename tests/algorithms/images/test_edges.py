import itertools
import math
import tracemalloc
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image
from scipy import ndimage
from skimage.measure import block_reduce
from sklearn.datasets import load_digits

from fewidgets.algorithms import block_edge_histogram, edge_histogram, edge_maps, to_gray
from fewidgets.algorithms.images import grayscale, pixels
from fewidgets.data import make_shapes
from tests.algorithms.paired_hog import paired_hog

WAYS = list(itertools.product(("hard", "interpolated"), ("central", "prewitt", "sobel")))


@pytest.fixture(scope="module")
def pictures():
    return np.random.default_rng(3).integers(0, 256, (4, 13, 17))


def plain_gradient(image, row, column, kernel):
    """The gradient at one pixel, by its definition."""
    side = {"central": 0, "prewitt": 1 / 3, "sobel": 1 / 4}[kernel]
    H, W = image.shape
    down = right = 0.0
    above, below = max(row - 1, 0), min(row + 1, H - 1)
    before, after = max(column - 1, 0), min(column + 1, W - 1)
    for away, share in ((-1, side), (0, 1 - 2 * side), (1, side)):
        r, c = min(max(row + away, 0), H - 1), min(max(column + away, 0), W - 1)
        down += share * (float(image[below, c]) - float(image[above, c])) / max(below - above, 1)
        right += share * (float(image[r, after]) - float(image[r, before])) / max(after - before, 1)
    return down, right


def plain_votes(image, K, votes, kernel):
    """Votes of each pixel for each orientation, one by one: shape (H, W, K)."""
    counted = np.zeros((*image.shape, K))
    for row, column in np.ndindex(image.shape):
        down, right = plain_gradient(image, row, column, kernel)
        strength = math.hypot(down, right)
        position = math.degrees(math.atan2(right, down)) % 180 / (180 / K)
        if votes == "hard":
            folded = math.ceil(min(position, K - position) - 0.5 - 1e-9)  # of two equally near, the nearer to horizontal
            counted[row, column, folded if position <= K / 2 else (K - folded) % K] += strength
        else:
            below = math.floor(position)
            counted[row, column, below % K] += strength * (1 - (position - below))
            counted[row, column, (below + 1) % K] += strength * (position - below)
    return counted


def plain_blocks(image, patch, block, K, votes, kernel):
    """Patch totals and normalized blocks, one patch and one block at a time."""
    counted = plain_votes(image, K, votes, kernel)
    rows, columns = (range(0, n - p + 1, p) for n, p in zip(image.shape, patch, strict=True))
    totals = np.array([[counted[r : r + patch[0], c : c + patch[1]].sum(axis=(0, 1)) for c in columns] for r in rows])
    down, across = (range(n - b + 1) for n, b in zip(totals.shape[:2], block, strict=True))
    blocks = [[totals[r : r + block[0], c : c + block[1]] for c in across] for r in down]
    return totals, np.array([[part / (np.linalg.norm(part) or 1) for part in line] for line in blocks])


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


def test_an_edge_halfway_between_two_orientations_is_shared():
    totals = edge_histogram(cross_shaped(11.25)[8:-8, 8:-8], votes="interpolated").totals
    assert abs(totals[0] / totals[1] - 1) < 0.1
    assert totals[2:].sum() < 0.05 * totals.sum()


@pytest.mark.parametrize(("votes", "kernel"), WAYS)
@pytest.mark.parametrize("K", [8, 4, 1])
def test_maps_are_those_of_a_plain_loop(pictures, votes, kernel, K):
    edges = edge_maps(pictures, votes=votes, kernel=kernel, orientations=K)
    expected = np.stack([plain_votes(picture, K, votes, kernel) for picture in pictures])
    for k in range(K):
        np.testing.assert_allclose(edges.map(k), expected[..., k], atol=1e-3)
    np.testing.assert_allclose(sum(edges.map(k) for k in range(K)), edges.strengths, rtol=1e-6)
    np.testing.assert_allclose(edges.strengths, expected.sum(axis=-1), rtol=1e-6, atol=1e-5)
    assert (edges.positions < K).all()
    histogram = edge_histogram(pictures, votes=votes, kernel=kernel, orientations=K)
    np.testing.assert_allclose(histogram.totals, expected.sum(axis=(1, 2)), rtol=1e-5)


@pytest.mark.parametrize("K", [2, 3, 9, 180])
def test_edges_equally_near_to_two_orientations_go_to_the_first(pictures, K):
    few = pictures[:1] // 40  # many edges at 45 and 90 degrees, which lie between orientations where K is 2 or odd
    expected = plain_votes(few[0], K, "hard", "central")
    np.testing.assert_allclose(edge_histogram(few[0], orientations=K).totals, expected.sum(axis=(0, 1)), rtol=1e-5)


# Patch and block.
LAYOUTS = [((3, 3), (3, 3)), ((4, 2), (1, 3)), ((5, 4), (2, 2)), ((13, 17), (1, 1)), ((1, 1), (1, 1)), ((1, 5), (13, 1))]


@pytest.mark.parametrize(("patch", "block"), LAYOUTS)
@pytest.mark.parametrize(("votes", "kernel"), [("hard", "central"), ("interpolated", "sobel")])
def test_blocks_are_those_of_a_plain_loop(pictures, patch, block, votes, kernel):
    trace = block_edge_histogram(pictures, patch=patch, block=block, votes=votes, kernel=kernel)
    for p, picture in enumerate(pictures):
        totals, blocks = plain_blocks(picture, patch, block, 8, votes, kernel)
        np.testing.assert_allclose(trace.patch_totals[p], totals, rtol=1e-5, atol=1e-3)
        np.testing.assert_allclose(trace.block_histograms[p], blocks, rtol=1e-5, atol=1e-5)
        np.testing.assert_array_equal(trace.features[p], trace.block_histograms[p].ravel())
        lengths = [[np.linalg.norm(totals[r : r + block[0], c : c + block[1]]) for c in range(blocks.shape[1])]
                   for r in range(blocks.shape[0])]  # fmt: skip
        np.testing.assert_allclose(trace.block_norms[p], lengths, rtol=1e-5, atol=1e-3)
    assert trace.block_grid == blocks.shape[:2]
    for row, column in np.ndindex(trace.block_grid):
        top, left = row * patch[0], column * patch[1]
        assert trace.block_box(row, column) == (top, left, top + patch[0] * block[0], left + patch[1] * block[1])


@pytest.mark.parametrize(("patch", "block"), [(3, 3), (4, 2), (7, 2)])
def test_pairs_of_skimages_orientations_are_ours(patch, block):
    picture = load_digits().data[:3].reshape(3, 8, 8).repeat(4, 1).repeat(4, 2)
    picture = ndimage.gaussian_filter(picture, (0, 1.5, 1.5)).round(1)
    picture = np.pad(picture, ((0, 0), (2, 3), (4, 2)))  # at the border definitions differ
    for image in picture:
        ours = block_edge_histogram(image, patch=patch, block=block)
        np.testing.assert_allclose(ours.block_histograms, paired_hog(image, patch, block), atol=2e-6)


# Scales: how thick edges are.


@pytest.mark.parametrize(("votes", "kernel"), WAYS)
@pytest.mark.parametrize("scale", [1, 2, 3, 5, 13])
def test_a_scale_is_the_edges_of_the_averages(pictures, scale, votes, kernel):
    found = edge_histogram(pictures, votes=votes, kernel=kernel, scales=scale)
    rows, columns = 13 // scale * scale, 17 // scale * scale
    for p, picture in enumerate(pictures):
        small = block_reduce(picture[:rows, :columns].astype(float), (scale, scale), np.mean)
        expected = scale * plain_votes(small, 8, votes, kernel).sum(axis=(0, 1))
        np.testing.assert_allclose(found.totals[p], expected, rtol=1e-4, atol=1e-3)


def test_several_scales_are_the_single_ones_and_share_one_length(pictures):
    together = edge_histogram(pictures, scales=(1, 2, 4), orientations=6)
    single = [edge_histogram(pictures, scales=scale, orientations=6) for scale in (1, 2, 4)]
    assert together.scales == (1, 2, 4)
    assert single[1].scales == 2
    np.testing.assert_array_equal(together.totals, np.stack([one.totals for one in single], axis=1))
    flat = together.totals.reshape(4, -1)
    np.testing.assert_allclose(together.features, flat / np.linalg.norm(flat, axis=1, keepdims=True), rtol=1e-6)
    np.testing.assert_array_equal(edge_histogram(pictures[2], scales=[1, 2, 4], orientations=6).features, together.features[2])
    one = edge_histogram(pictures, scales=(1,))
    np.testing.assert_array_equal(one.features, edge_histogram(pictures).features)
    assert one.totals.shape == (4, 1, 8)


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


@pytest.mark.parametrize(("votes", "kernel"), WAYS)
def test_turning_and_mirroring_the_picture_moves_the_orientations(pictures, votes, kernel):
    def totals(image):
        return edge_histogram(image, votes=votes, kernel=kernel).totals

    upright = totals(pictures[1])
    k = np.arange(8)
    tolerance = {"rtol": 2e-4}  # an interpolated vote on a boundary may round to either side
    np.testing.assert_allclose(totals(np.rot90(pictures[1])), upright[(k - 4) % 8], **tolerance)
    np.testing.assert_allclose(totals(np.rot90(pictures[1], 2)), upright, **tolerance)
    np.testing.assert_allclose(totals(pictures[1][:, ::-1]), upright[-k % 8], **tolerance)
    np.testing.assert_allclose(totals(pictures[1][::-1]), upright[-k % 8], **tolerance)
    # Transposed, the edge at θ comes to lie at −90 − θ degrees.
    np.testing.assert_allclose(totals(pictures[1].T), upright[(-4 - k) % 8], **tolerance)
    np.testing.assert_allclose(totals(255 - pictures[1]), upright, **tolerance)


def test_brightness_changes_nothing_and_contrast_only_the_totals(pictures):
    plain = block_edge_histogram(pictures)
    np.testing.assert_array_equal(block_edge_histogram(pictures + 1000).features, plain.features)
    np.testing.assert_array_equal(block_edge_histogram(pictures * 4.0).patch_totals, plain.patch_totals * 4)
    for factor in (1e-9, 0.01, 3.0, 1e6):
        np.testing.assert_allclose(block_edge_histogram(pictures * factor).features, plain.features, atol=3e-6)
        np.testing.assert_allclose(edge_histogram(pictures * factor).features, edge_histogram(pictures).features, atol=3e-6)


@pytest.mark.parametrize("dtype", [np.float64, np.int64, np.int32, np.longdouble])
@pytest.mark.parametrize("offset", [2**20, -(2**29)])
@pytest.mark.parametrize("scales", [1, 2, (1, 2)])
def test_an_offset_changes_nothing_however_large(scales, offset, dtype):
    images = (np.random.default_rng(0).integers(0, 64, (2, 12, 10)) * 4).astype(dtype)
    for function in (partial(edge_histogram, scales=scales), edge_maps, block_edge_histogram):
        ours, shifted = function(images), function(images + dtype(offset))
        for name, value in vars(ours).items():
            np.testing.assert_array_equal(value, getattr(shifted, name))


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (2, 2), (9, 9), (3, 9, 9)])
@pytest.mark.parametrize("level", [0, 1, 255, 0.1])
def test_one_colour_has_no_edge(shape, level):
    picture = np.full(shape, level)
    histogram = edge_histogram(picture)
    assert histogram.totals.shape == (*shape[:-2], 8)
    assert not histogram.totals.any()
    assert not histogram.features.any()
    blocks = block_edge_histogram(picture, patch=1, block=1)
    assert not blocks.features.any()
    assert not edge_maps(picture).strengths.any()


def test_a_stack_gives_what_its_images_give(pictures):
    for run in (lambda images: block_edge_histogram(images).features, lambda images: edge_histogram(images).features):
        together = run(pictures)
        np.testing.assert_array_equal(together, np.stack([run(picture) for picture in pictures]))
        np.testing.assert_array_equal(together[:1], run(pictures[:1]))


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


def test_results_cannot_be_changed(pictures):
    trace = block_edge_histogram(pictures)
    for array in (trace.features, trace.patch_totals, edge_maps(pictures).strengths, edge_histogram(pictures).totals):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@settings(max_examples=60, deadline=None)
@given(
    arrays(
        float,
        st.tuples(st.integers(1, 3), st.integers(1, 7), st.integers(1, 7)),
        elements=st.one_of(st.sampled_from([0.0, -0.0, 1e12, -1e12, 1e-300, 5e-324, 1.0]), st.floats(-1e12, 1e12)),
    ),
    st.sampled_from(["hard", "interpolated"]),
)
def test_whatever_the_levels_features_are_finite_and_of_unit_length(stack, votes):
    if stack.shape[-1] in (3, 4):
        stack = stack.transpose(0, 2, 1)
    if stack.shape[-1] in (3, 4):
        return
    for features in (
        edge_histogram(stack, votes=votes).features,
        block_edge_histogram(stack, patch=1, block=1, votes=votes).features.reshape(-1, 8),
    ):
        lengths = np.linalg.norm(features.astype(float), axis=-1)
        assert ((np.abs(lengths - 1) < 1e-5) | (lengths == 0)).all()


COLOUR = np.random.default_rng(5).integers(0, 256, (9, 11, 4), dtype=np.uint8)


def test_gray_is_pillows_and_skimages():
    rgb = COLOUR[..., :3]
    np.testing.assert_allclose(to_gray(rgb), np.asarray(Image.fromarray(rgb).convert("L")), atol=0.51)


def test_alpha_shows_the_background():
    clear, opaque = COLOUR.copy(), COLOUR.copy()
    clear[..., 3], opaque[..., 3] = 0, 255
    np.testing.assert_array_equal(to_gray(clear), 255)
    np.testing.assert_array_equal(to_gray(opaque), to_gray(COLOUR[..., :3]))
    paper = Image.new("RGBA", (11, 9), (255, 255, 255, 255))
    paper.alpha_composite(Image.fromarray(COLOUR))
    np.testing.assert_allclose(to_gray(COLOUR), np.asarray(paper.convert("L")), atol=1.1)
    np.testing.assert_allclose(to_gray(COLOUR / 255.0), to_gray(COLOUR) / 255, atol=1e-6)
    np.testing.assert_allclose(to_gray(COLOUR.astype(float), white=255), to_gray(COLOUR), rtol=1e-6)


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_gray_takes_stacks_and_all_numbers_of_channels(channels):
    picture = COLOUR[..., :channels] if channels != 2 else COLOUR[..., 2:]
    gray = to_gray(picture)
    assert gray.shape == (9, 11)
    assert gray.dtype == np.float32
    np.testing.assert_array_equal(to_gray(np.stack([picture, picture])), [gray, gray])
    if channels == 1:
        np.testing.assert_array_equal(to_gray(picture[..., 0]), gray)
    assert edge_histogram(to_gray(picture)).features.shape == (8,)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float32, np.float64, bool])
def test_one_colour_stays_one_grey_and_white_stays_white(dtype):
    white = np.iinfo(dtype).max if np.issubdtype(dtype, np.integer) else 1
    picture = np.full((5, 6, 4), white, dtype=dtype)
    np.testing.assert_allclose(to_gray(picture), white, rtol=1e-7)
    assert not edge_histogram(to_gray(picture)).totals.any()


def test_strips_do_not_change_gray_levels(monkeypatch):
    whole = to_gray(COLOUR)
    monkeypatch.setattr(grayscale, "PIXELS_PER_STRIP", 22)
    np.testing.assert_array_equal(to_gray(COLOUR), whole)
