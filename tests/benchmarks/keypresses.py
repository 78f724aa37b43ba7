"""Measure, inside the browser, the time from a key press or a pointer's movement to the changed picture."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

# The clock starts where the page first hears of the key or the movement (a capture listener on the window), and stops when the
# observer of the picture sees the change in the document; "frame" is the animation frame after that.
# `state` gives the picture as a text; an <img> counts once it can be painted.
WATCH = """([root, selector, event]) => {
    const watch = {keys: 0, pressed: undefined, samples: [], states: new Set(), changes: []};
    watch.state = () => [...root.querySelectorAll(selector)].map(node =>
        node.tagName === 'IMG' ? node.src
            : ['x', 'width', 'd'].map(name => node.getAttribute(name)).join(' ')
                + (node.firstElementChild ? '' : node.textContent)).join('|');
    watch.last = watch.state();
    watch.onkey = () => { watch.keys += 1; watch.pressed = performance.now(); };
    watch.event = event ?? 'keydown';
    window.addEventListener(watch.event, watch.onkey, true);
    watch.observer = new MutationObserver(async () => {
        const state = watch.state();
        if (state === watch.last || !state) return;
        let now = performance.now();
        const {pressed} = watch;
        watch.last = state;
        watch.states.add(state);
        watch.changes.push(now);
        watch.pressed = undefined;
        const images = [...root.querySelectorAll('img')];
        if (images.length) {
            await Promise.all(images.map(image => image.decode().catch(() => {})));
            now = performance.now();
        }
        if (pressed === undefined) return;
        const sample = {change: now - pressed};
        watch.samples.push(sample);
        requestAnimationFrame(() => { sample.frame = performance.now() - pressed; });
    });
    watch.observer.observe(root, {subtree: true, childList: true, attributes: true, characterData: true});
    window.watch = watch;
}"""
DRAWN = "n => window.watch.samples.filter(({frame}) => frame).length >= n"
STOP = """() => {
    const {watch} = window;
    watch.observer.disconnect();
    window.removeEventListener(watch.event, watch.onkey, true);
    return {keys: watch.keys, samples: watch.samples, states: watch.states.size, changes: watch.changes};
}"""
# One press between any two animation frames; each frame notes which picture it is about to show. The presses come from the
# page itself: to send them one by one from outside takes about a frame's time each, so it would be that which is measured.
ONE_A_FRAME = """keys => new Promise(resolve => {
    const {watch} = window;
    const target = document.activeElement;
    const shown = [];
    let seen = watch.last;
    let frames = 0;
    const look = now => {
        if (watch.last !== seen) shown.push(now);
        seen = watch.last;
        if (shown.length === keys.length || frames > 4 * keys.length) return resolve(shown);
        const key = keys[frames++];
        if (key) setTimeout(() => target.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true})));
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})"""
QUIET = 150  # ms without a change after which a page is at rest, if no kernel computes
AT_REST = """([quiet, most]) => new Promise(resolve => {
    let timer;
    const done = () => { observer.disconnect(); clearTimeout(timer); clearTimeout(last); resolve(); };
    const look = () => document.querySelector('.fw-busy') ? again() : done();
    const again = () => { clearTimeout(timer); timer = setTimeout(look, quiet); };
    const observer = new MutationObserver(again);
    const last = setTimeout(done, most);
    observer.observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
    again();
})"""


@dataclass(frozen=True)
class Latency:
    """Milliseconds from each key press to the changed document, and to the animation frame after that."""

    change: list[float]
    frame: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.change)

    @property
    def p95(self) -> float:
        return percentile(self.change, 95)

    def row(self, name: str) -> str:
        """Give a table's row."""
        numbers = [self.median, self.p95, statistics.median(self.frame), percentile(self.frame, 95)]
        return f"{name:<44}{len(self.change):>8}" + "".join(f"{number:>12.2f}" for number in numbers)


HEAD = f"{'key press → picture, milliseconds':<44}{'presses':>8}{'median':>12}{'95th':>12}{'+ frame':>12}{'95th':>12}"


def percentile(values: list[float], percent: float) -> float:
    """Give the smallest value that at least ``percent`` of all do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100).__trunc__() - 1)]


def measure(root: Locator, selector: str, target: Locator, keys: Iterable[str], wait: float) -> Latency:
    """Press keys one by one, each after the picture of the one before, for which to wait at most so many seconds."""
    page = root.page
    target.focus()
    page.evaluate(WATCH, [root.element_handle(), selector])
    keys = list(keys)
    for done, key in enumerate(keys, start=1):
        target.focus()  # JupyterLab may still be giving the focus to a cell that has just been opened
        page.keyboard.press(key)
        page.wait_for_function(DRAWN, arg=done, timeout=1000 * wait)
        page.wait_for_timeout(12 + 7 * (done % 4))  # not in step with the frames
    seen = page.evaluate(STOP)
    assert len(seen["samples"]) == len(keys)
    return Latency([s["change"] for s in seen["samples"]], [s["frame"] for s in seen["samples"]])


def drag(root: Locator, selector: str, path: Iterable[tuple[float, float]], wait: float) -> Latency:
    """Hold the mouse down at the first of some places on the page and move it to the others, each after the picture of the
    one before: give the times from each movement to the change of what ``selector`` names, the kernel's answer included.
    """
    page = root.page
    places = list(path)
    page.mouse.move(*places[0])
    page.mouse.down()
    settle(page)
    page.evaluate(WATCH, [root.element_handle(), selector, "pointermove"])
    for done, place in enumerate(places[1:], start=1):
        page.mouse.move(*place)
        page.wait_for_function(DRAWN, arg=done, timeout=1000 * wait)
        page.wait_for_timeout(12 + 7 * (done % 4))  # not in step with the frames
    page.mouse.up()
    seen = page.evaluate(STOP)
    assert len(seen["samples"]) == len(places) - 1
    return Latency([s["change"] for s in seen["samples"]], [s["frame"] for s in seen["samples"]])


def drag_in_a_stream(
    root: Locator, selector: str, path: Iterable[tuple[float, float]], seconds: float
) -> tuple[int, int, float]:
    """Move the mouse at a hand's pace, about 60 places a second, without waiting for any picture.

    Gives the number of movements, of pictures, and the milliseconds from the last movement to the last picture.
    """
    page = root.page
    places = list(path)
    page.mouse.move(*places[0])
    page.mouse.down()
    settle(page)
    page.evaluate(WATCH, [root.element_handle(), selector, "pointermove"])
    for place in places[1:]:
        page.mouse.move(*place)
        page.wait_for_timeout(12)
    last = page.evaluate("() => performance.now()")
    page.wait_for_timeout(1000 * seconds)
    page.mouse.up()
    seen = page.evaluate(STOP)
    return seen["keys"], len(seen["changes"]), max(0.0, seen["changes"][-1] - last)


def burst(root: Locator, selector: str, target: Locator, keys: list[str]) -> tuple[int, float]:
    """Press keys as quickly as they are taken; give the number of pictures drawn, and how many a second."""
    page = root.page
    target.focus()
    page.evaluate(WATCH, [root.element_handle(), selector])
    for key in keys:
        page.keyboard.down(key)
    page.keyboard.up(keys[-1])
    seen = page.evaluate(STOP)
    changes = seen["changes"]
    return len(changes), (len(changes) - 1) / (changes[-1] - changes[0]) * 1000


def one_a_frame(root: Locator, selector: str, target: Locator, keys: list[str]) -> tuple[int, float]:
    """Press one key a frame; give the number of frames that showed a new picture, and how many of these a second."""
    page = root.page
    target.focus()
    page.evaluate(WATCH, [root.element_handle(), selector])
    shown = page.evaluate(ONE_A_FRAME, keys)
    page.evaluate(STOP)
    return len(shown), (len(shown) - 1) / (shown[-1] - shown[0]) * 1000


def settle(page: Page, milliseconds: int = 400) -> None:
    """Let what is under way come to rest: wait until nothing changes any more, but no longer than this."""
    page.evaluate(AT_REST, [QUIET, milliseconds])
