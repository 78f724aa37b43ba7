"""Two hundred submissions of the five-question set, beside plain nbgrader in the same run: time, memory, and an interruption.

nbgrader grades a sample in two calls of different size. From them come its time for a submission and its time to start; the
table shows the sum for two hundred. It grades one submission after the other, ours grades one for each core.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from fewidgets.grading.course.course import open_course
from fewidgets.grading.result import from_json
from tests.benchmarks.table import holds
from tests.grading.corpus.answers import BOOST, OTHER, RIGHT, ROUND
from tests.grading.corpus.course import SETS, SOURCE, run
from tests.grading.corpus.notebook import Notebook
from tests.grading.corpus.peers import Nbgrader

pytestmark = pytest.mark.benchmark

SUBMISSIONS, TARGET = 200, 5

#: What ten students hand in, and their points: most are right, and nothing is hostile or endless.
RAISING = {**RIGHT, "q3": BOOST.replace("y - y.mean()", "y - y.mean() + undefined", 1)}
BROKEN = {**RIGHT, "q2": ROUND.replace(":\n", "\n", 1)}
KINDS = (*[(RIGHT, 14)] * 6, (OTHER, 14), (RAISING, 8), (BROKEN, 11), ({}, 0))

#: In the sample, one call grades the first of these students, another one the rest.
SAMPLE = (0, 1, 6, 7, 8, 9)

GRADE = "import sys; from fewidgets.cli import main; sys.exit(main(['exercises', 'grade', sys.argv[1], *sys.argv[2:]]))"


@dataclass(frozen=True)
class Measured:
    """Seconds that passed, and the most memory of a process with all that it started, in bytes."""

    seconds: float
    memory: int


class Watch:
    """Follow the memory of this process's descendants from a thread."""

    def __enter__(self):
        self._end, self.peak, self._start = threading.Event(), 0, time.perf_counter()
        self._thread = threading.Thread(target=self._follow)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self.seconds = time.perf_counter() - self._start
        self._end.set()
        self._thread.join()

    @property
    def measured(self):
        return Measured(self.seconds, self.peak)

    def _follow(self):
        while not self._end.wait(0.1):
            self.peak = max(self.peak, resident(os.getpid()))


def resident(parent):
    """Give the resident bytes of all descendants of a process; pages that they share count for each."""
    parents, pages = {}, {}
    for each in Path("/proc").iterdir():
        if each.name.isdecimal():
            try:
                fields = (each / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(each.name)], pages[int(each.name)] = int(fields[1]), int(fields[21])

    def descends(process):
        while process in parents:
            process = parents[process]
            if process == parent:
                return True
        return False

    return sum(pages[process] for process in pages if descends(process)) * os.sysconf("SC_PAGE_SIZE")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Give a course in which everybody has handed in, and the points that each has earned."""
    folder = tmp_path_factory.mktemp("speed") / "course"
    run("new", folder, "--from", SETS, "--set", "boosting")
    students = [f"s{number:03}" for number in range(SUBMISSIONS)]
    (folder / "students.csv").write_text("\n".join(["id", *students]), encoding="utf-8")
    run("release", folder)
    course = open_course(folder)
    for number, student in enumerate(students):
        hand_in(course.submitted("boosting", student), course.released("boosting", student), number)
    return course


def hand_in(path, released, number):
    book = Notebook(json.loads(released.read_text(encoding="utf-8")))
    for question, code in KINDS[number % len(KINDS)][0].items():
        book.write(question, code)
    path.parent.mkdir(parents=True)
    path.write_bytes(book.bytes())


@pytest.fixture(scope="module")
def ours(course):
    with Watch() as watch:
        subprocess.run([sys.executable, "-c", GRADE, course.folder, "--jobs", "2"], check=True, stdout=subprocess.DEVNULL)
    return watch.measured


@pytest.fixture(scope="module")
def nbgraders(course, tmp_path_factory):
    """Give nbgrader's points of the sample, its seconds to start and for each submission, and its memory."""
    source = json.loads(SOURCE.read_text(encoding="utf-8"))
    grader = Nbgrader(tmp_path_factory.mktemp("nbgrader") / "course", source, course.load("boosting"), course.secret)
    seconds, memory = [], 0
    for part in (SAMPLE[:1], SAMPLE[1:]):
        for number in part:
            book = Notebook(grader.released)
            for question, code in KINDS[number][0].items():
                book.write(question, code)
            grader.hand_in(f"s{number:03}", "boosting.ipynb", book.bytes())
        with Watch() as watch:
            assert grader.autograde(300) == 0
        seconds.append(watch.seconds)
        memory = max(memory, watch.peak)
    each = (seconds[1] - seconds[0]) / (len(SAMPLE) - 2)
    return grader.points(), seconds[0] - each, each, memory


def results(folder):
    found = {}
    for path in sorted((folder / "graded" / "boosting" / "results").glob("*.json")):
        result = from_json(path.read_bytes())
        found[result.student] = [
            (each.question, each.outcome, each.points, each.message, each.parts) for each in result.questions
        ]
    return found


def test_two_hundred_submissions(course, ours, nbgraders, request):
    points, start, each, memory = nbgraders
    theirs = start + SUBMISSIONS * each
    rows = [
        f"{'200 submissions, five questions, 2 cores':<44}{'seconds':>10}{'ratio':>8}{'memory':>12}",
        f"{'fewidgets exercises grade --jobs 2':<44}{ours.seconds:>10.1f}{1:>7.1f}x{ours.memory / 2**20:>8.0f} MiB",
        f"{f'nbgrader autograde ({len(SAMPLE)}, scaled to 200)':<44}{theirs:>10.1f}{theirs / ours.seconds:>7.1f}x"
        f"{memory / 2**20:>8.0f} MiB",
    ]
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print("\n\n" + "\n".join(rows) + "\n")
    assert points == {f"s{number:03}": KINDS[number][1] for number in SAMPLE}
    found = {student: sum(each[2] for each in questions) for student, questions in results(course.folder).items()}
    assert found == {f"s{number:03}": KINDS[number % len(KINDS)][1] for number in range(SUBMISSIONS)}
    assert holds(theirs / ours.seconds, TARGET)


def test_killed_in_the_middle_and_continued_gives_the_same(course, ours, tmp_path):
    part, after = 20, 5
    folder = tmp_path / "course"
    run("new", folder, "--from", SETS, "--set", "boosting")
    for name in ("secret.txt", "students.csv"):
        (folder / name).write_bytes((course.folder / name).read_bytes())
    students = [f"s{number:03}" for number in range(part)]
    for student in students:
        for which in ("released", "submitted"):
            path = getattr(open_course(folder), which)("boosting", student)
            path.parent.mkdir(parents=True)
            path.write_bytes(getattr(course, which)("boosting", student).read_bytes())
    command = [sys.executable, "-c", GRADE, str(folder), "--jobs", "2"]
    process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
    while len(before := results(folder)) < after:
        assert process.poll() is None
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = {path: path.stat().st_mtime_ns for path in (folder / "graded" / "boosting" / "results").glob("*.json")}
    assert after <= len(before) < part
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert all(path.stat().st_mtime_ns == when for path, when in kept.items())  # nothing is graded twice
    assert f"{len(kept)} had not changed" in done.stdout
    whole = results(course.folder)
    assert results(folder) == {student: whole[student] for student in students}
