"""The summary has every plain form and prints on two pages; the errata lead to their lessons."""

import json
import re
import shutil

import pytest

from fewidgets.algorithms import plain
from fewidgets.authoring.export import export_lesson
from fewidgets.authoring.notebook_format import is_canonical
from tests.browser.jupyter import chromium
from tests.lessons import rules
from tests.lessons.lesson import NAMES, NOTEBOOKS, Cell, Lesson

PAGES = ("errata", "glossary", "summary")


def text(name):
    cells = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    assert {cell["cell_type"] for cell in cells} == {"markdown"}
    return "\n\n".join("".join(cell["source"]) for cell in cells)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_keeps_to_the_rules_of_text(name):
    page = Lesson(name, (Cell(0, "markdown", text(name), "", "", ()),))
    assert is_canonical(NOTEBOOKS / f"{name}.ipynb")
    for rule in (rules.nothing_about_the_project, rules.mathematics_is_tex, rules.sentences_are_short):
        assert not list(rule(page))
    for link in re.findall(r"\]\(([\w./]+\.ipynb)", page.markdown):
        assert (NOTEBOOKS / link).is_file()
    assert "(index.ipynb)" in page.markdown


def test_the_summary_names_every_plain_form_once():
    named = re.findall(r"`(\w+)`", re.sub(r"^[^|].*$", "", text("summary"), flags=re.M))
    assert sorted(named) == sorted(plain.__all__)


def test_every_lesson_is_in_the_summary():
    linked = set(re.findall(r"\]\(([\w.]+)\.ipynb\)", text("summary")))
    assert linked >= {*NAMES} - {"9.1_introduction"}


@pytest.mark.browser
def test_the_summary_prints_on_two_pages(tmp_path):
    shutil.copy(NOTEBOOKS / "summary.ipynb", tmp_path)
    path = export_lesson(tmp_path / "summary.ipynb", tmp_path / "summary.html")
    with chromium() as browser:
        page = browser.new_page()
        page.goto(path.as_uri())
        printed = page.pdf(format="A4", margin=dict.fromkeys(("top", "bottom", "left", "right"), "10mm"))
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
