"""One explorable in a live page, moved by fingers alone or by keys alone: what to do with each kind of control."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import dist
from typing import Any

import numpy as np
from playwright.sync_api import Locator, Page

from fewidgets.explorables import Explorable
from fewidgets.scene import Control, Points
from tests.browser.finger import PLOT, Finger, at, clear_place, middle_of
from tests.browser.jupyter import wait_until
from tests.browser.live import states
from tests.browser.sight import UNFOLD

# A place on a thin line with a key that no other mark covers, as shares of the plot's width and height.
ON_LINE = """path => {
    const svg = path.ownerSVGElement;
    svg.scrollIntoView({ block: "center" });
    const box = svg.getBoundingClientRect();
    for (let k = 1; k < 50; k++) {
        const { x, y } = path.getPointAtLength((path.getTotalLength() * k) / 50).matrixTransform(path.getScreenCTM());
        const top = document.elementFromPoint(x, y);
        if (top?.closest("[data-key]")?.contains(path)) return [(x - box.x) / box.width, (y - box.y) / box.height];
    }
    return null;
}"""

MOVED_IN_ALL_WAYS = 4  # so many steppers, sliders and numbers; the others have the same parts and are moved in one way
TRIES = 20  # of a touch that the browser cancels because the page answers late
LATE = 100  # ms in which a click may still come after the menu of a long press
WAYS = ((-60, 0), (0, 60), (60, 0), (0, -60))  # pixels
LENGTH = "document.documentElement.scrollHeight"  # of the page, in pixels
MIDDLE = "node => { const { x, y, width, height } = node.getBoundingClientRect(); return [x + width / 2, y + height / 2]; }"


_moved: dict[int, Counter[str]] = {}


class Hands:
    """Moves the controls of an explorable, and sees to it that each movement changes the state."""

    def __init__(self, page: Page, w: Explorable) -> None:
        self.page, self.w = page, w
        self.root = page.locator(".fewidgets")
        self.finger = Finger(page)
        self.choosers: list[Any] = []  # the dialogs for files that have been opened
        page.on("filechooser", lambda chooser: self.choosers.append(chooser))

    @property
    def states(self) -> list[str]:
        """The state of every control as text."""
        return states(self.page, self.w)

    @property
    def cancelled(self) -> int:
        """How many touches the browser has cancelled, or taken for long presses."""
        return self.page.evaluate("window.cancelled")

    @property
    def scroll(self) -> float:
        """How far down the page is scrolled, in pixels."""
        return self.page.evaluate("scrollY")

    def node(self, name: str) -> Locator:
        """Give a control's own node: an input, a handle, a canvas, a table."""
        return self.root.locator(f"[data-control='{name}']").first

    def changes(self, act: Callable[[], Any], what: str) -> None:
        """Do something and wait until the state is another, and Python has answered.

        On a busy machine, Chromium cancels a touch that the page does not answer within 200 ms, and a tap may become a long
        press. Then it is done again, unless the click came all the same: a second one would undo it.
        """
        before = self.states
        self.until(lambda: self.states != before, act, f"{what} changes something")

    def until(self, done: Callable[[], bool], act: Callable[[], Any], what: str) -> None:
        """Do something until a condition holds, more than once only if the browser cancels it."""
        said = f"{type(self.w).__name__}: {what}"
        for _ in range(TRIES):
            cancelled = self.cancelled
            act()
            wait_until(lambda: done() or self.cancelled != cancelled, said, self.page)  # noqa: B023
            if self.cancelled != cancelled:
                self.page.wait_for_timeout(LATE)
            self.settle()
            if self.cancelled == cancelled or done():
                return
        raise AssertionError(f"{said}: cancelled {TRIES} times")

    def settle(self) -> None:
        """Wait until Python has answered everything."""
        self.page.wait_for_function("() => !document.querySelector('.fw-busy')")

    def rest(self) -> None:
        """Wait until what was done has had its effect, whether it changes anything or not."""
        before: list[str] = []
        while before != (before := self.states):
            self.page.wait_for_timeout(LATE)
            self.settle()

    def touches(self, node: Locator, what: str, across: float = 0.5, down: float = 0.5) -> None:
        """Tap a place in a node; the state changes."""
        self.changes(lambda: self.finger.tap(at(node, across, down)), f"a tap on {what}")

    def moves(self, how: Mapping[str, Callable[[Hands, Control], None]]) -> None:
        """Move every control that is there, in the way of its kind. One that has no meaning at the moment is hidden."""
        self.page.evaluate(UNFOLD)
        waiting = [control.name for control in self.w.scene.controls]
        for _ in range(2):  # another picture may need other controls
            hidden = []
            for name in waiting:
                here = {control.name: control for control in self.w.scene.controls}
                if name in here and here[name].idle and here[name].kind != "file":
                    hidden.append(name)
                elif name in here:
                    self._move(how, here[name])
            waiting = hidden

    def _move(self, how: Mapping[str, Callable[[Hands, Control], None]], control: Control) -> None:
        """Move a control in each way, or in one way if it is one of a range that has been moved in each way before."""
        done = _moved.setdefault(id(how), Counter())
        done[control.kind] += 1
        again = how is TOUCH and control.kind in ("stepper", "slider", "number") and done[control.kind] > MOVED_IN_ALL_WAYS
        (touch_once if again else how[control.kind])(self, control)

    def show(self, node: Locator) -> None:
        """Move each stepper to its end until a mark is there: a picture may have it only at its last step."""
        for control in self.w.scene.controls:
            if control.kind == "stepper" and not node.is_visible():
                self.node(control.name).press("End")
                self.settle()
        node.wait_for()

    def share(self, name: str) -> float:
        """Where a slider's thumb is along its track, 0 … 1."""
        return self.node(name).evaluate("({ min, max, value }) => (value - min) / (max - min)")


def other(share: float) -> float:
    """Give a place on a track that is far from another."""
    return 0.25 if share > 0.5 else 0.75


def touch_once(hands: Hands, control: Control) -> None:
    hands.touches(hands.node(control.name), "the track", other(hands.share(control.name)))


def touch_track(hands: Hands, control: Control) -> None:
    track = hands.node(control.name)
    hands.touches(track, "the track", other(hands.share(control.name)))
    thumb = at(track, 0.03 + 0.94 * hands.share(control.name), 0.5)
    goal = at(track, other(hands.share(control.name)), 0.5)
    hands.changes(lambda: hands.finger.drag(thumb, goal), f"dragging {control.name}")


def touch_stepper(hands: Hands, control: Control) -> None:
    touch_track(hands, control)
    row = hands.root.locator(".fw-stepper", has=hands.page.locator(f"[data-control='{control.name}']"))
    for label in ("Back", "Forward"):
        hands.touches(row.get_by_role("button", name=label, exact=True), label)


def touch_number(hands: Hands, control: Control) -> None:
    touch_track(hands, control)
    field = hands.root.locator(".fw-slider", has=hands.page.locator(f"[data-control='{control.name}']")).locator(".fw-field")
    before = field.input_value()
    hands.touches(hands.node(control.name), "the track", other(hands.share(control.name)))
    hands.finger.tap(middle_of(field))
    field.evaluate("node => node.select()")
    hands.page.keyboard.type(before)
    hands.changes(lambda: hands.page.keyboard.press("Enter"), f"typing {control.name}")


def is_menu(hands: Hands, control: Control) -> bool:
    """Whether a choice has so many options that it offers them in a menu."""
    return hands.node(control.name).get_attribute("role") == "combobox"


def touch_choice(hands: Hands, control: Control) -> None:
    if is_menu(hands, control):
        listed = hands.root.locator("[data-open] [role=option]")
        menu = hands.node(control.name)
        hands.until(lambda: listed.count() > 1, lambda: hands.finger.tap(middle_of(menu)), "a tap opens the menu")
        other = hands.root.locator("[data-open] [role=option][aria-selected=false]")
        hands.touches(other.first, "an option of the menu")
        return
    hands.touches(hands.node(control.name).locator("label:has(input:not(:checked))").first, control.label)


def touch_itself(hands: Hands, control: Control) -> None:
    hands.touches(hands.node(control.name), control.label)


def touch_text(hands: Hands, control: Control) -> None:
    hands.finger.tap(middle_of(hands.node(control.name)))
    hands.changes(lambda: hands.page.keyboard.type("word "), f"typing into {control.label}")


def touch_order(hands: Hands, control: Control) -> None:
    hands.touches(hands.node(control.name).locator("button:enabled").first, "a button of the order")


def touch_file(hands: Hands, control: Control) -> None:
    before = len(hands.choosers)
    hands.finger.tap(middle_of(hands.node(control.name)))
    wait_until(lambda: len(hands.choosers) > before, "a dialog for files", hands.page)


def touch_pick(hands: Hands, control: Control) -> None:
    menu = hands.node(control.name)
    if menu.is_visible():
        listed = hands.root.locator("[data-open] [role=option]")
        for option in (2, 0):
            hands.rest()  # a picture that comes late moves the menu away from the finger
            hands.until(lambda: listed.count() > option, lambda: hands.finger.tap(middle_of(menu)), "a tap opens the menu")  # noqa: B023
            hands.touches(listed.nth(option), "an option of the menu")
    keys = [f'[data-key="{key}"]' for key in control.options if key]  # type: ignore[attr-defined]
    options = hands.root.locator(f"[role=option]:is({', '.join(keys)})")
    if options.count():
        hands.touches(options.first, "a bar")
        hands.touches(options.first, "the same bar")
    lines = hands.root.locator("[data-key] .fw-hit-line[d*=L]").all()
    places = ((line, line.evaluate(ON_LINE)) for line in lines)
    if lines:
        line, place = next((line, place) for line, place in places if place)
        hands.touches(line.locator(PLOT), "a line", *place)


def touch_point(hands: Hands, control: Control) -> None:
    handle = hands.node(control.name)
    grip, plot = handle.locator(".fw-hit"), handle.locator(PLOT)
    hands.show(grip)
    hands.changes(lambda: hands.finger.tap(clear_place(plot)), "a tap on an empty place in the panel")
    points = [each.name for each in hands.w.scene.controls if each.kind == "point"]
    for way in WAYS if control.name == points[0] else WAYS[1:2]:
        x, y = middle_of(grip)
        goal, what = (x + way[0], y + way[1]), f"{type(hands.w).__name__}: dragging a handle by {way}"

        def drag() -> None:
            scrolled = hands.scroll
            hands.changes(lambda: hands.finger.drag(grip.evaluate(MIDDLE), goal), what)  # noqa: B023
            assert hands.scroll == scrolled, "the page does not scroll under a handle"

        drag_grip(hands.page, grip, goal, drag, what)
    type_into(hands, control)


def drag_grip(page: Page, grip: Locator, goal: tuple[float, float], drag: Callable[[], None], what: str) -> None:
    """Drag a handle to a place, again if the browser cancels the touch or the panel moves after the finger's last movement.

    A touch that is cancelled puts the handle back. The panel moves if what Python answers needs one line more above it. That
    line stays, so the panel moves once.
    """
    said = f"{what} ends under the finger"

    def there() -> bool:
        return dist(grip.evaluate(MIDDLE), goal) < 2

    for _ in range(TRIES):
        cancelled, (_, top) = page.evaluate("window.cancelled"), grip.locator(PLOT).evaluate(MIDDLE)
        drag()

        def disturbed() -> bool:
            return page.evaluate("window.cancelled") != cancelled or grip.locator(PLOT).evaluate(MIDDLE)[1] != top  # noqa: B023

        wait_until(lambda: there() or disturbed(), said, page)
        if there():
            return
    raise AssertionError(f"{said}: disturbed {TRIES} times")


def touch_drawing(hands: Hands, control: Control) -> None:
    board = hands.node(control.name)
    if not board.is_visible():
        hands.touches(hands.root.get_by_role("radio", name="drawing"), "the source")
    board.wait_for()
    hands.touches(board, "the board", 0.7, 0.8)
    x, y = middle_of(board)
    hands.changes(lambda: hands.finger.drag((x - 40, y - 40), (x - 40, y + 40)), "drawing a line downwards")
    before = hands.states
    hands.finger.pinch((x, y), [60, 90, 120, 150])
    hands.page.wait_for_timeout(150)
    assert hands.states == before, "two fingers draw nothing"
    hands.finger.pinch((x, y), [200, 140, 80, 40])  # the page in its own size again


def touch_cells(hands: Hands, control: Control) -> None:
    hands.touches(hands.node(control.name).locator("[role=gridcell]").first, "a cell")


def touch_block(hands: Hands, control: Control) -> None:
    grid = hands.node(control.name).locator(".fw-hit")
    hands.touches(grid, "a block", 0.3, 0.3)
    hands.touches(grid, "a block", 0.7, 0.8)
    x, y = middle_of(grid)
    hands.changes(lambda: hands.finger.drag((x, y), (x - 80, y)), "dragging over the blocks")


def touch_points(hands: Hands, control: Control) -> None:
    """Drag a dot towards the middle of its panel, then take it up by a tap and put it into a clear place by another."""
    dots = hands.node(control.name).locator(".fw-point-dot .fw-hit")
    hands.show(dots.first)
    plot = dots.first.locator(PLOT)
    (x, y), (across, down) = middle_of(dots.first), plot.evaluate(MIDDLE)
    goal = (x + (50 if x < across else -50), y + (40 if y < down else -40))
    scrolled, length = hands.scroll, hands.page.evaluate(LENGTH)
    hands.changes(lambda: hands.finger.drag(dots.first.evaluate(MIDDLE), goal), f"dragging a point of {control.name}")
    grown = hands.page.evaluate(LENGTH) - length  # a longer caption above moves the page, so that the panel stays in place
    assert hands.scroll - scrolled in (0, grown), "the page does not scroll under a point"
    taken = hands.node(control.name).locator(".fw-taken")
    hands.until(lambda: taken.count() == 1, lambda: hands.finger.tap(middle_of(dots.first)), "a tap takes a point up")
    hands.changes(lambda: hands.finger.tap(clear_place(plot)), "a tap puts the point there")


def touch_counts(hands: Hands, control: Control) -> None:
    """Drag examples from the fullest cell to another, and then by two taps."""
    cells = hands.node(control.name).locator(".fw-count rect:first-of-type")

    def ends() -> tuple[tuple[float, float], tuple[float, float]]:
        full = int(np.argmax(hands.w.state[control.name]))
        middle_of(cells.nth(full))
        return cells.nth(full).evaluate(MIDDLE), cells.nth(full - 1 if full else 1).evaluate(MIDDLE)

    hands.changes(lambda: hands.finger.drag(*ends()), f"dragging examples of {control.name}")
    giving = hands.node(control.name).locator(".fw-giving")
    hands.until(lambda: giving.count() == 1, lambda: hands.finger.tap(ends()[0]), "a tap picks examples up")
    hands.changes(lambda: hands.finger.tap(ends()[1]), "a tap drops them")


TOUCH: Mapping[str, Callable[[Hands, Control], None]] = {
    "stepper": touch_stepper,
    "slider": touch_track,
    "number": touch_number,
    "choice": touch_choice,
    "toggle": touch_itself,
    "button": touch_itself,
    "textarea": touch_text,
    "order": touch_order,
    "file": touch_file,
    "pick": touch_pick,
    "point": touch_point,
    "points": touch_points,
    "counts": touch_counts,
    "drawing": touch_drawing,
    "cells": touch_cells,
    "block": touch_block,
}


def type_into(hands: Hands, control: Control) -> None:
    """Type both coordinates of a point: first what is no number, then a number."""
    fields = hands.root.locator(".fw-point", has_text=control.label).first.locator(".fw-field")
    for field in (fields.first, fields.last):
        before = field.input_value()
        field.focus()
        field.evaluate("node => node.select()")
        hands.page.keyboard.type("near")
        hands.page.keyboard.press("Enter")
        message = hands.root.locator("[data-part=message]").inner_text()
        assert message.startswith(f"{control.label}: "), message
        assert message.endswith("got “near”."), message
        field.evaluate("node => node.select()")
        hands.page.keyboard.type("0.25" if before != "0.250" else "0.5")
        hands.changes(lambda: hands.page.keyboard.press("Enter"), "typing a coordinate")
        wait_until(lambda: not hands.root.locator("[data-part=message]").inner_text(), "no message", hands.page)


def keys(*pressed: str) -> Callable[[Hands, Control], None]:
    """Return a function that focuses a control's own node and presses keys, each of which changes something."""

    def press(hands: Hands, control: Control) -> None:
        hands.node(control.name).focus()
        for key in pressed:
            hands.changes(lambda key=key: hands.page.keyboard.press(key), f"{key} on {control.label}")  # type: ignore[misc]

    return press


def key_track(hands: Hands, control: Control) -> None:
    away = ("Home", "ArrowRight", "End") if hands.share(control.name) > 0.5 else ("End", "ArrowLeft", "Home")
    keys(*away)(hands, control)


def key_choice(hands: Hands, control: Control) -> None:
    if is_menu(hands, control):
        hands.node(control.name).focus()
        last = hands.w.state[control.name] == control.options[-1]  # type: ignore[attr-defined]
        for key in ("ArrowDown", "ArrowUp" if last else "ArrowDown"):  # opens the list, and moves in it
            hands.page.keyboard.press(key)
        hands.changes(lambda: hands.page.keyboard.press("Enter"), control.label)
        return
    hands.node(control.name).locator("input:checked").focus()
    first = hands.node(control.name).locator("label").first.locator("input").is_checked()
    hands.changes(lambda: hands.page.keyboard.press("ArrowRight" if first else "ArrowLeft"), control.label)


def key_text(hands: Hands, control: Control) -> None:
    hands.node(control.name).focus()
    hands.changes(lambda: hands.page.keyboard.type("word "), f"typing into {control.label}")
    hands.page.keyboard.press("Tab")
    assert not hands.node(control.name).evaluate("node => node === document.activeElement"), "Tab leaves the field"


def key_inside(selector: str) -> Callable[[Hands, Control], None]:
    """Return a function that presses Enter on a node within a control's own."""

    def press(hands: Hands, control: Control) -> None:
        hands.node(control.name).locator(selector).first.focus()
        hands.changes(lambda: hands.page.keyboard.press("Enter"), f"Enter on {selector}")

    return press


def key_file(hands: Hands, control: Control) -> None:
    before = len(hands.choosers)
    hands.node(control.name).press("Enter")
    wait_until(lambda: len(hands.choosers) > before, "a dialog for files", hands.page)


def key_pick(hands: Hands, control: Control) -> None:
    menu = hands.node(control.name)
    if menu.is_visible():
        menu.focus()
        last = hands.w.state[control.name] == control.options[-1]  # type: ignore[attr-defined]
        for key in ("ArrowDown", "ArrowUp" if last else "ArrowDown"):  # opens the list, and moves in it
            hands.page.keyboard.press(key)
        hands.changes(lambda: hands.page.keyboard.press("Enter"), "the menu of keys")
        return
    hands.root.locator("[role=option][tabindex='0']").first.focus()
    for key in ("Enter", "ArrowDown Enter"):
        hands.changes(lambda key=key: [hands.page.keyboard.press(each) for each in key.split()], "a bar by keys")  # type: ignore[misc]


def key_drawing(hands: Hands, control: Control) -> None:
    if not hands.node(control.name).is_visible():
        hands.root.get_by_role("radio", name="drawing").press("Space")
    hands.node(control.name).wait_for()
    keys("Delete", "Space", "Shift+ArrowDown")(hands, control)


def key_point(hands: Hands, control: Control) -> None:
    hands.show(hands.node(control.name).locator(".fw-hit"))
    keys("ArrowRight", "ArrowUp", "Shift+ArrowLeft", "Shift+ArrowDown")(hands, control)
    type_into(hands, control)


def key_points(hands: Hands, control: Control) -> None:
    """Take the point up that Tab reaches, move it towards the middle of its limits and back, and let it go."""
    dots = hands.node(control.name).locator(".fw-point-dot")
    hands.show(dots.first)
    hands.node(control.name).locator("[tabindex='0']").press("Home")
    points: Points = control  # type: ignore[assignment]
    away = []
    for side, (less, more) in enumerate((("ArrowLeft", "ArrowRight"), ("ArrowDown", "ArrowUp"))):
        limits = (points.x, points.y)[side]
        small = hands.w.state[control.name][0, side] < sum(limits) / 2
        away += [more, f"Shift+{more}"] if small else [less, f"Shift+{less}"]
    hands.page.keyboard.press("Enter")
    for key in away if points.moves == "both" else away[:2] if points.moves == "x" else away[2:]:
        hands.changes(lambda key=key: hands.page.keyboard.press(key), f"{key} on a point of {control.label}")  # type: ignore[misc]
    hands.page.keyboard.press("Enter")


def key_counts(hands: Hands, control: Control) -> None:
    """Carry examples from the fullest cell to a neighbour."""
    full = int(np.argmax(hands.w.state[control.name]))
    hands.node(control.name).locator("[role=gridcell]").nth(full).focus()
    columns = control.columns  # type: ignore[attr-defined]
    key = ("ArrowLeft" if full % columns else "ArrowRight") if columns > 1 else "ArrowUp" if full else "ArrowDown"
    hands.changes(lambda: [hands.page.keyboard.press(each) for each in ("Enter", key, "Enter")], f"{key} with examples")


def key_block(hands: Hands, control: Control) -> None:
    hands.node(control.name).focus()
    for key in ("Home", *["ArrowUp"] * control.rows):  # type: ignore[attr-defined]
        hands.page.keyboard.press(key)
    keys("End", "ArrowDown", "Home")(hands, control)


KEYS: Mapping[str, Callable[[Hands, Control], None]] = {
    "stepper": key_track,
    "slider": key_track,
    "number": key_track,
    "choice": key_choice,
    "toggle": keys("Space"),
    "button": keys("Enter"),
    "textarea": key_text,
    "order": key_inside("button:enabled"),
    "file": key_file,
    "pick": key_pick,
    "point": key_point,
    "points": key_points,
    "counts": key_counts,
    "drawing": key_drawing,
    "cells": key_inside("[role=gridcell][tabindex='0']"),
    "block": key_block,
}
