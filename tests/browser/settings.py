"""How a person has set up the browser: the width of the window, colours, contrast, and the size of letters."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

AS_IT_OPENS = {"media": "screen", "color_scheme": "light", "forced_colors": "none", "contrast": "no-preference"}
#: Each way in which the colours of a screen may be set.
MODES = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced light": {"color_scheme": "light", "forced_colors": "active"},
    "forced dark": {"color_scheme": "dark", "forced_colors": "active"},
    "more contrast": {"color_scheme": "light", "contrast": "more"},
    "more contrast, dark": {"color_scheme": "dark", "contrast": "more"},
}

SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))"


def settle(page: Page, width: int | None = None, **media: Any) -> None:
    """Change the window or the media, and wait until the view is laid out for it."""
    if width:
        page.set_viewport_size({"width": width, "height": 2400})
        page.wait_for_function("width => innerWidth === width", arg=width)
    if media:
        page.emulate_media(**media)
    page.evaluate(SETTLED)


def enlarge(page: Page, size: str) -> None:
    """Set the size of the document's letters, such as 200 %; "" is as it opens."""
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
    settle(page)


def root(page: Page) -> Locator:
    """Give the first explorable of a page."""
    return page.locator(".fewidgets").first


def sideways(page: Page) -> int:
    """Count the pixels by which a page is wider than its window."""
    wider: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wider
