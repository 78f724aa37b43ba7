"""The one form in which a lesson is stored, so that its numbers can be compared and its changes can be read.

``fewidgets run-notebooks`` writes it, and ``--check`` compares bytes. In it:

- a cell's id is a hash of what the cell says (with its number among cells that say the same), so only an edited cell gets a
new one;
- execution counts are left out;
- outputs are text, source text in colours, the still pictures of explorables and the questions of predictions; of an error
only its name and message are kept, pieces of one stream are joined, and memory addresses are blanked. They are recorded the
way nbval sees them;
- metadata holds no version, no timing and no trace of an editor; keys are sorted, the indent is 1, the last line ends.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fewidgets.files import open_regular, write_atomically

#: A notebook or a part of it, as it is stored.
Json = dict[str, Any]

#: Seconds a single cell may take while a lesson is stored.
CELL_TIMEOUT = 600

#: The environment variable that names the folder with the record of predictions.
FOLDER = "FEWIDGETS_PREDICTIONS"

#: What may stay in a cell's metadata; everything else is an editor's or a run's.
CELL_METADATA = ("deletable", "editable", "fewidgets", "nbgrader", "tags")

#: A tag ``needs-NAME`` says that the cell needs the data set NAME, which may have to be downloaded.
NEEDS = "needs-"

NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,16}\b")
_CELL_FILE = re.compile(r"[^\s\"']*ipykernel_\d+[/\\]\d+\.py")

#: The still picture of an explorable, as `fewidgets.scene.still.svg_picture.still_img` writes it.
_PICTURE = re.compile(r'<img alt="[^"]*" width="960" src="data:image/svg\+xml;base64,[A-Za-z0-9+/=]+">')

#: Source text, as `fewidgets.source` writes it.
_CODE = re.compile(r"```python\n.*\n```", re.DOTALL)

#: The question of a prediction and its options, as `Prediction` writes them for viewers without widgets.
_QUESTION = re.compile(r"<p><strong>Predict\.</strong>(?:[^<>]|</?(?:p|ul|li|strong)>)*</p>")


class StoreError(Exception):
    """A lesson has no canonical form; the message says which, where and why."""


def canonical_text(notebook: Json, name: str = "notebook") -> str:
    """Return the bytes-for-bytes canonical form of a notebook, without running it."""
    if not isinstance(notebook, dict) or notebook.get("nbformat") != 4 or not isinstance(notebook.get("cells"), list):
        raise StoreError(f"{name} is not a notebook of nbformat 4; open it in JupyterLab and save it once")
    seen: dict[str, int] = {}
    cells = []
    for number, cell in enumerate(notebook["cells"], 1):
        try:
            cells.append(_canonical_cell(cell, seen))
        except (AttributeError, KeyError, TypeError, UnicodeError) as error:
            raise StoreError(
                f"{name} is damaged: its cell {number} is not a valid cell ({type(error).__name__}: {error}). "
                "Open the notebook in JupyterLab, or take an earlier version"
            ) from error
    metadata = dict(NOTEBOOK_METADATA)
    own = notebook.get("metadata")
    if isinstance(own, dict) and "fewidgets" in own:
        metadata["fewidgets"] = own["fewidgets"]
    whole = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    try:
        text = json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
        text.encode()
    except RecursionError as error:
        raise StoreError(f"{name} cannot be stored: its metadata are nested too deeply") from error
    except UnicodeEncodeError as error:
        raise StoreError(f"{name} contains {text[error.start]!r}, which is half a character. Remove it") from error
    return text


def _canonical_cell(cell: Json, seen: dict[str, int]) -> Json:
    source = joined(cell.get("source", "")).rstrip("\n")
    kind = cell["cell_type"]
    stored: Json = {
        "cell_type": kind,
        "id": _cell_id(kind, source, seen),
        "metadata": _cell_metadata(cell.get("metadata", {})),
        "source": source.splitlines(keepends=True),
    }
    if cell.get("attachments"):
        stored["attachments"] = cell["attachments"]
    if kind == "code":
        stored["execution_count"] = None
        stored["outputs"] = _outputs(cell.get("outputs", []))
    return stored


def is_canonical(path: str | os.PathLike[str]) -> bool:
    path = Path(path)
    content = _read_bytes(path)
    return content == canonical_text(_parse(path, content), str(path)).encode()


def store(path: str | os.PathLike[str]) -> bool:
    """Run a lesson in a fresh kernel, and write it back in canonical form when every cell has run."""
    path = Path(path)
    notebook = read_notebook(path)
    canonical_text(notebook, str(path))  # refuse a file that is not a notebook before anything runs
    for name, reason in absent_data(notebook).items():
        raise StoreError(f"{path} cannot be run, a cell is tagged {NEEDS}{name}: {reason}")
    text = canonical_text(_run(path), str(path)).encode()
    if text == _read_bytes(path):
        return False
    try:
        write_atomically(path, text)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}") from error
    return True


def needed_data(tags: Iterable[str]) -> tuple[str, ...]:
    """Return the data sets that a cell's tags name: ``("student_debt",)`` for the tag ``needs-student_debt``."""
    return tuple(tag.removeprefix(NEEDS) for tag in tags if tag.startswith(NEEDS))


def read_notebook(path: Path) -> Json:
    return _parse(path, _read_bytes(path))


def _read_bytes(path: Path) -> bytes:
    try:
        with open_regular(path) as file:
            return file.read()
    except FileNotFoundError as error:
        raise StoreError(f"{path} does not exist") from error
    except (OSError, ValueError) as error:
        raise StoreError(f"{path} cannot be read as a notebook: {getattr(error, 'strerror', None) or error}") from error


def _parse(path: Path, content: bytes) -> Json:
    try:
        return json.loads(content.decode())
    except ValueError as error:
        raise StoreError(f"{path} cannot be read as a notebook: {error}") from error
    except RecursionError as error:
        raise StoreError(f"{path} cannot be read as a notebook: its brackets are nested too deeply") from error


def joined(lines: str | list[str]) -> str:
    """Return a text of a notebook, which may be stored as a list of lines."""
    return lines if isinstance(lines, str) else "".join(lines)


def _cell_id(kind: str, source: str, seen: dict[str, int]) -> str:
    """Hash a cell's source; equal cells get -2, -3, … in order."""
    base = hashlib.sha256(f"{kind}\n{source}".encode()).hexdigest()[:12]
    seen[base] = seen.get(base, 0) + 1
    return base if seen[base] == 1 else f"{base}-{seen[base]}"


def _cell_metadata(metadata: Json) -> Json:
    kept = {key: metadata[key] for key in CELL_METADATA if key in metadata}
    if "tags" in kept:
        if not all(isinstance(tag, str) for tag in kept["tags"]):
            raise TypeError("a tag must be a text")
        kept["tags"] = sorted(set(kept["tags"]))
        if not kept["tags"]:
            del kept["tags"]
    if metadata.get("jupyter", {}).get("source_hidden"):
        kept["jupyter"] = {"source_hidden": True}
    return kept


def _outputs(outputs: list[Json]) -> list[Json]:
    """Keep the text of a cell's outputs, a stream once, at its first place; and the pictures of explorables."""
    kept: list[Json] = []
    streams: dict[str, Json] = {}
    for output in outputs:
        kind = output["output_type"]
        if kind == "stream":
            name = output["name"]
            if name not in streams:
                streams[name] = {"name": name, "output_type": "stream", "text": ""}
                kept.append(streams[name])
            streams[name]["text"] += joined(output["text"])
        elif kind == "error":
            summary = _steady(f"{output['ename']}: {output['evalue']}")
            kept.append(
                {
                    "ename": output["ename"],
                    "evalue": _steady(output["evalue"]),
                    "output_type": "error",
                    "traceback": [summary],
                }
            )
        elif "text/plain" in output.get("data", {}):
            text = _steady(joined(output["data"]["text/plain"]))
            data = {"text/plain": text.splitlines(keepends=True)}
            html = joined(output["data"].get("text/html", ""))
            if _PICTURE.fullmatch(html) or _QUESTION.fullmatch(html):
                data["text/html"] = [html]
            markdown = joined(output["data"].get("text/markdown", ""))
            if _CODE.fullmatch(markdown):
                data["text/markdown"] = markdown.splitlines(keepends=True)
            result: Json = {
                "data": data,
                "metadata": {},
                "output_type": kind,
            }
            if kind == "execute_result":
                result["execution_count"] = None
            kept.append(result)
    for stream in streams.values():
        stream["text"] = _steady(stream["text"]).splitlines(keepends=True)
    return kept


def _steady(text: str) -> str:
    """Blank what differs between runs: memory addresses, and the kernel's names of cells."""
    return _CELL_FILE.sub("<cell>", _ADDRESS.sub("0x0", text))


def absent_data(notebook: Json) -> dict[str, str]:
    """Fetch the data that tagged cells need before a kernel starts."""
    from fewidgets.data import FetchError, is_available
    from fewidgets.data.download import local_paths

    absent = {}
    tags = [tag for cell in notebook["cells"] for tag in cell.get("metadata", {}).get("tags", [])]
    for name in dict.fromkeys(needed_data(tags)):
        try:
            if not is_available(name):
                local_paths(name)
        except (FetchError, ValueError) as error:
            absent[name] = str(error)
    return absent


def _run(path: Path) -> Json:
    """Run a notebook and return it with its outputs, as plain JSON data."""
    try:
        import nbformat
        from nbclient import NotebookClient
    except ImportError as error:
        raise StoreError(
            'storing a lesson runs it, and needs nbclient, which is not installed: pip install "fewidgets[lab]"'
        ) from error

    class PlainClient(NotebookClient):
        """Records what nbval will see: no history, no widget that captures outputs, nothing cleared or updated."""

        def handle_comm_msg(self, outs: Any, msg: Any, cell_index: int) -> None:
            pass

        def clear_output(self, outs: Any, msg: Any, cell_index: int) -> None:
            pass

        def _update_display_id(self, display_id: str, msg: Any) -> None:
            pass

        async def async_execute_cell(self, *arguments: Any, **keywords: Any) -> Any:
            return await super().async_execute_cell(*arguments, **{**keywords, "store_history": False})

    try:
        notebook = nbformat.read(path, as_version=4)
    except (OSError, ValueError) as error:
        raise StoreError(f"{path} cannot be read as a notebook: {error}") from error
    return execute(PlainClient, notebook, path, "was not stored, it does not run to its end", store_widget_state=False)


def execute(
    client: Any, notebook: Any, path: Path, failure: str, *, env: Mapping[str, str] | None = None, **settings: Any
) -> Any:
    """Run a notebook in a fresh kernel; return it as plain JSON data.

    Predictions are not made yet, whatever their record says.
    """
    import nbformat
    from jupyter_client.kernelspec import NoSuchKernel
    from nbclient.exceptions import CellExecutionError, CellTimeoutError

    running = client(
        notebook,
        timeout=CELL_TIMEOUT,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(path.resolve().parent)}},
        **settings,
    )
    try:
        running.execute(env={**os.environ, **(env or {}), FOLDER: os.devnull})
    except (CellExecutionError, CellTimeoutError, NoSuchKernel, OSError, RuntimeError, ValueError) as error:
        raise StoreError(f"{path} {failure}:\n{error}") from error
    return json.loads(nbformat.writes(notebook))
