"""Copied code is found under other names, and honest different solutions are not reported."""

import ast
import json
import random
import re
import string
import time
from collections import Counter

import pytest

from fewidgets.authoring.exercise_sets import GRADED, nbgrader_of, source_of, submission_of
from fewidgets.authoring.student_copies import student_copy
from fewidgets.grading.course.course import graded_sets
from fewidgets.grading.mark.similarity import SMALLEST, Pair, forms_of, groups, similar_answers
from fewidgets.grading.report.similarity_report import similarity_page, similarity_rows
from tests.grading.books import gradebook
from tests.grading.corpus.answers import OTHER, RIGHT
from tests.grading.courses import ROOT, solution

SETS = graded_sets(ROOT / GRADED)
LONG = [OTHER["q1"], OTHER["q2"], OTHER["q3"], RIGHT["q3"]]


def disguised(source, rng):
    """Rename everything, drop all comments, and add some, with docstrings, blank lines and calls of print."""
    nodes = list(ast.walk(ast.parse(source)))
    own = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {getattr(node, "arg", getattr(node, "name", "")) for node in nodes if isinstance(node, ast.arg | ast.FunctionDef)}
    new = {name: f"{''.join(rng.choices(string.ascii_letters, k=rng.randint(1, 9)))}{n}" for n, name in enumerate(own)}
    lines = []
    for line in ast.unparse(ast.parse(source)).splitlines():
        named = re.sub(r"(?<![\w.])[A-Za-z_]\w*", lambda found: new.get(found[0], found[0]), line)
        lines.append(named + rng.choice(["", "  # mine", "\n"]))
        if line.startswith("def "):
            lines += ['    """My own work."""', "    print('here')"]
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("place", range(len(LONG)))
def test_another_name_for_everything_hides_nothing(place, seed):
    other = disguised(LONG[place], random.Random(seed))
    assert Counter(forms_of(other)) == Counter(forms_of(LONG[place]))
    (pair,) = similar_answers({"a": {"q": LONG[place]}, "b": {"q": other}}, {}, {})
    assert pair == Pair("a", "b", "q", 1.0)


def test_a_line_that_was_changed_hides_nothing():
    for new in ("    r = y - np.median(y)", "    r = 1.0 * y"):
        (pair,) = similar_answers(
            {"a": {"q": RIGHT["q3"]}, "b": {"q": RIGHT["q3"].replace("    r = y - y.mean()", new)}}, {}, {}
        )
        assert 0.8 <= pair.share < 1


def right_answers(name):
    """Give the right answers of a set that different people have written, with what was handed out and the model."""
    cells = json.loads((SETS[name] / f"{name}.ipynb").read_text(encoding="utf-8"))
    model, copied = solution(name), json.loads(student_copy(cells, name))["cells"]
    stubs = {nbgrader_of(cell)["grade_id"]: source_of(cell) for cell in copied if nbgrader_of(cell)}
    submissions = [each for number, cell in enumerate(cells["cells"]) if (each := submission_of(cell, number))]
    other = {each.of: each.source for each in submissions if each.kind == "right"}
    more = {"corpus": RIGHT, "another route": OTHER} if name == "boosting" else {}
    return {"model": model, "other": other, **more}, stubs, model


@pytest.mark.parametrize("name", SETS)
def test_honest_different_solutions_are_not_reported(name):
    found, stubs, model = right_answers(name)
    assert similar_answers(found, stubs, model, "import numpy as np") == []
    # Nor what was handed out, nor the model with its small lines, if many write it.
    many = {f"{n}": dict.fromkeys(model, "") | stubs for n in range(3)}
    assert similar_answers(many, stubs, model) == []


def test_short_right_answers_are_no_news():
    for question in ("q4", "q5"):
        assert sum(form.size for form in forms_of(RIGHT[question])) < SMALLEST
    assert {pair.question for pair in similar_answers({"a": RIGHT, "b": RIGHT}, {}, {})} == {"q2", "q3"}


@pytest.mark.parametrize(
    "source", ["def f(", "\x00", "-" * 29_000 + "1", "(" * 5000, "x" * 40_000, "a.b" + ".c" * 9000, "%%time\nx = 1"]
)
def test_what_cannot_be_read_is_not_compared(source):
    assert similar_answers({"a": {"q": source}, "b": {"q": source}}, {}, {}) == []


def test_nobody_is_warned_of_a_students_code(recwarn):
    assert list(forms_of("pattern = '\\d'\nassert 1 is 1, (2 is 2)"))
    assert not recwarn.list


def test_two_hundred_students_are_compared_in_seconds():
    rng = random.Random(1)
    answers = {f"s{n}": {"q": f"{LONG[n % 4]}\nextra = {rng.random()} * {rng.randrange(99)} + len('x')"} for n in range(200)}
    start = time.process_time()
    found = similar_answers(answers, {}, {})
    assert time.process_time() - start < 20
    assert sorted(map(len, groups(found))) == [50] * 4


def test_the_page_names_students_and_shows_their_code_and_nothing_runs():
    book = gradebook(6, 5)
    code = "def boost(X):\n    return '<script>alert(1)</script>'"
    pairs = [Pair("s000", "s001", "q3", 0.9), Pair("s001", "s003", "q3", 1.0)]
    codes = {"s000": code, "s001": f"{code}\n", "s003": code.replace("X", "Y")}
    page = similarity_page(book, pairs, {student: {"q3": code} for student, code in codes.items()})
    assert "<script" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;&#x27;") == 2
    assert page.count("letter for letter") == 1
    assert "3 students" in page
    assert "at least 90% the same" in page
    assert "No answers are alike." in similarity_page(book, [], {})
    head, *rows = similarity_rows(book, pairs)
    assert [row[:5] for row in rows] == [
        ["s000", "s001", "q3", "3. Write `boost(X, y)`", 90],
        ["s001", "s003", "q3", "3. Write `boost(X, y)`", 100],
    ]
    assert len(head) == len(rows[0])
