"""A hand's movement to the changed picture where the kernel computes in between, in a real JupyterLab.

The workbench of the browser tests stands for explorables: a scene of eight panels of which each move changes a few. What its
own algorithm takes is next to nothing, so this is what the machinery takes.
"""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests.benchmarks.keypresses import HEAD, Latency, drag, drag_in_a_stream, settle
from tests.browser.view import View, box_of

pytestmark = [pytest.mark.benchmark, pytest.mark.browser]
SOURCE = (Path(__file__).parents[1] / "browser" / "workbench.py").read_text(encoding="utf-8")
DRAG, DRAWING = 100, 50  # ms, at the 95th percentile
TIMING = "import timeit\nrng = np.random.default_rng(0)"
ROUND = 30  # places on the way round
DESCENT, INK = ".fw-path path", "[data-part=readout] dd"  # what the kernel alone can change


@pytest.fixture(scope="module")
def case(open_notebook):
    notebook = open_notebook("compute-latency.ipynb", SOURCE + "\nw = Workbench(step=5)\nw")
    view = View(notebook.run_cell(0))
    settle(notebook.page, 1000)
    return notebook, view


def circle(view, selector, radius):
    """Give places on the page around the middle of a node."""
    box = box_of(view.root.locator(selector).last)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    turns = [2 * math.pi * k / ROUND for k in range(ROUND + 1)]
    return [(x + radius * math.cos(turn) - radius, y + radius * math.sin(turn)) for turn in turns]


def told(latency, limit):
    """A target in seconds is said, not asserted: a busy machine would fail it."""
    return f"95th percentile {'is' if latency.p95 <= limit else 'IS NOT'} within {limit} ms"


def test_dragging_a_point(case, capsys):
    notebook, view = case
    drag(view.root, DESCENT, circle(view, "[data-control=start] circle", 40), 10)  # warms the just-in-time compiler up
    ours = drag(view.root, DESCENT, circle(view, "[data-control=start] circle", 40), 10)
    moves, pictures, after = drag_in_a_stream(view.root, DESCENT, circle(view, "[data-control=start] circle", 40), 1)
    computing = notebook.value("min(timeit.repeat(lambda: w.move(start=rng.uniform(size=2)), number=10)) / 10", TIMING)
    with capsys.disabled():
        print(
            f"\n{HEAD.replace('key press', 'movement')}\n{ours.row('point dragged, kernel computes')}\n{told(ours, DRAG)};"
            f" of it in Python {1000 * computing:.1f} ms a move"
            f"\nat a hand's pace: {moves} movements, {pictures} pictures, the last {after:.0f} ms after the hand came to rest"
        )
    assert len(ours.change) == ROUND
    assert pictures >= 2
    assert after < 1000, "nothing queued up"


def test_drawing(case, capsys):
    _, view = case
    box = box_of(view.root.locator("canvas[data-control=drawn]"))
    cell = box["width"] / 8
    # Along two rows, so slowly that each movement leaves new ink.
    rows = [[(box["x"] + (0.5 + k / 4) * cell, box["y"] + row * cell) for k in range(26)] for row in (1.5, 5.5)]
    first, second = (drag(view.root, INK, row, 10) for row in rows)
    ours = Latency(first.change[5:] + second.change, first.frame[5:] + second.frame)
    with capsys.disabled():
        print(f"\n{HEAD.replace('key press', 'movement')}\n{ours.row('shape drawn, kernel computes')}\n{told(ours, DRAWING)}")
    assert len(ours.change) == 45
