"""The deadlines of a course's sets, and whether a submission came late."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from fewidgets.grading import Texts

#: Where the time of a hand-in may come from, and what it is called: a platform writes it into a file's name, or it is that of
#: an entry of an archive or of a file.
CALLED = {"file name": "in the file's name", "zip entry": "of the zip entry", "file": "of the file"}


@dataclass(frozen=True)
class Delivery:
    time: str  # local: "2026-11-23T12:00:00"
    clock: str  # a key of CALLED, or "" where that is not known
    late: str  # such as "2 h 5 min"; "" in time


def deadlines_of(stored: Any, sets: Texts) -> dict[str, datetime]:
    if not isinstance(stored, Mapping):
        raise ValueError(f"expected a line for each set, such as boosting = 2026-11-23T12:00:00; got {stored!r}")
    found = {}
    for name, value in stored.items():
        if name not in sets:
            raise ValueError(f"the course has no set {name!r}; its sets are {', '.join(sets) or 'none'}")
        if not isinstance(value, date):
            raise ValueError(
                f"{name} must be a date, or a date and a time without quotes (2026-11-23T12:00:00); got {value!r}"
            )
        if not isinstance(value, datetime):
            value = datetime.combine(value, time(23, 59, 59))
        found[name] = value.astimezone().replace(tzinfo=None) if value.tzinfo else value
    return found


def lateness(handed_in: str, deadline: datetime | None) -> str:
    try:
        minutes = -int((deadline - datetime.fromisoformat(handed_in)).total_seconds() // 60) if deadline else 0
    except ValueError:  # an archive may name the 31st of February
        return ""
    parts = ((minutes // 1440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "min"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count) if minutes > 0 else ""
