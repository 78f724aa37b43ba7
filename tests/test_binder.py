"""What mybinder.org is told: cheap checks of the files, its steps in a new environment, and the memory of a visitor."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
import venv
from pathlib import Path
from urllib.request import Request, urlopen

import psutil
import pytest
from jupyter_client import BlockingKernelClient
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import fewidgets

ROOT = Path(__file__).resolve().parent.parent
BINDER = ROOT / "binder"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LINES = (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
PINS = dict(line.split("==") for line in LINES if line and not line.startswith("#"))
#: What Binder's tool, repo2docker, has installed before it reads our files.
BROUGHT = ("ipywidgets==8.*", "jupyterlab==4.*", "notebook==7.*")
#: What the lessons do without. nbconvert comes with JupyterLab.
NOT_NEEDED = {"latex2mathml", "nbconvert"}


def test_every_requirement_is_one_exact_version_of_somebody_elses_package():
    assert len(PINS) == sum(1 for line in LINES if line and not line.startswith("#"))
    for name, version in PINS.items():
        assert re.fullmatch(r"[a-z0-9-]+", name), name
        assert re.fullmatch(r"[0-9][0-9a-z.]*", version), version
    assert PROJECT["name"] not in PINS


def test_the_pins_are_what_the_package_asks_for():
    wanted = {Requirement(line) for line in (*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["lab"])}
    brought = {Requirement(line).name for line in BROUGHT}
    for each in wanted:
        if each.name not in brought | NOT_NEEDED:
            assert each.specifier.contains(PINS[canonicalize_name(each.name)]), each
    assert not brought & set(PINS)


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


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A checkout and an environment in which Binder's steps were taken, and a function that runs a program there.

    It needs a package registry, as Binder does.
    """
    folder = tmp_path_factory.mktemp("binder")
    environment, checkout = folder / "env", folder / "checkout"
    venv.create(environment, with_pip=True)
    programs = environment / "bin"
    apart = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
    variables = {key: value for key, value in os.environ.items() if key not in apart}
    variables |= dict.fromkeys(("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"), str(folder / "jupyter"))
    variables |= {"JUPYTER_RUNTIME_DIR": str(folder / "runtime"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    variables["PATH"] = f"{programs}{os.pathsep}{os.environ['PATH']}"

    def run(*command, cwd=checkout):
        done = subprocess.run(command, cwd=cwd, env=variables, capture_output=True, text=True)
        if "NewConnectionError" in done.stderr or "Temporary failure in name resolution" in done.stderr:
            pytest.skip("no package registry can be reached, and Binder's steps install from one; run this with a network")
        assert done.returncode == 0, f"{' '.join(map(str, command))}:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
        return done.stdout

    leave_out = shutil.ignore_patterns(
        ".git", "node_modules", "artifacts", "__pycache__", ".*_cache", ".venv*", "tests", "_build"
    )
    shutil.copytree(ROOT, checkout, ignore=leave_out)
    # Unlike Binder, compile nothing that is not imported: that takes a third of the time.
    quick = (programs / "pip", "install", "-q", "--no-compile", "--retries", "1")
    run(*quick, *BROUGHT)
    before = size(environment)
    run(*quick, "-r", "binder/requirements.txt")
    assert size(environment) - before < 320e6
    run("binder/postBuild")
    run(programs / "pip", "check")
    return environment, checkout, variables, run


def size(folder):
    return sum(path.lstat().st_size for path in folder.rglob("*"))


@pytest.mark.slow
def test_the_steps_in_a_new_environment(installed, tmp_path):
    environment, checkout, _, run = installed
    assert_no_outputs(checkout / "notebooks")
    assert run("fewidgets", "--version", cwd=tmp_path) == f"fewidgets {fewidgets.__version__}\n"
    metadata = run("python", "-c", "from importlib.metadata import version; print(version('fewidgets'))", cwd=tmp_path)
    assert metadata == f"{fewidgets.__version__}\n"
    listed = run("fewidgets", "notebooks", "lessons", "--list", cwd=tmp_path)
    names = {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert {line.split(":")[0] for line in listed.splitlines()} >= names
    where = run("python", "-c", "import fewidgets, fewidgets.data; print(fewidgets.__file__)", cwd=tmp_path)
    assert str(environment) in where


@pytest.fixture
def server(installed):
    """The process of a JupyterLab as Binder starts it, and a function that asks it something."""
    _, checkout, variables, _ = installed
    options = ("--no-browser", "--allow-root", "--ServerApp.port=0", "--IdentityProvider.token=word")
    process = subprocess.Popen(["jupyter-lab", *options], cwd=checkout, env=variables, stderr=subprocess.DEVNULL)
    try:
        about = wait_for(lambda: next(iter(Path(variables["JUPYTER_RUNTIME_DIR"]).glob("jpserver-*.json")), None))
        address = json.loads(wait_for(about.read_text))["url"]

        def ask(path, body=None):
            data = json.dumps(body).encode() if body else None
            with urlopen(Request(f"{address}{path}", data, {"Authorization": "token word"})) as answer:
                return json.load(answer)

        yield process, ask
    finally:
        process.terminate()
        process.wait(30)


def wait_for(look):
    end = time.monotonic() + 60
    while not (found := look()):
        assert time.monotonic() < end
        time.sleep(0.1)
    return found


@pytest.mark.slow
def test_a_visitor_needs_less_than_two_gigabytes_and_may_save_the_state_of_widgets(installed, server):
    """mybinder.org ends what takes more than 2 GB. Lesson 9.2.3 needs most: 0.6 GB with the server, when this was written."""
    (_, checkout, variables, _), (process, ask) = installed, server
    widgets = ask("lab/api/settings/@jupyter-widgets/jupyterlab-manager:plugin")
    assert widgets["schema"]["properties"]["saveState"]["default"] is True

    lesson = "9.2.3_images.ipynb"
    path = f"notebooks/{lesson}"
    session = ask("api/sessions", {"path": path, "type": "notebook", "name": lesson, "kernel": {"name": "python3"}})
    client = BlockingKernelClient()
    client.load_connection_file(f"{variables['JUPYTER_RUNTIME_DIR']}/kernel-{session['kernel']['id']}.json")
    client.start_channels()
    try:
        client.wait_for_ready(60)
        for cell in json.loads((checkout / path).read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                code = "".join(cell["source"])
                content = client.execute_interactive(code, allow_stdin=False, output_hook=bool, timeout=120)["content"]
                assert content["status"] == "ok", f"{code}\n{content}"
    finally:
        client.stop_channels()
    kernels = psutil.Process(process.pid).children(recursive=True)
    assert kernels
    assert sum(peak(each.pid) for each in (process, *kernels)) < 2e9


def peak(pid):
    """Return the largest memory that a process has had, in bytes. A limit of addresses would count what is never touched."""
    (kilobytes,) = re.findall(r"^VmHWM:\s+(\d+) kB$", Path(f"/proc/{pid}/status").read_text(), flags=re.M)
    return 1024 * int(kilobytes)
