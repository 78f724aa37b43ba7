"""A picture keeps its place while its replay controls move, and what it says of itself belongs to what it shows."""

from __future__ import annotations

import numpy as np
import pytest

import fewidgets
from fewidgets import BoostingStepper, FittingRace, SubsetLattice
from fewidgets.data import load_locked_in
from fewidgets.scene import Choice, Slider, Stepper
from tests.browser.jupyter import listen
from tests.browser.random_walk import STILL
from tests.explorables.hostile import long_names

pytestmark = pytest.mark.browser

WIDTHS = (934, 700, 400)
# Heights of panels in which words do not break into other numbers of lines.
HEIGHTS = """() => [...document.querySelectorAll("figure")].map(figure => [figure.ariaLabel, figure.offsetHeight])"""
# Notes about what will appear that are cut off, or that lie on a heading.
NOTES = """() => [...document.querySelectorAll(".fw-empty")].filter(note => note.textContent).flatMap(note => {
    const figure = note.closest("figure");
    const [box, frame] = [note, figure].map(node => node.getBoundingClientRect());
    const heads = [...figure.querySelectorAll("th, figcaption, .fw-legend li")].map(node => node.getBoundingClientRect());
    const on = heads.filter(({ left, right, top, bottom }) =>
        bottom > box.top + 1 && box.bottom > top && right > box.left && box.right > left);
    const cut = box.bottom > frame.bottom + 1 || box.right > frame.right + 1 || box.left < frame.left - 1;
    return cut || on.length ? [`${figure.ariaLabel}: ${note.textContent}`] : [];
})"""
# Bold texts that are longer than a heading.
WALLS = """() => [...document.querySelectorAll(".fewidgets *")].filter(node => {
    const texts = [...node.childNodes].filter(child => child.nodeType === 3 && child.data.trim().length > 110);
    const seen = texts.length && node.checkVisibility() && !node.closest(".fw-spoken, .fw-data");
    return seen && getComputedStyle(node).fontWeight >= 600;
}).map(node => node.textContent)"""
LEGEND = """() => [...document.querySelectorAll(".fw-legend")].flatMap(legend =>
    [...legend.children].filter(item => item.checkVisibility()).map(item => item.textContent))"""
VALUES = "() => [...document.querySelectorAll('.fw-node .fw-small')].map(node => node.textContent).filter(Boolean)"


@pytest.fixture
def show(browser, tmp_path):
    """Show an explorable on a saved page, in a window of a size."""
    errors = []
    page = browser.new_page(reduced_motion="reduce")
    listen(page, errors)

    def show(w, width=934, height=900):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(w.to_html(tmp_path / "page.html", budget=20_000).as_uri())
        page.locator("figure").first.wait_for()
        page.evaluate(STILL)
        return page

    yield show
    page.close()
    assert errors == []


def put(page, control, value):
    """Move a control of a saved page."""
    node = page.locator(f"[data-control={control.name}]")
    if isinstance(control, Choice):
        node.evaluate("(n, v) => [...n.querySelectorAll('input')].find(each => each.value === v)?.click()", value)
    else:
        node.evaluate("(n, v) => { n.value = v; n.dispatchEvent(new Event('input', { bubbles: true })); }", str(value))
    page.evaluate(STILL)


def places(control, rng):
    """Draw some values of a replay control, its first and last among them."""
    match control:
        case Stepper():
            return [0, control.length - 1, *rng.integers(control.length, size=3).tolist()]
        case Slider():
            return [*control.values[[0, -1]].tolist(), *rng.choice(control.values, 2).tolist()]
        case Choice() if not control.compute:
            return list(control.options)
    return []


LONG = long_names()
MADE = {
    "SubsetLattice": lambda: SubsetLattice(load_locked_in()),
    "FittingRace": FittingRace.example,
    "FittingRace, long names": lambda: FittingRace(LONG.X, LONG.y, feature_names=LONG.feature_names),
    "BoostingStepper, long names": lambda: BoostingStepper(LONG.X, LONG.y, feature_names=LONG.feature_names),
    "BoostingVersusL1": fewidgets.BoostingVersusL1.example,
    "ScalingStepper": fewidgets.ScalingStepper.example,
    "KernelRidgeViewer": fewidgets.KernelRidgeViewer.example,
    "LambdaSlider": fewidgets.LambdaSlider.example,
    "SelectorViewer": fewidgets.SelectorViewer.example,
    "RescalingViewer": fewidgets.RescalingViewer.example,
    "PolynomialDegreeViewer": fewidgets.PolynomialDegreeViewer.example,
}


@pytest.mark.parametrize("name", MADE)
def test_panels_keep_their_height_and_notes_are_whole(name, show):
    rng = np.random.default_rng(len(name))
    w = MADE[name]()
    for width in WIDTHS:
        page = show(w, width)
        first = page.evaluate(HEIGHTS)
        for control in w.scene.controls:
            for value in places(control, rng):
                put(page, control, value)
                assert page.evaluate(NOTES) == [], (width, control.name, value)
                assert page.evaluate(WALLS) == [], (width, control.name, value)
                if width == WIDTHS[0]:  # in narrow tables, words break
                    assert page.evaluate(HEIGHTS) == first, (width, control.name, value)


@pytest.mark.parametrize(
    ("width", "height", "present"), [(934, 768, False), (700, 768, False), (1366, 768, True), (1920, 1080, True)]
)
def test_a_lattice_shows_its_errors_and_explains_what_it_shows(width, height, present, show):
    w = SubsetLattice(load_locked_in(), present=present)
    page = show(w, width, height)
    if present:
        page.locator(".fw-present").wait_for()
    step, method = w.scene.control("step"), w.scene.control("method")
    seen = set()
    for chosen, m in [
        ("Forward", 0),
        ("Forward", 5),
        ("Forward", 7),
        ("Floating", 7),
        ("Best subset", 3),
        ("Bidirectional", 2),
    ]:
        put(page, method, chosen)
        put(page, step, m)
        page.wait_for_function("document.querySelector('.fw-node .fw-small')?.getClientRects().length")
        shown = w.scene.panels[0].marks[1].values.at({"method": chosen, "step": m})
        assert len(page.evaluate(VALUES)) == np.isfinite(shown).sum()
        assert page.evaluate(LEGEND) == []  # notes beside the boxes take its place
        notes = page.evaluate(
            "[...document.querySelectorAll('figure')[0].querySelectorAll('.fw-text')].map(n => n.textContent)"
        )
        styles = w.scene.panels[0].marks[1].style.at({"method": chosen, "step": m})
        assert any(note.startswith("best of ") for note in notes) == bool((styles == 5).any())
        added = [note for note in notes if note[:1] in {"+", "−"}]
        assert len(added) >= (styles == 2).sum() if chosen != "Best subset" else not added
        seen |= set(filter(None, notes))
        if present:
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    assert len(seen) >= 7
