"""A lesson without what running it has added: outputs, counts, widget state and an editor's marks."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

#: What running, saving or looking at a notebook writes into the metadata of a cell. Anything else there is somebody's work.
CELL_TRACES = frozenset(
    ("ExecuteTime", "colab", "collapsed", "execution", "id", "jupyter", "outputId", "scrolled", "trusted", "vscode")
)

#: The same for the metadata of a notebook.
NOTEBOOK_TRACES = frozenset(("colab", "kernelspec", "language_info", "signature", "toc", "vscode", "widgets"))


@dataclass(frozen=True)
class Version:
    """One version of a file."""

    content: bytes

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @cached_property
    def text(self) -> str | None:
        """Digest of the text, see `text_digest`."""
        return text_digest(self.content)


def as_delivered(path: Path) -> Version:
    """Return a file of the lessons as students receive it."""
    content = path.read_bytes()
    return Version(without_outputs(content) if path.suffix == ".ipynb" else content)


def without_outputs(content: bytes) -> bytes:
    """Return a lesson as it is delivered: without outputs, execution counts and widget state."""
    notebook = _parsed(content)
    if notebook is None:
        return content
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["execution_count"], cell["outputs"] = None, []
    metadata = notebook.get("metadata")
    if isinstance(metadata, dict):
        metadata.pop("widgets", None)
    return (json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def text_digest(content: bytes) -> str | None:
    """Return a digest of the cells of a notebook, with attachments and tags."""
    notebook = _parsed(content)
    if notebook is None:
        return None
    said: list[Any] = [_kept(notebook.get("metadata"), NOTEBOOK_TRACES)]
    for cell in notebook["cells"]:
        source = cell.get("source", "")
        text = source if isinstance(source, str) else "".join(source)
        said.append(
            [cell["cell_type"], text.rstrip("\n"), cell.get("attachments") or {}, _kept(cell.get("metadata"), CELL_TRACES)]
        )
    return "text:" + hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _kept(metadata: Any, traces: frozenset[str]) -> dict[str, Any]:
    """Return the metadata that are somebody's work. Empty entries, such as no tags, are none."""
    if not isinstance(metadata, dict):
        return {}
    return {key: value for key, value in metadata.items() if key not in traces and value not in (None, [], {})}


def _parsed(content: bytes) -> dict[str, Any] | None:
    """Return a notebook of nbformat 4; None if it is something else or damaged."""
    try:
        notebook = json.loads(content.decode())
        cells = notebook["cells"]
        sound = notebook["nbformat"] == 4 and all(
            cell["cell_type"] in ("code", "markdown", "raw") and _is_text(cell.get("source", "")) for cell in cells
        )
        json.dumps(notebook, ensure_ascii=False).encode()  # half a character cannot be written again
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return notebook if sound and isinstance(cells, list) else None


def _is_text(source: Any) -> bool:
    return isinstance(source, str) or (isinstance(source, list) and all(isinstance(line, str) for line in source))
