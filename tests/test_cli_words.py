"""Whatever goes wrong, a command ends with words on standard error and a status that is not 0, never with a traceback."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from fewidgets import cli
from fewidgets.lessons import copies as lesson_copies

BOOK = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def run(*arguments, cwd, before="", **keywords):
    """Run the command in a process of its own; ``before`` is Python that prepares it."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **keywords.pop("env", {})}
    code = f"import os, sys\n{before}\nfrom fewidgets.cli import main\nsys.exit(main())"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **keywords}
    done = subprocess.run([sys.executable, "-c", code, *arguments], cwd=cwd, env=environment, timeout=60, **pipes)
    done.stderr = done.stderr.decode()
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    return done


@pytest.mark.slow
def test_the_current_folder_was_deleted(tmp_path):
    for command in (["lab"], ["notebooks"], ["notebooks", "--list"], ["run-notebooks"], ["gallery"]):
        place = tmp_path / "place"
        place.mkdir()
        done = run(*command, cwd=place, before="os.rmdir(os.getcwd())")
        assert done.returncode == 1
        assert "the current folder was deleted" in done.stderr or command == ["run-notebooks"]


def test_no_home_folder_is_known(tmp_path):
    """A container may run under a number that no user has."""
    before = "del os.environ['HOME']\nimport pwd\npwd.getpwuid = {}.__getitem__"
    done = run("notebooks", "~/lessons", cwd=tmp_path, before=before)
    assert (done.returncode, "no home folder; set the variable HOME" in done.stderr) == (1, True)


def test_a_name_that_cannot_be_shown(tmp_path):
    for name in (b"\xff\xfe", "λ".encode()):
        done = run("notebooks", name, cwd=tmp_path, env={"PYTHONIOENCODING": "ascii"})
        assert (done.returncode, done.stderr) == (0, "")
        assert b"Lessons in" in done.stdout
    assert cli.main(["notebooks", "nul\0"]) == 1


def test_nobody_reads_the_output(tmp_path):
    for arguments in (["notebooks", "mine"], ["notebooks", "--list"]):
        reader, writer = os.pipe()
        os.close(reader)
        done = run(*arguments, cwd=tmp_path, stdout=writer)
        os.close(writer)
        assert done.returncode == 1
    assert (tmp_path / "mine" / "index.ipynb").exists()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs the device of a full disk")
def test_the_output_goes_to_a_full_disk(tmp_path):
    with open("/dev/full", "w") as full:
        done = run("notebooks", "mine", cwd=tmp_path, stdout=full)
    assert (done.returncode, done.stderr) == (1, "fewidgets: No space left on device\n")


@pytest.mark.slow
def test_ctrl_c(tmp_path):
    before = (
        "import fewidgets.cli, time\n"
        "def wait(*_):\n    print('waiting', flush=True)\n    time.sleep(60)\n"
        "fewidgets.cli.deliver = wait"
    )
    code = f"import os, sys\n{before}\nfrom fewidgets.cli import main\nsys.exit(main())"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        [sys.executable, "-c", code, "notebooks"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A shell lets its background jobs ignore Ctrl-C, and this process would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout.readline() == b"waiting\n"
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=30)[1] == b"fewidgets: stopped\n"
    assert process.returncode == 130


@pytest.fixture
def lessons(tmp_path, monkeypatch):
    """Two lessons to deliver, and the commands that would replace this process."""
    source = tmp_path / "source"
    source.mkdir()
    for name in ("index.ipynb", "9.6_boosting.ipynb"):
        (source / name).write_text(json.dumps(BOOK))
    monkeypatch.setattr(lesson_copies, "lesson_source", lambda: source)
    monkeypatch.chdir(tmp_path)
    started = []
    monkeypatch.setattr(cli, "_become", lambda command, environment: started.append(command) or 0)
    return started


def test_a_pipe_named_like_a_lesson_does_not_keep_the_lab_closed(lessons, tmp_path, capsys):
    (tmp_path / "mine").mkdir()
    os.mkfifo(tmp_path / "mine" / "index.ipynb")
    assert cli.main(["notebooks", "mine"]) == 1
    words = "fewidgets: index.ipynb was not delivered: it is a named pipe, not a file. Move it away and run this again"
    assert words in capsys.readouterr().err
    assert cli.main(["lab", "mine"]) == 0
    assert words in capsys.readouterr().err
    assert not any("default_url" in option for option in lessons[0])
    assert cli.main(["notebooks", "mine", "--list"]) == 0
    assert "index.ipynb: not delivered (it is a named pipe, not a file)" in capsys.readouterr().out


# --- run-notebooks and gallery ---


def cell(**changes):
    return {"cell_type": "code", "id": "c", "metadata": {}, "outputs": [], "source": "1", "execution_count": None, **changes}


BROKEN = [
    b"",
    b"\xff",
    b"[" * 200_000,
    b"[]",
    b'{"nbformat": 4, "cells": [' + b"[" * 500 + b"]" * 500 + b"]}",
    *(
        json.dumps({**BOOK, "cells": [broken]}).encode()
        for broken in (
            None,
            3,
            "text",
            {},
            {"cell_type": "code", "source": {"a": 1}, "metadata": None},
            cell(source=3),
            cell(source="\ud800"),
            cell(metadata=None),
            cell(metadata={"tags": 3}),
            cell(metadata={"tags": [3]}),
            cell(metadata={"tags": [[]]}),
            cell(metadata={"jupyter": 3}),
            cell(outputs=3),
            cell(outputs=[{}]),
            cell(outputs=[{"output_type": "stream", "name": "stdout", "text": 3}]),
            cell(outputs=[{"output_type": "stream", "name": "stdout", "text": "\ud800"}]),
            cell(outputs=[{"output_type": "error"}]),
            cell(outputs=[{"output_type": "display_data", "data": {"text/plain": None}}]),
        )
    ),
]


@pytest.mark.parametrize("content", BROKEN, ids=range(len(BROKEN)))
def test_a_damaged_notebook_is_named(content, tmp_path, capsys):
    path = tmp_path / "book.ipynb"
    path.write_bytes(content)
    for options in (["--check"], []):
        assert cli.main(["run-notebooks", *options, str(path)]) == 1
        assert f"fewidgets: {path}" in capsys.readouterr().err
    assert path.read_bytes() == content


def test_what_is_not_a_notebook_file_is_named(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe.ipynb")
    (tmp_path / "loop.ipynb").symlink_to("loop.ipynb")
    for name in ("pipe.ipynb", "loop.ipynb", ".", "none.ipynb", "x" * 256, "nul\0"):
        assert cli.main(["run-notebooks", "--check", str(tmp_path / name)]) == 1
        assert "fewidgets: " in capsys.readouterr().err


def test_the_gallery_of_the_repository_is_renewed_in_a_checkout_only(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["gallery", "OneHotViewer"]) == 1
    assert "must be a checkout of fewidgets" in capsys.readouterr().err
