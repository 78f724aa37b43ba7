"""The repository's address (``pyproject.toml``) and the version (``fewidgets/__init__.py``), wherever files repeat them."""

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
    """Return the repository's address from ``pyproject.toml``."""
    address = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
    if not re.fullmatch(GITHUB, address):
        raise ValueError(
            f"Source in pyproject.toml must be an address such as https://github.com/fewidgets/fewidgets; got {address!r}"
        )
    return address


def binder_link(address: str, lesson: str) -> str:
    """Return the address that opens a lesson on mybinder.org."""
    return f"https://mybinder.org/v2/gh/{_slug(address)}/main?urlpath=lab/tree/notebooks/{lesson}"


def renew(root: Path) -> list[str]:
    """Write the address and the version into every file that repeats them."""
    stale = stale_files(root)
    for file, text in stale.items():
        (root / file).write_text(text, encoding="utf-8")
    return list(stale)


def stale_files(root: Path) -> dict[str, str]:
    """Return the files whose address or version is out of date, with the text they should have."""
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
