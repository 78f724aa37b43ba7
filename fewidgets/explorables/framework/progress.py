from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from fewidgets.scene.types import Keywords

PATIENCE = 0.2  # seconds between two reports


class Progress:
    """Reports to a browser, only while one waits and at most five times a second."""

    def __init__(self, send: Callable[[Keywords], None]) -> None:
        self._send = send
        self._reported: float | None = None
        self._shown = False

    @contextmanager
    def awaited(self) -> Iterator[None]:
        """Mark the time in which a browser waits for a computation."""
        self._reported, self._shown = monotonic(), False
        try:
            yield
        finally:
            self._reported = None
            if self._shown:
                self._send({"progress": None})

    def report(self, share: float, text: str = "") -> None:
        """Report the share that is done, if a browser waits and the last report is not too recent."""
        if self._reported is None:
            return
        now = monotonic()
        if now - self._reported >= PATIENCE:
            self._reported, self._shown = now, True
            self._send({"progress": [float(share), text]})
