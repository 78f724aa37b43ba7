"""Read and write one file safely, whatever has its name and whenever the program is killed."""

from __future__ import annotations

import errno
import os
import re
import stat
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from io import BufferedReader
from pathlib import Path

#: Kinds of directory entries that have a file's name but are not files, for messages.
KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISLNK, "a link"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISCHR, "a device"),
)

#: Seconds after which an unfinished file of ``write_atomically`` must belong to a process that was killed.
ABANDONED_AFTER = 3600

#: Characters of a file's name that its unfinished file repeats: with the rest, a long name is still a legal one.
NAME_LENGTH = 40

# Name, process and, since several threads may write, thread.
_UNFINISHED = re.compile(r"\.(.+)\.\d+(?:-\d+)?\.part")


class NotAFileError(OSError):
    """Something that is not a regular file has the name of the file to read; ``strerror`` says what it is."""


def open_regular(path: Path) -> BufferedReader:
    """Open a regular file, or a link to one, for reading."""
    require_regular(path, path.stat().st_mode)
    return path.open("rb")


def require_regular(path: Path, mode: int) -> None:
    """Raise a NotAFileError unless ``mode``, from ``stat`` or ``lstat``, is a regular file's."""
    if stat.S_ISREG(mode):
        return
    kind = next((name for is_kind, name in KINDS if is_kind(mode)), "something else")
    raise NotAFileError(errno.EINVAL, f"it is {kind}, not a file", str(path))


def require_target(path: Path, force: bool) -> None:
    """Raise an OSError with a cure unless a file can be written here; one that is there is replaced only by force."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a folder; name a file in it", str(path))
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder; create it first", str(path.parent))
    if path.exists() and not force:
        raise FileExistsError(errno.EEXIST, "the file exists; add --force to replace it", str(path))


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that it is, at any moment, either the old one or the whole new one; a link stays, and its target is
    written.
    """
    path = Path(os.path.realpath(path))
    part = path.with_name(f".{path.name[:NAME_LENGTH]}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            # Without this, a power failure could leave an empty file under the final name.
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def remove_abandoned(folder: Path, names: Iterable[str]) -> None:
    """Remove the unfinished files of processes that were killed while they wrote into a folder."""
    cut = {name[:NAME_LENGTH] for name in names}
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            unfinished = _UNFINISHED.fullmatch(entry.name)
            if unfinished and unfinished[1] in cut and entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    if time.time() - entry.stat(follow_symlinks=False).st_mtime > ABANDONED_AFTER:
                        os.unlink(entry.path)
