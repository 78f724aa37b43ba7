"""The corpus of submissions, from the release to the reports: each gets what it has earned, whatever it does to the grader.

The course runs once, by the commands that a teacher uses; everything here looks at what it has left.
"""

import html
import re
from pathlib import Path

import numpy as np
import pytest

from fewidgets.grading.notebook import read_cells
from fewidgets.grading.question import Function, Values
from fewidgets.grading.result import from_json
from fewidgets.grading.run.tiers import best_tier
from fewidgets.grading.seeds import generator_of
from fewidgets.grading.visible import visible
from tests.grading.corpus.answers import OTHER, RIGHT, earned_by
from tests.grading.corpus.compare import TABLE, comparison, shown_rows
from tests.grading.corpus.course import corpus_course, digests
from tests.grading.courses import table

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return corpus_course(tmp_path_factory.mktemp("teacher") / "course")


def graded_folder(course):
    return course.folder / "graded" / "boosting"


def results(course):
    return {path.stem: from_json(path.read_bytes()) for path in (graded_folder(course) / "results").glob("*.json")}


def test_what_counts_as_right_is_right(course):
    # The corpus takes these answers as right without trying them for each student.
    graded = course.corpus.graded
    for answers in (RIGHT, {**OTHER, "q1": RIGHT["q1"] + "\n"}, {name: code + "\n" for name, code in RIGHT.items()}):
        assert sum(earned_by(graded, b"secret of a test", "ada", answers).values()) == graded.of


def test_every_submission_has_a_row_with_the_points_that_it_earned(course):
    rows = course.rows()
    assert len(course.submissions) >= 32
    assert set(rows) == {each.student for each in course.submissions} | {"absent"}
    wrong = {}
    for each in course.submissions:
        row = rows[each.student]
        parts = {key.replace(": ", "/"): float(row[key]) for key in row if re.fullmatch(r"q\d: \w+", key)}
        found = {part: points for part, points in parts.items() if points}
        if found != each.earned or float(row["total"]) != each.points:
            wrong[each.student] = (found, each.earned)
    assert not wrong
    assert rows["absent"]["total"] == "0"
    assert "nothing handed in" in rows["absent"]["notes"]


def test_the_tier_is_told_in_every_row(course):
    rows = course.rows()
    assert {rows[each.student]["isolation"] for each in course.submissions} == {best_tier()}


def test_every_mistake_is_named(course):
    found = results(course)
    for each in course.submissions:
        named = {question.question: question.misconception for question in found[each.student].questions}
        for question, mistake in each.mistakes.items():
            assert named[question] == mistake, (each.student, question)
    counted = (graded_folder(course) / "misconceptions.csv").read_text(encoding="utf-8-sig")
    for question in course.corpus.graded.questions:
        for mistake in getattr(question, "mistakes", ()) or getattr(question, "misconceptions", ()):
            assert f",{mistake.name}," in counted


def test_copied_answers_are_reported_to_the_teacher_alone(course):
    copied = next(each.student for each in course.submissions if each.student.endswith("-copied"))
    row = course.rows()[copied]
    assert "00-correct" in row["needs a look"]
    assert "00-correct" not in (graded_folder(course) / "reports" / f"{copied}.html").read_text(encoding="utf-8")


def test_the_same_code_is_told_to_the_teacher_alone(course):
    rows = table(graded_folder(course) / "alike.csv")
    named = {row[column][3:] for row in rows for column in ("student", "other student")}
    assert {"correct", "flood", "renamed"} <= named  # all of them have the usual answers
    assert not {"other-route", "blank", "empty", "cut-short", "patched"} & named
    for each in course.submissions:
        text = (graded_folder(course) / "reports" / f"{each.student}.html").read_text(encoding="utf-8")
        assert not re.search("alike answers|same code|letter for letter", text, re.IGNORECASE)


def secrets_of(course, student):
    """Give texts that would tell what only the grader may know: expected numbers, and numbers of the hidden cases."""
    corpus = course.corpus
    graded = corpus.graded
    for question in graded.questions:
        rng = generator_of(corpus.secret, graded.name, graded.version, student, question.name)
        if isinstance(question, Values):
            expected = [question.solve(question.data(rng))]
        elif isinstance(question, Function):
            cases = [case.arguments for case in question.cases(rng)]
            expected = [*cases, *(question.reference(*arguments) for arguments in cases)]
        else:
            expected = []
        for number in numbers_in(expected):
            if number != round(number, 1):
                yield f"{abs(number):.2f}" if number == round(number, 2) else f"{abs(number):.3f}"[:-1]


def numbers_in(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for each in value:
            yield from numbers_in(each)
    elif isinstance(value, np.ndarray):
        yield from value.ravel().tolist()
    elif isinstance(value, float):
        yield float(value)


def test_no_report_holds_a_hidden_test_or_an_expected_value(course):
    folder = graded_folder(course)
    names = [each.student for each in course.submissions]
    for each in course.submissions:
        whole = (folder / "reports" / f"{each.student}.html").read_bytes().decode()
        handed_in = "".join(visible(cell.source) for cell in read_cells(each.content)[0])
        for line in "\n".join(re.findall(r"<pre.*?<code>(.*?)</code></pre>", whole, flags=re.S)).splitlines():
            assert html.unescape(line).strip() in handed_in, "the student's own answers"
        text = re.sub(r"<pre.*?</pre>", "", whole, flags=re.S)
        shown = re.sub(r"<(style|svg)\b.*?</\1>", "", text, flags=re.S)  # the bar's width is a number, too
        numbers = set(re.findall(r"\d+\.\d\d", shown))
        assert not numbers & set(secrets_of(course, each.student)), each.student
        assert course.corpus.secret.decode() not in text
        assert not re.search(
            r"questions\.py|HIDDEN|SOLUTION|assert |<script|/tmp|/home/|" + re.escape(str(course.folder)), text
        )
        assert not [name for name in names if name != each.student and name in text]


def test_nothing_of_the_course_has_changed(course):
    assert digests(course.folder) == course.before


def test_no_process_is_left(course):
    left = [path for path in Path("/proc").glob("[0-9]*/comm") if course.corpus.mark in _read(path)]
    assert not left


def _read(path):
    try:
        return path.read_text()
    except OSError:
        return ""


def test_the_comparison_shows_what_grading_gives(course, request):
    # Other graders take minutes, so the document keeps what they gave. Its own column must be that of this run.
    text = TABLE.read_text(encoding="utf-8")
    assert text == comparison(), "run: python -m tests.grading.corpus.compare fewidgets"
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print("\n\n" + text[text.index("| |") : text.index("| Submission")])
    shown = shown_rows(text)
    assert list(shown) == [each.what for each in course.submissions]
    assert all(cells[0].endswith("✓") for cells in shown.values())
    for each in course.submissions:
        if not each.mistakes and not each.student.endswith("copied"):  # these depend on the secret that drew the data
            assert shown[each.what][0] == f"{each.points:g} ✓"
