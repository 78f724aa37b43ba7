"""Scenes with all kinds of marks, for the tests of both renderers of still pictures."""

from itertools import combinations

import numpy as np

from fewidgets.scene import (
    Area,
    Arrow,
    Axis,
    Bars,
    Dots,
    Frames,
    Graph,
    Image,
    Line,
    Panel,
    Pick,
    Readout,
    Rule,
    Scene,
    Slider,
    Stepper,
    Style,
    Table,
    Text,
)

NAMES = ["CRIM", "ZN", "INDUS", "CHAS", "NOX", "RM", "AGE", "DIS", "RAD", "TAX", "PTRATIO", "B", "LSTAT"]
FEATURE = Pick("feature", options=NAMES)


def path_scene():
    """Thirteen paths, two pairs of which begin at nearly one place."""
    lam = Slider("lam", label="λ", values=[0.0, 0.5, 2.0, 9.0], scale="log", floor=0.01)
    start = np.array([-0.9, 1.1, 0.1, 0.7, -2.05, 2.67, 0.02, -3.1, 2.66, -2.08, -2.06, 0.85, -3.74])
    weights = start * np.array([[1.0], [0.75], [0.25], [0.0]])
    return Scene(
        "Weights over λ",
        [
            Panel("Weights", [Bars(NAMES, Frames(weights, lam), keys=NAMES, color=list(range(13)))], x="weight"),
            Panel(
                "Weights along λ",
                [Line(lam.values, weights[:, j], color=j, key=n, label=n, label_at="start") for j, n in enumerate(NAMES)]
                + [Rule(x=lam, color="accent", label="λ")],
                x=Axis("λ", scale="log", floor=0.01),
                y=Axis("weight", side="right"),
                column=1,
            ),
        ],
        [lam, FEATURE],
        [Readout("λ", lam)],
        "A caption that is long enough to be broken into more than one line, since it says everything that can be seen here.",
        (1.0, 1.5),
    )


def boosting_scene(names=NAMES[:6]):
    step = Stepper("round", 3, label="Round")
    n = len(names)
    costs = np.linspace(80.0, 40.0, 3 * n).reshape(3, n)
    costs[2, 1] = np.nan
    meaning = np.zeros((3, n), int)
    meaning[1, 1], meaning[2, 1], meaning[2, 0] = 1, 2, 1
    styles = [Style("candidate", "quiet"), Style("winner", "accent", "★"), Style("already chosen", "positive", "✓")]
    history = [84.0, 50.0, 41.0]
    return Scene(
        "Boosting: one feature per round",
        [
            Panel(
                "Cost if this feature came next",
                [Bars(names, Frames(costs, step), style=Frames(meaning, step), styles=styles)],
            ),
            Panel("The model so far", [Bars(names, Frames(-costs / 10, step), color="primary")], x="weight", column=1),
            Panel(
                "Cost history",
                [Line([0, 1, 2], history, upto=step), Dots([0, 1, 2], history, at=step, color="accent", hollow=True)],
                x=Axis("feature added", ticks=[(0, "bias"), (1, names[1]), (2, names[0])]),
                y=Axis("mean squared error", zero=True),
                row=1,
            ),
            Panel(
                "Residuals",
                [Rule(y=0), Dots([1, 2, 3, 4], Frames([[1, np.nan, 3, -1], [1, 2, 3, -1], [0, 1, 0, -1]], step), size=4)],
                x="value (1000 $)",
                y="residual (1000 $)",
                row=1,
                column=1,
            ),
        ],
        [step],
        [Readout("Round", step), Readout("Cost", Frames(history, step))],
        Frames(["The bias alone.", "ZN came first.", "Then CRIM."], step),
        (1.0, 1.0),
    )


def all_marks_scene():
    x = np.linspace(0.1, 10, 30)
    grey = np.arange(12, dtype=np.uint8).reshape(3, 4) * 20
    return Scene(
        "All other marks, under a title so long that it has to be broken into two lines, even on a sheet of full width",
        [
            Panel(
                "Band",
                [
                    Area(x, np.sin(x) - 0.3, np.sin(x) + 0.3, label="± one deviation"),
                    Line(x, np.sin(x), label="mean", label_at="none", color="accent"),
                    Rule(x=[2.0, 2.3, 9.8], label=["enters", "leaves", "end"], dash=1),
                    Rule(y=0.5, label="limit"),
                    Arrow([1, 5], [-1, np.nan], [3, 7], [0, 0.8]),
                    Text(5, -1.1, "a word for $5 or $6"),
                ],
                y="cost",
            ),
            Panel("Image", [Image(grey)], x=Axis(ticks=[]), y=Axis(ticks=[]), column=1),
            Panel("Table", [Table(["Name", "Round"], [["<b>$x$</b>", 1], ["RM", np.nan], ["AGE", 2.5]])], row=1, height=120),
            Panel(
                "Log",
                [
                    Dots([1, 10, 11, 100], [3, 5, 5.2, 400], labels=["bias", "one", "two", "three"]),
                    Line([1, 2, 4, 50.0], [1, 20, 30, 300], label="end", steps=True, color=9),
                ],
                x=Axis("P", scale="log", floor=0.5),
                y=Axis("cost", scale="log", floor=0.5),
                row=1,
                column=1,
            ),
        ],
        caption="A caption.",
    )


def lattice(n, **more):
    """All subsets of n features, by size, with links between those that differ by one feature."""
    subsets = [chosen for size in range(n + 1) for chosen in combinations(range(1, n + 1), size)]
    of_size = [[each for each in subsets if len(each) == size] for size in range(n + 1)]
    x = [(of_size[len(each)].index(each) + 0.5) / len(of_size[len(each)]) for each in subsets]
    pairs = combinations(enumerate(subsets), 2)
    links = [(i, j) for (i, one), (j, other) in pairs if len(other) == len(one) + 1 and set(one) < set(other)]
    keys = ["{" + ",".join(map(str, each)) + "}" for each in subsets]
    return Graph(x, [len(each) for each in subsets], keys, links=links, **more)
