"""The λ slider in JupyterLab: what a person sees and does, and what Python hears of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import wait_until
from tests.browser.view import LAMBDA, View, box_of

pytestmark = pytest.mark.browser
FEATURES = 13
BARS = "[f'{n}: {format_number(v)}' for n, v in zip(w.data.feature_names, w.trace.at(w.lam)[0])]"
PATHS = "Weights along λ"


@pytest.fixture(scope="module")
def notebook(open_notebook):
    notebook = open_notebook("lambda.ipynb", LAMBDA, "'a cell below'")
    notebook.execute("from fewidgets.scene import format_number")
    return notebook


@pytest.fixture
def view(notebook):
    notebook.lab.forget()
    return View(notebook.run_cell(0))


@pytest.fixture(autouse=True)
def no_errors(notebook, view):
    yield
    assert notebook.lab.errors == []


def path_panel(view):
    return view.panels.filter(has_text=PATHS)


def drag_to(view, svg, fraction):
    """Press in a panel's middle, drag to a fraction of its width, and let go."""
    box = box_of(svg)
    mouse, y = view.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + box["width"] / 2, y)
    mouse.down()
    pressed = view.picture
    mouse.move(box["x"] + box["width"] * fraction, y, steps=6)
    mouse.up()
    return pressed


def test_running_the_cell_shows_the_picture(notebook, view):
    names = notebook.value("list(w.data.feature_names)")
    assert view.bars == notebook.value(BARS)
    assert view.lines == names
    assert view.caption == notebook.value("w.caption")
    assert view.part("readout").count() == 3
    expect(view.root).to_have_accessible_name(notebook.value("w.scene.title"))


def test_keys_move_lambda_and_the_bars(notebook, view):
    slider = view.control("lam")
    slider.press("End")
    assert all(text.endswith(": 0") for text in view.bars)
    slider.press("Home")
    full = view.bars
    assert not any(text.endswith(": 0") for text in full)
    seen = [full]
    for key in ("ArrowRight", "ArrowUp", "ArrowRight"):
        slider.press(key)
        assert view.bars not in seen
        seen.append(view.bars)
    slider.press("ArrowLeft")
    slider.press("ArrowDown")
    assert view.bars == seen[1]
    notebook.wait_value(BARS, view.bars)
    assert view.caption == notebook.value("w.caption")


def test_page_keys_go_from_boundary_to_boundary(notebook, view):
    stops = notebook.value("w.scene.control('lam').stops.tolist()")
    slider = view.control("lam")
    slider.press("Home")
    for stop in [stop for stop in stops if stop > 0][:3]:
        slider.press("PageUp")
        notebook.wait_value("w.lam", stop)
        assert "Here" in view.caption
        assert view.caption == notebook.value("w.caption")
    slider.press("PageDown")
    notebook.wait_value("w.lam", [stop for stop in stops if stop > 0][1])


def test_keys_reach_the_slider_in_command_mode(notebook, view):
    notebook.command_mode(0)
    view.control("lam").focus()
    before, cells = view.bars, notebook.cell_count
    for key in ["ArrowUp", "ArrowRight", "d", "d", "x", "b", "a", "m", "PageUp", "ArrowDown"]:
        notebook.page.keyboard.press(key)
    assert view.bars != before
    assert notebook.cell_count == cells
    assert notebook.active_cell == 0


def test_the_thumb_can_be_dragged(notebook, view):
    box = box_of(view.control("lam"))
    mouse, y = notebook.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + 9, y)
    mouse.down()
    mouse.move(box["x"] + box["width"] / 2, y, steps=6)
    middle = view.bars
    mouse.move(box["x"] + box["width"] + 20, y, steps=6)
    mouse.up()
    assert all(text.endswith(": 0") for text in view.bars) and view.bars != middle  # noqa: PT018
    notebook.wait_value("w.lam", notebook.value("w.scene.control('lam').values[-1]"))


def test_the_paths_can_be_scrubbed(notebook, view):
    pressed = drag_to(view, path_panel(view).locator("svg"), 0.75)
    assert view.picture != pressed
    notebook.wait_value("0.3 * w.trace.lambda_max < w.lam < w.trace.lambda_max", True)
    notebook.wait_value(BARS, view.bars)


def test_log_and_linear_axis(notebook, view):
    notebook.execute("w.lam = w.trace.lambda_max / 10")
    slider = view.control("lam")
    wait_until(lambda: float(slider.input_value()) > 50, "the slider followed", view.page)
    linear, place, bars = view.picture, float(slider.input_value()), view.bars
    axis = view.root.get_by_role("radiogroup", name="λ axis")
    axis.get_by_label("log").click()
    view.wait_picture(linear)
    assert float(slider.input_value()) > place + 100
    assert view.bars == bars  # the same λ, on another scale
    notebook.wait_value("w.axis", "log")
    slider.press("Home")
    slider.press("ArrowRight")
    notebook.wait_value("0 < w.lam < 0.02 * w.trace.lambda_max", True)
    axis.get_by_label("log").press("ArrowLeft")
    notebook.wait_value("w.axis", "linear")


def test_the_picture_follows_python(notebook, view):
    notebook.execute("w.lam = 130.0")
    wait_until(lambda: view.caption == notebook.value("w.caption"), "the caption followed", view.page)
    assert view.bars == notebook.value(BARS)
    assert {text.split(":")[0] for text in view.bars if not text.endswith(": 0")} == set(notebook.value("w.selected"))


def test_a_feature_is_followed_through_both_panels(notebook, view):
    bar = view.root.locator("[role=option][data-key='RM']")
    bar.hover()
    wait_until(lambda: len(view.emphasised("RM")) == 2, "RM emphasised in both panels", view.page)
    notebook.page.mouse.move(2, 2)
    wait_until(lambda: not view.emphasised("RM"), "nothing emphasised", view.page)

    view.root.locator("[role=option]").first.focus()
    notebook.page.keyboard.press("End")
    wait_until(lambda: len(view.emphasised("LSTAT")) == 2, "LSTAT emphasised by focus", view.page)
    notebook.page.keyboard.press("Enter")
    notebook.wait_value("w.feature", "LSTAT")


def test_a_path_can_be_pointed_at(notebook, view):
    point = view.root.evaluate(
        """root => {
            const path = root.querySelector('[data-key=LSTAT]:not([role=option]) path');
            path.scrollIntoView({block: 'center'});
            const at = path.getPointAtLength(path.getTotalLength() * 0.1);
            const {x, y} = at.matrixTransform(path.getScreenCTM());
            return [x, y];
        }"""
    )
    notebook.page.mouse.move(*point)
    wait_until(lambda: len(view.emphasised("LSTAT")) == 2, "LSTAT emphasised in both panels", view.page)


def test_a_click_on_a_path_picks_it_and_leaves_lambda_alone(notebook, view):
    notebook.execute("w.lam = 130.0")
    wait_until(lambda: view.caption == notebook.value("w.caption"), "the caption followed", view.page)
    label = path_panel(view).locator("svg text").filter(has_text="LSTAT")
    label.click()
    notebook.wait_value("[w.feature, w.lam]", ["LSTAT", 130.0])
