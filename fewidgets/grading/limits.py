"""What a student's process may use."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Limits:
    """Limits of one submission. The table ``[limits]`` of ``course.toml`` changes them.

    Attributes
    ----------
    cell_seconds : float
        Seconds that one cell may run.
    submission_seconds : float
        Seconds that a submission may run in all, and processor time of one of its processes.
    memory_mb : int
        Megabytes of memory of one process.
    file_mb : int
        Megabytes of one file, and, where the isolation allows it, of all files together.
    processes : int
        Processes and threads at one time.
    open_files : int
        Files that are open at one time.

    Raises
    ------
    ValueError
        If a limit is not a positive number.
    """

    cell_seconds: float = 10.0
    submission_seconds: float = 60.0
    memory_mb: int = 2048
    file_mb: int = 50
    processes: int = 32
    open_files: int = 256

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not math.isfinite(value) or value <= 0:
                raise ValueError(f"{each.name} must be a positive number; got {value!r}.")


def limits_of(table: Mapping[str, Any]) -> Limits:
    """Return the limits of a table.

    Parameters
    ----------
    table : mapping
        Names and values; what is not named keeps its default.

    Raises
    ------
    ValueError
        If a name is unknown or a value is not a positive number.

    Examples
    --------
    >>> limits_of({"cell_seconds": 5}).cell_seconds
    5
    """
    known = {each.name for each in fields(Limits)}
    unknown = sorted(set(table) - known)
    if unknown:
        raise ValueError(f"limits must be among {', '.join(sorted(known))}; got {', '.join(unknown)}.")
    return Limits(**table)
