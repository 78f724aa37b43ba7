from __future__ import annotations

import numpy as np

from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Ends
from fewidgets.explorables.polynomial_degree_viewer.fits import BASES, DegreeFits
from fewidgets.explorables.polynomial_degree_viewer.words import columns_found
from fewidgets.explorables.shared.layout import drawn_at_random, widened
from fewidgets.explorables.shared.reveals import reveal_by
from fewidgets.scene import Axis, Choice, Dots, Frames, Line, Panel, Rule, Stepper, Style

MOST_DOTS = 400
POWERS = ["power", "power", "degree of the orthogonal polynomial"]  # what the columns of each basis are numbered by
NOTHING = "There is no polynomial of this degree here."
HEADROOM = 0.2  # of the range of y, above and below it
ALL, CLOSE = ERRORS = ("all", "the lowest")
NEARBY = 4.5  # standard errors above the lowest held-out error that are in view beside "the lowest"
LEAST = 1e-12  # errors below this share of the error of the mean are drawn at the lower end of a log axis


def curve_panel(fits: DegreeFits, x: str, y: str, degree: Stepper, basis: Choice) -> Panel:
    P = len(fits.x)
    shown = drawn_at_random(P, MOST_DOTS)
    # A curve leaves the picture where its points are far outside, so their true distance need not be sent.
    curves = np.clip(fits.curves, *widened(fits.y, 20 * HEADROOM))
    note = f" ({MOST_DOTS} of {P:,} examples)" if P > MOST_DOTS else ""
    return Panel(
        f"The polynomial through the examples{note}",
        [
            Dots(fits.x[shown], fits.y[shown], color="quiet", size=5.0),
            Line(fits.grid, Frames(np.moveaxis(curves, 0, 1), degree, basis), color="accent", width=2.5),
        ],
        x=x,
        y=Axis(y, domain=widened(fits.y, HEADROOM)),
        height=330,
        main=True,
    )


def error_panel(fits: DegreeFits, degree: Stepper, basis: Choice, errors: Choice) -> Panel:
    degrees = np.arange(fits.degrees + 1, dtype=float)
    floor = _floor(fits)
    low, high = fits.held_out - fits.standard_errors, fits.held_out + fits.standard_errors
    ends = np.stack([np.maximum(low, floor), np.minimum(high, _ceiling(fits)), np.full_like(low, np.nan)], axis=2)
    thrice = np.repeat(degrees, 3)
    training, held_out = (np.clip(each, floor, _ceiling(fits)) for each in (fits.training, fits.held_out))
    seen = reveal_by(degree)
    domains = [_whole(fits), _nearby(fits)]
    # Lines are cut at the edge of a plot, and dots are not.
    dots = Frames([np.where(held_out <= high, held_out, np.nan) for _, high in domains], errors, basis)
    return Panel(
        "Which degree predicts best?",
        [
            Line(
                thrice,
                Frames(ends.reshape(len(BASES), -1), basis),
                color="primary",
                width=1.5,
                reveal=reveal_by(degree, thrice),
            ),
            Line(degrees, Frames(training, basis), color="quiet", dash=1, label="training", reveal=seen),
            Line(degrees, Frames(held_out, basis), color="primary", label="held out", reveal=seen),
            Dots(degrees, dots, color="primary", size=5.0, reveal=seen),
            Dots(degrees, dots, at=degree, color="accent", size=9.0),
            Rule(x=degree, color="accent"),
        ],
        x=Axis("degree", domain=(-0.5, fits.degrees + 0.5), whole=True),
        y=Axis("mean squared error ± standard error", scale="log", domain=Frames(domains, errors)),
        column=1,
        height=330,
        scrub=degree,
    )


def coefficient_panel(fits: DegreeFits, degree: Stepper, basis: Choice) -> Panel:
    sizes = np.abs(fits.weights)
    sizes[sizes == 0] = np.nan
    domains = [_decades(each) for each in sizes]
    for size, (low, high) in zip(sizes, domains, strict=True):
        np.clip(size, low, high, out=size)
    powers = np.arange(fits.degrees + 1, dtype=float)
    styles, over = [Style("positive", "primary"), Style("negative", "quiet", shape="square")], (degree, basis)
    return Panel(
        "Sizes of the coefficients",
        [
            Dots(
                powers,
                Frames(np.moveaxis(sizes, 0, 1), *over, hold=True),
                size=7.0,
                style=Frames(np.moveaxis((fits.weights < 0).astype(int), 0, 1), *over),
                styles=styles,
            ),
        ],
        x=Axis(
            Frames(POWERS, basis),
            domain=(-0.5, fits.degrees + 0.5),
            whole=True,
        ),
        y=Axis("|coefficient|", scale="log", domain=Frames(domains, basis)),
        row=1,
        height=215,
        empty=Frames([[NOTHING if d > fits.computed(b) else "" for b in range(len(BASES))] for d in degree], *over),
    )


def condition_panel(fits: DegreeFits, degree: Stepper, basis: Choice) -> Panel:
    """Draw the condition number over the degree, and where the solver finds too few independent columns."""
    conditions = np.where(np.isfinite(fits.conditions), fits.conditions, np.nan)
    degrees = np.arange(fits.degrees + 1, dtype=float)
    seen = reveal_by(degree)
    finite = conditions[np.isfinite(conditions)]
    # The solver leaves out directions with smaller singular values than this share of the largest one.
    limit = 1 / (np.finfo(float).eps * max(len(fits.x), fits.degrees + 1))
    top = max(float(finite.max()), limit) if finite.size else limit
    values = Frames(conditions, basis)
    return Panel(
        "Where columns are lost",
        [
            Rule(y=limit, label="columns are lost above", dash=1),
            Rule(x=degree, color="accent"),
            Line(degrees, values, reveal=seen),
            Dots(degrees, values, reveal=seen),
            Dots(degrees, values, at=degree, color="accent", size=9.0),
        ],
        x=Axis("degree", domain=(-0.5, fits.degrees + 0.5), whole=True),
        y=Axis("condition number", scale="log", domain=(0.5, top**1.08)),
        row=1,
        column=1,
        height=215,
        scrub=degree,
        says=Frames([[columns_found(fits, b, d) for b in range(len(BASES))] for d in degree], degree, basis),
    )


def _floor(fits: DegreeFits) -> float:
    return LEAST * float(np.nanmax(fits.training[:, 0]))


def _ceiling(fits: DegreeFits) -> float:
    return float(np.nanmax(fits.training[:, 0])) / LEAST


def _whole(fits: DegreeFits) -> Ends:
    every = np.concatenate([fits.training.ravel(), (fits.held_out + fits.standard_errors).ravel()])
    every = np.clip(every[np.isfinite(every)], _floor(fits), _ceiling(fits))
    return 0.85 * float(every.min()), 1.3 * float(every.max())


def _nearby(fits: DegreeFits) -> Ends:
    best = np.unravel_index(np.nanargmin(fits.held_out), fits.held_out.shape)
    lowest, error = (
        float(np.clip(each[best], _floor(fits), _ceiling(fits))) for each in (fits.held_out, fits.standard_errors)
    )
    high = 1.05 * lowest + NEARBY * error
    good = np.clip(fits.training[fits.held_out <= high], _floor(fits), None)
    return max(0.97 * min(float(good.min()), lowest - error), 0.1 * lowest), high


def _decades(sizes: Array) -> Ends:
    largest = np.nanmax(sizes[np.isfinite(sizes).any(axis=1)], axis=1)
    if not largest.size:
        return 0.1, 10.0
    low, high = np.floor(np.log10(largest.min())) - 3, np.ceil(np.log10(largest.max()))
    return float(10.0 ** (low + 0.5)), float(10.0 ** (high + 0.5))
