"""Try in a tier of isolation what docs/teach/isolation.md says that it stops, or does not stop."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from fewidgets.grading.limits import Limits
from fewidgets.grading.run.observing import Plan, observe
from fewidgets.grading.run.repair import repair
from tests.grading.tiny_set import GRADED, HANDED_OUT, data_of, solved

#: Looks around, leaves files, sends signals, and starts processes that try to outlive the notebook.
NOSY = """
import ctypes, importlib, os, pathlib, signal, socket, sys

def works(action):
    try:
        return action() not in (False, -1)
    except OSError:
        return False

def look(place):
    return os.listdir(place) if os.path.isdir(place) else pathlib.Path(place).read_text()

def connect():
    socket.create_connection(("127.0.0.1", {port}), timeout=1)

written = [place for place in {places!r} if works(lambda: pathlib.Path(place, "forged.json").write_text("1"))]
for place in {left!r}:
    works(lambda: pathlib.Path(place).mkdir() or pathlib.Path(place, "left").write_text("1"))
sys.meta_path.pop(0)
try:
    import colorsys
except ImportError:
    colorsys = None
processes = len([name for name in os.listdir("/proc") if name.isdigit()])
outlives = [pid for pid in range(3) if os.fork() == 0]
if outlives:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        os.execv("/bin/sleep", ["sleep", "{seconds}"])
    os._exit(0)
works(lambda: os.kill(os.getppid(), signal.SIGKILL))
works(lambda: os.killpg(os.getppid(), signal.SIGKILL))
mean = {{
    "read": [place for place in {places!r} if works(lambda: look(place))],
    "written": written,
    "named": [*os.environ.values(), *sys.argv, *sys.orig_argv],
    "connected": works(connect),
    "processes": processes,
    "colorsys": colorsys is not None,
    "root": os.geteuid() == 0,
    "memory": works(lambda: os.memfd_create("m")) or works(lambda: ctypes.CDLL(None).shmget(0, 1 << 20, 0o1600)),
    "everybody": works(lambda: os.kill(-1, 0)),
    "bystander": works(lambda: os.kill({bystander}, 0)),
}}
spread = 0
"""

#: Starts six processes, waits until each has its memory, and then for longer than a keeper takes to look.
SIX = """
import mmap, os, time
ready, tell = os.pipe()
for n in range(6):
    if os.fork() == 0:
        {take}
        os.write(tell, b"1")
        time.sleep(30)
for n in range(6):
    os.read(ready, 1)
time.sleep(3)
"""
LET_GO = """hog = mmap.mmap(-1, 90 << 20)
        for _ in range(90):
            hog.write(b"1" * (1 << 20))
            hog.madvise(mmap.MADV_DONTNEED)"""

#: By row of the table, code that uses too much.
HOGS = {
    "a cell that never ends": "while True: pass",
    "more memory than `memory_mb` in all processes": SIX.format(take='hog = b"1" * 90_000_000'),
    "more memory than that, in shared pages that no process shows (`mmap`)": SIX.format(take=LET_GO),
    "files of more than twice `file_mb` in `/dev/shm`": """
import time
for n in range(12):
    with open(f"SHARED-{n}", "wb") as file:
        file.write(b"1" * 900_000)
time.sleep(3)
""",
}


def rows(text):
    """Return the table of docs/teach/isolation.md: by row, a cell for each column."""
    (table,) = re.findall(r"^\| Stopped\? .*\n(?:\|.*\n)+", text, re.M)
    cells = [[cell.strip("| ") for cell in line.strip("| ").split("|")] for line in table.splitlines()]
    return {first: more for first, *more in cells if set(first) != {"-"}}


def stopped(tier):
    """Say for each row of the table whether a tier stops it, for the user who runs this."""
    seconds = 100_000 + os.getpid()
    left = [f"{folder}/fewidgets-{seconds}" for folder in ("/tmp", "/dev/shm")]
    with tempfile.TemporaryDirectory() as name, socket.create_server(("127.0.0.1", 0)) as server:
        (Path(name) / "grades.csv").write_text("ada,0")
        places = [name, f"{name}/grades.csv", "/etc/shadow", str(Path(__file__))]
        places += ["/var/log"] if tier != "container" else []  # an image has one of its own
        os.environ["COURSE"] = name
        bystander = subprocess.Popen(["sleep", "600"])
        try:
            port = server.getsockname()[1]
            code = NOSY.format(places=places, left=left, seconds=seconds, port=port, bystander=bystander.pid)
            observed = _observed(tier, code)
        finally:
            bystander.kill()
            bystander.wait()
            del os.environ["COURSE"]
        loaded = "colorsys was loaded although it was made unavailable."
        assert (("", loaded) in observed.attention) == (tier == "limits")
        assert observed.values["q4"] == {"why": "a"}
        told = observed.values["q1"]["mean"]
        assert not told["root"]
        assert not any(Path(name).name in text for text in told["named"])
        until = time.monotonic() + 5
        while sleeping(seconds) and time.monotonic() < until:
            time.sleep(0.05)  # the kernel ends a namespace's processes after the program that has made it
        with ThreadPoolExecutor(len(HOGS)) as pool:  # most of their time, they wait
            # What never ends by itself need not be waited for.
            seconds_of = [1.5 if "while True" in code else 15.0 for code in HOGS.values()]
            codes = [code.replace("SHARED", left[1]) for code in HOGS.values()]
            hogs = list(pool.map(partial(_observed, tier), codes, seconds_of))
        found = {row: "q1" in each.failures for row, each in zip(HOGS, hogs, strict=True)}
        found |= {
            "memory outside of processes (`memfd_create`, `shmget`)": not told["memory"],
            "processes that outlive the run": not sleeping(seconds),
            "`kill(-1)`": not told["everybody"],
            "ending your other programs by their numbers": not told["bystander"],
            "files left in `/tmp` and `/dev/shm`": not any(map(os.path.exists, left)),
            "changing or deleting your files": not told["written"] and os.listdir(name) == ["grades.csv"],
            "reading your files": not told["read"],
            "the network": not told["connected"],
            "seeing other processes": told["processes"] <= 4,
            "importing what a question is graded `without`": not told["colorsys"],
        }
    for path in Path("/dev/shm").glob(f"fewidgets-{seconds}*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.rmtree(left[0], ignore_errors=True)
    return found


def _observed(tier, code, cell_seconds=15.0):
    submission = repair(solved(q1=code), HANDED_OUT, GRADED)
    limits = Limits(cell_seconds=cell_seconds, memory_mb=512, file_mb=1)
    return observe(Plan(GRADED, submission, {"q1": data_of("ada")}, {"q2": [], "q3": []}, tier, limits))


def sleeping(seconds):
    """Whether a process with this command is there."""
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and (folder / "cmdline").read_bytes() == f"sleep\0{seconds}\0".encode():
                return True
        except OSError:
            continue
    return False


if __name__ == "__main__":
    json.dump(stopped(sys.argv[1]), sys.stdout)
