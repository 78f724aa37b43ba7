"""The repository around the code: licences, guidelines of Scientific Python, and a workflow for every supported Python."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from fewidgets.explorables import EXPLORABLES
from fewidgets.lessons.names import LESSONS

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]


def workflow(name):
    return yaml.safe_load((ROOT / f".github/workflows/{name}.yml").read_text(encoding="utf-8"))


def test_code_and_lessons_have_their_licences():
    assert PROJECT["license"] == "BSD-3-Clause AND CC-BY-4.0 AND CC-BY-SA-3.0"
    assert PROJECT["license-files"] == ["LICENSE", "notebooks/LICENSE", "fewidgets/data/tables/README.md"]
    assert "BSD 3-Clause" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    lessons = (ROOT / "notebooks/LICENSE").read_text(encoding="utf-8")
    assert "https://creativecommons.org/licenses/by/4.0/" in lessons
    assert (ROOT / "fewidgets/py.typed").exists()


@pytest.mark.slow
@pytest.mark.parametrize("command", ["ruff check", "ruff format --check", "mypy", "repo-review . --show err"])
def test_the_tools_find_nothing(command):
    name, *arguments = command.split()
    program = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    done = subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_guideline_of_scientific_python_that_is_left_out_has_its_reason():
    for check, reason in PYPROJECT["tool"]["repo-review"]["ignore"].items():
        assert len(reason) > 20, f"{check} needs a reason"


def test_the_workflow_tests_every_python_that_the_package_names():
    named = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if ":: 3." in line]
    assert workflow("ci")["jobs"]["python"]["strategy"]["matrix"]["python"] == named
    assert f"PYTHONS = {named}".replace("'", '"') in (ROOT / "noxfile.py").read_text(encoding="utf-8")
    assert PROJECT["requires-python"] == f">={named[0]}"


def test_the_workflows_run_everything_and_publish_without_a_password():
    commands = [step.get("run") for step in workflow("ci")["jobs"]["everything"]["steps"]]
    assert "bash .ci/run" in commands
    assert (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()[-1].endswith(" -s full")
    start = (ROOT / "README.md").read_text(encoding="utf-8").split("## Statement of need")[0]
    assert "&& fewidgets lab " in start
    assert "&& nox -s full " in start
    publish = workflow("release")["jobs"]["publish"]
    assert publish["permissions"] == {"id-token": "write"}
    assert publish["steps"][-1]["uses"].startswith("pypa/gh-action-pypi-publish@")
    assert "with" not in publish["steps"][-1]


def test_every_dependency_has_a_lowest_version():
    done = subprocess.run([sys.executable, ROOT / ".ci/lowest.py"], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert all("==" in line for line in lines)
    assert len(lines) == len({line.partition("==")[0] for line in lines})
    assert len(lines) >= len(PROJECT["dependencies"])


@pytest.mark.parametrize("document", sorted(ROOT.glob("*.md")), ids=lambda path: path.name)
def test_documents_count_right(document):
    compared = json.loads((ROOT / "tests/grading/corpus/COMPARISON.json").read_text(encoding="utf-8"))
    submissions = len(compared["fewidgets"]["given"])
    there = {"explorables": len(EXPLORABLES), "lessons": len({*LESSONS.values()}), "submissions": submissions}
    text = document.read_text(encoding="utf-8")
    for count, what in re.findall(rf"\b(\d+)(?: |\n ?)({'|'.join(there)})\b", text):
        assert int(count) == there[what], f"{count} {what}"
