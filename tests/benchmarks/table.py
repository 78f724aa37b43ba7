"""A table of who does a task in what processor time and memory, all measured in one run, in turns, on one thread.

What the C library frees goes back to the system or stays, as the calls before happened to leave it. On a virtual machine,
getting it back can cost more than the task: the same call took 1.5 ms or 2.8 ms for this alone. So it stays, for all.
"""

from __future__ import annotations

import ctypes
import itertools
import sys
import time
import tracemalloc
import warnings
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Any

from threadpoolctl import threadpool_limits


def seconds_of(run: Callable[[], Any], calls: int = 1) -> tuple[float, Any]:
    """Give the processor time of one call, in seconds, and the last result: what else the machine does is not counted."""
    start = time.process_time()
    for _ in range(calls):
        result = run()
    return (time.process_time() - start) / calls, result


def peak_of(run: Callable[[], Any]) -> int:
    """Give the bytes that a call holds at most beyond what was held before, its result included."""
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


#: From malloc.h: the largest block taken from the heap, and how much free memory the heap keeps.
M_MMAP_THRESHOLD, M_TRIM_THRESHOLD = -3, -1


def keep_memory() -> None:
    """Make the C library keep what it frees, where it is the GNU one; it does not give memory back afterwards either."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, 32 * 2**20)
        mallopt(M_TRIM_THRESHOLD, 2**30)


#: How long the turns of a comparison last at least, in seconds, so that a moment's disturbance does not reach the medians.
LEAST = 0.3

#: After this many seconds three turns are enough: what takes as long is not disturbed by a moment.
MOST = 1.5

#: How far a machine's noise may push a ratio below its target before a test fails; the run says so in any case.
NOISE = 0.7


def holds(ratio: float, target: float) -> bool:
    """Say whether a ratio is at its target, but for a machine's noise; one that is below warns, with figures."""
    if ratio < target:
        warnings.warn(f"{ratio:.3g} times the peer's speed in this run; the target is {target:g}", stacklevel=2)
    return ratio >= NOISE * target


class Table:
    """Rows of a comparison, printed together when the module is done."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self.growths: list[str] = []

    def compare(
        self,
        task: str,
        repeats: int,
        calls: int = 1,
        memory: bool = False,
        peer_repeats: int | None = None,
        **runs: Callable[[], Any],
    ) -> tuple[dict[str, float], dict[str, Any]]:
        """Run everything in turns, some calls each, at least `repeats` turns and `LEAST` seconds.

        After `MOST` seconds three turns are enough.

        Gives the medians' ratios to the first, and the results.

        With `memory`, the peak of one further call each stands beside the time. Peers that take long may take part in
        only `peer_repeats` of the turns, evenly spread, with one call each.
        """
        times, results = {name: [] for name in runs}, {}
        peaks = dict.fromkeys(runs)
        with threadpool_limits(limits=1), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for run in runs.values():
                run()
            start = time.perf_counter()
            for turn in itertools.count():
                passed = time.perf_counter() - start
                if (turn >= repeats and passed > LEAST) or (turn >= 3 and passed > MOST):
                    break
                skipped = peer_repeats is not None and turn * peer_repeats % repeats >= peer_repeats
                for place, (name, run) in enumerate(list(runs.items())[: 1 if skipped else None]):
                    seconds, results[name] = seconds_of(run, 1 if place and peer_repeats else calls)
                    times[name].append(seconds)
            if memory:
                peaks = {name: peak_of(run) for name, run in runs.items()}
        medians = {name: median(values) for name, values in times.items()}
        ours = next(iter(medians.values()))
        ratios = {name: value / ours for name, value in medians.items()}
        for name in runs:
            self.rows.append([task, name, medians[name], ratios[name], peaks[name], None])
        return ratios, results

    def growth(self, task: str, repeats: int, runs: Mapping[str, Callable[[], Any]]) -> list[float]:
        """Measure the same task at sizes that grow, and note time and its factor from each size to the next.

        `runs` maps a size as it is to be read, such as "P = 1,000", to the task at that size. Gives the medians.
        """
        with threadpool_limits(limits=1), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            medians = []
            for run in runs.values():
                run()
                medians.append(median(seconds_of(run)[0] for _ in range(repeats)))
        self.growths.append(f"{task:<34} {_steps(list(runs), medians)}")
        return medians

    def error(self, name: str, value: float) -> None:
        """Put an error beside the latest row of that name."""
        next(row for row in reversed(self.rows) if row[1] == name)[5] = value

    def __str__(self) -> str:
        lines = [f"{'task':<34} {'who':<38} {'median':>12} {'ratio':>8} {'memory':>10} {'error':>9}"]
        for task, name, seconds, ratio, peak, error in self.rows:
            wrong = "" if error is None else f"{error:.1e}"
            held = "" if peak is None else f"{peak / 2**20:.1f} MiB"
            lines.append(f"{task:<34} {name:<38} {seconds * 1e3:>9.3f} ms {ratio:>7.2f}x {held:>10} {wrong:>9}")
        if self.growths:
            lines += ["", "growth (factor from size to size)", *self.growths]
        return "\n".join(lines)


def _steps(sizes: Sequence[str], medians: Sequence[float]) -> str:
    told = [f"{sizes[0]}: {medians[0] * 1e3:.3f} ms"]
    for size, before, after in zip(sizes[1:], medians[:-1], medians[1:], strict=True):
        told.append(f"{size}: {after * 1e3:.3f} ms (×{after / before:.1f})")
    return " → ".join(told)
