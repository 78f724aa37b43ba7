"""Every explorable as the lessons use it, in its first state and along random walks over its controls.

The first states of all of them are on one page, and on a laptop controls, caption and main panel of each are in view
together. For the walks, Hypothesis chooses the moves, and the size and the
colours of the window. There each page is live: what a walk asks for is computed.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from fewidgets import BagOfWordsViewer, SpamViewer
from fewidgets.exercises.predicting.prediction import Prediction
from tests.browser.jupyter import listen
from tests.browser.live import open_live
from tests.browser.one_screen import BESIDE_FILES, IN_700, LONGEST, SCREEN, heights
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
    places = page.locator("section").all()
    kinds = {}  # predictions of one kind have the same parts
    for number, each in enumerate(shown):
        kinds.setdefault(type(each.explorable.data.kind) if isinstance(each.explorable, Prediction) else number, number)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for number in kinds.values():
            dim = dim_texts(places[number].locator(".fewidgets"))
            found += [f"{shown[number].name}, {scheme}: contrast of {text}" for text in dim]
    return found


def test_first_states_are_whole_and_on_one_screen(open_page):
    """All explorables of all lessons and all predictions are on one page; then the predictions are shown."""
    shown = explorables_in_lessons()
    assert len(shown) >= 60
    page = open_page()
    page.set_content(together(shown))
    page.locator("section:last-of-type .fewidgets").wait_for()
    found = faults_on(page, shown, WIDTHS)
    assert not found, "\n".join(found)
    drawn = page.locator("section").evaluate_all("all => all.map(each => !!each.querySelector('figure'))")
    assert drawn == [bool(each.scene.panels) for each in shown]
    assert too_high(page, [each for each in shown if each.scene.panels]) == []

    arrive(page, WIDTHS[-1], "dark")
    assert page.evaluate(SHOW) == sum(isinstance(each.explorable, Prediction) for each in shown)
    page.evaluate(STILL)
    found = picture_faults(page)
    assert not found, "\n".join(found)


def too_high(page, shown):
    """List what does not fit: controls, caption and main panel into a laptop's screen, or all of it into a long page."""
    found = []
    for each, high, long in zip(shown, heights(page, BESIDE_FILES), heights(page, IN_700), strict=True):
        print(f"{each.name}: {high['main']:.0f} px on a laptop, {long['total']:.0f} px in a window of 700 px")
        assert high["controls"] < high["caption"] < high["main"], f"{each.name}: the caption is under the controls"
        if high["main"] > SCREEN or long["total"] > LONGEST:
            found.append(f"{each.name}: {high['main']:.0f} and {long['total']:.0f}")
    return found


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
