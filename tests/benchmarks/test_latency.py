"""Key press to changed picture, in a real JupyterLab, beside `interact` with inline Matplotlib drawing the same picture."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.benchmarks.keypresses import HEAD, burst, measure, one_a_frame, settle
from tests.browser.view import BOOSTING, LAMBDA, View

pytestmark = [pytest.mark.benchmark, pytest.mark.browser]
FRAME = 1000 / 60
RATE = 55
TRIES = 5
SMOOTH = 50  # frames a second
#: What takes a step: a button, or the other of two options.
STEPS = {"BoostingStepper": "button[aria-label=Forward]", "LambdaSlider": "[data-control=axis] input:not(:checked)"}
# Take a step, and count the pictures a second while marks move.
FRAMES = """async (root, step) => {
    const moves = () => root.querySelector(".fw-moving");
    root.querySelector(step).click();
    const start = await new Promise(requestAnimationFrame);
    let frames = 0;
    let now = start;
    for (; moves(); frames++) now = await new Promise(requestAnimationFrame);
    return (1000 * frames) / (now - start);
}"""
MOVES = ["ArrowRight"] * 12 + ["ArrowLeft"] * 12  # no end is reached: every press changes the picture
PANELS = "figure [role=option] rect"  # ours: where the bars begin and how long they are
PEER = "img"  # interact's: the picture's source

INTERACT_BOOSTING = """%matplotlib inline
import matplotlib.pyplot as plt
import numpy as np
from ipywidgets import interact

t, names = w.trace, w.data.feature_names
rounds, rows = np.arange(t.n_rounds + 1), np.arange(len(names))

def draw(m):
    figure, axes = plt.subplots(2, 2, figsize=(10, 7))
    axes[0, 0].barh(rows, np.nan_to_num(t.costs[m - 1] - t.candidate_costs[m - 1]) if m else 0 * rows)
    axes[0, 0].set_yticks(rows, names)
    axes[0, 1].barh(rows, t.weights[m])
    axes[0, 1].set_yticks(rows, names)
    axes[1, 0].plot(rounds[: m + 1], t.costs[: m + 1], marker="o")
    axes[1, 0].set(xlim=(-0.5, t.n_rounds + 0.5), ylim=(0, t.costs[0] * 1.05))
    if m:
        axes[1, 1].scatter(w.data.X[:, t.order[m - 1]], t.residuals[m - 1], s=4)
    plt.show()

interact(draw, m=(0, t.n_rounds));"""

INTERACT_LAMBDA = """%matplotlib inline
import matplotlib.pyplot as plt
import numpy as np
from ipywidgets import interact

names, rows = w.data.feature_names, np.arange(len(w.data.feature_names))
knots = np.sort(w.trace.knots)
paths = w.trace.at(knots)[0]
top = float(w.trace.lambda_max)

def draw(lam):
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 5))
    left.barh(rows, w.trace.at(lam)[0])
    left.set_yticks(rows, names)
    left.set_xlim(paths.min() * 1.1, paths.max() * 1.1)
    right.plot(knots, paths, label=names)
    right.axvline(lam, color="black")
    right.legend(fontsize=7)
    plt.show()

interact(draw, lam=(0.0, top, top / 100));"""

CASES = {
    "BoostingStepper": ("round", BOOSTING, INTERACT_BOOSTING),
    "LambdaSlider": ("lam", LAMBDA, INTERACT_LAMBDA),
}


@pytest.fixture(scope="module", params=CASES)
def case(request, open_notebook):
    name = request.param
    control, ours, peers = CASES[name]
    notebook = open_notebook(f"{name}.ipynb", ours, peers)
    view = View(notebook.run_cell(0))
    view.control(control).press("Home")
    settle(notebook.page)
    return name, control, notebook, view


def again(view, control):
    """Go back to the start and let it rest; give the slider."""
    slider = view.control(control)
    slider.press("Home")
    settle(view.page)
    return slider


def told(met):
    """A target in seconds is said, not asserted: a busy machine would fail it, and a ratio in the same run does not."""
    return "is" if met else "IS NOT"


def test_key_press_to_picture_beside_interact(case, capsys):
    name, control, notebook, view = case
    slider = again(view, control)
    measure(view.root, PANELS, slider, MOVES, 10)  # the first presses warm the just-in-time compiler up
    ours = measure(view.root, PANELS, slider, MOVES * 2, 10)

    output = notebook.run_cell(1)
    expect(output.locator("img")).to_be_visible()
    handle = output.locator("[role=slider]")
    expect(handle).to_be_visible()
    settle(notebook.page, 1000)
    peer = measure(output, PEER, handle, ["ArrowRight"] * 3 + ["ArrowLeft"] * 3, 20)  # interact starts in the middle
    ratio = peer.median / ours.median
    with capsys.disabled():
        print(
            f"\n{HEAD}\n{ours.row(name)}\n{peer.row('interact + inline Matplotlib, same picture')}"
            f"\nratio of medians: {ratio:.0f}; our 95th percentile {told(ours.p95 < FRAME)} within one frame ({FRAME} ms)"
        )
    assert ratio >= 100


def test_a_burst_of_keys_is_drawn_key_by_key(case, capsys):
    name, control, _, view = case
    slider = again(view, control)
    keys = (MOVES * 3)[:50]
    bursts, frames = [(0, 0.0)], [(0, 0.0)]
    for _ in range(TRIES):  # other processes take time away: the best tells what the picture can do
        again(view, control)
        bursts.append(burst(view.root, PANELS, slider, keys))
        again(view, control)
        frames.append(one_a_frame(view.root, PANELS, slider, keys))
        if min(max(bursts), max(frames)) >= (50, RATE):
            break
    (pictures, rate), (shown, per_second) = max(bursts), max(frames)
    with capsys.disabled():
        print(
            f"\n{name}: 50 keys as quickly as they are taken: {pictures} pictures, {rate:.0f} a second"
            f"\n{name}: one key a frame: {shown} of 50 shown each in a frame of its own, {per_second:.1f} a second;"
            f" {told(min(rate, per_second) >= RATE)} at {RATE} a second or more"
        )
    assert 50 <= pictures < 60  # the first key is a step, of which a few frames on its way may be seen
    assert shown == 50


def test_marks_move_smoothly_at_a_step(case, capsys):
    name, control, _, view = case
    rates = [0.0]
    for _ in range(TRIES):
        again(view, control)
        rates.append(view.root.evaluate(FRAMES, STEPS[name]))
        if max(rates) >= RATE:
            break
    with capsys.disabled():
        print(f"\n{name}: {max(rates):.0f} frames a second while marks move; {told(max(rates) >= SMOOTH)} at {SMOOTH} or more")
    assert max(rates) >= SMOOTH


def test_no_kernel_message_is_needed(case, capsys):
    name, control, notebook, view = case
    slider = again(view, control)
    slider.press("ArrowRight")
    view.page.wait_for_timeout(600)  # the state is saved in the kernel
    notebook.wait_idle()
    notebook.start("import time; time.sleep(4)")
    notebook.page.wait_for_function(
        "path => window.panels[path].sessionContext.session.kernel.status === 'busy'", arg=notebook.name
    )
    notebook.lab.forget()
    ours = measure(view.root, PANELS, slider, ["ArrowRight"] * 10, 2)
    assert notebook.status == "busy"
    moved = view.caption
    with capsys.disabled():
        print(f"\n{HEAD}\n{ours.row(f'{name}, kernel asleep')}")
    notebook.wait_value("w.caption", moved)  # when it wakes it hears where the hand came to rest

    again(view, control)
    view.page.wait_for_timeout(400)  # the state is saved again
    notebook.lab.forget()
    one_a_frame(view.root, PANELS, slider, ["ArrowRight"] * 10)
    during = notebook.lab.comm_messages()
    view.page.wait_for_timeout(800)
    with capsys.disabled():
        print(f"{name}: widget messages during 10 moves {during}, after the rest {notebook.lab.comm_messages()}")
    assert during == 0
    assert 1 <= notebook.lab.comm_messages() <= 2
