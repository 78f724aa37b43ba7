"""The boosting stepper in JupyterLab: what a person sees and does, and what Python hears of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import wait_until
from tests.browser.view import BOOSTING, View, box_of

pytestmark = pytest.mark.browser
LAST = 13
LINKED = """import ipywidgets as widgets
number = widgets.IntSlider(max=13, description="linked")
link = widgets.jslink((w, "round"), (number, "value"))
number"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("boosting.ipynb", BOOSTING, LINKED, "'a cell below'")


@pytest.fixture
def view(notebook):
    notebook.page.emulate_media(reduced_motion="no-preference")
    notebook.lab.forget()
    return View(notebook.run_cell(0))


@pytest.fixture(autouse=True)
def no_errors(notebook, view):
    yield
    assert notebook.lab.errors == []


def test_running_the_cell_shows_the_picture(notebook, view):
    assert len(view.bars) == 2 * LAST
    assert view.panels.count() == 4
    assert all(
        text.split(":")[0] == name for text, name in zip(view.bars, notebook.value("w.data.feature_names"), strict=False)
    )
    assert view.caption == notebook.value("w.caption")
    expect(view.root).to_have_accessible_name(notebook.value("w.scene.title"))
    expect(view.root.get_by_text("Cost history", exact=True).first).to_be_visible()


def test_keys_reach_the_slider_in_command_mode(notebook, view):
    notebook.command_mode(0)
    view.control("round").focus()
    before = notebook.cell_count
    for key in ["ArrowDown", "ArrowRight", "ArrowRight", "d", "d", "x", "ArrowUp", "b", "a", "m"]:
        notebook.page.keyboard.press(key)
    assert notebook.cell_count == before
    assert notebook.active_cell == 0
    assert view.step() == 3  # down, at 0, does nothing; then right, right, up
    notebook.wait_value("w.round", 3)


def test_space_plays_and_pauses_in_command_mode_too(notebook, view):
    notebook.command_mode(0)
    view.control("round").focus()
    notebook.page.keyboard.press("Space")
    expect(view.button("Pause")).to_be_visible()
    view.wait_step(1)
    notebook.page.keyboard.press("Space")
    expect(view.button("Play")).to_be_visible()
    assert notebook.active_cell == 0


def test_play_runs_to_the_end_at_speed_and_can_be_paused(notebook, view):
    speed = view.root.get_by_label("Speed")
    fastest = speed.locator("option").last.get_attribute("value")
    speed.select_option(fastest)
    view.button("Play").click()
    wait_until(lambda: view.step() >= 3, "three rounds played", view.page)
    view.button("Pause").click()
    paused = view.step()
    still = view.at_rest()  # the last step may still be on its way
    assert view.at_rest(700) == still
    assert view.step() == paused < LAST
    notebook.wait_value("w.round", paused)
    view.button("Play").click()
    view.wait_step(LAST)
    expect(view.button("Play")).to_be_visible()
    notebook.wait_value("w.round", LAST)
    view.button("Play").click()  # once more from the start
    wait_until(lambda: view.step() < 4, "played anew", view.page)
    view.button("Reset").click()
    view.wait_step(0)
    assert view.at_rest(600)
    assert view.step() == 0


def test_an_answer_that_comes_late_does_not_undo_what_was_pressed_since(notebook, view):
    notebook.start("import time; time.sleep(1.5)")
    view.control("round").press("ArrowRight")
    view.page.wait_for_timeout(400)  # at rest: the kernel is told of round 1, and repeats it when it wakes
    seen = []
    for _ in range(11):
        view.control("round").press("ArrowRight")
        view.page.wait_for_timeout(150)
        seen.append(view.step())
    assert seen == list(range(2, 13))
    notebook.wait_value("w.round", 12)
    assert view.step() == 12


def test_the_thumb_can_be_dragged(notebook, view):
    box = box_of(view.control("round"))
    mouse, y = notebook.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + 9, y)
    mouse.down()
    mouse.move(box["x"] + box["width"] / 2, y, steps=6)
    middle = view.step()
    assert 5 <= middle <= 8
    mouse.move(box["x"] + box["width"] - 2, y, steps=6)
    mouse.up()
    view.wait_step(LAST)
    notebook.wait_value("w.round", LAST)


def test_the_cost_history_can_be_scrubbed(notebook, view):
    box = box_of(view.panels.filter(has_text="Cost history").locator("svg"))
    mouse, y = notebook.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + box["width"] * 0.5, y)
    mouse.down()
    assert 3 <= view.step() <= 10
    mouse.move(box["x"] + box["width"] - 2, y, steps=5)
    mouse.up()
    view.wait_step(LAST)
    mouse.move(box["x"] + box["width"] * 0.4, y)  # no button: nothing moves
    assert view.step() == LAST
    notebook.wait_value("w.round", LAST)


def test_a_prediction_is_asked_for_answered_and_scored(notebook, view):
    names, order = notebook.value("list(w.data.feature_names)"), notebook.value("w.trace.order.tolist()")
    view.root.get_by_label("Predict first").check()
    notebook.wait_value("w.predict", True)
    asked = view.root.get_by_role("group", name="Which feature comes next?")
    expect(asked).to_be_hidden()
    before = view.at_rest()
    view.button("Forward").click()
    expect(asked).to_be_visible()
    assert view.at_rest() == before, "the answer could be read off the picture"
    assert view.step() == 0

    wrong = next(n for n in range(LAST) if n != order[0])
    asked.locator(f"[data-option='{wrong}']").click()
    view.wait_step(1)
    expect(view.part("verdict")).to_contain_text(names[order[0]])
    expect(view.part("verdict")).to_contain_text(names[wrong])
    expect(view.part("score")).to_contain_text("0 of 1")
    assert view.picture != before

    view.control("round").press("ArrowRight")
    expect(asked).to_be_visible()
    expect(asked.locator(f"[data-option='{order[0]}']")).to_have_count(0)  # what was right before is not offered again
    asked.get_by_role("button", name=names[order[1]], exact=True).press("Enter")
    view.wait_step(2)
    expect(view.part("verdict")).to_contain_text("Right")
    expect(view.part("score")).to_contain_text("1 of 2")
    notebook.wait_value("[w.score, w.asked, w.round, w.answers[:3]]", [1, 2, 2, [wrong, order[1], -1]])

    view.button("Back").click()
    view.wait_step(1)
    view.button("Forward").click()  # answered already: not asked again
    view.wait_step(2)
    expect(asked).to_be_hidden()


def test_while_predicting_no_way_leads_past_the_question(view):
    view.root.get_by_label("Predict first").check()
    asked = view.root.get_by_role("group", name="Which feature comes next?")
    view.control("round").press("End")
    expect(asked).to_be_visible()
    assert view.step() == 0
    box = box_of(view.panels.filter(has_text="Cost history").locator("svg"))
    view.page.mouse.click(box["x"] + box["width"] - 10, box["y"] + box["height"] / 2)
    assert view.step() == 0
    view.button("Play").click()
    view.page.wait_for_timeout(1300)
    assert view.step() == 0
    expect(asked).to_be_visible()
    expect(view.button("Play")).to_be_visible()
    view.root.get_by_label("Predict first").uncheck()
    expect(asked).to_be_hidden()
    view.control("round").press("End")
    view.wait_step(LAST)


def test_the_picture_follows_python(notebook, view):
    before = view.picture
    notebook.execute("w.round = 5")
    view.wait_step(5)
    assert view.wait_picture(before)
    assert view.caption == notebook.value("w.caption")
    notebook.execute("w.feature = 'LSTAT'")
    wait_until(lambda: view.emphasised("LSTAT"), "LSTAT emphasised", view.page)


def test_the_round_can_be_linked_in_the_browser(notebook, view):
    output = notebook.run_cell(1)
    handle = output.locator("[role=slider]")
    expect(handle).to_be_visible()
    view.control("round").press("ArrowRight")
    view.control("round").press("ArrowRight")
    expect(handle).to_have_attribute("aria-valuenow", "2.0")
    handle.press("ArrowRight")
    view.wait_step(3)
    notebook.wait_value("[w.round, number.value]", [3, 3])


def test_a_feature_can_be_followed_through_the_panels(notebook, view):
    view.control("round").press("End")
    bars = view.panels.nth(1).locator("[role=option]")
    bars.nth(2).hover()
    name = bars.nth(2).get_attribute("data-key")
    wait_until(lambda: len(view.emphasised(name)) >= 2, f"{name} emphasised in two panels", view.page)
    notebook.page.mouse.move(2, 2)
    wait_until(lambda: not view.emphasised(name), "nothing emphasised", view.page)

    bars.nth(0).focus()
    view.page.keyboard.press("ArrowDown")
    second = bars.nth(1).get_attribute("data-key")
    wait_until(lambda: len(view.emphasised(second)) >= 2, f"{second} emphasised by focus", view.page)
    view.page.keyboard.press("Enter")
    notebook.wait_value("w.feature", second)
    view.page.keyboard.press("Enter")
    notebook.wait_value("w.feature", "")
