"""The same submissions graded by plain nbgrader and by Otter-Grader, as their documents say how to use them.

Both get the tests that `plain_tests` writes: asserts on values, one test for each part, with the parts' points. All students
have the same data there, since neither has data for each student. nbgrader grades the whole folder in one call, with its
own limit for a cell. Otter grades a file at a time, without a container, and has no limit of its own then: a call that takes
too long is ended from outside.
"""

from __future__ import annotations

import copy
import json
import os
import resource
import signal
import subprocess
import sys
import time
from itertools import groupby
from pathlib import Path

from fewidgets.grading.bridges.otter import write_otter
from fewidgets.grading.bridges.plain_tests import plain_tests
from fewidgets.grading.literals import data_cell
from fewidgets.grading.question import Values
from fewidgets.grading.seeds import generator_of

#: Seconds for one cell (nbgrader) and one file (Otter).
CELL_SECONDS, FILE_SECONDS = 5, 90

#: Neither limits memory. So that a hog does not take the whole machine, a process of theirs gets so many bytes.
MEMORY = 6 << 30


def nbgrader_source(source, graded, secret):
    """Make nbgrader's source notebook: the set's own, with everybody's data and a cell of plain tests for each part."""
    notebook = copy.deepcopy(source)
    tests = {question: list(group) for question, group in groupby(plain_tests(graded, secret), key=lambda test: test.question)}
    cells = []
    for cell in notebook["cells"]:
        marks = cell["metadata"].get("nbgrader", {})
        question, _, kind = marks.get("grade_id", "").partition("-")
        if "submission" in cell["metadata"].get("fewidgets", {}):
            continue
        if kind == "data" and isinstance(graded.question(question), Values):
            drawn = graded.question(question).data(generator_of(secret, graded.name, graded.version, "", question))
            cell["source"] = data_cell(drawn)
        if kind != "test":
            cells.append(cell)
            continue
        for place, test in enumerate(tests[question]):
            each = copy.deepcopy(cell)
            name = f"{question}-test" + (f"-{place + 1}" if place else "")
            each["metadata"] = {"nbgrader": {**marks, "grade_id": name, "points": test.points}}
            each["id"] = name
            each["source"] = f"# Graded later.\n### BEGIN HIDDEN TESTS\n{test.body}\n### END HIDDEN TESTS"
            cells.append(each)
    notebook["cells"] = cells
    return notebook


class Nbgrader:
    """A course of nbgrader in a folder."""

    def __init__(self, folder, source, graded, secret):
        self.folder, self.name = folder, graded.name
        place = folder / "source" / self.name
        place.mkdir(parents=True)
        (place / f"{self.name}.ipynb").write_text(json.dumps(nbgrader_source(source, graded, secret)), encoding="utf-8")
        config = f"c = get_config()\nc.Execute.timeout = {CELL_SECONDS}\nc.Exchange.root = {str(folder / 'exchange')!r}\n"
        (folder / "nbgrader_config.py").write_text(config, encoding="utf-8")
        done = self._run("generate_assignment", self.name, seconds=120)
        assert done == 0, "nbgrader cannot make the assignment"
        self.released = json.loads((folder / "release" / self.name / f"{self.name}.ipynb").read_text(encoding="utf-8"))

    def hand_in(self, student, file_name, content):
        place = self.folder / "submitted" / student / self.name
        place.mkdir(parents=True)
        (place / file_name).write_bytes(content)

    def autograde(self, seconds):
        """Grade everything that is handed in; give the exit code, or None if it had to be ended."""
        return self._run("autograde", self.name, seconds=seconds)

    def points(self):
        """Give the points of every submission that has been graded."""
        from nbgrader.api import Gradebook

        with Gradebook(f"sqlite:///{self.folder / 'gradebook.db'}") as book:
            found = {each.student_id: each.score for each in book.assignment_submissions(self.name)}
        graded = self.folder / "autograded"
        return {student: points for student, points in found.items() if (graded / student / self.name).exists()}

    def _run(self, *words, seconds):
        return limited([sys.executable, "-m", "nbgrader", *words], seconds, self.folder, self.folder / "log.txt")


class Otter:
    """Otter's autograder for a set, in a folder."""

    def __init__(self, folder, graded, secret):
        self.folder = folder
        self.zip = write_otter(folder / "autograder", plain_tests(graded, secret))

    def grade(self, student, file_name, content):
        """Give the points of one file, or None if there is no grade."""
        place = self.folder / student
        place.mkdir()
        (place / file_name).write_bytes(content)
        command = [sys.executable, "-m", "otter", "run", file_name, "-a", str(self.zip), "-o", "out", "--no-logo"]
        (place / "out").mkdir()
        code = limited(command, FILE_SECONDS, place, place / "log.txt")
        try:
            results = json.loads((place / "out" / "results.json").read_text(encoding="utf-8"))
            return sum(test.get("score", 0.0) for test in results["tests"]) if code == 0 else None
        except (OSError, ValueError):
            return None


def limited(command, seconds, folder, log):
    """Run a command in a session of its own, end all of it after so many seconds, and give its exit code."""
    environment = {**os.environ, "HOME": str(folder), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        )
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            _end(process)


def _end(process):
    """End a process, and the kernels that it started, by their session."""
    sessions = {process.pid}
    for _ in range(2):
        for each in Path("/proc").iterdir():
            if each.name.isdecimal():
                try:
                    fields = (each / "stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                if int(fields[1]) in sessions or int(fields[3]) in sessions:
                    sessions.add(int(each.name))
    sessions.discard(os.getpid())
    for each in sorted(sessions, reverse=True):
        try:
            os.kill(each, signal.SIGKILL)
        except OSError:
            continue
    process.wait()
    time.sleep(0.05)
