from __future__ import annotations

from pathlib import Path

from fewidgets.authoring.lesson_markdown import require_packages
from fewidgets.authoring.lesson_page import lesson_html
from fewidgets.authoring.notebook_format import StoreError, canonical_text, read_notebook
from fewidgets.authoring.run_with_widgets import run_with_widgets, with_saved_models
from fewidgets.files import write_atomically


def export_lesson(path: Path, target: Path, *, run: bool = True, force: bool = False) -> Path:
    """Write a notebook as an HTML file with live explorables, which needs neither a kernel nor a network."""
    if target.is_dir():
        raise StoreError(f"the output must be a file; got the folder {target}")
    if target.resolve() == path.resolve():
        raise StoreError(f"{target} is the notebook itself. Name another file with --output")
    if target.exists() and not force:
        raise StoreError(f"{target} exists. Replace it with --force, or name another file with --output")
    if not target.absolute().parent.is_dir():
        raise StoreError(f"there is no folder {target.parent}. Create it first, or name another one with --output")
    require_packages()
    saved = read_notebook(path)
    canonical_text(saved, str(path))  # refuse a file that is not a notebook before anything runs
    notebook = run_with_widgets(path) if run else with_saved_models(saved)
    text = lesson_html(notebook, path.resolve().parent, name=path.name, pages=target.absolute().parent)
    try:
        write_atomically(target, text.encode())
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror or error}") from error
    return target
