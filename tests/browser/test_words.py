"""Every panel in words: a sentence, a table, tooltips. Each is compared with the scene, from which it must come."""

from __future__ import annotations

import csv
import io
import itertools
import re

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view
from playwright.sync_api import expect

from fewidgets.authoring.gallery import examples
from fewidgets.scene.frames import resolve
from tests.browser.jupyter import listen, wait_until
from tests.browser.view import View
from tests.scene.test_numbers import read

pytestmark = pytest.mark.browser

PIXELS = 2500  # an image with more pixels has a table of means only

# The places of a few marks of a plot, on screen: bars, dots, the beginnings of lines, the middle of an image.
PLACES = """(figure, lines) => {
    figure.scrollIntoView({ block: "center" });
    const middle = node => {
        const [box, plot] = [node, node.closest("svg.fw-plot")].map(each => each.getBoundingClientRect());
        const [left, top] = [Math.max(box.left, plot.left), Math.max(box.top, plot.top)]; // a picture may be cut
        return [(left + Math.min(box.right, plot.right)) / 2, (top + Math.min(box.bottom, plot.bottom)) / 2];
    };
    const start = path => {
        const [x, y] = path.getAttribute("d").match(/-?[\\d.]+/g).map(Number);
        const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
        return [left, top];
    };
    const all = (selector, most = 1) => [...figure.querySelectorAll(`svg.fw-plot ${selector}`)]
        .filter(node => node.getAttribute("visibility") !== "hidden").slice(0, most);
    return [
        ...["[role=option]", "circle.fw-dot", "canvas"].flatMap(selector => all(selector).map(middle)),
        ...all(":is(path.fw-stroke, path.fw-many-dots)[d^=M]", lines).map(start),
    ];
}"""


@pytest.fixture
def open_words(lab, tmp_path):
    """Open an explorable's page when its words are there."""
    contexts, errors = [], []

    def open_words(name, width=1200):
        w = examples()[name]()
        path = w.to_html(tmp_path / "page.html", budget=20_000)
        context = lab.browser.new_context(viewport={"width": width, "height": 900}, accept_downloads=True)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = context.new_page()
        listen(page, errors)
        page.goto(path.as_uri())
        view = View(page.locator("body"))
        expect(view.button("More actions")).to_be_visible()
        told = "[...document.querySelectorAll('figure > .fw-spoken:not([role])')].every(node => node.textContent)"
        wait_until(lambda: page.evaluate(told), "all panels are described", page)
        return w, page, view

    yield open_words
    for context in contexts:
        context.close()
    assert errors == []


def act(view, text):
    """Choose an action of the menu."""
    view.button("More actions").click()
    view.root.get_by_role("menuitem", name=text, exact=True).click()


def copied(page, view):
    """Copy the data; give the tables as lists of rows, by the titles of their panels."""
    act(view, "Copy data (CSV)")
    expect(view.root.locator(".fw-said")).to_have_text("Copied all tables as CSV.")
    rows = list(csv.reader(io.StringIO(page.evaluate("navigator.clipboard.readText()"))))
    tables, fresh = [], True
    for row in rows:
        if fresh:
            tables.append([])
        fresh = not row
        if row:
            tables[-1].append(row)
    return [(title, head, cells) for (title,), head, *cells in tables]


def number(text):
    try:
        return float(read(text))
    except ArithmeticError:
        return np.nan


class Tables:
    """The tables of one panel: whether a row has some values."""

    def __init__(self, tables):
        self.rows = [row for _, _, cells in tables for row in cells]
        wide = max(map(len, self.rows), default=0)
        self.numbers = np.array([[number(cell) for cell in row] + [np.nan] * (wide - len(row)) for row in self.rows])
        self.numbers = self.numbers.reshape(len(self.rows), wide)

    def has(self, *values):
        found = np.ones(len(self.rows), dtype=bool)
        for value in values:
            if isinstance(value, str):
                found &= [value in row for row in self.rows]
            else:
                found &= np.isclose(self.numbers, value, rtol=1e-5, atol=1e-12).any(axis=1)
        return bool(found.any())


def on_axis(value, axis):
    """How a table writes a place on an axis: the text of its tick, if this is a name."""
    for place, text in axis.ticks or ():
        if place == value and number(text) != value:
            return text
    return float(value)


def shown(mark, channel, state):
    """The part of a channel that a mark shows."""
    values = np.asarray(resolve(getattr(mark, channel), state), dtype=float)
    return values[: mark.upto.locate(state[mark.upto.name])[0] + 1] if getattr(mark, "upto", None) is not None else values


def pieces(x, y):
    """The unbroken pieces of a line."""
    known = np.isfinite(x + y)
    cuts = np.flatnonzero(np.diff(known.astype(int))) + 1
    return [part for part in np.split(np.arange(len(x)), cuts) if len(part) and known[part[0]]]


def points(panel, state):
    """The points of lines, dots and paths, as tables write them; stems by their tips, strokes not at all."""
    x_axis, y_axis = panel.axis("x"), panel.axis("y")
    on_bars = any(mark.kind == "bars" for mark in panel.marks)
    lines = [mark for mark in panel.marks if mark.kind == "line"]
    parts = [(line, *(shown(line, side, state) for side in "xy")) for line in lines]
    strokes = [
        line for line, x, y in parts for cut in [pieces(x, y)] if any(x[b[0]] < x[a[-1]] for a, b in itertools.pairwise(cut))
    ]
    for mark in panel.marks:
        if mark.kind not in ("line", "dots", "path") or any(mark is line for line in strokes):
            continue
        x, y = (shown(mark, side, state) for side in "xy")
        if mark.kind == "line" and (mark.label or mark.key) and any(line.label or line.key for line in strokes):
            continue  # strokes of several names; their number counts
        if getattr(mark, "at", None) is not None:
            continue  # one point of a line
        stems = mark.kind == "line" and len(pieces(x, y)) > 1
        for i in np.flatnonzero(np.isfinite(x + y)):
            if stems and y[i] == 0:
                continue
            yield (float(x[i]),) if on_bars else (on_axis(x[i], x_axis), on_axis(y[i], y_axis))


def subjects(scene, panel, state):
    """What a sentence about a panel may name."""
    yield from (str(resolve(text, state)) for text in (panel.axis("x").label, panel.axis("y").label, panel.title))
    for mark in panel.marks:
        yield from (style.label for style in getattr(mark, "styles", ()))
        label = getattr(mark, "label", "")
        yield from [label] if isinstance(label, str) else []
        yield from getattr(mark, "names", ())
    yield from (control.label for control in scene.controls)
    yield from ("word", "row", "contour lines", "stroke")


@pytest.mark.parametrize("name", sorted(examples()))
def test_words_tables_and_tooltips_say_what_the_scene_has(open_words, name):
    w, page, view = open_words(name)
    scene, state = w.scene, w.state
    tables = copied(page, view)
    order = sorted(range(len(scene.panels)), key=lambda i: not scene.panels[i].main)  # the main panel comes first
    figures = [view.root.locator("figure").nth(order.index(i)) for i in range(len(order))]
    for i, panel in enumerate(scene.panels):
        figure = figures[i]
        sentence = figure.locator("> .fw-spoken:not([role])").inner_text()
        assert figure.get_attribute("aria-describedby") == figure.locator("> .fw-spoken:not([role])").get_attribute("id")
        assert sentence.endswith(".")
        assert any(part and part in sentence for part in subjects(scene, panel, state)), sentence
        mine = Tables([table for table in tables if table[0] == panel.title or table[0].startswith(f"{panel.title}: ")])
        for point in points(panel, state):
            assert mine.has(*point), (panel.title, point)
        for mark in panel.marks:
            if mark.kind == "bars":
                for text, value in zip(mark.names, np.asarray(resolve(mark.values, state)), strict=True):
                    assert np.isnan(value) or mine.has(scene.whole.get(text, text), float(value)), (panel.title, text, value)
            if mark.kind == "image" and np.ndim(resolve(mark.values, state)) == 2:
                values = np.asarray(resolve(mark.values, state), dtype=float)
                low, high = mark.limits or (0, 255)
                coarse = (high - low) / 254 if mark.digits is None else 0.5 * 10.0**-mark.digits
                if values.size <= PIXELS and values.shape[1] <= 60 and np.isfinite(values).any():
                    wanted = np.clip(values, low, high)
                    bodies = sliding_window_view(mine.numbers[:, 1 : values.shape[1] + 1], values.shape)[:, 0]
                    assert any(np.allclose(body, wanted, atol=coarse + 1e-6, equal_nan=True) for body in bodies), panel.title
        check_tooltips(page, view, figure, panel, mine)
    act(view, "Show as tables")
    for i, panel in enumerate(scene.panels):
        heads = [head for title, head, _ in tables if title == panel.title or title.startswith(f"{panel.title}: ")]
        seen = figures[i].locator(".fw-data table")
        if seen.count() == 0:
            continue  # the panel is a table or a text
        assert seen.count() == len(heads)
        assert [each.locator("thead th").all_inner_texts() for each in seen.all()] == heads
        figure = figures[i]
        assert figure.locator(".fw-data tbody tr").count() <= 200 * seen.count()
        expect(figure.locator("svg.fw-plot").first).to_be_hidden()
        expect(figure.get_by_role("group", name=f"Data: {panel.title}")).to_be_visible()
    assert view.root.evaluate("root => root.scrollWidth <= root.clientWidth")


def check_tooltips(page, view, figure, panel, tables):
    """Point at a mark of each kind: the tooltip has its values."""
    tip = view.root.locator(".fw-tip")
    for left, top in figure.evaluate(PLACES, int(not any(mark.kind == "contours" for mark in panel.marks))):
        page.mouse.move(left, top)
        tip.wait_for(state="visible")
        text = tip.inner_text()
        written = re.findall(r"(?<=: )[−\d.,]+(?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?=\n|, |$)", text)
        assert written or tip.locator("b").inner_text() or re.search(r"\w: \S", text), (panel.title, text)
        for part in written:
            value, unit = number(part), 10.0 ** read(part).as_tuple().exponent
            close = np.isclose(tables.numbers, value, rtol=6e-3, atol=0.51 * min(unit, 1.0)).any()
            assert (
                close or any(str(value).removesuffix(".0") in cell for row in tables.rows for cell in row) or not tables.rows
            ), text
        page.keyboard.press("Escape")  # sooner than by leaving
        tip.wait_for(state="hidden")
