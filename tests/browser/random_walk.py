"""Random acts on the controls of an explorable in a live page, and what must hold in every state that they lead to."""

from __future__ import annotations

import json
import re
from typing import Any, Literal

import numpy as np
from playwright.sync_api import Page

from fewidgets.explorables import Explorable
from tests.browser.settings import sideways
from tests.browser.sight import OUTSIDE, OVERLAPS, SCROLLS

# Move a control of a kind somewhere. `share`, from 0 to 1, says where. Returns what was done, or "" if nothing could be done.
ACT = """([name, kind, share]) => {
    const root = document.querySelector(".fewidgets");
    const seen = node => node?.checkVisibility() && !node.matches(":disabled");
    const one = nodes => nodes[Math.min(nodes.length - 1, Math.floor(share * nodes.length))];
    const all = (selector, around = root) => [...around.querySelectorAll(selector)].filter(seen);
    const told = (node, ...names) => names.forEach(each => node.dispatchEvent(new Event(each, { bubbles: true })));
    const press = (node, keys) => {
        node.focus();
        for (const key of keys) node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        return keys.join();
    };
    const click = (node, event = new MouseEvent("click", { bubbles: true, cancelable: true })) => {
        if (!node) return "";
        node.dispatchEvent(event);
        return `click on ${node.ariaLabel ?? node.textContent}`;
    };
    const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    const along = one(arrows);
    const node = all(`[data-control="${name}"]`)[0];
    const acts = {
        range() {
            const [low, high] = [node.min, node.max].map(Number);
            node.value = low + Math.round(share * (high - low));
            told(node, "input", "change");
            return node.value;
        },
        choice: () => (node.role === "combobox"
            ? press(node, ["ArrowDown", share < 0.5 ? "ArrowDown" : "ArrowUp", "Enter"]) : click(one(all("input", node)))),
        text() {
            node.value = ["", "a", "cats and dogs\\n\\nDogs", "FREE money!!! " + "x".repeat(60)][Math.floor(share * 3.99)];
            told(node, "input", "change");
            return node.value;
        },
        pick: () => click(one(all("figure [role=option]"))),
        keys: () => press(node, [...Array(1 + Math.floor(share * 4)).fill(along)]),
        carried() {
            const there = Array(Math.floor(share * 4)).fill("ArrowRight");
            return press(node.querySelector("[tabindex='0']"), [...there, "Enter", along, along, "Enter"]);
        },
        board: () => press(node, share < 0.2 ? ["Delete"] : ["Enter", " ", along, along, " "]),
    };
    const how = {
        stepper: "range", slider: "range", number: "range", choice: "choice", textarea: "text", pick: "pick",
        point: "keys", block: "keys", drawing: "board", points: "carried", counts: "carried",
    };
    if (kind === "pick") return acts.pick();
    if (!node) return "";
    if (how[kind]) return acts[how[kind]]();
    if (kind === "toggle" || kind === "button") return click(node);
    if (kind === "order") return click(one(all("button", node)));
    if (kind === "cells") return click(one(all("[role=gridcell]", node)));
    return "";
}"""

# Shapes that are painted beyond their panel: outside the plot's SVG, or beyond its axes where nothing clips them.
PAINTED = """root => {
    const clipped = node => node.localName !== "svg"
        && (getComputedStyle(node).clipPath !== "none" || clipped(node.parentElement));
    return [...root.querySelectorAll("figure")].flatMap(figure => {
    const title = figure.getAttribute("aria-label");
    const frame = figure.getBoundingClientRect();
    const found = [];
    const kinds = new Set();
    for (const plot of figure.querySelectorAll("svg.fw-plot")) {
        const around = plot.getBoundingClientRect();
        if (!around.width) continue;
        const [left, right] = [frame.left - around.left, around.right - frame.right];
        if (Math.max(left, right) > 8 || around.bottom > frame.bottom + 1) // half of the last tick's text may stick out
            found.push(`${title}: its plot is larger than the panel`);
        for (const node of plot.querySelectorAll("path, rect, circle, line, canvas")) {
            const box = node.getBoundingClientRect();
            const kind = `${node.tagName} ${node.getAttribute("class") ?? ""}`;
            if (kinds.has(kind) || clipped(node) || node.closest("clipPath, .fw-hit, .fw-hit-line")) continue;
            if (!box.width && !box.height || getComputedStyle(node).visibility === "hidden") continue;
            const across = Math.max(around.left - box.left, box.right - around.right);
            const beyond = Math.max(across, around.top - box.top, box.bottom - around.bottom);
            if (beyond <= 2) continue;
            found.push(`${title}: ${kind} by ${beyond.toFixed(1)} px`);
            kinds.add(kind);
        }
    }
    return found;
});
}"""

# Panels in which nothing is drawn and nothing says why.
EMPTY = """root => [...root.querySelectorAll("figure")].filter(figure => {
    if (!figure.getClientRects().length) return false;
    const drawn = node => {
        if (node.closest("[aria-hidden] > .fw-tick, .fw-grid, .fw-axis, clipPath, defs")) return false;
        const { visibility, opacity } = getComputedStyle(node);
        if (visibility === "hidden" || opacity === "0") return false;
        if (node.matches(".fw-many-dots") && node.getAttribute("d")) return true; // round ends of lines that have no length
        const box = node.getBoundingClientRect();
        return box.width > 0.5 || box.height > 0.5;
    };
    const shapes = "svg.fw-plot > g:not([aria-hidden]) :is(path, rect, circle, line, text, canvas):not(.fw-hit, .fw-hit-line)";
    const other = "table td, .fw-tokens span, audio, .fw-audio, button:not(.fw-as-table), canvas, .fw-empty, .fw-text";
    return ![...figure.querySelectorAll(shapes)].some(drawn) && ![...figure.querySelectorAll(other)].some(drawn);
}).map(figure => figure.getAttribute("aria-label"))"""

# What is written where a number or a text is missing.
MISSING = """root => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node; (node = walker.nextNode()); )
        if (/\\b(NaN|Infinity|undefined|None(?!:)|null)\\b|∞|\\[object/.test(node.data)) found.push(node.data);
    return found;
}"""

CHECKS = {
    "sticks out": OUTSIDE,
    "lies on another text": OVERLAPS,
    "scrolls sideways": SCROLLS,
    "is painted outside its panel": PAINTED,
    "is empty": EMPTY,
    "has no value": MISSING,
}
FAULTS = """() => [...document.querySelectorAll(".fewidgets")].flatMap(root =>
    Object.entries(CHECKS).flatMap(([name, check]) => check(root).map(what =>
        `${root.closest("section")?.id ?? ""} ${root.ariaLabel}: ${what} ${name}`)))""".replace(
    "CHECKS", "{" + ", ".join(f"{name!r}: {code}" for name, code in CHECKS.items()) + "}"
)
# Nothing is being computed, and nothing has moved for four frames.
STILL = """async () => {
    const places = () => [...document.querySelectorAll(".fewidgets :is(figure, svg, dl, .fw-controls)")]
        .map(node => JSON.stringify(node.getBoundingClientRect())).join(" ");
    const start = performance.now();
    for (let before, quiet = 0; quiet < 4; quiet++) {
        if (performance.now() - start > 20000) throw Error("the picture does not come to rest");
        await new Promise(requestAnimationFrame);
        const now = places();
        if (now !== before || document.querySelector(".fw-busy, .fw-moving")) quiet = 0;
        before = now;
    }
}"""


def arrive(page: Page, width: int, scheme: Literal["light", "dark"]) -> None:
    """Set the width of the window and its colours, and wait until the picture is laid out for them."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.evaluate(STILL)


def act(page: Page, w: Explorable, turn: int, share: float) -> str:
    """Move one of the controls; return what was done."""
    controls = w.scene.controls
    control = controls[turn % len(controls)]
    done = page.evaluate(ACT, [control.name, control.kind, share])
    page.evaluate(STILL)
    return f"{control.name}: {done}" if done else ""


def picture_faults(page: Page) -> list[str]:
    """List what is wrong with the explorables on a page in their present states. Each is named by its heading."""
    found: list[str] = page.evaluate(FAULTS)
    wider = sideways(page)
    return [*found, f"the page is {wider} px wider than the window"] if wider > 0 else found


def caption_faults(page: Page, w: Explorable) -> list[str]:
    """Compare the caption with what Python says of the same state."""
    caption = page.locator("[data-part=caption]").inner_text()
    wanted = w.scene.caption_at(**_state(page, w))
    return [] if same_text(caption, wanted) else [f"the caption is {caption!r}, and Python's is {wanted!r}"]


def same_text(text: str, other: str) -> bool:
    """Compare texts. A number may differ by one unit in its last digit, because a browser has 32-bit floats."""
    parts, others = (re.split(r"(\d+\.\d+)", each) for each in (text, other))
    return len(parts) == len(others) and all(
        a == b or (k % 2 and len(a) == len(b) and abs(float(a) - float(b)) < 1.1 * 10.0 ** -len(a.partition(".")[2]))
        for k, (a, b) in enumerate(zip(parts, others, strict=True))
    )


def _state(page: Page, w: Explorable) -> dict[str, Any]:
    """Give the state in the page. Python has what was computed, but it learns of replay controls only when a hand rests."""
    replayed = [name for name, value in w.state.items() if not isinstance(value, np.ndarray)]
    return {
        **w.state,
        **dict(zip(replayed, json.loads(page.evaluate("names => window.states(names)", replayed)), strict=True)),
    }
