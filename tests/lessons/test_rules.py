"""Every lesson keeps to the rules of a lesson, and gives no answer away."""

import re

import nbformat
import pytest

from fewidgets.exercises.bank import questions
from fewidgets.exercises.bank.collected import exercise_names
from fewidgets.lessons.names import LABS
from tests.lessons import effort
from tests.lessons.given_away import answers_on_the_page, given_away
from tests.lessons.lesson import NAMES, NOTEBOOKS, Cell, Lesson, lesson
from tests.lessons.pictures import pictures_are_stored
from tests.lessons.rules import RULES

EVERY_LESSON = pytest.mark.parametrize("name", NAMES)


@EVERY_LESSON
@pytest.mark.parametrize("rule", [*RULES, *effort.RULES, pictures_are_stored], ids=lambda rule: rule.__name__)
def test_a_lesson_keeps_to_the_rules(name, rule):
    assert not list(rule(lesson(name)))


@EVERY_LESSON
def test_no_answer_of_a_prediction_can_be_read_before_the_commit(name):
    assert not list(given_away(lesson(name)))


# Here and not with the other tests of the index, because the answers are computed in this file.
@EVERY_LESSON
def test_no_answer_of_a_prediction_stands_in_the_index(name):
    text = [cell.source for cell in nbformat.read(NOTEBOOKS / "index.ipynb", 4).cells if cell.cell_type == "markdown"]
    asking = [cell for cell in lesson(name).cells if cell.asks]
    cells = [Cell(number, cell.kind, cell.source, "", "", ()) for number, cell in enumerate(asking, 1)]
    whole = Lesson(name, (Cell(0, "markdown", "\n".join(text), "", "", ()), *cells))
    assert not [found for found in given_away(whole) if "cell 0" in found]


@EVERY_LESSON
def test_no_answer_of_a_check_stands_in_the_lesson(name):
    assert not list(answers_on_the_page(lesson(name)))


def test_every_prediction_of_the_bank_is_asked_in_its_lesson_or_lab_and_no_other_is():
    asked = {ask: name for name in NAMES for ask in lesson(name).asks}
    labs = {ask: name for name in LABS.values() for ask in lesson(name, NOTEBOOKS / "labs").asks}
    assert asked | labs == {name: question.lesson for name, question in questions().items()}
    assert not asked.keys() & labs


def test_every_exercise_is_a_check_of_one_lesson_or_of_an_exercise_set():
    in_lessons = [check for name in NAMES for check in lesson(name).checks]
    sets = "\n".join(path.read_text(encoding="utf-8") for path in (NOTEBOOKS / "exercises").glob("*.ipynb"))
    in_sets = re.findall(r'check\(\\"([^"\\]+)\\"', sets)
    assert len(in_lessons) == len(set(in_lessons))
    assert set(in_lessons) <= set(exercise_names()) <= {*in_lessons, *in_sets}
