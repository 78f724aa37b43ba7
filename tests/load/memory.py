"""Proportional set sizes (PSS): what a process holds, with its share of what it has in common with others."""

from __future__ import annotations

import re
from pathlib import Path

import psutil


def pss_of_kernels(server: int) -> list[int]:
    """Return the PSS of each kernel of a server in bytes, with that of the processes that it started."""
    kernels = psutil.Process(server).children()
    return [pss(kernel.pid) + sum(pss(child.pid) for child in kernel.children(recursive=True)) for kernel in kernels]


def pss(process: int) -> int:
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    found = re.search(r"^Pss: +(\d+) kB", rollup, re.MULTILINE)
    assert found
    return 1024 * int(found[1])
