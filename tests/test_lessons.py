"""The lessons as they are stored, and that comparing them with nbval catches what it should and nothing else."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fewidgets.authoring.notebook_format import is_canonical, store

ROOT = Path(__file__).resolve().parent.parent
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.name)
def test_a_lesson_is_stored_in_canonical_form(lesson):
    assert is_canonical(lesson), f"run: fewidgets run-notebooks {lesson.relative_to(ROOT)}"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.name)
def test_a_lesson_opts_out_of_nothing(lesson):
    for cell in json.loads(lesson.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        assert not {"nbval-skip", "nbval-ignore-output"} & set(cell["metadata"].get("tags", []))
        assert "NBVAL_" not in source


@pytest.fixture
def project(tmp_path):
    """A project with our settings for notebooks and none of our tests."""
    for name in ("conftest.py", "pyproject.toml", "tests/nbval_sanitize.cfg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "notebooks").mkdir()
    return tmp_path


def lesson(project, *cells, name="lesson.ipynb"):
    """Write a lesson of code cells: (source, tags), or (source, tags, value) with the value as its stored output."""
    path = project / "notebooks" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    cells = [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": f"c{i}",
            "metadata": {"tags": tags},
            "outputs": [
                {"data": {"text/plain": value}, "execution_count": None, "metadata": {}, "output_type": "execute_result"}
                for value in values
            ],
            "source": source,
        }
        for i, (source, tags, *values) in enumerate(cells)
    ]
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}), encoding="utf-8")
    return path


def nbval(project, *options, **environment):
    """Run pytest on the project; returns its exit code and what it printed."""
    settings = {key: value for key, value in os.environ.items() if not key.startswith(("FEWIDGETS_", "PYTEST_"))}
    package = str(Path(sys.modules["fewidgets"].__file__).parent.parent)
    settings["PYTHONPATH"] = os.pathsep.join([package, *filter(None, [settings.get("PYTHONPATH")])])
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--color=no", "-p", "no:cacheprovider", *options, "notebooks"],
        cwd=project,
        env={**settings, **environment},
        capture_output=True,
        text=True,
    )
    return run.returncode, run.stdout + run.stderr


WIDGETS = """\
import ipywidgets, sys
import matplotlib.pyplot as plt
from IPython.display import HTML, Markdown, display
plt.plot([1, 2]);
display(HTML("<b>x</b>"), Markdown("*x*"))
captured = ipywidgets.Output()
with captured:
    print("inside")
print("err", file=sys.stderr)
display(captured, ipywidgets.interactive(lambda x: print(x), x=(0, 3)))
ipywidgets.IntSlider(value=3)"""


@pytest.mark.slow
def test_widgets_pictures_and_html_pass_and_changed_numbers_and_missing_and_new_outputs_fail(project):
    numbers = ("object()", []), ("round(0.1 + 0.2, 6);", []), ("print('cost', 1.25)", [])
    path = lesson(project, (WIDGETS, []), *numbers, ("1", []), ("None", []))
    store(path)
    shutil.copytree(path.parent, project / "notebooks" / ".ipynb_checkpoints")
    lesson(project, ("raise NotImplementedError('for the student')", []), name="exercises/9.1.ipynb")
    status, printed = nbval(project)
    assert status == 0, printed
    assert "6 passed" in printed

    good = path.read_text(encoding="utf-8")
    changes = [
        ('"IntSlider(value=3)"', '"IntSlider(value=4)"', "Cell 0"),
        ('"0.3"', '"0.30001"', "Cell 2"),
        ('"cost 1.25\\n"', '"cost 1.26\\n"', "Cell 3"),
    ]
    for old, new, _ in changes:
        assert good.count(old) == 1, old
        good = good.replace(old, new)
    book = json.loads(good)
    book["cells"][4]["outputs"], book["cells"][5]["outputs"] = [], book["cells"][4]["outputs"]
    path.write_text(json.dumps(book), encoding="utf-8")
    status, printed = nbval(project)
    assert status == 1
    assert "5 failed, 1 passed" in printed
    for cell in (*(cell for _, _, cell in changes), "Cell 4", "Cell 5"):
        assert f"FAILED notebooks/lesson.ipynb::{cell}" in printed


@pytest.mark.slow
def test_cells_whose_data_cannot_be_had_are_skipped_with_the_cure(project, tmp_path):
    lesson(project, ("1 + 1", [], "2"), ("raise OSError('no data')", ["needs-student_debt"]), ("2 + 2", ["needs-boston"], "4"))
    away = {
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "HTTPS_PROXY": "http://127.0.0.1:9",
        "https_proxy": "http://127.0.0.1:9",
    }
    status, printed = nbval(project, **away)
    assert status == 0, printed
    assert "2 passed, 1 skipped" in printed
    assert "student_debt data are neither in FEWIDGETS_DATA nor cached" in printed
    assert "To get it by hand" in printed
    for options in ((), ("-n1", "--dist=loadfile")):
        status, printed = nbval(project, *options, FEWIDGETS_NO_SKIPS="1", **away)
        assert status == 1
        assert "nothing may be skipped here" in printed
        assert "2 passed, 1 skipped" in printed


@pytest.mark.slow
def test_the_wrong_data_are_a_failure_not_a_skip(project, tmp_path):
    lesson(project, ("1", ["needs-student_debt"]))
    (tmp_path / "student_debt_data.csv").write_text("1,2\n")
    status, printed = nbval(project, FEWIDGETS_DATA=str(tmp_path))
    assert status == 1
    assert "is not the student_debt file" in printed
