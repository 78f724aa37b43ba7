"""On a laptop, controls, caption and main panel of every explorable are in view together, as the lessons use it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from fewidgets import BoostingStepper
from fewidgets.data import load_boston
from tests.browser.jupyter import Lab
from tests.browser.settings import settle
from tests.browser.view import BOOSTING, View
from tests.lessons.as_used import Shown, explorables_in_lessons, together

pytestmark = pytest.mark.browser

SCREEN = 620  # pixels of a notebook that JupyterLab shows on a screen of 1366 × 768, less a margin
LONGEST = 1600
#: Widths of an explorable in JupyterLab: on that screen with the file browser, and in a window of 700 pixels without it.
BESIDE_FILES, IN_700 = 934, 514

# Heights of views without the note that only a page without Python shows, and of what reaches from the top to the main panel.
HEIGHTS = """() => [...document.querySelectorAll('.fewidgets')].map(root => {
    root.querySelector('[data-part=offline]').style.display = 'none';
    const { top, bottom, width } = root.getBoundingClientRect();
    const end = selector => root.querySelector(selector).getBoundingClientRect().bottom - top;
    return { width, total: bottom - top, caption: end('.fw-caption'), controls: end('.fw-controls'), main: end('figure') };
})"""


@pytest.fixture
def page(lab):
    page = lab.browser.new_page(viewport={"width": BESIDE_FILES, "height": 768})
    yield page
    page.close()


def heights(page, width):
    """Give the heights of all explorables on a page when they have a width."""
    settle(page, width)
    found = page.evaluate(HEIGHTS)
    assert max(each["width"] for each in found) == width  # a prediction is narrower
    return found


def test_controls_caption_and_main_panel_are_on_one_screen_in_every_lesson(page):
    """All explorables of all lessons, and the predictions that are sketched, are on one page."""
    shown = [each for each in explorables_in_lessons() if each.scene.panels]
    assert len(shown) >= 20
    page.set_content(together(shown))
    expect(page.locator("section:last-of-type figure .fw-as-table").first).to_be_attached(timeout=60_000)
    laptop, narrow = heights(page, BESIDE_FILES), heights(page, IN_700)
    assert len(laptop) == len(narrow) == len(shown)
    too_high = []
    for each, high, long in zip(shown, laptop, narrow, strict=True):
        print(f"{each.name}: {high['main']:.0f} px on a laptop, {long['total']:.0f} px in a window of 700 px")
        assert high["controls"] < high["caption"] < high["main"], f"{each.name}: the caption is under the controls"
        if high["main"] > SCREEN or long["total"] > LONGEST:
            too_high.append(f"{each.name}: {high['main']:.0f} and {long['total']:.0f}")
    assert too_high == []


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
