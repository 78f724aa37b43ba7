"""The page is loaded again while the kernel lives: the state is found as it was left."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import notebooks
from tests.browser.view import BOOSTING, LAMBDA, View

pytestmark = pytest.mark.browser
LEFT_AT = {"boosting": ("round", "w.round == 2"), "lambda": ("lam", "0 < w.lam < w.scene.control('lam').values[-1]")}


@pytest.mark.parametrize(("name", "cell"), [("boosting", BOOSTING), ("lambda", LAMBDA)])
def test_the_state_is_found_again(lab, name, cell):
    with notebooks(lab) as open_notebook:
        find_again(open_notebook(f"reload-{name}.ipynb", cell), name)


def find_again(notebook, name):
    control, moved = LEFT_AT[name]
    view = View(notebook.run_cell(0))
    view.control(control).press("Home")
    view.control(control).press("ArrowRight")
    view.control(control).press("ArrowRight")
    notebook.wait_value(moved, True)
    left, caption = view.bars, view.caption
    notebook.save()
    notebook.lab.reload()
    notebook.reopen()
    again = View(notebook.output(0))
    assert again.bars == left
    assert again.caption == caption == notebook.value("w.caption")
    expect(again.button("More actions")).to_be_visible()
    again.control(control).press("ArrowRight")
    assert again.bars != left
    expect(again.root).to_be_visible()
    notebook.wait_value("w.caption", again.caption)
