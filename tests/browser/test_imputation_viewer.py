"""A person removes values, has them filled and normalized, in a real JupyterLab."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import wait_until
from tests.browser.view import View

pytestmark = pytest.mark.browser

CELL = """import numpy as np
from fewidgets.explorables import ImputationViewer

w = ImputationViewer(
    [[1.0, 20.0], [2.0, 10.0], [3.0, None], [4.0, 40.0], [5.0, 50.0]], feature_names=["height", "weight"]
)
w"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("imputation.ipynb", CELL)


@pytest.fixture(scope="module")
def shown(notebook):
    return View(notebook.run_cell(0))


@pytest.fixture
def view(notebook, shown):
    notebook.lab.forget()
    yield shown
    assert notebook.lab.errors == []


def cell(view, told):
    return view.root.get_by_role("gridcell", name=re.compile(told))


def test_a_value_is_removed_by_click_and_put_back_by_key(notebook, view):
    assert view.caption == "1 of 10 values is missing, in weight."
    cell(view, "#0, weight: 20, present").click()
    wait_until(lambda: view.caption.startswith("2 of 10 values are missing"), "the caption", view.page)
    notebook.wait_value("w.removed.astype(int).tolist()", [[0, 1], [0, 0], [0, 0], [0, 0], [0, 0]])
    removed = cell(view, "#0, weight: 20, removed")
    expect(removed).to_have_class("fw-struck")
    removed.press("Enter")
    notebook.wait_value("w.removed.any()", False)
    expect(cell(view, "#0, weight: 20, present")).to_be_visible()


def test_a_feature_without_any_value_is_refused_and_the_picture_stays(notebook, view):
    for told in ("#0, weight: 20", "#1, weight: 10", "#3, weight: 40"):
        cell(view, f"{told}, present").click()
        expect(cell(view, f"{told}, removed")).to_be_visible()
    wait_until(lambda: view.caption.startswith("4 of 10"), "all three are gone", view.page)
    before = view.caption, view.at_rest()
    cell(view, "#4, weight: 50, present").click()
    expect(view.part("message")).to_contain_text("Leave at least one value of weight")
    assert (view.caption, view.at_rest()) == before
    notebook.wait_value("int(w.removed.sum())", 3)
    cell(view, "#0, weight: 20, removed").click()
    expect(view.part("message")).to_be_empty()
