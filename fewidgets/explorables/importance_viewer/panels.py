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
    added = np.array([int(slider is not None and n == len(names) - 1) for n in columns])
    styles = [Style("in the table", "primary"), Style("added", "accent", "◆")] if slider else [Style("", "primary")]
    unit = "percentage points of accuracy" if trace.labels else "% of the variance"
    fit = "accuracy" if trace.labels else "fit"
    measures = [
        ("impurity", trace.impurity, "% of all decreases"),
        (f"{fit}, held out", trace.drops, unit),
        (f"{fit}, out of bag", trace.out_of_bag, unit),
    ]
    panels = []
    for column, (what, values, label) in enumerate(measures):
        shares = over(values[..., columns], slider, tree, hold=True)
        bars = Bars(shown, shares, keys=shown, style=added, styles=styles, importance=drawn.importance)
        title = f"Mean decrease in {what}{drawn.titled}"
        panels.append(Panel(title, [bars], x=Axis(label, zero=True), column=column, main=column == 0))
    return panels


def along_panel(trace: Importances, names: Names, slider: Slider, tree: Slider) -> Panel:
    places = np.asarray(slider.values)
    log, last = trace.correlations is None, len(names) - 1
    wanted = [(last, "")] if log else [(trace.copied, ", feature"), (last, ", twin")]
    marks: Marks = [Rule(y=0.0)]
    for k, (n, whose) in enumerate(wanted):
        for color, (values, what) in enumerate(((trace.impurity, "impurity"), (trace.drops, "held-out accuracy"))):
            y = Frames(values[..., n].T, tree, hold=True)
            marks += [
                Line(places, y, color=color, dash=color + 2 * k, label=f"{what}{whose}", label_at="none", upto=slider),
                Dots(places, y, color=color, size=7.0, hollow=bool(k), upto=slider),
            ]
    x = Axis("share copied", domain=(-0.03, 1.03))
    if log:
        x = Axis("its different values", scale="log", domain=(places[0] / 1.1, places[-1] * 1.1))
    return Panel(
        f"{'The added feature' if log else 'Feature and twin'} as the slider moves",
        marks,
        x=x,
        y="% of impurity, points of accuracy",
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
        styles = [Style(names[0], "accent", shape="square"), Style(names[1], "primary", shape="circle")]
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
    return Panel(
        f"Held-out predictions{note}, one column permuted",
        marks,
        x=Axis(words.format("before"), domain=ends),
        y=Axis("after", domain=height),
        row=1,
        column=1,
        height=HEIGHT,
    )


def accuracy_panel(trace: Importances, slider: Slider | None, tree: Slider) -> Panel:
    values, trees = over(trace.accuracy, slider, hold=True), trace.at.astype(float)
    what = "held-out accuracy" if trace.labels else "explained share of the variance"
    return Panel(
        "The forest, tree by tree",
        [
            Line(trees, values, upto=tree),
            Dots(trees, values, at=tree, color="accent", size=9.0),
        ],
        x=Axis("trees", domain=(0.0, float(trees[-1]) + 1.0), whole=True),
        y=Axis(f"{what} in %"),
        row=1,
        column=2,
        height=HEIGHT,
        scrub=tree,
    )
