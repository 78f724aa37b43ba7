"""Watch over what all processes of a submission use together. The kernel's limits count each process alone."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterable

from fewidgets.grading import Json

#: Most files and folders of a submission.
MOST_FILES = 5000

#: Seconds between two looks.
INTERVAL = 0.5

_PAGE = 4096 if not hasattr(os, "sysconf") else os.sysconf("SC_PAGE_SIZE")


def excess(processes: Iterable[int], places: Iterable[str], limits: Json) -> str:
    pids = list(processes)
    most = int(limits["memory_mb"]) << 20
    # Memory that processes share counts for each of them at first, which is quick to find out.
    if sum(_resident(pid) for pid in pids) > most and sum(_own(pid) for pid in pids) > most:
        return f"its processes needed more than {limits['memory_mb']:,} MB of memory together"
    count, size = _written(places)
    if count > MOST_FILES:
        return f"it wrote more than {MOST_FILES:,} files, or folders that are nested too deeply"
    if size > int(limits["file_mb"]) << 21:
        return f"its files have more than {2 * int(limits['file_mb']):,} MB together"
    return ""


def _resident(pid: int) -> int:
    with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/statm", "rb") as file:
        return int(file.read().split()[1]) * _PAGE
    return 0


def _own(pid: int) -> int:
    """Return the memory of a process in bytes; what it shares with others is divided among them."""
    with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/smaps_rollup", "rb") as file:
        for line in file:
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) << 10
    return _resident(pid)


def _written(places: Iterable[str]) -> tuple[int, int]:
    count = size = 0
    left = [place for place in places if not os.path.islink(place)]
    while left and count <= MOST_FILES:
        place = left.pop()
        try:
            entries = list(os.scandir(place))
        except OSError as error:
            # Below a path that is too long, nothing can be counted.
            count += MOST_FILES + 1 if error.errno == errno.ENAMETOOLONG else 0
            with contextlib.suppress(OSError):  # it may be a file
                size += os.lstat(place).st_blocks * 512
            continue
        count += len(entries)
        for entry in entries:
            with contextlib.suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    left.append(entry.path)
                else:
                    size += entry.stat(follow_symlinks=False).st_blocks * 512
    return count, size
