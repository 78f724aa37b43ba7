"""The hosts in which an explorable is shown here: how each is started, and one explorable opened in it.

Each host is a generator that yields a `Shown`. ``reload`` brings the page back as a person
finds it later; in JupyterLab the kernel has ended by then.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Locator, Page

from fewidgets.authoring.export import export_lesson
from tests.browser.jupyter import PATIENCE, Lab, free_port, listen, running
from tests.browser.view import View

#: A replay control (``step``), a compute control (``step_length``), values that the kernel refuses, and a mark of marks.js.
CELL = """from fewidgets import ContourDescent

w = ContourDescent.example()
w"""
MARIMO = """import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    from fewidgets import ContourDescent

    w = mo.ui.anywidget(ContourDescent.example())
    return mo, w


@app.cell
def _(w):
    w
    return


@app.cell
def _(mo, w):
    mo.md("Python: " + w.caption)
    return


@app.cell
def _(mo, w):
    mo.ui.button(label="From Python", on_click=lambda _: w.widget.move(step=7))
    return


if __name__ == "__main__":
    app.run()
"""


@dataclass
class Shown:
    """One explorable in one host.

    Attributes
    ----------
    page : Page
        Playwright's tab.
    place : callable
        Returns the part of the page, or the frame, that holds the explorable.
    reload : callable
        Brings the page back.
    outside : list of str
        Addresses outside this machine that the page asked for. The requests are refused.
    errors : list of str
        What the console calls errors.
    stop : callable
        Ends the host's server, where it is the host's alone.
    """

    page: Page
    place: Callable[[], Locator]
    reload: Callable[[], Any]
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    stop: Callable[[], Any] = lambda: None

    @property
    def view(self) -> View:
        """The explorable as it stands on the page."""
        return View(self.place())


def open_tab(lab: Lab) -> tuple[Page, list[str], list[str]]:
    """Open a tab that refuses every request to the outside; return it with these requests and with its errors."""
    page = lab.browser.new_context(viewport={"width": 1200, "height": 1000}).new_page()
    page.set_default_timeout(1000 * PATIENCE)
    outside: list[str] = []
    errors: list[str] = []

    def handle(route: Any) -> None:
        outside.append(route.request.url)
        route.abort()

    page.route(lambda url: not url.startswith(("http://127.0.0.1:", "file:", "data:", "blob:")), handle)
    listen(page, errors)
    return page, outside, errors


def write_notebook(path: Path, *cells: str) -> Path:
    """Write a notebook of code cells."""
    document = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    document.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(document, path)
    return path


def _jupyter(lab: Lab, folder: Path, kind: str) -> Iterator[Shown]:
    """Run a cell in JupyterLab or in Notebook 7. Later there is no kernel, only what was saved."""
    path = write_notebook(lab.root / f"hosts-{kind}.ipynb", CELL)
    page, outside, errors = open_tab(lab)
    address = f"{lab.address}/lab/tree/{path.name}?reset" if kind == "lab" else f"{lab.address}/notebooks/{path.name}"

    def panel(body: str) -> None:
        page.wait_for_function("() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel")
        page.evaluate(
            f"async () => {{ const app = window.jupyterapp, panel = app.shell.currentWidget; await panel.revealed; {body} }}"
        )

    def load() -> None:
        page.goto(address)
        page.wait_for_selector(".jp-Notebook .jp-Cell")

    def reload() -> None:
        panel("await panel.context.save(); await panel.sessionContext.shutdown();")
        # On a busy machine, JupyterLab may look for a model before it has read those of the notebook. A person loads it again.
        for _ in range(3):
            load()
            page.wait_for_selector(".jp-OutputArea figure, .jp-OutputArea :text('model not found')", state="attached")
            if not page.get_by_text("model not found").count():
                return

    load()
    panel(
        "await panel.sessionContext.ready; await panel.sessionContext.session.kernel.info;"
        "await app.commands.execute('notebook:run-all-cells');"
    )
    yield Shown(page, lambda: page.locator(".jp-Notebook .jp-OutputArea").first, reload, outside, errors)
    panel("await panel.sessionContext.shutdown(); panel.context.model.dirty = false;")
    page.context.close()


def in_lab(lab: Lab, folder: Path) -> Iterator[Shown]:
    """JupyterLab 4."""
    yield from _jupyter(lab, folder, "lab")


def in_notebook(lab: Lab, folder: Path) -> Iterator[Shown]:
    """Notebook 7."""
    yield from _jupyter(lab, folder, "notebook")


def in_voila(lab: Lab, folder: Path) -> Iterator[Shown]:
    """Voilà, from the same server."""
    path = write_notebook(lab.root / "hosts-voila.ipynb", CELL)
    page, outside, errors = open_tab(lab)
    page.goto(f"{lab.address}/voila/render/{path.name}")
    yield Shown(page, lambda: page.locator("body"), page.reload, outside, errors)
    page.context.close()


def in_marimo(lab: Lab, folder: Path) -> Iterator[Shown]:
    """Marimo, as an application."""
    (folder / "hosts.py").write_text(MARIMO, encoding="utf-8")
    port = free_port()
    command = [sys.executable, "-m", "marimo", "run", "hosts.py", "--headless", "--no-token", "--port", str(port)]
    address = f"http://127.0.0.1:{port}"
    with running(command, {**os.environ, "HOME": str(folder)}, address, folder / "marimo.log", folder, "/health") as stop:
        page, outside, errors = open_tab(lab)
        page.goto(address)
        shown = Shown(page, lambda: page.locator("body"), page.reload, outside, errors, stop)
        yield shown
        page.context.close()


def _file(lab: Lab, path: Path, inside: Callable[[Page], Locator] = lambda page: page.locator("body")) -> Iterator[Shown]:
    page, outside, errors = open_tab(lab)
    page.goto(path.as_uri())
    yield Shown(page, lambda: inside(page), page.reload, outside, errors)
    page.context.close()


def _explorable() -> Any:
    namespace: dict[str, Any] = {}
    exec(CELL, namespace)
    return namespace["w"]


def in_page(lab: Lab, folder: Path) -> Iterator[Shown]:
    """Show the page that `to_html` writes."""
    yield from _file(lab, _explorable().to_html(folder / "page.html", budget=100_000))


def in_embed(lab: Lab, folder: Path) -> Iterator[Shown]:
    """Show what `embed` puts into a notebook, converted by nbconvert."""
    from nbconvert import HTMLExporter

    output = nbformat.v4.new_output("execute_result", {"text/html": _explorable().embed(budget=100_000).html})
    cell = nbformat.v4.new_code_cell("w.embed()", outputs=[output])
    text, _ = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    path = folder / "embed.html"
    path.write_text(text, encoding="utf-8")
    yield from _file(lab, path, lambda page: page.frame_locator("iframe.fewidgets-embed").locator("body"))


def in_exported(lab: Lab, folder: Path) -> Iterator[Shown]:
    """Show the page that `fewidgets export` writes."""
    target = export_lesson(write_notebook(folder / "lesson.ipynb", CELL), folder / "exported.html")
    yield from _file(lab, target)


#: By their names in the table of hosts.
HOSTS = {
    "JupyterLab 4": in_lab,
    "Notebook 7": in_notebook,
    "Voilà": in_voila,
    "marimo": in_marimo,
    "a page of w.to_html()": in_page,
    "w.embed() in a page of nbconvert": in_embed,
    "a page of fewidgets export": in_exported,
}
