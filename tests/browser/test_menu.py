"""What a view offers as a whole: its heading, its menu, and what a screen reader is told while it moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from fewidgets.authoring.gallery import examples
from tests.browser.jupyter import listen
from tests.browser.view import View

pytestmark = pytest.mark.browser

# Collect what live regions say.
LISTEN = """root => {
    window.said = [];
    const live = "output, [role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])";
    new MutationObserver(changes => {
        for (const { target } of changes) {
            const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(live);
            if (region) window.said.push(region.textContent);
        }
    }).observe(root, { subtree: true, childList: true, characterData: true });
}"""


@pytest.fixture
def open_example(lab, tmp_path):
    """Open the saved page of an explorable, with a clock that the test turns."""
    contexts, errors = [], []

    def open_example(name: str, clock: bool = False):
        path = examples()[name]().to_html(tmp_path / f"{name}.html", budget=20_000)
        context = lab.browser.new_context(viewport={"width": 1200, "height": 900}, reduced_motion="no-preference")
        contexts.append(context)
        page = context.new_page()
        listen(page, errors)
        if clock:
            page.clock.install()
        page.goto(path.as_uri())
        if clock:
            page.clock.run_for(1000)
        return page, View(page.locator("body"))

    yield open_example
    for context in contexts:
        context.close()
    assert errors == []


def test_a_screen_reader_is_told_the_state_once_when_the_hand_rests(open_example):
    page, view = open_example("boosting_stepper", clock=True)
    view.control("round").press("Home")
    page.clock.run_for(1000)
    view.root.evaluate(LISTEN)
    view.button("Play").click()
    page.clock.run_for(4000)
    assert view.step() >= 3
    assert page.evaluate("window.said") == [], "nothing is said while it plays"
    view.button("Pause").click()
    page.clock.run_for(1000)
    assert page.evaluate("window.said") == [view.caption]


def test_the_menu_is_worked_by_keys_and_resets(open_example):
    page, view = open_example("lambda_slider")
    assert page.locator("h1").all_inner_texts() == [view.root.get_attribute("aria-label")]
    start = view.caption, view.picture
    view.control("lam").press("End")
    assert view.caption != start[0]
    more = view.button("More actions")
    more.focus()
    page.keyboard.press("ArrowDown")
    menu = page.get_by_role("menu", name="More actions")
    expect(menu).to_be_visible()
    items = menu.get_by_role("menuitem")
    expect(items.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(items.last).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(more).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Home")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    expect(menu).to_be_hidden()
    assert (view.caption, view.picture) == start


def test_the_menu_closes_when_one_clicks_elsewhere(open_example):
    page, view = open_example("one_hot_viewer")
    height = view.panels.first.bounding_box()["y"]
    view.button("More actions").click()
    menu = page.get_by_role("menu", name="More actions")
    expect(menu).to_be_visible()
    assert view.panels.first.bounding_box()["y"] == height
    view.root.locator("[data-part=caption]").click()
    expect(menu).to_be_hidden()
