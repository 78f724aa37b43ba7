"""A person drags the start, lengthens the steps, plays the descent and changes the scaling, in a real JupyterLab."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import wait_until
from tests.browser.view import View, box_of, numbers_told

pytestmark = pytest.mark.browser

CELL = """from fewidgets import ContourDescent

w = ContourDescent.example()
w"""
PATHS = "nodes => nodes.map(node => node.getAttribute('d')).join(' ')"


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("contour-descent.ipynb", CELL)


@pytest.fixture(scope="module")
def shown(notebook):
    return View(notebook.run_cell(0))


@pytest.fixture
def view(notebook, shown):
    notebook.lab.forget()
    notebook.execute(
        "w.move(start=(0, 0), scaled_start=(0, 0), step_length=0.1, scaled_step_length=0.1, step=60, scaling='standardized')"
    )
    wait_until(lambda: shown.caption == notebook.value("w.caption"), "as at first", shown.page)
    yield shown
    assert notebook.lab.errors == []


def path(view, side):
    """Where the steps lie on screen, over raw (0) or scaled (1) input."""
    return view.panels.nth(side).locator(".fw-path path").evaluate_all(PATHS)


def test_the_start_is_dragged_on_the_contours(notebook, view):
    raw, scaled = path(view, 0), path(view, 1)
    handle = view.root.locator("[data-control=start]").first
    box = box_of(handle.locator("circle").last)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = notebook.page.mouse
    mouse.move(x, y)
    mouse.down()
    for k in range(1, 9):
        mouse.move(x + 8 * k, y - 12 * k)
    wait_until(lambda: path(view, 0) != raw, "a new path while the mouse is down", view.page)
    mouse.up()
    told = numbers_told(handle)
    notebook.wait_value("[round(v, 2) for v in w.start]", [round(v, 2) for v in told])  # where the hand let it go
    wait_until(lambda: view.caption == notebook.value("w.caption"), "the new path's caption", view.page)
    start = notebook.value("list(w.start)")
    assert start[0] > 1
    assert start[1] > 1
    assert notebook.value("w.trace['raw'].trace.weights[0].tolist()") == start
    assert path(view, 1) == scaled, "the other side stays"


def test_the_scaled_start_goes_by_arrow_keys(notebook, view):
    before = path(view, 1)
    handle = view.root.locator("[data-control=scaled_start]").first
    handle.focus()
    for _ in range(3):
        view.page.keyboard.press("Shift+ArrowRight")
    wait_until(lambda: path(view, 1) != before, "a new path", view.page)
    wait_until(lambda: notebook.value("w.scaled_start[0]") > 0.5, "Python follows", view.page)
    expect(handle).to_be_focused()


def test_too_long_a_step_diverges_and_is_told(notebook, view):
    field = view.root.get_by_label("Step length, raw, typed")
    field.fill("1")
    field.press("Enter")
    notebook.wait_value("w.step_length", 1.0)
    wait_until(lambda: "the path diverges: the step length must stay below" in view.caption, "divergence told", view.page)
    for wrong in ("0", "1e9"):
        field.fill(wrong)
        field.press("Enter")
        expect(view.part("message")).to_contain_text("must be a number from")
    notebook.wait_value("w.step_length", 1.0)
    view.control("step_length").press("Home")
    expect(view.part("message")).to_be_empty()
    notebook.wait_value("w.step_length", 0.0001)
    wait_until(lambda: "diverges" not in view.caption, "no divergence", view.page)


def test_steps_and_scalings_take_no_kernel(notebook, view):
    notebook.wait_idle()
    before = view.picture
    view.control("step").press("Home")
    view.wait_step(0, "step")
    assert view.caption.startswith("At step 0 the cost is ")
    before = view.wait_picture(before)
    view.control("step").press("ArrowRight")
    before = view.wait_picture(before)
    view.root.get_by_label("mean-centred").check()
    view.wait_picture(before)
    wait_until(lambda: "Mean-centred: contours 3.3" in view.caption, "told", view.page)
    notebook.wait_value("[w.step, w.scaling]", [1, "mean-centred"])


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_how_it_looks(notebook, view, theme):
    notebook.lab.theme(f"JupyterLab {theme}")
    for width in (1200, 700):
        notebook.page.set_viewport_size({"width": width, "height": 1400})
        view.page.wait_for_timeout(300)
        view.keep(f"ContourDescent-{width}-{theme.lower()}")
        wait_until(lambda: view.root.evaluate("root => root.scrollWidth <= root.clientWidth"), "it fits", view.page)
    assert view.root.locator(".fw-contour").first.evaluate("node => getComputedStyle(node).clipPath").startswith("inset(")
    notebook.page.set_viewport_size({"width": 1200, "height": 1000})
    notebook.lab.theme("JupyterLab Light")
