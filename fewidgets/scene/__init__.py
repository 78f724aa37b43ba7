"""The scene: plain data that says what is to be seen, and the renderers that show it.

A `Scene` has panels on a grid, marks in each panel, and named controls. A mark's channel is a constant or `Frames` over
controls. The same scene is shown live (``fewidgets/frontend``), drawn by Matplotlib (`scene.matplotlib_renderer`), saved as a
page (`scene.page`) and said in a sentence (`Scene.caption_at`).

This module imports nothing of ours outside ``fewidgets.scene``.
"""

from fewidgets.scene.controls import Choice, Control, Pick, Question, Slider, Stepper, Toggle
from fewidgets.scene.frames import Frames, resolve
from fewidgets.scene.marks import Area, Arrow, Bars, Dots, Image, Line, Mark, Rule, Style, Table, Text
from fewidgets.scene.numbers import format_number
from fewidgets.scene.panel import Axis, Panel
from fewidgets.scene.scene import Readout, Scene, Template

__all__ = [
    "Area",
    "Arrow",
    "Axis",
    "Bars",
    "Choice",
    "Control",
    "Dots",
    "Frames",
    "Image",
    "Line",
    "Mark",
    "Panel",
    "Pick",
    "Question",
    "Readout",
    "Rule",
    "Scene",
    "Slider",
    "Stepper",
    "Style",
    "Table",
    "Template",
    "Text",
    "Toggle",
    "format_number",
    "resolve",
]
