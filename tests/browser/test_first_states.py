"""What explorables show when they open, and what they reveal as their controls move. Pages without a kernel, one for each."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, ImageChops

from fewidgets import BoostingStepper, EdgeHistogramViewer, ImputationViewer, LambdaSlider, RegularizerViewer
from fewidgets.data import load_auto_mpg, load_boston
from fewidgets.scene.page.page import page_html
from tests.browser.jupyter import listen, wait_until
from tests.browser.settings import settle
from tests.browser.view import View

pytestmark = pytest.mark.browser

# Of each plot with a rule at the present value: where the rule stands, and how far lines reach to the right, in pixels.
REACH = """root => [...root.querySelectorAll("svg.fw-plot")].flatMap(plot => {
    const rule = plot.querySelector(".fw-rule line[style*=accent]");
    const ends = [...plot.querySelectorAll(".fw-stroke, .fw-area")].map(line => line.getBBox()).filter(box => box.width);
    return rule ? [[rule.x1.baseVal.value, Math.max(0, ...ends.map(({ x, width }) => x + width))]] : [];
})"""
PANELS = "panels => panels.map(panel => panel.getBoundingClientRect().toJSON())"
HIDE = "marks => marks.forEach(mark => (mark.style.visibility = 'hidden'))"


@pytest.fixture
def page(browser):
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    yield page
    page.close()


def opened(page, w):
    errors = []
    listen(page, errors)
    page.set_content(page_html(w.scene, state=w.state))
    view = View(page.locator("body"))
    wait_until(lambda: page.locator(".fw-as-table").count() > 0, "the tables are there", page)
    return view, errors


def test_paths_are_drawn_as_far_as_the_slider_has_been(page):
    w = LambdaSlider(load_boston(), reduction="sum", folds=5, reveal="visited")
    view, errors = opened(page, w)
    slider = view.control("lam").first

    def reached():
        found = page.locator(".fewidgets").evaluate(REACH)
        assert len(found) == 3
        return np.array(found).T

    now, ends = reached()
    assert (ends <= now + 1).all(), "nothing is drawn ahead of λ = 0"
    assert "chooses" not in view.caption
    typed = page.get_by_role("textbox", name="λ, typed")
    typed.fill("130")
    typed.press("Enter")
    wait_until(lambda: view.caption.startswith("λ is 130"), "the λ that a lesson names can be reached", page)
    now, there = reached()
    np.testing.assert_allclose(there, now, atol=2)
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    wait_until(lambda: not view.caption.startswith("λ is 130"), "λ is smaller", page)
    now, ends = reached()
    np.testing.assert_allclose(ends, there, atol=0.5)
    assert (now < ends - 5).all(), "what was passed stays"
    # The table of the held-out error ends there, too.
    page.get_by_role("button", name="Show as table: Error on held-out examples, 5 folds").click()
    cells = page.locator(".fw-tabled tbody tr th").all_text_contents()
    values = [float(text.replace("−", "-").replace(",", "")) for text in cells if text[:1].isdigit()]
    assert values
    assert max(values) <= 130.5
    assert errors == []


def test_no_mark_is_painted_outside_its_panel(page):
    """At λ = 0 the ℓ0 ball is the whole plane, which is much larger than its panel."""
    view, errors = opened(page, RegularizerViewer(minimizer=(2.0, 1.0), correlation=0.5, reveal="visited"))
    assert page.locator(".fw-area").count() == 3
    view.at_rest()
    before = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    panels = page.locator("figure").evaluate_all(PANELS)
    page.locator(".fw-area, .fw-stroke, .fw-dot, .fw-many-dots").evaluate_all(HIDE)
    after = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    changed = np.asarray(ImageChops.difference(before, after)).max(axis=2) > 24
    assert changed.sum() > 10_000
    for panel in panels:
        top, left = int(panel["top"]), int(panel["left"])
        changed[top : int(panel["bottom"]) + 1, left : int(panel["right"]) + 1] = False
    assert not changed.any(), "something is painted outside all panels"
    assert errors == []


@pytest.mark.parametrize("stage", ["gaps", "normalized"])
def test_a_table_stays_in_its_panel_and_has_all_features(page, stage):
    cars = load_auto_mpg()
    w = ImputationViewer(cars, across="weight", up="horsepower", removed_share=0.4, stage=stage)
    _, errors = opened(page, w)
    for width in (1200, 700, 400):
        settle(page, width)
        table, scroller = page.locator(".fw-table"), page.locator(".fw-scroller")
        assert [text for text in table.locator("th").all_text_contents()[1:] if text] == list(cars.feature_names)
        figure, box = page.locator("figure").first.bounding_box(), scroller.bounding_box()
        assert box["x"] >= figure["x"] - 0.5
        assert box["x"] + box["width"] <= figure["x"] + figure["width"] + 0.5
        scatter = page.locator("svg.fw-plot").first.bounding_box()
        beside = scatter["x"] >= box["x"] + box["width"] - 0.5
        assert beside or scatter["y"] >= box["y"] + box["height"] - 0.5, "the table covers the other panel"
    settle(page, 1200)
    labels = page.get_by_role("gridcell").evaluate_all("cells => cells.map(cell => [cell.textContent, cell.ariaLabel])")
    assert labels
    for text, label in labels:
        assert "?" not in text or "missing" in label, "a gap must not be called present"
    assert errors == []


def test_round_0_says_what_will_appear_and_offers_the_features(page):
    view, errors = opened(page, BoostingStepper(load_boston(), rounds=3))
    notes = page.locator(".fw-empty")
    assert [bool(text) for text in notes.all_text_contents()] == [True, True, False, True]
    box, plot = notes.first.bounding_box(), page.locator("svg.fw-plot").first.bounding_box()
    assert plot["y"] < box["y"]
    assert box["y"] + box["height"] < plot["y"] + plot["height"]
    menu = page.get_by_role("combobox", name="Feature")
    assert menu.is_visible(), "lessons tell students to choose under Feature"
    assert menu.input_value() == "none picked", "the caption may name a feature that nobody has picked"
    menu.fill("LST")
    menu.press("Enter")
    wait_until(lambda: view.emphasised("LSTAT"), "the chosen feature stands out", page)
    view.control("round").first.focus()
    page.keyboard.press("ArrowRight")
    wait_until(lambda: not any(notes.all_text_contents()), "the panels have something to show", page)
    assert errors == []


@pytest.mark.parametrize(("source", "shown"), [("photograph", False), ("digit", True)])
def test_a_control_without_a_meaning_is_hidden(page, source, shown):
    opened(page, EdgeHistogramViewer(source=source))
    assert page.locator("input[type=range][aria-label=Digit]").is_visible() == shown
