"""Present mode on a saved page: letters for the last row, one panel at a time, everything by key, and back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from fewidgets import (
    BoostingStepper,
    LambdaSlider,
    MutualInformationViewer,
    RescalingViewer,
    SideBySide,
    predict,
)
from fewidgets.data import load_boston, load_credit
from tests.browser.axe import violations
from tests.browser.jupyter import listen, wait_until

pytestmark = pytest.mark.browser

# The smallest letters of any text in view, as a share of the screen's height, and how far the view reaches below the screen.
SEEN = """() => {
    const root = document.querySelector(".fewidgets");
    const texts = [...root.querySelectorAll("*")].filter(node =>
        [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim()) && node.checkVisibility()
        && !node.closest(".fw-spoken, .fw-data, option"));
    const zoom = (node) => node.ownerSVGElement ? node.ownerSVGElement.getScreenCTM().a : 1;
    const sizes = texts.map(node => parseFloat(getComputedStyle(node).fontSize) * zoom(node) / innerHeight);
    return { smallest: Math.min(...sizes), below: document.documentElement.scrollHeight - innerHeight,
             panels: root.querySelectorAll("figure").length, panel: root.querySelector("figcaption span")?.innerText };
}"""
LAST_ROW = 0.02  # of the screen's height: 15 pixels on 768


@pytest.fixture
def page(lab, tmp_path):
    errors = []
    context = lab.browser.new_context(viewport={"width": 1366, "height": 768}, has_touch=True)
    page = context.new_page()
    listen(page, errors)
    w = LambdaSlider(load_boston(), reduction="sum", lam=40.0, present=True)
    page.goto(w.to_html(tmp_path / "page.html", budget=20_000).as_uri())
    expect(page.locator(".fw-present")).to_be_visible()
    yield page
    context.close()
    assert errors == []


def test_a_projector_shows_one_panel_in_large_letters(page):
    root, place = page.locator(".fewidgets"), page.locator(".fw-place")
    assert violations(page) == []
    for width, height in ((1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
        wait_until(lambda: page.evaluate(SEEN)["smallest"] >= LAST_ROW, "letters for the new window", page)
        seen = page.evaluate(SEEN)
        assert (seen["panels"], seen["panel"]) == (1, "ℓ1 keeps 8 of 13")
    titles = [seen["panel"]]
    root.focus()
    for key in ("PageDown", "n"):
        page.keyboard.press(key)
        titles.append(page.evaluate(SEEN)["panel"])
    assert len(set(titles)) == 3
    assert place.inner_text() == "3 / 3"
    expect(page.get_by_role("status").filter(has_text="Panel 3 of 3")).to_have_count(1)
    assert page.evaluate("document.activeElement.classList.contains('fewidgets')"), "keys go on working"
    page.keyboard.press("2")
    page.get_by_role("button", name="Previous panel").tap()
    assert place.inner_text() == "1 / 3"

    # The slider moves as before, and its own keys stay its own.
    slider = page.locator("input[type=range]")
    slider.press("End")
    expect(page.locator(".fw-caption")).to_contain_text("0 of 13 weights are nonzero")
    assert place.inner_text() == "1 / 3"

    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
    page.set_viewport_size({"width": 400, "height": 800})
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")

    # On paper, all panels stand in their places, in the letters of a page.
    page.emulate_media(media="print")
    expect(page.locator("figure")).to_have_count(3)
    assert page.evaluate("getComputedStyle(document.querySelector('.fewidgets')).fontSize") == "14px"
    page.emulate_media(media="screen")
    expect(page.locator("figure")).to_have_count(1)

    root.focus()
    page.keyboard.press("Escape")
    expect(page.locator(".fw-present")).to_have_count(0)
    expect(page.locator("figure")).to_have_count(3)
    page.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Present").click()
    expect(page.locator("figure")).to_have_count(1)


def test_a_prediction_and_what_it_holds_back_have_large_letters(page, tmp_path):
    p = predict("9.6 first feature", then=BoostingStepper(load_boston(), rounds=2), present=True)
    page.goto(p.to_html(tmp_path / "prediction.html").as_uri())
    expect(page.locator(".fw-present")).to_have_count(1)
    asked = page.locator(".fw-asked").bounding_box()
    assert asked["width"] > 683, "without a panel, the question has the whole width"
    assert page.evaluate(SEEN)["smallest"] >= LAST_ROW
    page.get_by_role("button", name="Show me without predicting").click()
    expect(page.locator(".fw-present")).to_have_count(2)
    for place in (".fewidgets", ".fw-then .fewidgets"):
        assert page.evaluate(SEEN.replace('".fewidgets"', f'"{place}"'))["smallest"] >= LAST_ROW


def test_the_fields_of_dots_and_counts_have_large_letters(page, tmp_path):
    for kind, at in ((MutualInformationViewer, 0), (RescalingViewer, 1)):
        w = kind.example()
        w.present = True
        page.goto(w.to_html(tmp_path / "fields.html", budget=20_000).as_uri())
        expect(page.locator(".fw-present")).to_be_visible()
        page.locator(".fewidgets").focus()
        for _ in range(at):
            page.keyboard.press("n")
        expect(page.locator(".fw-typed, .fw-moved")).to_be_visible()
        assert page.evaluate(SEEN)["smallest"] >= LAST_ROW


def test_two_explorables_beside_each_other_are_shown_together(page, tmp_path):
    w = SideBySide.example()
    w.present = True
    page.goto(w.to_html(tmp_path / "both.html", budget=20_000).as_uri())
    expect(page.locator("figure")).to_have_count(2)
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate(SEEN)["smallest"] >= LAST_ROW
    boxes = [each.bounding_box() for each in page.locator("figure").all()]
    assert boxes[0]["y"] == boxes[1]["y"]
    for place, count in (("2 / ", 1), ("3 / ", 2)):  # a panel that holds both, and one for each
        page.get_by_role("button", name="Next panel").click()
        expect(page.locator(".fw-place")).to_contain_text(place)
        expect(page.locator("figure")).to_have_count(count)


def test_twenty_bars_stand_beside_the_controls_and_fit(page, tmp_path):
    w = BoostingStepper(load_credit(), round=1, present=True)
    page.goto(w.to_html(tmp_path / "bars.html", budget=20_000).as_uri())
    expect(page.locator(".fw-present")).to_be_visible()
    expect(page.locator(".fw-aside")).to_be_visible()
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
