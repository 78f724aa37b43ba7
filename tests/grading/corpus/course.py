"""A course in a folder, from releasing the set to the grades, by the commands that a teacher uses."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from fewidgets.cli import main
from fewidgets.grading.course.course import open_course
from tests.grading.corpus.submissions import Corpus, Submission
from tests.grading.courses import table

ROOT = Path(__file__).resolve().parents[3]
SETS = ROOT / "notebooks" / "exercises" / "graded"
SOURCE = SETS / "boosting" / "boosting.ipynb"

#: Small limits, so that what must be stopped is stopped soon.
SETTINGS = """
title = "Corpus"

[limits]
cell_seconds = 1.5
submission_seconds = 15
memory_mb = 700
processes = 16
"""


@dataclass(frozen=True)
class Graded:
    """A course that has been graded.

    Attributes
    ----------
    folder : Path
        The course folder.
    corpus : Corpus
        What made the submissions.
    submissions : list of Submission
        What was handed in.
    before : dict of Path to str
        Digests of the course's files before grading.
    """

    folder: Path
    corpus: Corpus
    submissions: list[Submission]
    before: dict[Path, str]

    def rows(self):
        """Give the rows of grades.csv by student."""
        return {row["student"]: row for row in table(self.folder / "graded" / "boosting" / "grades.csv")}


def corpus_course(folder, *options):
    """Make a course, release the set, hand in the corpus, collect it and grade it."""
    run("new", folder, "--from", SETS, "--set", "boosting")
    (folder / "course.toml").write_text(SETTINGS, encoding="utf-8")
    course = open_course(folder)
    graded = course.load("boosting")
    template = json.loads(SOURCE.read_text(encoding="utf-8"))
    students = [each.student for each in Corpus(graded, course.secret, lambda student: template).make()]
    lines = [f"{student},Name of {student[3:]}" for student in students]
    (folder / "students.csv").write_text("\n".join(["id,name", *lines, "absent,Nobody"]), encoding="utf-8")
    run("release", folder)

    def released(student):
        return json.loads(course.released("boosting", student).read_text(encoding="utf-8"))

    corpus = Corpus(graded, course.secret, released)
    submissions = corpus.make()
    downloads = folder.parent / f"{folder.name}-downloads"
    for each in submissions:
        place = downloads / each.student
        place.mkdir(parents=True)
        (place / each.file_name).write_bytes(each.content)
    run("collect", folder, downloads)
    before = digests(folder)
    run("grade", folder, *options)
    return Graded(folder, corpus, submissions, before)


def digests(folder):
    """Give a digest of each file of a course that grading must leave alone."""
    return {
        path: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "graded" not in path.relative_to(folder).parts
    }


def run(*words):
    assert main(["exercises", *map(str, words)]) == 0
