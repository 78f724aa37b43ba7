"""Run a notebook in a fresh kernel and keep what its explorables show at the end of the cell that shows them."""

from __future__ import annotations

import copy
import html
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fewidgets.authoring.notebook_format import Json, StoreError, absent_data, execute, needed_data, read_notebook
from fewidgets.scene.page.budget import BUDGET, FOR_PAGES
from fewidgets.scene.page.modules import MODULES, modules_in

if TYPE_CHECKING:
    from nbclient import NotebookClient

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
WIDGET_STATE = "application/vnd.jupyter.widget-state+json"
#: Where an output keeps what its explorable shows, in its metadata.
SHOWN = "fewidgets_shown"

CLEAR = "\r\x1b[K"  # goes to the start of a terminal's line and clears it


def run_with_widgets(path: Path, budget: int = BUDGET) -> Json:
    """Run a notebook from top to bottom, in its own folder; ``budget`` is for the answers of its page, in bytes.

    A cell whose ``needs-NAME`` tag names a data set that cannot be had keeps its saved outputs below a notice.
    """
    absent = absent_data(read_notebook(path))
    for name, reason in absent.items():
        print(f"Cells that need the data set {name} are not run. {reason}", file=sys.stderr)
    import nbformat

    client = widget_client()
    try:
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            _skip_without(absent, cell)
    except (OSError, ValueError) as error:
        raise StoreError(f"{path} does not run to its end:\n{error}") from error
    env = {FOR_PAGES: str(budget)}
    said = {"on_cell_start": _say} if sys.stderr.isatty() else {}
    try:
        return execute(client, notebook, path, "does not run to its end", env=env, store_widget_state=True, **said)
    finally:
        if said:
            print(end=CLEAR, file=sys.stderr, flush=True)


def _say(cell: Any, cell_index: int) -> None:
    """Name the cell that runs: one that shows an explorable takes up to twenty seconds."""
    first = cell.source.partition("\n")[0][:60]
    print(f"{CLEAR}Cell {cell_index + 1}: {first}", end="", file=sys.stderr, flush=True)


def _skip_without(absent: Mapping[str, str], cell: Any) -> None:
    """Keep nbclient from running a cell that needs absent data, and say so."""
    from nbformat.v4 import new_output

    needed = [name for name in needed_data(cell.metadata.get("tags", [])) if name in absent]
    if cell.cell_type == "code" and needed:
        cell.metadata["tags"] = [*cell.metadata["tags"], "skip-execution"]
        notice = (
            f"This cell was not run: it needs the data set {needed[0]}, which could not be downloaded when this page was made."
        )
        if cell.outputs:
            notice += " Below is what was saved with the notebook."
        data = {"text/html": f'<p class="note">{html.escape(notice)}</p>', "text/plain": notice}
        cell.outputs.insert(0, new_output("display_data", data))


def widget_client() -> type[NotebookClient]:
    """Return nbclient's client, which keeps what explorables show beside their outputs, and misses no reply.

    When a cell prints into an ``ipywidgets.Output``, nbclient sends the widget's state on the socket on which it waits for
    the cell's reply. ZeroMQ signals a reply once. If it comes during the sending, the run would hang (issue 312 of nbclient).
    """
    import zmq
    from nbclient import NotebookClient

    class WidgetClient(NotebookClient):
        async def async_execute_cell(self, cell: Any, *arguments: Any, **keywords: Any) -> Any:
            executed = await super().async_execute_cell(cell, *arguments, **keywords)
            for output, name in views(cell):
                if name in self.widget_state:
                    model = {"state": self.widget_state[name], "buffers": [*self.widget_buffers.get(name, {}).values()]}
                    output["metadata"][SHOWN] = copy.deepcopy(model)
            return executed

        def process_message(self, msg: Json, cell: Any, cell_index: int) -> Any:
            try:
                return super().process_message(msg, cell, cell_index)
            finally:
                assert self.kc is not None  # it has sent the message
                # Reading the events of an asynchronous socket makes pyzmq wake whoever waits for one of them.
                self.kc.shell_channel.socket.get(zmq.EVENTS)

    return WidgetClient


def with_saved_models(notebook: Json) -> Json:
    """Return a notebook with its saved models beside the outputs that show them."""
    saved = notebook.get("metadata", {}).get("widgets", {}).get(WIDGET_STATE, {}).get("state", {})
    for cell in notebook["cells"]:
        for output, name in views(cell):
            if name in saved:
                output.setdefault("metadata", {})[SHOWN] = saved[name]
    return notebook


def views(cell: Json) -> Iterator[tuple[Json, str]]:
    """Yield the outputs of a cell that show a widget, each with the name of its model."""
    for output in cell.get("outputs", ()):
        name = output.get("data", {}).get(WIDGET_VIEW, {}).get("model_id")
        if name:
            yield output, name


def scene_and_state(model: Json) -> Json | None:
    """Return the scene and the state of an explorable's model; None for another widget's."""
    state = model.get("state", {})
    scene = state.get("_scene")
    if not isinstance(scene, dict) or not {"panels", "controls"} <= scene.keys():
        return None
    for buffer in model.get("buffers", ()):
        place = state
        try:
            *way, last = buffer["path"]
            for key in way:
                place = place[key]
        except (KeyError, IndexError, TypeError):
            continue  # of an earlier scene
        if isinstance(place, dict) and "dtype" in place:
            place[last] = buffer["data"]
    names = {control["name"] for control in scene["controls"]}
    for control in scene["controls"]:
        question = control.get("question") or {}
        names |= {control.get("visited"), question.get("switch"), question.get("record")}
    needed = {*modules_in(scene), *scene.get("modules", ())}  # the model may be of an earlier version
    shown = {**scene, "modules": [name for name in MODULES if name in needed]}
    return {"scene": shown, "state": {name: state[name] for name in state if name in names}}
