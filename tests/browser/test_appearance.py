"""A picture at the end of its replay, and with less motion."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import wait_until
from tests.browser.sight import OVERLAPS
from tests.browser.view import BOOSTING, View

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("appearance-motion.ipynb", BOOSTING)


@pytest.fixture
def view(notebook):
    notebook.page.emulate_media(reduced_motion="no-preference")
    return View(notebook.run_cell(0))


def test_texts_do_not_lie_on_one_another_at_the_end(notebook, view):
    view.control("round").press("End")
    for width in (1200, 700):
        notebook.page.set_viewport_size({"width": width, "height": 1000})
        view.page.wait_for_timeout(400)
        wait_until(lambda: view.root.evaluate(OVERLAPS) == [], f"no texts overlap at {width} px", view.page)


def test_less_motion_means_no_playing_by_itself(notebook, view):
    notebook.page.emulate_media(reduced_motion="reduce")
    play = view.button("Play")
    expect(play).to_be_disabled()
    expect(play).to_have_attribute("title", re.compile("reduced motion"))
    slider = view.control("round")
    slider.press("Home")
    slider.press("Space")
    still = view.picture
    assert view.at_rest(1300) == still
    slider.press("ArrowRight")  # a step by hand is shown at once
    view.wait_step(1)
    tweens = view.root.evaluate(
        "root => [...root.querySelectorAll('*')].filter(node => getComputedStyle(node).transitionDuration.split(',')"
        ".some(part => parseFloat(part) > 0)).length"
    )
    assert tweens == 0
    notebook.page.emulate_media(reduced_motion="no-preference")
    expect(play).to_be_enabled()


def test_asking_for_less_motion_stops_what_plays(notebook, view):
    view.control("round").press("Home")
    view.button("Play").click()
    expect(view.button("Pause")).to_be_visible()
    notebook.page.emulate_media(reduced_motion="reduce")
    expect(view.button("Play")).to_be_disabled()
    step = view.step()
    assert view.at_rest(1300)
    assert view.step() == step
