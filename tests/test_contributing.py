"""The recipe for an explorable in CONTRIBUTING.md works: its code is built into a copy of the package and driven there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^<!-- (file|cell): (\S+) -->\n```python\n(.*?)^```$", flags=re.M | re.S)
REPEATED = ("README.md", "CHANGELOG.md", "pyproject.toml", "CITATION.cff", "CONTRIBUTING.md")

DRIVE = """
from pathlib import Path
import fewidgets
from fewidgets.data import load_boston

w = fewidgets.DegreeSlider(load_boston())
assert fewidgets.explorables.EXPLORABLES["DegreeSlider"] is fewidgets.DegreeSlider
seen = []
w.observe(seen.append, "degree")
w.degree = 3
assert [change.new for change in seen] == [3]
assert w.caption.startswith("Degree 3:")
assert w.get_state()["degree"] == 3
assert len(w.figure(degree=2).axes) >= 2
assert w.degree == 3
page = w.to_html(Path("degree.html")).read_text(encoding="utf-8")
assert "One degree more" in page
print(repr(w))
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """Copy what a contributor has, write the files of the recipe into it, and run the recipe's command."""
    copy = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "fewidgets", copy / "fewidgets", ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    shutil.copytree(ROOT / "notebooks", copy / "notebooks", ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    for name in REPEATED:
        shutil.copy(ROOT / name, copy)
    for kind, name, code in BLOCK.findall(CONTRIBUTING):
        path = copy / name
        if kind == "file":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(code, encoding="utf-8")
        else:
            book = json.loads(path.read_text(encoding="utf-8"))
            cell = {"cell_type": "code", "execution_count": None, "id": "new", "metadata": {}, "outputs": [], "source": code}
            book["cells"].append(cell)
            path.write_text(json.dumps(book), encoding="utf-8")
    done = run(copy, "-m", "fewidgets.cli", "gallery", "DegreeSlider")
    assert done.returncode == 0, done.stderr
    return copy


def run(folder, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False)


def test_the_recipe_names_three_files():
    assert [(kind, name.split("/")[0]) for kind, name, _ in BLOCK.findall(CONTRIBUTING)] == [
        ("file", "fewidgets"),
        ("file", "tests"),
        ("cell", "notebooks"),
    ]


def test_the_new_explorable_is_a_widget_a_figure_and_a_page(checkout):
    done = run(checkout, "-c", DRIVE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("DegreeSlider(506 × 13, degree=3): Degree 3:")


@pytest.mark.slow
def test_its_own_test_and_its_examples_pass(checkout):
    done = run(checkout, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir=.", "tests/explorables")
    assert done.returncode == 0, done.stdout
    assert "9 passed" in done.stdout
    code = (
        "import doctest, numpy, fewidgets.explorables.degree_slider as m; print(doctest.testmod(m, extraglobs={'np': numpy}))"
    )
    assert "failed=0" in run(checkout, "-c", code).stdout


def test_everything_else_is_generated(checkout):
    for name in ("README.md", "notebooks/index.ipynb"):
        assert "DegreeSlider" in (checkout / name).read_text(encoding="utf-8"), name
    for suffix in ("", "_dark"):
        assert (checkout / f"notebooks/images/degree_slider{suffix}.png").stat().st_size > 1000
    again = run(checkout, "-c", "from fewidgets.authoring.generate import write_generated; print(write_generated('.'))")
    assert again.stdout.strip() == "[]", again.stderr
    assert run(checkout, "-c", "import fewidgets; assert 'DegreeSlider' in dir(fewidgets)").returncode == 0
