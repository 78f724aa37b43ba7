"""The picture that moves, with which the README and the index open: an explorable's still pictures, joined to one SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring, tostring

import numpy as np

from fewidgets.data import load_breast_cancer_original
from fewidgets.explorables import LambdaSlider
from fewidgets.scene import Scene
from fewidgets.scene.chosen_panels import with_panels
from fewidgets.scene.still.layout import Layout
from fewidgets.scene.still.svg_picture import SvgSheet
from fewidgets.scene.types import Keywords, Names

MOVING = "moving_picture"  # the name of the file, light; dark with "_dark"
WORDS = "A slider raises the penalty. Nine weights shrink, and leave one after another, until the last one is 0."
#: Short names of its features, so that none is cut.
FEATURES = [
    "thickness",
    "cell size",
    "cell shape",
    "adhesion",
    "epithelium",
    "bare nuclei",
    "chromatin",
    "nucleoli",
    "mitoses",
]
STATES, STEP, REST, BACK = 20, 0.35, 1.8, 1.2  # states of the slider; seconds from one to the next, at both ends, and back
NUMBER = re.compile(r"-?\d*\.?\d+")
CALM = ".rest{display:none}@media (prefers-reduced-motion:reduce){.moving{display:none}.rest{display:inline}}"


def draw_moving_picture(folder: Path, themes: Names) -> list[Path]:
    """Draw how an ℓ1 penalty removes the features of a table that no lesson asks about."""
    table = load_breast_cancer_original()
    known = np.isfinite(table.X).all(axis=1)
    slider = LambdaSlider(table.X[known], -table.y[known], feature_names=FEATURES, cost="softmax")
    bars, paths = with_panels(slider.scene, [panel.title for panel in slider.scene.panels[:2]]).panels
    scene = replace(slider.scene, panels=[bars, replace(paths, height=bars.pixel_height)], readouts=(), caption="")
    values = slider.trace.lambda_max * np.linspace(0, 1, STATES) ** 2  # more of them where more happens
    states = [{**slider.state, "lam": float(value)} for value in values]
    slider.close()
    written = []
    for theme in themes:
        written.append(folder / f"{MOVING}{'' if theme == 'light' else '_dark'}.svg")
        written[-1].write_text(moving_svg(scene, states, theme), encoding="utf-8")
    return written


def moving_svg(scene: Scene, states: Sequence[Keywords], theme: str) -> str:
    """Draw a scene that goes through states, forth and back; the same scene always gives the same text."""
    pictures = [_picture(scene, state, theme) for state in states]
    order = [0, *range(len(states)), len(states) - 1, 0]
    times = np.cumsum([0.0, REST, *[STEP] * (len(states) - 1), REST, BACK]).tolist()
    moving = Element("g", {"class": "moving"})
    moving.extend(_joined([picture[-1] for picture in pictures], order, times))
    rest = Element("g", {"class": "rest"})  # what is seen without motion
    rest.append(fromstring(tostring(pictures[len(pictures) // 2][-1], "unicode").replace("fewidgets-still", "rest")))
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **pictures[0].attrib, "aria-label": WORDS})
    title, style = Element("title"), Element("style")
    title.text, style.text = WORDS, CALM
    root.extend([title, style, moving, rest])
    return tostring(root, "unicode") + "\n"


def _picture(scene: Scene, state: Keywords, theme: str) -> Element:
    text = SvgSheet(Layout(scene, scene.state(**state), ""), theme).svg()
    text = re.sub("fewidgets-still-[0-9a-f]{8}", "fewidgets-still", text)  # the same name in every state
    return fromstring(text.replace(' xmlns="http://www.w3.org/2000/svg"', ""))


def _joined(nodes: Sequence[Element], order: Sequence[int], times: Sequence[float]) -> list[Element]:
    """Return what stands for the same node of all states: one that moves, or one for each state, of which one is seen."""
    first = nodes[0]
    texts = [tostring(node, "unicode") for node in nodes]
    if len(set(texts)) == 1:
        return [first]
    if len({(node.tag, node.text, len(node), *node.attrib) for node in nodes}) == 1:
        joined = Element(first.tag, first.attrib)
        joined.text = first.text
        for name in first.attrib:
            values = [node.get(name, "") for node in nodes]
            if len(set(values)) > 1:
                smooth = len({NUMBER.sub("0", value) for value in values}) == 1
                joined.append(_animation(name, [values[k] for k in order], times, smooth=smooth))
        for same in zip(*nodes, strict=True):
            joined.extend(_joined(same, order, times))
        return [joined]
    others = []
    for text in dict.fromkeys(texts):
        node = deepcopy(nodes[texts.index(text)])
        node.append(
            _animation("visibility", ["visible" if texts[k] == text else "hidden" for k in order], times, smooth=False)
        )
        others.append(node)
    return others


def _animation(name: str, values: Names, times: Sequence[float], *, smooth: bool) -> Element:
    kept = [k for k, value in enumerate(values) if smooth or not k or value != values[k - 1]]
    return Element(
        "animate",
        {
            "attributeName": name,
            "values": ";".join(values[k] for k in kept),
            "keyTimes": ";".join(f"{times[k] / times[-1]:.4g}" for k in kept),
            "calcMode": "linear" if smooth else "discrete",
            "dur": f"{times[-1]:.4g}s",
            "repeatCount": "indefinite",
        },
    )
