"""Every explorable light and dark, wide and narrow, still and moving; and pictures of it all for people to look at."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from fewidgets.authoring.gallery import examples
from tests.browser.settings import settle
from tests.browser.sight import measured
from tests.browser.view import BOOSTING, View

pytestmark = pytest.mark.browser

# Each visible text with its colour, and the first background behind it that is not transparent.
TEXTS = """root => {
    const rgba = text => { const n = text.match(/[\\d.]+/g).map(Number); return n.length < 4 ? [...n, 1] : n; };
    const behind = node => {
        for (; node; node = node.parentElement) {
            const color = rgba(getComputedStyle(node).backgroundColor);
            if (color[3] > 0.99) return color;
        }
        return [255, 255, 255, 1];
    };
    return [...root.querySelectorAll('*')].filter(node =>
        [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim())
        && node.getClientRects().length && !node.closest(':disabled, [disabled], option, .fw-number, .fw-spoken'))
        .map(node => {
            const style = getComputedStyle(node);
            return [node.textContent, rgba(node.ownerSVGElement ? style.fill : style.color), behind(node)];
        });
}"""

# Whatever reaches out of the view, or of the panel that it is in.
OUTSIDE = """root => {
    const frame = root.getBoundingClientRect();
    const parts = 'figure text, figcaption, button, select, textarea, dt, dd, label, p, td, input[type=range]';
    return [...root.querySelectorAll(parts)]
        .filter(node => node.textContent.trim() || node.matches('input, select, button, textarea'))
        .filter(node => !node.matches('[data-part=announcement], .fw-scroller *, .fw-data *') && node.getClientRects().length)
        .map(node => [node.textContent || node.getAttribute('aria-label'), node.getBoundingClientRect()])
        .filter(([, box]) => box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1)
        .map(([text, box]) => `${text}: ${Math.round(box.left - frame.left)} to ${Math.round(box.right - frame.left)}`
            + ` of ${Math.round(frame.width)}`);
}"""
# Texts that lie on one another. Numbers written into the pixels of an image may lie under what is drawn over it.
OVERLAPS = """root => {
    const extent = node => {  // of the letters, not of the box that they may stick out of
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect();
    };
    return [...root.querySelectorAll('figure, dl, .fw-controls')].flatMap(plot => {
        const parts = 'text:not(.fw-number), figcaption > span:first-child, li, dt, dd, td, .fw-name-text';
        const texts = [...plot.querySelectorAll(parts)]
            .filter(node => node.textContent.trim() && !node.closest('.fw-data'))  // tables for screen readers
            .filter(node => extent(node).top < (node.closest('.fw-order ol')?.getBoundingClientRect().bottom ?? Infinity))
            .map(node => ({
                text: node.textContent,
                box: extent(node),
                tilted: (node.getAttribute('transform') ?? '').includes('rotate'),
            }));
        const lie = (p, q) => Math.min(p.right, q.right) - Math.max(p.left, q.left) > 2
            && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 0.35 * Math.min(p.height, q.height);
        return texts.flatMap((one, i) => texts.slice(i + 1)
            .filter(other => !(one.tilted && other.tilted) && lie(one.box, other.box))  // tilted boxes tell nothing
            .map(other => `${plot.getAttribute('aria-label') ?? plot.className}: ${one.text} on ${other.text}`));
    });
}"""
SCROLLS = """root => [root, ...root.querySelectorAll('*')]
    .filter(node => !node.matches('textarea, .fw-options, .fw-spoken, .fw-tokens, .fw-scroller')
    && ['auto', 'scroll'].includes(getComputedStyle(node).overflowX) && node.scrollWidth > node.clientWidth + 1)
    .map(node => node.className)"""


def luminance(color: list[float]) -> float:
    """Relative luminance (WCAG 2) of a colour in 0 … 255."""
    parts = [c / 255 for c in color[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: list[float], second: list[float]) -> float:
    """Contrast (WCAG 2) of two opaque colours, 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_reckoned_as_wcag_does():
    assert contrast([0, 0, 0], [255, 255, 255]) == pytest.approx(21)
    assert contrast([119, 119, 119], [255, 255, 255]) == pytest.approx(4.48, abs=0.01)


@pytest.fixture(scope="module")
def gallery(open_notebook):
    return open_notebook("appearance.ipynb", "from fewidgets.authoring.gallery import examples\n\nw = examples()[name]()\nw")


@pytest.fixture(scope="module", params=examples())
def shown(request, gallery):
    """Give the notebook and the view of each explorable as the gallery shows it."""
    gallery.page.emulate_media(reduced_motion="no-preference")
    gallery.lab.forget()
    gallery.execute(f"name = {request.param!r}")
    view = View(gallery.run_cell(0))
    yield gallery, view
    assert gallery.lab.errors == []
    gallery.lab.theme("JupyterLab Light")
    gallery.page.set_viewport_size({"width": 1200, "height": 1000})
    gallery.execute("w.close()")


@pytest.mark.parametrize(("theme", "width"), [("Light", 1200), ("Dark", 700)])
def test_all_can_be_read_and_nothing_is_cut_off(shown, theme, width):
    notebook, view = shown
    notebook.lab.theme(f"JupyterLab {theme}")
    notebook.page.set_viewport_size({"width": width, "height": 2600})
    settle(notebook.page)
    view.keep(f"{notebook.value('type(w).__name__')}-{theme.lower()}-{width}")
    background = view.root.evaluate("root => getComputedStyle(root).backgroundColor.match(/[\\d.]+/g).map(Number)")
    assert (luminance(background) < 0.2) == (theme == "Dark"), background
    texts = measured(view.root, TEXTS)
    assert len(texts) > 10
    dim = {f"{text!r} {color[:3]} on {behind[:3]}: {contrast(color, behind):.2f}" for text, color, behind in texts
           if contrast(color, behind) < 4.5}  # fmt: skip
    assert not dim, "\n".join(sorted(dim))
    assert view.root.evaluate(OUTSIDE) == []
    overlaps = view.root.evaluate(OVERLAPS)
    assert overlaps == [], "\n".join(overlaps)
    assert view.root.evaluate("root => root.scrollWidth <= root.clientWidth + 1")
    assert view.root.evaluate(SCROLLS) == []


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("appearance-motion.ipynb", BOOSTING)


@pytest.fixture
def view(notebook):
    notebook.page.emulate_media(reduced_motion="no-preference")
    return View(notebook.run_cell(0))


def test_texts_do_not_lie_on_one_another_at_the_end(notebook, view):
    view.control("round").press("End")
    for width in (1200, 700):
        notebook.page.set_viewport_size({"width": width, "height": 1000})
        view.page.wait_for_timeout(400)
        overlaps = view.root.evaluate(OVERLAPS)
        assert overlaps == [], f"{width} px:\n" + "\n".join(overlaps)


def test_less_motion_means_no_playing_by_itself(notebook, view):
    notebook.page.emulate_media(reduced_motion="reduce")
    play = view.button("Play")
    expect(play).to_be_disabled()
    expect(play).to_have_attribute("title", re.compile("reduced motion"))
    slider = view.control("round")
    slider.press("Home")
    slider.press("Space")
    still = view.picture
    assert view.at_rest(1300) == still
    slider.press("ArrowRight")  # a step by hand is shown at once
    view.wait_step(1)
    tweens = view.root.evaluate(
        "root => [...root.querySelectorAll('*')].filter(node => getComputedStyle(node).transitionDuration.split(',')"
        ".some(part => parseFloat(part) > 0)).length"
    )
    assert tweens == 0
    notebook.page.emulate_media(reduced_motion="no-preference")
    expect(play).to_be_enabled()


def test_asking_for_less_motion_stops_what_plays(notebook, view):
    view.control("round").press("Home")
    view.button("Play").click()
    expect(view.button("Pause")).to_be_visible()
    notebook.page.emulate_media(reduced_motion="reduce")
    expect(view.button("Play")).to_be_disabled()
    step = view.step()
    assert view.at_rest(1300)
    assert view.step() == step
