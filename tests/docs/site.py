"""The site as it is built: its pages, and the links between them."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[2]
#: Pages that send the browser to another one at once.
MOVED = 'http-equiv="refresh"'
#: Pages that nobody wrote: the index of names, and the source texts.
GENERATED = ("_modules/", "genindex", "py-modindex", "search.html", "404")

_LINK = re.compile(r'<(?:a|img|script|link|source)\b[^>]*?\b(?:href|src|srcset)="([^"]*)"')
_ANCHOR = re.compile(r'\bid="([^"]+)"')


class Site:
    """A folder with pages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    @cached_property
    def pages(self) -> dict[str, str]:
        """The text of each page by its path, without those that lead somewhere else."""
        paths = [path for path in sorted(self.folder.rglob("*.html")) if "_static" not in path.parts]
        texts = {path.relative_to(self.folder).as_posix(): path.read_text("utf-8") for path in paths}
        return {name: text for name, text in texts.items() if MOVED not in text}

    @cached_property
    def anchors(self) -> dict[str, set[str]]:
        return {name: set(map(html.unescape, _ANCHOR.findall(text))) for name, text in self.pages.items()}

    @property
    def documents(self) -> list[str]:
        return [name for name in self.pages if not name.startswith(GENERATED)]

    def broken_links(self) -> list[str]:
        """Return each link to a page, a file or an anchor of the site that is not there, with the page that has it."""
        links = {(name, html.unescape(link)) for name, text in self.pages.items() for link in _LINK.findall(text)}
        return [f"{name}: {link}" for name, link in sorted(links) if not self._leads_somewhere(name, link)]

    def _leads_somewhere(self, name: str, link: str) -> bool:
        place = urlsplit(link)
        if place.scheme or place.netloc or link in ("", "#"):
            return True
        target = self.folder / name
        if place.path.startswith("/"):  # as in the page for errors, which is shown at any address
            target = self.folder / place.path.split("/", 2)[2]
        elif place.path:
            target = (target.parent / unquote(place.path)).resolve()
        if target.is_dir():
            target /= "index.html"
        if not target.is_file():
            return False
        known = self.anchors.get(target.relative_to(self.folder).as_posix())
        return not place.fragment or known is None or unquote(place.fragment) in known


def build(source: Path, target: Path) -> None:
    """Build a site as `nox -s docs` does: a warning is an error."""
    steps = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-d", target / "doctrees"]
    done = subprocess.run([*steps, source, target / "html"], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
