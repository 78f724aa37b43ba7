from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fewidgets.algorithms import PearsonScores, SingleFeatureLosses
from fewidgets.explorables.framework.aliases import Marks, Names
from fewidgets.explorables.framework.intake import Data
from fewidgets.explorables.shared.drawn_features import DrawnFeatures
from fewidgets.explorables.shared.layout import sample, widened
from fewidgets.scene import Axis, Bars, Dots, Frames, Line, Panel, Pick, Rule, Text, format_number

MOST_DOTS = 200  # examples in a scatter; more of them hide each other
LEFT_OUT = "These appear when you rank the features."
CURVE = 61  # points of the curve of losses
ROOM = 0.06  # beside the outermost examples, as a share of the axis


@dataclass(frozen=True, eq=False)
class ScoredData(Data):
    scores: PearsonScores  # Equation (25.2)
    losses: SingleFeatureLosses  # Equation (25.1), the mean over the examples


def scatter_panel(data: ScoredData, drawn: DrawnFeatures, names: Names, feature: Pick, opening: int) -> Panel:
    P = len(data.X)
    rows, note = sample(P, MOST_DOTS, nearest=True)
    columns = [opening, *drawn.features]
    X, y = data.X[:, columns], data.y
    low, high = X.min(axis=0), X.max(axis=0)
    room = np.where(high > low, ROOM * (high - low), np.maximum(0.5, 1e-3 * np.abs(low)))
    ends = np.stack([low - room, high + room], axis=1)
    framed = Frames(ends, feature, hold=True)
    line = data.losses.biases[columns, None] + data.losses.weights[columns, None] * ends
    return Panel(
        "The best line from one feature",
        [
            Rule(y=data.scores.output_mean, label="mean"),
            Dots(Frames(X[rows].T, feature, hold=True), y[rows], size=5.0),
            Line(framed, Frames(line, feature, hold=True), color="accent", width=2.5, label="best line", label_at="none"),
        ],
        x=Axis(Frames([f"{names[n]}{note}" for n in columns], feature), domain=framed),
        y=Axis(data.target_name, domain=widened(y, ROOM)),
        height=240,
        main=True,
        legend=False,
    )


def score_panels(data: ScoredData, drawn: DrawnFeatures, names: Names, *, ranked: bool) -> list[Panel]:
    place, importance = data.scores.ranks, None
    order = list(drawn.features)
    scores = losses = np.full(len(order), np.nan)  # names can be picked, but nothing is given away
    if ranked:  # of many bars, the best come first, and one that was asked for
        order.sort(key=lambda n: (int(place[n]), n))
        importance = [1.0 if n == drawn.added else -float(place[n]) for n in order]
        scores, losses = data.scores.scores[order], data.losses.losses[order]
    shown = [names[n] for n in order]
    hidden = "" if ranked else LEFT_OUT
    whole = data.losses.baseline
    return [
        Panel(
            f"Score: how close to a line?{drawn.titled}",
            [Bars(shown, scores, keys=shown, importance=importance)],
            x=Axis("Pearson's coefficient r", domain=(-1.0, 1.0)),
            column=1,
            row_span=2,
            empty=hidden,
        ),
        Panel(
            f"Loss: what does the line leave?{drawn.titled}",
            [
                Bars(shown, losses, keys=shown, color="quiet", importance=importance),
                *([Rule(x=whole, dash=1, label="mean")] if ranked else []),
            ],
            x=Axis(f"mean squared loss ({data.target_name}²)", domain=(0.0, 1.06 * whole)),
            column=2,
            row_span=2,
            empty=hidden,
        ),
    ]


def curve_panel(data: ScoredData, drawn: DrawnFeatures, names: Names, *, ranked: bool) -> Panel:
    columns, r = list(drawn.features), np.linspace(-1.0, 1.0, CURVE)
    whole = data.losses.baseline
    marks: Marks = [
        Line(r, whole * (1 - r**2), color="quiet"),
        Text(0.0, 0.2 * whole, "(1 − r²) × variance", color="muted"),
        Dots(data.scores.scores[columns], data.losses.losses[columns], size=8.0, keys=[names[n] for n in columns]),
    ]
    return Panel(
        "Loss over score: one curve",
        marks,
        x=Axis("Pearson's coefficient r", domain=(-1.05, 1.05)),
        y=Axis("loss of the best line", domain=(-0.04 * whole, 1.08 * whole)),
        row=1,
        height=200,
        empty="" if ranked else LEFT_OUT,
    )


def describe_feature(data: ScoredData, n: int, name: str, *, ranked: bool) -> str:
    whole = format_number(data.losses.baseline)
    if data.scores.constant[n]:
        return f"{name} is constant, so it cannot predict anything: r counts as 0, and the loss stays at {whole}."
    weight = data.losses.weights[n]
    if not ranked:
        way = "is level" if data.scores.useless[n] else "rises" if weight > 0 else "falls"
        return f"The best line from {name} {way}. How much of the spread around the mean does it explain?"
    r, loss = format_number(data.scores.scores[n]), format_number(data.losses.losses[n])
    place = f"{name} ranks {data.scores.ranks[n]} of {len(data.scores.ranks):,}"
    if data.scores.useless[n]:
        return f"{place}: r = 0, so its best line is level, and the loss stays at {whole}."
    return f"{place}: r = {r}, so its best line leaves a loss of {loss} of {whole}."
