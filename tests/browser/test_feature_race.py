"""A person runs a race step by step, plays it, and follows a run, in a real JupyterLab."""

from __future__ import annotations

import pytest

from tests.browser.jupyter import wait_until
from tests.browser.view import View, box_of

pytestmark = pytest.mark.browser

CELL = """from fewidgets.explorables import FeatureRace

w = FeatureRace.example()
w"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("feature-race.ipynb", CELL)


@pytest.fixture(scope="module")
def shown(notebook):
    return View(notebook.run_cell(0))


@pytest.fixture
def view(notebook, shown):
    notebook.lab.forget()
    notebook.execute("w.step, w.close_up, w.runner = 8, True, ''")
    wait_until(lambda: shown.step("step") == 8, "step 8", shown.page)
    yield shown
    assert notebook.lab.errors == []


def test_keys_and_buttons_run_the_race(notebook, view):
    assert view.caption == "Step 8: all 30 leads with 2 misclassified, cost 0.0273. Fewest so far: 2, by all 30 at step 8."
    view.control("step").press("Home")
    view.wait_step(0, "step")
    assert view.caption.startswith("Step 0: all runs are level with 569 misclassified")
    view.button("Forward").click()
    view.wait_step(1, "step")
    assert next(bar for bar in view.bars if bar.startswith("all 30")) == "all 30: 20"
    notebook.wait_value("(w.step, w.selected)", [1, ["all 30"]])
    view.control("step").press(" ")
    view.wait_step(10, "step")
    notebook.wait_value("w.step", 10)


def test_the_start_is_left_out_or_not(notebook, view):
    before = view.picture
    view.root.get_by_role("checkbox", name="Leave out the start").press(" ")
    view.wait_picture(before)
    notebook.wait_value("w.close_up", False)


def test_a_run_is_followed_and_the_plot_is_dragged(notebook, view):
    bar = view.root.get_by_role("option", name="means and errors").first
    bar.focus()
    bar.press("Enter")
    notebook.wait_value("w.runner", "means and errors")
    assert len(view.emphasised("means and errors")) == 4
    bar.press("Enter")
    notebook.wait_value("w.runner", "")
    box = box_of(view.panels.first.locator("svg").first)
    mouse = notebook.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(box["x"] + 60, box["y"] + box["height"] / 2)
    mouse.up()
    wait_until(lambda: view.step("step") < 4, "dragging in the plot moves the step", view.page)
