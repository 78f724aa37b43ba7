"""The index leads to every lesson and shows no result that a lesson asks students to predict."""

from pathlib import Path

import nbformat

from tests.lessons.lesson import NAMES, NOTEBOOKS, Cell, Lesson, lesson
from tests.lessons.rules import mathematics_is_tex, no_asserts, nothing_about_the_project, sentences_are_short

CELLS = nbformat.read(NOTEBOOKS / "index.ipynb", 4).cells
TEXT = "\n".join(cell.source for cell in CELLS if cell.cell_type == "markdown")


def test_every_lesson_is_listed_with_its_time():
    for name in NAMES:
        assert f"]({name}.ipynb) | {lesson(name).minutes} | " in TEXT


def test_there_are_no_pictures_which_would_show_results():
    assert "<img" not in TEXT
    assert "![" not in TEXT


def test_the_index_keeps_to_the_rules_of_text():
    index = Lesson("index", tuple(Cell(n, each.cell_type, each.source, "", "", ()) for n, each in enumerate(CELLS)))
    for rule in (no_asserts, nothing_about_the_project, mathematics_is_tex, sentences_are_short):
        assert not list(rule(index))


def test_every_link_of_the_index_leads_to_a_file():
    for link in nbformat.read(NOTEBOOKS / "index.ipynb", 4).cells[0].source.split("](")[1:]:
        assert (Path(NOTEBOOKS) / link.partition(")")[0].partition("#")[0]).is_file()
