"""What fewidgets has put into a student's folder, kept there in the file ``.fewidgets.json``.

It is written *before* the first lesson: a delivery that is killed halfway leaves old and new lessons side by side, and the
record knows both.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from fewidgets.files import open_regular, require_regular, write_atomically
from fewidgets.lessons.text import Version

#: Name of the record in a student's folder.
MANIFEST = ".fewidgets.json"

#: A larger file in the record's place is not a record; it is not read into memory.
LARGEST = 4 * 2**20

ABOUT = "What fewidgets put here, so that it never overwrites your work."


@dataclass
class Record:
    """The versions of each lesson that a folder has received."""

    latest: dict[str, str] = field(default_factory=dict)
    versions: dict[str, set[str]] = field(default_factory=dict)

    def announce(self, file: str, version: Version) -> None:
        """Note that a version of a file is about to be delivered, with the digest of its text if it is a notebook."""
        self.versions.setdefault(file, set()).update(filter(None, (version.digest, version.text)))

    def deliver(self, file: str, version: Version) -> None:
        self.announce(file, version)
        self.latest[file] = version.digest

    def has(self, file: str, digest: str) -> bool:
        """Say whether fewidgets wrote a version of a file with this digest, of its bytes or its text."""
        return digest in self.versions.get(file, ())


def read_record(folder: Path) -> Record:
    """Read a folder's record."""
    try:
        with open_regular(folder / MANIFEST) as file:
            text = file.read(LARGEST + 1)
        if len(text) > LARGEST:
            return Record()
        content = json.loads(text)
        latest = {str(name): str(digest) for name, digest in content["files"].items()}
        # Records written before versions were kept have no such entry.
        versions = {str(name): {str(digest) for digest in digests} for name, digests in content.get("versions", {}).items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Record()
    for name, digest in latest.items():
        versions.setdefault(name, set()).add(digest)
    return Record(latest, versions)


def write_record(folder: Path, record: Record) -> None:
    """Write a folder's record, unless it is there already."""
    path = folder / MANIFEST
    with suppress(FileNotFoundError):
        # Writing through a link could change a file anywhere on the machine, so a link is refused too.
        require_regular(path, path.lstat().st_mode)
    if read_record(folder) == record:
        return
    versions = {file: sorted(digests) for file, digests in record.versions.items()}
    content = {"about": ABOUT, "files": record.latest, "versions": versions}
    write_atomically(path, json.dumps(content, indent=1, sort_keys=True).encode() + b"\n")
