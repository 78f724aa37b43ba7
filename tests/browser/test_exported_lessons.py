"""Lessons as web pages are for everybody: axe-core in both themes, and paper."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fewidgets import CorrelationRanking, LambdaSlider
from fewidgets.authoring.lesson_page import lesson_html
from fewidgets.data import load_auto_mpg
from tests.browser.axe import violations, violations_of_contrast
from tests.browser.settings import AS_IT_OPENS, root, settle
from tests.browser.sight import BROKEN_WORDS
from tests.browser.test_typed_numbers import lesson

pytestmark = pytest.mark.browser
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("*.ipynb"))
DARK = LESSONS[::4]  # all have the same styles

PRINTABLE = 703  # pixels of the width of A4 between margins of 12 mm
CUT = "nodes => nodes.filter(node => node.scrollWidth > node.clientWidth).map(node => node.textContent)"


@pytest.fixture
def open_page(lab, tmp_path):
    page = lab.browser.new_page(reduced_motion="reduce")

    def open_page(text):
        (tmp_path / "lesson.html").write_text(text, encoding="utf-8")
        page.goto((tmp_path / "lesson.html").as_uri())
        return page

    yield open_page
    page.close()


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_lesson(open_page, path):
    """Its text, code, tables and still pictures, as they are stored."""
    page = open_page(lesson_html(json.loads(path.read_text(encoding="utf-8")), NOTEBOOKS, name=path.name))
    settle(page, 1200, **AS_IT_OPENS)
    assert violations(page) == []
    if path in DARK:
        settle(page, color_scheme="dark")
        assert violations_of_contrast(page) == [], "dark"
    settle(page, PRINTABLE, media="print", color_scheme="light")
    assert page.locator("pre").evaluate_all(CUT) == [], "print"


def test_no_word_is_broken_in_a_narrow_panel_on_paper(open_page):
    page = open_page(lesson(("one", CorrelationRanking(load_auto_mpg()))))
    page.get_by_role("button", name="More actions").wait_for()
    settle(page, PRINTABLE, media="print")
    expect(page.locator(".fw-empty:visible").first).to_contain_text("These appear when")
    assert root(page).evaluate(BROKEN_WORDS) == []


def test_an_explorable_that_is_shown_twice(open_page):
    w = LambdaSlider.example()
    page = open_page(lesson(("one", w), ("one", w)))
    expect(page.get_by_role("button", name="More actions")).to_have_count(2)
    for button in page.get_by_role("button", name="More actions").all():
        button.click()
        button.page.get_by_role("menuitem", name="Show as tables").click()
    page.evaluate(
        "document.querySelector('main').prepend(Object.assign(document.createElement('h1'), { textContent: 'Lesson' }))"
    )
    assert violations(page) == []
