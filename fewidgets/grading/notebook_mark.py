"""The mark of a released notebook: its set, version and student, with a checksum from the course's secret.

It stands in the notebook's metadata, so a renamed file still finds its owner.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from fewidgets.grading import Json

#: Files up to this size are read as JSON to find the mark; of larger ones, what JupyterLab writes last.
READ_WHOLE = 20 * 2**20

#: How much of a file's end is searched for a mark where the file is damaged or large, in bytes.
END = 64 * 2**10


@dataclass(frozen=True)
class Mark:
    """Which set a notebook belongs to, and whom it was made for."""

    set: str
    version: int
    student: str

    def stored(self, secret: bytes) -> Json:
        return {**asdict(self), "checksum": self.checksum(secret)}

    def checksum(self, secret: bytes) -> str:
        text = json.dumps(["released", self.set, self.version, self.student])
        return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()[:32]


def mark_of(content: bytes, secret: bytes) -> Mark | None:
    """Return the mark of a notebook; None if it has none that this course has made."""
    found = None
    if len(content) <= READ_WHOLE:
        with suppress(ValueError, KeyError, TypeError, RecursionError):
            found = json.loads(content.decode("utf-8-sig"))["metadata"]["fewidgets"]
    return _believed(found, secret) or _in_text(content, secret)


def _believed(stored: Any, secret: bytes) -> Mark | None:
    try:
        mark, said = Mark(stored["set"], stored["version"], stored["student"]), stored["checksum"].encode()
    except (TypeError, KeyError, AttributeError, UnicodeEncodeError):
        return None
    return mark if hmac.compare_digest(said, mark.checksum(secret).encode()) else None


def _in_text(content: bytes, secret: bytes) -> Mark | None:
    """Look for a mark at both ends of the text of a damaged file, where metadata may stand."""
    for part in (content[-END:], content[:END]):
        for encoding in ("utf-8", "utf-16"):
            text = part.decode(encoding, errors="replace")
            for found in re.finditer(r'"fewidgets"\s*:\s*(\{[^{}]*\})', text):
                with suppress(ValueError, RecursionError):
                    if mark := _believed(json.loads(found[1]), secret):
                        return mark
    return None
