"""The files of a folder or a zip archive, read into memory up to a limit and never extracted."""

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
from fewidgets.grading.collect.owners import attempt_time
from fewidgets.grading.errors import GradingError

#: Limits: the bytes of one file, the bytes of all files of an archive, and how many entries an archive may have.
LARGEST, LARGEST_TOGETHER, MOST = 256 * 2**20, 8 * 2**30, 50_000

#: Names of files and folders that systems, editors and fewidgets write, and that nobody hands in.
JUNK = {"__macosx", "thumbs.db", "desktop.ini", "__pycache__"}
JUNK_ENDING = ".predictions.jsonl"

#: What cannot be opened as an archive, or not be read in one.
_BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, EOFError, ValueError)

_LINK = "it is a link, and links are not followed"


@dataclass(frozen=True)
class HandedIn:
    path: PurePosixPath  # of a file of an archive in an archive: both paths
    modified: str
    read: Callable[[], bytes]  # raises OSError
    arrived: str  # of a student's own archive: the time of the archive
    clock: str  # a key of `fewidgets.grading.course.deadlines.CALLED`


@dataclass(frozen=True)
class Refused:
    path: PurePosixPath
    why: str  # second half of a sentence that begins with the path and a colon


#: The time of an archive that was handed in, and its clock.
Arrival = tuple[str, str]


def handed_in(place: Path) -> Iterator[HandedIn | Refused]:
    """Give the files of a folder or of a zip archive, with those of the archives inside."""
    if place.is_dir():
        yield from _of_folder(place)
    elif place.is_file():
        yield from _of_archive(place, PurePosixPath())
    else:
        raise GradingError(f"{place} is neither a folder nor a file. Name the folder or the zip archive with the submissions")


def _of_folder(folder: Path) -> Iterator[HandedIn | Refused]:
    for here, folders, files in os.walk(folder):
        inside = PurePosixPath(Path(here).relative_to(folder).as_posix())
        links = [name for name in folders if os.path.islink(os.path.join(here, name))]
        folders[:] = sorted(name for name in folders if not _is_junk(PurePosixPath(name)))
        for name in sorted(links + files):
            file, path = Path(here) / name, inside / name
            if _is_junk(PurePosixPath(name)):
                continue
            try:
                about = file.lstat()
            except OSError as error:
                yield Refused(path, str(error.strerror))
                continue
            if not stat.S_ISREG(about.st_mode):
                yield Refused(path, _LINK if stat.S_ISLNK(about.st_mode) else "it is not a file")
                continue
            when = local_time(about.st_mtime)
            arrival = _arrival(path, when, "file")
            if path.suffix.casefold() == ".zip":
                yield from _of_archive(file, path, arrival)
            else:
                yield HandedIn(path, when, partial(read_file, file), *arrival)


def local_time(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(seconds))


def _arrival(path: PurePosixPath, time: str, clock: str) -> Arrival:
    named = attempt_time(path)
    return (named, "file name") if named else (time, clock)


def read_file(path: Path) -> bytes:
    with open_regular(path) as file:
        return file.read(LARGEST)


def _of_archive(
    file: Path | io.BytesIO, inside: PurePosixPath, arrival: Arrival | None = None, depth: int = 0
) -> Iterator[HandedIn | Refused]:
    """Give the files of an archive; a damaged archive inside another one is a file like others."""
    try:
        archive = zipfile.ZipFile(file)
    except (*_BROKEN, OSError) as error:
        if arrival is None:
            raise GradingError(f"{file} is not a zip archive, or it is damaged ({error})") from error
        # It may be what somebody handed in, so it is collected like any file, and ends as a row.
        read = file.getvalue if isinstance(file, io.BytesIO) else partial(read_file, file)
        yield HandedIn(inside, arrival[0], read, *arrival)
        return
    with archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        if len(entries) <= MOST:
            yield from _entries(archive, entries, inside, arrival, depth)
            return
        many = f"has {len(entries)} files; at most {MOST} are collected"
        if arrival is None:
            raise GradingError(f"the archive {many}")
        yield Refused(inside, f"it {many}")


def _entries(
    archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], inside: PurePosixPath, outer: Arrival | None, depth: int
) -> Iterator[HandedIn | Refused]:
    together = 0
    for entry in entries:
        path = PurePosixPath(entry.filename.replace("\\", "/"))
        if _is_junk(path):
            continue
        fault = _entry_fault(entry, path)
        if not fault and together + entry.file_size > LARGEST_TOGETHER:
            fault = f"with it, the files would have more than {LARGEST_TOGETHER // 2**30} GB"
        read, content = partial(_read_entry, archive, entry), b""
        nested = not fault and path.suffix.casefold() == ".zip" and depth < 2
        if nested:
            try:
                content = read()
            except OSError as error:
                fault = str(error)
        if fault:
            within = (part for part in path.parts if part not in ("/", ".."))  # nothing that leads out of the archive
            yield Refused(inside.joinpath(*within), fault)
            continue
        together += entry.file_size
        when = "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}".format(*entry.date_time)
        arrival = outer or _arrival(inside / path, when, "zip entry")
        if nested:
            yield from _of_archive(io.BytesIO(content), inside / path, arrival, depth + 1)
        else:
            yield HandedIn(inside / path, when, read, *arrival)


def _entry_fault(entry: zipfile.ZipInfo, path: PurePosixPath) -> str:
    """Say why an entry of an archive is not collected; "" if it is."""
    if path.is_absolute() or ".." in path.parts or ":" in entry.filename.partition("/")[0][:2]:
        return "its path leads out of the archive"
    if stat.S_ISLNK(entry.external_attr >> 16):
        return _LINK
    if entry.flag_bits & 0x1:
        return "it is encrypted"
    if entry.file_size > LARGEST:
        return f"it has {entry.file_size // 2**20} MB; at most {LARGEST // 2**20} MB are collected"
    return ""


def _read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Read an entry, and no more than it says that it has."""
    try:
        with archive.open(entry) as reader:
            content = reader.read(entry.file_size + 1)
    except _BROKEN as error:
        raise OSError(f"it is damaged ({error})") from error
    if len(content) > entry.file_size:
        raise OSError("it is larger than the archive says")
    return content


def _is_junk(path: PurePosixPath) -> bool:
    parts = [part.casefold() for part in path.parts if part != ".."]
    return path.name.casefold().endswith(JUNK_ENDING) or any(part in JUNK or part.startswith(".") for part in parts)
