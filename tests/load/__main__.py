"""Let a class do a lesson on this machine, and measure memory and how long students wait.

``python -m tests.load C2_searching_subsets --students 40 --pause 3``

Each student has a kernel behind a real Jupyter server, runs the lesson cell by cell, commits its predictions and moves the
controls that each cell shows, with the messages of a browser. With ``--own-servers``, each student has a server too, as in a
JupyterHub. This takes minutes and needs a quiet machine, so no other test runs it.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.load.memory import pss, pss_of_kernels
from tests.load.server import Server
from tests.load.student import Student, cells_of

MEGABYTE = 2**20


async def a_class(lesson: Path, students: int, pause: float, own_servers: bool, folder: Path) -> bool:
    """Let all students do the lesson to its end, print the figures, and return whether nothing was lost."""
    servers = [Server(folder / f"server{k}") for k in range(students if own_servers else 1)]
    try:
        for few in range(0, len(servers), 4):  # servers that all start at once would outwait each other
            await asyncio.gather(*(server.start() for server in servers[few : few + 4]))
        everybody = [Student(servers[k % len(servers)], f"student{k}", Random(k)) for k in range(students)]
        cells = cells_of(lesson)
        for ended in asyncio.as_completed([student.learn(cells, pause) for student in everybody]):
            await ended
        report(lesson, everybody, servers, pause)
    finally:
        for server in servers:
            server.end()
    return not any(student.failures for student in everybody)


def report(lesson: Path, students: list[Student], servers: list[Server], pause: float) -> None:
    print(f"\n{lesson.stem}: {len(students)} students, {pause:g} s between two acts, {len(servers)} servers")
    for what in ("kernel", "cell", "control"):
        waits = sorted((seconds, name) for student in students for kind, name, seconds in student.waits if kind == what)
        half, most, slowest = (waits[int(share * (len(waits) - 1))][0] for share in (0.5, 0.95, 1))
        print(f"  {what:8}{len(waits):5} answers: median {half:.2f} s, 95 % in {most:.2f} s, slowest {slowest:.2f} s", end="")
        print(f" ({waits[-1][1]})")
    failures = [each for student in students for each in student.failures]
    print(f"  failed or lost: {len(failures)}", *failures[:5], sep="\n    ")
    kernels = [size / MEGABYTE for server in servers for size in pss_of_kernels(server.pid)]
    own = [pss(server.pid) / MEGABYTE for server in servers]
    print(
        f"  memory (PSS): {len(kernels)} kernels {sum(kernels):,.0f} MB, {sum(kernels) / len(kernels):.1f} MB each, "
        f"largest {max(kernels):.1f} MB; servers {sum(own):,.0f} MB; together {sum(kernels) + sum(own):,.0f} MB",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__.split("\n")[0])
    parser.add_argument("lessons", nargs="+", help="names of lessons, such as C2_searching_subsets")
    parser.add_argument("--students", type=int, default=40)
    parser.add_argument("--pause", type=float, default=0, help="mean seconds between two acts of a student; 0: all at once")
    parser.add_argument("--own-servers", action="store_true", help="a Jupyter server for each student")
    given = parser.parse_args()
    whole = []
    for lesson in given.lessons:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(f"notebooks/{lesson}.ipynb")
            whole.append(asyncio.run(a_class(path, given.students, given.pause, given.own_servers, Path(folder))))
    return 0 if all(whole) else 1


if __name__ == "__main__":
    sys.exit(main())
