"""Call a student's function so that endless loops, floods of output and exceptions do no harm.

It runs in a thread, which needs no signals and works on Windows too. Where there are no threads, as in a browser, Python looks
at the clock before each line.
"""

from __future__ import annotations

import builtins
import contextvars
import ctypes
import io
import math
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from types import FrameType
from typing import Any, Literal

from fewidgets.exercises.answers.plain_values import plain
from fewidgets.exercises.task import AnyFunction, Arguments, Texts

#: Longest output of one call, in characters.
MOST_OUTPUT = 10_000
#: How long an endless function is asked to end, in seconds. After that its thread is left behind.
_PATIENCE = 1.0
#: A function that does not compute may take this many times its limit.
_LONGEST = 3.0
#: So may one that is called without a thread: a browser computes more slowly, and looking at the clock takes time.
_WITHOUT_THREADS = 5.0


class Stopped(SystemExit):
    """Raised inside a student's function to end it."""


@dataclass
class Call:
    """What happened in one call. ``ended`` is "", "time" or "output"; ``used`` is the first forbidden function."""

    value: Any = None
    error: BaseException | None = None
    ended: Literal["", "time", "output"] = ""
    alive: bool = False
    printed: str = ""
    said: str = ""
    used: str = ""
    warned: list[tuple[str, int]] = field(default_factory=list)
    seconds: float = 0.0
    clock: int | None = None
    ident: ctypes.c_ulong = field(default_factory=ctypes.c_ulong, repr=False)
    done: threading.Event = field(default_factory=threading.Event, repr=False)
    thread: threading.Thread = field(default_factory=threading.current_thread, repr=False)


def call(function: AnyFunction, arguments: Arguments, *, seconds: float = 2.0, without: Texts = ()) -> Call:
    """Call a function with limits on its time and its output."""
    found = Call()
    context = contextvars.copy_context()  # a notebook finds the cell in it to which output belongs
    thread = threading.Thread(target=context.run, args=(_work_timed, function, arguments, without, found), daemon=True)
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    with (
        warnings.catch_warnings(record=True) as noted,
        redirect_stdout(_Output(found, sys.stdout)),
        redirect_stderr(_Output(found, sys.stderr)),
        _nobody_to_ask(found),
    ):
        warnings.simplefilter("default")
        found.thread = thread
        try:
            thread.start()
        except RuntimeError:
            found.thread = threading.current_thread()
            _work_here(function, arguments, without, found, _WITHOUT_THREADS * seconds)
        else:
            _end_in_time(found, seconds)
    found.warned = [(str(each.message), each.lineno if each.filename == file else 0) for each in noted[:5]]
    return found


def _end_in_time(found: Call, seconds: float) -> None:
    """Wait for the thread that has been started, and end it when the time is over."""
    try:
        _wait(found, found.thread, seconds)
    except BaseException:
        _end(found.thread, found)
        raise
    if not found.done.is_set():
        found.ended = found.ended or "time"
        found.alive = not _end(found.thread, found)


def _work_here(function: AnyFunction, arguments: Arguments, without: Texts, found: Call, seconds: float) -> None:
    """Call a function in this thread, and end it before the first line that it reaches too late.

    The exception that ends it may come while the call is being left. Python raises it only at calls and jumps back, so the
    assignment in the handler is safe, and after it there is at most one left.
    """
    try:
        _work_traced(function, arguments, without, found, seconds)
    except Stopped:
        found.ident.value = 0
    try:  # noqa: SIM105  # a context manager would be left by another call
        _settle()
    except Stopped:
        pass


def _work_traced(function: AnyFunction, arguments: Arguments, without: Texts, found: Call, seconds: float) -> None:
    stop, before, clock = _stopper(found), sys.gettrace(), time.monotonic
    until = clock() + seconds

    def look(_frame: FrameType, _event: str, _argument: Any) -> Callable[..., Any] | None:
        if clock() < until:
            return look
        if not found.ident.value:
            found.ended, found.seconds = found.ended or "time", seconds
            found.ident.value = threading.get_ident()
            stop()
        return None

    def timed(*arguments: Any) -> Any:
        sys.settrace(look)
        try:
            return function(*arguments)
        finally:
            sys.settrace(before)

    try:
        _work(timed, arguments, without, found)
    finally:
        sys.settrace(before)
        found.ident.value = 0


def _wait(found: Call, thread: threading.Thread, seconds: float) -> None:
    """Wait for the end, or until the time is over.

    Computing time counts, since a busy machine is slow; waiting without computing gets three times as long.
    """
    began = time.monotonic()
    while thread.is_alive() and not found.done.is_set() and not found.ended:
        found.seconds = time.monotonic() - began
        if found.seconds >= seconds and (found.seconds >= _LONGEST * seconds or _computed(found) >= seconds):
            return
        # In short pieces: on Windows a person cannot interrupt a long one.
        found.done.wait(min(max(seconds - found.seconds, 0.02), 0.1))


def _computed(found: Call) -> float:
    try:
        return math.inf if found.clock is None else time.clock_gettime(found.clock)
    except OSError:  # it has just ended
        return math.inf


def _work_timed(function: AnyFunction, arguments: Arguments, without: Texts, found: Call) -> None:
    if hasattr(time, "pthread_getcpuclockid"):  # not on Windows
        found.clock = time.pthread_getcpuclockid(threading.get_ident())
    _work(function, arguments, without, found)


def _work(function: AnyFunction, arguments: Arguments, without: Texts, found: Call) -> None:
    try:
        if without:
            sys.setprofile(_watch(without, found))
        try:
            value = function(*arguments)
        finally:
            if without:
                sys.setprofile(None)
        found.value = plain(value)
    except BaseException as error:
        found.ident.value = 0  # first of all: no exception brings the next one any more
        try:
            for _ in (1, 2):
                pass  # the one that is on its way arrives here
        except Stopped:
            return
        if isinstance(error, Stopped):
            return
        found.error = error
        found.said = _text_of(error)
    found.done.set()


def _text_of(error: BaseException) -> str:
    """Return the text of an exception, which its class may refuse to give."""
    try:
        return str(error)[:300]
    except Exception:
        return ""


def _end(thread: threading.Thread, found: Call) -> bool:
    """Raise in a thread until it has ended. Return whether it has."""
    stop = _stopper(found)
    found.ident.value = thread.ident or 0
    until = time.monotonic() + _PATIENCE
    while thread.is_alive() and found.ident.value and time.monotonic() < until:
        stop()
        thread.join(0.05)
    thread.join(0.05)
    _settle()
    return not thread.is_alive()


def _stopper(found: Call) -> Callable[[], None]:
    """Return a function that raises in the thread that ``found.ident`` names.

    One exception is not enough where a loop holds ``try: … except: pass``. So an exception that is caught brings the next one
    with it, which Python raises at its next jump or call, behind the ``except``.
    """
    again = type("Stopped", (Stopped,), {})
    stop = partial(_raise_in, found.ident, ctypes.py_object(again))
    # Its __init__ is no Python function: Python would raise the next exception in there.
    again.__init__ = staticmethod(stop)  # type: ignore[misc]
    return stop


class _Nothing(Exception):
    """Raised and caught in `_settle`."""


def _settle() -> None:
    """Raise an exception in this thread and catch it.

    A thread may end with an exception on its way. Python then keeps looking for it before every jump, which slows all threads
    down, and under a profile function CPython 3.11 never stops looking. Any exception that arrives ends the search.
    """
    try:
        _raise_in(ctypes.c_ulong(threading.get_ident()), ctypes.py_object(_Nothing))
        for _ in range(100):
            pass
    except _Nothing:
        pass


#: Raise an exception in the thread with an identifier. Without such a thread, nothing happens.
_raise_in = ctypes.PYFUNCTYPE(None, ctypes.c_ulong, ctypes.py_object)(("PyThreadState_SetAsyncExc", ctypes.pythonapi))


def _watch(without: Texts, found: Call) -> Callable[[FrameType, str, Any], None]:
    """Return a profile function that notes the first call of a forbidden package, other than an import of it."""
    inside = tuple(f"{package}." for package in without)

    def watch(frame: FrameType, event: str, _argument: Any) -> None:
        if event != "call" or found.used:
            return
        module = frame.f_globals.get("__name__") or ""
        if (module in without or module.startswith(inside)) and frame.f_code.co_name != "<module>" and not _importing(frame):
            found.used = f"{module}.{frame.f_code.co_qualname}"

    return watch


def _importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            return True
        frame = frame.f_back
    return False


@contextmanager
def _nobody_to_ask(found: Call) -> Iterator[None]:
    """Refuse ``input()`` to the student's thread: it would wait for a person, and the person for it."""
    ask = builtins.input

    def refuse(*prompt: object) -> str:
        if threading.current_thread() is found.thread:
            raise RuntimeError("input() is not available in a check: use the arguments of the function")
        return ask(*prompt)

    builtins.input = refuse
    try:
        yield
    finally:
        builtins.input = ask


class _Output(io.TextIOBase):
    """Take what the student's thread prints, and hand on what others do."""

    def __init__(self, found: Call, other: Any) -> None:
        self._found, self._other = found, other

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if threading.current_thread() is not self._found.thread:
            return int(self._other.write(text) or 0)
        found = self._found
        if len(found.printed) + len(text) > MOST_OUTPUT:
            found.printed = (found.printed + text)[:MOST_OUTPUT]
            found.ended = "output"
            raise Stopped
        found.printed += text
        return len(text)

    def flush(self) -> None:
        if threading.current_thread() is not self._found.thread and self._other is not None:
            self._other.flush()


def line_of(error: BaseException, function: AnyFunction) -> tuple[int, str]:
    """Return the number and the text of the student's line that raised an exception; (0, "") if none."""
    code = getattr(function, "__code__", None)
    if code is None:
        return 0, ""
    steps = [each for each in traceback.extract_tb(error.__traceback__) if each.filename == code.co_filename]
    return (steps[-1].lineno or 0, (steps[-1].line or "").strip()) if steps else (0, "")
