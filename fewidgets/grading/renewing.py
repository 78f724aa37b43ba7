"""Write a file only where its contents change, so that its date says when they did."""

from __future__ import annotations

from pathlib import Path

from fewidgets.files import write_atomically


def renew(path: Path, content: bytes) -> bool:
    """Bring a file to its new contents, atomically.

    Parameters
    ----------
    path : Path
        The file; its folder must exist.
    content : bytes
        All of it.

    Returns
    -------
    bool
        Whether it was written: False if it had these contents already.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    try:
        if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
            return False
    except OSError:
        pass  # what cannot be read is written anew
    write_atomically(path, content)
    return True
