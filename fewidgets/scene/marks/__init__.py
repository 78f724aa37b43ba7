"""Marks: what is drawn in a panel, a file each. Every channel is a constant or `Frames`.

A colour is a name from the palette ("primary", "accent", "positive", "quiet", "ink") or a number in the palette's series.
Numbers beyond the last colour start again with the next dash pattern.
"""

from fewidgets.scene.marks.area import Area
from fewidgets.scene.marks.arrow import Arrow
from fewidgets.scene.marks.audioplayer import AudioPlayer
from fewidgets.scene.marks.bars import Bars
from fewidgets.scene.marks.base import Mark, Style
from fewidgets.scene.marks.blockgrid import BlockGrid
from fewidgets.scene.marks.canvas import Canvas
from fewidgets.scene.marks.contours import Contours
from fewidgets.scene.marks.countgrid import CountGrid
from fewidgets.scene.marks.dots import Dots
from fewidgets.scene.marks.graph import Graph
from fewidgets.scene.marks.handle import Handle
from fewidgets.scene.marks.handles import Handles
from fewidgets.scene.marks.image import Image
from fewidgets.scene.marks.line import Line
from fewidgets.scene.marks.path import Path
from fewidgets.scene.marks.rule import Rule
from fewidgets.scene.marks.table import Table
from fewidgets.scene.marks.text import Text
from fewidgets.scene.marks.tokens import Tokens

__all__ = [
    "Area",
    "Arrow",
    "AudioPlayer",
    "Bars",
    "BlockGrid",
    "Canvas",
    "Contours",
    "CountGrid",
    "Dots",
    "Graph",
    "Handle",
    "Handles",
    "Image",
    "Line",
    "Mark",
    "Path",
    "Rule",
    "Style",
    "Table",
    "Text",
    "Tokens",
]
