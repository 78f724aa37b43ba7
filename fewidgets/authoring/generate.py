"""Everything in the repository that ``fewidgets gallery`` generates."""

from __future__ import annotations

from importlib import reload
from pathlib import Path

import fewidgets
from fewidgets.authoring.addresses import renew
from fewidgets.authoring.glossary import stale_notebooks
from fewidgets.authoring.registry import REGISTRY, render_registry
from fewidgets.files import write_atomically


def write_generated(root: str | Path) -> list[Path]:
    """Write each generated file that is stale."""
    root = Path(root)
    if not (root / "notebooks" / "index.ipynb").is_file():
        raise FileNotFoundError(f"{root} must be a checkout of fewidgets; notebooks/index.ipynb was not found in it")
    written = [*(root / file for file in renew(root)), *_write_registry(root)]
    from fewidgets.authoring.tables import stale_files  # reads the classes, so the registry must be written before

    stale = stale_notebooks(root) | stale_files(root)
    for path, text in stale.items():
        write_atomically(path, text.encode())
    return list(dict.fromkeys([*written, *stale]))


def _write_registry(root: Path) -> list[Path]:
    """Write the registry of the explorables if it is stale, and read it again."""
    path = root / REGISTRY
    text = render_registry(root) if path.is_file() else ""
    if not text or path.read_text(encoding="utf-8") == text:
        return []
    write_atomically(path, text.encode())
    reload(fewidgets.explorables.registry)
    return [path]
