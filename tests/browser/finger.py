"""Fingers on a touch screen. Chromium makes gestures of what they do: it scrolls, pinches, and sends pointercancel."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from playwright.sync_api import Locator, Page

PLOT = "xpath=ancestor::*[local-name()='svg']"  # from a mark to its panel's picture
Place = tuple[float, float]  # in CSS pixels of the window
STEPS = 8  # movements of a drag
AFTER = 0.25  # seconds between a drag and a tap
LOST = 1000  # ms in which a tap becomes a click, or never does
REST = 60  # ms at rest before a finger is lifted, so that the page does not go on scrolling
# On a busy machine it does go on. Chromium stops it with the next touch, and makes no tap of that one.
AT_REST = """() => new Promise(done => {
    let timer;
    const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => { removeEventListener("scroll", wait, true); done(); }, 100);
    };
    addEventListener("scroll", wait, true);
    wait();
})"""

LISTEN = """() => {
    window.clicked = new Promise(done => addEventListener("click", () => done(true), { capture: true, once: true }));
}"""
CLICKED = "ms => Promise.race([window.clicked, new Promise(done => setTimeout(done, ms, false))])"
#: Counts the touches that the browser cancels, or takes for long presses.
COUNT_CANCELLED = """() => {
    window.cancelled = 0;
    for (const event of ["pointercancel", "contextmenu"]) addEventListener(event, () => window.cancelled++, true);
}"""


class Finger:
    """One or two fingers on a tab whose context has ``has_touch``."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session = page.context.new_cdp_session(page)
        self._dragged = 0.0

    def _send(self, kind: str, *places: Place) -> None:
        points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(places)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def tap(self, place: Place) -> None:
        """Touch a place and lift the finger. Chromium makes no click of a tap that follows a drag too soon."""
        self.page.wait_for_timeout(max(0.0, 1000 * (self._dragged + AFTER - monotonic())))
        self.page.touchscreen.tap(*place)  # both at once: on a busy machine, two messages become a long press

    def click(self, place: Place) -> None:
        """Tap what is clicked, and once more if the touch only stopped what was still scrolling."""
        self.page.evaluate(LISTEN)
        self.tap(place)
        if not self.page.evaluate(CLICKED, LOST):
            self.tap(place)

    def drag(self, first: Place, last: Place, steps: int = STEPS) -> None:
        """Touch a place, move to another and lift the finger."""
        self._send("touchStart", first)
        for k in range(1, steps + 1):
            x, y = (a + (b - a) * k / steps for a, b in zip(first, last, strict=True))
            self._send("touchMove", (x, y))
        self.page.wait_for_timeout(REST)
        self._send("touchEnd")
        self._dragged = monotonic()
        self.page.evaluate(AT_REST)

    def scroll(self, place: Place) -> None:
        """Touch a place, and move upwards as to scroll the page down."""
        x, y = place
        self.drag(place, (x + 4, y - 120), steps=4)

    def pinch(self, middle: Place, apart: Sequence[float]) -> None:
        """Put two fingers on the screen, one after the other, and move them to each of some distances."""
        x, y = middle
        self._send("touchStart", (x - apart[0] / 2, y))
        for k, distance in enumerate(apart):
            self._send("touchMove" if k else "touchStart", (x - distance / 2, y), (x + distance / 2, y))
        self._send("touchEnd")


def middle_of(node: Locator) -> Place:
    """Give the middle of a node, scrolled to the middle of the window."""
    return at(node, 0.5, 0.5)


#: Waits until a node stands still in the middle of the window, and gives a place in it; null if it was replaced meanwhile.
STANDING = """async (node, [across, down]) => {
    const place = () => {
        const { left, top, width, height } = node.getBoundingClientRect();
        return { x: left + across * width, y: top + down * height };
    };
    const centre = () => window.scrollBy({ top: place().y - innerHeight / 2, behavior: "instant" });
    centre();
    let [last, still] = ["", 0];
    for (let frame = 0; frame < 60 && still < 3; frame++) {
        await new Promise(requestAnimationFrame);
        const now = JSON.stringify(place());
        still = now === last ? still + 1 : 0;
        last = now;
    }
    centre();
    return node.isConnected ? place() : null;
}"""


def at(node: Locator, across: float, down: float) -> Place:
    """Give a place in a node, as shares of its width and height, scrolled to the middle of the window."""
    for _ in range(5):
        place: dict[str, float] | None = node.evaluate(STANDING, [across, down])
        if place:
            return place["x"], place["y"]
    raise AssertionError(f"{node} is replaced again and again")


def clear_place(plot: Locator) -> Place:
    """Give a place in a panel that is not on its handle."""
    for across, down in ((0.72, 0.3), (0.4, 0.65)):
        place = at(plot, across, down)
        if not plot.evaluate("(_, [x, y]) => document.elementFromPoint(x, y).closest('.fw-handle, .fw-point-dot')", place):
            return place
    raise AssertionError("the handle is everywhere")
