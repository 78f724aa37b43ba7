"""A web server on this machine that misbehaves as told."""

import contextlib
import socket
import threading
import time

import pytest


class Server:
    """Answers every request with ``content``, or with what ``behaviour`` names.

    ``requests`` collects the first lines of the requests, ``sent`` counts the bytes of the answers.
    """

    def __init__(self):
        self.content = b""
        self.behaviour = "good"
        self.requests = []
        self.sent = 0
        self.stop = threading.Event()
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.stop.set()
        with contextlib.suppress(OSError):
            self.listening.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for a connection
        self.listening.close()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listening.accept()
                threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection, contextlib.suppress(OSError):
            self.requests.append(connection.recv(65536).split(b"\r\n")[0].decode())
            getattr(self, self.behaviour)(connection)

    def send(self, connection, content):
        connection.sendall(content)
        self.sent += len(content)

    def head(self, connection, *fields, status="200 OK"):
        self.send(connection, "\r\n".join([f"HTTP/1.1 {status}", *fields, "Connection: close", "", ""]).encode())

    def good(self, connection):
        self.head(connection, f"Content-Length: {len(self.content)}")
        self.send(connection, self.content)

    def chunked(self, connection):
        self.head(connection, "Transfer-Encoding: chunked")
        for start in range(0, len(self.content), 100):
            chunk = self.content[start : start + 100]
            self.send(connection, f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
        self.send(connection, b"0\r\n\r\n")

    def other(self, connection):
        self.head(connection, f"Content-Length: {len(self.content)}")
        self.send(connection, self.content[::-1])

    def more(self, connection):
        self.head(connection, "Content-Length: 1000000")
        self.send(connection, bytes(1_000_000))

    def endless(self, connection):
        self.head(connection, "Content-Type: text/plain")
        while not self.stop.is_set():
            self.send(connection, bytes(100_000))

    def less(self, connection):
        self.head(connection, f"Content-Length: {len(self.content)}")
        self.send(connection, self.content[:-5])

    def less_without_length(self, connection):
        self.head(connection)
        self.send(connection, self.content[:-5])

    def hang_up(self, connection):
        pass

    def drip(self, connection):
        self.head(connection, f"Content-Length: {len(self.content)}")
        for place in range(len(self.content)):
            if self.stop.wait(0.2):
                return
            self.send(connection, self.content[place : place + 1])

    def drip_head(self, connection):
        self.send(connection, b"HTTP/1.1 200 OK\r\n")
        while not self.stop.wait(0.2):
            self.send(connection, b"X")

    def silence(self, connection):
        self.stop.wait(30)

    def silence_after_the_head(self, connection):
        self.head(connection, f"Content-Length: {len(self.content)}")
        self.stop.wait(30)

    def missing(self, connection):
        self.head(connection, "Content-Length: 0", status="404 Not Found")

    def moved(self, connection):
        """Sends on to another address once, with an endless page of thanks."""
        if self.requests[-1].split()[1] == "/moved":
            return self.good(connection)
        self.head(connection, "Location: /moved", status="302 Found")
        while not self.stop.is_set():
            self.send(connection, bytes(100_000))
        return None

    def circle(self, connection):
        self.head(connection, f"Location: /{time.monotonic_ns()}", "Content-Length: 0", status="301 Moved Permanently")

    def packed(self, connection):
        """Says that it is packed, although it was asked not to."""
        self.head(connection, "Content-Encoding: gzip", f"Content-Length: {len(self.content)}")
        self.send(connection, self.content)


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = Server()
    yield server
    server.close()
