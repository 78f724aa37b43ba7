"""The glossary has each word once, and the first use of a word in a lesson leads to it."""

import json
import re

import pytest

from fewidgets.authoring.glossary import Term, link, stale_notebooks, terms
from fewidgets.authoring.terms import ORDINARY
from fewidgets.lessons.names import LESSONS
from tests.lessons.lesson import NAMES, NOTEBOOKS, lesson
from tests.lessons.rules import without_code_and_tex

LONGEST = 28
TERMS = [Term("condition number", "A ratio.", "9.3"), Term("number", "A digit.", "9.1"), Term("residual", "A rest.", "9.6")]


def test_each_word_stands_once_with_a_short_meaning():
    words = [term.word.lower() for term in terms()]
    assert len(words) == len(set(words)) > 100
    assert set(words) >= ORDINARY
    for term in terms():
        assert term.section in LESSONS
        assert term.meaning.endswith(".")
        assert term.meaning[0].isupper() or term.meaning[0] == "$"
        assert len(term.meaning.split()) <= LONGEST, term


@pytest.mark.parametrize("term", terms(), ids=lambda term: term.word)
def test_the_lesson_that_defines_a_word_uses_it(term):
    words = re.sub(r"[*_`]", "", lesson(term.lesson).markdown)
    assert term.pattern.search(re.sub(r"\s+", " ", words)), f"{term.word} does not stand in {term.lesson}"


def test_the_glossary_and_the_links_are_up_to_date():
    assert not stale_notebooks(NOTEBOOKS.parent), "run: fewidgets gallery"


@pytest.mark.parametrize("name", NAMES)
def test_no_word_is_linked_twice(name):
    found = re.findall(r"\[([^\]]+)\]\(glossary\.ipynb#\w\)", lesson(name).markdown)
    stems = [word.lower().rstrip("s") for word in found]
    assert len(stems) == len(set(stems))
    assert "glossary" not in without_code_and_tex(lesson(name).markdown)


def test_every_link_leads_to_a_heading():
    cells = json.loads((NOTEBOOKS / "glossary.ipynb").read_text(encoding="utf-8"))["cells"]
    headings = {found for cell in cells for found in re.findall(r"^## (\w)$", "".join(cell["source"]), re.M)}
    linked = {letter for name in NAMES for letter in re.findall(r"\]\(glossary\.ipynb#(\w)\)", lesson(name).markdown)}
    assert linked <= headings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Two residuals. A residual.", "Two [residuals](glossary.ipynb#R). A residual."),
        ("The condition number", "The [condition number](glossary.ipynb#C)"),
        ("# Residual\n\n`residual` $residual$ **residual** [residual](x) residual", None),
        ("residuals-to-be and the preresidual", ""),
        ("| residual |\n\n<summary>residual</summary>", ""),
    ],
)
def test_the_first_use_in_plain_text_is_linked(text, expected):
    (found,) = link([text], TERMS)
    if expected is None:
        assert found == f"{text.removesuffix('residual')}[residual](glossary.ipynb#R)"
    else:
        assert found == (expected or text)


def test_a_link_does_not_stand_in_another():
    assert link(["The condition number is a number."], TERMS) == [
        "The [condition number](glossary.ipynb#C) is a [number](glossary.ipynb#N)."
    ]
