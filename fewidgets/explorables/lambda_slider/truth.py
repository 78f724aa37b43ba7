"""True weights beside those of an ℓ1 path: selection and shrinkage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Marks, Names
from fewidgets.explorables.shared.drawn_features import DrawnFeatures
from fewidgets.explorables.shared.l1_frames import over_support
from fewidgets.explorables.shared.reveals import reveal_by
from fewidgets.scene import (
    Arrow,
    Axis,
    Control,
    Dots,
    Frames,
    Line,
    Number,
    Panel,
    Readout,
    Rule,
    Slider,
    Style,
    Template,
)
from fewidgets.scene.marks.bars import MOST_BARS
from fewidgets.scene.text.legible import quoted

#: What a dot at a true weight says about the feature. A dot never differs by colour alone.
STYLES = (
    Style("true weight: rightly in", "positive", shape="circle"),
    Style("true weight: rightly out", "quiet", shape="square"),
    Style("true weight: wrongly out", "accent", shape="triangle"),
    Style("true weight: wrongly in", "accent", shape="diamond"),
)
MOST_NOISE, FEWEST, MOST = 5.0, 10, 1000  # ends of the sliders over the noise and the number of examples
NOISE, COUNT = 1.0, 100  # where they start

#: Makes a data set with ``true_weights`` from keywords ``count``, ``noise`` and ``seed``.
Maker = Callable[..., Any]


def as_truth(truth: Any) -> tuple[float, ...]:
    """Return true weights as a tuple of finite numbers."""
    try:
        weights = np.array(truth, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"truth must hold numbers, the true weight of each feature; got {quoted(truth)}") from None
    if weights.ndim != 1 or not np.isfinite(weights).all():
        what = f"shape {weights.shape}" if weights.ndim != 1 else "numbers that are not finite"
        raise ValueError(f"truth must hold finite numbers, the true weight of each feature; got {what}")
    return tuple(weights.tolist())


def made_data(make: Maker, count: int, noise: float, seed: int) -> Any:
    if not callable(make):
        raise TypeError(f"make must be a function of count, noise and seed, such as make_lasso_example; got {quoted(make)}")
    found = make(count=count, noise=noise, seed=seed)
    if not hasattr(found, "true_weights"):
        raise TypeError(f"make must return a data set with true_weights, as make_lasso_example does; got {quoted(found)}")
    return found


def making_inputs() -> list[Control]:
    return [
        Number("noise", 0.0, MOST_NOISE, start=NOISE, label="Noise σ"),
        Number("count", FEWEST, MOST, start=COUNT, scale="log", whole=True, label="Examples n"),
    ]


def true_marks(truth: Array, weights: Array, drawn: DrawnFeatures, lam: Slider) -> Marks:
    """Draw the true weights as dots, with arrows to the estimated ones."""
    at, estimated = truth[list(drawn.features)], weights[:, drawn.features]
    rows = np.arange(len(at), dtype=float)
    matters, inside = at != 0, estimated != 0
    style = over_support(lam, inside, lambda row: np.where(matters, np.where(row, 0, 2), np.where(row, 3, 1)))
    arrows = [Arrow(at, rows, Frames(estimated, lam), rows, color="ink", width=1.0)] if len(at) <= MOST_BARS else []
    return [*arrows, Dots(at, rows, size=9.0, style=style, styles=STYLES)]


def with_true_levels(paths: Panel, values: Array, truth: Array, drawn: DrawnFeatures, names: Names) -> Panel:
    """Add the true weights that are not zero as dashed lines across the paths."""
    levels = [
        Line(values[[0, -1]], truth[[n, n]], color=color, dash=1, width=1.0, key=names[n])
        for n, color in zip(drawn.features, drawn.colors, strict=True)
        if truth[n]
    ]
    return replace(paths, x="λ (dashed: the true weights)", marks=[*levels, *paths.marks])


def selection_panel(values: Array, truth: Array, weights: Array, lam: Slider) -> Panel:
    """Draw along λ how many of the features that matter, and of the others, are in the model."""
    inside, matters, seen = weights != 0, truth != 0, reveal_by(lam)
    ways = (
        (f"of the {matters.sum()} that matter", "positive", 0, matters),
        (f"of the {(~matters).sum()} that do not", "accent", 1, ~matters),
    )
    lines = [
        Line(
            values, inside[:, which].sum(axis=1), color=color, dash=dash, steps=True, label=label, label_at="none", reveal=seen
        )
        for label, color, dash, which in ways
    ]
    marks = [Rule(x=lam, color="accent"), *lines]
    return Panel("Selection: features in the model", marks, y=Axis("features", side="right", zero=True, whole=True))


def truth_shown(truth: Array, weights: Array, lam: Slider) -> tuple[Template, list[Readout]]:
    """Say how many features are in rightly and wrongly, and how much of their weight is left."""
    matters = truth != 0
    found, extra = (over_support(lam, weights[:, which] != 0, np.sum) for which in (matters, ~matters))
    readouts = [
        Readout("Rightly in", Template(f"{{n}} of {matters.sum():,}", n=found)),
        Readout("Wrongly in", Template(f"{{n}} of {(~matters).sum():,}", n=extra)),
    ]
    if not matters.any():
        return Template(f" {{n}} of {len(truth):,} are in wrongly: no true weight differs from 0.", n=extra), readouts
    # Linear in the weights, so it may be blended between two frames of a piecewise linear path.
    share = Frames(100 * share_of_truth(truth, weights), lam)
    readouts.append(Readout("Share of true weight", Template("{kept} %", kept=share)))
    others = "" if matters.all() else f", and {{extra}} of the {(~matters).sum():,} that do not"
    sentence = Template(
        f" {{found}} of the {matters.sum():,} features that matter {{verb}} in{others}. "
        "Those that matter have {share} % of their true weight.",
        found=found,
        verb=over_support(lam, weights[:, matters] != 0, lambda row: "is" if row.sum() == 1 else "are"),
        extra=extra,
        share=share,
    )
    return sentence, readouts


def share_of_truth(truth: Array, weights: Array) -> Array:
    """Return Σ sign(θ*ₙ) ωₙ / Σ |θ*ₙ| for each row of weights: 1 without shrinkage and noise."""
    return weights @ np.sign(truth) / np.abs(truth).sum()
