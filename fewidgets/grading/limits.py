"""What a student's process may use."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from fewidgets.grading import Json


@dataclass(frozen=True)
class Limits:
    """Limits of one submission. The table ``[limits]`` of ``course.toml`` changes them."""

    cell_seconds: float = 10.0
    submission_seconds: float = 60.0  # also of processor time of one process
    memory_mb: int = 2048
    file_mb: int = 50  # of one file, and, where the isolation allows it, of all together
    processes: int = 32
    open_files: int = 256

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not math.isfinite(value) or value <= 0:
                raise ValueError(f"{each.name} must be a positive number; got {value!r}.")


def limits_of(table: Json) -> Limits:
    known = {each.name for each in fields(Limits)}
    unknown = sorted(set(table) - known)
    if unknown:
        raise ValueError(f"limits must be among {', '.join(sorted(known))}; got {', '.join(unknown)}.")
    return Limits(**table)
