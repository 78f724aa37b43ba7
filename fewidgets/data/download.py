"""Find a data file on this machine, or download it once; never hand out bytes whose checksum is wrong.

The order is: the folder that the environment variable ``FEWIDGETS_DATA`` names, then the cache
(``pooch.os_cache("fewidgets")``), then the network.
"""

from __future__ import annotations

import hashlib
import logging
import os
from importlib.util import find_spec
from pathlib import Path

from fewidgets.data.registry import REMOTE, SHIPPED, RemoteFile, require_name

#: Environment variable naming a folder of data files that is looked in first.
DATA_VARIABLE = "FEWIDGETS_DATA"

#: Seconds to wait for a connection, and for the next bytes, before a download is given up.
TIMEOUT = (5, 30)


class FetchError(OSError):
    """A data file is not on this machine and could not be downloaded; the message says how to get it by hand."""


class ChecksumError(FetchError):
    """A data file is there, but its bytes are not the ones the lessons were written with."""


def is_available(name: str) -> bool:
    """Say whether a data set can be loaded here and now, without the network.

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
        If there is no data set of that name.
    """
    if require_name(name) in SHIPPED:
        return find_spec(SHIPPED[name]) is not None
    try:
        return all(
            _in_data_folder(name, file) is not None or _matches(cache_folder() / file.filename, file) for file in REMOTE[name]
        )
    except FetchError:
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
        Files whose SHA-256 has been checked just now.

    Raises
    ------
    ValueError
        If there is no such data set, or it comes inside a package and so has no file of ours.
    ChecksumError
        If a file in ``FEWIDGETS_DATA``, or what the network sent, has other bytes.
    FetchError
        If a file is not here and cannot be downloaded, or ``FEWIDGETS_DATA`` does not name a folder.
    """
    if require_name(name) in SHIPPED:
        raise ValueError(f"name is {name!r}, which comes with the package {SHIPPED[name]}; nothing is downloaded for it")
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
        A file whose SHA-256 has been checked just now.

    Raises
    ------
    ValueError
        If there is no such data set, it comes inside a package and so has no file of ours, or it has several files.
    ChecksumError, FetchError
        As ``local_paths``.
    """
    if (files := len(REMOTE.get(name, ()))) > 1:
        raise ValueError(f"name is {name!r}, which has {files} files; use local_paths")
    return local_paths(name)[0]


def cache_folder() -> Path:
    """Return the folder in which downloaded files are kept."""
    import pooch

    return Path(pooch.os_cache("fewidgets"))


def how_to_get(name: str) -> str:
    """Say in one paragraph how to put a downloaded data set's files in place by hand."""
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
    cached = cache_folder() / file.filename
    if _matches(cached, file):
        return cached
    return _download(name, file)


def _in_data_folder(name: str, file: RemoteFile) -> Path | None:
    """Return the file in ``FEWIDGETS_DATA``, or None if the variable is unset or the folder does not have it."""
    value = os.environ.get(DATA_VARIABLE, "")
    if not value:
        return None
    folder = Path(value).expanduser()
    if not folder.is_dir():
        raise FetchError(f"{DATA_VARIABLE} is {value!r}, which is not a folder; name a folder of data files or unset it")
    path = folder / file.filename
    if not path.is_file():
        return None
    found = _sha256(path)
    if found != file.sha256:
        raise ChecksumError(
            f"{path} (from {DATA_VARIABLE}) is not the {name} file: its SHA-256 is {found}, wanted {file.sha256}. "
            f"Replace or remove it. {how_to_get(name)}"
        )
    return path


def _matches(path: Path, file: RemoteFile) -> bool:
    return path.is_file() and _sha256(path) == file.sha256


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _download(name: str, file: RemoteFile) -> Path:
    """Download into the cache with a progress bar (where tqdm is installed), checking what arrived."""
    import pooch

    logger = pooch.get_logger()
    level = logger.level
    logger.setLevel(logging.WARNING)  # the progress bar says enough
    try:
        path = pooch.retrieve(
            file.url,
            known_hash=f"sha256:{file.sha256}",
            fname=file.filename,
            path=cache_folder(),
            downloader=pooch.HTTPDownloader(progressbar=find_spec("tqdm") is not None, timeout=TIMEOUT),
        )
    except OSError as error:
        raise FetchError(
            f"the {name} data are not on this machine and could not be downloaded ({type(error).__name__}). {how_to_get(name)}"
        ) from error
    except ValueError as error:  # pooch's word for a wrong checksum
        raise ChecksumError(
            f"the {name} data were downloaded, but their SHA-256 is not {file.sha256}, so they were thrown away "
            f"(a proxy or a login page may have answered instead). {how_to_get(name)}"
        ) from error
    finally:
        logger.setLevel(level)
    return Path(path)
