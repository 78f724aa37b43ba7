"""The repository's address (``pyproject.toml``) and the version (``fewidgets/__init__.py``), wherever files repeat them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import fewidgets

#: The address of a repository on GitHub, without ``.git`` at the end.
GITHUB = r"https://github\.com/[\w.-]+/[\w.-]+(?<!\.git)"

_PAGES = (rf"{GITHUB}(?=/(?:actions|blob|discussions|issues|pulls|tree)\b)", rf"(?<=git clone ){GITHUB}")

#: For each file, what surrounds the address in it. Links to other repositories do not match.
ADDRESSES = {
    "pyproject.toml": (rf'(?<=^Issues = "){GITHUB}(?=/)', rf'(?<=^Changelog = "){GITHUB}(?=/)'),
    "README.md": _PAGES,
    "CONTRIBUTING.md": _PAGES,
    "CHANGELOG.md": (rf"{GITHUB}(?=/(?:compare|commits|releases|tree)\b)",),
    "docs/teach/graded_set.md": _PAGES,
    "docs/teach/grading.md": _PAGES,
    "docs/teach/isolation.md": _PAGES,
    "CITATION.cff": (rf'(?<=^repository-code: "){GITHUB}',),
    ".github/ISSUE_TEMPLATE/config.yml": (rf"(?<=url: ){GITHUB}(?=/)",),
}
_BINDER = r"(?<=https://mybinder\.org/v2/gh/)[\w.-]+/[\w.-]+(?=/)"
_VERSION = r'(?<=^version: ")[^"]+'


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
    """Return the files whose address or version is out of date, with the right text."""
    address = repository_address(root)
    stale = {}
    for file, patterns in ADDRESSES.items():
        path = root / file
        if not path.exists():
            continue
        text = renewed = path.read_text(encoding="utf-8")
        values = dict.fromkeys(patterns, address)
        if file == "README.md":
            values[_BINDER] = _slug(address)
        if file == "CITATION.cff":
            values[_VERSION] = fewidgets.__version__
        for pattern, value in values.items():
            renewed = re.sub(pattern, value, renewed, flags=re.MULTILINE)
        if renewed != text:
            stale[file] = renewed
    return stale


def _slug(address: str) -> str:
    return address.removeprefix("https://github.com/")
