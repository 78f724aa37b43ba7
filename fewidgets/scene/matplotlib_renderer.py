"""The still picture: a scene in one state, drawn by Matplotlib for print, for viewers without widgets, and for `figure()`.

A scene's pixels are a figure's points, so a figure 10 inches wide looks like a view of 720 pixels. All places are computed
from the width of the text, not left to a solver: nothing is cut off, and the same scene gives the same picture.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from fewidgets.scene.frames import resolve
from fewidgets.scene.lettering import BODY, FAMILY, HEADING, LINE, SMALL, TITLE, cut, flow, width_of, wrap
from fewidgets.scene.marks import Area, Contours, Image, Line, Sound
from fewidgets.scene.matplotlib_marks import label_lines, paint
from fewidgets.scene.matplotlib_plot import VALUE_ROOM, Plot, mixed
from fewidgets.scene.matplotlib_texts import FAINT, TINT, height_of
from fewidgets.scene.palette import color_of, palette
from fewidgets.scene.panel import Panel
from fewidgets.scene.scene import Scene
from fewidgets.scene.ticks import Extent

POINTS = 72.0  # to the inch
MARGIN, GAP = 14.0, 22.0
NARROW = 480.0  # below this width all panels stand below one another
GUTTER, TICK = 0.3, 150.0  # most of a panel's width that line labels take, and most points that a tick's text takes
_LEGEND_ROW, _SWATCH = 15.0, 9.0
_COLORS = 160  # of a still picture: the palette's own, which are the commonest, and most of the steps that smooth its edges
_STYLE = {
    "font.family": [FAMILY],
    "text.usetex": False,
    "text.parse_math": False,
    "axes.unicode_minus": True,
    "path.simplify": False,
    "lines.scale_dashes": True,
}


class StillFigure(Figure):
    """A figure that a notebook shows as a picture also where Matplotlib's own inline display is not set up."""

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        width, height = (round(length * POINTS) for length in self.get_size_inches())
        return _png(self, few_colors=False), {"width": width, "height": height}


def draw(scene: Scene, *, theme: str = "light", width: float = 10.0, dpi: float = 100.0, **state: Any) -> mpl.figure.Figure:
    """Draw a scene in one state.

    Parameters
    ----------
    scene : Scene
        What to draw.
    theme : "light" or "dark"
        Which of the palette's two sets of colours.
    width : float
        Inches; the height follows from what the scene holds. Type keeps its size, so a narrow figure has less room for marks;
        below 6.7 inches the panels stand below one another.
    dpi : float
        Pixels to the inch when it is shown or saved.
    **state
        Values of the scene's controls, as for `Scene.state`; those not given have their initial value.

    Returns
    -------
    matplotlib.figure.Figure
        Not known to pyplot: it needs no closing, and shows itself in a notebook.

    Raises
    ------
    TypeError, ValueError
        For a control that the scene does not have, a value that it does not take, an unknown theme, or a width or dpi that is
        not positive.

    Examples
    --------
    >>> from fewidgets.scene import Line, Panel, Scene, Stepper
    >>> step = Stepper("step", 3)
    >>> cost = Line([0, 1, 2], [4.0, 2.0, 1.0], upto=step)
    >>> figure = draw(Scene("Descent", [Panel("Cost", [cost])], [step]), step=1)
    >>> figure.axes[0].lines[0].get_ydata().tolist()
    [4.0, 2.0]
    """
    for name, value in (("width", width), ("dpi", dpi)):
        if not value > 0:
            raise ValueError(f"{name} is {value!r}, but wants a positive number")
    palette(theme)
    complete = scene.state(**state)
    with mpl.rc_context(_STYLE):
        return _Sheet(scene, complete, theme, width * POINTS).figure(dpi, scene.caption_at(**state))


def still_png(scene: Scene, *, theme: str = "light", **state: Any) -> bytes:
    """Draw a scene in one state as a PNG, twice as fine as a view 720 pixels wide, and small.

    Parameters
    ----------
    scene : Scene
        What to draw.
    theme : "light" or "dark"
        Which of the palette's two sets of colours.
    **state
        Values of the scene's controls; those not given have their initial value.

    Returns
    -------
    bytes
        A PNG that is 1440 pixels wide, with the title and the caption in its metadata. The same scene gives the same bytes.
    """
    photographs = any(isinstance(mark, Image) and mark.limits is None for panel in scene.panels for mark in panel.marks)
    metadata = {"Title": scene.title, "Description": scene.caption_at(**state)}
    with warnings.catch_warnings():
        # It stands in for a view that has all letters: nobody who types Chinese there needs to hear of Matplotlib's font.
        warnings.filterwarnings("ignore", r"Glyph \d+ ", UserWarning)
        return _png(draw(scene, theme=theme, **state), few_colors=not photographs, metadata=metadata)


def _png(figure: Figure, *, few_colors: bool, metadata: Mapping[str, str] | None = None) -> bytes:
    from PIL import Image as Picture
    from PIL.PngImagePlugin import PngInfo

    raw = io.BytesIO()
    figure.savefig(raw, format="rgba", dpi=2 * POINTS, facecolor=figure.get_facecolor())
    size = tuple(int(length * 2 * POINTS) for length in figure.get_size_inches())
    picture = Picture.frombytes("RGBA", size, raw.getvalue()).convert("RGB")
    if few_colors:
        picture = _with_few_colors(picture)
    notes = PngInfo()
    for name, text in (metadata or {}).items():
        notes.add_itxt(name, text)
    packed = io.BytesIO()
    picture.save(packed, format="png", optimize=True, pnginfo=notes)
    return packed.getvalue()


def _with_few_colors(picture: Any) -> Any:
    """Keep a picture's commonest colours exactly, and give every other the nearest of them."""
    from PIL import Image as Picture

    parts = np.asarray(picture).astype(np.int32)
    packed = (parts[..., 0] << 16) | (parts[..., 1] << 8) | parts[..., 2]
    colors, which, counts = np.unique(packed, return_inverse=True, return_counts=True)
    kept = np.sort(colors[np.argsort(-counts, kind="stable")[:_COLORS]])
    apart = np.stack([colors >> 16, (colors >> 8) & 255, colors & 255], axis=1)
    table = np.stack([kept >> 16, (kept >> 8) & 255, kept & 255], axis=1)
    nearest = ((apart[:, None, :] - table[None, :, :]) ** 2).sum(axis=2).argmin(axis=1).astype(np.uint8)
    reduced = Picture.frombytes("P", picture.size, nearest[which].tobytes())
    reduced.putpalette(table.astype(np.uint8).tobytes())
    return reduced


def _legend_width(text: str, look: str) -> float:
    return width_of(text) + (0.0 if look else _SWATCH + 5)


@dataclass
class _Cell:
    """A panel's place on the sheet, in points from the sheet's top left corner, and what stands around its axes."""

    panel: Panel
    x: Extent
    y: Extent
    left: float = 0.0
    width: float = 0.0
    top: float = 0.0
    height: float = 0.0
    margins: list[float] = field(default_factory=lambda: [0.0] * 4)  # left, right, above, below the axes
    heading: list[str] = field(default_factory=list)
    x_ticks: list[tuple[float, str]] = field(default_factory=list)
    y_ticks: list[tuple[float, str]] = field(default_factory=list)
    tilted: bool = False
    filled: float | None = None  # how high the table or the text in it is

    @property
    def framed(self) -> bool:
        return self.panel.filling is None and self.panel.axes

    @property
    def axes_width(self) -> float:
        return max(20.0, self.width - self.margins[0] - self.margins[1])

    @property
    def shape(self) -> float | None:
        """Height of the axes to their width, if the panel's units have an aspect."""
        if self.panel.aspect is None or self.panel.filling is not None:
            return None
        return self.panel.aspect * (self.y.high - self.y.low) / (self.x.high - self.x.low)

    @property
    def wanted(self) -> float:
        """Height of the axes that the panel asks for; the heading and the x axis take 58 of its pixels."""
        room = self.panel.pixel_height - (58.0 if self.framed else 24.0)
        if self.filled is not None:
            return max(20.0, min(room, self.filled))
        return max(40.0, room if self.shape is None else min(room, self.axes_width * self.shape))


class _Sheet:
    """The figure's layout: from top to bottom the title, the readouts, the panels, the caption."""

    def __init__(self, scene: Scene, state: Mapping[str, Any], theme: str, width: float) -> None:
        self.scene, self.state, self.theme, self.width = scene, state, theme, width
        self.room = width - 2 * MARGIN
        self.cells = [self._cell(panel) for panel in scene.panels]
        self._columns()
        for cell in self.cells:
            self._around(cell)
        self._line_up()
        for cell in self.cells:
            self._below(cell)
        self.title = wrap(scene.title, self.room, TITLE, bold=True)
        self.readouts = [(readout.label, readout.at(state)) for readout in scene.readouts]
        asked = [
            (each.label or each.name, each.told(state[each.name])) for each in scene.controls if each.compute and not each.idle
        ]
        self.readouts += [(label, told) for label, told in asked if told]
        self.readouts = [self._within(*readout) for readout in self.readouts]

    # Measuring

    def _within(self, label: str, text: str) -> tuple[str, str]:
        """Cut a readout to the sheet's width."""
        label = cut(label, 0.5 * self.room, BODY)
        return label, cut(text, self.room - width_of(label, BODY) - 6.0, BODY + 1, bold=True)

    def _cell(self, panel: Panel) -> _Cell:
        def extent(side: str) -> Extent:
            axis = getattr(panel, side)
            low, high = resolve(panel.domain(side), self.state)
            return Extent.of(resolve(axis.scale, self.state), (float(low), float(high)), axis.floor)

        return _Cell(panel, extent("x"), extent("y"))

    def _places(self) -> Iterator[tuple[_Cell, int, int, int, int]]:
        """Give each cell's row, column and spans on the grid; in a narrow sheet one panel a row."""
        for i, cell in enumerate(self.cells):
            panel = cell.panel
            if self.width < NARROW:
                yield cell, i, 0, 1, 1
            else:
                yield cell, panel.row, panel.column, panel.row_span, panel.column_span

    def _columns(self) -> None:
        weights = list(self.scene.column_weights) if self.width >= NARROW else [1.0]
        count = max([column + span for _, _, column, _, span in self._places()] or [1])
        weights += [1.0] * (count - len(weights))
        used = weights[:count]
        unit = (self.room - GAP * (count - 1)) / sum(used)
        for cell, _, column, _, span in self._places():
            cell.left = MARGIN + unit * sum(used[:column]) + GAP * column
            cell.width = unit * sum(used[column : column + span]) + GAP * (span - 1)

    def _legend(self, panel: Panel) -> list[tuple[str, Any, str]]:
        """List the legend's entries, with colour and look: what styles mean, and what is labelled nowhere in the plot."""
        entries: list[tuple[str, Any, str]] = []
        for mark in panel.marks:
            styles = [style for style in getattr(mark, "styles", ()) if style.label]
            entries += [(f"{style.glyph} {style.label}".strip(), style.color, style.look) for style in styles]
            if (isinstance(mark, Area | Contours) or (isinstance(mark, Line) and mark.label_at == "none")) and mark.label:
                entries.append((mark.label, mark.color if mark.color != "ramp" else "quiet", ""))
            if isinstance(mark, Sound):
                seconds = np.shape(resolve(mark.samples, self.state))[-1] / mark.rate
                entries.append((f"♪ {mark.label}, {seconds:.2g} s", "quiet", "plain"))
        return list(dict.fromkeys(entries))

    def _label_beside_heading(self, panel: Panel, width: float) -> bool:
        """Whether the y axis' label finds room at the right end of the heading's line, right above an axis on the right."""
        room = width - width_of(panel.title, HEADING, bold=True) - 14.0
        return panel.y.side == "right" and not self._legend(panel) and width_of(panel.y.label) <= room

    def _around(self, cell: _Cell) -> None:
        """Find the room left of, right of and above the axes."""
        panel = cell.panel
        cell.heading = wrap(panel.title, cell.width, HEADING, bold=True)
        above = len(cell.heading) * HEADING * LINE + 6.0
        widths = [_legend_width(text, look) for text, _, look in self._legend(panel)]
        if widths:
            above += (flow(widths, cell.width, 14.0)[-1][1] + 1) * _LEGEND_ROW
        if not cell.framed:
            cell.margins = [0.0, 0.0, above, 4.0]
            filling = panel.filling
            if filling is not None:
                shown = resolve(getattr(filling, "rows", None) or filling.runs, self.state)
                cell.filled = height_of(filling, shown, cell.width)
            return
        if panel.y.label and not panel.bars and not self._label_beside_heading(panel, cell.width):
            above += SMALL * LINE + 2
        left, right = 6.0, 10.0
        if panel.bars:
            left = min(max(width_of(name, BODY, bold=True) for name in panel.bars.names) + 10.0, 0.4 * cell.width)
            right = VALUE_ROOM
        else:
            given = panel.y.ticks
            cell.y_ticks = list(given) if given is not None else cell.y.ticks(1.3 * cell.wanted, whole=panel.y.whole)
            cell.y_ticks = [(value, cut(text, TICK)) for value, text in cell.y_ticks]
            numbers = max([width_of(text) for _, text in cell.y_ticks] or [0.0]) + 8.0
            onright = panel.y.side == "right"
            left, right = (left, numbers) if onright else (numbers, right)
            for mark in panel.marks:
                if isinstance(mark, Line) and mark.label and mark.label_at == ("start" if onright else "end"):
                    gutter = min(width_of(mark.label, SMALL, bold=bool(mark.key)) + 10.0, GUTTER * cell.width)
                    left, right = (max(left, gutter), right) if onright else (left, max(right, gutter))
        cell.margins = [left, right, above, 0.0]

    def _line_up(self) -> None:
        """Let axes that begin or end in the same column begin or end at the same place, and those of a row at one height."""
        places = list(self._places())
        for edge in (0, 1):
            widest: dict[int, float] = {}
            for cell, _, column, _, span in places:
                at = column if edge == 0 else column + span
                if cell.framed:
                    widest[at] = max(widest.get(at, 0.0), cell.margins[edge])
            for cell, _, column, _, span in places:
                if cell.framed:
                    cell.margins[edge] = widest[column if edge == 0 else column + span]
        tallest: dict[int, float] = {}
        for cell, row, *_ in places:
            tallest[row] = max(tallest.get(row, 0.0), cell.margins[2])
        for cell, row, *_ in places:
            cell.margins[2] = tallest[row] if cell.framed else cell.margins[2]

    def _below(self, cell: _Cell) -> None:
        """Choose the x ticks, and find the room below the axes; with an aspect, also how wide the axes are."""
        if cell.shape is not None:
            cell.margins[1] += cell.axes_width - cell.wanted / cell.shape
        if not cell.framed:
            return
        axis, length = cell.panel.x, cell.axes_width
        ticks = list(axis.ticks) if axis.ticks is not None else cell.x.ticks(length, whole=axis.whole)
        ticks = [(value, cut(text, TICK)) for value, text in ticks if -1e-6 <= float(cell.x.fraction(value)) <= 1 + 1e-6]
        places = [float(cell.x.fraction(value)) * length for value, _ in ticks]
        free, level = -1e9, []
        for place, tick in zip(places, ticks, strict=True):
            half = width_of(tick[1]) / 2
            if place - half >= free and place + half <= length + cell.margins[1] + 6.0:
                level.append(tick)
                free = place + half + 5.0
        cell.tilted = axis.ticks is not None and len(level) < len(ticks)
        below = SMALL * LINE + 3.0
        if cell.tilted:
            level, free = [], -1e9
            for place, tick in zip(places, ticks, strict=True):
                if place >= free:
                    level.append(tick)
                    free = place + SMALL * 1.25
            below = 8.0 + 0.65 * max(width_of(text) for _, text in level) + 0.8 * SMALL
        cell.x_ticks = level
        cell.margins[3] = below + (SMALL * LINE + 3.0 if axis.label else 2.0)

    def _rows(self, top: float) -> float:
        """Place the rows of the grid below ``top``; give where they end."""
        places = list(self._places())
        count = max([row + span for _, row, _, span, _ in places] or [0])
        above, axes, below = [0.0] * count, [0.0] * count, [0.0] * count
        for cell, row, _, span, _ in places:
            above[row] = max(above[row], cell.margins[2])
            below[row + span - 1] = max(below[row + span - 1], cell.margins[3])
            if span == 1:
                axes[row] = max(axes[row], cell.wanted)
        for cell, row, _, span, _ in places:
            last = row + span - 1
            between = sum(below[row:last]) + sum(above[row + 1 : last + 1]) + GAP * 0.6 * (span - 1)
            axes[last] += max(0.0, cell.wanted - sum(axes[row : last + 1]) - between)
        tops = []
        for row in range(count):
            tops.append(top)
            top += above[row] + axes[row] + below[row] + GAP * 0.6
        for cell, row, _, span, _ in places:
            last = row + span - 1
            cell.top = tops[row]
            end = tops[last] + above[last] + axes[last] + (0.0 if cell.framed else below[last])
            cell.height = end - (cell.top + cell.margins[2])
            if cell.shape is not None:
                cell.height = min(cell.height, cell.axes_width * cell.shape)
        return top

    # Drawing

    def figure(self, dpi: float, caption: str) -> Figure:
        """Draw it all."""
        colors = palette(self.theme)
        words = wrap(caption, min(self.room, 640.0), BODY)
        spaces = [width_of(label, BODY) + 6 + width_of(text, BODY + 1, bold=True) for label, text in self.readouts]
        strip = flow(spaces, self.room, 22.0)
        title_end = MARGIN + len(self.title) * TITLE * LINE
        strip_end = title_end + ((strip[-1][1] + 1) * BODY * 1.6 + 2 if strip else 0.0)
        panels_end = self._rows(strip_end + 8.0)
        self.height = panels_end + len(words) * BODY * 1.4 + MARGIN - (0.0 if words else 8.0)
        self.paper = StillFigure(figsize=(self.width / POINTS, self.height / POINTS), dpi=dpi, facecolor=colors["background"])
        FigureCanvasAgg(self.paper)
        self._lines(self.title, MARGIN, MARGIN, TITLE, LINE, color=colors["ink"], fontweight="bold")
        for (label, text), (left, row) in zip(self.readouts, strip, strict=True):
            middle = title_end + (row + 0.6) * BODY * 1.6
            self._say(MARGIN + left, middle, label, BODY, color=colors["muted"])
            self._say(
                MARGIN + left + width_of(label, BODY) + 6, middle, text, BODY + 1, color=colors["ink"], fontweight="bold"
            )
        for cell in self.cells:
            self._panel(cell)
        self._lines(words, MARGIN, panels_end, BODY, 1.4, color=colors["ink"])
        return self.paper

    def _say(self, left: float, middle: float, text: str, size: float, **looks: Any) -> None:
        looks = {"va": "center_baseline", "ha": "left", **looks}
        self.paper.text(left / self.width, 1 - middle / self.height, text, fontsize=size, **looks)

    def _lines(self, lines: Sequence[str], left: float, top: float, size: float, leading: float, **looks: Any) -> None:
        for i, line in enumerate(lines):
            self._say(left, top + (i + 0.5) * size * leading, line, size, **looks)

    def _panel(self, cell: _Cell) -> None:
        colors, panel = palette(self.theme), cell.panel
        self._lines(cell.heading, cell.left, cell.top, HEADING, LINE, color=colors["ink"], fontweight="bold")
        top = cell.top + len(cell.heading) * HEADING * LINE + 3.0
        entries = self._legend(panel)
        placed = flow([_legend_width(text, look) for text, _, look in entries], cell.width, 14.0)
        for (text, color, look), (left, row) in zip(entries, placed, strict=True):
            middle = top + (row + 0.5) * _LEGEND_ROW
            self._entry(cell.left + left, middle, text, color_of(color, self.theme), look, cell.width - left)
        axes_top = cell.top + cell.margins[2]
        rectangle = (
            (cell.left + cell.margins[0]) / self.width,
            1 - (axes_top + cell.height) / self.height,
            cell.axes_width / self.width,
            cell.height / self.height,
        )
        ax = self.paper.add_axes(rectangle, facecolor=colors["background"], label=panel.title)
        self._frame(ax, cell, axes_top)
        plot = Plot(
            ax,
            panel,
            cell.axes_width,
            cell.height,
            cell.x,
            cell.y,
            self.state,
            self.scene.controls,
            self.theme,
            names_room=cell.margins[0],
            right_room=cell.margins[1],
        )
        label_lines([mark for mark in panel.marks if isinstance(mark, Line)], plot)
        for mark in panel.marks:
            paint(mark, plot)

    def _entry(self, left: float, middle: float, text: str, color: str, look: str, room: float) -> None:
        """Write an entry of a legend: beside a swatch, or as the text looks that it is about."""
        colors = palette(self.theme)
        if not look:
            self._swatch(left, middle, _SWATCH, _SWATCH, color)
            left, room = left + _SWATCH + 5, room - _SWATCH - 5
        text = cut(text, room + 1)
        width = width_of(text)
        if look == "lit":
            self._swatch(left, middle, width, 1.2 * SMALL, mixed(color, colors["background"], TINT))
            self._swatch(left, middle + 0.65 * SMALL, width, 1.6, color)
        ink = mixed(colors["muted"], colors["background"], FAINT) if look == "faint" else colors["muted"]
        self._say(left, middle, text, SMALL, color=ink)
        if look == "struck":
            self._swatch(left, middle, width, 1.0, ink)

    def _swatch(self, left: float, middle: float, width: float, height: float, color: str) -> None:
        corner = (left / self.width, 1 - (middle + height / 2) / self.height)
        size = (width / self.width, height / self.height)
        self.paper.add_artist(Rectangle(corner, *size, color=color, linewidth=0, transform=self.paper.transFigure))

    def _frame(self, ax: Any, cell: _Cell, axes_top: float) -> None:
        """Set scales, ticks, grid and labels of a panel's axes."""
        colors, panel = palette(self.theme), cell.panel
        for side in ("top", "left", "right", "bottom"):
            ax.spines[side].set_visible(False)
        if not cell.framed:
            ends = ((0, 1), (0, 1)) if panel.filling else ((cell.x.low, cell.x.high), (cell.y.low, cell.y.high))
            ax.set(xticks=[], yticks=[], xlim=ends[0], ylim=ends[1])
            return
        ax.set_xscale(cell.x.kind)
        ax.set_xlim(cell.x.low, cell.x.high)
        ax.spines["bottom"].set(visible=True, color=colors["muted"], linewidth=0.8)
        ax.set_axisbelow(True)
        ax.grid(True, color=colors["grid"], linewidth=0.8)
        ax.tick_params(which="both", length=0, labelsize=SMALL, labelcolor=colors["muted"], pad=4)
        turned = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if cell.tilted else {}
        ax.set_xticks([value for value, _ in cell.x_ticks], [text for _, text in cell.x_ticks], **turned)
        ax.minorticks_off()
        if panel.bars:
            ax.set_ylim(len(panel.bars.names) - 0.5, -0.5)
            ax.set_yticks([])
        else:
            ax.set_yscale(cell.y.kind)
            ax.set_ylim(cell.y.low, cell.y.high)
            shown = [tick for tick in cell.y_ticks if -1e-6 <= float(cell.y.fraction(tick[0])) <= 1 + 1e-6]
            ax.set_yticks([value for value, _ in shown], [text for _, text in shown])
            ax.minorticks_off()
            if panel.y.side == "right":
                ax.yaxis.tick_right()
                ax.tick_params(which="both", length=0)
            self._y_label(cell, axes_top)
        if panel.x.label:
            middle = axes_top + cell.height + cell.margins[3] - SMALL * LINE / 2 - 2.0
            label = cut(panel.x.label, cell.width)
            half = width_of(label) / 2
            center = cell.left + cell.margins[0] + cell.axes_width / 2
            center = max(min(center, cell.left + cell.width - half), cell.left + half)
            self._say(center, middle, label, SMALL, color=colors["muted"], ha="center")

    def _y_label(self, cell: _Cell, axes_top: float) -> None:
        """Write the y axis' label lying above the axis, where it can be read without turning the head."""
        label = cut(cell.panel.y.label, cell.width)
        if label:
            right = cell.panel.y.side == "right"
            left = cell.left + cell.width if right else cell.left
            ink = palette(self.theme)["muted"]
            self._say(left, axes_top - SMALL * 0.95, label, SMALL, color=ink, ha="right" if right else "left")
