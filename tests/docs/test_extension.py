"""Somebody else's book with `fewidgets.sphinx`: explorables are live in the output of a cell, and by the directive."""

import json

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import expect

from tests.browser.jupyter import chromium
from tests.docs.site import build
from tests.docs.walk import Seen, walk

pytestmark = pytest.mark.browser
CONF = """
extensions = ["myst_nb", "fewidgets.sphinx"]
nb_execution_mode = "force"
html_math_renderer = "fewidgets"
myst_enable_extensions = ["dollarmath"]
"""
CELLS = (
    new_markdown_cell("# A lesson\n\n## A penalty\n\nThe penalty is $\\lambda$."),
    new_code_cell("from fewidgets import LambdaSlider, predict\nw = LambdaSlider.example()\nw"),
    new_code_cell("p = predict('9.6 first feature')\np"),
    new_code_cell("with p.hold(): print('nobody sees this yet')"),
    new_code_cell("w"),
)
OTHER = (new_markdown_cell("# Another widget"), new_code_cell("import ipywidgets\nipywidgets.IntSlider()"))
INDEX = """
# Book

```{fewidgets} OneHotViewer
```

```{fewidgets}
import numpy as np
from fewidgets import BoostingStepper
table = np.loadtxt("own.csv", delimiter=",")
BoostingStepper(table[:, :2], table[:, 2])
```

```{toctree}
lesson
other
plain
```
"""
PLAIN = """
Plain text
==========

.. fewidgets:: RegularizerViewer

.. math:: \\sum_n |w_n|
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("book")
    written = {"conf.py": CONF, "index.md": INDEX, "plain.rst": PLAIN, "own.csv": "-1,1,0\n1,1,7\n-1,-1,-1\n1,-1,2\n"}
    for name, cells in (("lesson", CELLS), ("other", OTHER)):
        written[f"{name}.ipynb"] = json.dumps(new_notebook(cells=list(cells)))
    (folder / "source").mkdir()
    for name, text in written.items():
        (folder / "source" / name).write_text(text, encoding="utf-8")
    build(folder / "source", folder)
    return folder / "html"


def test_every_explorable_lives_without_a_kernel_and_without_the_network(book):
    seen = Seen()
    with chromium() as browser:
        page = browser.new_page()
        for name in ("index.html", "lesson.html", "plain.html"):
            walk(page, f"{book.as_uri()}/", name, seen)
            if name == "lesson.html":
                expect(page.locator(".fewidgets-live > pre")).to_have_text("nobody sees this yet\n")
                assert page.locator(".fewidgets h3.fw-title").count() == 3
    assert seen.faults == []
    assert (seen.drawn, seen.moved, seen.committed) == (6, 5, 1)


def test_a_page_gives_a_model_its_data_once_and_sets_formulas(book):
    lesson, plain = ((book / name).read_text("utf-8") for name in ("lesson.html", "plain.html"))
    assert lesson.count('class="explorable"') == 3
    assert lesson.count('<script type="application/json">') == 2
    assert "<math" in lesson
    assert "<math" in plain


def test_other_widgets_stay_as_myst_nb_shows_them(book):
    assert "widget-view+json" in (book / "other.html").read_text("utf-8")
    assert "html-manager" in (book / "other.html").read_text("utf-8")
    assert "html-manager" not in (book / "lesson.html").read_text("utf-8")


def test_what_cannot_be_shown_is_named(tmp_path):
    wrong = {
        "```{fewidgets} LambdaSlidr\n```": "expected one of DimensionReductionViewer",
        "```{fewidgets}\n```": "expected the name of an explorable or code that ends with one, and not both",
        "```{fewidgets}\n1 + 1\n```": "the code must end with an explorable, a prediction or a scene; got int",
        "```{fewidgets}\nx = 1\n```": "got NoneType",
        "```{fewidgets}\nnothing\n```": "NameError: name 'nothing' is not defined",
        "```{fewidgets}\n1 +\n```": "SyntaxError",
    }
    (tmp_path / "conf.py").write_text('extensions = ["myst_nb", "fewidgets.sphinx"]', encoding="utf-8")
    (tmp_path / "index.md").write_text("\n\n".join(["# Book", *wrong, ""]), encoding="utf-8")
    with pytest.raises(AssertionError) as said:
        build(tmp_path, tmp_path / "out")
    assert [message for message in wrong.values() if message not in str(said.value)] == []
