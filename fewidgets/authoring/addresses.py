"""The repository's address and the version, wherever files repeat them.

The address is in one line of ``pyproject.toml`` (``Source``, under ``[project.urls]``), the version in one line of
``fewidgets/__init__.py``. README, changelog, citation and issue forms repeat them. After a change of either line, for
example in a fork, run ``fewidgets addresses`` in the folder of the repository. It renews all other places.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import fewidgets

#: The address of a repository on GitHub, without ``.git`` at the end.
GITHUB = r"https://github\.com/[\w.-]+/[\w.-]+(?<!\.git)"

#: For each file, what surrounds the address in it. Links to other repositories do not match.
ADDRESSES = {
    "pyproject.toml": (rf'(?<=^Issues = "){GITHUB}(?=/)', rf'(?<=^Changelog = "){GITHUB}(?=/)'),
    "README.md": (rf"{GITHUB}(?=/(?:actions|blob|discussions|issues|pulls|tree)\b)", rf"(?<=git clone ){GITHUB}"),
    "CONTRIBUTING.md": (rf"{GITHUB}(?=/(?:actions|blob|discussions|issues|pulls|tree)\b)", rf"(?<=git clone ){GITHUB}"),
    "CHANGELOG.md": (rf"{GITHUB}(?=/(?:compare|commits|releases|tree)\b)",),
    "CITATION.cff": (rf'(?<=^repository-code: "){GITHUB}',),
    ".github/ISSUE_TEMPLATE/config.yml": (rf"(?<=url: ){GITHUB}(?=/)",),
}
BINDER = {"README.md": (r"(?<=https://mybinder\.org/v2/gh/)[\w.-]+/[\w.-]+(?=/)",)}
VERSIONS = {"CITATION.cff": (r'(?<=^version: ")[^"]+',)}

__all__ = ["binder_link", "renew", "repository_address", "stale_files"]


def repository_address(root: Path) -> str:
    """Return the repository's address from ``pyproject.toml``.

    Parameters
    ----------
    root : Path
        The folder of the repository.

    Returns
    -------
    str
        Such as ``"https://github.com/fewidgets/fewidgets"``.

    Raises
    ------
    ValueError
        If the address is not that of a repository on GitHub; Binder links need one.
    """
    address = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
    if not re.fullmatch(GITHUB, address):
        raise ValueError(
            f"Source in pyproject.toml must be an address such as https://github.com/fewidgets/fewidgets; got {address!r}"
        )
    return address


def binder_link(address: str, lesson: str) -> str:
    """Return the address that opens a lesson on mybinder.org.

    Parameters
    ----------
    address : str
        The repository's address.
    lesson : str
        Path of the lesson inside ``notebooks/``, such as ``"9.6_boosting.ipynb"``.

    Examples
    --------
    >>> binder_link("https://github.com/fewidgets/fewidgets", "index.ipynb")
    'https://mybinder.org/v2/gh/fewidgets/fewidgets/main?urlpath=lab/tree/notebooks/index.ipynb'
    """
    return f"https://mybinder.org/v2/gh/{_slug(address)}/main?urlpath=lab/tree/notebooks/{lesson}"


def renew(root: Path) -> list[str]:
    """Write the address and the version into every file that repeats them.

    Parameters
    ----------
    root : Path
        The folder of the repository.

    Returns
    -------
    list of str
        The files that have changed.
    """
    stale = stale_files(root)
    for file, text in stale.items():
        (root / file).write_text(text, encoding="utf-8")
    return list(stale)


def stale_files(root: Path) -> dict[str, str]:
    """Return the files whose address or version is out of date, with the text they should have.

    Parameters
    ----------
    root : Path
        The folder of the repository.

    Returns
    -------
    dict of str to str
        The renewed text of each such file, by its path; empty if all are up to date.
    """
    address = repository_address(root)
    stale = {}
    for file in ADDRESSES:
        path = root / file
        if not path.exists():
            continue
        text = renewed = path.read_text(encoding="utf-8")
        for places, value in ((ADDRESSES, address), (BINDER, _slug(address)), (VERSIONS, fewidgets.__version__)):
            for pattern in places.get(file, ()):
                renewed = re.sub(pattern, value, renewed, flags=re.MULTILINE)
        if renewed != text:
            stale[file] = renewed
    return stale


def _slug(address: str) -> str:
    return address.removeprefix("https://github.com/")
