"""A Jupyter server for one student or for a whole class."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

PATIENCE = 120  # seconds in which a server starts on a busy machine


class Server:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"

    async def start(self) -> None:
        self.folder.mkdir()
        own = {f"JUPYTER_{kind}_DIR": str(self.folder / kind.lower()) for kind in ("CONFIG", "DATA", "RUNTIME")}
        options = [
            f"--port={self.address.partition(':')[2]}",
            "--no-browser",
            "--allow-root",
            "--IdentityProvider.token=",
            "--ServerApp.disable_check_xsrf=True",
            f"--ServerApp.root_dir={self.folder}",
        ]
        command = [sys.executable, "-m", "jupyterlab", *options]
        with (self.folder / "log").open("wb") as log:
            self._process = subprocess.Popen(command, env=os.environ | own, stdout=log, stderr=log)
        self.pid = self._process.pid
        for _ in range(PATIENCE):
            try:
                for page in ("api", "lab"):  # the page of the lab makes the server load its templates
                    await asyncio.to_thread(self._get, page)
                return
            except URLError:
                await asyncio.sleep(1)
        raise TimeoutError(f"The server did not start in {PATIENCE} s:\n{(self.folder / 'log').read_text()}")

    def _get(self, page: str) -> bytes:
        with urlopen(f"http://{self.address}/{page}", timeout=PATIENCE) as answer:
            return answer.read()

    def end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
