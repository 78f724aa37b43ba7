"""The lessons are known by their names: chapter, companion lectures, and the one that compares all methods."""

import json

import pytest

from fewidgets.exercises.predict import predictions
from fewidgets.exercises.predicting import OneOf, Question
from fewidgets.exercises.predicting.record import ENDING
from fewidgets.lessons.names import LESSONS, lesson_order, section_of
from tests.lessons.lesson import NAMES

IN_ORDER = ["index", "9.1_a", "9.2.1_b", "9.2.10_c", "9.10_d", "C1_e", "C2_f", "C10_g", "which_method_when"]
IN_ORDER += ["capstone", "another", "zoo"]


def test_the_order_is_chapter_lectures_comparison():
    assert sorted(sorted(IN_ORDER), key=lesson_order) == IN_ORDER
    assert sorted(sorted(IN_ORDER, key=len), key=lambda name: lesson_order(f"{name}.ipynb")) == IN_ORDER
    sections = ["9.1", "9.2.2", "9.10", "C1", "C2", "C10", "methods", "capstone"]
    assert sorted(sorted(sections), key=lesson_order) == sections


def test_every_lesson_of_the_repository_has_a_section():
    assert {*NAMES} <= {*LESSONS.values()}
    for section, name in LESSONS.items():
        assert name.startswith(f"{section_of(name)}_") or name == "which_method_when"
        assert section_of(f"{section} some words") == section


@pytest.mark.parametrize("name", ["C1 outlier", "C4 first zero", "methods same order", "9.6 first feature"])
def test_a_prediction_of_any_lesson_may_be_asked(name):
    kind = OneOf({"a": "It is a.", "b": "It is a."}, "a")
    assert Question(name, "Which one?", kind).lesson == LESSONS[name.split()[0]]


@pytest.mark.parametrize("name", ["outlier", "C1", "C1outlier x", "c1 outlier", "methods"])
def test_a_name_without_a_section_is_refused_in_the_bank(name):
    with pytest.raises(ValueError, match="name must be a section and a few words"):
        Question(name, "Which one?", OneOf({"a": "It is a.", "b": "It is a."}, "a"))


def test_the_record_lists_lessons_in_their_order(tmp_path):
    for name in sorted(IN_ORDER[1:]):
        entry = {"name": "1 x", "question": "?", "answer": "a", "outcome": "right", "version": "1"}
        (tmp_path / f"{name}{ENDING}").write_text(json.dumps(entry) + "\n", encoding="utf-8")
    assert list(predictions(tmp_path).lessons) == IN_ORDER[1:]
