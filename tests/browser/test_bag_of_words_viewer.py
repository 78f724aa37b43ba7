"""A person types documents, flips the switches and picks a pair, in a real JupyterLab."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import wait_until
from tests.browser.view import View, box_of

pytestmark = pytest.mark.browser

CELL = """from fewidgets.explorables import BagOfWordsViewer

w = BagOfWordsViewer.example()
w"""
PASTE = """(field, text) => { field.value = text; field.dispatchEvent(new Event('input', {bubbles: true})); }"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("bag-of-words.ipynb", CELL)


@pytest.fixture
def view(notebook):
    notebook.lab.forget()
    yield View(notebook.run_cell(0))
    assert notebook.lab.errors == []


def field(view):
    return view.root.get_by_role("textbox", name="Documents, one per line")


def says(view, start):
    wait_until(lambda: view.caption.startswith(start), f"{start!r} (it is {view.caption!r})", view.page)


def test_typing_counts_anew_and_keeps_the_field(notebook, view):
    typed = field(view)
    typed.click()
    typed.press("Control+End")
    typed.type(" and birds sing")
    says(view, "Documents 5 and 6 share 3 of 5 terms; their correlation is 0.775.")
    expect(typed).to_be_focused()
    notebook.wait_value("w.documents[-1]", "cats are better than dogs and birds sing")
    assert {"bird", "sing"} <= {bar.split(":")[0] for bar in view.bars}
    view.root.get_by_role("checkbox", name="Cut to stems").click()
    wait_until(lambda: "birds" in {bar.split(":")[0] for bar in view.bars}, "words that are not cut", view.page)
    notebook.wait_value("w.stemming", False)


def test_an_empty_field_and_a_paste_that_is_too_long_are_told(notebook, view):
    picture, typed = view.at_rest(), field(view)
    typed.fill("")
    expect(view.root.get_by_role("alert")).to_contain_text("documents must contain at least one text. Type at least one line.")
    typed.evaluate(PASTE, "x" * 10_000_000)
    expect(view.root.get_by_role("alert")).to_contain_text("must have at most 1,000,000 characters")
    assert view.picture == picture
    typed.fill("我爱狗\nالكلب")
    wait_until(lambda: "Chinese characters are a word each" in view.caption, "the kernel lives", view.page)
    assert "Arabic letters" in view.caption
    notebook.wait_value("len(w.documents)", 2)


def test_a_pair_is_picked_by_keys_and_by_a_click(notebook, view):
    matrix = view.root.get_by_role("slider", name="Pair of documents")
    matrix.press("ArrowUp")
    says(view, "Documents 4 and 6 share 1 of 4 terms; their correlation is 0.408.")
    notebook.wait_value("w.pair", [3, 5])
    box = box_of(matrix.locator("rect").first)
    notebook.page.mouse.click(box["x"] + box["width"] / 12, box["y"] + box["height"] / 4)
    says(view, "Documents 2 and 1 share none of 4 terms; their correlation is 0.")
    view.root.get_by_role("checkbox", name="Unit length").press(" ")
    says(view, "Documents 2 and 1 share none of 4 terms; the inner product of their counts is 0.")
    written = view.root.get_by_role("option").evaluate_all("bars => bars.map((bar) => bar.getAttribute('aria-label'))")
    assert {label.split(": ")[1].split(",")[0] for label in written} == {"0", "1"}, "counts are whole numbers"
