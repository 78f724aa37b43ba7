"""The process in which a student's code runs.

The *keeper* leaves the namespaces of the machine, starts the *runner* with limits and without rights, and at the end ends
every process that is left. Messages use private descriptors, which a student's prints do not reach.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import sys
from pathlib import Path

from fewidgets.grading import Json
from fewidgets.grading.run.confine import (
    adopt_orphans,
    be_ended_first,
    descendants,
    die_with_parent,
    end_descendants,
    keep_capabilities,
    left_by,
    refuse_calls,
    remove_left,
    set_limits,
    take_user,
)
from fewidgets.grading.run.removing import remove_tree
from fewidgets.grading.run.watching import INTERVAL, excess

#: Exit code of a keeper whose isolation was refused.
REFUSED = 97

#: Exit code of a keeper that ended everything, because it used too much.
EXCEEDED = 98


def main(arguments: list[str]) -> int:
    settings = json.loads(arguments[0])
    if not hasattr(os, "fork"):  # Windows: no keeper, and only limits of time
        _run(settings)
        return 0
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.getppid():  # the first process of a container has a parent outside, which may end when it has done its work
        die_with_parent()
    if settings["view"] is None:
        return _keep(settings)
    from fewidgets.grading.run.mounting import unshare

    try:
        unshare()
    except OSError as error:
        sys.stderr.write(f"{error.strerror}\n")
        return REFUSED
    first = os.fork()
    if first == 0:
        die_with_parent(signal.SIGKILL)
        os._exit(_keep(settings))
    signal.signal(signal.SIGTERM, lambda *_: os.kill(first, signal.SIGKILL))
    return _code(_waited(first))


def _keep(settings: Json) -> int:
    root = os.geteuid() == 0
    user = settings["user"] if root and settings["drop"] else None
    if settings["view"] is not None:
        from fewidgets.grading.run.mounting import change_view

        try:
            change_view(settings["view"], user)
        except OSError as error:
            sys.stderr.write(f"{error.strerror}\n")
            return REFUSED
    elif user is not None:
        with contextlib.suppress(OSError):
            os.chown(settings["home"], user, user)
    adopt_orphans()
    runner = os.fork()
    if runner == 0:
        _become_runner(settings, user)
    signal.signal(signal.SIGTERM, lambda *_: _stop(settings, user))
    signal.signal(signal.SIGALRM, lambda *_: _look(settings, user))
    signal.setitimer(signal.ITIMER_REAL, INTERVAL, INTERVAL)
    status = _waited(runner)
    signal.setitimer(signal.ITIMER_REAL, 0)
    _tidy(user)
    return _code(status)


def _become_runner(settings: Json, user: int | None) -> None:
    """Run the student's code with limits, and never return."""
    code = 1
    try:
        die_with_parent(signal.SIGKILL)
        with contextlib.suppress(OSError):
            os.setsid()
        own = user is not None
        if user is not None:
            own = take_user(user, read_everything=settings["drop"] == "but reading")
            die_with_parent(signal.SIGKILL)  # a change of user cancels the wish
        elif settings["view"] is not None:
            keep_capabilities(0)
            own = True
        refuse_calls()
        set_limits(settings["limits"], own_user=own)
        be_ended_first()
        code = _run(settings)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(code)


def _run(settings: Json) -> int:
    os.chdir(settings["home"])
    with contextlib.suppress(OSError):
        os.mkdir(".matplotlib")
        for fonts in settings["fonts"]:
            shutil.copy(fonts, ".matplotlib")
    receiving, sending = os.dup(0), os.dup(1)
    if sys.platform == "win32":
        import msvcrt

        for number in (receiving, sending):
            msvcrt.setmode(number, os.O_BINARY)
    from fewidgets.grading.run.runner import serve

    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)

    serve(os.fdopen(receiving, "rb"), sending)
    return 0


def _tidy(user: int | None) -> None:
    end_descendants(user)
    remove_left(user)


def _stop(settings: Json, user: int | None) -> None:
    """End everything, since the grader has ended the conversation or was killed."""
    _tidy(user)
    if settings["view"] is None:
        remove_tree(Path(settings["home"]))
    os._exit(128 + signal.SIGTERM)


def _look(settings: Json, user: int | None) -> None:
    places = {os.path.realpath(settings["home"]), *left_by(user)}  # the home itself may lie in /tmp
    reason = excess(descendants(), places, settings["limits"])
    if reason:
        _tidy(user)
        with contextlib.suppress(OSError):
            os.write(2, reason.encode())
        os._exit(EXCEEDED)


def _waited(child: int) -> int:
    """Wait for one child, and collect the others that end meanwhile."""
    while True:
        pid, status = os.wait()
        if pid == child:
            return status


def _code(status: int) -> int:
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code
