"""Docstrings cite lectures and books in the one form that SOURCES.md gives, never by the project's numbers for them."""

import ast
import json
import re
from pathlib import Path

import pytest

import fewidgets

PACKAGE = Path(fewidgets.__file__).parent
ROOT = Path(__file__).resolve().parents[1]
SOURCES = (ROOT / "SOURCES.md").read_text(encoding="utf-8")
LESSONS = sorted((ROOT / "notebooks").rglob("*.ipynb"))

#: "(002)", "lecture 001", "section 25.1 of 003", but not 0.002, 5,001 or 1001.
NUMBER = re.compile(r"(?<![\w.,])00[1-4](?![\w.,]?\d)")
#: Courses and books, other than in the form of SOURCES.md.
OTHER_FORMS = re.compile(r"COMP 135|INT 247|CS 373|\bUML\b|INT247, slide|CS373, slide")


@pytest.fixture(scope="module")
def docstrings():
    """The file, the line and the text of every docstring."""
    return [
        (path.relative_to(PACKAGE), getattr(node, "lineno", 1), text)
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node))
    ]


def texts(lesson):
    """Give the number and the text of every Markdown cell of a lesson."""
    for number, cell in enumerate(json.loads(lesson.read_text(encoding="utf-8"))["cells"]):
        if cell["cell_type"] == "markdown":
            yield number, "".join(cell["source"])


def test_docstrings_cite_sources_by_name(docstrings):
    found = [
        (path, line, hit[0]) for path, line, text in docstrings if (hit := NUMBER.search(text) or OTHER_FORMS.search(text))
    ]
    assert not found, "cite them as SOURCES.md says"


def test_lessons_cite_sources_by_name():
    found = [
        (path.name, number, hit[0]) for path in LESSONS for number, text in texts(path) if (hit := OTHER_FORMS.search(text))
    ]
    assert not found, "cite them as SOURCES.md says"


@pytest.mark.parametrize("text", ["falls apart (002).", "lecture 001, slide 8", "section 25.1 of 003; 004, information"])
def test_numbers_are_found(text):
    assert NUMBER.search(text)


def test_every_course_that_is_cited_is_explained(docstrings):
    cited = {name for *_, text in docstrings for name in re.findall(r"\b(?:COMP|INT|CS)\d{3}\b", text)}
    assert cited
    for name in cited:
        assert f"`{name}, " in SOURCES, f"SOURCES.md must say what {name} is"
