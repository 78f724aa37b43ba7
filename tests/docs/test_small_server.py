"""The commands, links and settings of docs/teach/small_server.md, tried as far as that goes without a hub and a network."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import nbformat
import pytest
from jupyter_server.services.kernels.kernelmanager import MappingKernelManager
from traitlets.config import Config

from fewidgets import data
from fewidgets.data.download import DATA_VARIABLE, cache_folder
from fewidgets.data.registry import REMOTE
from tests.browser.jupyter import jupyter_server

PAGE = (Path(__file__).parents[2] / "docs/teach/small_server.md").read_text(encoding="utf-8")
LESSON = "9.7_regularization.ipynb"
TODO = "solutions = ..."


def block_with(words):
    """Return the page's block of code that contains some words."""
    (found,) = (code for code in re.findall(r"^```\w*\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL) if words in code)
    return found


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A function that runs commands of the page in a new home, with ``srv`` for ``/srv`` and without the rights of root."""
    home = tmp_path / "home"
    (home / "srv").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(home / ".gitconfig"))
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))

    def run(commands):
        commands = re.sub(r"^sudo -E pip .*\n", "", commands, flags=re.MULTILINE)
        commands = commands.replace("sudo ", "").replace("--system", "--global").replace("/srv", f"{home}/srv")
        subprocess.run(["bash", "-euc", commands], cwd=home, check=True, stdout=subprocess.DEVNULL)
        return home

    return run


def change(path, changes, *, more=()):
    """Replace what cells of a notebook begin with, and add cells."""
    notebook = nbformat.read(path, 4)
    for cell in notebook.cells:
        for old, new in changes.items():
            if cell.source.startswith(old):
                cell.source = cell.source.replace(old, new, 1)
                if cell.cell_type == "code":
                    cell.outputs, cell.execution_count = [nbformat.v4.new_output("stream", text=f"{new}\n")], 7
    notebook.cells += map(nbformat.v4.new_markdown_cell, more)
    nbformat.write(notebook, path)


def test_a_link_brings_the_lessons_and_later_changes_and_keeps_what_the_student_did(run, tmp_path):
    home = run(block_with("git init"))
    link = block_with("git-pull?").strip().replace("%2Fsrv", f"{home}/srv")
    with jupyter_server(tmp_path / "server") as (address, root):
        page = link.replace("https://hub.example.org/hub/user-redirect", address)

        def click():
            """Do what nbgitpuller's page does: ask the server to pull, and go on to the lesson."""
            with urlopen(page) as answer:
                assert f"lab/tree/lessons/{LESSON}" in answer.read().decode()
            with urlopen(page.replace("git-pull?", "git-pull/api?")) as answer:
                said = answer.read().decode()
            assert '"finished"' in said, said

        click()
        lesson = root / "lessons" / LESSON
        delivered = nbformat.read(lesson, 4)
        assert not any(cell.get("outputs") for cell in delivered.cells)
        title = delivered.cells[0].source
        change(lesson, {TODO: "solutions = [1, 2]"}, more=["My notes"])
        record = root / "lessons" / "9.7_regularization.predictions.jsonl"
        record.write_text("{}\n", encoding="utf-8")

        change(home / "lessons" / LESSON, {title: f"Newer. {title}", TODO: "solutions = None"})
        (home / "lessons" / "extra.ipynb").write_text("{}", encoding="utf-8")
        run(block_with("git push"))
        click()
        kept = nbformat.read(lesson, 4)
        sources = [cell.source for cell in kept.cells]
        assert sources[0] == f"Newer. {title}"
        assert sources[-1] == "My notes"
        (answer,) = (cell for cell in kept.cells if cell.source.startswith("solutions = "))
        assert answer.source.startswith("solutions = [1, 2]")
        assert answer.outputs[0].text == "solutions = [1, 2]\n"
        assert record.read_text(encoding="utf-8") == "{}\n"
        assert (root / "lessons" / "extra.ipynb").exists()

        lesson.unlink()
        click()
        assert nbformat.read(lesson, 4).cells[0].source == f"Newer. {title}"


def test_the_data_sets_are_those_that_are_downloaded_and_lie_where_kernels_look(monkeypatch):
    commands = block_with("XDG_CACHE_HOME")
    fetched = set(re.findall(r"fetch_\w+", commands))
    assert fetched == {name for name in data.__all__ if name.startswith("fetch_")}
    assert len(fetched) == len({name.removesuffix("_train").removesuffix("_test") for name in REMOTE})
    (place,) = re.findall(r"XDG_CACHE_HOME=(\S+)", commands)
    monkeypatch.setenv("XDG_CACHE_HOME", place)
    settings = Config()
    exec(block_with("c.Spawner"), {"c": settings})
    assert settings.Spawner.environment == {DATA_VARIABLE: str(cache_folder())}


def test_the_settings_of_students_servers_exist():
    settings = Config()
    exec(block_with("c.Mapping"), {"c": settings})
    assert set(settings) == {"MappingKernelManager"}
    assert set(settings.MappingKernelManager) <= set(MappingKernelManager.class_trait_names())
