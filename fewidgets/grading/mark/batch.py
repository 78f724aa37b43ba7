"""Grade all submissions of a set, several at a time; an interrupted run continues."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from fewidgets.files import remove_abandoned
from fewidgets.grading.course_files import digest_of, renew
from fewidgets.grading.mark.submission import Job, grade_submission, nothing_graded
from fewidgets.grading.result import ResultError, SubmissionResult, from_json, to_json

#: Submissions that wait for each process, so that none is ever idle.
_AHEAD = 2

#: Called with a result, how many are done, and how many there are.
Progress = Callable[[SubmissionResult, int, int], None]

#: Makes an executor. It is called again if a process of the first one dies.
MakeExecutor = Callable[[], AbstractContextManager[Executor]]


@dataclass
class Batch:
    results: dict[str, SubmissionResult] = field(default_factory=dict)
    graded: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)  # students whose result of an earlier run is still right
    tampered: list[Path] = field(default_factory=list)  # files of the course that changed while students' code ran


def grade_all(
    jobs: Sequence[Job],
    folder: Path,
    executor: MakeExecutor,
    *,
    at_a_time: int,
    again: bool = False,
    progress: Progress | None = None,
    guarded: Sequence[Path] = (),
) -> Batch:
    remove_abandoned(folder, [f"{job.student}.json" for job in jobs])
    before = {path: digest_of(path) for path in guarded}
    batch, left = Batch(), []
    for job in jobs:
        stored = None if again else stored_result(folder / f"{job.student}.json")
        if stored is not None and stored.fingerprint == job.fingerprint and stored.student == job.student:
            batch.results[job.student] = stored
            batch.kept.append(job.student)
        else:
            left.append(job)
    for result in _each_result(left, executor, at_a_time):
        batch.results[result.student] = result
        batch.graded.append(result.student)
        renew(folder / f"{result.student}.json", _stored(result))
        if progress is not None:
            progress(result, len(batch.results), len(jobs))
    batch.results = {job.student: batch.results[job.student] for job in jobs}
    batch.tampered = [path for path, digest in before.items() if digest_of(path) != digest]
    batch.tampered += list(_put_back(batch.results, folder))
    return batch


def stored_result(path: Path) -> SubmissionResult | None:
    try:
        return from_json(path.read_bytes())
    except (OSError, ResultError):
        return None


def _each_result(jobs: Sequence[Job], executor: MakeExecutor, at_a_time: int) -> Iterator[SubmissionResult]:
    """A submission that ends the grader's process ends no other."""
    suspects: list[Job] = []
    todo = list(jobs)
    while todo:
        with executor() as pool:
            running: dict[Future[SubmissionResult], Job] = {}
            whole = True
            while (todo or running) and whole:
                try:
                    while todo and len(running) < at_a_time * _AHEAD:
                        running[pool.submit(grade_submission, todo[0])] = todo[0]
                        todo.pop(0)
                except BrokenExecutor:
                    whole = False
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    error = future.exception()
                    if isinstance(error, BrokenExecutor):
                        whole = False  # whichever of those that run has done it
                        continue
                    job = running.pop(future)
                    yield nothing_graded(job, f"{type(error).__name__}: {error}") if error else future.result()
            suspects += running.values()
    for job in suspects:
        with executor() as pool:
            error = (future := pool.submit(grade_submission, job)).exception()
            yield nothing_graded(job, f"The grader's process ended: {error}") if error else future.result()


def _put_back(results: dict[str, SubmissionResult], folder: Path) -> Iterator[Path]:
    for student, result in results.items():
        path = folder / f"{student}.json"
        if renew(path, _stored(result)):
            yield path


def _stored(result: SubmissionResult) -> bytes:
    return to_json(result).encode("utf-8", "replace")
