from __future__ import annotations

from typing import Any

import numpy as np

from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Ends, Marks, Names
from fewidgets.explorables.kernel_ridge_viewer.fits import KernelFit
from fewidgets.scene import (
    Axis,
    Bars,
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

NOISE = 1e-9  # terms below this share of the largest one are as good as zero
DIGITS = 6  # digits with which the primal and the dual solution are compared


def fit_panel(fit: KernelFit, points: Points, at: Slider, picked: Pick, labels: TwoTexts, title: str) -> Panel:
    """Draw the examples, which can be dragged, the fit, and α as the distance between them."""
    x, outputs, y = fit.model.X[:, 0], fit.model.outputs, fit.model.outputs + fit.model.alpha
    stems = np.column_stack([x, x, np.full_like(x, np.nan)]).ravel()
    heights = np.column_stack([y, outputs, np.full_like(x, np.nan)]).ravel()
    marks: Marks = [
        Line(stems, heights, color="accent", width=2.0, label="α = example − fit", label_at="none"),
        Line(fit.places, _within(fit.curve, points.y), color="primary", width=2.5, label="fit", label_at="none"),
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
        height=300,
        scrub=at,
        main=True,
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
        Line(fit.places, _within(fit.curve, ends), color="primary", width=2.5, label="their sum: the fit", label_at="none"),
        Rule(x=at, color="quiet"),
    ]
    return Panel(
        "One term for each example",
        marks,
        x=Axis(label, domain=(float(fit.places[0]), float(fit.places[-1]))),
        y=Axis("αₜ K(xₜ, x) / λ", domain=ends),
        row=1,
        height=240,
        scrub=at,
    )


def alpha_panel(fit: KernelFit, names: Names) -> Panel:
    return Panel(
        "α = (I + K/λ)⁻¹ y",
        [Bars(names, fit.model.alpha, keys=names, importance=_order(names))],
        x=Axis("α: above or below the fit", zero=True),
        column=1,
        row_span=2,
    )


def prediction_panel(fit: KernelFit, names: Names, at: Slider) -> Panel:
    ends = np.column_stack([fit.terms.min(axis=1), fit.terms.max(axis=1)])
    ends = 1.05 * np.column_stack([np.minimum(ends[:, 0], 0.0), np.maximum(ends[:, 1], 0.0)])
    nothing = np.ptp(ends, axis=1) <= NOISE * np.abs(fit.terms).max()
    ends[nothing] = 0.0, np.abs(fit.terms).max() or 1.0  # far from every example
    return Panel(
        "Terms at the new x",
        [Bars(names, Frames(fit.terms, at, hold=True), keys=names, importance=_order(names))],
        x=Axis("αₜ K(xₜ, x) / λ", domain=Frames(ends, at, hold=True)),
        column=2,
        row_span=2,
    )


def primal_panel(fit: KernelFit) -> Panel:
    primal = fit.primal
    title, rows = "Primal and dual: θ by ridge on φ, and θ = Σ αₜ φ(xₜ) / λ", []
    if primal is None:
        why = "The rbf kernel has infinitely many features, so there is no list of weights. Choose another kernel to compare."
        return Panel(title, [Tokens([(why, 0)])], row=2, column_span=3, height=90)
    for name, scale, weight, dual in zip(primal.names, primal.scales, primal.weights, primal.from_dual, strict=True):
        feature = name if np.isclose(scale, 1.0) else f"{format_number(float(scale))} {'' if name == '1' else name}".strip()
        rows.append([feature, _written(weight, primal.weights), _written(dual, primal.weights)])
    return Panel(
        title,
        [Table(["feature φ", "θ, primal", "θ, dual"], rows)],
        row=2,
        column_span=3,
        height=60 + 25 * len(rows),
    )


def _written(value: float, among: Any) -> str:
    return format_number(0.0 if abs(value) < 1e-9 * float(np.abs(among).max()) else float(value), DIGITS)


def _within(values: Array, ends: Ends) -> Array:
    return np.where((values < ends[0]) | (values > ends[1]), np.nan, values)


def _at_picked(values: Any, picked: Pick) -> Frames:
    return Frames(np.concatenate([[np.nan], values])[:, None], picked, hold=True)


def _order(names: Names) -> list[float]:
    """Keep the bars of two panels in the same order, and show the same ones first."""
    return list(-np.arange(len(names), dtype=float))
