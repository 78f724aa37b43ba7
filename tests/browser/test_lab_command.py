"""`fewidgets lab` for a student who has never opened JupyterLab: the first page is the lesson, without a question over it."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

from fewidgets import cli
from tests.browser.jupyter import chromium, free_port, running

pytestmark = pytest.mark.browser
OPTIONS = [
    "--IdentityProvider.token=", "--ServerApp.password=", "--ServerApp.ip=127.0.0.1", "--ServerApp.port_retries=0",
    "--LabApp.expose_app_in_browser=True",
]  # fmt: skip
QUESTION = "Would you like to get notified about official Jupyter news?"
WIDGETS = "@jupyter-widgets/jupyterlab-manager:plugin"
NOTIFICATION = "@jupyterlab/apputils-extension:notification"


def environment_of_a_new_student(home):
    """Return the variables of `fewidgets lab` for an empty home folder."""
    kept = {name: value for name, value in cli.lab_environment().items() if not name.startswith(("JUPYTERLAB", "XDG"))}
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        kept.pop(name, None)
    return {**kept, "HOME": str(home)}


@pytest.fixture(params=["ours", "JupyterLab alone"])
def start(request, tmp_path):
    """Run the server of `fewidgets lab`, or the same server without our settings; give its address and whether it is ours."""
    home, folder = tmp_path / "home", tmp_path / "lessons"
    home.mkdir()
    folder.mkdir()
    port = free_port()
    environment = environment_of_a_new_student(home)
    if request.param != "ours":
        environment["JUPYTER_CONFIG_PATH"] = os.environ.get("JUPYTER_CONFIG_PATH", "")
    command = cli.lab_command(folder, browser=False, port=port, extra=OPTIONS)
    address = f"http://127.0.0.1:{port}"
    with running(command, environment, address, tmp_path / "server.log", cwd=folder):
        yield address, request.param == "ours"


def test_a_new_student_is_asked_nothing(start):
    address, ours = start
    with chromium() as browser:
        page = browser.new_page()
        page.goto(f"{address}/lab")
        page.wait_for_function("() => window.jupyterapp")
        page.evaluate("async () => { await window.jupyterapp.restored; }")
        widgets = page.evaluate("async name => (await fetch(`/lab/api/settings/${name}`)).json()", WIDGETS)
        assert widgets["schema"]["properties"]["saveState"]["default"] is True  # in both: it comes with the installation
        question = page.get_by_text(QUESTION)
        if not ours:
            expect(question).to_be_visible()  # so that we know what the other half of this test looks for
            return
        answer = page.evaluate("async name => (await fetch(`/lab/api/settings/${name}`)).json()", NOTIFICATION)
        assert answer["schema"]["properties"]["fetchNews"]["default"] == "false"
        assert answer["schema"]["properties"]["checkForUpdates"]["default"] is False
        assert answer["raw"].strip() in ("", "{}")  # a default, which the student can change, and not a choice of theirs
        page.wait_for_timeout(2_000)  # JupyterLab alone shows the question within this time
        expect(question).to_have_count(0)
        expect(page.locator(".Toastify__toast")).to_have_count(0)
