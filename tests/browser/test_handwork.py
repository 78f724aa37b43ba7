"""Points and tables of counts, moved by mouse, by fingers and by keys, in a plain page with Python behind it."""

from __future__ import annotations

from math import dist

import numpy as np
import pytest

from fewidgets.scene.page.page import page_html
from tests.browser.axe import violations, violations_inside
from tests.browser.finger import Finger, middle_of
from tests.browser.hands import MIDDLE
from tests.browser.handwork import AGES, DAYS, PEOPLE, Handwork
from tests.browser.jupyter import listen, wait_until
from tests.browser.live import open_live
from tests.browser.random_walk import act, arrive, caption_faults, picture_faults
from tests.browser.settings import settle

pytestmark = pytest.mark.browser

DOTS = f"nodes => nodes.map({MIDDLE})"
SIZES = """nodes => nodes.map(node => node.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"""
# Answers wait until `window.answer()`; `window.asked` counts the requests.
HOLD = """() => {
    const real = window.answerAsk;
    Object.assign(window, { asked: 0, waiting: [], answer: () => window.waiting.splice(0).forEach(go => go()) });
    window.answerAsk = request => {
        window.asked++;
        return new Promise(go => window.waiting.push(go)).then(() => real(request));
    };
    window.letGo = () => { window.answerAsk = real; window.answer(); };
}"""


class Desk:
    """A live page with the explorable, and what the tests do to it."""

    def __init__(self, browser, w, **context):
        self.context = browser.new_context(viewport={"width": 1000, "height": 900}, **context)
        self.page, self.w, self.errors = self.context.new_page(), w, []
        listen(self.page, self.errors)
        open_live(self.page, w)
        self.root = self.page.locator(".fewidgets")
        self.root.scroll_into_view_if_needed()
        self.root.locator("figure").first.wait_for()

    def dots(self, name="people"):
        return self.root.locator(f"[data-control={name}] .fw-point-dot")

    def cell(self, i):
        return self.root.locator("[data-control=days] [role=gridcell]").nth(i)

    def place(self, i, name="people"):
        return tuple(self.dots(name).locator(".fw-hit").evaluate_all(DOTS)[i])

    def cells(self, *which):
        """Give the middles of some cells in the window, which shows all of them."""
        self.cell(5).scroll_into_view_if_needed()
        return [tuple(self.cell(i).evaluate(MIDDLE)) for i in which]

    def seen(self, name="people"):
        """Give the points as the page has them."""
        return np.array(
            self.page.evaluate(
                "name => { const { data } = JSON.parse(window.states([name]))[0];"
                " return [...new Float64Array(Uint8Array.from(data).buffer)]; }",
                name,
            )
        ).reshape(-1, 2)

    def settle(self):
        self.page.wait_for_function("() => !document.querySelector('.fw-busy')")

    def wait(self, condition, what):
        wait_until(condition, what, self.page)
        self.settle()

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def focused(self):
        return self.page.evaluate("document.activeElement.ariaLabel")

    @property
    def said(self):
        return " ".join(self.root.locator("figure > [role=status]").all_inner_texts()).strip()

    def drag(self, start, *places, drop=True):
        self.page.mouse.move(*start)
        self.page.mouse.down()
        for place in places:
            self.page.mouse.move(*place, steps=3)
        if drop:
            self.page.mouse.up()

    def reset(self):
        self.w.people, self.w.ages, self.w.days = PEOPLE, AGES, DAYS


@pytest.fixture(scope="module")
def desk(browser):
    desk = Desk(browser, Handwork())
    yield desk
    desk.context.close()
    assert desk.errors == []


def test_a_dot_follows_the_mouse_before_python_answers_and_the_newest_place_wins(desk):
    start = desk.place(1)
    desk.page.evaluate(HOLD)
    caption = desk.root.locator("[data-part=caption]").inner_text()
    for step in range(1, 6):
        goal = (start[0] - 20 * step, start[1] + 12 * step)
        desk.drag(start, goal, drop=False) if step == 1 else desk.page.mouse.move(*goal)
        assert dist(desk.place(1), goal) < 1.5
    assert desk.page.evaluate("window.asked") == 1
    assert desk.root.locator("[data-part=caption]").inner_text() == caption
    desk.page.evaluate("window.answer()")
    wait_until(lambda: desk.page.evaluate("window.asked") == 2, "one more request, for the newest place", desk.page)
    desk.page.evaluate("window.letGo()")
    desk.page.mouse.up()
    desk.wait(lambda: desk.root.locator("[data-part=caption]").inner_text() != caption, "Python's answer")
    np.testing.assert_array_equal(desk.w.people, desk.seen())
    np.testing.assert_array_equal(desk.w.people[[0, 2, 3]], np.array(PEOPLE)[[0, 2, 3]])
    assert dist(desk.place(1), goal) < 1.5


def test_of_two_points_on_one_spot_one_is_taken_away_and_escape_brings_it_back(desk):
    before = desk.w.people
    x, y = desk.place(3)
    assert dist(desk.place(2), (x, y)) < 0.1
    desk.drag((x, y), (x + 60, y + 10), (x + 80, y + 30), drop=False)
    desk.wait(lambda: (desk.seen()[3] != before[3]).all(), "the upper one moves")
    np.testing.assert_array_equal(desk.seen()[2], before[2])
    desk.press("Escape")
    desk.wait(lambda: np.array_equal(desk.w.people, before), "as before")
    desk.page.mouse.move(x, y)
    desk.page.mouse.up()
    assert np.array_equal(desk.w.people, before)


def test_a_click_takes_a_dot_up_and_the_next_one_puts_it_there(desk):
    before, (x, y) = desk.w.people, desk.place(0)
    desk.page.mouse.click(x, y)
    assert np.array_equal(desk.w.people, before), "a click alone moves nothing, not even by rounding"
    assert desk.dots().nth(0).get_attribute("class").endswith("fw-taken")
    desk.page.mouse.click(x + 90, y - 40)
    desk.wait(lambda: not np.array_equal(desk.w.people, before), "it moves")
    assert dist(desk.place(0), (x + 90, y - 40)) < 1.5
    assert not desk.root.locator(".fw-taken").count()
    assert "Ann at east" in desk.said
    after = desk.w.people
    desk.page.mouse.click(x, y)
    desk.settle()
    assert np.array_equal(desk.w.people, after), "a click in the panel moves no point that nobody took up"


def test_points_by_keys(desk):
    page = desk.page
    desk.root.locator("[data-control=people] [tabindex='0']").focus()
    page.keyboard.press("Home")
    assert desk.focused == "Ann"
    order = []
    for key in ["ArrowLeft"] * 4 + ["ArrowRight"] * 4:
        desk.press(key)
        order.append(desk.focused)
    assert order[-1] == order[-2], "there is nothing beyond the last one"
    assert set(order[3:]) == {"Ann", "Bo", "Cy", "Di"}, "all points are reached, those on one spot too"
    before = desk.w.people
    desk.press("Home", "Enter")
    assert "Ann taken up" in desk.said
    desk.press("ArrowUp")
    desk.wait(lambda: desk.w.people[0, 1] > before[0, 1], "up is more")
    small = desk.w.people[0, 1] - before[0, 1]
    desk.press("Shift+ArrowUp")
    desk.wait(lambda: desk.w.people[0, 1] - before[0, 1] > 4 * small, "Shift moves farther")
    assert desk.focused == "Ann"
    desk.press("Escape")
    desk.wait(lambda: np.array_equal(desk.w.people, before), "put back")
    assert "put back" in desk.said
    desk.press("Enter", "ArrowRight", "Enter", "ArrowRight")
    desk.wait(lambda: desk.w.people[0, 0] > before[0, 0], "it stays where it was let go")
    assert desk.focused != "Ann"
    assert np.array_equal(desk.w.people[1:], before[1:])
    desk.press("Tab")
    assert not desk.root.locator("[data-control=people] :focus").count(), "all points are one stop"


def test_a_dot_that_moves_sideways_keeps_its_row_and_goes_beyond_the_axis_at_its_edge(desk):
    (x, y), figure = desk.place(0, "ages"), desk.root.locator("figure", has_text="Ages")
    before = desk.w.ages
    desk.drag((x, y), (x + 80, y + 60))
    desk.wait(lambda: desk.w.ages[0, 0] > before[0, 0], "it moves sideways")
    assert desk.w.ages[0, 1] == 0
    assert dist(desk.place(0, "ages"), (x + 80, y)) < 1.5
    box = figure.locator("svg.fw-plot").bounding_box()
    edge = box["x"] + box["width"] - 12
    reached = []
    for beyond in (4, 12, 20, 60):
        desk.drag(desk.place(0, "ages"), (edge - 40, y), (edge + beyond, y))
        desk.settle()
        reached.append(desk.w.ages[0, 0])
    assert reached == sorted(reached)
    assert 100 < reached[0] < 300
    assert reached[-1] == 1000, "no farther than the limit"
    assert desk.dots("ages").nth(0).locator(".fw-beyond").get_attribute("d"), "an arrow says that it lies beyond"
    assert desk.place(0, "ages")[0] <= edge + 2
    desk.page.locator("body").press("Escape")
    field = figure.get_by_role("textbox", name="Ages: Ann, age")
    for typed, said in (("NaN", "must be a number from 0 to 1000; got “NaN”."), ("2000", "got 2000.")):
        field.fill(typed)
        field.press("Enter")
        assert said in desk.root.locator("[data-part=message]").inner_text()
    field.fill("50")
    field.press("Enter")
    desk.wait(lambda: desk.w.ages[0, 0] == 50, "typed")
    assert desk.root.locator("[data-part=message]").inner_text() == ""


def test_examples_are_dragged_from_cell_to_cell(desk):
    rain, between, dry = desk.cells(0, 1, 5)
    desk.drag(rain, between, dry)
    desk.wait(lambda: desk.w.days[1, 1] == 10, "one day moved")
    assert desk.w.days.tolist() == [[7, 2, 0, 3], [1, 10, 4, 4], [40, 2, 1, 7]], "none stays on the way"
    assert "1 example moved from rain, umbrella to dry, coat" in desk.said
    desk.root.get_by_role("radiogroup", name="Examples moved at once").get_by_role("radio", name="20").check(force=True)
    desk.drag(rain, dry)
    desk.wait(lambda: desk.w.days[0, 0] == 0, "as many as there are")
    assert desk.w.days[1, 1] == 17
    desk.drag(rain, dry)
    assert "rain, umbrella has no examples to move." in desk.said
    desk.drag(dry, rain, drop=False)
    desk.wait(lambda: desk.w.days[0, 0] == 17, "it can be seen before the mouse is let go")
    desk.press("Escape")
    desk.wait(lambda: desk.w.days[0, 0] == 0, "put back")
    desk.page.mouse.up()
    desk.drag(dry, (dry[0], dry[1] + 400))
    desk.settle()
    assert desk.w.days[1, 1] == 17, "dropped beside the table, they stay where they were"
    desk.page.mouse.click(*dry)
    desk.page.mouse.click(*rain)
    desk.wait(lambda: desk.w.days[0, 0] == 17, "two clicks do the same")
    assert desk.w.days.sum() == 81


def test_examples_by_keys(desk):
    desk.cell(8).focus()
    desk.press("ArrowDown", "ArrowUp", "ArrowLeft")
    before = desk.w.days.copy()
    assert desk.focused.startswith("dry, umbrella: 1 example")
    desk.press("ArrowDown", "Enter", "ArrowRight", "ArrowUp")
    desk.wait(lambda: desk.w.days[1, 1] == before[1, 1] + 20, "carried")
    assert desk.focused.startswith("dry, coat:")
    desk.press("Escape")
    desk.wait(lambda: np.array_equal(desk.w.days, before), "put back")
    assert desk.focused.startswith("a very long name"), "the focus is where it began"
    desk.press("Enter", "End", "Enter", "Home")
    desk.wait(lambda: desk.w.days[2, 3] == before[2, 3] + 20, "dropped")
    assert "20 examples moved from" in desk.said
    desk.press("Tab")
    assert not desk.root.locator("[data-control=days] :focus").count(), "the table is one stop"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_marks_are_accessible(desk, scheme):
    desk.page.emulate_media(color_scheme=scheme)
    assert violations_inside(desk.root) == []


def test_all_is_put_back_from_the_menu(desk):
    desk.root.get_by_role("button", name="More actions").click()
    desk.root.get_by_role("menuitem", name="Reset").click()
    desk.wait(lambda: desk.w.days.tolist() == DAYS and desk.w.people.tolist() == PEOPLE, "as in the beginning")
    assert desk.w.ages.tolist() == AGES


def test_words_and_tables_tell_of_both_marks(desk):
    words = desk.root.locator("figure > p.fw-spoken:not([role])")
    most = "81 examples in 3 rows and 4 columns; most in a very long name of a kind of weather, umbrella: 40."
    desk.wait(lambda: words.all_inner_texts()[2] == most, "what the table shows")
    assert words.first.inner_text().startswith("4 points (Ann, Bo, Cy, Di)")
    table = desk.root.locator("figure", has_text="Days").locator("table")
    assert table.locator("tbody tr").first.inner_text().split() == ["rain", "8", "2", "0", "3", "13"]


@pytest.fixture(scope="module")
def phone(browser):
    desk = Desk(browser, Handwork(), has_touch=True)
    desk.page.set_viewport_size({"width": 360, "height": 780})
    yield desk
    desk.context.close()
    assert desk.errors == []


def test_fingers(phone):
    desk = phone
    finger, before = Finger(desk.page), desk.w.people
    x, y = middle_of(desk.dots().nth(1))
    scroll = desk.page.evaluate("scrollY")
    finger.drag((x, y), (x - 40, y + 90))
    desk.wait(lambda: not np.array_equal(desk.w.people, before), "a finger drags a dot")
    assert desk.page.evaluate("scrollY") == scroll, "the page does not scroll under it"
    x, y = middle_of(desk.dots().nth(0))
    before = desk.w.people
    finger.tap((x, y))
    desk.wait(lambda: desk.root.locator(".fw-taken").count() == 1, "a tap takes it up")
    finger.tap((x + 50, y - 30))
    desk.wait(lambda: not np.array_equal(desk.w.people, before), "the next tap puts it there")
    middle_of(desk.cell(5))
    full, other, rain = desk.cells(8, 9, 0)
    finger.tap(full)
    desk.wait(lambda: desk.root.locator(".fw-giving").count() == 1, "a tap picks examples up")
    assert not desk.root.locator(".fw-taken").count()
    finger.tap(other)
    desk.wait(lambda: desk.w.days[2].tolist() == [39, 3, 1, 7], "the next tap drops them")
    finger.tap(full)
    desk.wait(lambda: desk.root.locator(".fw-giving").count() == 1, "a tap picks examples up")
    finger.drag(full, rain)
    desk.wait(lambda: desk.w.days[0, 0] == 9, "a finger drags examples up that a tap has picked up")
    (full, other), before = desk.cells(8, 9), desk.w.days[2].tolist()
    finger.drag(full, other)
    desk.wait(lambda: desk.w.days[2].tolist() == [before[0] - 1, before[1] + 1, *before[2:]], "a finger drags them across")
    (full,), before, scroll = desk.cells(8), desk.w.days, desk.page.evaluate("scrollY")
    finger.scroll(full)
    wait_until(lambda: desk.page.evaluate("scrollY") > scroll, "a finger that moves up scrolls the page", desk.page)
    assert np.array_equal(desk.w.days, before)
    sizes = desk.root.locator("[role=gridcell] rect:first-of-type, .fw-point-dot .fw-hit").evaluate_all(SIZES)
    assert min(sizes) >= 23.95


def test_a_random_walk_finds_no_fault(phone):
    rng = np.random.default_rng(5)
    for width, scheme in ((320, "light"), (1200, "dark")):
        arrive(phone.page, width, scheme)
        for turn in range(8):
            act(phone.page, phone.w, turn, rng.random())
            assert picture_faults(phone.page) == []
        assert caption_faults(phone.page, phone.w) == []
    assert phone.w.people.tolist() != PEOPLE
    assert phone.w.days.tolist() != DAYS


def test_one_point_many_points_and_large_tables(browser):
    rng = np.random.default_rng(0)
    desk = Desk(browser, Handwork(people=[[2, 3]], days=rng.integers(0, 99, (8, 6))))
    plot = desk.root.locator("figure svg.fw-plot").first.bounding_box()
    desk.page.mouse.click(plot["x"] + plot["width"] * 0.7, plot["y"] + 60)
    desk.wait(lambda: desk.w.people[0, 0] > 5, "a click places the only point")
    settle(desk.page, 320)
    widths = desk.root.locator("[role=gridcell] rect:first-of-type").evaluate_all(SIZES)
    assert len(widths) == 48
    assert min(widths) >= 23.95, "cells of 24 pixels"
    desk.context.close()
    many = Desk(browser, Handwork(people=rng.uniform(0, 10, (100, 2)), days=[[3, 1], [0, 2]]))
    assert many.dots().count() == 100
    before = many.w.people
    many.drag(many.place(57), (many.place(57)[0] + 30, many.place(57)[1] + 20))
    many.wait(lambda: not np.array_equal(many.w.people, before), "one of a hundred moves")
    assert (many.w.people != before).any(axis=1).sum() == 1
    many.context.close()
    assert desk.errors == many.errors == []


def test_without_python_nothing_moves_and_the_page_says_why(browser):
    context, errors = browser.new_context(viewport={"width": 1000, "height": 900}), []
    page, w = context.new_page(), Handwork()
    listen(page, errors)
    page.route(
        "http://saved.test/", lambda route: route.fulfill(body=page_html(w.scene), content_type="text/html; charset=utf-8")
    )
    page.goto("http://saved.test/")
    page.get_by_role("button", name="More actions").wait_for()
    assert "This page works without Python" in page.locator("[data-part=offline]").inner_text()
    dot = page.locator("[data-control=people] .fw-point-dot").first
    x, y = middle_of(dot.locator(".fw-hit"))
    before = dot.get_attribute("transform")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 50, y, steps=3)
    page.mouse.up()
    dot.focus()
    for key in ("Enter", "ArrowRight"):
        page.keyboard.press(key)
    assert dot.get_attribute("transform") == before
    cells = page.locator("[role=gridcell]")
    for cell in (cells.first, cells.nth(1)):
        cell.click(force=True)
    assert cells.first.get_attribute("aria-label").startswith("rain, umbrella: 8 examples")
    assert cells.first.get_attribute("aria-disabled") == "true"
    assert page.locator("figure input:enabled").count() == 0
    assert violations(page) == []
    context.close()
    assert errors == []
