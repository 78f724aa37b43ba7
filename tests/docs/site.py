"""The site as it is built: its pages, and the links between them."""

from __future__ import annotations

import subprocess
import sys
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup

ROOT = Path(__file__).resolve().parents[2]
#: Pages that send the browser to another one at once.
MOVED = 'http-equiv="refresh"'


class Site:
    """A folder with pages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def pages(self) -> dict[str, BeautifulSoup]:
        """Each page by its path, without those that lead somewhere else."""
        paths = [path for path in sorted(self.folder.rglob("*.html")) if "_static" not in path.parts]
        texts = {path.relative_to(self.folder).as_posix(): path.read_text("utf-8") for path in paths}
        return {name: BeautifulSoup(text, "html.parser") for name, text in texts.items() if MOVED not in text}

    @property
    def documents(self) -> list[str]:
        """The pages that somebody wrote: neither the index of names nor the source texts."""
        generated = ("_modules/", "genindex", "py-modindex", "search.html", "404")
        return [name for name in self.pages if not name.startswith(generated)]

    def broken_links(self) -> list[str]:
        """Return each link to a page, a file or an anchor of the site that is not there, with the page that has it."""
        anchors = {name: {tag["id"] for tag in page.find_all(id=True)} for name, page in self.pages.items()}
        broken = []
        for name, page in self.pages.items():
            for tag in page.find_all(["a", "img", "script", "link", "source"]):
                link = tag.get("href") or tag.get("src") or tag.get("srcset") or ""
                place = urlsplit(link)
                if place.scheme or place.netloc or link in ("", "#"):
                    continue
                path = (self.folder / name).parent / unquote(place.path) if place.path else self.folder / name
                if name == "404.html":  # it is shown at any address, so its links begin at the root of the server
                    path = self.folder / unquote(place.path).removeprefix("/fewidgets/")
                target = path.resolve()
                found = target.is_file() or (target / "index.html").is_file()
                known = anchors.get(target.relative_to(self.folder.resolve()).as_posix()) if found else None
                if not found or (place.fragment and known is not None and unquote(place.fragment) not in known):
                    broken.append(f"{name}: {link}")
        return broken


def build(source: Path, target: Path) -> None:
    """Build a site as `nox -s docs` does: a warning is an error."""
    steps = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-d", target / "doctrees"]
    done = subprocess.run([*steps, source, target / "html"], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
