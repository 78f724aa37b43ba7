from __future__ import annotations

from typing import Any

import numpy as np

from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Ends, Marks, Names
from fewidgets.explorables.kernel_ridge_viewer.fits import KernelFit
from fewidgets.explorables.shared.layout import over
from fewidgets.scene import (
    Axis,
    Dots,
    Frames,
    Handles,
    Line,
    Panel,
    Pick,
    Points,
    Rule,
    Slider,
    Table,
    Tokens,
    format_number,
)
from fewidgets.scene.types import TwoTexts

NOISE = 1e-6  # terms below this share of the largest one cannot be told from zero
DIGITS = 6  # digits with which the primal and the dual solution are compared


def fit_panel(fit: KernelFit, points: Points, at: Slider, picked: Pick, labels: TwoTexts, title: str) -> Panel:
    """Draw the examples, which can be dragged, the fit, and α as the distance between them."""
    x, outputs, y = fit.model.X[:, 0], fit.model.outputs, fit.model.outputs + fit.model.alpha
    marks: Marks = [
        Line(_broken(x, x), _broken(y, outputs), color="accent", width=2.0, label="α = example − fit", label_at="none"),
        Line(fit.places, _within(fit.curve, points.y), color="primary", width=2.5, label="fit"),
        Rule(x=at, color="quiet"),
        Dots(fit.places, _within(fit.curve, points.y), color="ink", size=11.0, at=at),
        Dots(_at_picked(x, picked), _at_picked(y, picked), color="ink", size=22.0, hollow=True),
        Handles(points, color="primary", size=14.0),
    ]
    return Panel(
        title,
        marks,
        x=Axis(labels[0], domain=points.x),
        y=Axis(labels[1], domain=points.y),
        row_span=2,
        height=340,
        scrub=at,
        legend=False,  # α has its own panel, in the same colour
    )


def terms_panel(fit: KernelFit, names: Names, at: Slider, label: str) -> Panel:
    x = fit.model.X[:, 0]
    among = (fit.places >= x.min()) & (fit.places <= x.max())
    near = fit.terms[among] if among.any() else fit.terms
    low, high = min(float(near.min()), 0.0), max(float(near.max()), float(fit.curve[among].max(initial=0.0)))
    room = 0.08 * (high - low) or 1.0
    ends = low - room, high + room
    marks: Marks = [
        Line(fit.places[::2], column, color="quiet", width=1.3, key=name, dash=0)  # every other place draws it as well
        for name, column in zip(names, _within(fit.terms[::2], ends).T, strict=True)
    ]
    marks += [
        Line(fit.places, _within(fit.curve, ends), color="primary", width=2.5, label="their sum"),
        Rule(x=at, color="quiet"),
    ]
    return Panel(
        "One term for each example",
        marks,
        x=Axis(label, domain=(float(fit.places[0]), float(fit.places[-1]))),
        y=Axis("αₜ K(xₜ, x) / λ", domain=ends),
        row=2,
        column_span=2,
        height=220,
        scrub=at,
    )


def alpha_panel(fit: KernelFit, names: Names) -> Panel:
    return Panel(
        "α: what the fit misses",
        _stems(names, fit.model.alpha[None], "accent"),
        x=Axis("example", whole=True),
        y="α",
        column=1,
        height=165,
    )


def prediction_panel(fit: KernelFit, names: Names, at: Slider) -> Panel:
    """Draw the terms at one place, on an axis for all places, so that they grow and shrink."""
    terms = np.where(np.abs(fit.terms) < NOISE * np.abs(fit.terms).max(), 0.0, fit.terms)
    return Panel(
        "Terms at the new x",
        _stems(names, terms, "quiet", at),
        x=Axis("example", whole=True),
        y="αₜ K(xₜ, x) / λ",
        row=1,
        column=1,
        height=165,
    )


def primal_panel(fit: KernelFit) -> Panel:
    primal = fit.primal
    marks: Marks
    if primal is None:
        why = "The rbf kernel has infinitely many features, so there is no list of weights. Choose another kernel to compare."
        marks = [Tokens([(why, 0)])]
    else:
        features = [
            name if np.isclose(scale, 1.0) else f"{format_number(float(scale))} {'' if name == '1' else name}".strip()
            for name, scale in zip(primal.names, primal.scales, strict=True)
        ]
        rows = [
            [how, *(_written(value, primal.weights) for value in weights)]
            for how, weights in (("ridge on φ", primal.weights), ("Σ αₜ φ(xₜ) / λ", primal.from_dual))
        ]
        marks = [Table(["θ of the feature", *features], rows)]
    return Panel("Primal and dual: the weights θ, found in two ways", marks, row=3, column_span=2, height=105)


def _stems(names: Names, values: Array, color: str, at: Slider | None = None) -> Marks:
    """Draw a stem from 0 for each example, whose tip can be picked; ``values`` has a row for each place."""
    x = np.arange(1.0, len(names) + 1)
    heights = _broken(np.zeros_like(values), values)
    return [
        Rule(y=0.0),
        Line(_broken(x, x), over(heights, at, hold=True), color=color, width=3.0),
        Dots(x, over(values, at, hold=True), color=color, size=9.0, keys=names),
    ]


def _broken(start: Array, end: Array) -> Array:
    """Return the coordinates of a line for each pair, on the last axis, with NaN between them."""
    return np.stack([start, end, np.full_like(end, np.nan)], axis=-1).reshape(*end.shape[:-1], -1)


def _written(value: float, among: Any) -> str:
    return format_number(0.0 if abs(value) < 1e-9 * float(np.abs(among).max()) else float(value), DIGITS)


def _within(values: Array, ends: Ends) -> Array:
    return np.where((values < ends[0]) | (values > ends[1]), np.nan, values)


def _at_picked(values: Any, picked: Pick) -> Frames:
    return Frames(np.concatenate([[np.nan], values])[:, None], picked, hold=True)
