"""Write a scene in one state as SVG, for viewers without widgets and pages without scripts."""

from __future__ import annotations

import base64
import zlib
from typing import Any

from fewidgets.scene.scene import Scene
from fewidgets.scene.still.layout import Cell, Layout
from fewidgets.scene.still.plot import Lettering, Pen
from fewidgets.scene.still.sheet import Sheet
from fewidgets.scene.still.svg_plot import SvgPlot, grouped_texts, text_element
from fewidgets.scene.still.svg_text import dashed, element, escape, number, rectangle, shapes_path
from fewidgets.scene.text.lettering import FAMILY, SMALL

PIXELS = 4 / 3  # of a screen for each point, so that the smallest text is 12.7 pixels high
NAME = "fewidgets-still"  # begins the names of clip paths while the checksum of the picture is not known


def still_svg(scene: Scene, **state: Any) -> str:
    """Write a scene in one state as the text of an SVG; the same scene always gives the same text.

    Parameters
    ----------
    scene : Scene
        What to draw.
    **state
        Values of the scene's controls, as for `Scene.state`.
    """
    complete, caption = scene.state(**state), scene.caption_at(**state)
    return SvgSheet(Layout(scene, complete, caption)).svg()


def still_img(scene: Scene, **state: Any) -> str:
    """Write a scene in one state as an HTML ``<img>`` that contains its picture; see `still_svg`."""
    data = base64.b64encode(still_svg(scene, **state).encode("utf-8")).decode("ascii")
    words = escape(spoken(scene.title, scene.caption_at(**state)))
    return f'<img alt="{words}" width="960" src="data:image/svg+xml;base64,{data}">'


def spoken(title: str, caption: str) -> str:
    """Join a title and a caption to what is read aloud instead of a picture."""
    words = [" ".join(part.split()) for part in (title, caption)]
    title, caption = words
    if title and caption and title[-1] not in ".?!:":
        title += "."
    return " ".join(filter(None, [title, caption]))


class SvgSheet(Sheet):
    def __init__(self, layout: Layout, theme: str = "light") -> None:
        super().__init__(layout, theme)
        self._parts: list[str] = []
        self._texts: list[tuple[Lettering, str]] = []
        self._plots = 0
        self.draw()

    def draw_text(self, left: float, middle: float, text: str, looks: Lettering) -> None:
        if text:
            self._texts.append((looks, text_element(left, middle, text, looks)))

    def draw_box(self, left: float, top: float, width: float, height: float, color: str) -> None:
        self._parts.append(element("path", fill=color, d=rectangle(left, top, width, height)))

    def draw_line(self, left: float, middle: float, width: float, pen: Pen) -> None:
        path = f"M{number(left)} {number(middle)}h{number(width)}"
        self._parts.append(element("path", stroke=pen.color, stroke_width=pen.width, d=path, **dashed(pen.dashes)))

    def draw_dot(self, left: float, middle: float, radius: float, shape: str, fill: str, edge: str, thickness: float) -> None:
        looks = {"fill": fill, "stroke": edge, "stroke_width": thickness} if thickness else {"fill": fill}
        self._parts.append(element("path", d=shapes_path(shape, radius, [left], [middle]), **looks))

    def draw_plot(self, cell: Cell, top: float) -> None:
        left = cell.left + cell.margins[0]
        if cell.framed:
            self._draw_axes(cell, left, top)
        self._plots += 1
        plot = self.plot_of(SvgPlot, cell, left=left, top=top, clip=f"{NAME}-{self._plots}")
        self._parts.append(plot.svg())

    def _draw_axes(self, cell: Cell, left: float, top: float) -> None:
        bottom, width, muted = top + cell.height, cell.axes_width, self.colors["muted"]
        grid = ""
        for value, text in cell.x_ticks:
            place = left + float(cell.x.fraction(value)) * width
            grid += f"M{number(place)} {number(top)}V{number(bottom)}"
            if cell.tilted:
                self._draw_tilted(place + 3.0, bottom + 6.0, text)
            else:
                self.draw_text(place, bottom + 4.0 + 0.55 * SMALL, text, Lettering(muted, "middle"))
        on_right = cell.panel.axis("y").side == "right"
        for value, text in [] if cell.panel.bars else cell.y_ticks:
            if cell.on_y_axis(value):
                place = bottom - float(cell.y.fraction(value)) * cell.height
                grid += f"M{number(left)} {number(place)}h{number(width)}"
                outside, anchor = (left + width + 4.0, "start") if on_right else (left - 4.0, "end")
                self.draw_text(outside, place, text, Lettering(muted, anchor))
        if grid:
            self._parts.append(element("path", stroke=self.colors["grid"], stroke_width=0.8, d=grid))
        axis = f"M{number(left)} {number(bottom)}h{number(width)}"
        self._parts.append(element("path", stroke=muted, stroke_width=0.8, d=axis))

    def _draw_tilted(self, left: float, middle: float, text: str) -> None:
        turn = f"translate({number(left)} {number(middle)})rotate(-40)"
        looks = {"fill": self.colors["muted"], "font_size": SMALL, "text_anchor": "end", "transform": turn}
        self._parts.append(element("text", escape(text), y=0.36 * SMALL, **looks))

    def svg(self) -> str:
        background = self.colors["background"]
        drawn = element("path", fill=background, d=rectangle(0, 0, self.width, self.height)) + "".join(self._parts)
        looks = {"font_family": f"'{FAMILY}',Verdana,sans-serif", "fill": "none", "stroke_linecap": "round"}
        body = element("g", drawn + grouped_texts(self._texts, background), stroke_linejoin="round", **looks)
        title = escape(" ".join(self.layout.scene.title.split()))
        caption = self.layout.caption
        described = (element("title", title) if title else "") + (element("desc", escape(caption)) if caption else "")
        return element(
            "svg",
            described + body.replace(NAME, f"{NAME}-{zlib.crc32(body.encode('utf-8')):08x}"),
            xmlns="http://www.w3.org/2000/svg",
            width=self.width * PIXELS,
            height=self.height * PIXELS,
            viewBox=f"0 0 {number(self.width)} {number(self.height)}",
            role="img",
            aria_label=escape(spoken(self.layout.scene.title, caption)) or None,
        )
