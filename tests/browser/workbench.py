"""An explorable with every control that computes and every mark that a hand moves: for tests of the machinery alone.

Tests run this file's text as a notebook cell, or import it; it needs nothing but fewidgets and NumPy.
"""

import numpy as np

from fewidgets.explorables import Explorable, State
from fewidgets.scene import (
    AudioPlayer,
    Axis,
    Block,
    BlockGrid,
    Button,
    Canvas,
    Cells,
    Choice,
    Contours,
    Drawing,
    File,
    Frames,
    Handle,
    Image,
    Line,
    Number,
    Order,
    Panel,
    Path,
    Point,
    Readout,
    Scene,
    Stepper,
    Style,
    Table,
    Template,
    TextArea,
    Toggle,
    Tokens,
)
from fewidgets.scene.curves import contour_levels, contour_lines

LOOKS = [Style(""), Style("stop word", "quiet", look="struck"), Style("feature", "accent", look="lit")]
NAMES = ("ada", "bo", "cy", "di")


class Workbench(Explorable):
    """A descent on a bowl, a drawing, a text, a table and a sound, side by side."""

    lesson = "none"
    section = "none"

    step_length, count, kind, steep, fresh = State(0.1), State(5), State("bowl"), State(False), State(0)
    start, words, documents, drawn, gone = State((0.0, 0.0)), State(""), State(()), State(), State()
    order, upload, step, block, stage = State(()), State(), State(0), State((0, 0)), State("raw")

    def __init__(
        self,
        *,
        step_length=None,
        count=None,
        kind=None,
        steep=None,
        fresh=None,
        start=None,
        words=None,
        documents=None,
        drawn=None,
        gone=None,
        order=None,
        upload=None,
        step=None,
        block=None,
        stage=None,
        **common,
    ):
        self.take_arguments(data=None)

    def inputs_of(self, data, values):
        return [
            Number("step_length", 1e-3, 10.0, start=0.1, scale="log", label="Step length"),
            Number("count", 1, 20, start=5, whole=True, label="Steps"),
            Choice("kind", ("bowl", "valley"), label="Cost", compute=True),
            Toggle("steep", label="Steep", compute=True),
            Button("fresh", label="Draw new data"),
            TextArea("words", "the cats sat", rows=2, limit=2000, label="Words"),
            TextArea("documents", ("one two", "two three"), lines=True, rows=2, label="Documents"),
            Order("order", ("red", "green", "blue"), label="Codes"),
            File("upload", accept=".txt", limit=2000, label="Open a file"),
            Point("start", (-2, 2), (-2, 2), (1.5, 1.0), label="Starting point"),
            Drawing("drawn", 8, 8, label="Drawing"),
            Cells("gone", 4, 2, on="removed", off="present", label="Values"),
        ]

    def trace_of(self, data, values):
        if not values["words"].strip():
            raise ValueError("words is empty; wanted at least one word")
        if "zero" in values["words"]:
            raise ZeroDivisionError("a fault of ours")
        bends = np.array([1.0, 20.0 if values["kind"] == "valley" else 4.0 + 4.0 * values["steep"]])
        w = np.empty((values["count"] + 1, 2))
        w[0] = values["start"]
        for k in range(values["count"]):
            self.progress(k / values["count"], f"step {k}")
            w[k + 1] = np.clip(w[k] - values["step_length"] * bends * w[k], -1e3, 1e3)
        if "upset" in values["words"]:
            raise TypeError("words is upset; wanted calm words")
        return bends, w

    def scene_of(self, trace, names, inputs):
        bends, w = trace
        controls, values = inputs
        upload = values["upload"]
        step = Stepper("step", len(w), label="Step")
        block = Block("block", 4, 4, label="Block")
        stage = Choice("stage", ("raw", "centred", "scaled"), label="Stage")
        along = np.linspace(-2, 2, 21)
        z = bends[0] * along[None, :] ** 2 + bends[1] * along[:, None] ** 2
        data = np.random.default_rng(values["fresh"]).normal(3.0, 2.0, (2, 40))
        centred = data - data.mean(axis=1, keepdims=True)
        stages = np.stack([data, centred, centred / centred.std(axis=1, keepdims=True)])
        extents = Frames([[part.min() - 1, part.max() + 1] for part in stages], stage)
        patches = np.asarray(values["drawn"]).reshape(4, 2, 4, 2).swapaxes(1, 2).reshape(16, 2, 2)
        told = [f"block {k}, mean {patch.mean():.0f}" for k, patch in enumerate(patches)]
        runs = [(word + " ", 1 if word in ("the", "on") else 2) for word in values["words"].split()]
        time = np.arange(4000) / 8000
        rows = [[name, 20 + k, 1.5 + k / 10] for k, name in enumerate(NAMES)]
        style = np.hstack([np.zeros((4, 1), int), values["gone"].astype(int)])
        return Scene(
            "Workbench",
            [
                Panel(
                    "Descent",
                    [
                        Contours(*contour_lines(along, along, z, contour_levels(z, 6, sharpness=2.0))),
                        Path(w[:, 0], w[:, 1], upto=step),
                        Handle(controls["start"], label="start"),
                    ],
                    x=Axis("w₁", domain=(-2, 2)),
                    y=Axis("w₂", domain=(-2, 2)),
                    aspect=1,
                    height=320,
                ),
                Panel("Drawing", [Canvas(controls["drawn"], (0, 8, 0, 8))], column=1, aspect=1, axes=False, height=320),
                Panel(
                    "Blocks",
                    [Image(values["drawn"], (0, 8, 0, 8)), BlockGrid(block, (0, 8, 0, 8), description=Frames(told, block))],
                    row=1,
                    aspect=1,
                    axes=False,
                    height=200,
                ),
                Panel(
                    "Lens",
                    [Image(Frames(patches, block), (0, 2, 0, 2), limits=(0, 255), digits=0)],
                    row=1,
                    column=1,
                    aspect=1,
                    axes=False,
                    height=200,
                ),
                Panel("Text", [Tokens(runs, LOOKS)], row=2, height=80),
                Panel(
                    "Values",
                    [
                        Table(
                            ["name", "age", "height"],
                            rows,
                            cells=controls["gone"],
                            style=style,
                            styles=[Style(""), Style("removed", "accent", look="struck")],
                        )
                    ],
                    row=2,
                    column=1,
                    height=140,
                ),
                Panel(
                    "Sound",
                    [
                        Line(time[::40], np.sin(1400 * time[::40])),
                        AudioPlayer(np.sin(1400 * time), 8000, "a tone", cursor=True),
                    ],
                    x="s",
                    row=3,
                    height=160,
                ),
                Panel(
                    "Stages",
                    [Line(Frames(stages[:, 0], stage), Frames(stages[:, 1], stage))],
                    x=Axis("x", domain=extents),
                    y=Axis("y", domain=extents),
                    row=3,
                    column=1,
                    aspect=1,
                    height=160,
                ),
            ],
            [*controls.values(), step, block, stage],
            [
                Readout("Last", float(np.abs(w[-1]).max())),
                Readout("Ink", int(values["drawn"].sum())),
                Readout("Documents", len(values["documents"])),
                Readout("File", "none" if upload is None else f"{upload.name}: {len(upload.data)} bytes"),
            ],
            Template("Step {step} of {count} from ({x}, {y}).", step=step, count=len(w) - 1, x=w[0, 0], y=w[0, 1]),
            (1.0, 1.0),
        )
