"""The scene: plain data that says what is to be seen, and the renderers that show it.

A `Scene` has panels on a grid, marks in each panel, and named controls. A mark's channel is a constant or `Frames` over
controls. The same scene is shown live (``fewidgets/frontend``), drawn by Matplotlib (`scene.matplotlib_renderer`), saved as a
page (`scene.page`) and said in a sentence (`Scene.caption_at`).

- *Replay* controls (`controls`) pick among frames that are there: `Slider`, `Stepper`, `Choice`, `Toggle`, `Pick`, `Block`.
- *Compute* controls (`inputs`, and any of the former with ``compute=True``) ask the kernel for a new scene: `Number`,
  `TextArea`, `Button`, `Point`, `Drawing`, `Cells`, `Order`, `File`.
- *Marks* (`marks`) are painted: `Line`, `Dots`, `Bars`, `Area`, `Rule`, `Arrow`, `Image`, `Path`, `Contours`, `Text`,
  `Table`, `Tokens`, `Sound`; those of `touch` are also how a hand moves a control: `Handle`, `Canvas`, `BlockGrid`.

This module imports nothing of ours outside ``fewidgets.scene``.
"""

from fewidgets.scene.controls import Block, Choice, Control, Pick, Question, Slider, Stepper, Toggle
from fewidgets.scene.curves import contour_levels, contour_lines, ellipse
from fewidgets.scene.frames import Frames, resolve
from fewidgets.scene.inputs import Button, Cells, Drawing, File, Input, Number, Order, Point, TextArea, Upload
from fewidgets.scene.marks import (
    Area,
    Arrow,
    Bars,
    Contours,
    Dots,
    Image,
    Line,
    Mark,
    Path,
    Rule,
    Sound,
    Style,
    Table,
    Text,
    Tokens,
)
from fewidgets.scene.numbers import format_number
from fewidgets.scene.panel import Axis, Panel
from fewidgets.scene.scene import Readout, Scene, Template
from fewidgets.scene.touch import BlockGrid, Canvas, Handle

__all__ = [
    "Area",
    "Arrow",
    "Axis",
    "Bars",
    "Block",
    "BlockGrid",
    "Button",
    "Canvas",
    "Cells",
    "Choice",
    "Contours",
    "Control",
    "Dots",
    "Drawing",
    "File",
    "Frames",
    "Handle",
    "Image",
    "Input",
    "Line",
    "Mark",
    "Number",
    "Order",
    "Panel",
    "Path",
    "Pick",
    "Point",
    "Question",
    "Readout",
    "Rule",
    "Scene",
    "Slider",
    "Sound",
    "Stepper",
    "Style",
    "Table",
    "Template",
    "Text",
    "TextArea",
    "Toggle",
    "Tokens",
    "Upload",
    "contour_levels",
    "contour_lines",
    "ellipse",
    "format_number",
    "resolve",
]
