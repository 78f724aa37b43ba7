"""Scenes: pictures with controls as plain data, and the renderers that show them live, as still pictures and as web pages.

Each channel of a mark is a constant or `Frames` over controls. *Replay* controls choose among frames that exist; *compute*
controls ask the kernel for a new scene. A scene checks itself when it is made.
"""

from fewidgets.scene import marks
from fewidgets.scene.controls.compute import Button, Cells, Drawing, File, Number, Order, Point, TextArea
from fewidgets.scene.controls.counts import Counts
from fewidgets.scene.controls.points import Points
from fewidgets.scene.controls.replay import Block, Choice, Control, Pick, Question, Slider, Stepper, Toggle
from fewidgets.scene.frames import Frames, resolve
from fewidgets.scene.marks import *  # noqa: F403  # a mark is named once, in marks/__init__.py
from fewidgets.scene.panel import Axis, Panel
from fewidgets.scene.reveal import Reveal
from fewidgets.scene.scene import Readout, Scene
from fewidgets.scene.template import Template
from fewidgets.scene.text.numbers import format_number

__all__ = [
    "Axis",
    "Block",
    "Button",
    "Cells",
    "Choice",
    "Control",
    "Counts",
    "Drawing",
    "File",
    "Frames",
    "Number",
    "Order",
    "Panel",
    "Pick",
    "Point",
    "Points",
    "Question",
    "Readout",
    "Reveal",
    "Scene",
    "Slider",
    "Stepper",
    "Template",
    "TextArea",
    "Toggle",
    "format_number",
    "resolve",
]
__all__ += marks.__all__
