from dataclasses import replace

import pytest

from fewidgets.grading.bridges.nbgrader_book import write_nbgrader
from tests.grading.books import gradebook

pytestmark = pytest.mark.filterwarnings("ignore::Warning")


@pytest.mark.slow
def test_a_teacher_can_go_on_in_nbgrader(tmp_path):
    from nbgrader.api import Gradebook

    path, book = tmp_path / "gradebook.db", gradebook(4, 5, missing=1)
    assert write_nbgrader(path, book) == 4
    with Gradebook(f"sqlite:///{path}") as database:
        for student, result in book.results.items():
            found = database.find_submission("boosting", student)
            assert (found.score, found.max_score) == (result.points, 15)
            assert found.needs_manual_grade  # q5 is graded by hand
        grade = database.find_grade("q5", "boosting", "boosting", "s000")
        grade.manual_score, grade.needs_manual_grade = 3.5, False
        database.db.commit()
    # What the teacher gave stays when the set is graded again.
    result = book.results["s000"]
    first = replace(result.questions[0], outcome="wrong", points=0.0)
    results = {**book.results, "s000": replace(result, questions=(first, *result.questions[1:]))}
    write_nbgrader(path, replace(book, results=results))
    with Gradebook(f"sqlite:///{path}") as database:
        found = database.find_submission("boosting", "s000")
        assert found.score == result.points - result.questions[0].points + 3.5
        assert not found.needs_manual_grade
