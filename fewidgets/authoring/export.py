from __future__ import annotations

from pathlib import Path

from fewidgets.authoring.lesson_markdown import require_packages
from fewidgets.authoring.lesson_page import lesson_html
from fewidgets.authoring.notebook_format import StoreError, canonical_text, read_notebook
from fewidgets.authoring.run_with_widgets import run_with_widgets, with_saved_models
from fewidgets.files import require_target, write_atomically
from fewidgets.scene.page.budget import BUDGET


def export_lesson(path: Path, target: Path, *, run: bool = True, force: bool = False, budget: int = BUDGET) -> Path:
    """Write a notebook as an HTML file with live explorables, whose answers have ``budget`` bytes together."""
    if target.resolve() == path.resolve():
        raise StoreError(f"{target} is the notebook itself. Name another file with --output")
    require_target(target, force)
    require_packages()
    saved = read_notebook(path)
    canonical_text(saved, str(path))  # refuse a file that is not a notebook before anything runs
    notebook = run_with_widgets(path, budget) if run else with_saved_models(saved)
    text = lesson_html(notebook, path.resolve().parent, name=path.name, pages=target.absolute().parent)
    write_atomically(target, text.encode())
    return target
