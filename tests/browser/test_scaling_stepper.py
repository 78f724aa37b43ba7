"""A person steps through the scaling, plays it, and drags the start of the Newton step, in a real JupyterLab."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import wait_until
from tests.browser.view import View, box_of

pytestmark = pytest.mark.browser

CELL = """from fewidgets.explorables import ScalingStepper

w = ScalingStepper.example()
w"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("scaling-stepper.ipynb", CELL)


@pytest.fixture
def view(notebook):
    notebook.lab.forget()
    yield View(notebook.run_cell(0))
    assert notebook.lab.errors == []


def test_steps_by_keyboard_and_the_other_scaling(notebook, view):
    stepper = view.control("step")
    stepper.press("Home")
    view.wait_step(0, "step")
    wait_until(lambda: view.caption.startswith("Raw"), "the raw data told", view.page)
    stepper.press("End")
    wait_until(lambda: "the contours are circles" in view.caption, "the end told", view.page)
    view.root.get_by_role("radio", name="PCA-sphering").press("ArrowRight")
    wait_until(lambda: "One simplified Newton step ends at" in view.caption, "the other scaling", view.page)
    notebook.wait_value("w.scaling", "standard normalization")
    view.keep("ScalingStepper-normalized")


def test_play_runs_to_the_end(notebook, view):
    view.control("step").press("Home")
    view.root.get_by_label("Speed").select_option("4")
    view.button("Play").click()
    view.wait_step(3, "step")
    expect(view.button("Play")).to_be_visible()
    notebook.wait_value("w.step", 3)


def test_the_start_is_dragged_and_the_step_still_hits(notebook, view):
    handle = view.root.locator("[data-control=start]").first
    before = notebook.value("list(w.start)")
    box = box_of(handle.locator("circle").last)
    mouse = notebook.page.mouse
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 60, y + 40, steps=5)
    mouse.up()
    wait_until(lambda: notebook.value("list(w.start)") != before, "the start moved in Python", view.page)
    view.root.get_by_role("radio", name="standard normalization").press("ArrowLeft")
    assert view.caption.endswith("One simplified Newton step reaches the minimum.")
    handle.press("ArrowLeft")
    view.keep("ScalingStepper-dragged")
