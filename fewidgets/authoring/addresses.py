"""What files repeat: the repository's address, the version, and the date of the version.

They stand in ``pyproject.toml``, ``fewidgets/__init__.py`` and ``CHANGELOG.md``. Links to Binder lead to the tag of the
version, so visitors get lessons that fit the package. The version changes only in the commit that is released. So from the
first release on, this tag exists, and it is the newest.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import fewidgets

#: The address of a repository on GitHub, without ``.git`` at the end.
GITHUB = r"https://github\.com/[\w.-]+/[\w.-]+(?<!\.git)"

_PAGES = (rf"{GITHUB}(?=/(?:actions|blob|discussions|issues|pulls|security|tree)\b)", rf"(?<=git clone ){GITHUB}")

#: For each file, what surrounds the address in it. Links to other repositories do not match.
ADDRESSES = {
    "pyproject.toml": (
        rf'(?<=^Issues = "){GITHUB}(?=/)',
        rf'(?<=^Changelog = "){GITHUB}(?=/)',
        rf"{GITHUB}(?=/(?:blob|raw)/v\$)",
    ),
    "README.md": _PAGES,
    "CODE_OF_CONDUCT.md": _PAGES,
    "CONTRIBUTING.md": _PAGES,
    "SECURITY.md": _PAGES,
    "paper/paper.md": (rf"(?<=<){GITHUB}(?=>)",),
    "CHANGELOG.md": (rf"{GITHUB}(?=/(?:compare|commits|releases|tree)\b)",),
    "fewidgets/site.py": (),
    "docs/teach/graded_set.md": _PAGES,
    "docs/teach/grading.md": _PAGES,
    "docs/teach/isolation.md": _PAGES,
    "CITATION.cff": (rf'(?<=^repository-code: "){GITHUB}',),
    ".github/ISSUE_TEMPLATE/config.yml": (rf"(?<=url: ){GITHUB}(?=/)",),
}
#: The site of the documentation, at its home or one of its sections.
_SITE = r'https://[\w-]+\.github\.io/[\w.-]+(?=/(?:[")]|learn/|gallery/|teach/|reference/|change/))'
_BINDER = r"(?<=https://mybinder\.org/v2/gh/)[\w.-]+/[\w.-]+/[\w.-]+(?=\?)"
_VERSION = r'^version: ".*"\n(?:date-released: .*\n)?'


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
    return f"https://mybinder.org/v2/gh/{_binder_place(address)}?urlpath=lab/tree/notebooks/{lesson}"


def site_of(address: str) -> str:
    """Return the address of the site of a repository."""
    owner, name = _slug(address).split("/")
    return f"https://{owner.lower()}.github.io/{name}"


def release_date(changelog: str) -> str | None:
    """Return the date of this version in the text of ``CHANGELOG.md``, or None before it is released."""
    dated = re.search(
        rf"^## \[{re.escape(fewidgets.__version__)}\] - (\d{{4}}-\d{{2}}-\d{{2}})$", changelog, flags=re.MULTILINE
    )
    return dated[1] if dated else None


def renew(root: Path) -> list[str]:
    """Write the address, the version and its date into every file that repeats them."""
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
        values = {**dict.fromkeys(patterns, address), _SITE: site_of(address), _BINDER: _binder_place(address)}
        if file == "CITATION.cff":
            date = release_date((root / "CHANGELOG.md").read_text(encoding="utf-8"))
            values[_VERSION] = f'version: "{fewidgets.__version__}"\n' + (f'date-released: "{date}"\n' if date else "")
        for pattern, value in values.items():
            renewed = re.sub(pattern, value, renewed, flags=re.MULTILINE)
        if renewed != text:
            stale[file] = renewed
    return stale


def _binder_place(address: str) -> str:
    return f"{_slug(address)}/v{fewidgets.__version__}"


def _slug(address: str) -> str:
    return address.removeprefix("https://github.com/")
