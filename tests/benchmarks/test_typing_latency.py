"""A letter typed to the changed picture, with 200 documents in the field, in a real JupyterLab."""

from __future__ import annotations

import pytest

from tests.benchmarks.keypresses import HEAD, STOP, WATCH, measure, settle
from tests.browser.view import View

pytestmark = [pytest.mark.benchmark, pytest.mark.browser]

CELL = """import timeit
import numpy as np
from fewidgets.explorables import BagOfWordsViewer

rng = np.random.default_rng(0)
words = [a + b for a in ("run", "walk", "talk", "jump", "learn", "bark", "sing") for b in ("", "s", "ing", "ed", "er", "ers")]
texts = [" ".join(rng.choice([*words, "the", "is", "and"], 60)) for _ in range(199)]
texts.append("dogs")  # short, so that the heading of its histogram shows each letter
w = BagOfWordsViewer(texts, pair=(198, 199))
w"""
TIMING = """def type_a_letter(count=iter(range(10**6))):
    w.documents = (*texts[:-1], texts[-1] + f" x{next(count)}")"""
HOLD = 80  # ms between two letters of a quick typist
TYPED = "cats and dogs are learning"


@pytest.fixture(scope="module")
def case(open_notebook):
    notebook = open_notebook("typing-latency.ipynb", CELL)
    view = View(notebook.run_cell(0))
    settle(notebook.page, 1000)
    field = view.root.get_by_role("textbox", name="Documents, one per line")
    field.click()
    field.press("Control+End")
    field.press("Space")
    return notebook, view, field


def test_typing_in_the_last_of_200_documents(case, capsys):
    notebook, view, field = case
    shown = "[aria-label^='The column'] .fw-says"
    measure(view.root, shown, field, "what", 10)  # warms the just-in-time compiler up
    ours = measure(view.root, shown, field, TYPED.replace(" ", "z"), 10)
    page = notebook.page
    page.evaluate(WATCH, [view.root.element_handle(), shown])
    page.keyboard.type("dogsandcats", delay=HOLD)
    quick = page.evaluate("performance.now()")
    page.wait_for_timeout(500)
    changes = page.evaluate(STOP)["changes"]
    assert notebook.value("w.documents[-1]").endswith("dogsandcats")
    seconds = notebook.value("min(timeit.repeat(type_a_letter, number=5)) / 5", TIMING)
    with capsys.disabled():
        print(
            f"\n{HEAD}\n{ours.row('letter typed, 200 documents')}\nof it in Python {1000 * seconds:.1f} ms a letter"
            f"\n11 letters at a quick typist's pace: {len(changes)} pictures, the last {changes[-1] - quick:.0f} ms later"
        )
    assert len(ours.change) == len(TYPED)
    assert len(changes) >= 2, "it answers while one types"
