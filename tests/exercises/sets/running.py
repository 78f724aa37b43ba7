"""Run the notebooks of exercise sets in this process, without a kernel: cheap enough to run each set in three ways."""

from __future__ import annotations

import ast
import io
import json
import linecache
import os
from collections.abc import Mapping
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager

from fewidgets.authoring.exercise_sets import (
    Submission,
    is_answer,
    is_test,
    nbgrader_of,
    questions_of,
    source_of,
    submission_of,
)

_numbers = count(1)


@dataclass
class Run:
    """What running a notebook gave.

    Attributes
    ----------
    checks : dict
        The value of the last line of each test cell, by its grade_id: a `Feedback`.
    submissions : list
        Each submission with what the test cell made of it.
    """

    names: dict[str, Any] = field(default_factory=dict)
    checks: dict[str, Any] = field(default_factory=dict)
    submissions: list[tuple[Submission, Any]] = field(default_factory=list)


def cell_value(source: str, names: dict[str, Any], title: str) -> Any:
    """Run a cell as IPython would, and return the value of its last line; None if that is no expression."""
    # With a file of its own, `inspect` finds the code of functions, and tracebacks show it, as in a kernel.
    file = f"<{title}, run {next(_numbers)}>"
    code = TransformerManager().transform_cell(source)
    linecache.cache[file] = (len(code), None, code.splitlines(keepends=True), file)
    tree = ast.parse(code, file)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, file, "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), file, "eval"), names)


def run_notebook(path: Path, folder: Path, instead: Mapping[str, str] | None = None) -> Run:
    """Run a notebook from top to bottom, with the submissions of each question before its own answer.

    A submission runs in the names that there are before its answer cell, and then the question's test cell runs in them.

    Parameters
    ----------
    path : Path
        The notebook: a source or a student's copy.
    folder : Path
        The folder to run in.
    instead : mapping of str to str, optional
        Other answers, by the grade_id of their cells. The submissions are left out then.
    """
    book = json.loads(path.read_text(encoding="utf-8"))
    cells = book["cells"]
    questions = questions_of(book)
    tests = {nbgrader_of(cell)["grade_id"]: source_of(cell) for cell in cells if is_test(cell)}
    submissions = [each for number, cell in enumerate(cells) if instead is None and (each := submission_of(cell, number))]
    run = Run({"__name__": "__main__"})
    os.environ["FEWIDGETS_PREDICTIONS"] = os.devnull
    with chdir(folder), redirect_stdout(io.StringIO()):
        for number, cell in enumerate(cells):
            if cell["cell_type"] != "code" or submission_of(cell):
                continue
            title = f"{path.stem}, cell {number}"
            source = source_of(cell)
            if is_answer(cell):
                answer = nbgrader_of(cell)["grade_id"]
                source = (instead or {}).get(answer, source)
                for each in submissions:
                    if each.of == answer:
                        names = dict(run.names)
                        where = f"{path.stem}, cell {each.number}"
                        cell_value(each.source, names, where)
                        run.submissions.append((each, cell_value(tests[questions[answer]], names, where)))
            value = cell_value(source, run.names, title)
            if is_test(cell):
                run.checks[nbgrader_of(cell)["grade_id"]] = value
    return run
