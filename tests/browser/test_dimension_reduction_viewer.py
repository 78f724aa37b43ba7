"""A person keeps more or fewer rows, in a real JupyterLab."""

from __future__ import annotations

import pytest

from tests.browser.view import View

pytestmark = pytest.mark.browser

CELL = """from fewidgets.explorables import DimensionReductionViewer

w = DimensionReductionViewer.example()
w"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("dimension-reduction.ipynb", CELL)


def test_the_keyboard_keeps_one_more_and_the_mouse_drags(notebook):
    notebook.lab.forget()
    view = View(notebook.run_cell(0))
    slider = view.control("kept")
    before = view.caption
    assert before.startswith("4 features selected")
    slider.press("ArrowRight")
    assert view.caption.startswith("5 features selected")
    slider.press("Home")
    assert view.caption.startswith("1 feature selected (LSTAT)")
    notebook.wait_value("w.kept", 1.0)
    notebook.wait_value("w.selected", ["LSTAT"])
    view.keep("DimensionReductionViewer-one-kept")
    assert notebook.lab.errors == []
