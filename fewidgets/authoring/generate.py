"""Everything in the repository that is generated from something else, in one place.

A class holds the facts about an explorable; `pyproject.toml` holds the repository's address. ``fewidgets gallery`` writes what
follows from them, and a test compares.
"""

from __future__ import annotations

from pathlib import Path

from fewidgets.authoring.addresses import renew
from fewidgets.authoring.tables import stale_files
from fewidgets.files import write_atomically


def write_generated(root: str | Path) -> list[Path]:
    """Write each generated file that is stale.

    Parameters
    ----------
    root : path
        The checkout, the folder with ``pyproject.toml``.

    Returns
    -------
    list of Path
        The files that changed.

    Raises
    ------
    FileNotFoundError
        If `root` is not a checkout of fewidgets.
    """
    root = Path(root)
    if not (root / "notebooks" / "index.ipynb").is_file():
        raise FileNotFoundError(f"{root} must be a checkout of fewidgets; notebooks/index.ipynb was not found in it")
    renewed = [root / file for file in renew(root)]
    stale = stale_files(root)
    for path, text in stale.items():
        write_atomically(path, text.encode())
    return list(dict.fromkeys([*renewed, *stale]))
