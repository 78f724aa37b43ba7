"""What mybinder.org is told: cheap checks of the files, and its steps in a new environment."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import fewidgets

ROOT = Path(__file__).resolve().parent.parent
BINDER = ROOT / "binder"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LINES = (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
PINS = dict(line.split("==") for line in LINES if line and not line.startswith("#"))


def test_every_requirement_is_one_exact_version_of_somebody_elses_package():
    assert len(PINS) == sum(1 for line in LINES if line and not line.startswith("#"))
    for name, version in PINS.items():
        assert re.fullmatch(r"[a-z0-9-]+", name), name
        assert re.fullmatch(r"[0-9][0-9a-z.]*", version), version
    assert PROJECT["name"] not in PINS


@pytest.mark.parametrize("line", [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["lab"]])
def test_the_pins_are_what_the_package_asks_for(line):
    wanted = Requirement(line)
    assert wanted.specifier.contains(PINS[canonicalize_name(wanted.name)])


def test_the_python_is_one_that_the_package_allows():
    version = re.fullmatch(r"python-(3\.\d+)\n", (BINDER / "runtime.txt").read_text())[1]
    assert Requirement(f"python{PROJECT['requires-python']}").specifier.contains(version)


def test_post_build_is_an_executable_script_that_installs_nothing_else():
    script = BINDER / "postBuild"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True)
    text = script.read_text()
    assert "set -euo pipefail" in text
    assert "pip install --no-deps ." in text


def test_visitors_get_lessons_without_outputs(tmp_path):
    """What postBuild does after the installation, in a folder that looks like the checkout."""
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks")
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "fewidgets"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m fewidgets.cli "$@"\n')
    command.chmod(0o755)
    text = (BINDER / "postBuild").read_text()
    steps = "\n".join(line for line in text.splitlines() if not line.startswith("pip "))
    paths = [str(tmp_path / "bin"), os.environ["PATH"]]
    environment = {**os.environ, "PATH": os.pathsep.join(paths), "PYTHONPATH": str(ROOT)}
    subprocess.run(["bash", "-c", steps], cwd=tmp_path, env=environment, check=True, capture_output=True)
    assert_no_outputs(tmp_path / "notebooks")


def assert_no_outputs(folder):
    """Every lesson is there, at the address that the README links to, and none has an output."""
    lessons = sorted(folder.glob("*.ipynb"))
    assert [path.name for path in lessons] == sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
    for path in lessons:
        assert not any(cell.get("outputs") for cell in json.loads(path.read_text(encoding="utf-8"))["cells"])


@pytest.mark.slow
def test_the_steps_in_a_new_environment(tmp_path):
    """Install the pins, run postBuild, use the command. Needs a package registry, as Binder does."""
    venv.create(tmp_path / "env", with_pip=True)
    folder = tmp_path / "env" / "bin"
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}
    environment = {**kept, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}

    def run(*command, cwd):
        done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
        if "NewConnectionError" in done.stderr or "Temporary failure in name resolution" in done.stderr:
            pytest.skip("no package registry can be reached, and Binder's steps install from one; run this with a network")
        assert done.returncode == 0, f"{' '.join(map(str, command))}:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
        return done.stdout

    checkout = tmp_path / "checkout"
    leave_out = shutil.ignore_patterns(".git", "node_modules", "artifacts", "__pycache__", ".*_cache", ".venv*", "tests")
    shutil.copytree(ROOT, checkout, ignore=leave_out)
    # Unlike Binder, compile nothing that is not imported: that takes a third of the time.
    run(folder / "pip", "install", "-q", "--no-compile", "--retries", "1", "-r", "binder/requirements.txt", cwd=checkout)
    run("binder/postBuild", cwd=checkout)
    run(folder / "pip", "check", cwd=checkout)
    # With this, JupyterLab saves a notebook with what its widgets show.
    assert (tmp_path / "env/etc/jupyter/labconfig/default_setting_overrides.d/fewidgets.json").is_file()
    assert_no_outputs(checkout / "notebooks")
    assert run("fewidgets", "--version", cwd=tmp_path) == f"fewidgets {fewidgets.__version__}\n"
    metadata = run("python", "-c", "from importlib.metadata import version; print(version('fewidgets'))", cwd=tmp_path)
    assert metadata == f"{fewidgets.__version__}\n"
    listed = run("fewidgets", "notebooks", "lessons", "--list", cwd=tmp_path)
    names = {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert {line.split(":")[0] for line in listed.splitlines()} >= names
    where = run("python", "-c", "import fewidgets, fewidgets.data; print(fewidgets.__file__)", cwd=tmp_path)
    assert str(tmp_path / "env") in where
