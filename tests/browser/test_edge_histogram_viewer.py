"""A person draws, picks blocks, goes through digits and hands a picture over, in a real JupyterLab."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.jupyter import wait_until
from tests.browser.view import View, box_of

pytestmark = pytest.mark.browser

CELL = """from fewidgets.explorables import EdgeHistogramViewer

w = EdgeHistogramViewer(np.zeros((40, 30, 3)) + np.linspace(0, 1, 30)[:, None])
w"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("edge-histogram.ipynb", "import numpy as np\n" + CELL)


@pytest.fixture(scope="module")
def shown(notebook):
    return View(notebook.run_cell(0))


@pytest.fixture
def view(notebook, shown):
    notebook.lab.forget()
    notebook.execute("w.move(source='drawing', drawing=np.zeros((28, 28)), orientation='', block=(2, 2))")
    expect(shown.root.get_by_role("application")).to_be_visible()
    yield shown
    assert notebook.lab.errors == []


def test_the_keyboard_draws_and_picks_blocks(notebook, view):
    notebook.command_mode(0)
    board = view.root.get_by_role("application")
    board.focus()
    for key in ["ArrowDown"] * 4 + ["Shift+ArrowRight"] * 5:
        board.press(key)
    wait_until(lambda: "its strongest orientation is 0°" in view.caption, "a line that lies", view.page)
    blocks = view.root.get_by_role("slider", name="Block")
    before = view.at_rest()
    blocks.press("ArrowDown")
    blocks.press("ArrowRight")
    view.wait_picture(before)
    notebook.wait_value("list(w.block)", [3, 3])
    expect(blocks).to_have_attribute("aria-valuetext", re.compile("^row 3, column 3: "))
    box = box_of(blocks)
    notebook.page.mouse.click(box["x"] + 0.95 * box["width"], box["y"] + 0.05 * box["height"])
    notebook.wait_value("list(w.block)", [0, 6])


def test_a_file_is_handed_over_and_what_is_none_is_told(notebook, view, tmp_path):
    stripes = np.zeros((300, 200, 3), np.uint8)
    stripes[np.arange(300) // 30 % 2 == 1] = 255
    buffer = io.BytesIO()
    Image.fromarray(stripes).save(buffer, "PNG")
    chooser = view.root.locator("input[type=file]")
    chooser.set_input_files({"name": "stripes.png", "mimeType": "image/png", "buffer": buffer.getvalue()})
    wait_until(lambda: view.caption.startswith("stripes.png, 96 × 64 pixels, reduced from 300 × 200"), "my file", view.page)
    assert "strongest orientation is 0° (1.00)" in view.caption
    notebook.wait_value("w.source", "file")
    large = tmp_path / "camera.bmp"
    Image.fromarray(np.tile(stripes, (10, 16, 1))).save(large)
    assert large.stat().st_size > 28e6
    chooser.set_input_files(large)
    reduced = "camera.bmp, 90 × 96 pixels, reduced from 3,000 × 3,200"
    wait_until(lambda: view.caption.startswith(reduced), "28 MB, reduced", view.page)
    chooser.set_input_files({"name": "stripes.png", "mimeType": "image/png", "buffer": buffer.getvalue()})
    wait_until(lambda: view.caption.startswith("stripes.png"), "my file again", view.page)
    chooser.set_input_files({"name": "song.mp3", "mimeType": "image/png", "buffer": b"ID3 no picture"})
    expect(view.part("message")).to_contain_text("song.mp3 cannot be read as a picture. Expected PNG, JPEG")
    assert view.caption.startswith("stripes.png")
    notebook.wait_value("w.file.name", "stripes.png")
    expect(view.root.locator("label.fw-file")).to_have_text("Choose a picture…stripes.png")
    expect(view.control("number")).to_be_hidden()
    view.root.get_by_role("radio", name="digit", exact=True).check()
    wait_until(lambda: view.caption.startswith("Digit "), "a digit", view.page)
    notebook.wait_value("w.source", "digit")
    first, before = view.caption, notebook.value("w.number")
    view.control("number").press("ArrowRight")
    wait_until(lambda: view.caption != first, "another digit, as soon as the slider moves", view.page)
    number = notebook.value("w.number")
    assert number > before
    assert view.caption.startswith(f"Digit {number}, ")
    notebook.wait_value("w.source", "digit")
