from __future__ import annotations

import numpy as np

from fewidgets.algorithms import L1CrossValidation
from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Names
from fewidgets.explorables.shared.drawn_features import DrawnFeatures
from fewidgets.explorables.shared.layout import all_of
from fewidgets.explorables.shared.reveals import reveal_by
from fewidgets.scene import Area, Axis, Bars, Dots, Frames, Line, Panel, Rule, Slider, Template, format_number


def weight_bars(weights: Array, drawn: DrawnFeatures, shown: Names, count: Frames, lam: Slider) -> Panel:
    """Draw the weights at λ, and where each was at the lowest λ, so that a bar that has left is missed."""
    values, colors = Frames(weights[:, drawn.features], lam), list(drawn.colors)
    bars = Bars(shown, values, keys=shown, color=colors, importance=drawn.importance)
    first = weights[0, list(drawn.features)]
    start = all_of(len(first), f"at λ = {format_number(lam.values[0])}", "muted")
    rows, seen = np.arange(len(first), dtype=float), reveal_by(lam, np.full(len(first), lam.values[0]))
    rings = Dots(first, rows, size=8.0, hollow=True, keys=shown, reveal=seen, **start)
    says = Template(f"ℓ1 keeps {{n}} of {weights.shape[1]:,}", n=count)
    return Panel(f"Weights at λ{drawn.titled}", [bars, rings], x="weight", says=says)


def weight_paths(values: Array, weights: Array, drawn: DrawnFeatures, names: Names, lam: Slider) -> Panel:
    """Draw each weight along λ, and dotted lines where a feature enters or leaves."""
    stops = reveal_by(lam, lam.stops)
    events = [Rule(x=lam.stops, color="quiet", dash=2, width=0.75, reveal=stops)] if len(lam.stops) else []
    seen = reveal_by(lam)
    paths = [
        Line(values, _unless_out(weights[:, n]), color=color, key=names[n], label=names[n], label_at="start", reveal=seen)
        for n, color in zip(drawn.features, drawn.colors, strict=True)
    ]
    return Panel(
        f"Weights along λ{drawn.titled}",
        [*events, *paths, Rule(x=lam, color="accent")],
        x="λ (dotted: a feature enters or leaves)" if events else "λ",
        y=Axis("weight", side="right", zero=True),
    )


def cost_panel(values: Array, costs: Array, unit: str, lam: Slider) -> Panel:
    return Panel(
        "Cost along λ, without the penalty",
        [
            Rule(x=lam, color="accent"),
            Line(values, costs, reveal=reveal_by(lam)),
            Dots(values, costs, at=lam, color="accent", size=9.0),
        ],
        y=Axis(f"cost ({unit})", side="right"),
    )


def held_out_panel(chosen: L1CrossValidation, cost: str, lam: Slider) -> Panel:
    error = "squared error" if cost == "least_squares" else "softmax cost"
    low, high = chosen.mean - chosen.standard_error, chosen.mean + chosen.standard_error
    smallest, best = np.array([chosen.best_lambda]), np.array([chosen.one_standard_error_lambda])
    seen = reveal_by(lam, chosen.lambdas)
    return Panel(
        f"Error on held-out examples, {len(chosen.errors)} folds",
        [
            Area(chosen.lambdas, low, high, label="± one standard error", reveal=seen),
            Rule(x=best, label="chosen", color="positive", dash=1, reveal=reveal_by(lam, best)),
            Rule(x=lam, color="accent"),
            Line(chosen.lambdas, chosen.mean, reveal=seen),
            Dots(
                smallest,
                chosen.mean[[chosen.best]],
                size=9.0,
                **all_of(1, "smallest error", "positive"),
                reveal=reveal_by(lam, smallest),
            ),
        ],
        y=Axis(error, side="right"),
    )


def _unless_out(path: Array) -> Array:
    """Interrupt a weight's path where it is zero, so that the lines at 0 do not hide each other."""
    out = path == 0
    inside = np.zeros_like(out)
    inside[1:-1] = out[:-2] & out[1:-1] & out[2:]
    inside[-1] = out[-2] & out[-1]
    return np.where(inside, np.nan, path)
