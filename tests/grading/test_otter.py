"""The tests for Otter give what grading by value gives, on an honest notebook."""

import zipfile
from dataclasses import dataclass

import pytest

from fewidgets.grading.bridges.otter import write_otter
from fewidgets.grading.bridges.plain_tests import plain_tests
from fewidgets.grading.literals import literal
from fewidgets.grading.question import ByHand, Choice, Function, GradedSet, Values
from fewidgets.grading.seeds import generator_of


@dataclass
class Returned:
    name: str
    points: float = 1.0
    atol: float = 1e-6
    rtol: float = 1e-4
    agrees: object = None


def means(X, k):
    return X.mean(axis=0), X[:k].tolist(), k, None


SET = GradedSet(
    "small",
    1,
    "Small",
    (
        Values(
            "q1",
            ("winner", "weights"),
            data=lambda rng: {"x": rng.normal(size=4)},
            solve=lambda data: {"winner": int(data["x"].argmax()), "weights": data["x"] / 2},
            points={"weights": 2.5},
        ),
        Function(
            "q2",
            "means",
            cases=lambda rng: [(rng.normal(size=(n, 2)), 1) for n in (2, 3)],
            reference=means,
            results=(Returned("mean"), Returned("first"), Returned("k"), Returned("direction", agrees=lambda *_: True)),
        ),
        Choice("q3", "why", options=("a", "b"), right="b", explanations={"a": "no", "b": "yes"}),
        Choice("q4", "which", options=("a", "b", "c"), right=("b", "a"), explanations={"a": "yes", "b": "yes", "c": "no"}),
        ByHand("q5", points=3),
    ),
)
SECRET = b"0123456789abcdef"


@pytest.mark.slow
def test_otter_grades_with_the_zip(tmp_path):
    import nbformat
    from otter.api import grade_submission

    path = write_otter(tmp_path / "out", plain_tests(SET, SECRET))
    with zipfile.ZipFile(path) as file:
        assert {"run_autograder", "setup.sh", "otter_config.json", "tests/q1.py"} <= set(file.namelist())
    right = SET.questions[0].solve(SET.questions[0].data(generator_of(SECRET, "small", 1, "", "q1")))
    code = (
        f"import numpy as np\nwinner, weights = {right['winner']}, {literal(right['weights'])}\nwhy, which = 'a', ['a', 'b']"
    )
    cells = [
        nbformat.v4.new_code_cell(code),
        nbformat.v4.new_code_cell("def means(X, k): return X.mean(axis=0) + 1, X[:k], 7, 0"),
    ]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python"}})
    nbformat.write(notebook, tmp_path / "small.ipynb")
    results = grade_submission(str(tmp_path / "small.ipynb"), str(path), quiet=True)
    assert results.total == pytest.approx(1 + 2.5 + 0 + 1 + 0 + 0 + 1)
    # What has several right results, and what a person grades, has no test.
    assert results.possible == 8.5
