"""A lattice of 64 subsets in a page: by mouse, finger and keys, in words, narrow and wide, in forced colours and on paper."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from playwright.sync_api import expect

from fewidgets.scene import Frames, Graph, Panel, Pick, Scene, Stepper, Style, Template
from fewidgets.scene.page.page import page_html
from tests.browser.axe import violations
from tests.browser.finger import Finger, middle_of
from tests.browser.jupyter import chromium, listen
from tests.browser.settings import settle

pytestmark = pytest.mark.browser

PATH = [(), (3,), (3, 6), (3, 4, 6)]
BOXES = """chips => chips.map(chip => chip.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height])"""
LABELS = "nodes => nodes.map(node => node.querySelector('text').textContent)"


def lattice() -> Scene:
    """Make a path through all subsets of six features, with what was tried at each step."""
    subsets = [chosen for size in range(7) for chosen in combinations(range(1, 7), size)]
    number = {each: i for i, each in enumerate(subsets)}
    of_size = [[each for each in subsets if len(each) == size] for size in range(7)]
    x = [(of_size[len(each)].index(each) + 0.5) / len(of_size[len(each)]) for each in subsets]
    links = [
        (number[one], number[other])
        for one, other in combinations(subsets, 2)
        if len(other) == len(one) + 1 and {*one} < {*other}
    ]
    keys = ["{" + ", ".join(map(str, each)) + "}" for each in subsets]
    step, pick = Stepper("step", len(PATH)), Pick("node", options=keys, label="Subset")
    style, link_style = np.zeros((len(PATH), 64), int), np.zeros((len(PATH), len(links)), int)
    for m in range(len(PATH)):
        style[m, [number[each] for each in PATH[: m + 1]]] = 1
        for one, other in pairwise(PATH[: m + 1]):
            for i, (start, end) in enumerate(links):
                if subsets[start] == one:
                    link_style[m, i] = 1 + (subsets[end] == other)
    graph = Graph(
        x,
        [len(each) for each in subsets],
        keys,
        [key.strip("{}").replace(", ", "") or "∅" for key in keys],
        links,
        Frames(style, step),
        [Style("not taken", "quiet", look="faint"), Style("taken", "accent", "✓", "lit")],
        Frames(link_style, step),
        [Style("", "grid", look="faint"), Style("tried", "quiet", look="struck"), Style("step", "accent", look="lit")],
        values=[10.5 - len(each) for each in subsets],
        value_label="cost",
    )
    caption = Template("At step {step}, {node} is picked.", step=step, node=Frames(["nothing", *keys], pick))
    return Scene("Subsets", [Panel("All subsets", [graph], axes=False, height=460)], [step, pick], caption=caption)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    path = tmp_path_factory.mktemp("graph") / "page.html"
    path.write_text(page_html(lattice()), encoding="utf-8")
    errors: list[str] = []
    with chromium() as browser:
        context = browser.new_context(viewport={"width": 1000, "height": 900}, has_touch=True)
        page = context.new_page()
        listen(page, errors)
        page.goto(path.as_uri())
        page.locator(".fw-data table").wait_for(state="attached")
        yield page
        assert errors == []
        context.close()


def node(page, key):
    return page.locator(f'.fw-node[data-key="{key}"]')


def caption(page):
    return page.locator(".fw-caption")


def touching(boxes):
    left, top, width, height = np.array(boxes).T[:, :, None]
    near = (left < (left + width).T) & (left + width > left.T) & (top < (top + height).T) & (top + height > top.T)
    return int(np.triu(near, 1).sum())


def test_keys_go_along_links_and_pick(page):
    page.locator("button[aria-label^='First']").or_(page.locator(".fw-stepper button").first).first.focus()
    assert page.locator(".fw-node[tabindex='0']").count() == 1, "all nodes are one tab stop"
    node(page, "{}").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".fw-node:focus")).to_have_attribute("data-key", "{3}")
    for keys, key in (
        ("ArrowRight", "{3, 6}"),
        ("ArrowLeft ArrowUp ArrowDown", "{3}"),
        ("End", "{1, 2, 3, 4, 5, 6}"),
        ("Home", "{}"),
    ):
        for each in keys.split():
            page.keyboard.press(each)
        if key != "{3}":
            expect(page.locator(".fw-node:focus")).to_have_attribute("data-key", key)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(caption(page)).to_have_text("At step 0, {3} is picked.")
    assert node(page, "{3}").get_attribute("aria-selected") == "true"
    page.keyboard.press("Enter")
    expect(caption(page)).to_have_text("At step 0, nothing is picked.")


def test_a_click_and_a_tap_pick_a_node_and_a_tooltip_tells_its_value(page):
    node(page, "{1, 2}").hover()
    expect(page.locator(".fw-tip")).to_have_text("12 8.50: cost of {1, 2}, not taken")
    assert page.locator(".fw-near").get_attribute("d").count("M") == 6, "its links are emphasised: two below, four above"
    node(page, "{1, 2}").click()
    expect(caption(page)).to_have_text("At step 0, {1, 2} is picked.")
    Finger(page).tap(middle_of(node(page, "{2, 5}")))
    expect(caption(page)).to_have_text("At step 0, {2, 5} is picked.")
    node(page, "{2, 5}").click()


def test_steps_change_nodes_links_words_and_the_table(page):
    page.locator(".fw-stepper input[type=range]").press("End")
    expect(node(page, "{3, 4, 6}").locator("text").first).to_have_text("✓")
    links = page.locator(".fw-graph > g > path")
    assert [path.count("M") for path in links.evaluate_all("all => all.map(each => each.getAttribute('d'))")] == [177, 12, 3]
    expect(page.locator("figure .fw-spoken").first).to_contain_text(
        "64 nodes, 192 links; not taken: 60; taken: 4; links tried: 12; links step: 3; "
        "cost from 4.50 ({1, 2, 3, 4, 5, 6}) to 10.5 ({})."
    )
    expect(page.locator(".fw-data tbody tr").nth(1)).to_have_text("{1}9.50not taken")
    assert page.locator(".fw-legend li").all_inner_texts() == ["not taken", "✓ taken", "tried", "step"]
    assert violations(page) == []


@pytest.mark.parametrize(("width", "label"), [(800, ""), (1200, "12")])
def test_nodes_stay_apart_and_large_at_each_width(page, width, label):
    settle(page, width)
    expect(node(page, "{1, 2}").locator("text").first).to_have_text(label)
    boxes = page.locator(".fw-plate").evaluate_all(BOXES)
    assert touching(boxes) == 0
    assert min(min(wide, high) for *_, wide, high in boxes) > 23.9, "pixels, for a finger"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    seen = page.locator(".fw-node").evaluate_all(LABELS)
    assert sum("✓" in text for text in seen) == 4, "signs stay where labels go"
    node(page, "{3, 6}").hover()
    expect(page.locator(".fw-tip")).to_contain_text("36 8.50: cost of {3, 6}, taken")


LOOKS = """chip => {
    const { stroke, strokeWidth, fill } = getComputedStyle(chip);
    return [stroke, parseFloat(strokeWidth), fill];
}"""


@pytest.mark.parametrize("media", [{"forced_colors": "active"}, {"media": "print"}, {"color_scheme": "dark"}], ids=str)
def test_nodes_differ_by_more_than_colour(page, media):
    page.emulate_media(**media)
    plain, lit = (node(page, key).locator(".fw-plate").evaluate(LOOKS) for key in ("{1, 2}", "{3, 6}"))
    assert lit[1] > 2 * plain[1], "a lit node has a bold outline"
    for stroke, _, fill in (plain, lit):
        assert stroke != fill
        assert "rgba(0, 0, 0, 0)" not in (stroke, fill)
    page.emulate_media(forced_colors="none", media="screen", color_scheme="light")
