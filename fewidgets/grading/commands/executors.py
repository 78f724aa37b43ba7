"""Where submissions are compared: in processes of this machine, or on a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from fewidgets.grading.errors import GradingError


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


@contextmanager
def local_executor(jobs: int) -> Iterator[Executor]:
    context = multiprocessing.get_context("spawn")  # a fresh interpreter, which nothing of this process is copied into
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare)
    try:
        yield pool
    except BaseException:
        # A person who interrupts does not wait for the submissions that run.
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _prepare() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def cluster_executor(address: str) -> Iterator[Executor]:
    """Give an executor whose processes are those of a Dask cluster. Its workers need this package."""
    try:
        from distributed import Client
    except ImportError as error:
        raise GradingError('a cluster needs Dask, which is not installed: pip install "fewidgets[cluster]"') from error
    try:
        client = Client(address, timeout=15)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as error:
        raise GradingError(f"no Dask scheduler answers at {address}. Start one with: dask scheduler") from error
    try:
        # The same submission graded again is a new task, and a lost worker's submissions go to the others.
        yield client.get_executor(pure=False, retries=2)  # type: ignore[no-untyped-call]
    finally:
        client.close()  # type: ignore[no-untyped-call]
