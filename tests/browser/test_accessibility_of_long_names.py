"""Sixty features with names of 40 characters, for all eyes: wide and narrow windows, large letters, and paper."""

from __future__ import annotations

import pytest

from tests.browser.jupyter import chromium, listen
from tests.browser.settings import AS_IT_OPENS, enlarge, root, settle, sideways
from tests.browser.sight import OUTSIDE, OVERLAPS, dim_texts, small_texts
from tests.explorables.hostile_explorables import MADE, sixty_long_names

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.mark.parametrize("explorable", MADE)
def test_all_is_legible_and_nothing_sticks_out(browser, explorable, tmp_path):
    w = MADE[explorable](sixty_long_names())
    path = w.to_html(tmp_path / "page.html")
    w.close()
    context = browser.new_context(reduced_motion="reduce")
    page, errors = context.new_page(), []
    listen(page, errors)
    page.goto(path.as_uri())
    page.locator(".fw-plot").first.wait_for()
    settings = {
        "wide": lambda: settle(page, 1200),
        "narrow": lambda: settle(page, 320),
        "large letters": lambda: (settle(page, 1200), enlarge(page, "200%")),
        "paper": lambda: (enlarge(page, ""), settle(page, 700, media="print", color_scheme="dark")),
        "dark": lambda: settle(page, 1200, **(AS_IT_OPENS | {"color_scheme": "dark"})),
    }
    for name, prepare in settings.items():
        prepare()
        assert sideways(page) == 0, name
        assert root(page).evaluate(OUTSIDE) == [], name
        assert root(page).evaluate(OVERLAPS) == [], name
        assert dim_texts(root(page)) == [], name
        assert small_texts(root(page)) == [], name
    context.close()
    assert errors == []
