"""A student's boosting beside the reference, on one saved page: both move together, and the main pair is on one screen."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from fewidgets.algorithms.plain import boost
from fewidgets.data import load_boston
from fewidgets.exercises.differences import boosting_difference
from tests.browser.axe import violations
from tests.browser.jupyter import listen
from tests.browser.view import View

pytestmark = pytest.mark.browser

# Title, place and size of each panel.
PLACES = """() => [...document.querySelectorAll("figure")].map(figure => {
    const { left, top, right, bottom } = figure.getBoundingClientRect();
    return { title: figure.querySelector("figcaption span").innerText, left, top, right, bottom };
})"""


@pytest.fixture
def page(lab, tmp_path):
    errors = []
    context = lab.browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    listen(page, errors)
    boston = load_boston()
    X, y = boston.X - boston.X.mean(axis=0), boston.y
    bias, weights, order = boost(X, y, 5)
    found = bias, np.where(np.arange(13) == order[2], weights / 2, weights), order
    difference = boosting_difference((X, y, 5), (bias, weights, order), found)
    page.goto(difference.show().to_html(tmp_path / "page.html").as_uri())
    yield page
    context.close()
    assert errors == []


def distances(view, panel):
    """Return the largest distance between a dot of a panel and the end of its bar, in pixels."""
    return view.panels.nth(panel).evaluate("""figure => {
        const seen = node => node.getAttribute("visibility") !== "hidden";
        return Math.max(...[...figure.querySelectorAll(".fw-dot")].filter(seen).map(dot => {
            const { left, right, top, bottom } = dot.getBoundingClientRect();
            const bar = [...figure.querySelectorAll(".fw-bar")].map(each => each.getBoundingClientRect())
                .find(each => each.top < (top + bottom) / 2 && (top + bottom) / 2 < each.bottom);
            return Math.min(...[bar.left, bar.right].map(end => Math.abs(end - (left + right) / 2)));
        }));
    }""")


# How far the labels of dots reach beyond the right edges of their panels.
BEYOND = """() => [...document.querySelectorAll(".fw-dot-label")].map(label =>
    label.getBoundingClientRect().right - label.closest("figure").getBoundingClientRect().right)"""


def test_both_open_where_they_part_and_move_together(page):
    view = View(page.locator("body"))
    assert view.step() == 3
    assert "First difference: round 3." in page.locator(".fw-caption").inner_text()
    first, second, *_, third, last = page.evaluate(PLACES)
    assert (first["title"], second["title"]) == ("The contest: which feature lowers the cost most?", "The model so far")
    assert (third["title"], last["title"]) == ("Reference: What the winner explains", "Yours")
    for left, right in ((first, second), (third, last)):
        assert (left["top"], left["bottom"]) == (right["top"], right["bottom"])
        assert left["right"] <= right["left"]
    assert second["bottom"] <= 768, "controls, caption and the panels that differ are on one screen"
    assert distances(view, 1) > 1
    view.button("Back").click()
    view.wait_step(2)
    assert distances(view, 1) < 0.6, "before the first difference both show the same"
    for _ in range(3):
        view.button("Forward").click()
    view.wait_step(5)
    assert max(page.evaluate(BEYOND)) < 1, "the last label is within its panel"
    assert violations(page) == []
    page.set_viewport_size({"width": 360, "height": 800})
    page.wait_for_function("() => document.querySelectorAll('figure')[1].getBoundingClientRect().left < 60")
    narrow = page.evaluate(PLACES)
    assert [each["title"] for each in narrow][-2:] == ["Reference: What the winner explains", "Yours"]
    assert all(one["bottom"] <= other["top"] for one, other in pairwise(narrow)), "pair below pair"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
