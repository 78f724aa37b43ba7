"""How hard the sentences are that explorables and lessons say, as the grade of a school (Kincaid, 1975).

As Flesch counts, a colon or a semicolon ends a sentence too.
"""

from __future__ import annotations

import re

import nbformat
import pytest

from fewidgets.authoring.gallery import examples, file_name
from fewidgets.explorables import EXPLORABLES
from tests.lessons.lesson import NAMES, NOTEBOOKS

LESSONS = [NOTEBOOKS / f"{name}.ipynb" for name in NAMES]
GRADE = 9.0  # the highest that Chartability allows


def syllables(word: str) -> int:
    """Count groups of vowels; an e at the end is silent."""
    groups = len(re.findall(r"[aeiouy]+", word.lower()))
    silent = word.lower().endswith("e") and not word.lower().endswith("le") and groups > 1
    return max(1, groups - silent)


def grade(text: str) -> float:
    sentences = [part for part in re.split(r"[.!?:;](?=\s|$)", text) if re.search(r"[A-Za-z]", part)]
    words = re.findall(r"[A-Za-z]+(?:['’-][A-Za-z]+)*", text)
    return 0.39 * len(text.split()) / len(sentences) + 11.8 * sum(map(syllables, words)) / len(words) - 15.59


def test_the_grade_is_that_of_the_formula():
    assert grade("The cat sat on the mat.") == pytest.approx(0.39 * 6 + 11.8 * 1 - 15.59)


@pytest.mark.parametrize("name", EXPLORABLES)
def test_a_caption_is_easy_to_read(name):
    w = examples()[file_name(name)]()
    assert grade(w.caption) <= GRADE
    w.close()


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_is_easy_to_read(path):
    cells = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown"]
    text = re.sub(r"\$[^$]*\$|`[^`]*`|\[([^]]*)\]\([^)]*\)|^[#|>].*$|<[^>]*>", r" x ", "\n".join(cells), flags=re.MULTILINE)
    text = re.sub(r"\n\s*\n|\n\s*[-*\d]", ".\n", text)
    assert grade(text) <= GRADE, grade(text)
