"""Talk with one student's process, and trust nothing that it says."""

from __future__ import annotations

import contextlib
import queue
import signal
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from fewidgets.grading import Json, Texts
from fewidgets.grading.run.container import engine
from fewidgets.grading.run.protocol import ProtocolError, Reader, frame, parsed, read_parts
from fewidgets.grading.run.removing import remove_tree
from fewidgets.grading.run.student_process import EXCEEDED, REFUSED

#: Most messages, bytes of JSON and bytes of arrays that one process may send.
MOST_MESSAGES, MOST_TEXT, MOST_BYTES = 50_000, 64_000_000, 256_000_000

#: Seconds that a process and its isolation may take to start.
START = 30.0

#: Seconds that a keeper gets to end what its runner has left behind.
PATIENCE = 4.0

_SIGNALS = {
    getattr(signal, "SIGXCPU", -1): "it used all of its processor time",
    getattr(signal, "SIGKILL", -2): "it was killed",
    getattr(signal, "SIGXFSZ", -3): "it wrote a file that is too large",
}


class EndedError(Exception):
    """The process has ended, or must be ended; the message says why, as in "it was killed"."""


class NotStartedError(EndedError):
    """The process ended before it ran any student's code; the message says why."""


@dataclass(frozen=True)
class Launch:
    """How to start one student's process."""

    command: Texts
    environment: dict[str, str]
    scratch: Path  # a folder of its own
    container: str = ""  # its name, or ""

    def remove(self) -> None:
        if self.container:
            # Ending the program that started a container does not end the container.
            remove = (engine() or "podman", "rm", "--force", self.container)
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(remove, capture_output=True, check=False, timeout=30)
        remove_tree(self.scratch)


class Conversation:
    """One student's process; at the end of a ``with`` block, all that it started is gone."""

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        self._received: queue.Queue[tuple[bytes, bytes] | str] = queue.Queue(maxsize=64)
        self._closed = threading.Event()
        self._started = False
        self._process = subprocess.Popen(
            launch.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=launch.scratch,
            env=launch.environment,
            start_new_session=True,
        )
        self._outgoing: queue.Queue[bytes | None] = queue.Queue()
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        threading.Thread(target=self._write, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.close()

    def send(self, message: Json, raw: bytes = b"") -> None:
        self._outgoing.put(frame(message, raw))

    def receive(self, seconds: float) -> tuple[Json, Reader]:
        until = time.monotonic() + seconds
        while True:
            try:
                got = self._received.get(timeout=max(0.0, min(0.2, until - time.monotonic())))
            except queue.Empty:
                # A copy of the process may hold the pipe open when the process itself has ended.
                if self._process.poll() is not None and self._received.empty():
                    raise self._ended(self._reason()) from None
                if time.monotonic() >= until:
                    if not self._started and seconds >= START:
                        raise NotStartedError(f"it did not answer within {START:g} s") from None
                    raise TimeoutError from None
                continue
            if isinstance(got, str):
                raise self._ended(got or self._reason())
            self._started = True
            try:
                return parsed(got[0]), Reader(got[1])
            except ProtocolError as error:
                raise EndedError("it sent something that is no message") from error

    def close(self) -> None:
        """End the process and all that it started, and remove its folder."""
        self._closed.set()
        self._outgoing.put(None)
        if self._process.poll() is None:
            self._process.terminate()  # the keeper ends the others first
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reading.join(PATIENCE)
        for stream in (self._process.stdout, self._process.stderr):
            # Somebody who has escaped may hold the other end, and closing would wait for the thread that reads.
            if stream is not None and not self._reading.is_alive():
                with contextlib.suppress(OSError):
                    stream.close()
        self._launch.remove()

    def _read(self) -> None:
        messages = text = raw = 0
        end = ""
        try:
            while not self._closed.is_set():
                got = read_parts(self._process.stdout)  # type: ignore[arg-type]
                if got is None:
                    break
                messages, text, raw = messages + 1, text + len(got[0]), raw + len(got[1])
                if messages > MOST_MESSAGES or text > MOST_TEXT or raw > MOST_BYTES:
                    end = "it sent too much"
                    break
                self._put(got)
        except (ProtocolError, MemoryError):
            end = "it sent something that is no message"
        except (OSError, ValueError):
            pass
        self._put(end)

    def _put(self, item: tuple[bytes, bytes] | str) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._received.put(item, timeout=0.2)
                return

    def _write(self) -> None:
        stream = self._process.stdin
        with contextlib.suppress(OSError, ValueError):
            while stream is not None and (data := self._outgoing.get()) is not None:
                stream.write(data)
                stream.flush()
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.close()

    def _ended(self, reason: str) -> EndedError:
        return EndedError(reason) if self._started else NotStartedError(self._complaint() or reason)

    def _reason(self) -> str:
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return "it closed its connection"
        if code in (REFUSED, EXCEEDED):
            return self._complaint()
        if code > 128 or code < 0:
            number = code - 128 if code > 128 else -code
            if number in _SIGNALS:
                return _SIGNALS[number]
            with contextlib.suppress(ValueError):
                return f"it crashed ({signal.Signals(number).name})"
        return f"it ended with exit code {code}"

    def _complaint(self) -> str:
        stream = self._process.stderr
        text = stream.read(2000).decode("utf-8", "replace") if stream else ""
        return " ".join(text.split())[-300:]


def works(launch: Launch) -> str:
    """Start a process, let it do nothing, and return why that fails, or an empty text."""
    job = {"kind": "job", "cells": [], "at_end": [], "without": [], "cell_seconds": 1}
    try:
        with Conversation(launch) as conversation:
            conversation.send(job)
            try:
                message, _ = conversation.receive(START)
            except EndedError as error:
                return str(error)
            return "" if message["kind"] == "ran" else "it does not answer"
    except (OSError, TimeoutError) as error:
        return str(error) or "it does not answer"
