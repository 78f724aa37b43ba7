"""A real JupyterLab in a real browser: the server as a process of its own, and a notebook to run, press and read back."""

from __future__ import annotations

import atexit
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import matplotlib
import nbformat
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, WebSocket, expect, sync_playwright

from tests.browser.settings import AS_IT_OPENS

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WITHOUT_WINDOWS = "chromium-headless-shell"  # the same engine, which needs a fifth less time for the tests
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: Seconds until a test gives up. What it awaits ends the wait, so this is long: on a busy machine, a picture takes a while.
PATIENCE = 90
expect.set_options(timeout=1000 * PATIENCE)
CURE = "no Chromium on PATH: apt-get install chromium"

# What JupyterLab itself says on the console, on a good day.
NOT_OURS = (
    "Failed to load resource: the server responded with a status of 404",  # settings and workspaces not saved yet
    "jupyterlab-lsp",
)

SETTINGS = {
    "apputils-extension/notification": {"checkForUpdates": False, "fetchNews": "false", "doNotDisturbMode": True},
    "docmanager-extension/plugin": {"autosave": False, "renameUntitledFileOnSave": False},
}
# The grading tools that are compared with ours bring extensions of JupyterLab. A student has none of them.
OTHER_PAGES = ("@jupyter/nbgrader", "jupyterlab-jupytext", "ipylab")
OTHER_SERVERS = (
    "nbgrader.server_extensions.formgrader",
    "nbgrader.server_extensions.validate_assignment",
    "nbgrader.server_extensions.assignment_list",
    "nbgrader.server_extensions.course_list",
    "jupyterlab_jupytext",
)


def find_chromium(windows: bool = False) -> str | None:
    """Give the path of the browser, or None; preferably of the one with windows, which people have."""
    names = [*CHROMIUM_NAMES, WITHOUT_WINDOWS] if windows else [WITHOUT_WINDOWS, *CHROMIUM_NAMES]
    return next(filter(None, map(shutil.which, names)), None)


FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{folder}</cachedir>
  <selectfont><rejectfont><glob>{fonts}/cm*</glob><glob>{fonts}/STIX*</glob></rejectfont></selectfont>
  <alias binding="strong"><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
  <alias binding="strong"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <match target="pattern"><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
</fontconfig>"""


@cache
def fonts_of_our_own() -> dict[str, str]:
    """Return the environment of a browser that sees Matplotlib's DejaVu and no other font, whatever is installed."""
    folder = Path(tempfile.mkdtemp(prefix="fewidgets-fonts-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    config = folder / "fonts.conf"
    config.write_text(FONTS.format(fonts=Path(matplotlib.get_data_path(), "fonts/ttf"), folder=folder), encoding="utf-8")
    return {**os.environ, "FONTCONFIG_FILE": str(config)}


_playwrights: list[Any] = []  # a process can have but one at a time, and two folders of tests want a browser


@contextmanager
def chromium(windows: bool = False) -> Iterator[Browser]:
    """Start the browser that is installed (Playwright's own download is not needed), or skip, naming the cure."""
    path = find_chromium(windows)
    if path is None:
        pytest.skip(CURE)
    mine = None if _playwrights else sync_playwright().start()
    if mine:
        _playwrights.append(mine)
    try:
        browser = _playwrights[0].chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS, env=fonts_of_our_own())
        try:
            yield browser
        finally:
            browser.close()
    finally:
        if mine:
            _playwrights.clear()
            mine.stop()


@contextmanager
def jupyterlab(folder: Path, windows: bool = False) -> Iterator[Lab]:
    """Run a server and open JupyterLab in a browser."""
    with chromium(windows) as browser, jupyter_server(folder) as (address, root):
        lab = Lab(browser, address, root)
        yield lab
        lab.close()


@contextmanager
def notebooks(lab: Lab) -> Iterator[Callable[..., Notebook]]:
    """Give a function that opens a notebook of a name and cells; all are closed, and their kernels ended, at the end."""
    opened: list[Notebook] = []
    lab.as_it_opened()

    def open_notebook(name: str, *cells: str) -> Notebook:
        opened.append(lab.open(name, cells))
        return opened[-1]

    yield open_notebook
    for notebook in opened:
        notebook.close()


def free_port() -> int:
    """Return a port that no process uses.

    The system gives kernels and other servers ports from 32768 on. Ours are lower, so that none of them takes the port before
    JupyterLab opens it. Each process of pytest-xdist has a range of its own.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 10
    for port in random.SystemRandom().sample(range(20_000 + 1_000 * worker, 21_000 + 1_000 * worker), 1_000):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")


@contextmanager
def jupyter_server(folder: Path) -> Iterator[tuple[str, Path]]:
    """Run JupyterLab on an empty folder, apart from the person's settings; give its address and the notebooks' folder."""
    home, root = folder / "home", folder / "notebooks"
    root.mkdir(parents=True)
    for name, values in SETTINGS.items():
        path = home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values), encoding="utf-8")
    page = home / "config" / "labconfig" / "page_config.json"
    page.parent.mkdir(parents=True)
    # Each time it is loaded, JupyterLab starts Node to see whether it should be built again. Here it never should.
    config = {"disabledExtensions": dict.fromkeys(OTHER_PAGES, True), "buildCheck": False}
    page.write_text(json.dumps(config), encoding="utf-8")
    port = free_port()
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}", "--ServerApp.port_retries=0", f"--ServerApp.root_dir={root}",
        "--IdentityProvider.token=", "--ServerApp.password=", "--ServerApp.disable_check_xsrf=True",
        "--LabApp.expose_app_in_browser=True", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--JupyterNotebookApp.expose_app_in_browser=True", "--LabApp.news_url=", "--LabApp.extension_manager=readonly",
        *(f"--ServerApp.jpserver_extensions={name}=False" for name in OTHER_SERVERS),
    ]  # fmt: skip
    environment = {
        **os.environ,
        **{name: str(home / place) for name, place in places.items()},
        "JUPYTER_PREFER_ENV_PATH": "1",
    }
    address = f"http://127.0.0.1:{port}"
    with running(command, environment, address, folder / "server.log", cwd=root):
        yield address, root


@contextmanager
def running(
    command: Sequence[str], environment: dict[str, str], address: str, log: Path, cwd: Path, answers: str = "/api"
) -> Iterator[Callable[[], None]]:
    """Run a server from the moment it answers until the end of the block, or until the function given is called."""
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        )

        def stop() -> None:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

        try:
            _wait_until_up(f"{address}{answers}", process, log)
            yield stop
        finally:
            stop()


def _wait_until_up(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}:\n{log.read_text()[-3000:]}")
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE):
                return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.1)
    raise RuntimeError(f"the server did not answer within {PATIENCE} s:\n{log.read_text()[-3000:]}")


class Lab:
    """JupyterLab in one browser tab.

    Attributes
    ----------
    page : Page
        Playwright's tab.
    window : dict
        Width and height of the tab as it opened, in pixels.
    errors : list of str
        What the console called an error since `forget`, JupyterLab's own aside.
    sent : list of bytes
        What went to kernels over web sockets since `forget`.
    """

    def __init__(self, browser: Browser, address: str, root: Path, **context: Any) -> None:
        self.browser, self.address, self.root = browser, address, root
        self.errors: list[str] = []
        self.sent: list[bytes] = []
        context = {"viewport": {"width": 1200, "height": 1000}, **context}
        self.window = context["viewport"]
        self.page = browser.new_page(**context)
        self.page.set_default_timeout(1000 * PATIENCE)
        listen(self.page, self.errors)
        self.page.on("websocket", self._follow)
        self.load()

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda payload: self.sent.append(payload if isinstance(payload, bytes) else payload.encode()))

    def forget(self) -> None:
        """Start counting errors and messages anew."""
        self.errors.clear()
        self.sent.clear()

    def comm_messages(self) -> int:
        """Count widget messages sent to kernels since `forget`."""
        return sum(b'"comm_msg"' in payload for payload in self.sent)

    def as_it_opened(self) -> None:
        """Undo what tests have set: the window's size, its media, and JupyterLab's theme."""
        self.page.set_viewport_size(self.window)
        self.page.emulate_media(**AS_IT_OPENS, reduced_motion="no-preference")
        if self.page.locator("body[data-jp-theme-light=false]").count():
            self.theme("JupyterLab Light")

    def load(self) -> None:
        """Open JupyterLab, or load it again."""
        self.page.goto(f"{self.address}/lab?reset")
        self._settle()

    def reload(self) -> None:
        """Load the page again as a person would; the kernels stay."""
        self.page.reload()
        self._settle()

    def _settle(self) -> None:
        self.page.wait_for_function("() => window.jupyterapp")
        self.page.evaluate("async () => { await window.jupyterapp.restored; window.jupyterapp.shell.collapseLeft(); }")

    def execute(self, command: str, **arguments: Any) -> None:
        """Execute one of JupyterLab's commands and wait for it."""
        self.page.evaluate(
            "async ([name, args]) => { await window.jupyterapp.commands.execute(name, args); }", [command, arguments]
        )

    def theme(self, name: str) -> None:
        """Switch to "JupyterLab Light" or "JupyterLab Dark"."""
        self.execute("apputils:change-theme", theme=name)
        light = "true" if name.endswith("Light") else "false"
        self.page.wait_for_selector(f"body[data-jp-theme-light='{light}']", state="attached")

    def open(self, name: str, cells: Sequence[str]) -> Notebook:
        """Write a notebook of code cells, open it and wait for its kernel."""
        document = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
        document.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(document, self.root / name)
        return Notebook(self, name)

    def close(self) -> None:
        """Close the tab."""
        self.page.close()


class Notebook:
    """A notebook that is open in JupyterLab."""

    def __init__(self, lab: Lab, name: str) -> None:
        self.lab, self.name, self.page = lab, name, lab.page
        self.reopen()

    def reopen(self) -> None:
        """Open the file, or bring it to the front, and wait until its kernel is idle."""
        self.id = self.page.evaluate(
            """async path => {
                const app = window.jupyterapp;
                const panel = await app.commands.execute('docmanager:open', {path, factory: 'Notebook'});
                app.shell.activateById(panel.id);
                await panel.revealed;
                await panel.sessionContext.ready;
                const {kernel} = panel.sessionContext.session;
                await kernel.info;
                window.panels = {...window.panels, [path]: panel};
                return panel.id;
            }""",
            self.name,
        )
        self.page.wait_for_selector(f"[id='{self.id}'] .jp-Notebook .jp-Cell")
        self.wait_idle()

    def _with_panel(self, body: str, argument: Any = None) -> Any:
        return self.page.evaluate(
            f"async ([path, argument]) => {{ const panel = window.panels[path]; {body} }}", [self.name, argument]
        )

    def wait_idle(self) -> None:
        """Wait until the kernel has nothing to do."""
        self.page.wait_for_function(
            "path => window.panels[path].sessionContext.session?.kernel?.status === 'idle'", arg=self.name
        )

    def run_cell(self, index: int) -> Locator:
        """Run a cell by JupyterLab's own command; give its output area."""
        self._with_panel(
            """window.jupyterapp.shell.activateById(panel.id);
            panel.content.deselectAll();
            panel.content.activeCellIndex = argument;
            await window.jupyterapp.commands.execute('notebook:run-cell', {activate: false});""",
            index,
        )
        output = self.output(index)
        failed = output.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr'], [data-mime-type*='error']")
        if failed.count() and "Traceback" in failed.first.inner_text():
            raise AssertionError(f"cell {index} failed:\n{failed.first.inner_text()}")
        return output

    def output(self, index: int) -> Locator:
        """Give the output area of a cell."""
        return self.page.locator(f"[id='{self.id}'] .jp-Notebook .jp-Cell").nth(index).locator(".jp-Cell-outputArea")

    def scroll_to(self, index: int) -> Locator:
        """Scroll to a cell; give its output area."""
        # On a busy machine, JupyterLab may bring another notebook to the front after the page was loaded again.
        show = "window.jupyterapp.shell.activateById(panel.id); await panel.content.scrollToItem(argument, 'smart');"
        self._with_panel(show, index)
        return self.output(index)

    def cells_with(self, code: str) -> list[int]:
        """Give the numbers of the code cells that contain a text."""
        return self._with_panel(
            """return panel.content.widgets.flatMap(({model}, index) =>
                model.type === 'code' && model.sharedModel.source.includes(argument) ? [index] : []);""",
            code,
        )

    def command_mode(self, index: int) -> None:
        """Select a cell in command mode: JupyterLab's single-letter and arrow keys are on."""
        self._with_panel("panel.content.activeCellIndex = argument; panel.content.mode = 'command';", index)

    @property
    def active_cell(self) -> int:
        """The selected cell's number."""
        return self._with_panel("return panel.content.activeCellIndex;")

    @property
    def cell_count(self) -> int:
        """Number of cells."""
        return self._with_panel("return panel.content.model.cells.length;")

    def execute(self, code: str) -> None:
        """Run code in the kernel, aside from the cells; AssertionError with the traceback if it fails."""
        self.value("None", code)

    def start(self, code: str) -> None:
        """Run code in the kernel without waiting for its end."""
        self._with_panel("panel.sessionContext.session.kernel.requestExecute({code: argument, store_history: false});", code)

    @property
    def status(self) -> str:
        """The kernel's status: "idle", "busy", …"""
        return self._with_panel("return panel.sessionContext.session.kernel.status;")

    def value(self, expression: str, code: str = "") -> Any:
        """Give the value of a Python expression in the kernel, through JSON."""
        reply = self._with_panel(
            """const kernel = panel.sessionContext.session.kernel;
            const future = kernel.requestExecute({
                code: argument[0], store_history: false, silent: false, user_expressions: {value: argument[1]},
            });
            return (await future.done).content;""",
            [code, f"__import__('json').dumps({expression}, default=float)"],
        )
        if reply["status"] != "ok":
            raise AssertionError("\n".join(reply["traceback"]))
        value = reply["user_expressions"]["value"]
        if value["status"] != "ok":
            raise AssertionError("\n".join(value["traceback"]))
        return json.loads(eval(value["data"]["text/plain"], {"__builtins__": {}}))  # the repr of a str

    def wait_value(self, expression: str, wanted: Any) -> None:
        """Wait until an expression has a value in the kernel (a number: nearly)."""
        deadline = time.monotonic() + PATIENCE
        while not _same(seen := self.value(expression), wanted):
            if time.monotonic() > deadline:
                raise AssertionError(f"{expression} is {seen!r} in Python, not {wanted!r}")
            self.page.wait_for_timeout(50)

    def restart(self) -> None:
        """Restart the kernel: nothing that ran before is there any more."""
        self._with_panel(
            "await panel.sessionContext.session.kernel.restart(); await panel.sessionContext.session.kernel.info;"
        )
        self.wait_idle()

    def save(self) -> None:
        """Save the notebook with what it shows."""
        self._with_panel("await panel.context.save();")

    def close(self) -> None:
        """End the kernel and close the notebook without saving."""
        self._with_panel("await panel.sessionContext.shutdown(); panel.context.model.dirty = false; panel.dispose();")


def _same(seen: Any, wanted: Any) -> bool:
    if isinstance(seen, float) and isinstance(wanted, int | float):
        return abs(seen - wanted) <= 1e-9 * max(1.0, abs(seen), abs(wanted))
    return seen == wanted


def listen(page: Page, errors: list[str]) -> None:
    """Collect what a page calls an error."""

    def console(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(known in message.text for known in NOT_OURS):
            errors.append(f"{message.text} ({message.location.get('url', '')})")

    page.on("console", console)

    def raised(error: Any) -> None:
        # Nothing of ours calls removeChild; JupyterLab does, when its theme or its size changes while it paints.
        if "'removeChild' on 'Node'" not in str(error):
            errors.append(str(error))

    page.on("pageerror", raised)


def wait_until(condition: Callable[[], bool], what: str, page: Page) -> None:
    """Wait until a condition holds; AssertionError saying ``what`` did not come."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"within {PATIENCE} s: {what}")
        page.wait_for_timeout(30)
