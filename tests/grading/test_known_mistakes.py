"""The list of known mistakes has each one with its message, for practice and for graded sets."""

import pytest

from fewidgets.cli import main
from fewidgets.exercises.bank.collected import tasks
from fewidgets.lessons.names import section_of
from tests.grading.courses import course_in


def listed(capsys, *words):
    code = main(["exercises", "list", *words])
    said = capsys.readouterr()
    return code, " ".join(said.out.split()), said.err


@pytest.mark.parametrize("which", ["9.9", "C1", "9.10", "9.09_boosting_housing", "9.9 boosting", ""])
def test_mistakes_of_exercises_for_practice(capsys, which):
    code, text, _ = listed(capsys, "--mistakes", *([which] if which else []))
    wanted = "9.9" if which == "9.09_boosting_housing" else which
    assert code == 0
    for name, task in tasks().items():
        meant = wanted in ("", name, section_of(name))
        for each in task.misconceptions if meant else ():
            assert f"{each.name} {' '.join(each.explanation.split())}" in text, name
        assert (f"{name} {task.misconceptions[0].name}" in text) == meant


def test_mistakes_of_a_graded_set_stand_below_the_title_of_their_question(capsys, tmp_path):
    course = course_in(tmp_path / "course")
    for words in (["--mistakes", "boosting"], [str(course.folder), "--mistakes", "boosting"]):
        code, text, _ = listed(capsys, *words)
        assert code == 0
        assert "Question 1: the first round bias kept Your answer fits y itself." in text
        assert "chose A" in text
        assert "chose B" not in text  # it is right
    assert listed(capsys, "--mistakes", "9.99")[0] == 1
    assert "there are no known mistakes of '9.99'" in listed(capsys, "--mistakes", "9.99")[2]
