"""Call a student's function so that nothing it does harms the session: endless loops, floods of output, exceptions.

The function runs in a thread of its own, and the thread that called `call` waits for it. That needs no signals, so it works in
a kernel's main thread, in other threads, and on Windows.
"""

from __future__ import annotations

import contextvars
import ctypes
import io
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Literal

from fewidgets.exercises.plain_values import plain

#: Longest output of one call, in characters.
MOST_OUTPUT = 10_000
#: How long an endless function is asked to end, in seconds. After that its thread is left behind.
_PATIENCE = 1.5


class Stopped(SystemExit):
    """Raised inside a student's function to end it. Threads end silently with a `SystemExit`."""


@dataclass
class Call:
    """What happened in one call.

    Attributes
    ----------
    value : object
        What the function returned, as `plain` gives it.
    error : BaseException or None
        What it raised.
    ended : {"", "time", "output"}
        Why it was ended; "" if it was not.
    alive : bool
        Whether it still runs, because nothing could end it.
    printed : str
        What it printed.
    used : str
        The first forbidden function that it called, such as "sklearn.linear_model.Lasso.fit"; "" if it called none.
    """

    value: Any = None
    error: BaseException | None = None
    ended: Literal["", "time", "output"] = ""
    alive: bool = False
    printed: str = ""
    used: str = ""
    done: threading.Event = field(default_factory=threading.Event)


def call(
    function: Callable[..., Any], arguments: tuple[Any, ...], *, seconds: float = 2.0, without: tuple[str, ...] = ()
) -> Call:
    """Call a function with limits on its time and its output.

    Parameters
    ----------
    function : callable
    arguments : tuple
        Passed as they are: copy them first.
    seconds : float
        Time limit.
    without : tuple of str
        Packages whose functions are watched for. They still work.

    Returns
    -------
    Call

    Raises
    ------
    KeyboardInterrupt
        If the person interrupts the kernel. The function is ended first.

    Examples
    --------
    >>> call(lambda a, b: a + b, (2, 3)).value
    5
    >>> call(lambda: 1 / 0, ()).error
    ZeroDivisionError('division by zero')
    """
    found = Call()
    thread = threading.Thread(target=contextvars.copy_context().run, args=(_work, function, arguments, without, found))
    thread.daemon = True
    output = _Output(found, sys.stdout, thread)
    with warnings.catch_warnings(), redirect_stdout(output), redirect_stderr(_Output(found, sys.stderr, thread)):
        warnings.simplefilter("ignore")
        try:
            thread.start()
        except RuntimeError:  # no threads here, as in a browser: without a time limit
            _work(function, arguments, without, found)
            return found
        try:
            _wait(found, thread, seconds)
        except BaseException:
            _end(thread)
            raise
        if not found.done.is_set():
            found.ended = found.ended or "time"
            found.alive = not _end(thread)
    return found


def _wait(found: Call, thread: threading.Thread, seconds: float) -> None:
    """Wait in short pieces: on Windows a person cannot interrupt a long one."""
    until = time.monotonic() + seconds
    while thread.is_alive() and not found.done.is_set() and (left := until - time.monotonic()) > 0:
        found.done.wait(min(left, 0.1))


def _work(function: Callable[..., Any], arguments: tuple[Any, ...], without: tuple[str, ...], found: Call) -> None:
    """Run in the thread: call, and take what comes back apart."""
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
        found.error = error
        if isinstance(error, Stopped):
            return
    found.done.set()


def _end(thread: threading.Thread) -> bool:
    """Raise in a thread again and again, until it has ended. Return whether it has.

    One exception is not enough where a loop holds ``try: … except: pass``. With a very short switch interval, exceptions come
    so fast that one soon arrives between two turns of the loop, where nothing catches it.
    """
    interval = sys.getswitchinterval()
    until = time.monotonic() + _PATIENCE
    sys.setswitchinterval(1e-6)
    try:
        while thread.is_alive() and time.monotonic() < until:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(Stopped))
            time.sleep(0)
    finally:
        sys.setswitchinterval(interval)
    thread.join(0.05)
    return not thread.is_alive()


def _watch(without: tuple[str, ...], found: Call) -> Callable[[FrameType, str, Any], None]:
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
    """Say whether a frame runs because a module is being imported."""
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            return True
        frame = frame.f_back
    return False


class _Output(io.TextIOBase):
    """Take what the student's thread prints, and hand on what others do."""

    def __init__(self, found: Call, other: Any, thread: threading.Thread) -> None:
        self._found, self._other, self._thread = found, other, thread

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if threading.current_thread() is not self._thread:
            return int(self._other.write(text) or 0)
        found = self._found
        if len(found.printed) + len(text) > MOST_OUTPUT:
            found.printed = (found.printed + text)[:MOST_OUTPUT]
            found.ended = "output"
            raise Stopped
        found.printed += text
        return len(text)

    def flush(self) -> None:
        if threading.current_thread() is not self._thread and self._other is not None:
            self._other.flush()


def line_of(error: BaseException, function: Callable[..., Any]) -> tuple[int, str]:
    """Return the number and the text of the student's line in which an exception was raised; (0, "") if there is none.

    Parameters
    ----------
    error : BaseException
    function : callable
        The student's function. Its file is the cell in which it stands.

    Examples
    --------
    >>> try:
    ...     eval("1 / 0")
    ... except ZeroDivisionError as error:
    ...     line_of(error, len)
    (0, '')
    """
    code = getattr(function, "__code__", None)
    if code is None:
        return 0, ""
    steps = [each for each in traceback.extract_tb(error.__traceback__) if each.filename == code.co_filename]
    return (steps[-1].lineno or 0, (steps[-1].line or "").strip()) if steps else (0, "")
