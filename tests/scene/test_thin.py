"""Lines are thinned to what can be seen."""

from itertools import pairwise

import numpy as np
import pytest

from fewidgets.scene import Axis, Choice, Frames, Line, Panel, Stepper
from fewidgets.scene.encode import encode
from fewidgets.scene.scene import Scene
from fewidgets.scene.thin import FEW, TOLERANCE, WIDTH, thinned, visible_points

RNG = np.random.default_rng(0)


def drawn(x, y, at):
    """Interpolate a line between its points, at pixels x."""
    return np.interp(at, x, y)


def paths(count, lines, seed):
    """Piecewise linear paths with kinks, as of an ℓ1 path, that are out of the model for a while."""
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(0.001, 130.0, count))
    kinks = rng.choice(count, 12)
    y = np.cumsum(np.where(np.isin(np.arange(count), kinks)[:, None], rng.normal(size=(count, lines)), 0.0), axis=0)
    y = np.cumsum(y * np.gradient(x)[:, None], axis=0)
    for n in range(lines):
        y[: rng.integers(0, count // 2), n] = np.nan
    return x, y


@pytest.mark.parametrize("seed", range(4))
def test_no_line_moves_by_more_than_the_tolerance(seed):
    x, y = paths(700, 5, seed)
    axis = Choice("axis", ("linear", "log"))
    panel = Panel(
        "Paths",
        [Line(x, y[:, n]) for n in range(5)],
        x=Axis("λ", scale=Frames(["linear", "log"], axis), domain=(0.0, 130.0), floor=0.1),
        height=300,
    )
    short = thinned(panel)
    low, high = panel.domain("y")
    for n, line in enumerate(short.marks):
        assert len(line.x) < 200
        known, kept = np.isfinite(y[:, n]), np.isfinite(line.y)
        up = (y[known, n] - low) * 300 / (high - low)
        thin = (line.y[kept] - low) * 300 / (high - low)
        for across in (lambda v: v * WIDTH / 130, lambda v: np.log(np.maximum(v, 0.1) / 0.1) * WIDTH / np.log(1300)):
            inside = x[known] >= 0.1  # below the floor, a log axis draws all points above each other
            assert np.abs(drawn(across(line.x[kept]), thin, across(x[known])) - up)[inside].max() <= 2 * TOLERANCE
        # Each line begins and ends where it did.
        assert line.x[kept][0] == x[known][0]
        assert line.x[kept][-1] == x[known][-1]


def test_points_that_are_left_out_lie_on_the_line():
    x, y = np.cumsum(RNG.uniform(0, 2, 3000)), 40 * np.sin(np.arange(3000) / 100) + RNG.normal(size=3000) / 10
    kept = visible_points(np.array([[x, y]]))
    places = np.flatnonzero(kept)
    assert kept[[0, -1]].all()
    assert len(places) < 1500
    for left, right in pairwise(places):
        between = slice(left + 1, right)
        a, b = np.array([x[left], y[left]]), np.array([x[right], y[right]])
        away = np.abs((b - a)[0] * (y[between] - a[1]) - (b - a)[1] * (x[between] - a[0])) / np.hypot(*(b - a))
        assert away.max(initial=0.0) <= TOLERANCE + 1e-9


def test_gaps_stay_and_missing_points_are_sent_once():
    y = np.r_[np.full(40, np.nan), np.ones(40), np.full(40, np.nan), np.ones(40), np.full(9, np.nan)]
    line = thinned(Panel("", [Line(np.arange(len(y)), y)])).marks[0]
    assert np.isnan(line.y).tolist() == [False, False, True, False, False, True]
    assert line.x[~np.isnan(line.y)].tolist() == [40, 79, 120, 159]
    nothing = thinned(Panel("", [Line(np.arange(99), np.full(99, np.nan)), Line(np.arange(99), np.ones(99))])).marks
    assert [len(line.x) for line in nothing] == [1, 2]


def test_lines_that_change_are_left_alone():
    step = Stepper("step", 3)
    many = 2 * FEW
    x = np.arange(many)
    marks = [
        Line(x, x, upto=step),
        Line(x, Frames(np.ones((3, many)), step)),
        Line(x, x, steps=True),
        Line(x[:FEW], x[:FEW]),
        Line(x, np.where(x == 7, np.inf, x)),
    ]
    panel = Panel("", marks)
    assert thinned(panel) is panel
    many_scales = Frames(np.stack([np.zeros(9), np.arange(1, 10.0)], axis=1), Stepper("k", 9))
    panel = Panel("", [Line(x, x)], y=Axis(domain=many_scales))
    assert thinned(panel).marks[0] is panel.marks[0]


def test_the_axis_does_not_change():
    x = np.linspace(0, 1, 1001)
    y = 1e-5 * np.sin(9 * x) + x
    scene = Scene("", [Panel("", [Line(x, y)])])
    panel = encode(scene)["panels"][0]
    assert panel["y"]["domain"] == list(scene.panels[0].domain("y"))
    assert panel["marks"][0]["x"]["shape"][0] < 100
