"""Write a file only where its contents change, so that its date says when they did."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from fewidgets.files import write_atomically

#: Which contents were written last, by the names of files.
RECORD = "written.json"


def renew(path: Path, content: bytes) -> bool:
    try:
        if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
            return False
    except OSError:
        pass  # what cannot be read is written anew
    write_atomically(path, content)
    return True


def renew_unedited(path: Path, content: bytes) -> Path | None:
    """Bring a file to its new contents, as `renew` does. What somebody has edited in it since is kept under another name."""
    record, kept = path.with_name(RECORD), None
    try:
        written = {str(name): str(digest) for name, digest in json.loads(record.read_bytes()).items()}
    except (OSError, ValueError, AttributeError):
        written = {}
    there = _digest(path.read_bytes()) if path.is_file() else ""
    if there and written.get(path.name, there) != there and there != _digest(content):
        kept = path.with_name(f"{path.stem}-edited-{there[:8]}{path.suffix}")
        os.replace(path, kept)
    renew(path, content)
    renew(record, json.dumps({**written, path.name: _digest(content)}, indent=1).encode())
    return kept


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
