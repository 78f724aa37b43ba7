"""Every explorable by fingers alone and by keys alone: each control and mark is reached and moved; scrolling moves none."""

from __future__ import annotations

import pytest

from fewidgets.authoring.gallery import examples
from tests.browser.finger import PLOT, at, clear_place
from tests.browser.hands import KEYS, TOUCH, Hands
from tests.browser.jupyter import listen, wait_until
from tests.browser.live import open_live
from tests.browser.settings import settle
from tests.browser.sight import UNFOLD

pytestmark = pytest.mark.browser

# The boxes of all targets: what has the focus or a click. A radio button's or a checkbox's target is its label. A mark with a
# key is a target if the key can be picked; unless a list or a menu offers the same key, it must be large enough itself.
TARGETS = """picks => {
    const root = document.querySelector(".fewidgets");
    const targets = [...root.querySelectorAll("input, button, select, textarea, summary, a[href], [tabindex], [data-key]")]
        .filter(node => node.checkVisibility() && getComputedStyle(node).visibility !== "hidden")
        .filter(node => !node.matches(":disabled"));
    const offered = new Set(targets.filter(node => node.matches("[role=option]")).map(node => node.dataset.key));
    const menu = "[role=combobox]:is([data-control=picked], [data-control=runner])";
    if (targets.some(node => node.matches(menu))) picks.forEach(key => offered.add(key));
    const inText = node => node.closest(".fw-tokens") && node.matches("span");
    return targets.filter(node => node.tabIndex >= 0 || node.matches("[role=option], [role=gridcell]")
        || (picks.includes(node.dataset.key) && !offered.has(node.dataset.key) && !inText(node)))
        .map(node => {
            const area = node.closest("label") ?? node.querySelector(":scope > .fw-hit") ?? node;
            const { x, y, width, height } = area.getBoundingClientRect();
            return { name: node.ariaLabel ?? node.dataset.key ?? node.textContent, x, y, width, height };
        });
}"""
# The boxes with pictures, with tables, and with pictures again.
IN_ALL_FORMS = f"""picks => {{
    const tables = [...document.querySelectorAll(".fewidgets .fw-as-table")];
    return [[], tables, tables].map(buttons => {{
        for (const button of buttons) button.click();
        return ({TARGETS})(picks);
    }});
}}"""
# Nodes over which two fingers could not zoom the page.
UNPINCHED = """() => [...document.querySelectorAll("*")].filter(node =>
    !/auto|manipulation|pinch-zoom/.test(getComputedStyle(node).touchAction)).map(node => node.outerHTML.slice(0, 80))"""
# Where a finger may begin to scroll: in panels, on bars, on sliders. Of places of the same sort, in whatever explorable, the
# first is numbered.
PLACES = "figure svg.fw-plot, figure table, figure .fw-tokens, figure [role=option]:first-child .fw-hit, input[type=range]"
SORTS = """(root, [places, known]) => {
    const sorts = [];
    for (const node of root.querySelectorAll(places)) {
        if (!node.checkVisibility() || node.querySelector(".fw-board, .fw-handle, .fw-points, .fw-counts")) continue;
        const names = [node, ...node.querySelectorAll("*")].map(each => `${each.localName} ${each.getAttribute("class")}`);
        const sort = String([...new Set(names)].sort());
        if (known.includes(sort) || sorts.includes(sort)) continue;
        node.dataset.sort = sorts.push(sort) - 1;
    }
    return sorts;
}"""
SMALLEST = 23.95  # CSS pixels: 24, rounded
SCROLLED = "() => scrollY + [...document.querySelectorAll('.fewidgets *')].reduce((sum, node) => sum + node.scrollTop, 0)"
REACHED = "() => { const at = document.activeElement; at.dataset.reached = 1; return at.textContent === 'after'; }"
REACHABLE = """() => [...document.querySelectorAll(".fewidgets :is(input, button, select, textarea, a[href], [tabindex])")]
    .filter(node => node.tabIndex >= 0 && !node.matches(":disabled") && node.getClientRects().length)
    .filter(node => getComputedStyle(node).visibility !== "hidden" && (node.type !== "radio" || node.checked))
    .map(node => (node.dataset.reached ? "" : node.outerHTML.slice(0, 100))).filter(Boolean)"""


scrolled_on: list[str] = []  # the sorts of places that a finger has scrolled on


@pytest.fixture(scope="module", params=examples())
def hands(request, browser):
    """Give an explorable on a telephone's screen."""
    context = browser.new_context(viewport={"width": 400, "height": 800}, has_touch=True)
    page, errors = context.new_page(), []
    listen(page, errors)
    hands = Hands(page, examples()[request.param]())
    open_live(page, hands.w)
    hands.root.locator("figure").first.wait_for()
    yield hands
    context.close()
    assert errors == []


@pytest.mark.parametrize("width", [1200, 320, 400])
def test_every_target_is_large_enough_for_a_finger(hands, width):
    hands.page.set_viewport_size({"width": width, "height": 800})
    settle(hands.page)
    hands.page.evaluate(UNFOLD)
    picks = [key for control in hands.w.scene.controls if control.kind == "pick" for key in control.options]
    hands.root.locator(".fw-as-table").first.wait_for(state="attached")
    for targets in hands.page.evaluate(IN_ALL_FORMS, picks):
        assert targets
        assert [each for each in targets if min(each["width"], each["height"]) < SMALLEST] == []


def test_a_finger_that_scrolls_the_page_changes_nothing(hands):
    assert hands.page.evaluate(UNPINCHED) == []
    before, seen = hands.states, hands.root.locator("[data-part=caption]").inner_text()
    sorts = hands.root.evaluate(SORTS, [PLACES, scrolled_on])
    scrolled_on.extend(sorts)
    for sort in range(len(sorts)):
        x, y = at(hands.root.locator(f"[data-sort='{sort}']"), 0.6, 0.4)
        scrolled = hands.page.evaluate(SCROLLED)
        hands.finger.scroll((x, y))
        if hands.page.evaluate(SCROLLED) <= scrolled + 40:  # a part that scrolls itself was at its end: the next touch goes on
            hands.finger.scroll((x, y))
        assert hands.page.evaluate(SCROLLED) > scrolled + 40, sort
    for handle in hands.root.locator(".fw-handle").all():
        place = clear_place(handle.locator(PLOT))
        scrolled = hands.scroll
        hands.finger.scroll(place)
        assert hands.scroll > scrolled + 40
    assert hands.states == before
    assert hands.root.locator("[data-part=caption]").inner_text() == seen


def test_every_control_is_moved_by_touch_alone(hands):
    hands.moves(TOUCH)
    for panel in hands.root.locator(".fw-scrub").all():
        x, y = at(panel, 0.6, 0.5)
        hands.until(lambda: True, lambda: hands.finger.tap((x, y)), "a tap on a panel")  # noqa: B023
        hands.rest()
        hands.changes(lambda: hands.finger.tap((x - 60, y)), "a tap elsewhere on it")  # noqa: B023
        hands.rest()
        hands.changes(lambda: hands.finger.drag((x - 50, y), (x + 30, y + 12)), "a drag across a panel")  # noqa: B023


def test_every_control_is_reached_and_moved_by_keys_alone(hands):
    page = hands.page
    page.evaluate(UNFOLD)
    page.get_by_role("button", name="before", exact=True).focus()
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate(REACHED):
            break
    else:
        pytest.fail(f"Tab never leaves {page.evaluate('document.activeElement.outerHTML')}")
    assert page.evaluate(REACHABLE) == []
    page.keyboard.press("Shift+Tab")
    assert hands.root.evaluate("root => root.contains(document.activeElement)")
    hands.moves(KEYS)


def test_escape_gives_up_a_drag(hands):
    page, names = hands.page, list(hands.w.state)
    for mark in hands.root.locator(".fw-handle .fw-hit, .fw-board, .fw-blocks .fw-hit, .fw-scrub").all():
        if not mark.is_visible():
            continue
        x, y = at(mark, 0.5, 0.5)
        hands.settle()
        before = hands.states
        page.mouse.move(x, y)
        page.mouse.down()
        for k in range(1, 5):
            page.mouse.move(x - 12 * k, y - 6 * k)
        wait_until(lambda: hands.states != before, "the mouse drags", page)  # noqa: B023
        hands.settle()
        page.keyboard.press("Escape")
        wait_until(lambda: hands.states == before, f"{names} as before", page)  # noqa: B023
        page.mouse.move(x + 30, y + 20)
        page.mouse.up()
        hands.settle()
        assert hands.states == before
