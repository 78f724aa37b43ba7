"""A person draws a third shape and asks who is like whom, in a real JupyterLab."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import wait_until
from tests.browser.view import View, box_of

pytestmark = pytest.mark.browser

CELL = """import numpy as np
from fewidgets.explorables import ImageComparison

w = ImageComparison()
w"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("comparison.ipynb", CELL)


@pytest.fixture(scope="module")
def shown(notebook):
    return View(notebook.run_cell(0))


@pytest.fixture
def view(notebook, shown):
    notebook.lab.forget()
    yield shown
    assert notebook.lab.errors == []


def test_a_square_that_is_drawn_is_like_the_square(notebook, view):
    assert view.caption.startswith("Nearest by pixels: 1 and 3 (3980). By edge histograms: 1 and 2 (0.0375).")
    view.root.get_by_label("drawing").check()
    board = view.root.get_by_role("application")
    expect(board).to_be_visible()
    view.button("Clear").click()
    wait_until(lambda: notebook.value("int(w.drawing.max())") == 0, "an empty board", view.page)
    board.focus()
    for key in ["ArrowDown"] * 3 + ["ArrowRight"] * 3:
        board.press(key)
    for key in ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]:
        for _ in range(6):
            board.press(f"Shift+{key}")
    wait_until(lambda: "By edge histograms: 2 and 3" in view.caption, "squares are alike", view.page)
    notebook.wait_value("w.selected", ["2", "3"])
    # The last stroke may still be on its way there and back.
    wait_until(lambda: view.caption == notebook.value("w.caption"), "browser and kernel say the same", view.page)
    view.keep("ImageComparison-drawn")


def test_an_orientation_is_followed_through_all_pictures(notebook, view):
    notebook.execute("w.source = 'shapes'")
    wait_until(lambda: "(3980)" in view.caption, "the shapes", view.page)
    view.root.get_by_role("option").nth(2).press("Enter")
    notebook.wait_value("w.orientation", "45°")
    assert len(view.emphasised("45°")) == 6, "edges and histograms of three pictures"
    notebook.execute("w.orientation = ''")


def test_the_mouse_draws_too(notebook, view):
    notebook.execute("w.drawing = np.zeros((28, 28))")
    board = view.root.get_by_role("application")
    expect(board).to_be_visible()
    box = box_of(board)
    notebook.page.mouse.move(box["x"] + 20, box["y"] + 20)
    notebook.page.mouse.down()
    notebook.page.mouse.move(box["x"] + 20, box["y"] + 90, steps=3)
    notebook.page.mouse.up()
    wait_until(lambda: notebook.value("int(w.trace.histograms[2].argmax())") == 4, "an upright line", view.page)
