"""Build JupyterLite: JupyterLab with Python in the browser, and the lessons.

`nox -s lite` calls it. It needs what requirements.txt lists, and the package registry.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fewidgets.authoring.notebook_format import joined
from fewidgets.lessons.copies import deliver

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

#: The parts of JupyterLab that run Python and, in two of the wheels, that show widgets. Nothing else of the environment.
KERNEL = Path(sys.prefix) / "share" / "jupyter" / "labextensions" / "@jupyterlite" / "pyodide-kernel-extension"
WITH_SCRIPTS = ("anywidget", "jupyterlab_widgets")

#: Lessons with any of these words train models of scikit-learn or load its data.
_SCIKIT_LEARN = re.compile(r"sklearn|ImportanceViewer|load_diabetes")

#: Everything is kept in memory. Otherwise a browser would keep its copy of a lesson, and hide the newer one of the site.
_FORGETFUL = {f"{what}StorageDrivers": ["memoryStorageDriver"] for what in ("contents", "settings", "workspaces")}


def build(target: Path) -> None:
    """Build the site of JupyterLite in a new folder."""
    with TemporaryDirectory() as folder:
        work = Path(folder)
        lessons = work / "lessons"
        deliver(lessons)
        for path in lessons.rglob("*.ipynb"):
            path.write_text(_with_installation(path.read_text(encoding="utf-8")), encoding="utf-8")
        _fetch_wheels(work / "pypi")
        _write(work / "overrides.json", _settings())
        _write(work / "jupyter-lite.json", {"jupyter-lite-schema-version": 0, "jupyter-config-data": _config()})
        _write(work / "jupyter_lite_config.json", {"LiteBuildConfig": _build_config(work / "pypi")})
        subprocess.run([sys.executable, "-m", "jupyter", "lite", "build"], cwd=work, check=True)
        shutil.rmtree(target, ignore_errors=True)
        shutil.move(work / "site", target)


def _with_installation(text: str) -> str:
    """Put a cell before the first cell of code that installs what it needs in the browser's Python."""
    notebook = json.loads(text)
    cells = notebook["cells"]
    first = next((number for number, cell in enumerate(cells) if cell["cell_type"] == "code"), None)
    if first is None:
        return text
    more = " scikit-learn" if any(_SCIKIT_LEARN.search(joined(cell["source"])) for cell in cells) else ""
    source = f"# Run this first. The packages come over the network, which may take a minute.\n%pip install -q fewidgets{more}"
    cell = {"cell_type": "code", "id": "install", "metadata": {}, "source": source, "outputs": [], "execution_count": None}
    cells.insert(first, cell)
    return json.dumps(notebook, ensure_ascii=False, indent=1)


def _fetch_wheels(folder: Path) -> None:
    """Build our wheel of this checkout, and fetch those that Pyodide has not."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")
    # JupyterLite leaves out, without a word, what was compiled for another machine than the browser's.
    pure = ("--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none", "--python-version=3.14")
    subprocess.run([*pip, "wheel", "--no-deps", "-w", folder, ROOT], check=True)
    subprocess.run([*pip, "download", "--no-deps", *pure, "-d", folder, "-r", HERE / "wheels.txt"], check=True)


def _settings() -> dict[str, object]:
    """Return what `fewidgets lab` sets in JupyterLab."""
    folder = ROOT / "fewidgets" / "static" / "labconfig"
    return {key: value for path in sorted(folder.rglob("*.json")) for key, value in json.loads(path.read_text()).items()}


def _config() -> dict[str, object]:
    return {"appName": "fewidgets in the browser", "enableMemoryStorage": True, **_FORGETFUL}


def _build_config(wheels: Path) -> dict[str, object]:
    return {
        "apps": ["lab"],
        "contents": ["lessons"],
        "output_dir": "site",
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "ignore_sys_prefix": ["federated_extensions"],
        "federated_extensions": [str(path) for name in WITH_SCRIPTS for path in wheels.glob(f"{name}-*.whl")] + [str(KERNEL)],
    }


def _write(path: Path, content: dict[str, object]) -> None:
    path.write_text(json.dumps(content, indent=1), encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]))
