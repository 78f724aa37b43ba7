"""JupyterLite as `nox -s lite` builds it: what it holds fits together, and a lesson opens in it without a network."""

import json
import os
import re
import subprocess
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import fewidgets
from tests.browser.jupyter import Lab, chromium
from tests.lite.conftest import LITE, ROOT, environment, pins
from tests.lite.serving import serve

#: Python in a browser, as pip's markers see it.
THERE = {
    "python_version": "3.14",
    "python_full_version": "3.14.2",
    "sys_platform": "emscripten",
    "platform_system": "Emscripten",
}
#: The kernel has a package of this name, which holds nothing.
BROUGHT = {"widgetsnbextension": "4.0.999"}
KERNEL = "extensions/@jupyterlite/pyodide-kernel-extension"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lite")
    programs = environment(folder, "-r", LITE / "requirements.txt")
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [programs / "python", LITE / "build.py", folder / "lite"]
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return folder / "lite"


@pytest.fixture(scope="module")
def config(built):
    return json.loads((built / "jupyter-lite.json").read_text())["jupyter-config-data"]


def versions(*files):
    return dict(line.split("==") for file in files for line in pins(file))


def test_the_wheels_are_those_that_pyodide_has_not(built):
    found = {name: list(each["releases"]) for name, each in json.loads((built / "pypi/all.json").read_text()).items()}
    wanted = {name: [version] for name, version in versions("wheels.txt").items()}
    assert found == {**wanted, "fewidgets": [fewidgets.__version__]}
    assert not versions("wheels.txt").keys() & versions("pyodide.txt").keys()


def test_every_requirement_is_there(built):
    there = {**versions("wheels.txt", "pyodide.txt"), **BROUGHT}
    for wheel in (built / "pypi").glob("*.whl"):
        with ZipFile(wheel) as archive:
            (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
            metadata = message_from_string(archive.read(name).decode())
        for each in map(Requirement, metadata.get_all("Requires-Dist") or []):
            if each.marker is None or each.marker.evaluate(THERE):
                assert each.specifier.contains(there[canonicalize_name(each.name)]), f"{wheel.name} needs {each}"


def test_the_list_is_that_of_the_kernels_pyodide(built):
    schema = (built / KERNEL / "static/schema/kernel.v0.schema.json").read_text()
    (version,) = re.findall(r"/pyodide/v([\d.]+)/full/", schema)
    assert f"Pyodide {version}," in (LITE / "pyodide.txt").read_text()
    assert f"Pyodide {version}." in Path(__file__).with_name("taken_away.py").read_text()


def test_nothing_is_kept_and_our_settings_hold(config):
    for what in ("contents", "settings", "workspaces"):
        assert config[f"{what}StorageDrivers"] == ["memoryStorageDriver"]
    assert config["enableMemoryStorage"] is True
    assert config["settingsOverrides"]["@jupyter-widgets/jupyterlab-manager:plugin"] == {"saveState": True}
    names = {each["name"] for each in config["federated_extensions"]}
    assert names == {"anywidget", "@jupyter-widgets/jupyterlab-manager", "@jupyterlite/pyodide-kernel-extension"}


def test_lessons_are_those_of_students_and_install_what_they_need(built):
    lessons = {path.relative_to(built / "files"): path for path in (built / "files").rglob("*.ipynb")}
    assert {path.name for path in (ROOT / "notebooks").glob("*.ipynb")} <= {path.name for path in lessons}
    assert not [path for path in lessons if {"source", "graded"} & set(path.parts)]
    with_forests = []
    for name, path in lessons.items():
        codes = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
        assert not any(cell["outputs"] for cell in codes)
        if codes:
            assert "".join(codes[0]["source"]).splitlines()[1].startswith("%pip install -q fewidgets")
        with_forests += [name.stem for cell in codes[:1] if "scikit-learn" in "".join(cell["source"])]
    # Found by running all lessons without it.
    needed = {"9.3_feature_scaling", "C2_searching_subsets", "C3_ranking_features", "which_method_when", "C4_fitting"}
    assert {*needed, "3_which_features_matter"} <= set(with_forests)
    assert len(with_forests) <= 9


def test_pages_of_the_site_lead_to_their_lessons(built, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "docs")
    from generate.lessons import _ways_to_open, notebooks

    for path in notebooks():
        assert "lite" not in _ways_to_open(path, lite=False)
        (link,) = re.findall(r'href="([^"]+)"', _ways_to_open(path, lite=True))
        place, _, lesson = link.partition("?path=")
        assert Path(os.path.normpath(built.parent / "learn" / path.parent / place)).is_file()
        assert (built / "files" / lesson).is_file()


@pytest.mark.browser
def test_a_lesson_opens_and_asks_only_for_pyodide_elsewhere(built):
    asked = []
    with chromium() as browser, serve(built) as address:
        lab = Lab(browser, address, Path())
        lab.page.on("request", lambda request: asked.append(request.url))
        lab.page.goto(f"{address}/lab/index.html?path=9.7_regularization.ipynb")
        lab.page.get_by_role("heading", name="9.7 Regularization: a penalty on the weights").wait_for()
        lab.page.get_by_text("%pip install -q fewidgets").wait_for()
        lab.close()
    elsewhere = {re.sub(r"/v[\d.]+/.*", "", url) for url in asked if not url.startswith((address, "data:", "blob:"))}
    assert elsewhere <= {"https://cdn.jsdelivr.net/pyodide"}
