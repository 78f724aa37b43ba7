from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fewidgets.algorithms._numerics.types import Array, Indices
from fewidgets.explorables.framework.aliases import Marks, Names
from fewidgets.explorables.shared.drawn_features import DrawnFeatures
from fewidgets.explorables.shared.layout import over, sample
from fewidgets.scene import Axis, Bars, Dots, Frames, Line, Panel, Pick, Rule, Slider, Style, Text
from fewidgets.scene.types import TwoTexts

HEIGHT = 230
MOST_DOTS = 90  # held-out examples that are drawn
OUT_OF_BAG = Style("", "ink", shape="diamond")


@dataclass(frozen=True, eq=False)
class Importances:
    """The importances of all forests that a slider chooses among."""

    columns: tuple[int, ...]  # Number of each feature among all names, the added one last
    at: Indices  # (F,): Numbers of trees
    truth: Array  # (P,): Outputs or labels of the held-out examples
    labels: bool  # Whether they are labels
    correlations: Array | None  # (K,)
    copied: int  # Number of the feature that the twin copies
    # The measures of `GrownForest` and `HeldOut` at each of K positions of the slider; K is 1 if nothing is added
    impurity: Array  # (K, F, N)
    out_of_bag: Array  # (K, F, N)
    accuracy: Array  # (K, F)
    drops: Array  # (K, F, N)
    before: Array  # (K, P)
    after: Array  # (K, N, P)

    @property
    def flips(self) -> Indices:
        """How many held-out predictions of all trees the permutation of each feature flips, (K, N)."""
        return np.count_nonzero((self.after > 50.0) != (self.before[:, None] > 50.0), axis=2)


def bar_panels(trace: Importances, drawn: DrawnFeatures, names: Names, slider: Slider | None, tree: Slider) -> list[Panel]:
    shown, columns = drawn.of(names), list(drawn.features)
    added = [int(slider is not None and n == len(names) - 1) for n in columns]

    def frames(values: Array) -> Frames:
        return over(values[..., columns], slider, tree, hold=True)

    impurity, drops = (
        Bars(shown, frames(values), keys=shown, color=added, importance=drawn.importance)
        for values in (trace.impurity, trace.drops)
    )
    aside = Dots(
        frames(trace.out_of_bag),
        np.arange(len(columns)),
        keys=shown,
        color="ink",
        style=[0] * len(columns),
        styles=[OUT_OF_BAG],
    )
    unit = "points of accuracy" if trace.labels else "% of the variance"
    return [
        Panel("What do the trees split on?", [impurity], x=Axis("mean decrease in impurity, % of all", zero=True), main=True),
        Panel(
            "What does permuting a feature cost?",
            [drops, aside],
            x=Axis(f"mean decrease in {unit} (◆ out of bag)", zero=True),
            column=1,
        ),
    ]


def along_panel(trace: Importances, names: Names, slider: Slider, tree: Slider) -> Panel:
    places = np.asarray(slider.values)
    log, last = trace.correlations is None, len(names) - 1
    wanted = [("accent", last, "")] if log else [("primary", trace.copied, "feature, "), ("accent", last, "twin, ")]
    marks: Marks = [Rule(y=0.0)]
    for color, n, whose in wanted:
        for dash, (values, what) in enumerate(((trace.impurity, "impurity"), (trace.drops, "accuracy"))):
            y = Frames(values[..., n].T, tree, hold=True)
            marks += [
                Line(places, y, color=color, dash=dash, label=f"{whose}{what}", upto=slider),
                Dots(places, y, color=color, size=7.0, hollow=bool(dash), upto=slider),
            ]
    x = Axis("share copied", domain=(-0.03, 1.03))
    if log:
        x = Axis("its different values", scale="log", domain=(places[0] / 1.1, places[-1] * 1.1))
    return Panel(
        "More values: which decrease grows?" if log else "A closer twin: what becomes of both?",
        marks,
        x=x,
        y="% or points",
        row=1,
        height=HEIGHT,
        scrub=slider,
    )


def flip_panel(trace: Importances, drawn: DrawnFeatures, slider: Slider | None, feature: Pick, names: TwoTexts) -> Panel:
    P = len(trace.truth)
    rows, note = sample(P, MOST_DOTS, " ({} of {:,})", nearest=True)
    before = trace.before[:, rows]
    after = np.concatenate([before[:, None], trace.after[:, drawn.features][..., rows]], axis=1)
    dots = over(before, slider, hold=True), over(after, slider, feature, hold=True)
    trees = int(trace.at[-1])
    if trace.labels:
        ends, height = (-4.0, 104.0), (-14.0, 114.0)
        marks: Marks = [
            Rule(x=50.0),
            Rule(y=50.0),
            Text([25.0, 75.0], [107.0, -8.0], ["flipped to +1", "flipped to −1"]),
        ]
        style = (trace.truth[rows] > 0).astype(int)
        styles = [Style(names[0], "quiet", shape="square"), Style(names[1], "primary", shape="circle")]
        marks.append(Dots(*dots, size=7.0, style=style, styles=styles))
        words = f"votes for +1 {{}}, in % of {trees} trees"
    else:
        low, high = float(min(before.min(), after.min())), float(max(before.max(), after.max()))
        room = max(0.05 * (high - low), 1e-9 * max(abs(low), abs(high))) or 0.5
        ends = height = (low - room, high + room)
        marks = [
            Line(ends, ends, color="quiet", dash=1, label="unchanged", label_at="none"),
            Dots(*dots, size=7.0),
        ]
        words = f"{names[0]} predicted {{}}"
    asked = "which predictions flip?" if trace.labels else "how far do predictions move?"
    return Panel(
        f"{asked.capitalize()}{note}",
        marks,
        says=Frames([f"Permute a feature: {asked}", *[""] * len(drawn.features)], feature),
        x=Axis(words.format("before"), domain=ends),
        y=Axis("after", domain=height),
        row=1,
        column=int(slider is not None),
        column_span=1 if slider else 2,
        height=HEIGHT,
    )
