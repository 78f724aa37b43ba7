"""The paper: its citations, its authors, its figures, and what it counts."""

import re
from pathlib import Path

import yaml

from fewidgets.authoring.tables import practice_sets
from fewidgets.exercises import task_names
from fewidgets.exercises.bank import questions
from fewidgets.explorables import EXPLORABLES
from fewidgets.lessons.names import LESSONS

ROOT = Path(__file__).resolve().parents[1]
PAPER = ROOT / "paper" / "paper.md"
_, HEAD, TEXT = PAPER.read_text(encoding="utf-8").split("---\n", 2)
FRONT = yaml.safe_load(HEAD)
NUMBERS = {"Three": 3, "Four": 4}


def test_every_citation_is_in_the_bibliography_and_every_entry_is_cited():
    entries = re.findall(r"^@\w+\{(\w+),$", (PAPER.parent / FRONT["bibliography"]).read_text(encoding="utf-8"), re.M)
    assert len({*entries}) == len(entries)
    assert {*re.findall(r"@(\w+)", TEXT)} == {*entries}


def test_the_authors_are_those_of_the_citation_file():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert [each["name"] for each in FRONT["authors"]] == [each["name"] for each in citation["authors"]]
    assert {each["affiliation"] for each in FRONT["authors"]} == {each["index"] for each in FRONT["affiliations"]}
    assert citation["repository-code"] in TEXT


def test_the_figures_are_there():
    figures = re.findall(r"\]\(([^)]+\.png)\)", TEXT)
    assert figures
    assert all((PAPER.parent / figure).is_file() for figure in figures)


def test_the_counts_are_right():
    there = {
        "lessons": len({*LESSONS.values()}),
        "predictions": len(questions()),
        "explorables": len(EXPLORABLES),
        "practice sets": len(practice_sets(ROOT)),
        "functions": len(task_names()),
        "laboratory sessions": len([*(ROOT / "notebooks/labs").glob("*.ipynb")]),
        "graded sets": len([*(ROOT / "notebooks/exercises/graded").glob("*/questions.py")]),
    }
    counted = re.findall(rf"\b(\d+|Three|Four)\s({'|'.join(there)})\b", TEXT)
    assert {what: NUMBERS.get(count) or int(count) for count, what in counted} == there
