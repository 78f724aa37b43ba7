"""How high explorables are: what a laptop shows of them at once, and how long they are in a narrow window."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.settings import settle

SCREEN = 620  # pixels of a notebook that JupyterLab shows on a screen of 1366 × 768, less a margin
LONGEST = 1600
#: Widths of an explorable in JupyterLab: on that screen with the file browser, and in a window of 700 pixels without it.
BESIDE_FILES, IN_700 = 934, 514

# Heights of views without the note that only a page without Python shows, and of what reaches from the top to the main panel.
HEIGHTS = """() => [...document.querySelectorAll('.fewidgets')].filter(root => root.querySelector('figure')).map(root => {
    root.querySelector('[data-part=offline]').style.display = 'none';
    const { top, bottom, width } = root.getBoundingClientRect();
    const end = selector => root.querySelector(selector).getBoundingClientRect().bottom - top;
    return { width, total: bottom - top, caption: end('.fw-caption'), controls: end('.fw-controls'), main: end('figure') };
})"""


def heights(page: Page, width: int) -> list[dict[str, float]]:
    """Give the heights of all explorables on a page when they have a width."""
    settle(page, width)
    found: list[dict[str, float]] = page.evaluate(HEIGHTS)
    assert max(each["width"] for each in found) == width  # a prediction is narrower
    return found
