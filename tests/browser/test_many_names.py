"""Many names in one panel or one control: the largest bars, the others by scrolling or searching, menus, and wide tables."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from fewidgets import BoostingStepper, ImputationViewer
from fewidgets.scene import Bars, Choice, Dots, Panel, Scene
from fewidgets.scene.page.page import write_page
from tests.browser.jupyter import listen
from tests.browser.view import View
from tests.explorables.hostile import long_names, sixty_features

pytestmark = pytest.mark.browser

COUNT = 1000
OPTIONS = [f"gene {n}" for n in range(COUNT)]


@pytest.fixture
def open_file(lab):
    """Open a saved page; give its view."""
    contexts, errors = [], []

    def open_file(path, **looks):
        context = lab.browser.new_context(viewport={"width": 1200, "height": 900}, **looks)
        contexts.append(context)
        page = context.new_page()
        listen(page, errors)
        page.goto(path.as_uri())
        return View(page.locator("body"))

    yield open_file
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def many(open_file, tmp_path):
    """A thousand bars with a dot each, and a choice of a thousand options."""
    choice = Choice("gene", OPTIONS, label="Gene")
    sizes = np.arange(COUNT) % 97 + np.arange(COUNT) / COUNT
    bars = Bars(OPTIONS, sizes, keys=OPTIONS)
    dots = Dots(sizes, np.arange(COUNT, dtype=float), keys=OPTIONS)
    scene = Scene("Genes", [Panel("Expression", [bars, dots])], [choice])
    return open_file(write_page(scene, tmp_path / "page.html")), sizes


def rows(view):
    """The names in view, and the height of each row's middle."""
    return view.root.locator("[role=option] .fw-name").evaluate_all(
        "nodes => nodes.map(node => [node.firstChild.data, node.getBoundingClientRect().y])"
    )


def focused(view):
    return view.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''").rpartition(":")[0]


def test_of_a_thousand_bars_the_largest_are_shown_and_all_are_reached_by_keys(many):
    view, sizes = many
    largest = sorted(np.argsort(-sizes, kind="stable")[:24])
    shown = len(rows(view))
    assert 8 <= shown <= 24  # as many as fit on the screen below the controls
    assert [name for name, _ in rows(view)] == [OPTIONS[n] for n in largest[:shown]]
    options = view.root.get_by_role("listbox", name="Expression").get_by_role("option")
    expect(options).to_have_count(shown)
    expect(options.first).to_have_attribute("aria-setsize", "1000")
    options.first.focus()
    order = [*largest, *(n for n in np.argsort(-sizes, kind="stable") if n not in largest)]
    for key, place in (("ArrowDown", 1), ("End", 999), ("PageUp", 975), ("ArrowUp", 974), ("Home", 0), ("PageDown", 24)):
        view.page.keyboard.press(key)
        assert focused(view) == OPTIONS[order[place]], key
        tops = [top for _, top in rows(view)]
        assert tops == sorted(tops)
        inside = view.page.evaluate(
            """() => { const box = document.querySelector(".fw-window").getBoundingClientRect();
                const { y, height } = document.activeElement.getBoundingClientRect();
                return y > box.y - 1 && y + height < box.bottom + 1; }"""
        )
        assert inside, key
    view.page.keyboard.type("gene 31")
    assert focused(view).startswith("gene 31")


def test_a_bar_is_found_by_its_name_and_its_dot_moves_with_it(many):
    view, _ = many
    before = len(rows(view))
    view.page.get_by_role("searchbox", name="Find in Expression").fill("77")
    found = [n for n in range(COUNT) if "77" in str(n)]
    expect(view.root.locator(".fw-find")).to_contain_text(f"{len(found)} found")
    assert {name for name, _ in rows(view)} <= {OPTIONS[n] for n in found}
    places = view.root.evaluate(
        """root => [...root.querySelectorAll("circle.fw-dot:not([visibility])")].map(dot => {
            const bar = [...root.querySelectorAll("[role=option]")].find(bar => bar.dataset.key === dot.dataset.key);
            const [a, b] = [dot, bar.querySelector(".fw-bar")].map(node => node.getBoundingClientRect());
            return Math.abs(a.y + a.height / 2 - b.y - b.height / 2) + Math.abs(a.x + a.width / 2 - b.right);
        })"""
    )
    assert len(places) == min(before, len(found))
    assert max(places) < 12, "a dot lies at the end of its bar"
    view.page.keyboard.press("Escape")
    assert len(rows(view)) == before


def test_a_wheel_brings_the_others_into_view(many):
    view, _ = many
    before = rows(view)
    window = view.root.locator(".fw-window")
    window.hover()
    view.page.mouse.wheel(0, 400)
    view.page.wait_for_function(
        "name => document.querySelector('[role=option] .fw-name').firstChild.data !== name", arg=before[0][0]
    )
    after = rows(view)
    assert len(after) == len(before)
    assert after[0][1] == pytest.approx(before[0][1], abs=1), "the plot stays where it is"


def test_many_options_are_a_menu_that_is_searched(many):
    view, _ = many
    field = view.page.get_by_role("combobox", name="Gene")
    expect(field).to_have_value("gene 0")
    field.click()
    expect(field).to_have_attribute("aria-expanded", "true")
    view.page.keyboard.type("99")
    listed = view.page.get_by_role("listbox", name="Gene").get_by_role("option")
    expect(listed).to_have_count(sum("99" in name for name in OPTIONS))
    view.page.keyboard.press("ArrowDown")
    active = view.page.locator(f"#{field.get_attribute('aria-activedescendant')}")
    expect(active).to_have_text("gene 199")
    expect(active).to_be_visible()
    view.page.keyboard.press("Enter")
    expect(field).to_have_value("gene 199")
    expect(field).to_have_attribute("aria-expanded", "false")
    view.page.keyboard.type("nothing of the kind")
    view.page.keyboard.press("Escape")
    expect(field).to_have_value("gene 199")
    field.press("ArrowDown")
    field.press("PageDown")
    chosen = view.page.locator(f"#{field.get_attribute('aria-activedescendant')}").inner_text()
    view.page.locator(".fw-listbox li", has_text=chosen).click()
    expect(field).to_have_value(chosen)


def test_the_winner_of_a_round_is_brought_into_view(open_file, tmp_path):
    data = sixty_features()
    w = BoostingStepper(data.X, data.y, feature_names=data.feature_names, predict=False)
    view = open_file(w.to_html(tmp_path / "page.html", budget=20_000))
    slider = view.control("round")
    slider.focus()
    for key, step in (("End", 60), ("ArrowLeft", 59)):
        slider.press(key)
        winner = data.feature_names[w.trace.order[step - 1]]
        names = [label for label in view.bars if label.startswith(f"{winner}:")]
        assert len(names) == 2, f"in both panels after round {step}"


def test_a_wide_table_scrolls_in_its_panel_by_keys(open_file, tmp_path):
    data = sixty_features()
    names = [f"{name} {'of the second laboratory' * 2}" for name in data.feature_names]
    w = ImputationViewer(data.X, feature_names=names, removed_share=0.2)
    view = open_file(w.to_html(tmp_path / "page.html", budget=20_000))
    table = view.root.get_by_role("grid")
    assert table.locator("thead th").count() == 61
    boxes = [figure.bounding_box() for figure in view.panels.all()]
    scroller = view.root.locator(".fw-scroller")
    box = scroller.bounding_box()
    assert box["x"] + box["width"] <= boxes[1]["x"], "the table does not lie over its neighbour"
    cells = table.locator("[role=gridcell]")
    cells.first.focus()
    for _ in range(59):
        view.page.keyboard.press("ArrowRight")
    cell, first = cells.nth(59).bounding_box(), table.locator("tbody td").first.bounding_box()
    assert box["x"] <= cell["x"]
    assert cell["x"] + cell["width"] <= box["x"] + box["width"] + 1
    assert first["x"] == pytest.approx(box["x"], abs=1), "the first column stays in view"
    assert view.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_headings_are_shortened_in_their_middle_and_told_in_full(open_file, tmp_path):
    data = long_names()
    view = open_file(
        ImputationViewer(data.X, feature_names=data.feature_names, removed_share=0.2).to_html(
            tmp_path / "page.html", budget=20_000
        )
    )
    headings = view.root.get_by_role("grid").locator("thead th")
    shown = headings.all_inner_texts()[1:]
    assert len(set(shown)) == 12
    assert all(
        text.startswith("ave") and "…" in text and text.endswith(name[-3:])
        for text, name in zip(shown, data.feature_names, strict=True)
    )
    assert [each.get_attribute("title") for each in headings.all()[1:]] == list(data.feature_names)


def test_a_view_without_width_for_a_moment_is_as_high_as_before(open_file, tmp_path):
    data = long_names()
    w = BoostingStepper(data.X, data.y, feature_names=data.feature_names, round=6)
    view = open_file(w.to_html(tmp_path / "page.html", budget=20_000))
    before, after = view.root.evaluate(
        """async root => {
            const painted = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
            const high = () => root.querySelector('.fw-readouts').offsetHeight;
            await painted();
            const before = high();
            for (const width of ['20px', '']) {
                root.style.width = width;
                await painted();
            }
            return [before, high()];
        }"""
    )
    assert after == before
