"""Grade the corpus with fewidgets, plain nbgrader and Otter-Grader, and write the table ``COMPARISON.md``.

    python -m tests.grading.corpus.compare [fewidgets] [nbgrader] [Otter]

It takes some ten minutes: the others start a kernel for each submission. With names, only these graders run again.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from fewidgets import __version__
from fewidgets.grading.course.course import open_course
from fewidgets.grading.loading import load_questions
from tests.grading.corpus.course import SETS, SOURCE, corpus_course, run
from tests.grading.corpus.peers import CELL_SECONDS, FILE_SECONDS, MEMORY, Nbgrader, Otter
from tests.grading.corpus.submissions import Corpus

TABLE = Path(__file__).with_name("COMPARISON.md")

#: What each grader gave in its last run, by submission without its number: earned, given, whether it stopped the batch. The
#: table is made from it, and a submission that was added since is graded with the next run.
RECORD = TABLE.with_suffix(".json")

#: Draws the data that all students have in nbgrader's course.
SECRET = b"a secret for the comparison alone"

#: Destroys nbgrader's gradebook, so it is graded in a course with one honest submission after it.
DESTROYER = "writes-outside"

#: Whether an answer counts that stands in a cell of text is a matter of taste: fewidgets tells the student to change it back,
#: nbgrader runs it.
ALSO_RIGHT = ("answer-as-text",)

#: Seconds for nbgrader and all that it grades in one call.
BATCH_SECONDS = 1800


INTRODUCTION = """\
# The same submissions with three graders

`python -m tests.grading.corpus.compare` has written this file from what each grader gave (`COMPARISON.json`). A test holds
that the column *fewidgets* is still what grading gives.

Each row is one submission of the graded set `boosting` ({points:g} points). nbgrader {nbgrader} and Otter-Grader {otter} \
compare the
same values, by asserts in hidden tests with points for each part. With them, all students have the same data, so what some
mistakes earn differs a little between the columns. nbgrader graded the whole folder in one call, with its own limit of
{cell} s for a cell. Otter graded one file at a time, without a container. It has no limit of its own then, so each file was
ended after {file} s. Both had at most {gigabytes} GB of memory for a process, a limit that they do not set themselves.

- *right*: the points that the submission has earned.
- *not earned*: points for something that is not right, or not the student's own.
- *too few*: right answers without their points.
- *no grade*: the teacher has to look.
- *stops the batch*: the submissions after it got no grade either.

Whether an answer counts that stands in a cell of text is a matter of taste. fewidgets tells the student to change it back,
nbgrader runs it; both are taken as right.
"""


@dataclass(frozen=True)
class Given:
    """What a grader gave: points or none, and whether the submissions after it got no grade."""

    earned: float
    points: float | None
    stops: bool = False
    also: float | None = None

    @property
    def kind(self):
        """What that is: right, not earned, too few, no grade, or stops the batch."""
        if self.stops:
            return "stops the batch"
        if self.points is None:
            return "no grade"
        if abs(self.points - self.earned) < 1e-6 or self.points == self.also:
            return "right"
        return "not earned" if self.points > self.earned else "too few"

    def __str__(self):
        if self.kind == "right":
            return f"{self.points:g} ✓"
        if self.points is None or self.stops:
            return f"**{self.kind}**"
        return f"**{self.points:g} instead of {self.earned:g}: {self.kind}**"


def ours(folder):
    """Grade the corpus with fewidgets."""
    graded = corpus_course(folder / "course")
    rows = graded.rows()
    return {each.student: Given(each.points, float(rows[each.student]["total"])) for each in graded.submissions}


def same_data(graded, secret, released=None):
    """Return what makes the corpus where all students have the same data."""
    notebook = released or json.loads(SOURCE.read_text(encoding="utf-8"))
    return Corpus(graded, secret, lambda student: notebook, lambda student: "")


def with_nbgrader(folder):
    """Grade the corpus with nbgrader: the whole folder in one call, and again without whatever has stopped a call."""
    graded, source = load_questions(SOURCE.with_name("questions.py")), json.loads(SOURCE.read_text(encoding="utf-8"))
    course = Nbgrader(folder / "course", source, graded, SECRET)
    submissions = same_data(graded, SECRET, course.released).make()
    destroyer = next(each for each in submissions if each.student.endswith(DESTROYER))
    others = [each for each in submissions if each is not destroyer]
    for each in others:
        course.hand_in(each.student, each.file_name, each.content)
    stopped = set()
    while True:
        course.autograde(BATCH_SECONDS)
        log = (course.folder / "log.txt").read_text(encoding="utf-8")
        begun = re.findall(r"student with ID '([^']+)'", log)
        if {each.student for each in others} <= {*begun, *stopped}:
            break
        # Whatever it began last kept it from going on.
        stopped.add(begun[-1])
        shutil.rmtree(course.folder / "submitted" / begun[-1])
    points = course.points()
    found = {each.student: Given(each.points, points.get(each.student), each.student in stopped) for each in others}
    second = Nbgrader(folder / "second", source, graded, SECRET)
    second.hand_in(destroyer.student, destroyer.file_name, destroyer.content)
    second.hand_in("99-after", submissions[0].file_name, submissions[0].content)
    second.autograde(300)
    try:
        points = second.points()
    except Exception:  # there is no gradebook any more
        points = {}
    stops = points.get("99-after") != submissions[0].points
    found[destroyer.student] = Given(destroyer.points, points.get(destroyer.student), stops)
    return dict(sorted(found.items()))


def with_otter(folder):
    """Grade the corpus with Otter, a file at a time: the notebook that all share, with the tests that we export for it."""
    run("new", folder / "course", "--from", SETS, "--set", "boosting")
    run("release", folder / "course", "--same-data")
    course = open_course(folder / "course")
    graded = course.load("boosting")
    grader = Otter(folder, graded, course.secret)
    released = json.loads(course.released("boosting").read_text(encoding="utf-8"))
    submissions = same_data(graded, course.secret, released).make()
    return {each.student: Given(each.points, grader.grade(each.student, each.file_name, each.content)) for each in submissions}


def comparison():
    """Return the document, from the record of what each grader gave."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    graded = load_questions(SOURCE.with_name("questions.py"))
    graders = {
        name: {
            each: Given(*values, graded.of if each in ALSO_RIGHT else None) for each, values in record[name]["given"].items()
        }
        for name in GRADERS
    }
    what = {each.student[3:]: each.what for each in same_data(graded, SECRET).make()}
    kinds = ("right", "not earned", "too few", "no grade", "stops the batch")
    lines = [
        INTRODUCTION.format(
            points=graded.of,
            nbgrader=record["nbgrader"]["version"],
            otter=record["Otter"]["version"],
            cell=CELL_SECONDS,
            file=FILE_SECONDS,
            gigabytes=MEMORY >> 30,
        ),
        f"| | {' | '.join(graders)} |",
        f"|---|{'---:|' * len(graders)}",
    ]
    for kind in kinds:
        counts = [str(sum(given.kind == kind for given in rows.values())) for rows in graders.values()]
        lines.append(f"| {kind} | {' | '.join(counts)} |")
    lines += ["", f"| Submission | {' | '.join(graders)} |", f"|---|{'---|' * len(graders)}"]
    for student, words in what.items():
        cells = " | ".join(str(rows.get(student, "not graded yet")) for rows in graders.values())
        lines.append(f"| {words} | {cells} |")
    return "\n".join(lines) + "\n"


def shown_rows(text):
    """Return the cells of the document's table by submission."""
    found = re.findall(r"^\| ([^|*]+?) \| (.+) \|$", text.split("| Submission |")[1], flags=re.M)
    return {words: cells.split(" | ") for words, cells in found}


PACKAGES = {"nbgrader": "nbgrader", "Otter": "otter-grader"}
GRADERS = {"fewidgets": ours, "nbgrader": with_nbgrader, "Otter": with_otter}


def main(names):
    """Grade with some graders, keep what the others gave in an earlier run, print the table and write it."""
    with tempfile.TemporaryDirectory() as place:
        for name in names or GRADERS:
            folder = Path(place) / name
            folder.mkdir()
            given = GRADERS[name](folder)
            rows = {each[3:]: [value.earned, value.points, value.stops] for each, value in given.items()}
            found = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
            found[name] = {"version": version(PACKAGES[name]) if name != "fewidgets" else __version__, "given": rows}
            RECORD.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    text = comparison()
    print(text)
    TABLE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
