"""The page is loaded again while the kernel lives: the state is found as it was left."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from fewidgets.lessons.copies import deliver
from tests.browser.jupyter import Notebook, notebooks
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


#: Answer every second prediction of the lesson, in the kernel.
ANSWER = """from fewidgets import Prediction
from ipywidgets.widgets.widget import _instances

asked = [w for w in [*_instances.values()] if isinstance(w, Prediction)]
for w in asked[::2]:
    w.answer = w.data.kind.plain(w.data.kind.truth)
    w.commit()
"""


def test_every_prediction_of_a_lesson_is_found_again(lab):
    """Most of them lie outside the window while they are restored."""
    deliver(lab.root / "again")
    lab.as_it_opened()
    lab.forget()
    notebook = Notebook(lab, "again/9.6_boosting.ipynb")
    lab.execute("notebook:run-all-cells")
    notebook.execute(ANSWER)
    stages = notebook.value("[w.stage for w in asked]")
    notebook.save()
    lab.reload()
    notebook.reopen()
    for cell, stage in zip(notebook.cells_with("fewidgets.predict("), stages, strict=True):
        view = notebook.scroll_to(cell)
        expect(view.locator(".fw-commit")).to_be_visible(visible=stage == "open")
        expect(view.locator(".fw-result")).to_be_visible(visible=stage == "committed")
        expect(view.get_by_role("progressbar")).to_be_hidden()
    assert lab.errors == []
    notebook.close()
