"""Six hostile data sets through every explorable that takes data, in one page each: nothing overlaps, nothing is cut off."""

from __future__ import annotations

import pytest

from tests.browser.jupyter import listen
from tests.browser.settings import settle
from tests.browser.sight import OUTSIDE, OVERLAPS, SCROLLS, UNFOLD
from tests.explorables.hostile import HOSTILE
from tests.explorables.hostile_views import MAKERS
from tests.lessons.as_used import Shown, together

pytestmark = pytest.mark.browser

PICTURES = {"SpectrumViewer", "EdgeHistogramViewer", "ImageComparison"}  # they show no names
FEW = ("sixty", "extreme")
WIDTHS = (1168, 368)  # pixels of views in windows of 1200 and 400 pixels
PLOT = 0.4  # share of a panel's width that a plot must have in the narrow one

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
# The faults of a view; `least` is the share of a panel's width that a plot must have.
ALL = ", ".join(f"...({measure})(root)" for measure in (OVERLAPS, OUTSIDE, SCROLLS, TICKS, WORDS))
FAULTS = f"(root, least) => [{ALL}, ...({GUTTERS})(root, least)]"
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
    names = HOSTILE if kind not in PICTURES else FEW
    made = [MAKERS[kind](data[name]) for name in names]
    path = tmp_path / f"{kind}.html"
    path.write_text(together([Shown(kind, 0, w, w.scene, dict(w.state)) for w in made]), encoding="utf-8")
    page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    page.goto(path.as_uri())
    page.locator(".fewidgets figure").first.wait_for()
    page.evaluate(UNFOLD)
    for width in WIDTHS:
        settle(page, width)
        roots = page.locator(".fewidgets").all()
        assert len(roots) == len(made)
        for name, root in zip(names, roots, strict=True):
            found = root.evaluate(FAULTS, PLOT if width == WIDTHS[1] else 0.25)
            faults += [f"{name} at {width} px: {fault}" for fault in found]
        if page.evaluate(WIDER) > 0:
            faults.append(f"the page is {page.evaluate(WIDER)} px wider than the window of {width} px")
    assert not faults, "\n".join(faults)
    assert errors == []
