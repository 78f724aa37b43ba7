"""A person pastes a mail and follows its features into the text, in a real JupyterLab."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import wait_until
from tests.browser.view import View

pytestmark = pytest.mark.browser

CELL = """from fewidgets.explorables import SpamViewer

w = SpamViewer.example()
w"""
LIT = "nodes => nodes.map(node => node.textContent)"


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("spam.ipynb", CELL)


@pytest.fixture
def view(notebook):
    notebook.lab.forget()
    yield View(notebook.run_cell(0))
    assert notebook.lab.errors == []


def lit(view):
    return view.root.get_by_role("group", name="Email", exact=True).locator(".fw-lit").evaluate_all(LIT)


def test_a_paste_is_measured_and_lit(notebook, view):
    typed = view.root.get_by_role("textbox", name="Email")
    typed.fill("FREE money! Make $$$ now")
    wait_until(lambda: lit(view) == ["FREE", "money", "!", "Make", "$$$"], f"the words are lit ({lit(view)})", view.page)
    assert "free: 25.0" in view.bars
    notebook.wait_value("len(w.selected)", 8)
    typed.fill(" ")
    expect(view.root.get_by_role("alert")).to_contain_text("mail must contain some text. Type or paste an email.")
    assert "free: 25.0" in view.bars, "the last good picture stays"
    typed.fill("free 你好")
    wait_until(lambda: view.caption.endswith("in any script."), "the kernel lives", view.page)
