"""Predictions in a browser: one page with all kinds, by keys alone, by touch alone, and remembered; and once in JupyterLab."""

from __future__ import annotations

import json

import numpy as np
import pytest
from playwright.sync_api import expect

from fewidgets import Prediction
from fewidgets.authoring.lesson_page import lesson_html
from fewidgets.exercises.predicting import Axis, Sketch
from fewidgets.scene.page.encode import as_json, encode
from tests.browser.axe import violations, violations_of_contrast
from tests.browser.finger import Finger, middle_of
from tests.browser.jupyter import listen, notebooks
from tests.browser.settings import settle, sideways
from tests.exercises.predicting.kinds import KINDS, predictions

pytestmark = pytest.mark.browser

#: The target of a finger, in pixels.
FINGER = 24

#: How a row and its sign look, without colour.
LOOK = """row => [row, row.firstChild].map(node => {
  const { borderStyle, borderRadius, visibility } = getComputedStyle(node);
  return [borderStyle, borderRadius, visibility];
}).join()"""

#: Milliseconds of what moves in a page, by the name of the animation.
MOVES = """Object.fromEntries(document.getAnimations().filter(each => each instanceof CSSAnimation).map(
  each => [each.animationName, each.effect.getTiming().duration]))"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Write a lesson with a prediction of each kind, as `fewidgets export` does, and give its address."""
    cells = [{"cell_type": "markdown", "source": "# Predictions\n\n## Section", "metadata": {}}]
    for name, w in predictions().items():
        state = {"_scene": as_json(encode(w.page_scene())), "answer": None, "stage": "open"}
        view = {"application/vnd.jupyter.widget-view+json": {"model_id": name}, "text/html": w.still()}
        output = {"output_type": "display_data", "data": view, "metadata": {"fewidgets_shown": {"state": state}}}
        held = {
            "fewidgets_held": w.data.name,
            "outputs": [{"output_type": "stream", "name": "stdout", "text": f"held by {name}"}],
        }
        hidden = {"output_type": "display_data", "data": {}, "metadata": {"fewidgets_shown": {"state": held}}}
        cells.append({"cell_type": "code", "source": "", "metadata": {}, "outputs": [output, hidden]})
    folder = tmp_path_factory.mktemp("predictions")
    text = lesson_html({"cells": cells, "nbformat": 4}, folder, name="predictions.ipynb")
    secrets = [secret for case in KINDS.values() for secret in case.secrets]
    assert not [secret for secret in secrets if secret in text], "the page can be read at a glance"
    (folder / "page.html").write_text(text, encoding="utf-8")
    return (folder / "page.html").as_uri()


@pytest.fixture
def open_page(lab, address):
    contexts, errors = [], []

    def open_page(script="", **settings):
        usual = {"viewport": {"width": 1200, "height": 900}, "reduced_motion": "reduce"}
        contexts.append(lab.browser.new_context(**{**usual, **settings}))
        if script:
            contexts[-1].add_init_script(script)
        page = contexts[-1].new_page()
        listen(page, errors)
        page.goto(address)
        expect(page.locator(".fw-commit")).to_have_count(len(KINDS))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def views(page):
    return dict(zip(KINDS, page.locator(".fewidgets").all(), strict=True))


def expected(name, answer):
    """What Python says about an answer that a browser gave."""
    w = predictions()[name]
    w.answer = answer
    w.data.kind.grade(w.data.kind.check(w.answer))
    return w.data.kind.grade(w.data.kind.check(w.answer))


def told(view):
    return view.locator(".fw-result").inner_text()


def stored(page):
    known = page.evaluate("JSON.parse(localStorage.getItem('fewidgets predictions'))") or {}
    return {key.split("/")[1].removeprefix("9.6 "): value for key, value in known.items()}


def test_by_keys_alone_and_remembered_after_a_reload(open_page):
    page = open_page()
    for name, view in views(page).items():
        commit = view.locator(".fw-commit")
        if name == "order":  # it could be committed as it stands
            view.locator(".fw-order-list button").nth(1).focus()
        else:
            expect(commit).to_have_attribute("aria-disabled", "true")
            hint = view.locator(".fw-hint").last.inner_text()
            assert hint.endswith("first."), hint
            commit.press("Enter")  # says what is missing by moving the focus there
            expect(view.locator(".fw-result")).to_be_hidden()
            assert page.evaluate("document.activeElement.matches('input, select, [role=slider]')"), name
        for key in KINDS[name].keys:
            page.keyboard.press(key)
        if name == "sketch":  # the other curve: back to the chooser, down, and to the knots again
            view.get_by_label("LSTAT").focus()
            page.keyboard.press("Space")
            view.locator(".fw-knot[tabindex='0']").press("PageDown")
        if name != "one":
            expect(commit).not_to_have_attribute("aria-disabled", "true")
        else:
            view.get_by_label("O and A", exact=True).press("Space")
        commit.press("Enter")
        expect(view.locator(".fw-result")).to_be_visible()
        expect(view.locator(".fw-result")).to_be_focused()
        kept = stored(page)[name]
        assert kept["stage"] == "committed"
        verdict, kind = expected(name, kept["answer"]), predictions()[name].data.kind
        reasons = kind.options.values() if name == "several" else [verdict.reason]
        assert not [reason for reason in reasons if reason not in told(view)], name
        assert told(view).splitlines()[-1] or verdict.right
        expect(page.get_by_text(f"held by {name}")).to_be_visible()
    assert violations(page) == []
    for width in (1200, 320):
        settle(page, width, color_scheme="dark")
        assert violations_of_contrast(page) == [], f"{width} px, dark"
        assert not sideways(page), f"{width} px"
    before = [told(view) for view in views(page).values()]
    page.reload()
    expect(page.locator(".fewidgets")).to_have_count(len(KINDS))
    for view, text in zip(views(page).values(), before, strict=True):
        expect(view.locator(".fw-result")).to_be_visible()
        assert told(view) == text
        expect(view.locator("input, .fw-commit:visible")).to_have_count(0)


def test_what_stands_there_can_be_committed(open_page):
    """An order that nobody moved, a slider's thumb where it stands, and bars of which a student says that they are 0."""
    page = open_page()
    at = views(page)
    at["order"].locator(".fw-commit").click()
    expect(at["order"].locator(".fw-result")).to_be_visible()
    assert stored(page)["order"]["answer"] == list(predictions()["order"].data.kind.items)
    track = at["number"].locator("input[type=range]")
    track.click()  # its middle, where the thumb is
    expect(at["number"].locator(".fw-commit")).not_to_have_attribute("aria-disabled", "true")
    knots = at["bars"].locator(".fw-knot")
    at["bars"].locator(".fw-commit").press("Enter")
    tip = at["bars"].locator(".fw-tip")
    for k, key in enumerate(["End", "ArrowDown", "ArrowRight"]):
        page.keyboard.press(key)
        expect(tip).to_contain_text(["1", "not drawn yet", "0.05"][k])
        expect(tip).to_contain_text(["LSTAT", "RM", "RM"][k])
        box, others = tip.bounding_box(), [knots.nth(n).bounding_box() for n in range(4) if n != min(k, 1)]
        middles = [other["y"] + other["height"] / 2 for other in others]
        assert not [y for y in middles if box["y"] < y < box["y"] + box["height"]], "the tooltip hides a neighbour"
    commit, rest = at["bars"].locator(".fw-commit"), at["bars"].get_by_text("The rest is 0", exact=True)
    expect(at["bars"].locator(".fw-hint").last).to_have_text("Draw each bar, or press “The rest is 0” first.")
    expect(commit).to_have_attribute("aria-disabled", "true")
    rest.click()
    expect(rest).to_be_disabled()
    expect(commit).not_to_have_attribute("aria-disabled", "true")
    commit.click()
    expect(at["bars"].locator(".fw-result")).to_be_visible()
    assert stored(page)["bars"]["answer"] == [[1, 0.05, 0, 0]]


@pytest.mark.parametrize("chosen", [["AGE"], ["AGE", "RM"], ["CRIM", "RM"]])
def test_what_was_found_missed_and_wrong_looks_different(chosen, open_page):
    page = open_page()
    view = views(page)["several"]
    for option in chosen:
        view.get_by_label(option).check()
    view.locator(".fw-commit").click()
    kind = predictions()["several"].data.kind
    signs = {(True, True): ["✓", "found"], (True, False): ["+", "missed"], (False, True): ["✗", "wrong"]}
    chosen_first = [*chosen, *(each for each in kind.truth if each not in chosen)]
    order = [*chosen_first, *(each for each in kind.options if each not in chosen_first)]
    looks = {}
    expect(view.locator(".fw-result li.fw-option")).to_have_count(len(order))
    for row, option in zip(view.locator("li.fw-option").all(), order, strict=True):
        status = (option in kind.truth, option in chosen)
        sign, *rest = [*signs.get(status, [""])]
        assert row.inner_text().split("\n") == [*filter(None, [sign]), option, *rest, kind.options[option]]
        looks.setdefault(status, set()).add(row.evaluate(LOOK))
    assert all(len(look) == 1 for look in looks.values())
    assert len(set.union(*looks.values())) == len(looks)


def test_a_reveal_moves_unless_the_system_asks_for_less(open_page):
    for motion, moves in (("reduce", set()), ("no-preference", {"fw-settle", "fw-appear", "fw-grow", "fw-wipe"})):
        page, seen = open_page(reduced_motion=motion), {}
        at = views(page)
        at["several"].get_by_label("INDUS").check()
        at["number"].locator("input[type=range]").press("End")
        for name in ("one", "several", "number", "order", "sketch"):
            at[name].locator(".fw-skip" if name in ("one", "sketch") else ".fw-commit").click()
            seen |= page.evaluate(MOVES)
        assert seen.keys() == moves
        assert all(200 <= time <= 350 for time in seen.values())


@pytest.mark.parametrize("count", [6, 12, 14, 20, 41, 60])
def test_the_handles_of_a_sketch_are_regular(count, open_page, tmp_path):
    kind = Sketch(
        "x", Axis("y", domain=(0, 1)), range(count), ["f"], np.zeros(count), because="It is 0.", near=0.1, otherwise="No."
    )
    sketch = Prediction("Draw.", kind, name="handles", lesson="none").to_html(tmp_path / "sketch.html")
    page = open_page(viewport={"width": 400, "height": 800})
    page.goto(sketch.as_uri())
    page.locator(".fw-knot[tabindex='0']").press("PageUp")
    for width in (400, 934):
        settle(page, width)
        boxes = [knot.bounding_box() for knot in page.locator(".fw-knot").all()]
        lefts, sizes = (np.array([box[name] for box in boxes]) for name in ("x", "width"))
        assert np.ptp(sizes) < 0.1
        assert np.ptp(np.diff(lefts)) < 0.1
        assert np.diff(lefts).min() > sizes[0], "two handles overlap"


@pytest.mark.parametrize("count", [3, 5, 12])
def test_a_curve_that_ends_one_step_early_is_whole(count, open_page, tmp_path):
    kind = Sketch(
        "x", Axis("y", domain=(0, 1)), range(count), ["f"], np.zeros(count), because="It is 0.", near=0.1, otherwise="No."
    )
    sketch = Prediction("Draw.", kind, name="early", lesson="none").to_html(tmp_path / "sketch.html")
    page = open_page()
    page.goto(sketch.as_uri())
    sheet = page.locator(".fw-sheet")
    page.get_by_role("button", name="More actions").wait_for()
    sheet.scroll_into_view_if_needed()
    box = sheet.bounding_box()
    left, wide, y = box["x"] + 1, box["width"] - 2, box["y"] + box["height"] / 3
    for first, last in [(1, count - 1), (0, count - 2), (1, count - 2)][: 3 if count > 3 else 2]:
        page.mouse.move(left + first / (count - 1) * wide, y)
        page.mouse.down()
        page.mouse.move(left + last / (count - 1) * wide, y, steps=8)
        page.mouse.up()
        expect(page.locator(".fw-commit")).not_to_have_attribute("aria-disabled", "true")
        page.get_by_role("button", name="Clear").click()
        expect(page.locator(".fw-commit")).to_have_attribute("aria-disabled", "true")


def test_the_first_state_is_accessible_and_the_reset_of_a_menu_changes_nothing(open_page):
    page = open_page()
    for width in (1200, 400, 320):
        settle(page, width, color_scheme="light")
        assert violations(page) == [], f"{width} px, light"
        assert not sideways(page), f"{width} px"
    settle(page, 1200, color_scheme="dark")
    assert violations_of_contrast(page) == []
    sizes = page.locator(".fw-answering :is(button, label, input:not(label *)), .fw-actions button").evaluate_all(
        "nodes => nodes.filter(n => n.offsetParent).map(n => [n.className, n.offsetWidth, n.offsetHeight])"
    )
    small = [size for size in sizes if min(size[1:]) < FINGER]
    assert not small, f"less than {FINGER} px wide or high: {small}"
    sketch = views(page)["sketch"]
    sketch.locator(".fw-skip").click()
    expect(sketch.locator(".fw-lead")).to_contain_text("Shown without a prediction.")
    sketch.get_by_role("button", name="More actions").click()
    sketch.get_by_role("menuitem", name="Reset").click()
    expect(sketch.locator(".fw-lead")).to_contain_text("Shown without a prediction.")
    assert stored(page)["sketch"]["stage"] == "shown"
    assert sorted(sketch.locator(".fw-line-label").all_text_contents()) == ["LSTAT", "RM"]


def test_by_touch_alone_without_a_place_to_store(open_page):
    refused = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } });"
    page = open_page(refused, viewport={"width": 400, "height": 800}, has_touch=True)
    finger = Finger(page)

    for name, view in views(page).items():
        KINDS[name].touch(finger, view)
        finger.tap(middle_of(view.locator(".fw-commit")))
        expect(view.locator(".fw-result")).to_be_visible()
        assert "it forgets your prediction when you close it" in told(view)
    sketch = views(page)["sketch"]
    assert sketch.locator(".fw-lead").inner_text()


CELL = """
import os, fewidgets
os.environ.pop("FEWIDGETS_PREDICTIONS", None)
from fewidgets.exercises.predicting import OneOf
kind = OneOf({"x1": "It is the output.", "x2": "It is not."}, lambda: "x1")
p = fewidgets.Prediction("Which one is first?", kind, name="9.6 in the lab", then=fewidgets.ContourDescent.example())
p
"""


def test_in_jupyterlab_it_holds_back_and_survives_a_reload_and_a_restart(lab):
    lab.forget()
    with notebooks(lab) as open_notebook:
        notebook = open_notebook("predictions.ipynb", CELL, "with p.hold():\n    print('x1', 'comes first')")
        view, held = notebook.run_cell(0), notebook.run_cell(1)
        expect(view.locator(".fw-commit")).to_be_visible()
        expect(view.locator(".fewidgets")).to_have_count(1)
        expect(held.get_by_text("x1 comes first")).to_be_hidden()
        view.get_by_label("x2").check()
        notebook.wait_value("p.answer", "x2")
        notebook.execute("p.answer = 'x1'")
        expect(view.get_by_label("x1")).to_be_checked()
        view.get_by_label("x2").check()
        view.locator(".fw-commit").click()
        expect(view.locator(".fw-result")).to_contain_text("Not quite.")
        expect(view.locator(".fewidgets")).to_have_count(2)
        expect(held.get_by_text("x1 comes first")).to_be_visible()
        line = (lab.root / "9.6_boosting.predictions.jsonl").read_text(encoding="utf-8")
        assert json.loads(line)["answer"] == "x2"
        notebook.save()
        lab.reload()
        notebook.reopen()
        expect(notebook.output(0).locator(".fw-result")).to_contain_text("Not quite.")
        expect(notebook.output(0).locator(".fewidgets")).to_have_count(2)
        assert lab.errors == []
        notebook.restart()
        again = notebook.run_cell(0)
        expect(again.locator(".fw-result")).to_contain_text("You predicted: x2.")
        expect(again.locator(".fewidgets")).to_have_count(2)
        assert notebook.value("repr(p)") == 'Prediction "9.6 in the lab": wrong, answered x2'
    lab.forget()  # JupyterLab itself tells what a restart has interrupted
