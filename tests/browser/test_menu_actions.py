"""The menu's actions: pictures that stand alone, data as given, full screen, tones; and a view without the second module."""

from __future__ import annotations

import csv
import io
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from playwright.sync_api import expect

from fewidgets.authoring.gallery import examples
from fewidgets.scene import Bars, Dots, Line, Panel, Scene
from fewidgets.scene.page.page import page_html
from tests.browser.jupyter import listen, wait_until
from tests.browser.view import View

pytestmark = pytest.mark.browser

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def open_html(lab, tmp_path):
    """Open the text of a page."""
    contexts, errors = [], []

    def open_html(text, **settings):
        context = lab.browser.new_context(**{"viewport": {"width": 1200, "height": 900}, "accept_downloads": True, **settings})
        contexts.append(context)
        page = context.new_page()
        listen(page, errors)
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        page.goto(path.as_uri())
        return page, View(page.locator("body"))

    yield open_html
    for context in contexts:
        context.close()
    assert errors == []


def example(name):
    w = examples()[name]()
    return page_html(w.scene, state=w.state)


def choose(view, text):
    view.button("More actions").click()
    view.root.get_by_role("menuitem", name=text, exact=True).click()


def download(page, view, text):
    """Choose an action that saves a file; give its name and its bytes."""
    with page.expect_download() as saved:
        choose(view, text)
    expect(view.root.locator(".fw-said")).to_contain_text(f"Saved as {saved.value.suggested_filename}")
    return saved.value.suggested_filename, saved.value.path().read_bytes()


@pytest.mark.parametrize("name", ["lambda_slider", "edge_histogram_viewer"])
def test_a_saved_picture_stands_alone(open_html, name, tmp_path):
    page, view = open_html(example(name), color_scheme="dark")
    file, saved = download(page, view, "Save picture (SVG)")
    assert file.endswith(".svg")
    picture = ElementTree.fromstring(saved)
    for node in picture.iter():
        assert "class" not in node.attrib
        assert not any("var(" in value for value in node.attrib.values()), node.attrib
        assert node.get("style", "image-rendering: pixelated;") == "image-rendering: pixelated;"
        assert node.get("href", "data:").startswith("data:")
    texts = "".join("".join(node.itertext()) for node in picture.iter(f"{SVG}text"))
    for part in [
        view.caption,
        view.root.get_attribute("aria-label"),
        *view.panels.locator("figcaption > span:first-child").all_inner_texts(),
    ]:
        assert re.sub(r"\s", "", part) in re.sub(r"\s", "", texts)
    colors = {node.get(paint) for node in picture.iter() for paint in ("fill", "stroke")} - {None, "none"}
    assert len(colors) > 8, "the colours of the series are there"
    assert all(re.fullmatch(r"rgba?\([\d., ]+\)|#\w{3,6}|color\(srgb [\d. /]+\)", color) for color in colors), colors
    images = list(picture.iter(f"{SVG}image"))
    assert len(images) == view.root.locator("figure canvas").count()
    clips = {node.get("id") for node in picture.iter(f"{SVG}clipPath")}
    assert {node.get("clip-path") for node in picture.iter() if node.get("clip-path")} == {f"url(#{clip})" for clip in clips}

    from matplotlib import image

    file, saved = download(page, view, "Save picture (PNG)")
    assert file.endswith(".png")
    pixels = image.imread(io.BytesIO(saved))
    width, height = float(picture.get("width")), float(picture.get("height"))
    assert pixels.shape[:2] == (int(2 * height), int(2 * width))
    assert len(np.unique(pixels.reshape(-1, 4)[::7], axis=0)) > 20, "the picture is not blank"
    background = pixels[2, 2]
    assert background[:3].max() < 0.3, "it is dark, as on screen"


def test_copied_data_are_those_given(open_html):
    rng = np.random.default_rng(4)
    x, y = np.sort(rng.normal(size=30)), rng.normal(size=30) * 10.0 ** rng.integers(-8, 9, size=30)
    names, values = [f'name, "{i}"' for i in range(5)], rng.normal(size=5)
    scene = Scene("Given", [Panel("First", [Line(x, y, label="a line")]), Panel("Second", [Bars(names, values)], row=1)])
    page, view = open_html(page_html(scene), permissions=["clipboard-read", "clipboard-write"])
    choose(view, "Copy data (CSV)")
    expect(view.root.locator(".fw-said")).to_have_text("Copied all tables as CSV.")
    rows = list(csv.reader(io.StringIO(page.evaluate("navigator.clipboard.readText()"))))
    assert rows[:2] == [["First"], ["x", "a line"]]
    line = np.array(rows[2:32], dtype=float)
    assert np.array_equal(line.astype(np.float32), np.column_stack([x, y]).astype(np.float32))
    assert rows[32:35] == [[], ["Second"], ["name", "value"]]
    assert [row[0] for row in rows[35:]] == names
    assert np.array_equal(np.array([row[1] for row in rows[35:]], dtype=np.float32), values.astype(np.float32))


def test_where_the_clipboard_is_not_allowed_the_data_are_saved(open_html):
    page, view = open_html(example("lambda_slider"))
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    with page.expect_download() as saved:
        choose(view, "Copy data (CSV)")
    expect(view.root.locator(".fw-said")).to_contain_text("The clipboard is not allowed here. Saved as")
    assert saved.value.path().read_text(encoding="utf-8").startswith("Weights at λ\nname,weight,at λ = 0\nCRIM,")


def test_a_long_table_shows_its_first_200_rows_and_says_so(open_html):
    x, y = np.random.default_rng(0).normal(size=(2, 20_000))
    _, view = open_html(page_html(Scene("Many", [Panel("Points", [Dots(x, y)])])))
    assert view.root.locator(".fw-data tr").count() <= 152, "a screen reader finds a few rows at first"
    view.button("Show as table: Points").click()
    expect(view.root.locator(".fw-data caption")).to_contain_text("The first 200 of")
    assert view.root.locator(".fw-data tbody tr").count() == 200


def test_full_screen_and_320_pixels(open_html):
    page, view = open_html(example("lambda_slider"), viewport={"width": 320, "height": 700})
    view.button("More actions").click()
    box = page.get_by_role("menu").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for item in page.get_by_role("menuitem").all():
        assert item.bounding_box()["height"] >= 24
    page.get_by_role("menuitem", name="Full screen").click()
    wait_until(
        lambda: page.evaluate("document.fullscreenElement?.ariaLabel") == view.root.get_attribute("aria-label"), "full", page
    )
    choose(view, "Leave full screen")
    wait_until(lambda: page.evaluate("document.fullscreenElement === null"), "not full any more", page)


# Count what sounds, without a device.
SILENT = """() => {
    window.voices = { started: 0, ended: 0 };
    const node = () => ({ connect: next => next, frequency: curve, gain: curve });
    const curve = { setValueCurveAtTime: values => window.curve = values };
    window.AudioContext = class {
        currentTime = 0;
        async resume() {}
        createGain() { return node(); }
        createOscillator() {
            let sounding = false;
            return {
                ...node(), start() { sounding = true; window.voices.started++; },
                stop(time) { if (time === undefined && sounding) { sounding = false; window.voices.ended++; } },
            };
        }
    };
}"""


def test_tones_start_on_demand_and_stop(open_html):
    page, view = open_html(example("lambda_slider"))
    page.evaluate(SILENT)
    view.control("lam").press("End")
    assert page.evaluate("window.voices") == {"started": 0, "ended": 0}
    choose(view, "Hear “Cost along λ, without the penalty”")
    wait_until(lambda: page.evaluate("window.voices.started") == 1, "a voice", page)
    expect(view.root.locator(".fw-said")).to_contain_text("Playing")
    expect(view.root.locator("figure .fw-playhead")).to_have_count(1)
    choose(view, "Stop the sound")
    assert page.evaluate("window.voices") == {"started": 1, "ended": 1}
    expect(view.root.locator("figure .fw-playhead")).to_have_count(0)


def test_without_the_second_module_everything_else_works(open_html):
    text = example("lambda_slider").replace("function words(kit){", "function words(kit){throw Error('it is broken');")
    page, view = open_html(
        re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    )  # its hash is another one now
    start = view.caption, view.picture
    view.control("lam").press("End")
    assert view.caption != start[0]
    assert view.picture != start[1]
    page.wait_for_timeout(300)
    assert view.button("More actions").count() == 0
