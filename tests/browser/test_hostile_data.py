"""Six hostile data sets through every explorable that takes data, in saved pages: nothing overlaps, and nothing is cut off."""

from __future__ import annotations

import pytest

from tests.browser.jupyter import listen
from tests.browser.sight import OUTSIDE, OVERLAPS, SCROLLS
from tests.browser.view import View
from tests.explorables.hostile import HOSTILE
from tests.explorables.hostile_views import MAKERS

pytestmark = pytest.mark.browser

PICTURES = {"SpectrumViewer", "EdgeHistogramViewer", "ImageComparison"}  # they show no names
FEW = ("sixty", "extreme")
PLOT = 0.4  # share of a panel's width that a plot must have at 400 px

# Texts of one axis or one list of bars whose letters lie on each other.
TICKS = """root => [...root.querySelectorAll('figure svg')].flatMap(plot =>
    ['[aria-hidden] > .fw-tick', '.fw-name', '.fw-value'].flatMap(kind => {
        const texts = [...plot.querySelectorAll(kind)].filter(node => node.textContent && !node.hasAttribute('transform'))
            .map(node => [node.firstChild.data, node.getBoundingClientRect()]);
        return texts.slice(1).flatMap(([text, box], i) => {
            const [before, other] = texts[i];
            const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
            const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
            return wide > 1 && high > 0.3 * box.height ? [`${plot.getAttribute('aria-label')}: ${before} on ${text}`] : [];
        });
    }))"""
# Names of bars that lie on their bars' plot, and plots that their gutters leave no room.
GUTTERS = """(root, least) => [...root.querySelectorAll('figure')].flatMap(figure => {
    const line = figure.querySelector('svg > g > line.fw-axis')?.getBoundingClientRect();
    if (!line) return [];
    const title = figure.getAttribute('aria-label');
    const share = line.width / figure.getBoundingClientRect().width;
    const names = [...figure.querySelectorAll('.fw-name')].filter(node => node.textContent
        && node.getBoundingClientRect().right > line.left);
    return [...(share < least ? [`${title}: the plot has ${share.toFixed(2)} of the width`] : []),
        ...names.map(node => `${title}: ${node.textContent} lies on the plot`)];
})"""
# What is written where a number or a text is missing.
WORDS = """root => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node; (node = walker.nextNode()); )
        if (/\\b(NaN|Infinity|undefined|None|null)\\b|∞|\\[object/.test(node.data)) found.push(node.data);
    return found;
}"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def tab(lab):
    """One tab for all pages, and the errors of its console."""
    errors = []
    context = lab.browser.new_context(viewport={"width": 1200, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    listen(page, errors)
    yield page, errors
    context.close()


@pytest.fixture(scope="module")
def data():
    return {name: make() for name, make in HOSTILE.items()}


@pytest.mark.parametrize("kind", MAKERS)
def test_hostile_data_are_shown_as_they_are(kind, data, tab, tmp_path):
    page, errors = tab
    faults = []
    for name in HOSTILE if kind not in PICTURES else FEW:
        page.set_viewport_size({"width": 1200, "height": 900})
        page.goto(MAKERS[kind](data[name]).to_html(tmp_path / f"{name}.html").as_uri())
        root = View(page.locator("body")).root
        for width in (1200, 400):
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_function(f"innerWidth === {width}")
            page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found = [
                *root.evaluate(OVERLAPS),
                *root.evaluate(OUTSIDE),
                *root.evaluate(SCROLLS),
                *root.evaluate(TICKS),
                *root.evaluate(GUTTERS, PLOT if width == 400 else 0.25),
                *root.evaluate(WORDS),
            ]
            if page.evaluate(WIDER) > 0:
                found.append(f"the page is {page.evaluate(WIDER)} px wider than the window")
            faults += [f"{name} at {width} px: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
    assert errors == []
