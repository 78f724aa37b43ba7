"""Where the keyboard's focus is, as it is seen: pixels that change by a contrast of 3 or more when something is focused."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import FloatRect, Locator, Page

AROUND = 8  # pixels of its surroundings, where an outline is drawn

# One of each kind of what can have the focus. A group of radio buttons, and a file button, show the focus as a whole.
KINDS = """root => {
    const kinds = new Map();
    for (const node of root.querySelectorAll('button, input, select, textarea, [tabindex="0"]')) {
        if (!node.checkVisibility() || node.matches(':disabled')) continue;
        const look = [node.tagName, node.type, node.getAttribute('role'), node.classList[0], node.parentElement.className];
        const kind = look.filter(each => typeof each === 'string').join(' ');
        if (!kinds.has(kind)) kinds.set(kind, node);
    }
    kinds.forEach((node, kind) => node.dataset.kind = kind);
    return [...kinds.keys()];
}"""
BOX = """node => {
    const { x, y, width, height } = (node.closest('[role=radiogroup], .fw-file') ?? node).getBoundingClientRect();
    return { x, y, width, height };
}"""


def kinds_of_focus(root: Locator) -> list[str]:
    """Mark one of each kind of focusable element of a view, and name the kinds."""
    found: list[str] = root.evaluate(KINDS)
    return found


def changed_pixels(page: Page, kind: str) -> int:
    """Count the pixels that differ by a contrast of 3 or more between having and not having the focus."""
    node = page.locator(f'[data-kind="{kind}"]')
    box = node.evaluate(BOX)
    clip: FloatRect = {
        "x": max(0, box["x"] - AROUND),
        "y": max(0, box["y"] - AROUND),
        "width": box["width"] + 2 * AROUND,
        "height": box["height"] + 2 * AROUND,
    }
    node.evaluate("node => node.focus()")
    assert node.evaluate("node => node.matches(':focus-visible')"), f"{kind}: focused as by a key"
    focused = _luminance(page.screenshot(clip=clip))
    node.evaluate("node => node.blur()")
    at_rest = _luminance(page.screenshot(clip=clip))
    light, dark = np.maximum(focused, at_rest), np.minimum(focused, at_rest)
    return int(((light + 0.05) / (dark + 0.05) >= 3).sum())


def _luminance(png: bytes) -> NDArray[np.float64]:
    """Relative luminance (WCAG 2) of each pixel of a picture."""
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), dtype=np.float64) / 255
    linear = np.where(pixels <= 0.04045, pixels / 12.92, ((pixels + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])
