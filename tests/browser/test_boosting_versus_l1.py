"""A person steps through the number of features and plays it, in a real JupyterLab, without the kernel."""

from __future__ import annotations

import pytest

from tests.browser.jupyter import wait_until
from tests.browser.view import View

pytestmark = pytest.mark.browser

CELL = """from fewidgets.explorables import BoostingVersusL1

w = BoostingVersusL1.example()
w"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("boosting-versus-l1.ipynb", CELL)


@pytest.fixture
def view(notebook):
    notebook.lab.forget()
    yield View(notebook.run_cell(0))
    assert notebook.lab.errors == []


def test_the_keyboard_goes_through_the_sizes(notebook, view):
    slider = view.control("kept")
    slider.press("Home")
    assert view.caption == "Without features, both models are the bias alone; the cost is 1.00."
    for _ in range(3):
        slider.press("ArrowRight")
    assert view.caption.startswith("With 3 features, both have RM and LSTAT; only boosting has DIS, only ℓ1 has PTRATIO")
    notebook.wait_value("w.kept", 3)
    notebook.wait_value("[w.boosted, w.regularized]", [["RM", "DIS", "LSTAT"], ["RM", "PTRATIO", "LSTAT"]])
    view.keep("BoostingVersusL1-three")


def test_it_plays_to_the_end_and_goes_back(notebook, view):
    view.control("kept").press("End")
    view.wait_step(13, "kept")
    view.control("kept").press("Home")
    view.button("Play").click()
    view.wait_step(2, "kept")
    view.button("Pause").click()
    wait_until(lambda: view.caption.startswith(f"With {view.step('kept')} features"), "the caption plays too", view.page)


def test_a_feature_is_followed_by_keyboard(notebook, view):
    first = view.root.locator("[role=option]").first
    first.focus()
    first.press("End")
    notebook.page.keyboard.press("Enter")
    notebook.wait_value("w.feature", "CRIM")
    wait_until(lambda: "Order in which features are chosen" in view.emphasised("CRIM"), "CRIM followed", view.page)
    view.keep("BoostingVersusL1-followed")
