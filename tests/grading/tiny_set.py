"""A small graded set of every kind of question, with right answers, for tests of the engine that grades."""

import json

import numpy as np

from fewidgets.grading.limits import Limits
from fewidgets.grading.loading import questions_of
from fewidgets.grading.mark.submission import Job, grade_submission
from fewidgets.grading.notebook import cell_of
from fewidgets.grading.seeds import generator_of

SECRET = b"a secret of a course"

QUESTIONS = """
from fewidgets.exercises.task import Case, Misconception, Result
from fewidgets.grading.question import ByHand, Choice, Function, GradedSet, Values


def data(rng):
    return {"x": rng.normal(size=8).round(3)}


def cases(rng):
    for n in (3, 8):
        yield Case((rng.normal(size=(n, 2)) + 1,), f"{n} examples")


SET = GradedSet("tiny", 1, "Tiny", (
    Values("q1", ("mean", "spread"), data, lambda data: {"mean": data["x"].mean(), "spread": data["x"].std()},
           mistakes=(Misconception("n - 1", lambda data: {"spread": data["x"].std(ddof=1)}, "You divide by N - 1."),)),
    Function("q2", "moments", cases, lambda X: (X.mean(0), X.std(0)),
             (Result("means", "the means"), Result("spreads", "the spreads", 2)),
             (Misconception("n - 1", lambda X: (X.mean(0), X.std(0, ddof=1)), "You divide by N - 1."),),
             signature="moments(X)", without=("colorsys", "fewidgets.algorithms"), seconds=1.0),
    Function("q3", "centred", cases, lambda X: X - X.mean(0), (Result("centred", "the centred data"),), seconds=1.0),
    Choice("q4", "why", ("a", "b"), "a", {"a": "Because of a.", "b": "Not b."}),
    ByHand("q5", 3),
))
"""

GRADED = questions_of(QUESTIONS)

STUBS = {
    "q1": "# Your code\nmean = ...\nspread = ...",
    "q2": "def moments(X):\n    # Your code\n    ...",
    "q3": "def centred(X):\n    # Your code\n    ...",
    "q4": "why = ...",
    "q5": "*Your answer*",
}
RIGHT = {
    "q1": "mean = x.mean()\nspread = x.std()",
    "q2": "def moments(X):\n    return X.mean(0), X.std(0)",
    "q3": "def centred(X):\n    return X - X.mean(0)",
    "q4": "why = 'a'",
    "q5": "Because it is so.",
}
#: The points of right answers. The teacher grades the last question.
POINTS = {"q1": 2.0, "q2": 3.0, "q3": 1.0, "q4": 1.0, "q5": 0.0}


def cell(kind, source, name="", **marks):
    metadata = {"nbgrader": {"grade_id": name, "schema_version": 3, **marks}} if name else {}
    return {"cell_type": kind, "metadata": metadata, "source": source}


def book(answers):
    """Return the cells of the set's notebook with some answers; the others are as they were handed out."""
    texts = {**STUBS, **answers}
    return [
        cell("markdown", "# Tiny"),
        cell("code", "import numpy as np", "setup", locked=True),
        cell("markdown", "## Question 1: the mean (2 points)"),
        cell("code", "x = ...", "q1-data", locked=True),
        cell("code", texts["q1"], "q1", solution=True),
        cell("code", "assert mean", "q1-test", grade=True, locked=True),
        cell("code", texts["q2"], "q2", solution=True),
        cell("markdown", "## Question 3"),
        cell("code", texts["q3"], "q3", solution=True),
        cell("code", texts["q4"], "q4", solution=True),
        cell("markdown", texts["q5"], "q5", solution=True, grade=True),
    ]


def content(cells):
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def solved(**answers):
    """Return a notebook with right answers, but for those that are given."""
    return content(book({**RIGHT, **answers}))


HANDED_OUT = tuple(cell_of(each) for each in book({}))


def data_of(student):
    return GRADED.question("q1").data(generator_of(SECRET, "tiny", 1, student, "q1"))


def job(handed_in, student="ada", tier="limits", others=("ada", "bob"), fingerprint="", **limits):
    limits = Limits(**{"cell_seconds": 2.0, "submission_seconds": 20.0, "memory_mb": 512, **limits})
    return Job(student, student, 1, handed_in, QUESTIONS, HANDED_OUT, SECRET, others, tier, limits, fingerprint)


def graded(handed_in, **more):
    return grade_submission(job(handed_in, **more))


def by_name(result):
    return {question.question: question for question in result.questions}


assert np.all(data_of("ada")["x"] != data_of("bob")["x"])
