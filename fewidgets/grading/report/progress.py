"""Show how far grading is: in one line of a terminal, or a few lines of a file."""

from __future__ import annotations

import sys
import time
from typing import TextIO

from fewidgets.grading.result import SubmissionResult

_WIDTH = 30


class ProgressLine:
    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._terminal = self._stream.isatty()
        self._start, self._first, self._told = time.monotonic(), -1, 0

    def __call__(self, _result: SubmissionResult, done: int, of: int) -> None:
        if self._first < 0:
            self._first = done - 1
        seconds = (time.monotonic() - self._start) / max(1, done - self._first) * (of - done)
        text = f"{done} of {of} graded, {_duration(seconds)} left" if done < of else f"{done} of {of} graded"
        if self._terminal:
            bar = "█" * (_WIDTH * done // of)
            self._stream.write(f"\r{bar:·<{_WIDTH}} {text:<40}" + ("\n" if done == of else ""))
            self._stream.flush()
        elif done == of or done * 10 // of > self._told:
            self._told = done * 10 // of
            print(text, file=self._stream, flush=True)


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    minutes = max(1, -int(-seconds // 60))
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"
