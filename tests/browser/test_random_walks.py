"""Every explorable as the lessons use it, in its first state and along random walks over its controls.

The first states of all of them are on one page. For the walks, Hypothesis chooses the moves, and the size and the
colours of the window. There each page is live: what a walk asks for is computed.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from fewidgets import BagOfWordsViewer, SpamViewer
from fewidgets.explorables.prediction import Prediction
from tests.browser.jupyter import chromium, listen
from tests.browser.live import open_live
from tests.browser.random_walk import STILL, act, arrive, caption_faults, picture_faults
from tests.browser.sight import dim_texts
from tests.lessons.as_used import NOTEBOOKS, explorables_in, explorables_in_lessons, together

pytestmark = pytest.mark.browser

WIDTHS = (1200, 700, 400)
SCHEMES = ("light", "dark")
MOVES = st.tuples(st.integers(0, 59), st.floats(0, 1))  # which control, and where to
WALKS = 1  # of each explorable in each lesson
SHOW = """() => [...document.querySelectorAll(".fewidgets button")]
    .filter(button => button.textContent === "Show me without predicting").map(button => button.click()).length"""


LESSONS = [path.stem for path in sorted(NOTEBOOKS.glob("*.ipynb"))]


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture
def open_page(browser):
    contexts, errors = [], []

    def open_page():
        for context in contexts:
            context.close()
        contexts[:] = [browser.new_context(viewport={"width": WIDTHS[0], "height": 900}, reduced_motion="reduce")]
        page = contexts[0].new_page()
        listen(page, errors)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def faults_on(page, shown, widths):
    """List what is wrong on a page with several explorables: at some widths, and in both colours, which change no place."""
    found = []
    for width in widths:
        arrive(page, width, "light")
        found += [f"{width} px: {fault}" for fault in picture_faults(page)]
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for each, place in zip(shown, page.locator("section").all(), strict=True):
            for root in place.locator(".fewidgets").all():  # a prediction that is shown has its explorable in it
                found += [f"{each.name}, {scheme}: contrast of {text}" for text in dim_texts(root)]
    return found


def test_first_states_are_whole(open_page):
    shown = [each for each in explorables_in_lessons() if not isinstance(each.explorable, Prediction)]
    page = open_page()
    page.set_content(together(shown))
    page.locator("section:last-of-type .fewidgets").wait_for(timeout=60_000)
    found = faults_on(page, shown, WIDTHS)
    assert not found, "\n".join(found)


def test_predictions_are_whole_before_and_after_they_are_shown(open_page):
    shown = [each for each in explorables_in_lessons() if isinstance(each.explorable, Prediction)]
    page = open_page()
    page.set_content(together(shown))
    page.locator("section:last-of-type .fewidgets").wait_for(timeout=60_000)
    arrive(page, WIDTHS[-1], "light")
    found = picture_faults(page)
    assert not found, "\n".join(found)
    assert page.evaluate(SHOW) == len(shown)
    arrive(page, WIDTHS[-1], "dark")
    found = picture_faults(page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("lesson", LESSONS)
def test_random_walks_lead_to_whole_pictures(lesson, open_page):
    first = {}
    for shown in explorables_in(NOTEBOOKS / f"{lesson}.ipynb"):
        if not isinstance(shown.explorable, Prediction):
            first.setdefault(id(shown.explorable), shown)
    for shown in first.values():
        walk_from(shown, open_page)


def walk_from(shown, open_page):
    """Go for random walks from a first state."""

    @settings(
        max_examples=WALKS,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )
    @given(st.sampled_from(WIDTHS), st.sampled_from(SCHEMES), st.lists(MOVES, min_size=4, max_size=10))
    def walk(width, scheme, moves):
        page = open_page()
        shown.explorable.set_state(shown.state)
        open_live(page, shown.explorable)
        arrive(page, width, scheme)
        done = []
        for turn, share in moves:
            done.append(act(page, shown.explorable, turn, share))
            found = [*picture_faults(page), *caption_faults(page, shown.explorable)] if done[-1] else []
            assert not found, "\n".join([f"{shown.name}, {width} px, {scheme}, after:", *filter(None, done), *found])

    walk()


@pytest.mark.parametrize("mail", ["cats and dogs", "free money, and more of it!"])
def test_no_axes_stay_behind_when_a_panel_becomes_empty_or_full(mail, open_page):
    """Walks found the axes of the words behind "none of them", and ticks behind the bars of a panel that had been empty."""
    for w in (SpamViewer("free money!"), BagOfWordsViewer(["a"])):
        page = open_page()
        open_live(page, w)
        arrive(page, WIDTHS[-1], "light")
        page.locator("textarea").fill(mail)
        page.evaluate(STILL)
        assert picture_faults(page) == []
