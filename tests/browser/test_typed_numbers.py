"""Numbers that are typed beside a slider, and two views of one model, in pages without a kernel."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from fewidgets import LambdaSlider
from fewidgets.authoring.lesson_page import lesson_html
from fewidgets.authoring.run_with_widgets import SHOWN, WIDGET_VIEW
from fewidgets.scene import Panel, Rule, Scene, Slider, Template, format_number
from fewidgets.scene.page.encode import as_json, encode, encode_state
from fewidgets.scene.page.page import write_page
from tests.browser.jupyter import listen, wait_until
from tests.browser.view import View

pytestmark = pytest.mark.browser


def lesson(*shown):
    """Write a lesson that shows explorables, each given with the name of its model."""
    cells = []
    for name, w in shown:
        state = {"_scene": as_json(encode(w.scene)), **{key: encode_state(value) for key, value in w.state.items()}}
        data = {WIDGET_VIEW: {"model_id": name}, "text/html": "<img alt='still'>", "text/plain": repr(w)}
        output = {"output_type": "execute_result", "data": data, "metadata": {SHOWN: {"state": state, "buffers": []}}}
        cells.append({"cell_type": "code", "metadata": {}, "source": "w", "outputs": [output]})
    return lesson_html({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, Path(), name="lesson.ipynb")


@pytest.fixture(scope="module")
def both(lab, tmp_path_factory):
    """A lesson as a web page that shows an explorable twice, and another one of the same data; give the page and the first."""
    w = LambdaSlider.example()
    path = tmp_path_factory.mktemp("typed") / "lesson.html"
    path.write_text(lesson(("one", w), ("one", w), ("other", LambdaSlider.example())), encoding="utf-8")
    page = lab.browser.new_page()
    errors: list[str] = []
    listen(page, errors)
    page.goto(path.as_uri())
    expect(page.locator(".fewidgets figure")).to_have_count(3 * len(w.scene.panels))
    yield page, w
    page.close()
    assert errors == []


def views(page):
    return [View(place) for place in page.locator(".explorable").all()]


def typed(view, text):
    field = view.root.get_by_role("textbox", name="λ, typed")
    field.fill(text)
    field.press("Enter")
    return field


def test_two_views_of_one_model_stay_in_step_and_another_model_stays(both):
    page, w = both
    first, second, other = views(page)
    before = other.picture
    first.control("lam").press("PageUp")
    assert second.caption == first.caption != other.caption
    assert second.bars == first.bars != other.bars
    second.root.get_by_label("log", exact=True).check(force=True)
    expect(first.root.get_by_label("log", exact=True)).to_be_checked()
    second.root.locator("[role=option]").first.click()
    wait_until(lambda: first.emphasised(w.data.feature_names[0]) != [], "the first view marks the bar", page)
    assert other.picture == before


def test_a_number_is_typed_in_the_units_of_the_label(both):
    page, w = both
    first, second, _ = views(page)
    for text, value in (("12,5", 12.5), (" 40 ", 40.0), ("1e1", 10.0)):
        typed(first, text)
        w.lam = value
        assert first.caption == second.caption == w.caption
        expect(second.root.get_by_role("textbox", name="λ, typed")).to_have_value(format_number(value))
    box = first.root.get_by_role("textbox", name="λ, typed").bounding_box()
    assert min(box["width"], box["height"]) >= 24


def test_an_impossible_entry_says_what_is_expected(both):
    page, w = both
    first, *_ = views(page)
    typed(first, "7")
    before = first.caption
    most = f"{w.scene.control('lam').values[-1]:.1f}"
    for text in ("many", "-1", "1e9"):
        field = typed(first, text)
        message = first.part("message")
        expect(message).to_have_text(f"λ must be a number from 0 to {most}; got {'“many”' if text == 'many' else text}.")
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_attribute("aria-describedby", message.get_attribute("id"))
        assert first.caption == before
    typed(first, "8")
    expect(message).to_be_empty()
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_a_slider_that_jumps_takes_the_nearest_value(lab, tmp_path):
    lam = Slider("lam", [1.0, 10.0, 128.0, 136.0], interpolate=False, label="λ")
    scene = Scene("Jumps", [Panel("Place", [Rule(x=lam)])], [lam], caption=Template("λ is {v}.", v=lam))
    page = lab.browser.new_page()
    page.goto(write_page(scene, tmp_path / "page.html").as_uri())
    view = View(page.locator("body"))
    for text, value in (("130", "128"), ("133", "136"), ("135.9", "136")):
        expect(typed(view, text)).to_have_value(value)
        assert view.caption == scene.caption_at(lam=float(value))
    page.close()
