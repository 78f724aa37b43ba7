"""The command ``fewidgets exercises grade``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from functools import partial

from fewidgets.grading.bridges.zips import feedback_zips, told
from fewidgets.grading.collect.unplaced import how_to_place, unplaced
from fewidgets.grading.commands.course_grading import gradebook_of, guarded_files, handed_in, jobs_of
from fewidgets.grading.commands.executors import cluster_executor, cores, local_executor
from fewidgets.grading.course.course import Course, open_course
from fewidgets.grading.course.gradebook import Gradebook
from fewidgets.grading.errors import GradingError
from fewidgets.grading.mark.batch import Batch, grade_all
from fewidgets.grading.mark.similarity import Pair
from fewidgets.grading.mark.submission import Job
from fewidgets.grading.release.releasing import read_source
from fewidgets.grading.report.grades import for_teacher
from fewidgets.grading.report.progress import ProgressLine
from fewidgets.grading.report.reporting import Written, write_reports
from fewidgets.grading.report.similarity_report import write_similarity
from fewidgets.grading.result import Tier
from fewidgets.grading.run.tiers import best_tier, remove_abandoned, require, why_not
from fewidgets.site import SITE

#: Most submissions that are named on the screen because they need a look.
MOST_TOLD = 10

#: Submissions that a cluster grades at a time. Its scheduler spreads them over the workers.
ON_CLUSTER = 64


def grade(options: argparse.Namespace) -> int:
    course = open_course(options.course)
    lost = {each.set for each in unplaced(course)}
    names = options.set or [name for name in course.sets if handed_in(course, name) or name in lost]
    names = names or (list(course.sets) if lost else [])
    if not names:
        raise GradingError(f"there are no submissions in {course.folder / 'submitted'}. First: fewidgets exercises collect")
    tier = options.tier or best_tier()
    require(tier)
    if tier == "limits" and not options.tier:
        reasons = "; ".join(f"{better}: {why_not(better)}" for better in ("bubblewrap", "namespaces"))
        print(f"fewidgets: the weakest isolation is used, since no other works here ({reasons})", file=sys.stderr)
        print(f"fewidgets: what it does not stop: {SITE}teach/isolation.html", file=sys.stderr)
    remove_abandoned()
    failed = False
    for name in names:
        jobs = jobs_of(course, name, tier)
        batch = _grade_set(course, name, jobs, options)
        if batch is not None:
            book = gradebook_of(course, name, batch.results)
            written = write_reports(course.graded(name), book)
            archives = feedback_zips(course, book)
            pairs = write_similarity(course.graded(name), book, jobs, read_source(course, name))
            _tell(course, book, tier, batch, written, pairs)
            for line in told(archives):
                print(line)
            failed |= bool(batch.tampered) or not all(result.fingerprint for result in batch.results.values())
    return 1 if failed else 0


def _grade_set(course: Course, name: str, jobs: list[Job], options: argparse.Namespace) -> Batch | None:
    if not jobs and not unplaced(course, name):
        print(f"{name}: no submissions.")
        return None
    at_a_time = min(options.jobs or (ON_CLUSTER if options.cluster else cores()), max(len(jobs), 1))
    executor: Callable[[], AbstractContextManager[Executor]] = partial(local_executor, at_a_time)
    if options.cluster:
        executor = partial(cluster_executor, options.cluster)
    return grade_all(
        jobs,
        course.graded(name) / "results",
        executor,
        at_a_time=at_a_time,
        again=options.again,
        progress=ProgressLine(),
        guarded=guarded_files(course, name),
    )


def _tell(course: Course, book: Gradebook, tier: Tier, batch: Batch, written: Written, pairs: list[Pair]) -> None:
    """Print what was graded, what needs a look, whose points changed, and where the grades are."""
    name = book.name
    kept = f", {len(batch.kept)} had not changed" if batch.kept else ""
    print(f"{name}: {len(batch.graded)} graded{kept}. Isolation: {tier}.")
    missing = [student.id for student in course.students if student.id not in batch.results]
    if missing:
        print(f"Without a submission: {_some(missing)}.")
    files = unplaced(course, name)
    if files:
        names = _some([each.file for each in files])
        print(f"Not placed: {names}. Each has a row in grades.csv, and none in canvas.csv and moodle.csv.")
        for line in how_to_place(course, files):
            print(line)
    late = [f"{entry.student}: {entry.late}" for entry in book.entries() if entry.late]
    if late:
        print(f"Late: {_some(late)}.")
    for line in _to_look_at(book):
        print(line)
    if pairs:
        people = {each for pair in pairs for each in (pair.first, pair.second)}
        print(f"Alike answers: {len(people)} students, for your information. See {written.grades.with_name('alike.html')}.")
    for sentence in book.by_hand:
        print(sentence)
    for path in written.edited:
        print(f"A table was edited since it was written. The edited one is now {path}.")
        print(f"To change points for good, write them into {written.grades.with_name('by_hand.csv')}.")
    if book.changed:
        changed = [f"{student}: {', '.join(points)}" for student, points in book.changed.items()]
        print(f"Points changed by hand: {_some(changed, '; ')}.")
    if written.changed:
        print(f"Changed since the last report: {', '.join(written.changed)}. See {written.grades.parent / 'changes.csv'}.")
    print(f"Grades: {written.grades}")
    stuck = [student for student, result in batch.results.items() if not result.fingerprint]
    if stuck:
        print(f"fewidgets: not graded: {', '.join(stuck)}. grades.csv says why. Run this again", file=sys.stderr)
    for path in batch.tampered:
        print(
            f"fewidgets: {path} changed while students' code ran. Results were written again; look at the file",
            file=sys.stderr,
        )


def _some(texts: list[str], between: str = ", ") -> str:
    """Return how many texts there are, and the first of them."""
    return f"{len(texts)} ({between.join([*texts[:8], *(['…'] if len(texts) > 8 else [])])})"


def _to_look_at(book: Gradebook) -> Iterator[str]:
    found = [(entry.student, remarks) for entry in book.entries() if (remarks := for_teacher(book, entry, "attention"))]
    if found:
        more = f" The first {MOST_TOLD}:" if len(found) > MOST_TOLD else ""
        yield f"Need a look: {len(found)}. The reasons are in the column 'needs a look' of grades.csv.{more}"
    for student, remarks in found[:MOST_TOLD]:
        yield f"  {student}: {remarks[0]}" + (f" (and {len(remarks) - 1} more)" if len(remarks) > 1 else "")
