import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

import fewidgets
from fewidgets import cli
from fewidgets.lessons import copies as lesson_copies


@pytest.fixture(autouse=True)
def source(tmp_path, monkeypatch):
    """Two lessons to deliver, and an empty folder to stand in."""
    source = tmp_path / "source"
    source.mkdir()
    for name in ("index.ipynb", "9.6_boosting.ipynb"):
        book = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        (source / name).write_text(json.dumps(book))
    monkeypatch.setattr(lesson_copies, "lesson_source", lambda: source)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return source


@pytest.fixture
def started(monkeypatch):
    """Collect the commands that would replace this process."""
    commands = []
    monkeypatch.setattr(cli, "_become", lambda command, environment: commands.append(command) or 0)
    return commands


def test_version(capsys):
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"fewidgets {fewidgets.__version__}\n"


def test_lab_delivers_and_opens_the_index(started, tmp_path, capsys):
    assert cli.main(["lab"]) == 0
    folder = tmp_path / "here" / "fewidgets-lessons"
    assert (folder / "index.ipynb").exists()
    assert started[0][:4] == [sys.executable, "-m", "jupyterlab", str(folder)]
    assert "--LabApp.default_url=/lab/tree/index.ipynb" in started[0]
    assert "2 new, 0 brought up to date, 2 in all" in capsys.readouterr().out


def test_lab_hands_on_its_options(started, tmp_path, monkeypatch):
    assert cli.main(["lab", "mine", "--no-browser", "--port", "9001", "--", "--ip=0.0.0.0", "--debug"]) == 0
    assert str(tmp_path / "here" / "mine") in started[0]
    assert "--no-browser" in started[0]
    assert "--port=9001" in started[0]
    assert started[0][-2:] == ["--ip=0.0.0.0", "--debug"]
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert "--allow-root" not in cli.lab_command(tmp_path, browser=True, port=None)
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    assert "--allow-root" in cli.lab_command(tmp_path, browser=True, port=None)


@pytest.mark.parametrize("port", ["0", "65536", "-1", "80.5", "http", "²"])
def test_a_port_that_is_none(port, started, capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main(["lab", f"--port={port}"])
    assert f"the port must be an integer between 1 and 65535; got '{port}'" in capsys.readouterr().err
    assert started == []


def test_lab_without_jupyterlab(started, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(cli, "find_spec", lambda name: None)
    assert cli.main(["lab"]) == 1
    assert capsys.readouterr().err == 'fewidgets: JupyterLab is not installed: pip install "fewidgets[lab]"\n'
    assert started == []
    assert not (tmp_path / "here" / "fewidgets-lessons").exists()


def test_the_folder_is_a_file(started, tmp_path, capsys):
    (tmp_path / "here" / "file").write_text("")
    assert cli.main(["lab", "file"]) == 1
    assert "FOLDER is file, which is a file" in capsys.readouterr().err
    assert started == []


def test_a_changed_lesson_is_kept_and_the_newer_one_is_offered(started, source, tmp_path, capsys):
    cli.main(["lab"])
    mine = tmp_path / "here" / "fewidgets-lessons" / "9.6_boosting.ipynb"
    mine.write_text("my work")
    (source / "9.6_boosting.ipynb").write_text("newer")
    capsys.readouterr()
    assert cli.main(["lab"]) == 0
    printed = capsys.readouterr().out
    assert "Kept with your changes: 9.6_boosting.ipynb." in printed
    command = re.search(r"To get it beside yours: fewidgets (.*)", printed)[1]
    assert cli.main(command.split()) == 0
    assert "9.6_boosting.new.ipynb is the newest version. Your own file has not changed." in capsys.readouterr().out
    assert mine.read_text() == "my work"
    assert mine.with_name("9.6_boosting.new.ipynb").read_text() == "newer"


def test_notebooks_lists_without_copying(tmp_path, capsys):
    assert cli.main(["notebooks", "mine", "--list"]) == 0
    assert capsys.readouterr().out == "9.6_boosting.ipynb: new\nindex.ipynb: new\n"
    assert not (tmp_path / "here" / "mine").exists()
    assert cli.main(["notebooks", "mine"]) == 0
    assert (tmp_path / "here" / "mine" / "index.ipynb").exists()


def test_notebooks_names_the_lesson_that_there_is_not(capsys):
    assert cli.main(["notebooks", "--newer", "9.6"]) == 1
    assert "there is no lesson '9.6'" in capsys.readouterr().err


@pytest.mark.slow
def test_run_notebooks_and_check(tmp_path, capsys):
    lessons = tmp_path / "here" / "notebooks"
    lessons.mkdir()
    cell = {"cell_type": "code", "execution_count": None, "id": "c", "metadata": {}, "outputs": [], "source": "6 * 7"}
    book = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (lessons / "a.ipynb").write_text(json.dumps(book))
    assert cli.main(["run-notebooks", "--check"]) == 1
    assert "not canonical, run: fewidgets run-notebooks" in capsys.readouterr().out
    assert cli.main(["run-notebooks"]) == 0
    assert '"42"' in (lessons / "a.ipynb").read_text()
    assert cli.main(["run-notebooks", "--check"]) == 0


def test_run_notebooks_goes_on_after_a_failure_and_says_so(tmp_path, capsys):
    assert cli.main(["run-notebooks", "none.ipynb", "nor.ipynb"]) == 1
    printed = capsys.readouterr().err
    assert "none.ipynb does not exist" in printed
    assert "nor.ipynb does not exist" in printed


def test_the_server_of_the_lab_gets_our_defaults_and_keeps_those_of_the_machine(monkeypatch):
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "/etc/class")
    assert cli.lab_environment()["JUPYTER_CONFIG_PATH"] == f"/etc/class{os.pathsep}{cli.JUPYTER_SETTINGS}"
    monkeypatch.delenv("JUPYTER_CONFIG_PATH")
    environment = cli.lab_environment()
    assert environment["JUPYTER_CONFIG_PATH"] == str(cli.JUPYTER_SETTINGS)
    assert "JUPYTER_CONFIG_PATH" not in os.environ
    code = (
        "from jupyter_server.services.config.manager import ConfigManager; "
        "print(ConfigManager(config_dir_name='labconfig').get('default_setting_overrides'))"
    )
    read = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True).stdout
    assert "'fetchNews': 'false'" in read


@pytest.mark.slow
def test_a_real_server_starts_at_the_index_also_when_its_port_is_busy(tmp_path):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        folder = tmp_path / "lessons with a space"
        folder.mkdir()
        (folder / "index.ipynb").write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
        command = cli.lab_command(folder, browser=False, port=port)
        log = tmp_path / "log"
        home = {
            "HOME": str(tmp_path / "home"),
            "JUPYTER_CONFIG_DIR": str(tmp_path / "home"),
            "JUPYTER_DATA_DIR": str(tmp_path / "home"),
        }
        with log.open("w") as out:
            server = subprocess.Popen(command, stdout=out, stderr=out, env={**os.environ, **home}, start_new_session=True)
        try:
            deadline = time.monotonic() + 60
            address = None
            while address is None and time.monotonic() < deadline and server.poll() is None:
                time.sleep(0.2)
                address = re.search(r"http://127\.0\.0\.1:(\d+)/lab/tree/index\.ipynb\?token=(\w+)", log.read_text())
            assert address, log.read_text()
            assert int(address[1]) != port
            url = f"http://127.0.0.1:{address[1]}/api/contents/?token={address[2]}"
            listing = json.load(urllib.request.urlopen(url, timeout=20))
            assert [entry["name"] for entry in listing["content"]] == ["index.ipynb"]
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=30)
