"""What eyes need of a view, measured in the browser: contrast of every text, sizes, what sticks out, and what lies on what."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator

# Functions for the measures below: colours as numbers, contrast (WCAG 2), and what lies behind a node.
MEASURES = """
    const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const known = new Map();
    const rgba = css => {  // whatever the notation, as four numbers 0 … 255
        if (!known.has(css)) {
            probe.clearRect(0, 0, 1, 1);
            probe.fillStyle = '#000';
            probe.fillStyle = css;
            probe.fillRect(0, 0, 1, 1);
            known.set(css, [...probe.getImageData(0, 0, 1, 1).data]);
        }
        return known.get(css);
    };
    const over = (front, back, share = 1) => {
        const cover = share * front[3] / 255;
        return [0, 1, 2].map(i => front[i] * cover + back[i] * (1 - cover)).concat(255);
    };
    const luminance = color => {
        const linear = part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        const [r, g, b] = color.slice(0, 3).map(part => linear(part / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const white = [255, 255, 255, 255];
    const once = (known, reckon) => node => {  // neighbours share their ancestors
        if (!known.has(node)) known.set(node, reckon(node));
        return known.get(node);
    };
    const paper = once(new Map([[null, white]]), node =>
        over(rgba(getComputedStyle(node).backgroundColor), paper(node.parentElement)));
    const opacity = once(new Map([[root.parentElement, 1]]), node =>
        getComputedStyle(node).opacity * opacity(node.parentElement));
"""

# Each visible text with its contrast against what lies behind it, and its size in pixels on screen.
TEXTS = (
    f"root => {{{MEASURES}"
    + """
    const shapes = once(new Map(), svg => [...svg.querySelectorAll('rect, path, circle, canvas')]
        .map(other => [other, other.getBoundingClientRect()]));
    const zooms = once(new Map(), svg => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width);
    // What is painted in an SVG below a point of a text, from the bottom to the top.
    const behind = (node, x, y) => {
        const svg = node.ownerSVGElement;
        let color = paper(svg);
        const { paintOrder, stroke } = getComputedStyle(node);
        if (paintOrder.startsWith('stroke') && stroke !== 'none') return rgba(stroke);  // its halo
        for (const [other, box] of shapes(svg)) {
            if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
            if (!(other.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
            if (other instanceof HTMLCanvasElement) {
                const [across, down] = [(x - box.left) / box.width, (y - box.top) / box.height];
                const place = [across * other.width, down * other.height].map(Math.floor);
                color = over([...other.getContext('2d').getImageData(...place, 1, 1).data], color);
                continue;
            }
            const style = getComputedStyle(other);
            if (style.fill === 'none' || style.visibility === 'hidden') continue;
            const point = new DOMPoint(x, y).matrixTransform(other.getScreenCTM().inverse());
            if (other.isPointInFill(point)) color = over(rgba(style.fill), color, Number(style.fillOpacity) * opacity(other));
        }
        return color;
    };
    return [...root.querySelectorAll('*')].filter(node =>
        [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim())
        && node.checkVisibility() && !node.closest('option, title, .fw-spoken')
        && getComputedStyle(node).visibility !== 'hidden')
        .map(node => {
            const style = getComputedStyle(node);
            const svg = node.ownerSVGElement;
            const box = node.getBoundingClientRect();
            const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
            const back = svg ? behind(node, x, y) : paper(node);
            const front = over(rgba(svg ? style.fill : style.color), back, opacity(node));
            const zoom = svg ? zooms(svg) : 1;
            const off = Boolean(node.closest(':disabled, [aria-disabled=true]'));
            const size = parseFloat(style.fontSize) * zoom;
            return { text: node.firstChild.data ?? node.textContent, contrast: contrast(front, back), size, off };
        })
        .concat([...root.querySelectorAll('input.fw-field, textarea, select')]
            .filter(node => node.checkVisibility() && rgba(getComputedStyle(node).color)[3])
            .map(node => {
                const style = getComputedStyle(node);
                const back = paper(node);
                const front = over(rgba(style.color), back, opacity(node));
                const off = Boolean(node.closest(':disabled'));
                return { text: node.value, contrast: contrast(front, back), size: parseFloat(style.fontSize), off };
            }));
}"""
)

# Each shape that is drawn, and each edge of a control, with the better of the contrasts of its fill and its stroke. Left out
# are grid lines, which only help to read the axes, transparent shapes that enlarge targets, halos, and what is switched off.
MARKS = (
    f"root => {{{MEASURES}"
    + """
    const best = (back, ...fronts) => Math.max(...fronts.map(front => contrast(over(front, back), back)));
    const faded = (css, share) => [...rgba(css).slice(0, 3), rgba(css)[3] * share];
    const out = '.fw-grid, .fw-edge, .fw-hit, .fw-hit-line, :is(:disabled, [aria-disabled=true]) *, :disabled';
    const shown = node => node.checkVisibility() && getComputedStyle(node).visibility !== 'hidden' && !node.matches(out);
    const place = node => node.closest('figure')?.textContent.slice(0, 30) ?? node.closest('[class]').getAttribute('class');
    const name = node => `${place(node)}: ${node.tagName} ${node.getAttribute('class') ?? ''}`;
    const drawn = [...root.querySelectorAll(':is(path, circle, rect, line):not([stroke-width="0"])')];
    const shapes = drawn.filter(shown).map(node => {
        const { fill, fillOpacity, stroke, strokeOpacity, strokeWidth } = getComputedStyle(node);
        const [share, fronts] = [opacity(node), []];
        if (stroke !== 'none' && parseFloat(strokeWidth)) fronts.push(faded(stroke, share * strokeOpacity));
        if (fill !== 'none' && node.tagName !== 'line') fronts.push(faded(fill, share * fillOpacity));
        return [name(node), best(paper(node.ownerSVGElement), ...fronts, [0, 0, 0, 0])];
    });
    const edges = [...root.querySelectorAll('button, select, textarea, .fw-field, .fw-file, [role=radiogroup]')]
        .filter(node => shown(node) && parseFloat(getComputedStyle(node).borderTopWidth) && !node.querySelector(':disabled'))
        .map(node => {
            const style = getComputedStyle(node);
            return [name(node), best(paper(node.parentElement), rgba(style.borderTopColor), rgba(style.backgroundColor))];
        });
    return [...shapes, ...edges];
}"""
)

# Entries of a legend that look the same but for their colour. A sign before the words, or a line under them, tells them apart.
ALIKE = """root => [...root.querySelectorAll('.fw-legend')].flatMap(legend => {
    const looks = [...legend.children].map(item => {
        const path = item.querySelector('svg path');
        const { fill, strokeDasharray, strokeWidth, fillOpacity } = path ? getComputedStyle(path) : {};
        const words = getComputedStyle(item.querySelector('span'));
        const line = [words.textDecorationLine, words.textDecorationStyle, words.fontStyle];
        const sign = item.textContent.match(/^[^\\p{L}\\p{N}]*/u)[0];
        return [path?.getAttribute('d'), fill === 'none', strokeDasharray, strokeWidth, fillOpacity, line, sign].join();
    });
    return looks.flatMap((look, i) => looks.indexOf(look) < i ? [legend.children[i].textContent] : []);
})"""

# Show the controls under *More*.
UNFOLD = "() => document.querySelectorAll('.fewidgets details').forEach(each => (each.open = true))"

# Texts and controls that stick out of the view, or out of the panel that they are in.
OUTSIDE = """root => {
    const frame = root.getBoundingClientRect();
    const parts = 'text, figcaption, button, select, textarea, dt, dd, label, p, li, h1, input';
    const scrolls = node => { // what a scroll bar reaches is not cut off
        for (; node !== root; node = node.parentElement) if (/auto|scroll/.test(getComputedStyle(node).overflow)) return true;
        return false;
    };
    return [...root.querySelectorAll(parts)]
        .filter(node => node.checkVisibility() && !node.closest('.fw-spoken') && !scrolls(node))
        .filter(node => node.textContent.trim() || node.matches('input'))
        .map(node => [node.firstChild?.data || node.getAttribute('aria-label') || node.tagName, node.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.left < frame.left - 1 || box.right > frame.right + 1))
        .map(([text, box]) => `${text}: ${box.left - frame.left} to ${box.right - frame.left} of ${frame.width}`);
}"""

# Texts that lie on one another, and controls on controls.
OVERLAPS = """root => {
    const extent = node => {
        const range = document.createRange();
        range.selectNodeContents(node);
        let { left, right, top, bottom } = range.getBoundingClientRect();
        for (let around = node.parentElement; around !== root; around = around.parentElement) {
            if (!/auto|scroll/.test(getComputedStyle(around).overflowY)) continue;
            const window = around.getBoundingClientRect(); // what is scrolled out of it is not seen
            [left, right] = [Math.max(left, window.left), Math.min(right, window.right)];
            [top, bottom] = [Math.max(top, window.top), Math.min(bottom, window.bottom)];
        }
        return { left, right, top, bottom, height: Math.max(0, bottom - top) };
    };
    const lie = (p, q) => Math.min(p.right, q.right) - Math.max(p.left, q.left) > 2
        && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 0.35 * Math.min(p.height, q.height);
    return [...root.querySelectorAll('figure, dl, .fw-controls')].flatMap(part => {
        const parts = 'text:not(.fw-number), figcaption > span:first-child, li, dt, dd, td, th, .fw-name-text, label > span';
        const texts = [...part.querySelectorAll(parts)]
            .filter(node => node.textContent.trim() && node.checkVisibility())
            .filter(node => node.getAttribute('visibility') !== 'hidden' && !node.closest('.fw-data:not(.fw-tabled *)'))
            .filter(node => !node.closest('.fw-handle, .fw-point-dot, .fw-chip')) // a person may drag these onto any text
            .map(node => {
                const tilted = /rotate/.test(node.getAttribute('transform') ?? '');
                return { text: node.textContent, box: extent(node), tilted, node };
            });
        return texts.flatMap((one, i) => texts.slice(i + 1)
            .filter(other => lie(one.box, other.box) && !(one.tilted && other.tilted) && !one.node.contains(other.node))
            .map(other => `${part.getAttribute('aria-label') ?? part.className}: ${one.text} on ${other.text}`));
    });
}"""

# What can be scrolled sideways, but was not made to be.
SCROLLS = """root => [root, ...root.querySelectorAll('*')]
    .filter(node => !node.matches('textarea, .fw-options, .fw-spoken, .fw-tokens, .fw-scroller')
    && ['auto', 'scroll'].includes(getComputedStyle(node).overflowX) && node.scrollWidth > node.clientWidth + 1)
    .map(node => node.className)"""


def measured(root: Locator, measure: str) -> Any:
    """Give what a measure found. As one text, thousands of numbers leave the browser in a tenth of the time."""
    return json.loads(root.evaluate(f"root => JSON.stringify(({measure})(root))"))


def dim_texts(root: Locator) -> list[str]:
    """List the texts with a contrast below 4.5, and those of disabled controls below 3."""
    return _dim(measured(root, TEXTS))


def faint_marks(root: Locator) -> list[str]:
    """List the marks and the edges of controls with a contrast below 3."""
    found = measured(root, MARKS)
    assert len(found) > 5
    return sorted({f"{name}: {contrast:.2f}" for name, contrast in found if contrast < 2.995})


def small_texts(root: Locator) -> list[str]:
    """List the texts that are smaller than 12 pixels on screen."""
    return _small(measured(root, TEXTS))


def illegible_texts(root: Locator) -> list[str]:
    """List the dim and the small texts, measured at once."""
    found = measured(root, TEXTS)
    return [*_dim(found), *_small(found)]


def _dim(found: list[dict[str, Any]]) -> list[str]:
    return sorted(
        {
            f"{each['text'].strip()[:40]!r}: {each['contrast']:.2f}"
            for each in found
            if each["contrast"] < (3.0 if each["off"] else 4.5) - 0.005
        }
    )


def _small(found: list[dict[str, Any]]) -> list[str]:
    assert len(found) > 10
    return sorted({f"{each['text'].strip()[:40]!r}: {each['size']:.1f}" for each in found if each["size"] < 11.99})


#: Words that go on in the next line without a hyphen.
BROKEN_WORDS = """root => {
    const [found, words] = [[], document.createTreeWalker(root, NodeFilter.SHOW_TEXT)];
    const range = document.createRange();
    while (words.nextNode()) {
        const node = words.currentNode;
        if (node.parentNode.closest('svg, .fw-spoken, [hidden]') || !node.parentNode.checkVisibility()) continue;
        for (const { index, 0: word } of node.data.matchAll(/\\p{L}+/gu)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
        }
    }
    return found;
}"""
