"""The saved page, opened from disk with every request refused: no kernel, no network, and it still moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import listen
from tests.browser.view import BOOSTING, LAMBDA, View

pytestmark = pytest.mark.browser


@pytest.fixture
def open_page(lab, tmp_path):
    contexts = []

    def open_page(cell: str, then: str = ""):
        namespace: dict = {}
        exec(f"{cell}\n{then}", namespace)
        path = namespace["w"].to_html(tmp_path / "page.html")
        context = lab.browser.new_context(viewport={"width": 1200, "height": 900})
        contexts.append(context)
        refused, errors = [], []
        page = context.new_page()

        def handle(route):
            if route.request.url == path.as_uri():
                route.continue_()
            else:
                refused.append(route.request.url)
                route.abort()

        context.route("**/*", handle)
        listen(page, errors)
        page.goto(path.as_uri())
        return View(page.locator("body")), refused, errors, namespace["w"]

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.parametrize(("cell", "control"), [(BOOSTING, "round"), (LAMBDA, "lam")])
def test_the_page_moves_by_keys_and_asks_for_nothing(open_page, cell, control):
    view, refused, errors, w = open_page(cell)
    assert view.caption == w.caption
    assert len(view.bars) >= 13
    seen = [view.picture]
    slider = view.control(control)
    for key in ("Home", "ArrowRight", "PageUp", "End"):
        slider.press(key)
        if key != "Home":
            assert view.picture not in seen, key
        seen.append(view.picture)
    setattr(w, control, w.scene.control(control).positions - 1 if control == "round" else w.scene.control(control).values[-1])
    assert view.caption == w.caption
    assert refused == []
    assert errors == []


def test_the_page_opens_in_the_state_it_was_saved_in(open_page):
    view, refused, errors, w = open_page(BOOSTING, "w.round = 4")
    assert view.step() == 4
    assert view.caption == w.caption
    assert refused == errors == []


def test_the_page_asks_and_scores(open_page):
    view, refused, errors, w = open_page(BOOSTING, "w.predict = True")
    view.button("Forward").click()
    asked = view.root.get_by_role("group", name="Which feature comes next?")
    expect(asked).to_be_visible()
    asked.locator(f"[data-option='{w.trace.order[0]}']").click()
    view.wait_step(1)
    expect(view.part("score")).to_contain_text("1 of 1")
    assert refused == errors == []


def test_the_page_follows_the_system_s_dark_theme(open_page):
    view, *_ = open_page(BOOSTING)
    light = view.root.evaluate("root => getComputedStyle(root).backgroundColor")
    view.page.emulate_media(color_scheme="dark")
    view.page.wait_for_function(
        "light => getComputedStyle(document.querySelector('.fewidgets')).backgroundColor !== light", arg=light
    )
