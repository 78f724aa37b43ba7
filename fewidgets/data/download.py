"""Find a data file on this machine, or download it once. A file with a wrong checksum is never used.

The order is: the folder that the environment variable ``FEWIDGETS_DATA`` names, then the cache
(``pooch.os_cache("fewidgets")``), then the network.
"""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import re
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

from fewidgets.data.receive import Patience, ReceiveError, WrongFileError, receive
from fewidgets.data.registry import REMOTE, SHIPPED, RemoteFile, require_name

#: Environment variable that names a folder of data files, which is searched first.
DATA_VARIABLE = "FEWIDGETS_DATA"

#: How long to wait for a download.
PATIENCE = Patience()

#: Seconds after which an unfinished download in the cache must belong to a process that was killed.
ABANDONED_AFTER = 3600

# Pooch's logger is shared by the whole process, and a file need not be downloaded twice.
_ONE_AT_A_TIME = threading.Lock()


class FetchError(OSError):
    """A data file is not on this machine and could not be downloaded; the message says how to get it by hand."""


class ChecksumError(FetchError):
    """A data file was found, but its content differs from the file that the lessons were written with."""


def is_available(name: str) -> bool:
    """Return whether a data set can be loaded without the network.

    Parameters
    ----------
    name : str
        One of ``fewidgets.data.dataset_names()``, such as ``"credit"`` or ``"boston"``.

    Returns
    -------
    bool
        For a downloaded set: its file is in ``FEWIDGETS_DATA`` or in the cache, with the right checksum. For a set
        that comes inside another package: that package is installed.

    Raises
    ------
    ValueError
        If no data set has this name.
    """
    if require_name(name) in SHIPPED:
        return find_spec(SHIPPED[name]) is not None
    try:
        return all(_in_data_folder(name, file) is not None or _matches(_cached(file), file) for file in REMOTE[name])
    except OSError:  # a FetchError, or a file that cannot be read
        return False


def local_paths(name: str) -> tuple[Path, ...]:
    """Return the paths of a downloaded data set's files, downloading what is not here yet.

    Parameters
    ----------
    name : str
        A data set that is downloaded, such as ``"credit"`` (one file) or ``"mnist_train"`` (images and labels).

    Returns
    -------
    tuple of Path
        Files whose SHA-256 has just been checked.

    Raises
    ------
    ValueError
        If no data set has this name, or the set is part of another package and has no file of its own.
    ChecksumError
        If a file in ``FEWIDGETS_DATA``, or the downloaded file, has a wrong checksum.
    FetchError
        If a file is not here and cannot be downloaded, or ``FEWIDGETS_DATA`` does not name a folder.
    """
    if require_name(name) in SHIPPED:
        raise ValueError(f"name must be a downloaded data set; {name!r} is part of the package {SHIPPED[name]}")
    return tuple(_local_path(name, file) for file in REMOTE[name])


def local_path(name: str) -> Path:
    """Return the path of a downloaded data set that is one file, downloading it if it is not here yet.

    Parameters
    ----------
    name : str
        A data set that is downloaded, such as ``"credit"`` or ``"spambase"``.

    Returns
    -------
    Path
        A file whose SHA-256 has just been checked.

    Raises
    ------
    ValueError
        If no data set has this name, the set is part of another package, or it has several files.
    ChecksumError, FetchError
        As ``local_paths``.
    """
    if (files := len(REMOTE.get(name, ()))) > 1:
        raise ValueError(f"name must be a data set of one file; {name!r} has {files}. Use local_paths")
    return local_paths(name)[0]


def cache_folder() -> Path:
    """Return the folder in which downloaded files are kept.

    Raises
    ------
    FetchError
        If it would be in the user's home folder, and there is none.
    """
    import pooch

    folder = Path(os.path.expanduser(pooch.os_cache("fewidgets")))
    if not folder.is_absolute():
        raise FetchError(
            f"The folder for downloaded data cannot be found, because this user has no home folder. Set {DATA_VARIABLE} to a "
            "folder that holds the data files, or HOME to a folder of yours."
        )
    return folder


def how_to_get(name: str) -> str:
    """Return instructions for downloading the files of a data set by hand."""
    each = ", and ".join(f"{file.url}, saved as {file.filename} (SHA-256 {file.sha256})" for file in REMOTE[name])
    it = "it" if len(REMOTE[name]) == 1 else "them"
    return (
        f"To get {it} by hand, open on a machine with internet {each}, and put {it} into {cache_folder()}, or into any "
        f"folder that the environment variable {DATA_VARIABLE} names."
    )


def _local_path(name: str, file: RemoteFile) -> Path:
    by_hand = _in_data_folder(name, file)
    if by_hand is not None:
        return by_hand
    with _errors_in_words(name, "read from"):
        if _matches(_cached(file), file):
            return _cached(file)
    with _ONE_AT_A_TIME, _errors_in_words(name, "saved in"):
        if not _matches(_cached(file), file):  # another thread may have downloaded it in the meantime
            _download(name, file)
    return _cached(file)


def _cached(file: RemoteFile) -> Path:
    return cache_folder() / file.filename


def _in_data_folder(name: str, file: RemoteFile) -> Path | None:
    """Return the file in ``FEWIDGETS_DATA``, or None if the variable is unset or the folder does not have it."""
    value = os.environ.get(DATA_VARIABLE, "")
    if not value:
        return None
    folder = Path(os.path.expanduser(value))
    if not os.path.isdir(folder):
        raise FetchError(
            f"{DATA_VARIABLE} is {_short(value)!r}, which is not a folder. Name a folder of data files or unset it."
        )
    path = folder / file.filename
    try:
        problem = _difference(path, file)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FetchError(f"{path} (from {DATA_VARIABLE}) cannot be read: {error.strerror or error}.") from error
    if problem:
        raise ChecksumError(f"{path} (from {DATA_VARIABLE}) is not the {name} file: {problem}. Replace it. {how_to_get(name)}")
    return path


def _matches(path: Path, file: RemoteFile) -> bool:
    try:
        return not _difference(path, file)
    except FileNotFoundError:
        return False


def _difference(path: Path, file: RemoteFile) -> str:
    """Return how a file on this machine differs from the expected one, or an empty text."""
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not a file")  # opening a named pipe would wait until another program writes to it
    if status.st_size != file.size:  # known without reading it
        return f"it has {status.st_size:,} bytes, expected {file.size:,}"
    with path.open("rb") as content:
        found = hashlib.file_digest(content, "sha256").hexdigest()
    return "" if found == file.sha256 else f"its SHA-256 is {found}, expected {file.sha256}"


def _download(name: str, file: RemoteFile) -> None:
    """Download a file into the cache, and check it. An incomplete or wrong file is removed."""
    import pooch

    logger = pooch.get_logger()
    level = logger.level
    logger.setLevel(logging.WARNING)  # `receive` reports the progress
    _remove_abandoned(cache_folder())
    try:
        pooch.retrieve(
            file.url,
            known_hash=f"sha256:{file.sha256}",
            fname=file.filename,
            path=cache_folder(),
            downloader=lambda url, path, _: _save(url, file.size, path),
        )
    except ReceiveError as error:
        raise FetchError(
            f"The {name} data are not on this machine and could not be downloaded: {error}. {how_to_get(name)}"
        ) from error
    except WrongFileError as error:
        raise ChecksumError(
            f"The {name} data could not be downloaded: {error}. A proxy or a login page may have answered instead. "
            f"{how_to_get(name)}"
        ) from error
    except ValueError as error:  # pooch found a wrong checksum
        raise ChecksumError(
            f"The {name} data were downloaded, but their SHA-256 is not {file.sha256}, so the file was deleted. "
            f"A proxy or a login page may have answered instead. {how_to_get(name)}"
        ) from error
    finally:
        logger.setLevel(level)


def _save(url: str, size: int, path: str) -> None:
    with open(path, "wb") as part:
        receive(url, size, part.write, PATIENCE)


@contextmanager
def _errors_in_words(name: str, action: str) -> Iterator[None]:
    """Turn an error of the file system into a FetchError that says what cannot be done with the cache, and why."""
    try:
        yield
    except FetchError:
        raise
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            needed = sum(file.size for file in REMOTE[name])
            problem = f"the disk is full. They need {needed:,} bytes"
        else:
            problem = error.strerror or str(error)
        raise FetchError(f"The {name} data cannot be {action} {cache_folder()}: {problem}. {how_to_get(name)}") from error


def _remove_abandoned(folder: Path) -> None:
    """Remove what pooch was writing when its process was killed: files named tmp and eight characters."""
    with suppress(OSError):
        for path in folder.iterdir():
            if re.fullmatch(r"tmp\w{8}", path.name) and path.is_file() and not path.is_symlink():
                with suppress(OSError):
                    if time.time() - path.stat().st_mtime > ABANDONED_AFTER:
                        path.unlink()


def _short(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:120]} … {text[-60:]}"
