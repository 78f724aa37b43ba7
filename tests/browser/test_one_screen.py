"""On a laptop, controls, caption and main panel of every explorable are in view together, as the lessons use it."""

from __future__ import annotations

import pytest

from tests.browser.jupyter import Lab
from tests.browser.settings import settle
from tests.browser.view import BOOSTING, View
from tests.lessons.as_used import explorables_in_lessons

pytestmark = pytest.mark.browser

SCREEN = 620  # pixels of a notebook that JupyterLab shows on a screen of 1366 × 768, less a margin
LONGEST = 1600
#: Widths of an explorable in JupyterLab: on that screen with the file browser, and in a window of 700 pixels without it.
BESIDE_FILES, IN_700 = 934, 514

# Heights of a view without the note that only a page without Python shows, and of what reaches from the top to the main panel.
HEIGHTS = """root => {
    root.querySelector('[data-part=offline]').style.display = 'none';
    const { top, bottom, width } = root.getBoundingClientRect();
    const end = selector => root.querySelector(selector).getBoundingClientRect().bottom - top;
    return { width, total: bottom - top, caption: end('.fw-caption'), controls: end('.fw-controls'), main: end('figure') };
}"""


@pytest.fixture(scope="module")
def page(lab):
    page = lab.browser.new_page()
    yield page
    page.close()


def heights(page, width):
    """Give the heights of the explorable on a page when it has a width."""
    root = View(page.locator("body")).root
    outside = page.viewport_size["width"] - root.bounding_box()["width"]
    settle(page, round(width + outside))
    found = root.evaluate(HEIGHTS)
    assert found["width"] == width
    return found


def test_controls_caption_and_main_panel_are_on_one_screen_in_every_lesson(page):
    """Each explorable is opened once, and its window made narrower."""
    shown = explorables_in_lessons()
    assert len(shown) >= 20
    too_high = []
    for each in shown:
        page.set_viewport_size({"width": BESIDE_FILES + 32, "height": 768})
        page.set_content(each.page())
        laptop, narrow = heights(page, BESIDE_FILES), heights(page, IN_700)
        assert laptop["controls"] < laptop["caption"] < laptop["main"], (
            "the caption is between the controls and the main panel"
        )
        print(f"{each.name}: {laptop['main']:.0f} px on a laptop, {narrow['total']:.0f} px in a window of 700 px")
        if laptop["main"] > SCREEN or narrow["total"] > LONGEST:
            too_high.append(f"{each.name}: {laptop['main']:.0f} and {narrow['total']:.0f}")
    assert too_high == []


def test_jupyterlab_shows_the_same_heights(lab, page, tmp_path):
    """One explorable in JupyterLab on the screen of a laptop, with the file browser, and the same as a page."""
    tab = Lab(lab.browser, lab.address, lab.root, viewport={"width": 1366, "height": 768})
    try:
        tab.page.evaluate("() => window.jupyterapp.shell.expandLeft()")
        notebook = tab.open("one-screen.ipynb", [BOOSTING])
        view = View(notebook.run_cell(0))
        settle(tab.page)
        live = view.root.evaluate(HEIGHTS)
        assert live["width"] == BESIDE_FILES
        assert tab.page.locator(".jp-NotebookPanel-notebook").bounding_box()["height"] >= SCREEN
        notebook.execute(f"w.to_html({str(tmp_path / 'page.html')!r})")
        notebook.close()
    finally:
        tab.close()
    page.set_viewport_size({"width": BESIDE_FILES + 32, "height": 768})
    page.goto((tmp_path / "page.html").as_uri())
    saved = heights(page, BESIDE_FILES)
    assert saved == pytest.approx(live, abs=12)  # fonts of JupyterLab's page differ a little
