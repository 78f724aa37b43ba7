"""What all marks have in common: fields, checks, and what is shown of their points."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from fewidgets.scene.controls.replay import Control, Slider, Stepper, is_integer
from fewidgets.scene.frames import Frames, resolve
from fewidgets.scene.palette import palette
from fewidgets.scene.reveal import Reveal, passed
from fewidgets.scene.still.legend import Key, LegendEntry
from fewidgets.scene.still.looks import shape_of, underline_of
from fewidgets.scene.still.plot import Plot
from fewidgets.scene.template import Template
from fewidgets.scene.text.legible import must_be, quoted, quoted_all
from fewidgets.scene.types import Array, Color, Curve, Encoded, NameTuple, State

LEAST_TEXT = 60.0  # points that one of several texts may have
Side = Literal["x", "y"]


@dataclass(frozen=True)
class Style:
    """One meaning of a bar, a dot, a table cell or a piece of text, with its entry in the legend.

    Attributes
    ----------
    label : str
        Text for the legend and for screen readers; "" leaves the style out of both.
    color : str or int
        Palette name or series number.
    glyph : str
        A sign beside the mark, so that the meaning can be seen without colour.
    look : "", "lit", "struck" or "faint"
        How text looks: plain; highlighted and underlined; struck out; italic with a dotted underline.
    shape : "circle", "square", "triangle" or "diamond", optional
        Shape of a dot. By default, the k-th style has the k-th shape.
    """

    label: str
    color: Color = "primary"
    glyph: str = ""
    look: str = ""
    shape: str | None = None


@dataclass(frozen=True)
class Mark:
    """Base class of all marks. A mark is one file here, and one in ``frontend/src/marks`` with the same ``kind``."""

    kind: ClassVar[str] = "mark"
    #: The channels along each axis, of those that a mark has.
    along_x: ClassVar[NameTuple] = ("x",)
    along_y: ClassVar[NameTuple] = ("y",)
    #: The channels with one value for each point, and those that may also be empty or a single value.
    each: ClassVar[NameTuple] = ()
    maybe: ClassVar[NameTuple] = ()
    #: The field with the control that the mark moves, and the class of the control.
    moves: ClassVar[tuple[str, type[Control]] | None] = None
    later: ClassVar[bool] = False  # whether marks.js paints it, which only scenes with such marks load
    fills: ClassVar[bool] = False  # whether it fills its panel with text
    blends: ClassVar[bool] = False  # whether a line reaches the end of what a control has passed

    @property
    def least_height(self) -> int:
        """Pixels that a panel needs so that a finger can touch each part of the mark."""
        return 0

    @property
    def count(self) -> int | None:
        """The number of points."""
        return next(iter(lengths_of(getattr(self, self.each[0]))))

    @property
    def snug(self) -> bool:
        """Whether an axis ends where the mark ends."""
        return hasattr(self, "extent")

    def check(self, place: str) -> None:
        """Refuse what no renderer could draw and no declaration above says; ``place`` says where the mark is."""

    def sent(self) -> Encoded:
        """Return what a browser gets beyond the fields, or in place of them; None leaves one out."""
        return {}

    def along(self, side: Side) -> list[str]:
        """List the mark's channels along an axis."""
        return [name for name in (self.along_x if side == "x" else self.along_y) if hasattr(self, name)]

    def values_along(self, side: Side) -> list[Any]:
        """List all values that the mark may have along an axis."""
        if self.snug:
            extent = getattr(self, "extent")  # noqa: B009  # only some marks have one
            return [extent[:2] if side == "x" else extent[2:]]
        found: list[Any] = []
        for name in self.along(side):
            channel = getattr(self, name)
            if isinstance(channel, Frames | Slider):
                found.append(channel.values)
            elif isinstance(channel, Stepper):
                found.append((0, channel.length - 1))
            elif channel is not None:
                found.append(channel)
        return found

    def still(self, plot: Plot) -> None:
        """Draw the mark in a state, with the shapes that every still picture can write."""

    def text_height(self, width: float, state: State) -> float:
        """Return how high the text of a mark that fills its panel is, in points."""
        return 0.0

    def legend_key(self, shape: str) -> Key:
        """Return the small picture of the mark in a legend."""
        return Key("bar")

    def legend(self, state: State) -> list[LegendEntry]:
        """List the mark's entries in a legend: by default, one for each style with a label that is on the picture."""
        entries, styles = [], getattr(self, "styles", ())
        used = self._meanings(state)
        for k, style in enumerate(styles):
            if used is not None and k not in used:
                continue
            text = f"{style.glyph} {style.label}".strip()
            if style.label and style.look:
                entries.append(LegendEntry(text, style.color, None, style.look, underline_of(styles, k)))
            elif style.label:
                entries.append(LegendEntry(text, style.color, self.legend_key(shape_of(styles, k))))
        return entries

    def _meanings(self, state: State) -> set[int] | None:
        """Return the styles of the points that are on the picture; None if the mark has no styles."""
        if getattr(self, "style", None) is None:
            return None
        kinds = np.ravel(resolve(getattr(self, "style"), state)).astype(int)  # noqa: B009  # only some marks have one
        seen = np.ones(kinds.shape, dtype=bool)
        for name in (*self.along("x"), *self.along("y")):
            values = np.ravel(np.asarray(resolve(getattr(self, name), state), dtype=float))
            if values.size == kinds.size:
                seen &= np.isfinite(passed(values, getattr(self, "reveal", None), state))
        for name, first in (("upto", False), ("at", True)):
            control = getattr(self, name, None)
            if isinstance(control, Control):
                index = control.locate(state[control.name])[0]
                seen[index + 1 :] = False
                seen[: index if first else 0] = False
        # The sign of a bar stands where the bar would begin, even if there is none.
        signs = [k for k, each in enumerate(getattr(self, "styles", ())) if each.glyph and self.kind == "bars"]
        return set(kinds[seen | np.isin(kinds, signs)].tolist())

    def without(self, names: Collection[str], state: State) -> Mark | None:
        """Return what stands for the mark where some controls are fixed; None for nothing."""
        control = getattr(self, self.moves[0]) if self.moves else None
        return self.stopped(state[control.name]) if control is not None and control.name in names else self

    def stopped(self, value: Any) -> Mark | None:
        """Return what stands for the mark where its control is fixed at a value."""


def check_mark(mark: Mark, place: str) -> None:
    if not isinstance(mark, Mark):
        raise TypeError(f"{place} must be a mark, such as Line or Bars; got {quoted(mark)}.")
    if mark.moves:
        name, kind = mark.moves
        control = getattr(mark, name)
        if not isinstance(control, kind) and not (control is None and mark.fills):  # a table may have no switches
            raise TypeError(must_be(f"{name} of {place}", f"a {kind.__name__} control", control))
    if mark.snug:
        check_extent(mark, place)
    if mark.each:
        check_lengths(mark, place)
    if getattr(mark, "style", None) is not None:
        check_styles(mark, place)
    mark.check(place)
    if getattr(mark, "reveal", None) is not None:
        check_reveal(mark, place)
    color = getattr(mark, "color", "primary")
    for each in [color] if isinstance(color, str) or np.ndim(color) == 0 else color:
        check_color(each, place)
    for style in getattr(mark, "styles", ()):
        check_style(style, f"styles of {place}", place)
        shapes = palette()["shapes"]
        if style.shape not in (None, *shapes):
            raise ValueError(must_be(f"shape of a style of {place}", f"one of {quoted_all(shapes)}", style.shape))


def check_style(style: Any, name: str, place: str) -> None:
    if not isinstance(style, Style):
        raise TypeError(must_be(name, "a list of Style", style))
    check_color(style.color, place)


def check_reveal(mark: Any, place: str) -> None:
    """Check that a control keeps what it has visited, and that it reveals each point."""
    reveal = mark.reveal
    if not isinstance(reveal, Reveal) or not isinstance(reveal.control, Slider | Stepper) or not reveal.control.visited:
        raise TypeError(must_be(f"reveal of {place}", "a Reveal of a control that keeps what it has visited", reveal))
    places = reveal.places
    count = max(length or 0 for name in ("x", "y") for length in lengths_of(getattr(mark, name, None)))
    if not count:
        raise ValueError(must_be(f"x of {place}", "a list or an array, so that its points can be revealed", mark))
    if places.ndim != 1 or len(places) < count or not (np.diff(places) >= 0).all():
        raise ValueError(must_be(f"reveal of {place}", f"{count} ascending values, one for each point", reveal.at))


def check_color(color: Any, place: str) -> None:
    named = isinstance(color, str) and isinstance(palette().get(color), str)
    if not named and not (is_integer(color) and color >= 0):
        names = ", ".join(repr(name) for name, value in palette().items() if isinstance(value, str))
        raise ValueError(must_be(f"color of {place}", f"one of {names}, or an integer of at least 0", color))


def frames_of(channel: Any) -> Iterator[Any]:
    """List the frames of Frames of text, all frames at once for numbers, or a constant."""
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


def check_lengths(mark: Mark, place: str) -> None:
    """Check that channels have one value for each point."""
    first, count = mark.each[0], mark.count
    if count is None:
        raise ValueError(must_be(f"{first} of {place}", "a list or an array", getattr(mark, first)))
    for name in (*mark.each, *mark.maybe):
        for length in lengths_of(getattr(mark, name)) - {count, *((None, 0) if name in mark.maybe else ())}:
            got = "a single value" if length is None else length
            raise ValueError(f"{name} of {place} must have {count} values, one for each of {first}; got {got}.")


def check_styles(mark: Any, place: str) -> None:
    numbers = style_numbers(mark, place)
    if np.size(numbers) and not (np.min(numbers) >= 0 and np.max(numbers) < len(mark.styles)):
        raise ValueError(
            f"style of {place} must contain numbers below {len(mark.styles)}, the number of its styles; "
            f"got {np.min(numbers)} to {np.max(numbers)}."
        )


def style_numbers(mark: Any, place: str) -> Array:
    try:
        return np.asarray(mark.style.values if isinstance(mark.style, Frames) else mark.style)
    except ValueError:
        raise ValueError(must_be(f"style of {place}", "an array of integers", mark.style)) from None


def check_extent(mark: Any, place: str) -> None:
    extent = np.asarray(mark.extent, dtype=float)
    if extent.shape != (4,) or not np.isfinite(extent).all() or extent[0] == extent[1] or extent[2] == extent[3]:
        raise ValueError(must_be(f"extent of {place}", "(left, right, bottom, top) with a width and a height", mark.extent))


def passing(mark: Any, channel: Any, plot: Plot, *, hold: bool = False) -> Array:
    """Return a channel in the state of a plot, NaN where ``reveal`` shows nothing yet."""
    return passed(plot.numbers(channel), mark.reveal, plot.state, blend=mark.blends, hold=hold)


def shown_points(mark: Any, plot: Plot, *, hold: bool = False) -> Curve:
    """Return a mark's points up to the position of its ``upto`` control."""
    x, y = passing(mark, mark.x, plot), passing(mark, mark.y, plot, hold=hold)
    if mark.upto is not None:
        count = mark.upto.locate(plot.state[mark.upto.name])[0] + 1
        x, y = x[:count], y[:count]
    return x, y


def style_of(styles: Sequence[Style], style: Any, i: int) -> Style | None:
    return None if style is None or not len(styles) else styles[int(style[i])]
