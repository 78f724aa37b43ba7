"""A person drags the minimizer, tilts the contours and moves λ, in a real JupyterLab."""

from __future__ import annotations

import pytest

from tests.browser.jupyter import wait_until
from tests.browser.view import View, box_of

pytestmark = pytest.mark.browser

CELL = """from fewidgets.explorables import RegularizerViewer

w = RegularizerViewer.example()
w"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("regularizers.ipynb", CELL)


@pytest.fixture
def view(notebook):
    notebook.lab.forget()
    yield View(notebook.run_cell(0))
    assert notebook.lab.errors == []


def test_lambda_moves_all_three_without_the_kernel(notebook, view):
    slider = view.control("lam")
    assert "ℓ1 keeps x1 alone, at a corner" in view.caption
    slider.press("Home")
    assert view.caption == "λ is 0. ℓ0 keeps both: (2.00, 1.00); ℓ1 keeps both: (2.00, 1.00); ℓ2 keeps both: (2.00, 1.00)."
    slider.press("PageUp")
    notebook.wait_value("w.lam", 0.75)
    assert "ℓ0 keeps x1 alone" in view.caption
    assert view.caption == notebook.value("w.caption")


def test_the_minimizer_is_dragged_and_moved_by_keys(notebook, view):
    handles = view.root.locator("[data-control='minimizer'][role=slider]")
    assert handles.count() == 3
    handle, before = handles.nth(1), view.caption
    box = box_of(handle.locator("circle").last)
    mouse = view.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(box["x"] + box["width"] / 2 - 30, box["y"] + box["height"] / 2 + 55, steps=6)
    mouse.up()
    wait_until(lambda: view.caption != before, "the caption follows the hand", view.page)
    notebook.wait_value("w.minimizer[0] < 1.8 and w.minimizer[1] < 0.5", True)
    moved = notebook.value("w.minimizer")
    handle.focus()
    handle.press("Shift+ArrowUp")
    notebook.wait_value(f"w.minimizer[1] > {moved[1]}", True)
    wait_until(lambda: view.caption == notebook.value("w.caption"), "the kernel's caption", view.page)
    view.keep("RegularizerViewer-dragged")


def test_the_contours_are_tilted_by_typing(notebook, view):
    picture = view.picture
    field = view.root.get_by_label("Correlation of the features, typed")
    field.fill("-0.8")
    field.press("Enter")
    notebook.wait_value("w.correlation", -0.8)
    view.wait_picture(picture)


def test_the_square_never_lets_go(notebook, view):
    view.control("lam").press("End")
    wait_until(lambda: "ℓ2 keeps none" in view.caption, "the length lets go", view.page)
    view.root.get_by_role("radio", name="length", exact=True).press("ArrowRight")
    wait_until(lambda: "ℓ2 keeps both" in view.caption, "its square does not", view.page)
    notebook.wait_value("w.l2", "length squared")
