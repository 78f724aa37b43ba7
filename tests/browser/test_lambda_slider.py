"""The λ slider in JupyterLab: what a person sees and does, and what Python hears of it."""

from __future__ import annotations

import pytest

from tests.browser.jupyter import wait_until
from tests.browser.view import LAMBDA, View

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
