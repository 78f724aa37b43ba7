"""Change it: the documents of the repository, and the sheets of the laboratory sessions, with links for the site."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from fewidgets.authoring.addresses import repository_address
from generate.pages import ROOT, write_pages

#: The page of each document, by its path in the repository.
PAGES = {
    "CONTRIBUTING.md": "change/contributing.md",
    "ARCHITECTURE.md": "change/architecture.md",
    "ACCESSIBILITY.md": "change/accessibility.md",
    "CHANGELOG.md": "change/changelog.md",
    "SOURCES.md": "change/sources.md",
    "CODE_OF_CONDUCT.md": "change/code_of_conduct.md",
    "SECURITY.md": "change/security.md",
    "GOVERNANCE.md": "change/governance.md",
}
PAGES |= {path.relative_to(ROOT).as_posix(): f"teach/labs/{path.name}" for path in ROOT.glob("notebooks/labs/*.md")}

_LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?(?=\))")


def write_documents(docs: Path) -> None:
    """Write the documents below ``docs``."""
    pages = {}
    for source, page in PAGES.items():
        if (ROOT / source).is_file():
            text = (ROOT / source).read_text(encoding="utf-8")
            pages[docs / page] = _LINK.sub(partial(_link, source, page), text)
    write_pages(pages)


def _link(source: str, page: str, link: re.Match[str]) -> str:
    target = normpath(str(PurePosixPath(source).parent / link[1]))
    anchor = link[2] or ""
    here = str(PurePosixPath(page).parent)
    if target in PAGES:
        return relpath(PAGES[target], here) + anchor
    if target.startswith("docs/"):
        return relpath(target.removeprefix("docs/"), here) + anchor
    if target.startswith("notebooks/") and target.endswith(".ipynb") and "/graded/" not in target and "/source/" not in target:
        return relpath(target.replace("notebooks/", "learn/", 1).replace("learn/index.ipynb", "learn/index.md"), here) + anchor
    kind = "tree" if (ROOT / target).is_dir() else "blob"
    return f"{repository_address(ROOT)}/{kind}/main/{target}{anchor}"
