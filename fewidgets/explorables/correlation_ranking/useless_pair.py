"""Two features that determine the output together, while one of them can be useless alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

import numpy as np

from fewidgets.algorithms import pearson_scores, single_feature_losses
from fewidgets.algorithms._numerics.types import Array
from fewidgets.scene import Axis, Bars, Choice, Dots, Frames, Line, Panel, Rule, Slider, Style, Text, format_number

# The output is y = x₁ + w x₂ with x₂ = −c x₁ + z/2, where x₁ and z have mean 0, variance 1 and correlation 0. The book
# has w = 2 and c = ½, and draws signs. The covariance of x₁ and y is 1 − w c, so x₁ is useless alone wherever w c = 1.
WEIGHTS, LINKS = np.linspace(0.0, 3.0, 25), np.linspace(0.0, 0.8, 9)
SIGNS, BELLS = DRAWN = ("signs −1 and +1", "normal")
EXAMPLES, SEED = 24, 8
REACH, HIGH = 3.2, 4.6  # the panels show features and outputs from minus to plus this
EDGE = 2.9  # where the lines are named
LEVELS = np.array([-4.0, -2.0, 0.0, 2.0, 4.0])  # outputs whose lines are drawn from above
PREDICTORS = ("x1", "x2", "both")


@dataclass(frozen=True, eq=False)
class UselessPair:
    x1: Array  # (2, P): The first feature, as signs and as normal numbers
    x2: Array  # (2, L, P): The second feature for each link c
    y: Array  # (2, W, L, P): The output for each weight w and each link
    scores: Array  # (W, L, 2): Pearson's coefficients of x₁ and x₂, which are the same for both kinds of numbers
    losses: Array  # (W, L, 3): Mean squared loss of the best predictor from x₁, from x₂, and from both
    baselines: Array  # (W, L): Variance of the output


@cache
def useless_pair() -> UselessPair:
    # Not random: the sample has the means, variances and the correlation 0 exactly.
    case = np.arange(EXAMPLES) % 4
    signs = np.stack([2.0 * (case // 2) - 1, 2.0 * (case % 2) - 1])
    # Quantiles in two orders are spread more evenly than random numbers.
    quantiles = np.array([NormalDist().inv_cdf((p + 0.5) / EXAMPLES) for p in range(EXAMPLES)])
    drawn = np.stack([quantiles, np.random.default_rng(SEED).permutation(quantiles)])
    drawn[1] -= (drawn[1] @ drawn[0]) / (drawn[0] @ drawn[0]) * drawn[0]
    drawn /= drawn.std(axis=1, keepdims=True)
    x1, z = np.stack([signs[0], drawn[0]]), np.stack([signs[1], drawn[1]])
    x2 = -LINKS[:, None] * x1[:, None] + z[:, None] / 2
    y = x1[:, None, None] + WEIGHTS[:, None, None] * x2[:, None]
    shape = len(WEIGHTS), len(LINKS)
    scores, losses, baselines = np.empty((*shape, 2)), np.empty((*shape, 3)), np.empty(shape)
    for w, c in np.ndindex(*shape):
        X, output = np.column_stack([x1[1], x2[1, c]]), y[1, w, c]
        alone = single_feature_losses(X, output)
        scores[w, c] = pearson_scores(X, output).scores
        losses[w, c, :2], baselines[w, c] = alone.losses, alone.baseline
        losses[w, c, 2] = np.mean((X @ np.linalg.lstsq(X, output, rcond=None)[0] - output) ** 2)
    # What is left by rounding is nothing: the output is a sum of both features.
    return UselessPair(x1, x2, y, *(np.where(np.abs(part) < 1e-12, 0.0, part) for part in (scores, losses, baselines)))


def pair_controls(*, idle: bool) -> tuple[Slider, Slider, Choice]:
    return (
        Slider("weight", WEIGHTS, label="Weight w of x2", interpolate=False, snap=True, idle=idle),
        Slider("link", LINKS, label="Link c", interpolate=False, snap=True, start=0.5, idle=idle),
        Choice("numbers", DRAWN, label="x1 and z are", idle=idle),
    )


def side_panel(pair: UselessPair, over: tuple[Choice, Slider, Slider]) -> Panel:
    drawn, weight, link = over
    slopes = pair.scores[..., 0] * np.sqrt(pair.baselines)  # x₁ has variance 1
    ends = np.array([-REACH, REACH])
    return Panel(
        "From the side: the best line from x1 alone",
        [
            Rule(y=0.0),
            Dots(Frames(pair.x1, drawn, hold=True), Frames(pair.y, *over, hold=True), color="primary", size=8.0),
            Line(
                ends,
                Frames(slopes[..., None] * ends, weight, link, hold=True),
                color="accent",
                width=2.5,
                label="best line from x1 alone",
                label_at="none",
            ),
        ],
        x=Axis("x1", domain=(-REACH, REACH)),
        y=Axis("y", domain=(-HIGH, HIGH)),
        height=290,
        main=True,
        legend=False,
    )


SIDES = (
    Style("y below its mean", "accent", shape="square"),
    Style("y at its mean", "quiet", shape="diamond"),
    Style("y above its mean", "primary", shape="circle"),
)


def above_panel(pair: UselessPair, over: tuple[Choice, Slider, Slider]) -> Panel:
    drawn, weight, link = over
    x2 = np.tile([-REACH, REACH, np.nan], len(LEVELS))
    x1 = np.repeat(LEVELS, 3) - WEIGHTS[:, None] * x2
    sides = np.sign(np.where(np.abs(pair.y) < 1e-9, 0.0, pair.y)).astype(int) + 1
    # The end of each line at the top or at the left of the panel.
    high = np.minimum(EDGE, (LEVELS + EDGE) / np.maximum(WEIGHTS[:, None], 1e-9))
    names = [f"y = {format_number(int(level))}" for level in LEVELS]
    return Panel(
        "From above: y is the same along each line",
        [
            Line(
                Frames(x1, weight, hold=True),
                x2,
                color="quiet",
                width=1.25,
            ),
            Text(
                Frames(LEVELS - WEIGHTS[:, None] * high, weight, hold=True),
                Frames(high, weight, hold=True),
                names,
                color="muted",
            ),
            Dots(
                Frames(pair.x1, drawn, hold=True),
                Frames(pair.x2, drawn, link, hold=True),
                size=8.0,
                style=Frames(sides, *over, hold=True),
                styles=SIDES,
            ),
        ],
        x=Axis("x1", domain=(-REACH, REACH)),
        y=Axis("x2", domain=(-REACH, REACH)),
        column=1,
        height=290,
        legend=False,
    )


def course_panel(pair: UselessPair, weight: Slider, link: Slider) -> Panel:
    scores = [Frames(pair.scores[..., n].T, link, hold=True) for n in (0, 1)]
    courses = [Line(WEIGHTS, score, color=n, dash=n, label=f"r of x{n + 1}", upto=weight) for n, score in enumerate(scores)]
    now = [Dots(WEIGHTS, score, color=n, size=9.0, at=weight, hollow=n == 1) for n, score in enumerate(scores)]
    return Panel(
        "Scores along the weight of x2",
        [Rule(y=0.0), *courses, Rule(x=weight, color="quiet"), *now],
        x=Axis("weight w of x2 in y", domain=(WEIGHTS[0], WEIGHTS[-1])),
        y=Axis("Pearson's coefficient r", domain=(-1.05, 1.05)),
        row=1,
        height=220,
        scrub=weight,
    )


def loss_panel(pair: UselessPair, weight: Slider, link: Slider) -> Panel:
    shares = 100.0 * pair.losses / pair.baselines[..., None]
    return Panel(
        "Loss of the best predictor from …",
        [
            Bars(
                PREDICTORS,
                Frames(shares, weight, link, hold=True),
                style=np.array([0, 0, 1]),
                styles=[Style("one feature", "quiet"), Style("both together", "positive", "✓")],
            )
        ],
        x=Axis("% of the variance of y", domain=(0.0, 100.0)),
        row=1,
        column=1,
        height=220,
        legend=False,
    )
