"""What the generated pages have in common."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from fewidgets.files import write_atomically

ROOT = Path(__file__).resolve().parents[2]


def write_pages(pages: Mapping[Path, str]) -> None:
    """Write the pages that are new. Sphinx reads again what was written again."""
    for path, text in pages.items():
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, text.encode())
