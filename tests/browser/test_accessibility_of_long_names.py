"""Sixty features with names of 40 characters, for all eyes: wide and narrow windows, large letters, and paper."""

from __future__ import annotations

import pytest

from tests.browser.jupyter import chromium, listen
from tests.browser.settings import AS_IT_OPENS, enlarge, settle, sideways
from tests.browser.sight import OUTSIDE, OVERLAPS, UNFOLD, illegible_texts
from tests.explorables.hostile_explorables import MADE, sixty_long_names
from tests.lessons.as_used import Shown, together

pytestmark = pytest.mark.browser

SETTINGS = {
    "wide": lambda page: settle(page, 1168),
    "narrow": lambda page: settle(page, 288),
    "large letters": lambda page: (settle(page, 1168), enlarge(page, "200%")),
    "paper": lambda page: settle(page, 668, media="print", color_scheme="dark"),
    "dark": lambda page: settle(page, 1168, color_scheme="dark"),
}


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """All explorables below one another, each as wide as the window: 32 pixels less than a window that shows one of them."""
    made = [make(sixty_long_names()) for make in MADE.values()]
    path = tmp_path_factory.mktemp("names") / "page.html"
    path.write_text(together([Shown("", 0, w, w.scene, dict(w.state)) for w in made]), encoding="utf-8")
    for w in made:
        w.close()
    with chromium() as browser:
        page, errors = browser.new_context(reduced_motion="reduce").new_page(), []
        listen(page, errors)
        page.goto(path.as_uri())
        page.locator(".fw-plot").first.wait_for()
        page.evaluate(UNFOLD)
        yield page
        assert errors == []


@pytest.mark.parametrize("setting", SETTINGS)
def test_all_is_legible_and_nothing_sticks_out(page, setting):
    page.emulate_media(**AS_IT_OPENS)
    SETTINGS[setting](page)
    roots = page.locator(".fewidgets").all()
    assert len(roots) == len(MADE)
    faults = {
        name: found
        for name, root in zip(MADE, roots, strict=True)
        if (found := [*root.evaluate(OUTSIDE), *root.evaluate(OVERLAPS), *illegible_texts(root)])
    }
    wider = sideways(page)
    enlarge(page, "")
    assert faults == {}
    assert wider == 0
