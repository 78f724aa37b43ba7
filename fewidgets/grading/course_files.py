"""Read and write the files of a course; a file is written only where its contents change."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from fewidgets.files import open_regular, write_atomically

#: Which contents were written last, by the names of files.
RECORD = "written.json"


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def digest_of(path: Path) -> str:
    """Return the digest of a file; "" if there is none that can be read."""
    try:
        with open_regular(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def stored_json(path: Path) -> Any:
    """Return what a JSON file of ours holds; None if it is not there, or damaged."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def store_json(path: Path, value: Any) -> None:
    renew(path, (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode(errors="replace"))


def renew(path: Path, content: bytes) -> bool:
    """Write a file unless it has these contents already; say whether it was written."""
    if digest_of(path) == digest(content):
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, content)
    return True


def renew_unedited(path: Path, content: bytes) -> Path | None:
    """Bring a file to its new contents; an edited version is kept under another name."""
    record, kept = path.with_name(RECORD), None
    stored = stored_json(record)
    written = stored if isinstance(stored, dict) else {}
    there = digest_of(path)
    if there and there not in (written.get(path.name, there), digest(content)):
        kept = path.with_name(f"{path.stem}-edited-{there[:8]}{path.suffix}")
        os.replace(path, kept)
    renew(path, content)
    store_json(record, {**written, path.name: digest(content)})
    return kept
