"""Scenes: pictures with controls, described as plain data, and the renderers that show them.

A `Scene` has panels on a grid, marks in each panel, and named controls. Each channel of a mark is a constant or `Frames`
over controls. The same scene can be shown live (``fewidgets/frontend``), written as a still picture (`scene.svg_still`), drawn
by Matplotlib (`scene.matplotlib_renderer`), saved as a web page (`scene.page`) and summarized in a sentence
(`Scene.caption_at`).

- *Replay* controls (`controls`) choose among existing frames: `Slider`, `Stepper`, `Choice`, `Toggle`, `Pick`, `Block`.
- *Compute* controls (`inputs`, and any replay control with ``compute=True``) ask the kernel for a new scene: `Number`,
  `TextArea`, `Button`, `Point`, `Points` (points), `Drawing`, `Cells`, `Counts` (counts), `Order`, `File`.
- A question that is answered before its answer is shown (`asking`): `Ask` and its `Stage`.
- *Marks* (`marks`) are drawn: `Line`, `Dots`, `Bars`, `Area`, `Rule`, `Arrow`, `Image`, `Path`, `Contours`, `Text`, `Table`,
  `Tokens`, `AudioPlayer`, `Graph` (graph). The marks of `touch` also let a person move a control: `Handle`, `Handles`,
  `Canvas`, `BlockGrid`, `CountGrid`.

A scene checks itself when it is made (`checks`): it refuses what no renderer could draw.

This package imports nothing from other packages of fewidgets.
"""

from fewidgets.scene.asking import Ask, Stage
from fewidgets.scene.controls import Block, Choice, Control, Pick, Question, Slider, Stepper, Toggle
from fewidgets.scene.counts import Counts
from fewidgets.scene.curves import contour_levels, contour_lines, ellipse
from fewidgets.scene.frames import Frames, resolve
from fewidgets.scene.graph import Graph
from fewidgets.scene.inputs import Button, Cells, Drawing, File, Input, Number, Order, Point, TextArea, Upload
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
from fewidgets.scene.numbers import format_number
from fewidgets.scene.panel import Axis, Panel
from fewidgets.scene.points import Points
from fewidgets.scene.scene import Readout, Scene
from fewidgets.scene.template import Template
from fewidgets.scene.touch import BlockGrid, Canvas, CountGrid, Handle, Handles
from fewidgets.scene.visited import Reveal

__all__ = [
    "Area",
    "Arrow",
    "Ask",
    "AudioPlayer",
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
    "CountGrid",
    "Counts",
    "Dots",
    "Drawing",
    "File",
    "Frames",
    "Graph",
    "Handle",
    "Handles",
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
    "Points",
    "Question",
    "Readout",
    "Reveal",
    "Rule",
    "Scene",
    "Slider",
    "Stage",
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
