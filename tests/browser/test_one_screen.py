"""An explorable in JupyterLab is as high as in the pages on which all of them are measured (test_random_walks.py)."""

from __future__ import annotations

import pytest

from fewidgets import BoostingStepper
from fewidgets.data import load_boston
from tests.browser.jupyter import Lab
from tests.browser.one_screen import BESIDE_FILES, HEIGHTS, SCREEN, heights
from tests.browser.settings import settle
from tests.browser.view import BOOSTING, View
from tests.lessons.as_used import Shown, together

pytestmark = pytest.mark.browser


@pytest.fixture
def page(lab):
    page = lab.browser.new_page(viewport={"width": BESIDE_FILES, "height": 768})
    yield page
    page.close()


def test_jupyterlab_shows_the_same_heights(lab, page):
    """One explorable in JupyterLab on the screen of a laptop, with the file browser, and the same as a page."""
    tab = Lab(lab.browser, lab.address, lab.root, viewport={"width": 1366, "height": 768})
    try:
        tab.page.evaluate("() => window.jupyterapp.shell.expandLeft()")
        notebook = tab.open("one-screen.ipynb", [BOOSTING])
        View(notebook.run_cell(0))
        settle(tab.page)
        (live,) = tab.page.evaluate(HEIGHTS)
        assert live["width"] == BESIDE_FILES
        assert tab.page.locator(".jp-NotebookPanel-notebook").bounding_box()["height"] >= SCREEN
        notebook.close()
    finally:
        tab.close()
    w = BoostingStepper(load_boston())
    page.set_content(together([Shown("", 0, w, w.scene, w.state)]))
    View(page.locator("body"))
    (saved,) = heights(page, BESIDE_FILES)
    assert saved == pytest.approx(live, abs=12)  # fonts of JupyterLab's page differ a little
