"""Scenes: pictures with controls as plain data, and the renderers that show them live, as still pictures and as web pages.

Each channel of a mark is a constant or `Frames` over controls. *Replay* controls choose among frames that exist; *compute*
controls ask the kernel for a new scene. A scene checks itself when it is made.
"""

from fewidgets.scene.controls import Block, Choice, Control, Pick, Question, Slider, Stepper, Toggle
from fewidgets.scene.counts import Counts
from fewidgets.scene.curves import contour_levels, contour_lines, ellipse
from fewidgets.scene.frames import Frames, resolve
from fewidgets.scene.inputs import Button, Cells, Drawing, File, Number, Order, Point, TextArea, Upload
from fewidgets.scene.marks import (
    Area,
    Arrow,
    AudioPlayer,
    Bars,
    BlockGrid,
    Canvas,
    Contours,
    CountGrid,
    Dots,
    Graph,
    Handle,
    Handles,
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
from fewidgets.scene.visited import Reveal

__all__ = [
    "Area",
    "Arrow",
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
