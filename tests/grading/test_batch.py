"""Grading many: continued where it was interrupted, whatever a submission does to the process that grades it."""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import pytest
from distributed import LocalCluster

from fewidgets.grading.commands.executors import cluster_executor
from fewidgets.grading.errors import GradingError
from fewidgets.grading.mark.batch import grade_all, stored_result
from fewidgets.grading.mark.submission import fingerprint, grade_submission
from fewidgets.grading.run import tiers
from tests.grading.tiny_set import book, content, job, solved

threads = partial(ThreadPoolExecutor, 2)


def jobs(**answers):
    """Return one job a student; without steps to run, they need no process."""
    made = [job(handed_in, student=student) for student, handed_in in answers.items()]
    return [replace(each, fingerprint=fingerprint(each)) for each in made]


def test_what_was_graded_is_graded_again_only_where_something_has_changed(tmp_path):
    first = jobs(ada=b"", bob=b"{}", eve=content([]))
    told = []
    done = grade_all(first, tmp_path, threads, at_a_time=2, progress=lambda *each: told.append(each[1:]))
    assert sorted(done.graded) == ["ada", "bob", "eve"]
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert list(done.results) == ["ada", "bob", "eve"]
    assert {path.name for path in tmp_path.iterdir()} == {"ada.json", "bob.json", "eve.json"}
    assert grade_all(first, tmp_path, threads, at_a_time=2).kept == ["ada", "bob", "eve"]
    (tmp_path / "ada.json").write_text("{")
    (tmp_path / "eve.json").write_bytes((tmp_path / "bob.json").read_bytes())
    again = grade_all(jobs(ada=b"", bob=b"[]", eve=content([])), tmp_path, threads, at_a_time=2)
    assert sorted(again.graded) == ["ada", "bob", "eve"]
    assert again.results["ada"] == replace(done.results["ada"], seconds=again.results["ada"].seconds)
    assert grade_all(first[:1], tmp_path, threads, at_a_time=2, again=True).graded == ["ada"]


def test_everything_that_decides_about_points_is_in_the_fingerprint():
    first = job(b"x")
    others = [
        replace(first, content=b"y"),
        replace(first, questions=first.questions + "#"),
        replace(first, secret=b"other"),
        replace(first, version=2),
        replace(first, seeds_of="bob"),
        replace(first, handed_out=first.handed_out[1:]),
        replace(first, limits=replace(first.limits, cell_seconds=3.0)),
    ]
    assert len({fingerprint(each) for each in [first, *others]}) == len(others) + 1
    assert fingerprint(replace(first, tier="bubblewrap", others=())) == fingerprint(first)


class Fragile(ThreadPoolExecutor):
    """Breaks as a pool of processes does, when it is given a submission of mallory's."""

    def submit(self, function, each):
        broken = Future()
        broken.set_exception(BrokenProcessPool("a process died"))
        return broken if each.student == "mallory" else super().submit(function, each)


def test_a_submission_that_ends_its_grader_ends_no_other(tmp_path):
    done = grade_all(jobs(ada=b"", mallory=b"", bob=b"", eve=b""), tmp_path, partial(Fragile, 2), at_a_time=1)
    assert list(done.results) == ["ada", "mallory", "bob", "eve"]
    outcomes = {student: {each.outcome for each in result.questions} for student, result in done.results.items()}
    assert outcomes.pop("mallory") == {"error"}
    assert all(each == {"not attempted"} for each in outcomes.values())
    assert "a process died" in done.results["mallory"].questions[0].attention[0]


@contextmanager
def meddling(folder, victim):
    """An executor during whose life files change that nobody may change."""

    def meddle(function, each):
        victim.write_text("changed")
        if each.student == "bob":
            while not (folder / "ada.json").exists():
                time.sleep(0.01)
            (folder / "ada.json").write_text("forged")
        return function(each)

    with ThreadPoolExecutor(1) as pool:
        pool.submit, submit = lambda function, each: submit(meddle, function, each), pool.submit
        yield pool


def test_files_that_change_meanwhile_are_told_and_results_written_again(tmp_path):
    victim, results = tmp_path / "students.csv", tmp_path / "results"
    victim.write_text("id\nada\n")
    made = jobs(ada=b"", bob=b"")
    done = grade_all(made, results, partial(meddling, results, victim), at_a_time=1, guarded=[victim])
    assert done.tampered == [victim, results / "ada.json"]
    assert stored_result(results / "ada.json") == done.results["ada"]


def test_a_cluster_gives_the_same_grades(tmp_path):
    made = jobs(ada=solved(), bob=content(book({})))
    here = {each.student: grade_submission(each) for each in made}
    with LocalCluster(n_workers=1, threads_per_worker=2, processes=True, dashboard_address=None) as cluster:
        there = grade_all(made, tmp_path, partial(cluster_executor, cluster.scheduler_address), at_a_time=2)
    assert {student: replace(each, seconds=0) for student, each in there.results.items()} == {
        student: replace(each, seconds=0) for student, each in here.items()
    }


def test_a_cluster_that_does_not_answer_is_told_in_words():
    with pytest.raises(GradingError, match="no Dask scheduler answers at nonsense"), cluster_executor("nonsense"):
        pass


def test_where_no_process_can_be_started_nothing_is_graded_and_the_next_run_tries_again(tmp_path, monkeypatch):
    made = jobs(ada=solved())
    with monkeypatch.context() as patch:
        patch.setattr(tiers, "_BOOT", "import sys; sys.exit('no namespaces here')")
        done = grade_all(made, tmp_path, threads, at_a_time=1)
    question = done.results["ada"].questions[0]
    assert question.outcome == "error"
    assert question.message == "This question could not be graded. Your teacher can see why."
    assert question.attention == ("No process could be started: no namespaces here.",)
    assert grade_all(made, tmp_path, threads, at_a_time=1).graded == ["ada"]
    assert stored_result(tmp_path / "ada.json").points == 7
