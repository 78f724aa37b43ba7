"""A picture as pixels, as edges and as histograms of its edges' orientations, whole and block by block (section 9.2.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fewidgets.algorithms import (
    BlockEdgeHistogram,
    EdgeHistogram,
    EdgeMaps,
    block_edge_histogram,
    edge_histogram,
    edge_maps,
)
from fewidgets.algorithms._numerics.arguments import as_choice, as_count
from fewidgets.data import load_mnist, make_shapes
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.snapshot import Inputs, Snapshot, same
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.edge_overlay import edge_strokes, faint, orientation_names
from fewidgets.explorables.shared.pictures import Picture, as_picture, as_pictures
from fewidgets.scene import (
    Axis,
    Bars,
    Block,
    BlockGrid,
    Canvas,
    Choice,
    Control,
    Drawing,
    File,
    Frames,
    Image,
    Line,
    Mark,
    Number,
    Panel,
    Pick,
    Readout,
    Rule,
    Scene,
    Template,
    Upload,
    format_number,
)

SOURCES = ("drawing", "digit", "photograph")
DIGITS = 5_000
SIDE = 28  # pixels of a drawing, as of a digit
SMALLEST_PATCH, PATCHES = 3, 13  # a large picture has about so many patches along its longer side
MOST_BLOCKS = 160
MOST_STROKES = 700
LENS = 10  # pixels that still can be read as numbers
LEVELS = 250  # in which the block's bars are sent: finer than pixels of a screen


class EdgeView(NamedTuple):
    """Everything that was found in one picture.

    Attributes
    ----------
    picture : Picture
        Its grey levels and its name.
    edges : EdgeMaps
        At each pixel, how strong an edge lies there and in which orientation.
    whole : EdgeHistogram
        Of the whole picture.
    blocks : BlockEdgeHistogram
        Of its patches, normalized in blocks.
    """

    picture: Picture
    edges: EdgeMaps
    whole: EdgeHistogram
    blocks: BlockEdgeHistogram


class EdgeHistogramViewer(Explorable):
    """Pixels as numbers, edges in eight orientations, and their histograms (section 9.2.3; Figures 9.6, 9.8 and 9.9).

    A picture is drawn by hand, picked (a digit, a photograph, one of the reader's own) or chosen as a file.

    Parameters
    ----------
    images : array-like, path, sequence of these, or data set, optional
        Own pictures: (H, W) or (H, W, 3 or 4), or several of them as a list, a stack (P, H, W) or a data set such as
        `make_shapes()`. Levels 0 to 255, or floating point from 0 to 1. Pictures longer than 96 pixels are averaged down.
    source : {"given", "drawing", "digit", "photograph", "file"}, optional
        Which picture is shown: "given" where there are ``images``, else "drawing", if not given. "digit" is there
        where there are not several images, "file" as soon as there is a file.
    number : int, optional
        Which of several ``images``, or of the 5,000 digits of `load_mnist` where there are not several.
    drawing : array-like, shape (28, 28), optional
        What has been drawn, 0 (paper) to 255 (ink); a triangle if not given.
    file : Upload, optional
        A picture file's name and bytes.
    block : (int, int), optional
        Row and column of the block that is picked; the one with the strongest edges if not given.
    orientation : str
        The orientation to follow through all panels, such as "45°"; "" for none.
    orientations : int
        Number of orientations, 2 to 16.
    patch : int, optional
        Side of a patch in pixels; 3 for small pictures, more for larger ones if not given.
    patches : int
        A block is so many patches high and wide, and moves on by one.
    votes, kernel : str
        How edges are found and counted: see `edge_maps`.
    layout : dict or ipywidgets.Layout, optional
        As in every ipywidgets widget.

    Attributes
    ----------
    trace : EdgeView
        ``trace.picture``, ``trace.edges``, ``trace.whole`` and ``trace.blocks``.
    selected : tuple of str
        The orientation that has most of the edges in the block that is picked; () if there is no edge in it.

    Raises
    ------
    TypeError, ValueError
        If any argument is not as described. The message names the argument, what was seen and what is wanted.

    Notes
    -----
    Orientations are angles along the edge, counterclockwise as seen: 0° lies, 90° stands. The strokes are those of the
    strongest 700 edges at most; the histograms count all. The bars of a block are drawn in 250 levels, the numbers are in
    ``trace``.

    Examples
    --------
    >>> w = EdgeHistogramViewer(np.add.outer(np.zeros(12), [0] * 6 + [200] * 6), block=(0, 1))
    >>> w.caption
    'The image, 12 × 12 pixels: most of its edges lie at 90° (1.00). In the block in row 0, column 1 most lie at 90°.'
    >>> w.selected
    ('90°',)
    """

    lesson = "9.2_histogram_features.ipynb"
    section = "9.2.3"
    description = (
        "Draw a shape or pick a picture; its edges are counted by orientation, whole and in blocks. Figures 9.6, 9.8 and 9.9."
    )

    source = State("drawing", help="Which picture: 'drawing', 'digit', 'photograph', 'file', or 'given'.")
    number = State(0, help="Which of several given images, or else of the 5,000 digits of load_mnist, from 0.")
    drawing = State(None, help="What is drawn: 28 × 28 bytes, 0 (paper) to 255 (ink).")
    file = State(None, help="The picture file that was chosen, an Upload(name, data), or None.")
    block = State((0, 0), help="Row and column of the block that is picked.")
    orientation = State("", help="The orientation followed through all panels; '' for none.")

    def __init__(
        self,
        images: ArrayLike | None = None,
        *,
        source: str | None = None,
        number: int | None = None,
        drawing: ArrayLike | None = None,
        file: Upload | None = None,
        block: tuple[int, int] | None = None,
        orientation: str = "",
        orientations: int = 8,
        patch: int | None = None,
        patches: int = 3,
        votes: str = "hard",
        kernel: str = "central",
        layout: Any = None,
        **unknown: Any,
    ) -> None:
        self.refuse_unknown(unknown)
        state = {"number": number, "drawing": drawing, "file": file}
        pictures = [] if images is None else as_pictures(images)
        if source is None:
            source = _source_of(state, pictures)
        super().__init__(
            data=pictures,
            settings={
                "orientations": as_count(orientations, "orientations", 2, 16),
                "patch": None if patch is None else as_count(patch, "patch", 1),
                "patches": as_count(patches, "patches", 1),
                "votes": as_choice(votes, "votes", ("hard", "interpolated")),
                "kernel": as_choice(kernel, "kernel", ("central", "prewitt", "sobel")),
            },
            state={"source": source, **state, "block": block, "orientation": orientation},
            unknown={},
            layout=layout,
        )

    @classmethod
    def example(cls) -> EdgeHistogramViewer:
        """Make the one that gallery and tests show."""
        return cls(source="photograph")

    def describe_size(self) -> str:
        """How large the picture is, for the repr."""
        return " × ".join(map(str, self.trace.picture.levels.shape))

    @property
    def selected(self) -> tuple[str, ...]:
        """The orientation that has most of the edges in the block that is picked; () if there is no edge in it."""
        names = orientation_names(self.trace.whole.angles)
        strongest = _strongest(self.trace.blocks, names)[self.scene.control("block").locate(self.block)[0]]
        return (strongest,) if strongest else ()

    def inputs_of(self, data: Sequence[Picture], values: Mapping[str, Any]) -> Sequence[Control]:
        """Let a picture be drawn, picked or handed over."""
        given = ("given",) if data else ()
        several = len(data) > 1
        sources = (source for source in SOURCES if not (several and source == "digit"))
        chosen = () if values["file"] is None else ("file",)
        count, label, numbered = (len(data), "Image", "given") if several else (DIGITS, "Digit", "digit")
        return [
            Choice("source", (*given, *sources, *chosen), label="Picture", compute=True),
            Number("number", 0, count - 1, whole=True, digits=9, label=label, idle=values["source"] != numbered),
            File("file", accept="image/*", label="Choose a picture…", idle=values["source"] != "file"),
            Drawing("drawing", SIDE, SIDE, start=_triangle(), label="Drawing"),
        ]

    def implied_inputs(self, asked: Mapping[str, Any], values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Show the drawing when something is drawn, a file when it is chosen, and a digit when another one is asked for."""
        changed = {name: value for name, value in asked.items() if name == "file" or not same(value, values[name])}
        source = _source_of(changed, self.data)
        return {"source": source} if source else {}

    def carry_over(self, before: Snapshot, after: Scene) -> Mapping[str, Any]:
        """Let the block be the one with the strongest edges until another is picked."""
        kept = super().carry_over(before, after)
        untouched = before.values["block"] == before.scene.control("block").initial
        return {**kept, "block": after.control("block").initial} if untouched else kept

    def trace_of(self, data: Sequence[Picture], values: Mapping[str, Any]) -> EdgeView:
        """Find the edges of the present picture, and count them."""
        picture = _picture(data, values)
        names = ("orientations", "votes", "kernel")
        how: dict[str, Any] = {name: self.settings[name] for name in names}
        patches = self.settings["patches"]
        patch = self.settings["patch"] or _patch_for(picture.levels.shape, patches)
        blocks = block_edge_histogram(picture.levels, patch=patch, block=patches, **how)
        count = int(np.prod(blocks.block_grid))
        if count > MOST_BLOCKS:
            raise ValueError(f"patch is {patch}, which gives {count:,} blocks; wanted at most {MOST_BLOCKS}: make it larger")
        return EdgeView(picture, edge_maps(picture.levels, **how), edge_histogram(picture.levels, **how), blocks)

    def scene_of(self, trace: EdgeView, names: Sequence[str], inputs: Inputs) -> Scene:
        """Lay out the picture, its edges and its histogram; below, what is in the block that is picked."""
        orientations = orientation_names(trace.whole.angles)
        rows, columns = trace.blocks.block_grid
        start = np.unravel_index(int(np.argmax(trace.blocks.block_norms)), (rows, columns))
        block = Block("block", rows, columns, start=(int(start[0]), int(start[1])), label="Block")
        mostly = _strongest(trace.blocks, orientations)
        told = [f"most lie at {name}" if name else "there is no edge" for name in mostly]
        pixels = trace.picture.levels.size
        counts = trace.blocks.block_histograms.shape
        return Scene(
            title="A picture by the orientations of its edges",
            controls=[*inputs.controls.values(), block, Pick("orientation", orientations, label="Orientation")],
            readouts=[
                Readout("Pixels", f"{pixels:,}"),
                Readout("Features of the whole", str(counts[-1])),
                Readout("Features in blocks", f"{rows * columns} × {np.prod(counts[2:])} = {trace.blocks.features.size:,}"),
            ],
            column_weights=(1.0, 1.0, 1.0),
            panels=[
                _seen(trace, block, inputs),
                _edges(trace, block, told),
                _whole(trace, orientations),
                _lens(trace, block),
                _patches(trace, block, orientations),
            ],
            caption=Template(
                "{picture}: {mostly}. In the block in row {row}, column {column} {there}.",
                picture=trace.picture.told,
                mostly=_mostly(trace.whole, orientations),
                row=Frames([str(i // columns) for i in range(rows * columns)], block),
                column=Frames([str(i % columns) for i in range(rows * columns)], block),
                there=Frames(told, block),
            ),
        )


def _seen(trace: EdgeView, block: Block, inputs: Inputs) -> Panel:
    """Show the picture as it is; or the board to draw on."""
    levels = trace.picture.levels
    marks: list[Mark] = [Image(levels, _extent(trace), label=trace.picture.told), _frame(trace.blocks, block)]
    if inputs.values["source"] == "drawing":
        marks = [Canvas(inputs.controls["drawing"], _extent(trace))]
    return Panel(
        "Draw here" if inputs.values["source"] == "drawing" else "Picture",
        marks,
        **_pixel_axes(trace),
        height=360,
        aspect=1.0,
        axes=False,
    )


def _picture(data: Sequence[Picture], values: Mapping[str, Any]) -> Picture:
    """Return the picture of the present source."""
    match values["source"]:
        case "given":
            return data[values["number"] if len(data) > 1 else 0]
        case "drawing":
            return Picture(np.asarray(values["drawing"], dtype=np.float32), "The drawing", (SIDE, SIDE))
        case "digit":
            return _digit(values["number"])
        case "photograph":
            return _photograph()
    return as_picture(values["file"], "file")


def _source_of(asked: Mapping[str, Any], pictures: Sequence[Picture]) -> str | None:
    """Give the source to which what is asked for belongs; None if it belongs to none."""
    if isinstance(asked.get("file"), Upload):
        return "file"
    if asked.get("drawing") is not None:
        return "drawing"
    return None if asked.get("number") is None else "given" if len(pictures) > 1 else "digit"


@cache
def _triangle() -> NDArray[np.uint8]:
    """Draw what the board shows first."""
    return np.round(make_shapes(size=SIDE).X[0].reshape(SIDE, SIDE)).astype(np.uint8)


@cache
def _digit(which: int) -> Picture:
    digits = load_mnist()
    return Picture(digits.X[which].reshape(SIDE, SIDE), f"Digit {which}, a {digits.y[which]}", (SIDE, SIDE))


@cache
def _photograph() -> Picture:
    """Matplotlib's sample photograph: Grace Hopper, a work of the U.S. Navy."""
    from matplotlib import get_data_path

    return as_picture(f"{get_data_path()}/sample_data/grace_hopper.jpg", told="The photograph")


def _patch_for(shape: tuple[int, ...], patches: int) -> int:
    """Give a patch's side: for a large picture larger, so that its blocks can be told apart; but at least one block fits."""
    return max(1, min(max(SMALLEST_PATCH, round(max(shape) / PATCHES)), min(shape) // patches))


def _strongest(blocks: BlockEdgeHistogram, names: Sequence[str]) -> list[str]:
    """Give the orientation with most of the edges in each block, row by row; "" where there is no edge."""
    totals = blocks.block_histograms.sum(axis=(2, 3)).reshape(-1, len(names))
    return [names[int(row.argmax())] if row.any() else "" for row in totals]


def _mostly(whole: EdgeHistogram, names: Sequence[str]) -> str:
    if not whole.totals.any():
        return "no edge in it, all pixels have the same grey level"
    first = int(np.argmax(whole.features))
    return f"most of its edges lie at {names[first]} ({format_number(whole.features[first])})"


def _extent(trace: EdgeView) -> tuple[float, float, float, float]:
    height, width = trace.picture.levels.shape
    return 0.0, float(width), 0.0, float(height)


def _pixel_axes(trace: EdgeView) -> dict[str, Any]:
    left, right, bottom, top = _extent(trace)
    return {"x": Axis(domain=(left, right)), "y": Axis(domain=(bottom, top))}


def _boxes(blocks: BlockEdgeHistogram) -> NDArray[np.int_]:
    """Give first row, first column, and the row and column after the last of each block, row by row."""
    first = np.array(blocks.block_box(0, 0))
    steps = np.multiply(blocks.patch_stride, blocks.block_stride)
    moved = np.indices(blocks.block_grid).reshape(2, -1).T * steps
    return first + np.concatenate([moved, moved], axis=1)


def _frame(blocks: BlockEdgeHistogram, block: Block) -> Line:
    """Frame the block that is picked."""
    top, left, bottom, right = _boxes(blocks).T
    x = np.stack([left, right, right, left, left], axis=1)
    y = blocks.image_size[0] - np.stack([top, top, bottom, bottom, top], axis=1)
    return Line(Frames(x, block, hold=True), Frames(y, block, hold=True), color="accent", width=2.5)


def _edges(trace: EdgeView, block: Block, told: Sequence[str]) -> Panel:
    """Draw the edges over the picture; blocks are picked here, each by the patch in its middle."""
    blocks = trace.blocks
    boxes = _boxes(blocks)
    (high, wide), (rows, columns) = blocks.patch_stride, blocks.block_grid
    middle_y, middle_x = (boxes[:, :2] + boxes[:, 2:]).T / 2
    left, top = middle_x.min() - wide / 2, blocks.image_size[0] - middle_y.min() + high / 2
    grid = BlockGrid(
        block,
        (left, left + columns * wide, top - rows * high, top),
        told=Frames([f"row {i // columns}, column {i % columns}: {text}" for i, text in enumerate(told)], block),
    )
    marks = [faint(trace.picture.levels), *edge_strokes(trace.edges, MOST_STROKES), _frame(blocks, block), grid]
    return Panel("Edges; pick a block", marks, **_pixel_axes(trace), column=1, height=360, aspect=1.0, axes=False)


def _whole(trace: EdgeView, names: Sequence[str]) -> Panel:
    return Panel(
        "Edge histogram, unit length",
        [Bars(names, trace.whole.features, keys=names, color=list(range(len(names))))],
        x=Axis("edges of this orientation", domain=(0.0, 1.0)),
        column=2,
        height=max(240, 64 + 19 * len(names)),
    )


def _lens(trace: EdgeView, block: Block) -> Panel:
    """Show the pixels in the middle of the block as numbers."""
    blocks = trace.blocks
    boxes = _boxes(blocks)
    height, width = (min(LENS, int(side)) for side in boxes[0, 2:] - boxes[0, :2])
    tops, lefts = ((boxes[:, i] + boxes[:, i + 2] - side) // 2 for i, side in ((0, height), (1, width)))
    rows, columns = tops[:, None, None] + np.arange(height)[:, None], lefts[:, None, None] + np.arange(width)
    pixels = np.round(trace.picture.levels).astype(np.uint8)[rows, columns]
    whole = (height, width) == tuple(boxes[0, 2:] - boxes[0, :2])
    marks: list[Mark] = [Image(Frames(pixels, block, hold=True), (0, width, 0, height), label="pixels as numbers", digits=0)]
    if whole:  # the lines between patches
        across, down = (np.arange(1, n) * step for n, step in zip(blocks.block[::-1], blocks.patch_stride[::-1], strict=True))
        marks += [Rule(x=across, color="accent"), Rule(y=height - down, color="accent")] if len(across) else []
    return Panel(
        "Pixels of the block" if whole else f"{height} × {width} pixels amid the block",
        marks,
        x=Axis(domain=(0, width)),
        y=Axis(domain=(0, height)),
        row=1,
        height=360,
        aspect=1.0,
        axes=False,
    )


def _patches(trace: EdgeView, block: Block, names: Sequence[str]) -> Panel:
    """Draw the block's part of the feature vector: the histograms of its patches, one after the other."""
    K = len(names)
    parts = trace.blocks.block_histograms.reshape(block.positions, -1, K)
    count = parts.shape[1]
    heights = np.round(LEVELS * parts).astype(np.uint8)
    quarters = max(1, int(np.ceil(4.0 * float(heights.max()) / LEVELS)))
    first = np.arange(count) * (K + 1.0)
    marks: list[Mark] = [Rule(x=first[1:] - 0.5, dash=0, width=0.75)] if count > 1 else []
    for k, name in enumerate(names):
        x = np.stack([first + k + 0.5, first + k + 0.5, np.full(count, np.nan)], axis=1).reshape(-1)
        y = np.zeros((block.positions, count, 3), dtype=np.uint8)
        y[:, :, 1] = heights[:, :, k]
        marks.append(Line(x, Frames(y.reshape(block.positions, -1), block, hold=True), color=k, dash=0, width=4.0, key=name))
    of = f"its {count} patches, normalized together" if count > 1 else "its patch"
    return Panel(
        f"Block histogram: {of}",
        marks,
        x=Axis(
            "patch" if count > 1 else "",
            domain=(-0.5, count * (K + 1.0) - 0.5),
            ticks=[(float(x) + K / 2, str(i + 1)) for i, x in enumerate(first)],
        ),
        y=Axis(
            "share of unit length",
            domain=(0, LEVELS / 4 * quarters),
            ticks=[(LEVELS / 4 * i, f"{i / 4:g}") for i in range(quarters + 1)],
        ),
        row=1,
        column=1,
        column_span=2,
        height=260,
    )
