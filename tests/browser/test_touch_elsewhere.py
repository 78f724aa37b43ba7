"""Fingers where the examples do not lead them: lists of many names, the menu, a page without Python, and JupyterLab."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from playwright.sync_api import expect

from fewidgets.authoring.gallery import examples
from fewidgets.scene import Bars, Choice, Panel, Scene
from fewidgets.scene.page.page import write_page
from tests.browser.finger import COUNT_CANCELLED, PLOT, Finger, at, clear_place, middle_of
from tests.browser.hands import MIDDLE, WAYS, drag_grip
from tests.browser.jupyter import listen, wait_until
from tests.browser.test_touch_and_keys import SMALLEST, TARGETS, UNPINCHED

pytestmark = pytest.mark.browser

MANY = [f"gene {n}" for n in range(200)]
SCROLLED = "node => { for (; node; node = node.parentElement) if (node.scrollTop) return node.scrollTop; return 0; }"


@pytest.fixture
def open_page(lab):
    """Open a saved page on a telephone; give its root and a finger."""
    contexts, errors = [], []

    def open_page(path):
        context = lab.browser.new_context(viewport={"width": 400, "height": 800}, has_touch=True, is_mobile=True)
        contexts.append(context)
        page = context.new_page()
        listen(page, errors)
        page.goto(path.as_uri())
        root = page.locator(".fewidgets")
        root.locator("figure svg").first.wait_for()
        return root, Finger(page)

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def small_targets(root):
    """Give the targets that are smaller than a finger's."""
    targets = root.page.evaluate(TARGETS, [])
    assert targets
    return [each for each in targets if min(each["width"], each["height"]) < SMALLEST]


def test_many_names_and_the_menu_are_worked_by_a_finger(open_page, tmp_path):
    sizes = np.arange(200.0)[::-1]
    choice = Choice("gene", MANY, label="Gene")
    path = write_page(Scene("Genes", [Panel("Expression", [Bars(MANY, sizes, keys=MANY)])], [choice]), tmp_path / "page.html")
    root, finger = open_page(path)
    assert small_targets(root) == []
    names = root.locator("[role=listbox] .fw-name")

    first = names.first.text_content()
    finger.scroll(at(root.locator(".fw-window"), 0.5, 0.5))
    expect(names.first).not_to_have_text(first)
    finger.tap(middle_of(root.get_by_role("searchbox")))
    root.page.keyboard.type("199")
    expect(names).to_have_count(1)

    field = root.get_by_role("combobox", name="Gene")
    finger.tap(middle_of(field))
    options = root.locator("[data-open] [role=option]")
    expect(options.first).to_be_visible()
    assert all(option.bounding_box()["height"] >= SMALLEST for option in options.all()[:9])
    before, box = field.input_value(), options.nth(2).bounding_box()
    finger.scroll((box["x"] + 20, box["y"] + 100))
    expect(options.first).not_to_be_in_viewport()
    assert field.input_value() == before, "scrolling a list chooses nothing"
    box = root.locator("[data-open]").bounding_box()
    finger.click((box["x"] + 20, box["y"] + box["height"] / 2))
    expect(field).not_to_have_value(before)

    finger.tap(middle_of(root.get_by_role("button", name="More actions")))
    reset = root.get_by_role("menuitem", name="Reset")
    expect(reset).to_be_visible()
    assert small_targets(root) == []
    finger.tap(middle_of(reset))
    expect(field).to_have_value(before)


def test_a_page_without_python_scrolls_and_zooms_where_nothing_can_be_dragged(open_page, tmp_path):
    root, finger = open_page(examples()["contour_descent"]().to_html(tmp_path / "page.html", answers=False))
    viewport = root.page.locator("meta[name=viewport]").get_attribute("content")
    assert "width=device-width" in viewport
    assert not {"user-scalable", "maximum-scale"} & {part.split("=")[0].strip() for part in viewport.split(",")}
    assert root.page.evaluate(UNPINCHED) == []
    handle = root.locator(".fw-handle").first
    assert root.locator(".fw-coordinate .fw-field").all()
    assert not any(field.is_enabled() for field in root.locator(".fw-coordinate .fw-field").all())
    place, seen = middle_of(handle.locator(".fw-hit")), root.locator("[data-part=caption]").inner_text()
    lies = handle.get_attribute("transform")
    before = root.page.evaluate("scrollY")
    finger.scroll(place)
    wait_until(lambda: root.page.evaluate("scrollY") > before + 40, "the page scrolls over a handle", root.page)
    finger.tap(clear_place(handle.locator(PLOT)))
    assert handle.get_attribute("transform") == lies
    assert root.locator("[data-part=caption]").inner_text() == seen
    x, y = middle_of(root.locator(".fw-plot").first)
    finger.pinch((x, y), [60, 100, 140, 180])
    wait_until(lambda: root.page.evaluate("visualViewport.scale") > 1.2, "two fingers zoom the page", root.page)


def test_in_jupyterlab_a_handle_follows_a_finger_and_the_notebook_scrolls_beside_it(open_notebook):
    notebook = open_notebook(
        "touch.ipynb", "from fewidgets import RegularizerViewer\nw = RegularizerViewer()\nw", *["#\n" * 30] * 3
    )
    root = notebook.run_cell(0).locator(".fewidgets[role=group]").first
    handle, finger = root.locator(".fw-handle").first, Finger(notebook.page)
    handle.wait_for()
    handle.scroll_into_view_if_needed()
    grip = handle.locator(".fw-hit")
    notebook.page.evaluate(COUNT_CANCELLED)
    for way in WAYS:
        x, y = middle_of(grip)
        goal, scrolled = (x + way[0], y + way[1]), grip.evaluate(SCROLLED)
        drag = partial(lambda goal: finger.drag(grip.evaluate(MIDDLE), goal), goal)
        drag_grip(notebook.page, grip, goal, drag, f"dragging a handle by {way}")
        assert grip.evaluate(SCROLLED) == scrolled
    notebook.wait_idle()
    values, scrolled = notebook.value("w.state"), grip.evaluate(SCROLLED)
    finger.scroll(clear_place(handle.locator(PLOT)))
    wait_until(lambda: grip.evaluate(SCROLLED) > scrolled + 40, "the notebook scrolls", notebook.page)
    assert notebook.value("w.state") == values
