"""What a student does in the browser, in a Python that has Pyodide's packages and lacks what a browser lacks."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lite.conftest import ROOT, pins

pytestmark = pytest.mark.slow

#: What needs a newer Python than 3.11, the oldest that the package allows. Pyodide has Python 3.14.
NOT_FOR_PYTHON_3_11 = {"ipython", "scipy"}
FORESTS = "ImportanceViewer needs scikit-learn, which grows its forests. Install it with: pip install scikit-learn"


@pytest.fixture
def step(like_pyodide, tmp_path):
    """A function that takes a step of steps.py in a new Python, whose file system remembers nothing."""

    def take(*words):
        variables = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
        command = [like_pyodide / "python", "-B", Path(__file__).with_name("taken_away.py"), *words]
        done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr[-3000:]
        return json.loads(done.stdout.splitlines()[-1])

    return take


def test_the_versions_are_those_of_pyodide(like_pyodide):
    code = "from importlib.metadata import distributions as d; print(*(f'{x.name.lower()}=={x.version}' for x in d()))"
    done = subprocess.run([like_pyodide / "python", "-c", code], capture_output=True, text=True, check=True)
    there = {line.replace("_", "-") for line in done.stdout.split()}
    others = {line.split("==")[0] for line in (*pins("pyodide.txt"), *pins("wheels.txt")) if line not in there}
    assert others == (NOT_FOR_PYTHON_3_11 if sys.version_info < (3, 12) else set())


def test_nothing_heavy_loads_with_the_package_and_all_algorithms_import(step):
    loaded, missing = step("import_everything")
    assert not {"numpy", "matplotlib", "ipywidgets", "requests", "pooch", "sklearn", "multiprocessing"} & set(loaded)
    assert missing == []


def test_every_explorable_opens_and_moves_and_one_asks_for_scikit_learn(step):
    assert step("without_scikit_learn") == {"ImportanceViewer": FORESTS}
    assert step("open_explorables", "ImportanceViewer") == {}


def test_answers_are_checked(step):
    refused, wrong = step("check_answers")
    assert refused == []
    assert wrong == ["wrong", "error"]


def test_endless_answers_are_ended(step):
    loop, flood, seconds = step("endless")
    assert (loop, flood) == ("time", "output")
    assert seconds < 3


def test_data_come_through_the_browser_or_the_message_says_how_to_get_them(step):
    shape, said = step("download")
    assert shape == [2, 1]
    assert "could not be downloaded" in said
    assert "Failed to fetch" in said
    assert said.endswith(
        "as student_debt_data.csv. Upload it into the folder of this notebook with the button Upload Files. "
        "Then run %env FEWIDGETS_DATA=. first."
    )


def test_a_prediction_is_kept(step):
    assert step("predict") == ["wrong", "wrong"]
