"""A person reorders the codes and measures from another category, in a real JupyterLab."""

from __future__ import annotations

import pytest

from tests.browser.jupyter import wait_until
from tests.browser.view import View

pytestmark = pytest.mark.browser

CELL = """from fewidgets.explorables import OneHotViewer

w = OneHotViewer(reference="AB")
w"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("one-hot.ipynb", CELL)


@pytest.fixture
def view(notebook):
    notebook.lab.forget()
    yield View(notebook.run_cell(0))
    assert notebook.lab.errors == []


def test_another_order_is_asked_of_the_kernel_and_drawn(notebook, view):
    before = view.caption
    assert before.startswith("With these codes, the distance from AB is 1 to B")
    earlier = view.root.get_by_role("button", name="Move AB earlier")
    earlier.focus()
    earlier.press("Enter")
    wait_until(
        lambda: view.caption.startswith("With these codes, the distance from AB is 1 to A and B"),
        "the new order's caption",
        view.page,
    )
    notebook.wait_value("list(w.order)", ["O", "A", "AB", "B"])
    notebook.wait_value("w.selected", ["A", "B"])
    view.keep("OneHotViewer-after-reordering")


def test_the_reference_is_changed_without_the_kernel(notebook, view):
    picture = view.picture
    view.root.get_by_role("radio", name="O", exact=True).press("ArrowRight")
    view.wait_picture(picture)
    notebook.wait_value("w.reference", "A")
