"""A picture as pixels, as edges, and as edge histograms of the whole picture and of its blocks (section 9.2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import BlockEdgeHistogram, EdgeHistogram, block_edge_histogram, edge_histogram, edge_maps
from fewidgets.algorithms._numerics.arguments import as_choice, as_count
from fewidgets.data import load_mnist
from fewidgets.explorables.edge_histogram_viewer.panels import (
    EdgeView,
    block_panel,
    edges_panel,
    numbers_panel,
    picture_panel,
    whole_panel,
)
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs, same
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.edge_overlay import orientation_names
from fewidgets.explorables.shared.picture_files import MOST_FILE_BYTES
from fewidgets.explorables.shared.pictures import SENT_PIXELS, Picture, as_picture, as_pictures, drawings
from fewidgets.scene import (
    Block,
    Choice,
    Drawing,
    File,
    Frames,
    Number,
    Pick,
    Scene,
    Template,
    format_number,
)
from fewidgets.scene.controls.compute import Upload
from fewidgets.scene.types import Keywords, NameTuple

DIGITS = 5_000
SIDE = 28  # pixels per side of a drawing and of a digit
SMALLEST_PATCH, PATCHES = 3, 13  # smallest patch, and number of patches along the longer side of a large picture
MOST_BLOCKS = 160


class EdgeHistogramViewer(Explorable):
    """Pixels as numbers, edges in eight orientations, and their histograms (section 9.2.3; Figures 9.6, 9.8 and 9.9).

    You can draw a picture, pick one or choose a file. Orientations are angles along the edge, counterclockwise: 0° is
    horizontal. At most the 700 strongest edges are drawn; the histograms count all of them.

    Parameters
    ----------
    images : array-like, path, sequence of these, or data set, optional
        Your own picture, (H, W) or (H, W, 3 or 4), or several as a list, a stack (P, H, W) or a data set such as
        `make_shapes()`. Levels are 0 to 255, or floats from 0 to 1. Pictures with a side above 96 pixels are averaged down.
    source : {"given", "drawing", "digit", "photograph", "file"}, optional
        The picture to show. By default, "given" if there are ``images``, otherwise "drawing".
    number : int, optional
        Number of the image, if there are several ``images``; otherwise of a digit, among the 5,000 of `load_mnist`.
    drawing : array-like, shape (28, 28), optional
        The drawing, 0 (paper) to 255 (ink). By default, a triangle.
    file : Upload, optional
        Name and bytes of a picture file.
    block : (int, int), optional
        Row and column of the selected block. By default, the block with the strongest edges.
    orientation : str
        The orientation to highlight in all panels, such as "45°"; "" for none.
    orientations : int
        Number of orientations, 2 to 16.
    patch : int, optional
        Side of a patch in pixels. By default, 3 for small pictures and more for larger ones.
    patches : int
        Number of patches along each side of a block. Neighbouring blocks are one patch apart.
    votes, kernel : str
        How edges are found and counted; see `edge_maps`.
    layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    trace : EdgeView
        ``trace.picture``, ``trace.edges``, ``trace.whole`` and ``trace.blocks``.
    selected : tuple of str
        The most frequent orientation of edges in the selected block; () if the block has no edges.

    Examples
    --------
    >>> w = EdgeHistogramViewer(np.add.outer(np.zeros(12), [0] * 6 + [200] * 6), block=(0, 1))
    >>> w.caption
    'The image, 12 × 12 pixels: its strongest orientation is 90° (1.00). In the block in row 0, column 1, it is 90°.'
    """

    lesson = "9.2.3_images.ipynb"
    section = "9.2.3"
    description = (
        "Draw a shape or pick a picture; its edges are counted by orientation, whole and in blocks. Figures 9.6, 9.8 and 9.9."
    )

    source, number, drawing, file, block, orientation = State(), State(), State(), State(), State(), State()

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
        **common: Unpack[Common],
    ) -> None:
        pictures = [] if images is None else as_pictures(images)
        if source is None:
            source = _source_of({"number": number, "drawing": drawing, "file": file}, pictures)
        self.take_arguments(data=pictures, source=source)

    def settings_of(self, given: Values) -> Values:
        return {
            "orientations": as_count(given["orientations"], "orientations", 2, 16),
            "patch": None if given["patch"] is None else as_count(given["patch"], "patch", 1),
            "patches": as_count(given["patches"], "patches", 1),
            "votes": as_choice(given["votes"], "votes", ("hard", "interpolated")),
            "kernel": as_choice(given["kernel"], "kernel", ("central", "prewitt", "sobel")),
        }

    @classmethod
    def example(cls) -> EdgeHistogramViewer:
        return cls(source="photograph")

    def describe_size(self) -> str:
        return " × ".join(map(str, self.trace.picture.levels.shape))

    @property
    def selected(self) -> NameTuple:
        names = orientation_names(self.trace.whole.angles)
        strongest = _strongest(self.trace.blocks, names)[self.scene.control("block").locate(self.block)[0]]
        return (strongest,) if strongest else ()

    def inputs_of(self, data: Sequence[Picture], values: Values) -> Controls:
        several, drawn = len(data) > 1, drawings(SIDE)
        there = {"given": bool(data), "drawing": True, "digit": not several, "photograph": True}
        there["file"] = values["file"] is not None
        count, label, numbered = (len(data), "Image", "given") if several else (DIGITS, "Digit", "digit")
        return [
            Choice("source", tuple(name for name, possible in there.items() if possible), label="Picture", compute=True),
            Number("number", 0, count - 1, whole=True, digits=9, label=label, idle=values["source"] != numbered),
            File(
                "file",
                accept="image/*",
                limit=MOST_FILE_BYTES,
                side=SENT_PIXELS,
                label="Choose a picture…",
                idle=values["source"] != "file",
            ),
            Drawing("drawing", SIDE, SIDE, start=drawn["a large triangle"], label="Drawing", examples=drawn),
        ]

    def implied_inputs(self, asked: Values, values: Values) -> Values:
        changed = {name: value for name, value in asked.items() if name == "file" or not same(value, values[name])}
        source = _source_of(changed, self.data)
        return {"source": source} if source else {}

    def trace_of(self, data: Sequence[Picture], values: Values) -> EdgeView:
        picture = _picture(data, values)
        how: Keywords = {name: self.settings[name] for name in ("orientations", "votes", "kernel")}
        patches = self.settings["patches"]
        patch = self.settings["patch"] or _patch_for(picture.levels.shape, patches)
        blocks = block_edge_histogram(picture.levels, patch=patch, block=patches, **how)
        count = int(np.prod(blocks.block_grid))
        if count > MOST_BLOCKS:
            raise ValueError(
                f"patch must be large enough for at most {MOST_BLOCKS} blocks; got {patch}, which gives {count:,} blocks."
            )
        return EdgeView(picture, edge_maps(picture.levels, **how), edge_histogram(picture.levels, **how), blocks)

    def scene_of(self, trace: EdgeView, names: Names, inputs: Inputs) -> Scene:
        orientations = orientation_names(trace.whole.angles)
        rows, columns = trace.blocks.block_grid
        start = np.unravel_index(int(np.argmax(trace.blocks.block_norms)), (rows, columns))
        block = Block("block", rows, columns, start=(int(start[0]), int(start[1])), label="Block", carry="untouched")
        strongest = _strongest(trace.blocks, orientations)
        there = [f"it is {name}" if name else "there is no edge" for name in strongest]
        sheet = inputs.controls["drawing"]
        drawing = sheet if isinstance(sheet, Drawing) and inputs.values["source"] == "drawing" else None
        return Scene(
            title="Edges of a picture, counted by orientation",
            controls=[*inputs.controls.values(), block, Pick("orientation", orientations, label="Orientation")],
            column_weights=(1.0, 1.0, 1.0),
            paired=True,
            panels=[
                picture_panel(trace, block, drawing),
                edges_panel(trace, block, [name or "no edge" for name in strongest]),
                whole_panel(trace, orientations),
                numbers_panel(trace, block),
                block_panel(trace, block, orientations),
            ],
            caption=Template(
                "{picture}: {mostly}. In the block in row {row}, column {column}, {there}.",
                picture=trace.picture.description,
                mostly=_mostly(trace.whole, orientations),
                row=Frames([str(i // columns) for i in range(rows * columns)], block),
                column=Frames([str(i % columns) for i in range(rows * columns)], block),
                there=Frames(there, block),
            ),
        )


def _picture(data: Sequence[Picture], values: Values) -> Picture:
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


def _source_of(asked: Values, pictures: Sequence[Picture]) -> str | None:
    """Return the source of the inputs that are asked for; None if they belong to no source."""
    if isinstance(asked.get("file"), Upload):
        return "file"
    if asked.get("drawing") is not None:
        return "drawing"
    return None if asked.get("number") is None else "given" if len(pictures) > 1 else "digit"


@cache
def _digit(which: int) -> Picture:
    digits = load_mnist()
    return Picture(digits.X[which].reshape(SIDE, SIDE), f"Digit {which}, a {digits.y[which]}", (SIDE, SIDE))


@cache
def _photograph() -> Picture:
    """Return Matplotlib's sample photograph: Grace Hopper, a work of the U.S. Navy."""
    places = getattr(find_spec("matplotlib"), "submodule_search_locations", ())
    for folder in places:  # to import Matplotlib would take a third of a second
        path = Path(folder) / "mpl-data" / "sample_data" / "grace_hopper.jpg"
        if path.is_file():
            return as_picture(path, title="The photograph")
    from matplotlib import get_data_path

    return as_picture(f"{get_data_path()}/sample_data/grace_hopper.jpg", title="The photograph")


def _patch_for(shape: tuple[int, ...], patches: int) -> int:
    """Choose the side of a patch, larger for large pictures; at least one block must fit."""
    return max(1, min(max(SMALLEST_PATCH, round(max(shape) / PATCHES)), min(shape) // patches))


def _strongest(blocks: BlockEdgeHistogram, names: Names) -> list[str]:
    """Return the most frequent orientation in each block; "" without edges."""
    totals = blocks.block_histograms.sum(axis=(2, 3)).reshape(-1, len(names))
    return [names[int(row.argmax())] if row.any() else "" for row in totals]


def _mostly(whole: EdgeHistogram, names: Names) -> str:
    if not whole.totals.any():
        return "it has no edges, because all pixels have the same grey level"
    first = int(np.argmax(whole.features))
    return f"its strongest orientation is {names[first]} ({format_number(whole.features[first])})"
