"""After a step, marks move to their new places: each from its own old place, and to exactly the picture of a jump."""

from __future__ import annotations

import numpy as np
import pytest

from fewidgets.authoring.gallery import examples
from fewidgets.scene import Block, Pick, Stepper
from tests.browser.jupyter import listen
from tests.browser.random_walk import ACT, STILL

pytestmark = pytest.mark.browser

# All that is drawn: each SVG node of the plots with its attributes, and its text. What has the focus is no part of it.
DRAWN = """() => [...document.querySelectorAll("figure svg.fw-plot :not(canvas)")].map(node => [
    node.nodeName,
    ...[...node.attributes].filter(({ name }) => name !== "tabindex").map(({ name, value }) => `${name}=${value}`).sort(),
    node.childElementCount ? "" : node.textContent].join(" "))"""
MOVING = "() => Boolean(document.querySelector('.fw-moving'))"
# Act, and record where each bar and each dot with a key is in each frame until the motion ends.
FRAMES = """async ([act, where]) => {
    const places = () => Object.fromEntries([...document.querySelectorAll("figure svg.fw-plot [data-key]")]
        .filter(node => !node.closest("[data-source]"))
        .flatMap(node => [node, ...node.querySelectorAll("rect.fw-bar, circle.fw-dot")])
        .filter(node => node.matches("rect.fw-bar, circle.fw-dot"))
        .flatMap(node => ["x", "y", "width", "cx", "cy"].filter(name => node.hasAttribute(name)).map(name => [
            [node.closest("figure").ariaLabel, node.closest("[data-key]").dataset.key, node.nodeName, name].join(" · "),
            Number(node.getAttribute(name))])));
    const found = [places()];
    eval(`(${act})`)(where);
    do {
        found.push(places());
        await new Promise(requestAnimationFrame);
    } while (document.querySelector(".fw-moving"));
    return [...found, places()];
}"""


@pytest.fixture
def show(browser, tmp_path):
    """Show an explorable on a saved page, with motion or with less of it."""
    pages, errors = [], []

    def show(w, motion="no-preference"):
        page = browser.new_page(reduced_motion=motion, viewport={"width": 934, "height": 900})
        pages.append(page)
        listen(page, errors)
        page.goto(w.to_html(tmp_path / "page.html", budget=20_000).as_uri())
        page.locator("figure").first.wait_for()
        page.evaluate(STILL)
        return page

    yield show
    for page in pages:
        page.close()
    assert errors == []


def replays(w):
    return [control for control in w.scene.controls if not control.compute and not control.idle]


@pytest.mark.parametrize("name", examples())
def test_a_step_ends_at_the_picture_that_a_jump_gives(show, name):
    w = examples()[name]()
    moving, jumping = show(w), show(w, "reduce")
    rng = np.random.default_rng(len(name))
    moved = False
    for turn in range(3):
        for control in replays(w):
            for share in rng.random(1 + turn % 2):  # sometimes a second step comes before the first one has ended
                where = [control.name, control.kind, float(share)]
                for page in (moving, jumping):
                    page.evaluate(ACT, where)
                moved |= moving.evaluate(MOVING)
                assert not jumping.evaluate(MOVING), "a system that asks for less motion gets the picture at once"
            for page in (moving, jumping):
                page.evaluate(STILL)
            assert moving.evaluate(DRAWN) == jumping.evaluate(DRAWN), f"after {control.name}"
    if any(isinstance(control, Stepper) for control in replays(w)):
        assert moved


@pytest.mark.parametrize("name", examples())
def test_no_mark_becomes_another(show, name):
    w = examples()[name]()
    page = show(w)
    rng = np.random.default_rng(len(name))
    for control in replays(w):
        if isinstance(control, Pick):
            continue
        for share in rng.random(2) * (0.24 if isinstance(control, Block) else 1):  # one step, not several at once
            first, *between, last = page.evaluate(FRAMES, [ACT, [control.name, control.kind, float(share)]])
            page.evaluate(STILL)
            for key in first.keys() & last.keys():
                low, high = sorted((first[key], last[key]))
                for frame in between:
                    assert low - 0.02 <= frame.get(key, low) <= high + 0.02, key


def test_a_key_that_repeats_and_reset_show_each_picture_at_once(show):
    w = examples()["boosting_stepper"]()
    page = show(w)
    slider = page.locator("[data-control=round]")
    slider.press("Home")
    page.evaluate(STILL)
    slider.press("ArrowRight")
    assert page.evaluate(MOVING), "a key moves the marks"
    key = "(node, repeat) => node.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', repeat, bubbles: true }))"
    slider.evaluate(key, True)
    assert not page.evaluate(MOVING), "a key that repeats ends the motion"
    at_once = page.evaluate(DRAWN)
    page.evaluate(STILL)
    assert page.evaluate(DRAWN) == at_once
    page.wait_for_timeout(200)  # steps that follow quickly on one another are shown at once, too
    page.get_by_role("button", name="Forward").click()
    assert page.evaluate(MOVING)
    page.get_by_role("button", name="Reset").click()
    assert not page.evaluate(MOVING)
    page.evaluate(STILL)
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 12, box["y"] + 14)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 14, steps=3)
    assert not page.evaluate(MOVING), "what is dragged is shown at once"
    page.mouse.up()
