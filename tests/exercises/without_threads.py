"""A call where Python has no threads, as in a browser. `test_trying.py` runs this file in a process of its own."""

import sys
import threading
import time

import numpy as np
import pytest

from fewidgets.exercises.answers import trying
from fewidgets.exercises.answers.judging import judge
from fewidgets.exercises.answers.trying import call
from tests.exercises.test_trying import (
    TASK,
    asks,
    centre,
    draws,
    endless,
    endless_and_catches_all,
    endless_in_three_loops,
    exits,
    prints_a_flood,
    prints_a_flood_and_catches_all,
    raises,
    recurses,
    sleeps,
    speechless,
    with_nan,
)


@pytest.fixture
def no_threads(monkeypatch):
    """Python as it is in a browser."""

    def refused(self):
        raise RuntimeError("can't start new thread")

    def no_clock(_thread):
        raise FileNotFoundError(44, "No such file or directory")

    monkeypatch.setattr(threading.Thread, "start", refused)
    monkeypatch.setattr(time, "pthread_getcpuclockid", no_clock)
    monkeypatch.setattr(trying, "_WITHOUT_THREADS", 1.0)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (centre, ""),
        (endless, "time"),
        (endless_and_catches_all, "time"),
        (endless_in_three_loops, "time"),
        (sleeps, "time"),
        (prints_a_flood, "output"),
        (prints_a_flood_and_catches_all, "output"),
        (raises, "raised"),
        (recurses, "raised"),
        (exits, "raised"),
        (speechless, "raised"),
        (asks, "raised"),
        (draws, "different each time"),
        (with_nan, "wrong form"),
    ],
)
def test_where_there_are_no_threads_the_same_is_said(answer, kind, no_threads):
    traced = sys.gettrace()
    found = judge(TASK, answer)
    assert (found.passed, found.kind) == (not kind, kind)
    assert "background" not in found.message
    assert sys.gettrace() is traced
    assert sum(range(1000)) == 499500  # nothing is raised later


def test_where_there_are_no_threads_the_last_moment_is_no_danger(no_threads):
    """Whatever a function does when its time ends, no exception leaves the call."""

    def ends_at(moment):
        until = time.monotonic() + moment
        while time.monotonic() < until:
            pass
        raise ValueError(Worded())

    class Worded:
        def __str__(self):
            return "".join(str(number) for number in range(300))

    for moment in np.linspace(0.0097, 0.0103, 60):
        found = call(ends_at, (moment,), seconds=0.01)
        assert found.ended == "time" or isinstance(found.error, ValueError)
