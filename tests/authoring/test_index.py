"""The index leads to every lesson and shows no result that a lesson asks students to predict."""

import re
from pathlib import Path

import nbformat

from fewidgets.authoring.moving_picture import MOVING, WORDS
from fewidgets.authoring.tables import practice_sets
from tests.lessons.lesson import NOTEBOOKS, Cell, Lesson
from tests.lessons.rules import mathematics_is_tex, no_asserts, nothing_about_the_project, sentences_are_short

CELLS = nbformat.read(NOTEBOOKS / "index.ipynb", 4).cells
TEXT = "\n".join(cell.source for cell in CELLS if cell.cell_type == "markdown")


def test_the_only_picture_selects_features_of_a_table_of_which_no_lesson_asks_that():
    assert re.findall(r"<img src=\"([^\"]*)|!\[", TEXT) == [f"images/{MOVING}.svg"]
    assert f'alt="{WORDS}"' in TEXT
    for path in NOTEBOOKS.rglob("*.ipynb"):
        lesson = path.read_text(encoding="utf-8")
        if re.search(r"load_breast_cancer_original\b", lesson):
            assert not re.search(r"LambdaSlider|l1_path|boost\(|BoostingStepper", lesson), path.name


def test_the_index_keeps_to_the_rules_of_text():
    index = Lesson("index", tuple(Cell(n, each.cell_type, each.source, "", "", ()) for n, each in enumerate(CELLS)))
    for rule in (no_asserts, nothing_about_the_project, mathematics_is_tex, sentences_are_short):
        assert not list(rule(index))


def test_every_link_of_the_index_leads_to_a_file():
    links = re.findall(r"\]\(([\w./]+)", TEXT)
    assert len(links) > 40
    for link in links:
        assert (Path(NOTEBOOKS) / link).is_file(), link


def test_every_set_is_listed_with_a_link_minutes_and_points():
    region = TEXT.partition("<!-- generated: exercise sets -->")[2].partition("<!-- end of exercise sets -->")[0]
    linked = re.findall(r"\]\(exercises/([^)]+)\.ipynb\) \| (\d+) \| ([\d.]+) \| (.+) \|", region)
    assert [name for name, *_ in linked] == list(practice_sets(NOTEBOOKS.parent))
    assert all(practises.strip() for *_, practises in linked)
