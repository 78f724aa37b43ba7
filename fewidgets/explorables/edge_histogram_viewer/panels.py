from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fewidgets.algorithms import BlockEdgeHistogram, EdgeHistogram, EdgeMaps
from fewidgets.algorithms._numerics.types import Indices
from fewidgets.explorables.framework.aliases import Marks, Names
from fewidgets.explorables.shared.edge_overlay import edge_strokes, extent_of, faint, pixel_axes
from fewidgets.explorables.shared.pictures import Picture
from fewidgets.scene import Axis, Bars, Block, BlockGrid, Canvas, Drawing, Frames, Image, Line, Panel, Rule
from fewidgets.scene.types import Keywords

MOST_STROKES = 700
LENS = 12  # most pixels per side that are written as numbers
MOST_LEVEL = 255  # height of all bars of a block, which are sent as bytes


class EdgeView(NamedTuple):
    picture: Picture  # Grey levels and name
    edges: EdgeMaps  # Strength and orientation of the edge at each pixel
    whole: EdgeHistogram  # Histogram of the whole picture
    blocks: BlockEdgeHistogram  # Histograms of the picture's patches, normalized in blocks


def picture_panel(trace: EdgeView, block: Block, drawing: Drawing | None) -> Panel:
    """Show the picture with the selected block, or the sheet to draw on."""
    levels = trace.picture.levels
    extent, axes = extent_of(levels.shape), pixel_axes(levels.shape, 360)
    if drawing is not None:
        return Panel("Draw a picture", [Canvas(drawing, extent)], **axes)
    return Panel("Picture", [Image(levels, extent, label=trace.picture.description), _frame(trace.blocks, block)], **axes)


def edges_panel(trace: EdgeView, block: Block, there: Names) -> Panel:
    """Draw the edges over the picture; each block is selected through the patch in its middle."""
    blocks = trace.blocks
    boxes = _boxes(blocks)
    (high, wide), (rows, columns) = blocks.patch, blocks.block_grid
    middle_y, middle_x = (boxes[:, :2] + boxes[:, 2:]).T / 2
    left, top = middle_x.min() - wide / 2, blocks.image_size[0] - middle_y.min() + high / 2
    extent = left, left + columns * wide, top - rows * high, top
    descriptions = [f"row {i // columns}, column {i % columns}: {text}" for i, text in enumerate(there)]
    grid = BlockGrid(block, extent, description=Frames(descriptions, block))
    marks = [faint(trace.picture.levels), *edge_strokes(trace.edges, MOST_STROKES), _frame(blocks, block), grid]
    return Panel("Edges: pick a block", marks, **pixel_axes(trace.picture.levels.shape, 360), column=1)


def whole_panel(trace: EdgeView, names: Names) -> Panel:
    return Panel(
        "Edge histogram",
        [Bars(names, trace.whole.features, keys=names, color=list(range(len(names))))],
        x=Axis("strength of the edges, unit length", domain=(0.0, 1.0)),
        column=2,
        height=240,
        says=f"Edge histogram: {len(names)} features",
    )


def numbers_panel(trace: EdgeView, block: Block) -> Panel:
    """Show the grey levels in the selected block, as numbers if they are few, and its patches."""
    blocks, levels = trace.blocks, trace.picture.levels
    boxes = _boxes(blocks)
    height, width = (int(side) for side in boxes[0, 2:] - boxes[0, :2])
    if max(height, width) <= LENS:
        rows, columns = boxes[:, 0, None, None] + np.arange(height)[:, None], boxes[:, 1, None, None] + np.arange(width)
        pixels = Frames(np.round(levels).astype(np.uint8)[rows, columns], block, hold=True)
        image = Image(pixels, extent_of((height, width)), label="grey levels", digits=0)
        left = bottom = np.zeros(len(boxes), dtype=int)
    else:  # the axes move over the whole picture, which is less to send
        image = Image(levels, extent_of(levels.shape), label="the whole picture, of which the block is in view")
        left, bottom = boxes[:, 1], len(levels) - boxes[:, 2]
    marks: Marks = [image]
    axes: Keywords = pixel_axes((height, width), 360)
    for side, start, length, step in (("x", left, width, blocks.patch[1]), ("y", bottom, height, blocks.patch[0])):
        axes[side] = Axis(domain=Frames(np.stack([start, start + length], axis=1), block))
        between: Keywords = {side: Frames(start[:, None] + np.arange(step, length, step), block, hold=True)}
        marks += [Rule(**between, color="accent")] if length > step else []
    return Panel("Pixels of the block", marks, **axes, row=1)


def block_panel(trace: EdgeView, block: Block, names: Names) -> Panel:
    """Draw the selected block's part of the feature vector: the bars of each patch, in the place of the patch."""
    K, (down, across) = len(names), trace.blocks.block
    parts = trace.blocks.block_histograms.reshape(block.positions, -1, K)
    count = parts.shape[1]
    quarters = max(1, int(np.ceil(4 * float(parts.max()))))
    step = MOST_LEVEL // down  # from one row of bars to the next
    level = step * 4 / (quarters * 1.3)  # of a bar of length 1
    row, column = np.divmod(np.arange(count), across)
    feet, first = (down - 1 - row) * step, column * (K + 1.0)
    marks: Marks = [Rule(x=np.arange(1, across) * (K + 1.0) - 0.5, width=0.75, dash=0)] if across > 1 else []
    marks.append(Rule(y=np.arange(down) * step, width=0.75, dash=0))
    for k, name in enumerate(names):
        x = np.repeat(first + k + 0.5, 3)
        x[2::3] = np.nan
        y = np.repeat(feet, 3)[None].repeat(block.positions, axis=0)
        y[:, 1::3] += np.round(level * parts[:, :, k]).astype(int)
        marks.append(Line(x, Frames(y, block, hold=True), color=k, dash=0, width=5.0, key=name))
    return Panel(
        "Block histogram",
        marks,
        x=Axis(f"bars from {names[0]} to {names[-1]}", domain=(-0.5, across * (K + 1.0) - 0.5), ticks=[]),
        y=Axis(
            "share of the block's length",
            domain=(0, down * step),
            ticks=[(float(foot + level / 4 * i), f"{i / 4:g}") for foot in np.arange(down) * step for i in (0, quarters)],
        ),
        row=1,
        column=1,
        column_span=2,
        height=260,
        says=f"Block histogram: {count * K} of {trace.blocks.features.size:,} features",
    )


def _boxes(blocks: BlockEdgeHistogram) -> Indices:
    """Return the first row and column of each block, and those after its last."""
    first = np.array(blocks.block_box(0, 0))
    moved = np.indices(blocks.block_grid).reshape(2, -1).T * blocks.patch
    return first + np.concatenate([moved, moved], axis=1)


def _frame(blocks: BlockEdgeHistogram, block: Block) -> Line:
    top, left, bottom, right = _boxes(blocks).T
    x = np.stack([left, right, right, left, left], axis=1)
    y = blocks.image_size[0] - np.stack([top, top, bottom, bottom, top], axis=1)
    return Line(Frames(x, block, hold=True), Frames(y, block, hold=True), color="accent", width=2.5)
