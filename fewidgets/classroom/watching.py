"""Call a function every few seconds in the running event loop, if there is one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress


class Watch:
    """Calls that go on until they are stopped."""

    def __init__(self, look: Callable[[], object], seconds: float) -> None:
        self._task: asyncio.Task[None] | None = None
        with suppress(RuntimeError):  # there is no loop
            self._task = asyncio.get_running_loop().create_task(self._go_on(look, seconds))

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done()

    def stop(self) -> None:
        if self._task is not None:
            with suppress(RuntimeError):  # the loop is closed
                self._task.get_loop().call_soon_threadsafe(self._task.cancel)

    @staticmethod
    async def _go_on(look: Callable[[], object], seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            with suppress(Exception):  # a folder may be away for a moment
                look()
