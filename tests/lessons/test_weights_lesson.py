"""What lesson C4 says is true, and what it names is on screen."""

import re

from tests.lessons.reading import cells, printed

LESSON = "C4_weights_that_choose"


def text():
    return " ".join(" ".join(cells(LESSON)).split())


def test_both_tables_of_the_lecture_stand_in_the_lesson():
    table = """0 +1.089 0.874 0 +1.089 0.874 · 1 -0.553 0.163 1 -0.553 0.163 · 2 -0.288 0.085 0 -0.085 0.091 ·
    1 -0.101 0.062 1 -0.056 0.084 · 0 -0.033 0.051 2 -0.127 0.069 · 3 +0.053 0.049 0 +0.021 0.065 ·
    1 -0.043 0.045 1 -0.031 0.063 · 3 +0.088 0.041 2 -0.078 0.057 · 1 -0.035 0.039 0 +0.013 0.055 ·
    3 +0.072 0.036 1 -0.018 0.054"""
    rows = [line.split() for line in printed(LESSON).splitlines()]
    for m, row in enumerate(table.split("·"), start=1):
        assert [str(m), *row.split()] in rows


def test_slips_and_slides_are_named():
    for slip in ("first slip", "second slip", "third slip", "guarantees that any unused parameter dimensions are set to zero"):
        assert slip in text()
    assert not re.search(r"\b00[1-4]\b", text())
