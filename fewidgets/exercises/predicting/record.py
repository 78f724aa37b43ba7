"""What a student committed: JSON lines in one file a lesson; the first about a question counts."""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from fewidgets.exercises.predicting.kind import Kind, Plain
from fewidgets.files import NotAFileError, open_regular

#: What follows the lesson in a file's name.
ENDING = ".predictions.jsonl"

#: Names the folder of the records; without it, they are in the working directory, beside the notebook.
FOLDER = "FEWIDGETS_PREDICTIONS"

OUTCOMES = ("right", "wrong", "shown")

#: What marks the score of an idea, beside the predictions.
SCORE = "score"


def keeps_nothing() -> bool:
    """Whether no record is wanted, as where lessons are run to store their outputs."""
    return os.environ.get(FOLDER) == os.devnull


def place_of(folder: str | Path) -> Path:
    """Return where the records of a folder are. Those beside the notebook may be elsewhere, see `FOLDER`."""
    return Path(os.environ.get(FOLDER) or folder) if str(folder) == "." else Path(folder)


def record_path(lesson: str) -> Path:
    """Return the file that keeps the predictions of a lesson."""
    name = re.sub(r"[^\w.-]+", "_", lesson).strip(".") or "predictions"
    return Path(os.environ.get(FOLDER) or ".", f"{name[:100]}{ENDING}")


def version_of(question: str, kind: Kind) -> str:
    """Return a short hash of the question and of what may be answered."""
    asked = json.dumps([question, kind.kind, kind.choices()], ensure_ascii=False, default=str)
    return hashlib.sha256(asked.encode()).hexdigest()[:8]


def append(path: Path, entry: Plain) -> None:
    """Add one line to a record, in one piece, because several kernels may write at once."""
    line = (json.dumps(entry, ensure_ascii=False, allow_nan=False) + "\n").encode()
    # Without O_NONBLOCK, opening a named pipe would wait for a reader.
    flags = os.O_APPEND | os.O_CREAT | os.O_RDWR | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    file = os.open(path, flags, 0o666)
    try:
        size = os.fstat(file).st_size
        # A process that was killed may have left half a line. It stays as it is, on a line of its own.
        if size and os.lseek(file, size - 1, os.SEEK_SET) >= 0 and os.read(file, 1) != b"\n":
            line = b"\n" + line
        os.write(file, line)
    finally:
        os.close(file)


def entries(path: Path) -> Iterator[Plain]:
    """Yield the predictions in a record, oldest first."""
    return (entry for entry in _lines(path) if entry.get("outcome") in OUTCOMES)


def scores(path: Path, parts: int) -> Iterator[Plain]:
    """Yield the scores in a record that have an error for each of the parts, oldest first."""
    for entry in _lines(path):
        errors = entry.get("errors")
        if entry.get("outcome") != SCORE or not isinstance(errors, list) or len(errors) != parts:
            continue
        if all(isinstance(error, float | int) and math.isfinite(error) for error in errors):
            yield entry


def _lines(path: Path) -> Iterator[Plain]:
    """Yield the readable lines of a record."""
    try:
        with open_regular(path) as file:
            lines = file.read().split(b"\n")
    except (NotAFileError, OSError):
        return
    for line in lines:
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(entry, dict) and isinstance(entry.get("name"), str):
            yield entry


def find(path: Path, name: str, version: str) -> Plain | None:
    """Return the first entry about this version of a question, or None."""
    found = (entry for entry in entries(path) if entry["name"] == name and entry.get("version") == version)
    return next(found, None)


def now() -> str:
    """Return the time in UTC to the second, as in "2026-05-01T09:30:00Z"."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
