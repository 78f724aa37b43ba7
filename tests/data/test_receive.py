"""One file over HTTP, from servers that stall, drip, send too much, too little or something else."""

import contextlib
import gzip
import os
import subprocess
import sys
import threading
import time

import pytest

from fewidgets.data.receive import Patience, ReceiveError, WrongFileError, receive

SHORT = Patience(connection=1, silence=1, total=1.5, word=0.3)
CONTENT = bytes(range(256)) * 100


SIZE = len(CONTENT)


def fetch(server, size=SIZE, patience=SHORT):
    received = bytearray()
    receive(f"{server.url}/file", size, received.extend, patience)
    return bytes(received)


@pytest.mark.parametrize("behaviour", ["good", "chunked", "moved"])
def test_what_arrives_is_what_was_sent(server, behaviour, capsys):
    server.content, server.behaviour = CONTENT, behaviour
    assert fetch(server, patience=Patience(word=30)) == CONTENT
    assert capsys.readouterr().err == ""


def test_what_the_server_packed_is_not_unpacked(server):
    server.content, server.behaviour = gzip.compress(bytes(10**6)), "packed"
    assert fetch(server, len(server.content)) == server.content


@pytest.mark.slow
@pytest.mark.parametrize(
    ("behaviour", "error", "message"),
    [
        ("more", WrongFileError, "1,000,000 bytes were offered, but the file has 25,600"),
        ("endless", WrongFileError, "more than the expected 25,600 bytes arrived"),
        ("less", ReceiveError, "127.0.0.1 ended the connection too early"),
        ("less_without_length", ReceiveError, "127.0.0.1 ended the connection after 25,595 of 25,600 bytes"),
        ("hang_up", ReceiveError, "127.0.0.1 ended the connection too early"),
        ("drip", ReceiveError, r"127.0.0.1 was too slow: \d+ bytes of 25.6 kB arrived in [23] s"),
        ("drip_head", ReceiveError, "127.0.0.1 was too slow: 0 bytes of 25.6 kB arrived"),
        ("silence", ReceiveError, "127.0.0.1 did not answer in time"),
        ("silence_after_the_head", ReceiveError, "127.0.0.1 did not answer in time"),
        ("missing", ReceiveError, "127.0.0.1 answered 404 Not Found"),
        ("circle", ReceiveError, r"the connection to 127.0.0.1 failed \(TooManyRedirects: more than 5 redirections\)"),
    ],
)
def test_what_went_wrong_is_said_soon(server, behaviour, error, message):
    server.content, server.behaviour = CONTENT, behaviour
    started = time.monotonic()
    with pytest.raises(error, match=message):
        fetch(server)
    assert time.monotonic() - started < SHORT.limit(len(CONTENT)) + 1
    assert server.sent < 10_000_000


def test_nobody_listens(server):
    server.close()
    with pytest.raises(ReceiveError, match=r"127.0.0.1 cannot be reached"):
        fetch(server)


def test_addresses_that_are_none():
    for url in ("nothing", "ftp://127.0.0.1/file", "http://127.0.0.1:99999/", "http://nowhere.invalid/"):
        with pytest.raises(ReceiveError):
            receive(url, 5, print, SHORT)


@pytest.mark.slow
@pytest.mark.parametrize("behaviour", ["silence", "drip", "drip_head"])
def test_the_user_is_told_what_is_going_on(server, behaviour, capsys):
    server.content, server.behaviour = CONTENT, behaviour
    with pytest.raises(ReceiveError):
        fetch(server)
    words = capsys.readouterr().err
    lines = words.split("\r")
    assert len(lines) >= 3
    assert lines[1].startswith("Downloading from 127.0.0.1: ")
    assert "of 25.6 kB after 0 s" in lines[1]
    assert words.endswith("\n")


def test_the_first_word_comes_within_three_seconds():
    assert Patience().word < 3


def test_a_larger_file_may_take_longer():
    assert Patience(total=10, bytes_per_second=1000).limit(5000) == 15


@pytest.mark.slow
def test_nobody_reads_the_words(server, monkeypatch):
    server.behaviour = "silence"
    reader, writer = os.pipe()
    os.close(reader)
    unread = os.fdopen(writer, "w")
    for stream in (None, unread):
        monkeypatch.setattr(sys, "stderr", stream)
        with pytest.raises(ReceiveError, match="did not answer in time"):
            fetch(server)
    with contextlib.suppress(OSError):
        unread.close()


def test_what_writing_raises_ends_the_download(server):
    server.content, server.behaviour = CONTENT, "good"

    def refuse(block):
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        receive(server.url, len(CONTENT), refuse, SHORT)


@pytest.mark.slow
def test_the_reading_thread_ends_with_the_download(server):
    server.content, server.behaviour = CONTENT, "drip"
    before = threading.active_count()
    with pytest.raises(ReceiveError):
        fetch(server)
    time.sleep(1)
    server.stop.set()
    deadline = time.monotonic() + 5
    while threading.active_count() > before + 1 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert threading.active_count() <= before + 1


@pytest.mark.slow
@pytest.mark.parametrize("behaviour", ["endless", "moved", "more"])
def test_an_endless_answer_takes_no_memory(server, behaviour):
    server.content, server.behaviour = b"", behaviour
    code = f"""
import requests, resource, time
from fewidgets.data.receive import *
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    receive("{server.url}/file", 1000, print, Patience(connection=1, silence=1, total=2))
except (ReceiveError, WrongFileError):
    pass
time.sleep(0.5)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert int(done.stdout) < 20_000  # kB
