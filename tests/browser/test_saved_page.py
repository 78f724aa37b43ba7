"""The saved page, opened from disk with every request refused: no kernel, no network, and it still moves."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from fewidgets import BoostingStepper, LambdaSlider
from fewidgets.authoring.gallery import examples, file_name
from fewidgets.explorables import EXPLORABLES
from tests.browser.jupyter import listen, wait_until
from tests.browser.view import BOOSTING, LAMBDA, View

pytestmark = pytest.mark.browser


@pytest.fixture
def open_saved(lab, tmp_path):
    """Open an explorable's page, perhaps with its text changed; give the tab, what it asked for, and its errors."""
    contexts = []

    def open_saved(w, width: int = 1200, change=lambda text: text):
        path = w.to_html(tmp_path / "page.html", budget=20_000)
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
        context = lab.browser.new_context(viewport={"width": width, "height": 900})
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
        return page, refused, errors

    yield open_saved
    for context in contexts:
        context.close()


@pytest.fixture
def open_page(open_saved):
    def open_page(cell: str, then: str = ""):
        namespace: dict = {}
        exec(f"{cell}\n{then}", namespace)
        page, refused, errors = open_saved(namespace["w"])
        return View(page.locator("body")), refused, errors, namespace["w"]

    return open_page


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


@pytest.mark.parametrize("name", EXPLORABLES)
def test_every_page_runs_under_its_policy_and_every_slider_moves(open_saved, name):
    w = examples()[file_name(name)]()
    page, refused, errors = open_saved(w)
    view = View(page.locator("body"))
    assert view.caption == w.caption
    assert view.root.evaluate("root => getComputedStyle(root).padding") == "12px", "the renderer's styles are there"
    move_all_sliders(view)
    assert refused == errors == []


def move_all_sliders(view):
    """Reach every slider by Tab, and move it by keys."""
    sliders = view.root.locator("input[type=range]:enabled")
    reachable = {slider.get_attribute("data-control") for slider in sliders.all() if slider.is_visible()}
    reached = set()
    for _ in range(80):
        if reachable <= reached:
            break
        view.page.keyboard.press("Tab")
        reached.add(view.page.evaluate("document.activeElement.dataset.control ?? null"))
    assert reachable <= reached
    for control in reachable:
        slider = view.control(control)
        assert slider.evaluate("node => node.labels?.length || node.getAttribute('aria-label')")
        slider.focus()
        before = slider.input_value(), view.caption, view.picture
        for key in ("Home", "End", "ArrowLeft"):
            slider.press(key)
        if slider.input_value() == before[0]:
            slider.press("Home")
        wait_until(lambda: (slider.input_value(), view.caption, view.picture) != before, control, view.page)  # noqa: B023


EVIL = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'><style>*{display:none}</style>"


def hostile(names):
    X = np.random.default_rng(0).normal(size=(30, len(names)))
    return BoostingStepper(X, X.sum(axis=1), feature_names=names, rounds=2, round=1)


def test_no_script_in_a_name_runs(open_saved):
    w = hostile([EVIL, f"javascript:alert(1) {EVIL}", "nul\x00 \udce9 \u202e b"])
    page, refused, errors = open_saved(w)
    view = View(page.locator("body"))
    assert view.caption == w.caption
    assert EVIL in " ".join(view.bars)
    assert page.evaluate("window.hacked") is None
    assert page.locator("script").count() == 2
    assert refused == errors == []


def test_no_script_that_is_put_into_the_page_runs(open_saved):
    inserted = f"{EVIL}<body onload='window.hacked = 1'><main"
    page, _, errors = open_saved(hostile(["a", "b"]), change=lambda text: text.replace("<main", inserted, 1))
    View(page.locator("body"))
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.hacked = 1";
            document.body.append(script);
            const link = document.createElement("b");
            link.setAttribute("onclick", "window.hacked = 1");
            document.body.append(link);
            link.click();
        }"""
    )
    assert page.evaluate("window.hacked") is None
    assert errors
    assert all("Content Security Policy" in error or "Failed to load" in error for error in errors), errors


QUESTION = "How satisfied are you with the way in which our team answered the question that you had asked? "

# Texts of a panel that stick out of it by more than the height of a line's descenders.
OUTSIDE = """root => [...root.querySelectorAll('figure svg')].flatMap(svg => {
    const box = svg.getBoundingClientRect();
    return [...svg.querySelectorAll('text')].filter(text => text.textContent && text.getAttribute('visibility') !== 'hidden')
        .filter(text => {
            const { left, right } = text.getBoundingClientRect();
            return right > left && (left < box.left - 4 || right > box.right + 4);
        }).map(text => text.firstChild.textContent);
})"""


@pytest.mark.parametrize("width", [1200, 420])
@pytest.mark.parametrize("kind", [BoostingStepper, LambdaSlider])
def test_long_names_stay_in_their_panels_and_are_told_in_full(open_saved, kind, width):
    X = np.random.default_rng(0).normal(size=(80, 60))
    names = [f"Q{n}: {QUESTION * 5}{n}" for n in range(60)]
    w = kind(X, X[:, :5].sum(axis=1), feature_names=names)
    w.move(**({"round": 3} if kind is BoostingStepper else {"lam": 0.1}))
    page, refused, errors = open_saved(w, width=width)
    view = View(page.locator("body"))
    assert view.root.evaluate(OUTSIDE) == []
    told = [text.rpartition(":")[0] for text in view.bars]
    assert len(set(told)) >= 8  # as many bars as fit on the screen below the controls
    assert set(told) <= set(names), "a screen reader hears the whole name"
    assert view.root.locator("text.fw-name title").first.text_content() == told[0], "and whoever points at it reads it"
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert refused == errors == []


def test_no_gap_is_left_after_a_view_had_no_room(open_page):
    """A person closes the part of a window with the view, and opens it again."""
    view, *_ = open_page(BOOSTING)
    readouts = view.root.locator(".fw-readouts")
    before = readouts.bounding_box()
    view.page.set_viewport_size({"width": 20, "height": 900})
    wait_until(lambda: readouts.bounding_box()["height"] > before["height"], "the numbers stand one above another", view.page)
    view.page.set_viewport_size({"width": 1200, "height": 900})
    wait_until(lambda: readouts.bounding_box() == before, "the numbers stand as before", view.page)
