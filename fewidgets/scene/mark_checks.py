from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from fewidgets.scene.controls import Block, Control, Slider, Stepper, is_integer
from fewidgets.scene.counts import Counts
from fewidgets.scene.frames import Frames
from fewidgets.scene.graph import MOST_LINKS, MOST_NODES, Graph
from fewidgets.scene.inputs import Cells, Drawing, Point
from fewidgets.scene.legible import must_be, quoted, quoted_all
from fewidgets.scene.marks import (
    Area,
    Arrow,
    AudioPlayer,
    Bars,
    Contours,
    Dots,
    Image,
    Line,
    Mark,
    Path,
    Rule,
    Style,
    Table,
    Text,
    Tokens,
)
from fewidgets.scene.palette import palette
from fewidgets.scene.points import Points
from fewidgets.scene.template import Template
from fewidgets.scene.touch import BlockGrid, Canvas, CountGrid, Handle, Handles
from fewidgets.scene.visited import Reveal

MOST_DIGITS = 6  # decimals that fit into a cell
RAMP = "ramp"  # a colour that only contours can have


def check_mark(mark: Mark, place: str) -> None:
    check = _CHECKS.get(type(mark))
    if check is None:
        raise TypeError(f"{place} must be a mark, such as Line or Bars; got {quoted(mark)}.")
    check(mark, place)
    _check_reveal(getattr(mark, "reveal", None), mark, place)
    color = getattr(mark, "color", "primary")
    for each in [color] if isinstance(color, str) or np.ndim(color) == 0 else color:
        if not (each == RAMP and isinstance(mark, Contours)):
            _check_color(each, place)
    for style in getattr(mark, "styles", ()):
        if not isinstance(style, Style):
            raise TypeError(must_be(f"styles of {place}", "a list of Style", style))
        _check_color(style.color, place)
        if style.shape not in (None, *palette()["shapes"]):
            raise ValueError(must_be(f"shape of a style of {place}", f"one of {quoted_all(palette()['shapes'])}", style.shape))


def _check_reveal(reveal: Reveal | None, mark: Mark, place: str) -> None:
    """Check that a control keeps what it has visited, and that each point belongs to one of its values."""
    if reveal is None:
        return
    if not isinstance(reveal, Reveal) or not isinstance(reveal.control, Slider | Stepper) or not reveal.control.visited:
        raise TypeError(must_be(f"reveal of {place}", "a Reveal of a control that keeps what it has visited", reveal))
    places = reveal.places
    count = max(
        (length for name in ("x", "y") for length in lengths_of(getattr(mark, name, None)) if length is not None), default=0
    )
    if not count:
        raise ValueError(must_be(f"x of {place}", "a list or an array, so that its points can be revealed", mark))
    if places.ndim != 1 or len(places) < count or not (np.diff(places) >= 0).all():
        raise ValueError(must_be(f"reveal of {place}", f"{count} ascending values, one for each point", reveal.at))


def _check_color(color: Any, place: str) -> None:
    named = isinstance(color, str) and isinstance(palette().get(color), str)
    if not named and not (is_integer(color) and color >= 0):
        names = ", ".join(repr(name) for name, value in palette().items() if isinstance(value, str))
        raise ValueError(must_be(f"color of {place}", f"one of {names}, or an integer of at least 0", color))


def frames_of(channel: Any) -> Iterator[Any]:
    """List what a channel may be: each frame of Frames of text, all frames at once for Frames of numbers, or a constant."""
    if not isinstance(channel, Frames):
        yield channel
    elif isinstance(channel.values, np.ndarray):
        yield channel.values[(0,) * len(channel.controls)]  # frames may be empty arrays, which cannot be reshaped
    else:
        level = list(channel.values)
        for _ in channel.controls[1:]:
            level = [part for parts in level for part in parts]
        yield from level


def _length(value: Any) -> int | None:
    if isinstance(value, str | Control | Template) or value is None:
        return None
    if isinstance(value, np.ndarray):
        return len(value) if value.ndim else None
    return len(value) if hasattr(value, "__len__") else None


def lengths_of(channel: Any) -> set[int | None]:
    """Return the lengths of a channel in all frames; None stands for a single number or text."""
    return {_length(value) for value in frames_of(channel)}


def _check_lengths(mark: Mark, place: str, required: Sequence[str], optional: Sequence[str] = ()) -> int:
    """Check that channels have one value for each point; optional channels may also be empty or a single value."""
    first = required[0]
    count = next(iter(lengths_of(getattr(mark, first))))
    if count is None:
        raise ValueError(must_be(f"{first} of {place}", "a list or an array", getattr(mark, first)))
    for name in (*required, *optional):
        for length in lengths_of(getattr(mark, name)):
            if length == count or (name in optional and length in (None, 0)):
                continue
            got = "a single value" if length is None else length
            raise ValueError(f"{name} of {place} must have {count} values, one for each of {first}; got {got}.")
    return count


def _check_styles(mark: Any, place: str) -> None:
    if mark.style is None:
        return
    numbers = _style_numbers(mark, place)
    if np.size(numbers) and not (np.min(numbers) >= 0 and np.max(numbers) < len(mark.styles)):
        raise ValueError(
            f"style of {place} must contain numbers below {len(mark.styles)}, the number of its styles; "
            f"got {np.min(numbers)} to {np.max(numbers)}."
        )


def _style_numbers(mark: Any, place: str) -> np.ndarray:
    try:
        return np.asarray(mark.style.values if isinstance(mark.style, Frames) else mark.style)
    except ValueError:
        raise ValueError(must_be(f"style of {place}", "an array of integers", mark.style)) from None


def _check_extent(mark: Any, place: str) -> None:
    extent = np.asarray(mark.extent, dtype=float)
    if extent.shape != (4,) or not np.isfinite(extent).all() or extent[0] == extent[1] or extent[2] == extent[3]:
        raise ValueError(must_be(f"extent of {place}", "(left, right, bottom, top) with a width and a height", mark.extent))


def _check_type(control: Any, kind: type[Control], name: str, place: str) -> None:
    if not isinstance(control, kind):
        raise TypeError(must_be(f"{name} of {place}", f"a {kind.__name__} control", control))


def _check_points(mark: Line | Path, place: str) -> None:
    _check_lengths(mark, place, ("x", "y"))
    if isinstance(mark, Line) and mark.label_at not in ("start", "end", "none"):
        raise ValueError(must_be(f"label_at of {place}", "'start', 'end' or 'none'", mark.label_at))


def _check_dots(mark: Dots, place: str) -> None:
    count = _check_lengths(mark, place, ("x", "y"), ("keys", "labels", "style"))
    if mark.at is not None and mark.at.positions > count:
        raise ValueError(
            f"{place} must have a point for each of the {mark.at.positions} positions of {mark.at.name!r}; got {count} points."
        )
    _check_styles(mark, place)


def _check_bars(mark: Bars, place: str) -> None:
    _check_lengths(mark, place, ("names", "values"), ("keys", "color", "style", "importance"))
    _check_styles(mark, place)


def _check_area(mark: Area, place: str) -> None:
    _check_lengths(mark, place, ("x", "low", "high"))


def _check_rule(mark: Rule, place: str) -> None:
    if (mark.x is None) == (mark.y is None):
        raise ValueError(f"{place} must have either x or y; got {'neither' if mark.x is None else 'both'}.")
    places = lengths_of(mark.y if mark.x is None else mark.x)
    for length in lengths_of(mark.label):
        if length is not None and {length} != places:
            raise ValueError(f"label of {place} must be one text for each line; got {length} for {places.pop() or 1}.")


def _check_arrow(mark: Arrow, place: str) -> None:
    counts = {length or 1 for name in ("x0", "y0", "x1", "y1") for length in lengths_of(getattr(mark, name))}
    if len(counts) > 1:
        raise ValueError(f"x0, y0, x1 and y1 of {place} must have the same length; got {sorted(counts)}.")


def _check_text(mark: Text, place: str) -> None:
    counts = {length for name in ("x", "y", "text") for length in lengths_of(getattr(mark, name))} - {None}
    if len(counts) > 1:
        raise ValueError(f"x, y and text of {place} must have the same length or be single; got {sorted(map(str, counts))}.")
    if mark.anchor not in ("start", "middle", "end"):
        raise ValueError(must_be(f"anchor of {place}", "'start', 'middle' or 'end'", mark.anchor))


def _check_contours(mark: Contours, place: str) -> None:
    count = _check_lengths(mark, place, ("x", "y"))
    if sum(mark.sizes) != count:
        raise ValueError(f"sizes of {place} must add up to its {count} points; got {sum(mark.sizes)}.")


def _check_image(mark: Image, place: str) -> None:
    _check_extent(mark, place)
    for values in frames_of(mark.values):
        shape = np.shape(values)
        if not (len(shape) == 2 or (len(shape) == 3 and shape[2] == 3)) or 0 in shape:
            raise ValueError(f"values of {place} must have shape (H, W) or (H, W, 3), not empty; got {shape}.")


def _check_table(mark: Table, place: str) -> None:
    count = len(mark.columns)
    tallest = 0
    for rows in frames_of(mark.rows):
        tallest = max(tallest, len(rows))
        for row in rows:
            if len(row) != count:
                raise ValueError(f"Each row of {place} must have {count} cells, one for each column; got {len(row)}.")
    if mark.style is not None:
        height, width = np.shape(_style_numbers(mark, place))[-2:]
        if width != count or height < tallest:
            raise ValueError(
                f"style of {place} must have shape ({tallest}, {count}), like the cells; got ({height}, {width})."
            )
        _check_styles(mark, place)
    if mark.cells is not None:
        _check_type(mark.cells, Cells, "cells", place)
        if mark.cells.columns > count:
            raise ValueError(f"cells of {place} must have at most {count} columns; got {mark.cells.columns}.")


def _check_tokens(mark: Tokens, place: str) -> None:
    for runs in frames_of(mark.runs):
        for run in runs:
            if not 0 <= run[1] < len(mark.styles):
                last = len(mark.styles) - 1
                raise ValueError(f"Each style in {place} must be a number from 0 to {last}; got {quoted(run[1])}.")


def _check_player(mark: AudioPlayer, place: str) -> None:
    if lengths_of(mark.samples) == {None}:
        raise ValueError(must_be(f"samples of {place}", "an array", mark.samples))


def _check_handle(mark: Handle, place: str) -> None:
    _check_type(mark.point, Point, "point", place)


def _check_canvas(mark: Canvas, place: str) -> None:
    _check_type(mark.drawing, Drawing, "drawing", place)
    _check_extent(mark, place)


def _check_grid(mark: BlockGrid, place: str) -> None:
    _check_type(mark.block, Block, "block", place)
    _check_extent(mark, place)


def _check_handles(mark: Handles, place: str) -> None:
    _check_type(mark.points, Points, "points", place)
    count = len(mark.points.names)
    for name in ("labels", "style"):
        for length in lengths_of(getattr(mark, name)):
            if length not in (None, 0, count):
                raise ValueError(f"{name} of {place} must have {count} values, one for each point; got {length}.")
    if not mark.size > 0:
        raise ValueError(must_be(f"size of {place}", "a positive number", mark.size))
    _check_styles(mark, place)


def _check_counts(mark: CountGrid, place: str) -> None:
    _check_type(mark.counts, Counts, "counts", place)
    shape = (mark.counts.rows, mark.counts.columns)
    for name, count in zip(("row_names", "column_names"), shape, strict=True):
        names = getattr(mark, name)
        if len(names) != count or not all(isinstance(each, str) for each in names):
            raise ValueError(must_be(f"{name} of {place}", f"{count} texts", names))
    for values in frames_of(mark.values):
        if values is not None and np.shape(values) != shape:
            raise ValueError(f"values of {place} must have shape {shape}, like the counts; got {np.shape(values)}.")
    if mark.limits is not None and not mark.limits[0] < mark.limits[1]:
        raise ValueError(must_be(f"limits of {place}", "two numbers, the lower one first", mark.limits))
    if mark.digits is not None and not (is_integer(mark.digits) and 0 <= mark.digits <= MOST_DIGITS):
        raise ValueError(must_be(f"digits of {place}", f"None or an integer from 0 to {MOST_DIGITS}", mark.digits))


def _check_graph(mark: Graph, place: str) -> None:
    count = _check_lengths(mark, place, ("keys", "x", "y", "labels"), ("values", "style"))
    if not 1 <= count <= MOST_NODES:
        raise ValueError(f"{place} must have 1 to {MOST_NODES} nodes; got {count}.")
    if not all(isinstance(text, str) for text in (*mark.keys, *mark.labels)) or len(set(mark.keys)) < count:
        raise ValueError(must_be(f"keys of {place}", f"{count} texts that differ", list(mark.keys)))
    links = mark.links
    if links.ndim != 2 or links.shape[1] != 2 or len(links) > MOST_LINKS or links.dtype.kind != "i":
        raise ValueError(f"links of {place} must be at most {MOST_LINKS:,} pairs of nodes; got shape {links.shape}.")
    if links.size and not (links.min() >= 0 and links.max() < count and (links[:, 0] != links[:, 1]).all()):
        raise ValueError(must_be(f"links of {place}", f"pairs of two different numbers below {count}", links.tolist()))
    for style in mark.link_styles:
        if not isinstance(style, Style):
            raise TypeError(must_be(f"link_styles of {place}", "a list of Style", style))
        _check_color(style.color, place)
    _check_styles(mark, place)
    if mark.link_style is None:
        return
    for frame in frames_of(mark.link_style):
        numbers = np.asarray(frame)
        most = len(mark.link_styles)
        if numbers.shape != (len(links),) or numbers.dtype.kind not in "iu" or not ((numbers >= -1) & (numbers < most)).all():
            raise ValueError(
                f"link_style of {place} must contain {len(links)} integers from -1 to {most - 1}, one for each link; "
                f"got shape {numbers.shape}."
            )


_CHECKS: Mapping[type[Mark], Callable[[Any, str], None]] = {
    Line: _check_points,
    Path: _check_points,
    Dots: _check_dots,
    Bars: _check_bars,
    Area: _check_area,
    Rule: _check_rule,
    Arrow: _check_arrow,
    Text: _check_text,
    Contours: _check_contours,
    Image: _check_image,
    Table: _check_table,
    Tokens: _check_tokens,
    AudioPlayer: _check_player,
    Handle: _check_handle,
    Canvas: _check_canvas,
    BlockGrid: _check_grid,
    Handles: _check_handles,
    CountGrid: _check_counts,
    Graph: _check_graph,
}
