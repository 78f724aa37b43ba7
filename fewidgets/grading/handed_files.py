"""The files of a folder or a zip archive, as they were handed in: read into memory up to a limit, never extracted by their
names.
"""

from __future__ import annotations

import io
import os
import stat
import struct
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from fewidgets.files import open_regular
from fewidgets.grading.deadlines import Delivery
from fewidgets.grading.errors import GradingError
from fewidgets.grading.owners import attempt_time

#: Limits: the bytes of one file, the bytes of all files of an archive, and how many entries an archive may have.
LARGEST, LARGEST_TOGETHER, MOST = 256 * 2**20, 8 * 2**30, 50_000

#: Names of files and folders that systems, editors and fewidgets write, and that nobody hands in.
JUNK = {"__macosx", "thumbs.db", "desktop.ini", "__pycache__"}
JUNK_ENDINGS = (".predictions.jsonl",)


@dataclass(frozen=True)
class HandedIn:
    path: PurePosixPath  # of a file of an archive in an archive: both paths
    modified: str
    size: int
    read: Callable[[], bytes]  # raises OSError
    arrived: Delivery  # of a student's own archive: the time of the archive


@dataclass(frozen=True)
class Refused:
    path: PurePosixPath
    why: str  # second half of a sentence that begins with the path and a colon


def handed_in(place: Path, refused: list[Refused]) -> Iterator[HandedIn]:
    """Give the files of a folder or of a zip archive, with those of the archives inside."""
    if place.is_dir():
        yield from _of_folder(place, refused)
    elif place.is_file():
        yield from _of_archive(place, PurePosixPath(), refused)
    else:
        raise GradingError(f"{place} is neither a folder nor a file. Name the folder or the zip archive with the submissions")


def _of_folder(folder: Path, refused: list[Refused]) -> Iterator[HandedIn]:
    for here, folders, files in os.walk(folder):
        inside = PurePosixPath(Path(here).relative_to(folder).as_posix())
        for name in sorted(folders):
            if (Path(here) / name).is_symlink():
                refused.append(Refused(inside / name, "it is a link, and links are not followed"))
        folders[:] = sorted(name for name in folders if not _is_junk(PurePosixPath(name)))
        for name in sorted(files):
            path = Path(here) / name
            if _is_junk(PurePosixPath(name)):
                continue
            try:
                about = path.lstat()
            except OSError as error:
                refused.append(Refused(inside / name, str(error.strerror)))
                continue
            if not stat.S_ISREG(about.st_mode):
                kind = "a link, and links are not followed" if stat.S_ISLNK(about.st_mode) else "not a file"
                refused.append(Refused(inside / name, f"it is {kind}"))
                continue
            when = local_time(about.st_mtime)
            arrived = _arrival(inside / name, when, "file")
            if name.casefold().endswith(".zip"):
                yield from _of_archive(path, inside / name, refused, arrived)
            else:
                yield HandedIn(inside / name, when, about.st_size, partial(read_file, path), arrived)


def local_time(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(seconds))


def _arrival(path: PurePosixPath, time: str, clock: str) -> Delivery:
    named = attempt_time(path)
    return Delivery(named or time, "file name" if named else clock)


def read_file(path: Path) -> bytes:
    with open_regular(path) as file:
        return file.read(LARGEST)


def _of_archive(
    file: Path | io.BytesIO, inside: PurePosixPath, refused: list[Refused], arrived: Delivery | None = None, depth: int = 0
) -> Iterator[HandedIn]:
    """Give the files of an archive; one inside a folder or an archive is refused in words if it is damaged."""
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, struct.error) as error:
        if arrived is None:
            raise GradingError(f"{file} is not a zip archive, or it is damaged ({error})") from error
        # It may be what somebody handed in, so it is collected like any file, and ends as a row.
        content = file.getvalue() if isinstance(file, io.BytesIO) else None
        if content is not None:
            yield HandedIn(inside, arrived.time, len(content), lambda: content, arrived)
        elif isinstance(file, Path):
            yield HandedIn(inside, arrived.time, file.stat().st_size, lambda: read_file(file), arrived)
        return
    with archive:
        yield from _entries(archive, inside, refused, arrived, depth)


def _entries(
    archive: zipfile.ZipFile, inside: PurePosixPath, refused: list[Refused], outer: Delivery | None, depth: int
) -> Iterator[HandedIn]:
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    where = str(inside) if inside.parts else "the archive"
    if len(entries) > MOST:
        if outer is None:
            raise GradingError(f"{where} has {len(entries)} files; at most {MOST} are collected")
        refused.append(Refused(inside, f"it has {len(entries)} files; at most {MOST} are collected"))
        return
    together = 0
    for entry in entries:
        path = PurePosixPath(entry.filename.replace("\\", "/"))
        fault = _entry_fault(entry, path)
        if _is_junk(path):
            continue
        if not fault and together + entry.file_size > LARGEST_TOGETHER:
            fault = f"with it, the files would have more than {LARGEST_TOGETHER // 2**30} GB"
        if fault:
            refused.append(Refused(inside / _within(path), fault))
            continue
        together += entry.file_size
        when = "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}".format(*entry.date_time)
        arrived = outer or _arrival(inside / path, when, "zip entry")
        if path.suffix.casefold() == ".zip" and depth < 2:
            try:
                content = io.BytesIO(_read_entry(archive, entry))
            except OSError as error:
                refused.append(Refused(inside / path, str(error)))
                continue
            yield from _of_archive(content, inside / path, refused, arrived, depth + 1)
            continue
        yield HandedIn(inside / path, when, entry.file_size, partial(_read_entry, archive, entry), arrived)


def _within(path: PurePosixPath) -> PurePosixPath:
    """Return a path without what leads out of the archive."""
    return PurePosixPath(*(part for part in path.parts if part not in ("/", "..")))


def _entry_fault(entry: zipfile.ZipInfo, path: PurePosixPath) -> str:
    """Say why an entry of an archive is not collected; "" if it is."""
    if path.is_absolute() or ".." in path.parts or ":" in entry.filename.partition("/")[0][:2]:
        return "its path leads out of the archive"
    if stat.S_ISLNK(entry.external_attr >> 16):
        return "it is a link, and links are not followed"
    if entry.flag_bits & 0x1:
        return "it is encrypted"
    if entry.file_size > LARGEST:
        return f"it has {entry.file_size // 2**20} MB; at most {LARGEST // 2**20} MB are collected"
    return ""


def _read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Read an entry, and no more than it says that it has."""
    try:
        with archive.open(entry) as reader:
            content = reader.read(min(entry.file_size, LARGEST) + 1)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError) as error:
        raise OSError(f"it is damaged ({error})") from error
    if len(content) > entry.file_size:
        raise OSError("it is larger than the archive says")
    return content


def _is_junk(path: PurePosixPath) -> bool:
    parts = [part.casefold() for part in path.parts]
    return any(part in JUNK or part.startswith(".") for part in parts if part not in (".", "..")) or parts[-1:][0].endswith(
        JUNK_ENDINGS
    )
