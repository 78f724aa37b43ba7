"""Two or three pictures, compared by their pixels and by their edge histograms (section 9.2.3, Figure 9.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import NamedTuple, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import EdgeMaps, block_edge_histogram, edge_histogram, edge_maps
from fewidgets.algorithms._numerics.types import Array, Indices, Singles
from fewidgets.data import load_mnist, make_shapes
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs, same
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.edge_overlay import edge_strokes, extent_of, faint, orientation_names, pixel_axes
from fewidgets.explorables.shared.pictures import Picture, as_pictures, drawings
from fewidgets.scene import (
    Axis,
    Bars,
    Button,
    Canvas,
    Choice,
    Drawing,
    Image,
    Mark,
    Panel,
    Pick,
    Scene,
    Style,
    format_number,
)
from fewidgets.scene.types import NameTuple

SOURCES = ("shapes", "digits", "drawing")
SIDE = 28  # pixels per side of a drawing, and of the pictures that it is compared with
MOST_STROKES = 450  # for each picture
LITTLE_IN_COMMON = 0.05  # correlation in blocks below which two pictures have almost no edges in the same places
HEIGHT, BETWEEN = 180, 1.06  # pixels of a picture, and where its edges begin beside it, in widths of the picture


class Comparison(NamedTuple):
    """Pictures, their edges, and the distances between them.

    Attributes
    ----------
    pictures : tuple of Picture
        Two or three pictures of the same size.
    edges : EdgeMaps
        Edges of all pictures.
    histograms : NDArray, shape (P, K), float32
        Edge histograms of the whole pictures, with unit length.
    pairs : tuple of (int, int)
        The two pictures of each distance, numbered from 0.
    pixel_distances, histogram_distances, block_distances : NDArray
        Euclidean distances of grey levels, of edge histograms, and of feature vectors in blocks of 3 × 3 patches.
    block_correlations : NDArray
        Correlations of these feature vectors: 1 for the same edges in the same places.
    blocks_with_edges : NDArray, shape (P,), int
        Number of blocks with an edge in each picture; its root is the length of a feature vector.
    """

    pictures: tuple[Picture, ...]
    edges: EdgeMaps
    histograms: Singles
    pairs: tuple[tuple[int, int], ...]
    pixel_distances: Array
    histogram_distances: Array
    block_distances: Array
    block_correlations: Array
    blocks_with_edges: Indices


class ImageComparison(Explorable):
    """Which pictures are most alike, by pixels and by edge histograms (section 9.2.3; Figure 9.7).

    Parameters
    ----------
    images : sequence of two or three pictures, stack (P, H, W), or data set, optional
        Arrays, paths or files, as for `EdgeHistogramViewer`, all of the same size.
    source : {"given", "shapes", "digits", "drawing"}, optional
        The pictures to compare: ``images``; two triangles and a square; two images of the same digit and one of another digit;
        or a triangle, a square and your drawing. By default, "given" if there are ``images``, otherwise "shapes".
    other : int
        Number of times that other digits were drawn; it is the seed of the draw.
    drawing : array-like, shape (28, 28), optional
        The drawing, 0 (paper) to 255 (ink). By default, a small triangle.
    orientation : str
        The orientation to highlight in all panels, such as "45°"; "" for none.
    layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    trace : Comparison
        Pictures, edges, histograms and distances.
    selected : tuple of str
        The two pictures with the smallest distance by edge histograms, numbered from 1.

    Examples
    --------
    >>> ImageComparison().selected
    ('1', '2')
    """

    lesson = "9.2.3_images.ipynb"
    section = "9.2.3"
    description = "Which pictures are most alike, compared by pixels and by edge histograms. Figure 9.7."

    source, other, drawing, orientation = State(), State(), State(), State()

    def __init__(
        self,
        images: ArrayLike | None = None,
        *,
        source: str | None = None,
        other: int = 0,
        drawing: ArrayLike | None = None,
        orientation: str = "",
        **common: Unpack[Common],
    ) -> None:
        pictures = [] if images is None else as_pictures(images)
        if pictures:
            _check(pictures)
        if source is None and drawing is not None:
            source = "drawing"
        self.take_arguments(data=pictures, source=source)

    @classmethod
    def example(cls) -> ImageComparison:
        return cls()

    def describe_size(self) -> str:
        return f"{len(self.trace.pictures)} pictures"

    @property
    def selected(self) -> NameTuple:
        return tuple(str(i + 1) for i in self.trace.pairs[int(np.argmin(self.trace.histogram_distances))])

    def inputs_of(self, data: Sequence[Picture], values: Values) -> Controls:
        drawn = drawings(SIDE)
        return [
            Choice("source", (*(("given",) if data else ()), *SOURCES), label="Pictures", compute=True),
            Button("other", label="Other digits"),
            Drawing("drawing", SIDE, SIDE, start=drawn["a small triangle"], label="Your drawing", examples=drawn),
        ]

    def implied_inputs(self, asked: Values, values: Values) -> Values:
        changed = [name for name in ("drawing", "other") if name in asked and not same(asked[name], values[name])]
        return {"source": {"drawing": "drawing", "other": "digits"}[changed[0]]} if changed else {}

    def trace_of(self, data: Sequence[Picture], values: Values) -> Comparison:
        pictures = _pictures(data, values)
        levels = np.stack([picture.levels for picture in pictures])
        pairs = tuple(combinations(range(len(levels)), 2))
        whole, blocks = edge_histogram(levels).features, block_edge_histogram(levels)
        by_pixels, by_edges, in_blocks = (
            _distances(each, pairs) for each in (levels.reshape(len(levels), -1), whole, blocks.features)
        )
        with_edges = (blocks.block_norms > 0).sum(axis=(1, 2))
        correlations = _correlations(blocks.features, pairs)
        return Comparison(pictures, edge_maps(levels), whole, pairs, by_pixels, by_edges, in_blocks, correlations, with_edges)

    def scene_of(self, trace: Comparison, names: Names, inputs: Inputs) -> Scene:
        orientations = orientation_names(trace.edges.angles)
        columns = [_column(trace, i, orientations, inputs) for i in range(len(trace.pictures))]
        pairs = [f"{i + 1} and {j + 1}" for i, j in trace.pairs]
        kinds = {
            "by pixels": trace.pixel_distances,
            "by edges": trace.histogram_distances,
            "in blocks": trace.block_distances,
        }
        return Scene(
            title="Which pictures are most alike?",
            controls=[*inputs.controls.values(), Pick("orientation", orientations, label="Orientation")],
            column_weights=(1.0, 1.0, 1.0),
            paired=True,
            panels=[
                *(panel for panel, _ in columns),
                *(_distances_panel(how, kinds[how], pairs, column) for column, how in enumerate(kinds)),
                *(panel for _, panel in columns),
            ],
            caption=_describe([*kinds.values()], pairs) + _why_in_blocks(trace),
        )


def _column(trace: Comparison, i: int, orientations: Names, inputs: Inputs) -> tuple[Panel, Panel]:
    picture, single = trace.pictures[i], _only(trace.edges, i)
    rows, columns = picture.levels.shape
    extent, left = extent_of((rows, columns)), BETWEEN * columns
    title = picture.name
    shown: Mark = Image(picture.levels, extent, label=picture.description)
    if inputs.values["source"] == "drawing" and i == len(trace.pictures) - 1:
        title, shown = "draw here", Canvas(inputs.controls["drawing"], extent)
    return (
        Panel(
            f"{i + 1}: {title}",
            [shown, faint(picture.levels, left), *edge_strokes(single, MOST_STROKES, left)],
            **pixel_axes((rows, left + columns), HEIGHT),
            column=i,
        ),
        Panel(
            f"{i + 1}: edge histogram",
            [Bars(orientations, trace.histograms[i], keys=orientations, color=list(range(len(orientations))))],
            x=Axis(domain=(0.0, 1.0)),
            row=2,
            column=i,
        ),
    )


def _pictures(data: Sequence[Picture], values: Values) -> tuple[Picture, ...]:
    match values["source"]:
        case "given":
            return tuple(data)
        case "digits":
            return _digits(values["other"])
        case "drawing":
            large, _, square = _shapes(SIDE)
            drawn = np.asarray(values["drawing"], dtype=np.float32)
            return large, square, Picture(drawn, "your drawing", drawn.shape)
    return _shapes(64)


def _check(pictures: Sequence[Picture]) -> None:
    if not 2 <= len(pictures) <= 3:
        raise ValueError(f"images must contain 2 or 3 pictures; got {len(pictures)}.")
    sizes = [" × ".join(map(str, picture.levels.shape)) for picture in pictures]
    if len(set(sizes)) > 1:
        raise ValueError(
            "images must all have the same size, because pixels are compared one by one; "
            f"got {' and '.join(dict.fromkeys(sizes))} pixels."
        )


@cache
def _shapes(side: int) -> tuple[Picture, ...]:
    """Return the shapes of Figure 9.7: two triangles and a square."""
    names = ("a large triangle", "a small, dark triangle", "a square")
    levels = make_shapes(size=side).X.reshape(-1, side, side)
    return tuple(Picture(each, name, (side, side)) for each, name in zip(levels, names, strict=True))


def _digits(seed: int) -> tuple[Picture, ...]:
    """Draw two images of the same digit and one of another digit."""
    digits = load_mnist()
    rng = np.random.default_rng(seed)
    same, another = rng.permutation(10)[:2]
    chosen = [*rng.choice(np.flatnonzero(digits.y == same), 2, replace=False), rng.choice(np.flatnonzero(digits.y == another))]
    return tuple(Picture(digits.X[p].reshape(SIDE, SIDE), f"a {digits.y[p]}", (SIDE, SIDE)) for p in chosen)


def _distances(features: Singles, pairs: Sequence[tuple[int, int]]) -> Array:
    first, second = np.array(pairs).T
    return np.linalg.norm(features[first].astype(float) - features[second], axis=1)


def _correlations(features: Singles, pairs: Sequence[tuple[int, int]]) -> Array:
    """Return the cosine of each pair; 0 for a picture without edges."""
    first, second = np.array(pairs).T
    lengths = np.linalg.norm(features.astype(float), axis=1)
    lengths[lengths == 0] = 1.0
    return np.einsum("pn,pn->p", features[first].astype(float), features[second]) / (lengths[first] * lengths[second])


def _only(edges: EdgeMaps, i: int) -> EdgeMaps:
    parts = ("row_gradients", "column_gradients", "strengths", "positions")
    return replace(edges, **{part: getattr(edges, part)[i] for part in parts})


def _distances_panel(how: str, distances: Array, pairs: Names, column: int) -> Panel:
    """Draw the distance of each pair of pictures, and mark the nearest pair."""
    nearest = (distances == distances.min()) & (len(pairs) > 1)
    return Panel(
        f"Distance {how}",
        [Bars(pairs, distances, style=nearest.astype(int), styles=[Style("", "quiet"), Style("", "accent", "◂")])],
        x=Axis("distance", domain=(0.0, 1.1 * float(distances.max()) or 1.0)),
        row=1,
        column=column,
        height=150,
        says=f"{how.capitalize()}: {pairs[int(distances.argmin())]}" if nearest.sum() == 1 else "",
    )


def _describe(kinds: Sequence[Array], pairs: Names) -> str:
    numbers = [format_number(distances.min()) for distances in kinds]
    if len(pairs) == 1:
        distances = "{} by pixels, {} by edge histograms, and {} by edge histograms in blocks".format(*numbers)
        return f"The distance of the two pictures is {distances}."
    near = [f"{pairs[int(distances.argmin())]} ({number})" for distances, number in zip(kinds, numbers, strict=True)]
    return "Nearest by pixels: {}. By edge histograms: {}. In blocks: {}.".format(*near)


def _why_in_blocks(trace: Comparison) -> str:
    """Explain the nearest pair in blocks if its pictures have almost no edges in the same places; otherwise "".

    Such features are almost perpendicular, so their squared distance counts the blocks with an edge in either picture.
    """
    if len(trace.pairs) == 1 or not trace.blocks_with_edges.all():
        return ""
    nearest = int(trace.block_distances.argmin())
    both = [int(trace.blocks_with_edges[[i, j]].sum()) for i, j in trace.pairs]
    if trace.block_correlations[nearest] >= LITTLE_IN_COMMON or both[nearest] > min(both):
        return ""
    return " These two have almost no edges in the same places. They are nearest in blocks because they have the fewest edges."
