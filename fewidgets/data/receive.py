"""Receive one file over HTTP within limits: no more bytes than the file has, and no longer than a set time.

The file's size is known beforehand, so a wrong file is noticed without reading it through. A thread reads from the network and
the caller's thread watches the clock: name look-up, encryption and slow headers have no time limit of their own. With two
threads none of them can delay the caller.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import urljoin, urlsplit

#: Bytes that are read at a time, at most.
BLOCK = 64 * 1024

#: Redirections that are followed.
REDIRECTIONS = 5


@dataclass(frozen=True)
class Patience:
    """How long to wait, in seconds.

    Parameters
    ----------
    connection : float
        For a connection to the server.
    silence : float
        For the next bytes.
    total : float
        For the whole of a small file.
    bytes_per_second : float
        A file of this many bytes may take one second more, one of twice as many two, and so on.
    word : float
        Before the first report of progress, and between two reports.
    """

    connection: float = 5
    silence: float = 30
    total: float = 60
    bytes_per_second: float = 20_000
    word: float = 2

    def limit(self, size: int) -> float:
        """Return how many seconds a file of ``size`` bytes may take."""
        return self.total + size / self.bytes_per_second


class ReceiveError(Exception):
    """The network or the server failed; the message says how, as the end of a sentence."""


class WrongFileError(Exception):
    """The server sends another file; the message says how that was noticed, as the end of a sentence."""


def receive(url: str, size: int, write: Callable[[bytes], Any], patience: Patience | None = None) -> None:
    """Receive a file of a known size.

    Parameters
    ----------
    url : str
        Address of the file.
    size : int
        Number of its bytes.
    write : callable
        Called with each block of bytes, in order, in the caller's thread. What it raises ends the download.
    patience : Patience, optional
        How long to wait; ``Patience()`` if not given.

    Raises
    ------
    ReceiveError
        If the server cannot be reached, refuses, stops sending too early, or takes too long.
    WrongFileError
        If the server announces or sends another number of bytes.
    """
    patience = patience or Patience()
    blocks: SimpleQueue[bytes | Exception | None] = SimpleQueue()
    stop = threading.Event()
    host = urlsplit(url).hostname
    started = time.monotonic()
    end = started + patience.limit(size)
    next_word = started + patience.word
    received = 0
    threading.Thread(target=_read, args=(url, size, patience, blocks, stop), daemon=True).start()
    try:
        with _progress() as say:
            while True:
                now = time.monotonic()
                if now >= end:
                    raise ReceiveError(
                        f"{host} was too slow: {_amount(received)} of {_amount(size)} arrived in {now - started:.0f} s"
                    )
                if now >= next_word:
                    say(f"Downloading from {host}: {_amount(received)} of {_amount(size)} after {now - started:.0f} s")
                    next_word = now + patience.word
                try:
                    block = blocks.get(timeout=min(next_word, end) - now)
                except Empty:
                    continue
                if block is None:
                    break
                if isinstance(block, WrongFileError):
                    raise block
                if isinstance(block, Exception):
                    raise ReceiveError(_reason(block, host)) from block
                received += len(block)
                if received > size:
                    raise WrongFileError(f"more than the expected {size:,} bytes arrived")
                write(block)
    finally:
        stop.set()
    if received < size:
        raise ReceiveError(f"{host} ended the connection after {received:,} of {size:,} bytes")


def _read(
    url: str, size: int, patience: Patience, blocks: SimpleQueue[bytes | Exception | None], stop: threading.Event
) -> None:
    """Put a file's bytes into a queue, then None; or the error that ended the download."""
    try:
        with _open(url, patience) as response:
            length = response.headers.get("Content-Length", "")
            if length.isdecimal() and int(length) != size:
                raise WrongFileError(f"{int(length):,} bytes were offered, but the file has {size:,}")
            # read1 returns what has arrived, so a server that sends a byte at a time cannot hold this thread.
            # Neither of the two unpacks what the server packed: a few bytes cannot become many.
            read = getattr(response.raw, "read1", response.raw.read)
            received = 0
            while not stop.is_set() and received <= size:
                block = read(BLOCK)
                if not block:
                    break
                received += len(block)
                blocks.put(block)
        blocks.put(None)
    except Exception as error:
        blocks.put(error)


@contextmanager
def _open(url: str, patience: Patience) -> Iterator[Any]:
    """Ask for a file and follow redirections, without reading what comes with them."""
    import requests

    class Session(requests.Session):
        def get_redirect_target(self, response: requests.Response) -> str | None:
            return None  # requests would first read all of the answer into memory, however long it is

    with Session() as session:
        for _ in range(REDIRECTIONS + 1):
            response = session.get(
                url,
                stream=True,
                timeout=(patience.connection, patience.silence),
                headers={"Accept-Encoding": "identity"},
            )
            with response:
                if not response.is_redirect:
                    response.raise_for_status()
                    yield response
                    return
                url = urljoin(url, response.headers["Location"])
        raise requests.TooManyRedirects(f"more than {REDIRECTIONS} redirections")


def _reason(error: Exception, host: str | None) -> str:
    """Say what an error of the network means, as the end of a sentence."""
    import requests
    from urllib3.exceptions import ProtocolError, TimeoutError

    response = getattr(error, "response", None)
    if response is not None:
        return f"{host} answered {response.status_code} {response.reason}"
    # Before the answer begins, requests wraps the errors of urllib3; afterwards they come as they are.
    cause = error.args[0] if isinstance(error, requests.ConnectionError) and error.args else error
    if isinstance(error, requests.Timeout) or isinstance(cause, TimeoutError):
        return f"{host} did not answer in time"
    if isinstance(cause, ProtocolError):
        return f"{host} ended the connection too early"
    if isinstance(error, requests.exceptions.SSLError):
        return f"the connection to {host} is not secure, perhaps because of a proxy or a wrong clock"
    if isinstance(error, requests.ConnectionError):
        return f"{host} cannot be reached"
    return f"the connection to {host} failed ({type(error).__name__}: {str(error)[:200]})"


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """Give a function that writes a line to standard error over the one before; nothing is written if it is not called."""
    width = 0

    def say(text: str) -> None:
        nonlocal width
        if sys.stderr is not None:
            # The output may be closed; the download goes on.
            with suppress(OSError, ValueError):
                print(f"\r{text:<{width}}", end="", file=sys.stderr, flush=True)
        width = max(width, len(text))

    try:
        yield say
    finally:
        if width and sys.stderr is not None:
            with suppress(OSError, ValueError):
                print(file=sys.stderr, flush=True)


def _amount(count: int) -> str:
    """Write a number of bytes with its unit: 525 kB."""
    for unit, each in (("MB", 10**6), ("kB", 10**3)):
        if count >= each:
            return f"{count / each:.3g} {unit}"
    return f"{count} bytes"
