"""Scenes in states, with what they must resolve to: the JavaScript's unit tests check the same numbers and texts as Python.

``python tests/scene/fixtures.py`` writes them to ``fewidgets/frontend/test/cases.json``; `test_cases` compares the file.

The file holds ``cases``: a list of {name, scene, state, expected}, where expected has caption, readouts (texts), channels
("panel.mark.channel" → numbers, null for NaN) and texts (the same for channels that are text, and "panel.x.scale" for axes);
``numbers``: [value, digits, text] of non-integers; ``whole_numbers``: [value, text]; ``alike``: [value, largest, text];
``chips``: places of nodes, see `chips_in`.
"""

from __future__ import annotations

import json
import math
from dataclasses import fields
from pathlib import Path as FilePath
from typing import Any

import numpy as np

from fewidgets.scene import (
    Axis,
    Bars,
    Block,
    BlockGrid,
    Choice,
    Contours,
    Control,
    Dots,
    Frames,
    Handle,
    Image,
    Line,
    Number,
    Panel,
    Path,
    Pick,
    Point,
    Readout,
    Rule,
    Scene,
    Slider,
    Stepper,
    Style,
    Template,
    Text,
    Toggle,
    Tokens,
    format_number,
    resolve,
)
from fewidgets.scene.marks.path import numbered
from fewidgets.scene.page.encode import as_json, encode, encode_state
from fewidgets.scene.still.graph_layout import place_chips
from fewidgets.scene.text.numbers import format_alike
from fewidgets.scene.ticks import Extent
from tests.scene.pictures import boosting_scene, lattice

#: Axes as (low, high, pixels, label).
AXES = [
    (low, high, pixels, label)
    for low, high, pixels in (
        (-3.2, 4.1, 300),
        (0.0, 0.31, 300),
        (-1e6, 2e6, 300),
        (1e9, 1.0005e9, 300),
        (1.7e9 - 5, 1.7e9 + 5, 300),
        (-1.7e9 - 30, -1.7e9 + 40, 200),
        (1e6 - 1e-3, 1e6 + 1e-3, 300),
        (99990, 100010, 300),
        (-1e-12, 3e-12, 300),
        (0.0, 5e-4, 300),
        (-1e60, 1e60, 300),
        (1000.001, 1000.004, 120),
        (2.0**53 - 100, 2.0**53 + 100, 300),
    )
    for label in ("", "time (s)")
]
#: Channels that name a control, of which a browser needs no value.
CONTROLS = ("at", "upto", "block", "point", "points", "counts")
#: Graphs as (width, height, pixels of a letter, whether nodes have values).
GRAPHS = [
    (width, height, letter, values)
    for width, height, letter in ((1000, 420, 5.5), (640, 420, 5.5), (640, 250, 5.5), (300, 420, 7.0), (260, 150, 9.0))
    for values in (False, True)
]
PATH = FilePath(__file__).parents[2] / "fewidgets" / "frontend" / "test" / "cases.json"

ALIKE = (0.0, 2e-9, 0.42, 1.04, 9.0, 123.0, 2e4, 1e9)
NUMBERS = [
    0.123456, -1234.5, 2.5e-7, 0.5, 2.5, -2.5, 0.125, 1.005, 1.0, 7.0, -0.0, 999.5, 0.0001, 0.00001, 0.09995, 9.9999e-5,
    999999.0, -1e6, 9.996e6, 9.996e99, 1.5e300, 5e-324, -2 / 3, 84.41955615616556,
]  # fmt: skip


def slider_scene(scale: str = "linear", interpolate: bool = True) -> Scene:
    """A λ path: frames between knots, counts that differ at a knot and beside it, a caption with fields."""
    values = [0.0, 0.5, 2.0, 4.0] if scale == "linear" else [0.0, 0.01, 1.0, 100.0]
    lam = Slider("lam", label="λ", values=values, scale=scale, interpolate=interpolate, floor=0.01, stops=values[1:3])
    pick = Pick("feature", label="Feature", options=["RM", "AGE", "LSTAT"])
    weights = np.array([[4.0, -1.5, -8.0], [3.0, 0.0, -6.0], [0.5, 0.0, -2.0], [0.0, 0.0, 0.0]])
    count = Frames([3, 2, 2, 0], lam, between=[3, 2, 2])
    cost = Frames([1.25, 2.5, 10.0, 84.5], lam)
    paths = [
        Line(values, weights[:, j], color=j, key=name, label=name, label_at="start") for j, name in enumerate(pick.options)
    ]
    return Scene(
        "Weights over λ",
        [
            Panel("Weights", [Bars(pick.options, Frames(weights, lam), keys=pick.options, color=[0, 1, 2])], x="weight"),
            Panel(
                "Paths",
                [*paths, Rule(x=lam, label=Template("λ = {lam}", lam=lam)), Dots(values, weights[:, 2], at=lam)],
                x=Axis("λ", scale=scale, floor=0.01),
                y=Axis("weight", side="right"),
                column=1,
                scrub=lam,
            ),
        ],
        [lam, pick],
        [
            Readout("λ", lam),
            Readout("Nonzero weights", count),
            Readout("Cost", cost, digits=4),
            Readout("Features", 3),
            Readout("Size", 13.0),
        ],
        Template("At λ = {lam}, {count} of 3 weights are not zero; the cost is {cost}.", lam=lam, count=count, cost=cost),
        (1.0, 1.5),
    )


def two_controls_scene() -> Scene:
    """Frames over two controls at once: two sliders that both interpolate, a choice with a stepper, a toggle, a pick."""
    a = Slider("a", values=[0.0, 1.0, 2.0])
    b = Slider("b", values=[-1.0, 1.0], start=1.0)
    step = Stepper("step", 2)
    axis = Choice("axis", options=("linear", "log"), start="log")
    centred = Toggle("centred", label="Centred")
    pick = Pick("feature", options=["x", "y"])
    grid = np.arange(12.0).reshape(3, 2, 2) ** 2
    unsigned = np.array([[250, 3], [1, 99], [7, 200]], dtype=np.uint8)
    return Scene(
        "Two at once",
        [
            Panel(
                "Grid",
                [
                    Line([1.0, 10.0], Frames(grid, a, b)),
                    Line([1.0, 10.0], Frames(grid, a, b, hold=True), steps=True),
                    Line([1.0, 10.0], Frames(unsigned, a)),
                    Line([1.0, 10.0], Frames(np.arange(8.0).reshape(2, 2, 2), axis, step)),
                    Rule(y=Frames([0.5, 2.5], centred)),
                    Rule(x=Frames([1.0, 2.0, 5.0], pick), label=Frames(["none", "x", "y"], pick)),
                ],
                x=Axis("size", scale=Frames(["linear", "log"], axis), floor=0.5),
            )
        ],
        [a, b, step, axis, centred, pick],
        [Readout("Axis", axis), Readout("Both", Frames(grid[:, :, 0], a, b))],
        Template(Frames(["off: {a}, {b}", "on: {b}, {a}"], centred), a=a, b=b),
    )


def compute_scene() -> Scene:
    """What came with compute controls: blocks, pairs, moving axes, images, paths, contours, and words with a meaning."""
    block = Block("block", 2, 3, start=(0, 1))
    stage = Choice("stage", ("raw", "scaled"))
    start = Point("start", (-1, 1), (0, 4))
    rate = Number("rate", 0.01, 10.0, start=0.5, scale="log")
    ends = Frames([[-5.0, 5.0], [-1.0, 1.0]], stage)
    runs = [[("the ", 1), ("cat", 0, "cat")], [("cat", 0, "cat")]]
    return Scene(
        "Compute",
        [
            Panel(
                "Path",
                [
                    Contours(Frames([[0.0, 1.0, math.nan], [0.0, 2.0, math.nan]], stage), [1.0, 2.0, math.nan], [3]),
                    Path([0.0, 1.0], Frames([[0.0, 1.0], [0.0, 0.5]], stage)),
                    Handle(start, "start"),
                ],
                x=Axis("x", domain=ends),
                aspect=1,
            ),
            Panel(
                "Lens",
                [
                    Image(Frames(np.arange(24.0).reshape(6, 2, 2), block), limits=(0.0, 23.0), digits=1),
                    BlockGrid(block, description=Frames([f"block {k}" for k in range(6)], block)),
                ],
                axes=False,
                column=1,
            ),
            Panel("Words", [Tokens(Frames(runs, stage), [Style("kept"), Style("stop", look="struck")])], row=1),
            Panel("Texts", [Text(Frames([[0.0, 1.0], [2.0, 3.0]], stage), [0.0, 1.0], ["a", "b"])], row=1, column=1),
        ],
        [block, stage, start, rate],
        [Readout("Rate", rate), Readout("Place", Template("{at}", at=Frames(["raw", "scaled"], stage)))],
        Template("{rate} at block {number}.", rate=rate, number=Frames([f"no. {k}" for k in range(6)], block)),
    )


def cases() -> dict[str, Any]:
    """Give everything that the file holds."""
    linear, log, jumping = slider_scene(), slider_scene("log"), slider_scene(interpolate=False)
    steps, both, computes = boosting_scene(), two_controls_scene(), compute_scene()
    wanted = [
        ("slider between knots", linear, {"lam": 1.25}),
        ("slider at a knot", linear, {"lam": 2.0}),
        ("log slider below its floor", log, {"lam": 0.005}),
        ("log slider between knots", log, {"lam": 25.75, "feature": "LSTAT"}),
        ("slider that jumps, nearer to the lower", jumping, {"lam": 1.0}),
        ("slider that jumps, in the middle", jumping, {"lam": 1.25}),
        *((f"stepper at {m}", steps, {"round": m}) for m in range(3)),
        ("two controls at the start", both, {}),
        ("two sliders between frames", both, {"a": 0.5, "b": -0.5, "centred": True}),
        ("another axis, a pick", both, {"step": 1, "axis": "linear", "feature": "y"}),
        ("compute controls at the start", computes, {}),
        ("another block, stage and rate", computes, {"block": (1, 2), "stage": "scaled", "rate": 2.5, "start": (0.5, 1.0)}),
    ]
    numbers = [[value, digits, format_number(value, digits)] for value in NUMBERS for digits in (1, 3, 5)]
    numbers += [[None, 3, format_number(math.nan)]]
    rng = np.random.default_rng(0)
    paths = [rng.normal(0.0, 40.0, (2, count)).round(2) for count in (0, 1, 2, 5, 60)]
    paths[3][0, 2] = np.nan
    return {
        "cases": [case(*each) for each in wanted],
        "ticks": [axis(*each) for each in AXES],
        "numbered": [[rounded(x.tolist()), rounded(y.tolist()), numbered(x, y)] for x, y in paths],
        "numbers": numbers,
        "chips": [chips_in(*each) for each in GRAPHS],
        "alike": [[value, most, format_alike(value, most)] for value in NUMBERS for most in ALIKE],
        "whole_numbers": [[value, format_number(value)] for value in (0, 7, -7, 1000, 1234567, 2**40)],
    }


def axis(low: float, high: float, pixels: float, label: str) -> list[Any]:
    """Give an axis with its ticks and its label."""
    ticks, text = Extent("linear", low, high).labelled(pixels, label, whole=False)
    return [low, high, pixels, False, label, ticks, text]


def chips_in(width: int, height: int, letter: float, values: bool) -> dict[str, Any]:
    """Give the nodes of a lattice of five features, one of them hidden, and where they stand in a box."""
    graph = lattice(5)
    x, y = np.array([graph.x, graph.y]) * np.array([[width], [height / 5]])
    y = height - y
    x[7] = np.nan
    wide = np.array([10 + letter * len(label) for label in graph.labels])
    wider = np.full(len(wide), 10 + 4 * letter) if values else None
    chips = place_chips(x, y, (0, width, 0, height), wide, wider)
    return {
        "given": [
            rounded(x.tolist()),
            y.tolist(),
            [width, height],
            wide.tolist(),
            None if wider is None else wider.tolist(),
        ],
        "expected": [
            rounded(chips.x.tolist()),
            rounded(chips.y.tolist()),
            chips.widths.tolist(),
            chips.height,
            chips.labels,
            chips.values,
        ],
    }


def case(name: str, scene: Scene, changes: dict[str, Any]) -> dict[str, Any]:
    """Resolve a scene in a state."""
    state = scene.state(**changes)
    channels: dict[str, Any] = {}
    texts: dict[str, Any] = {}
    for p, panel in enumerate(scene.panels):
        for side in ("x", "y"):
            if isinstance(scale := getattr(panel, side).scale, Frames):
                texts[f"{p}.{side}.scale"] = resolve(scale, state)
            if isinstance(domain := getattr(panel, side).domain, Frames):
                channels[f"{p}.{side}.domain"] = rounded(resolve(domain, state).tolist())
        for m, mark in enumerate(panel.marks):
            for entry in fields(mark):
                channel = getattr(mark, entry.name)
                if entry.name in CONTROLS or not isinstance(channel, Frames | Control | Template):
                    continue
                value = channel.at(state) if isinstance(channel, Template) else resolve(channel, state)
                holder = texts if isinstance(value, str | list | tuple) else channels
                holder[f"{p}.{m}.{entry.name}"] = value if holder is texts else rounded(np.asarray(value).tolist())
    return {
        "name": name,
        "scene": as_json(encode(scene)),
        "state": {name: encode_state(value) for name, value in state.items()},
        "expected": {
            "caption": scene.caption_at(**changes),
            "readouts": [readout.at(state) for readout in scene.readouts],
            "channels": channels,
            "texts": texts,
        },
    }


def rounded(value: Any) -> Any:
    """Round numbers to 6 significant digits; NaN is None."""
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return None if math.isnan(value) else float(f"{value:.6g}")


def text() -> str:
    """Give the file's text, the same at every run: one case a line."""

    def lines(items: list[Any]) -> str:
        return ",\n".join(json.dumps(item, ensure_ascii=False, allow_nan=False, sort_keys=True) for item in items)

    return "{\n" + ",\n".join(f'"{name}": [\n{lines(items)}\n]' for name, items in cases().items()) + "\n}\n"


if __name__ == "__main__":
    PATH.parent.mkdir(parents=True, exist_ok=True)
    PATH.write_text(text(), encoding="utf-8", newline="\n")
    print(PATH)
