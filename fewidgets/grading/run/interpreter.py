"""Keep the interpreter of a student's process usable between two cells: time limits, missing modules, patched functions."""

from __future__ import annotations

import builtins
import gc
import importlib.abc
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np

#: After its time is up, a cell gets this exception again and again, so that `except: pass` in a loop does not hold it up.
_AGAIN = 0.05


#: Modules that the runner itself needs.
_NEEDED = ("os", "json", "signal", "gc", "linecache", "threading", "inspect", "ast", "struct", "time", "contextlib", "math")


class TimeIsUp(BaseException):
    """A cell or a call has used its time."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `TimeIsUp` in the code below after a time; without such signals, the grader ends the process."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    # The code below may replace them.
    set_timer, timer = signal.setitimer, signal.ITIMER_REAL
    signal.signal(signal.SIGALRM, _time_is_up)
    set_timer(timer, seconds, _AGAIN)
    try:
        try:
            yield
        finally:
            set_timer(timer, 0)
    finally:  # an alarm may have come just before it was put off
        set_timer(timer, 0)


def _time_is_up(_number: int, _frame: FrameType | None) -> None:
    raise TimeIsUp


class Interpreter:
    """Remembers what Python and NumPy looked like, and puts it back."""

    def __init__(self) -> None:
        self._modules = dict(sys.modules)
        watched = [builtins, np, np.linalg, np.random, *(sys.modules[name] for name in _NEEDED if name in sys.modules)]
        self._contents = [(module, module.__name__, dict(module.__dict__)) for module in watched]
        self._loaded = sys.modules
        self._stdout, self._stderr, self._stdin = sys.stdout, sys.stderr, sys.stdin
        self._recursion = sys.getrecursionlimit()
        self._threads = threading.active_count()
        # Plain names of this file: a builtin that the student has replaced is not used to put itself back.
        self._settrace, self._setprofile, self._setlimit = sys.settrace, sys.setprofile, sys.setrecursionlimit
        self._enable, self._count = gc.enable, threading.active_count

    def repair(self) -> list[str]:
        """Put back what was replaced; return what it was, in words."""
        damage: list[str] = []
        self._settrace(None)
        self._setprofile(None)
        self._setlimit(self._recursion)
        self._enable()
        for module, name, contents in self._contents:
            now = module.__dict__
            for key, value in contents.items():
                if (key not in now or now[key] is not value) and key != "_":
                    now[key] = value
                    damage.append(f"{name}.{key} was replaced, and put back")
        sys.modules = self._loaded
        for name, module in self._modules.items():
            if name != "__main__" and (name not in self._loaded or self._loaded[name] is not module):
                self._loaded[name] = module
                damage.append(f"sys.modules[{name!r}] was replaced, and put back")
        sys.stdout, sys.stderr, sys.stdin = self._stdout, self._stderr, self._stdin
        if self._count() > self._threads:
            damage.append("a thread was left running")
        return damage


def refusal(module: str) -> str:
    """Return what a student reads who imports a module that is not there."""
    return f"{module} is not available here, because this question is graded without it"


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, without: Sequence[str]) -> None:
        self._without = tuple(without)
        self.hits: set[str] = set()

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> None:
        for module in self._without:
            if name == module or name.startswith(f"{module}."):
                self.hits.add(module)
                raise ModuleNotFoundError(refusal(module), name=name)

    def found(self) -> list[str]:
        """Return the refused modules that are there all the same."""
        return [
            module
            for module in self._without
            if any(name == module or name.startswith(f"{module}.") for name in [*sys.modules])
        ]


def unavailable(without: Sequence[str]) -> _Finder:
    finder = _Finder(without)
    sys.meta_path.insert(0, finder)
    return finder
