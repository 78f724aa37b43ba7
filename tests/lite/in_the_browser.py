"""A lesson in JupyterLite, with Python in the browser. It needs Pyodide's address, so only `nox -s lesson` runs it.

The name of this file is not one that pytest looks for.
"""

import json
from pathlib import Path

import pytest

from tests.browser.jupyter import Lab, Notebook, chromium, wait_until
from tests.browser.view import View
from tests.lite.conftest import ROOT
from tests.lite.serving import serve

LESSON = "9.7_regularization.ipynb"
BOOST = """
def boost(X, y, rounds):
    bias, weights, chosen = y.mean(), np.zeros(X.shape[1]), []
    left = y - bias
    for _ in range(rounds):
        tuned = X.T @ left / (X**2).sum(axis=0)
        costs = ((left[:, None] - X * tuned) ** 2).sum(axis=0)
        costs[chosen] = np.inf
        best = int(costs.argmin())
        weights[best] = tuned[best]
        left = left - tuned[best] * X[:, best]
        chosen.append(best)
    return bias, weights, chosen
"""


@pytest.fixture(scope="module")
def notebook():
    with chromium() as browser, serve(ROOT / "docs/_build/html/lite") as address:
        lab = Lab(browser, address, Path())
        yield Notebook(lab, LESSON)
        lab.close()


def test_all_cells_of_a_lesson_run(notebook):
    notebook.lab.execute("notebook:run-all-cells")
    notebook.wait_idle()
    said = notebook._with_panel(
        """return panel.content.model.sharedModel.cells.flatMap(cell => (cell.toJSON().outputs ?? [])
            .filter(output => output.output_type === 'error').map(output => output.evalue));"""
    )
    assert said == []
    View(notebook.scroll_to(notebook.cells_with("LambdaSlider(")[0]))


def test_python_answers_a_slider(notebook):
    w = View(show(notebook, "from fewidgets import RegularizerViewer\nw = RegularizerViewer.example()\nw"))
    before = value(notebook, "w.lam")
    w.control("lam").press("ArrowRight")
    wait_until(lambda: value(notebook, "w.lam") > before, "the value of the slider", notebook.page)
    wait_until(lambda: w.caption == value(notebook, "w.caption"), "the answer", notebook.page)


def test_answers_are_checked(notebook):
    value(notebook, "0", f"import numpy as np\nimport fewidgets\n{BOOST}")
    assert value(notebook, "fewidgets.check('9.9 boosting', boost).message").startswith("Right.")
    assert value(notebook, "fewidgets.check('9.9 boosting', lambda X, y, rounds: 0).passed") is False


def test_an_answer_without_an_end_is_ended(notebook):
    value(notebook, "0", "def boost(X, y, rounds):\n    while True:\n        pass")
    assert value(notebook, "fewidgets.check('9.9 boosting', boost).kind") == "time"


def test_data_are_downloaded(notebook):
    assert value(notebook, "fetch_student_debt().X.shape", "from fewidgets.data import fetch_student_debt")[0] > 10


def show(notebook, code):
    """Run code in a new cell at the end, and give its output."""
    index = notebook._with_panel(
        """const {sharedModel} = panel.content.model;
        sharedModel.addCell({cell_type: 'code', source: argument});
        return sharedModel.cells.length - 1;""",
        code,
    )
    notebook.scroll_to(index)
    return notebook.run_cell(index)


def value(notebook, expression, code=""):
    """Give the value of a Python expression. The browser's kernel knows no user expressions, so it is printed."""
    text = notebook._with_panel(
        """const future = panel.sessionContext.session.kernel.requestExecute({code: argument, store_history: false});
        let text = '';
        future.onIOPub = ({content}) => { text += content.text ?? content.traceback?.join('\\n') ?? ''; };
        await future.done;
        return text;""",
        f"{code}\nimport json\nprint(json.dumps({expression}, default=float))",
    )
    try:
        return json.loads(text.splitlines()[-1])
    except (ValueError, IndexError):
        raise AssertionError(text) from None
