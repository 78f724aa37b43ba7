"""Find a data file in the folder that ``FEWIDGETS_DATA`` names, else in the cache, else download it once."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from fewidgets.data.registry import REMOTE, SHIPPED, RemoteFile, require_name

#: Environment variable that names a folder of data files, which is searched first.
DATA_VARIABLE = "FEWIDGETS_DATA"


class FetchError(OSError):
    """A data file is not on this machine and could not be downloaded; the message says how to get it by hand."""


class ChecksumError(FetchError):
    """A data file was found, but its content differs from the file that the lessons were written with."""


def is_available(name: str) -> bool:
    """Return whether a data set, such as ``"boston"`` or ``"student_debt"``, can be loaded without the network.

    Raises
    ------
    ValueError
        If no data set has this name; ``dataset_names()`` lists them.
    """
    if require_name(name) in SHIPPED:
        return find_spec(SHIPPED[name]) is not None
    try:
        return all(_in_data_folder(name, file) or _is_right(cache_folder() / file.filename, file) for file in REMOTE[name])
    except OSError:  # a FetchError, or a file that cannot be read
        return False


def local_paths(name: str) -> tuple[Path, ...]:
    """Return the paths of a downloaded data set's files, with the right checksums; download what is not here yet."""
    if require_name(name) in SHIPPED:
        raise ValueError(f"name must be a downloaded data set; {name!r} is part of the package {SHIPPED[name]}")
    import pooch

    try:
        return tuple(
            _in_data_folder(name, file)
            or Path(pooch.retrieve(file.url, f"sha256:{file.sha256}", fname=file.filename, path=cache_folder()))
            for file in REMOTE[name]
        )
    except FetchError:
        raise
    except ValueError as error:  # pooch found another checksum
        raise ChecksumError(
            f"The {name} data were downloaded, but their SHA-256 is wrong. A proxy or a login page may have answered instead. "
            f"{_how_to_get(name)}"
        ) from error
    except OSError as error:  # of the disk or of the network
        reason = error.strerror or str(error)[:200]
        raise FetchError(
            f"The {name} data are not on this machine and could not be downloaded: {reason}. {_how_to_get(name)}"
        ) from error


def cache_folder() -> Path:
    """Return the folder in which downloaded files are kept."""
    import pooch

    return Path(pooch.os_cache("fewidgets"))


def _in_data_folder(name: str, file: RemoteFile) -> Path | None:
    """Return the file in ``FEWIDGETS_DATA``, or None if the variable is unset or the folder does not have it."""
    value = os.environ.get(DATA_VARIABLE, "")
    if not value:
        return None
    folder = Path(os.path.expanduser(value))
    if not os.path.isdir(folder):
        raise FetchError(
            f"{DATA_VARIABLE} is {value[:200]!r}, which is not a folder. Name a folder of data files or unset it."
        )
    path = folder / file.filename
    if not os.path.isfile(path):
        return None
    if not _is_right(path, file):
        raise ChecksumError(f"{path} (from {DATA_VARIABLE}) is not the {name} file: its SHA-256 is wrong. {_how_to_get(name)}")
    return path


def _is_right(path: Path, file: RemoteFile) -> bool:
    import pooch

    return path.is_file() and pooch.file_hash(str(path)) == file.sha256


def _how_to_get(name: str) -> str:
    files = REMOTE[name]
    it = "it" if len(files) == 1 else "them"
    if sys.platform == "emscripten":  # Python in a browser: only a page that allows it can be read, and nothing is kept
        each = " and ".join(f"{file.url} as {file.filename}" for file in files)
        return (
            f"To get {it} by hand, save {each}. Upload {it} into the folder of this notebook with the button Upload Files. "
            f"Then run %env {DATA_VARIABLE}=. first."
        )
    each = ", and ".join(f"{file.url}, saved as {file.filename} (SHA-256 {file.sha256})" for file in files)
    return (
        f"To get {it} by hand, open on a machine with internet {each}, and put {it} into {cache_folder()}, or into any "
        f"folder that the environment variable {DATA_VARIABLE} names."
    )
