"""A graded set for Otter-Grader and Gradescope: test files, and the zip for Otter's autograder."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from textwrap import indent

from fewidgets.grading.bridges.plain_tests import PlainTest
from fewidgets.grading.course_files import renew, store_json
from fewidgets.grading.errors import GradingError

_HEAD = '''\
"""Tests of question {question}. They need NumPy alone."""

import numpy as np
from otter.test_files import test_case

OK_FORMAT = False

name = {question!r}
'''

_TEST = """

@test_case(name={title!r}, points={points!r}, hidden=True)
def test_{place}({names}):
{body}
"""


def otter_tests(tests: Iterable[PlainTest]) -> dict[str, str]:
    files = {}
    for question, group in groupby(tests, key=lambda test: test.question):
        text = _HEAD.format(question=question)
        for place, test in enumerate(group, start=1):
            title, names = f"{question}: {test.part}", ", ".join(test.names)
            text += _TEST.format(title=title, points=test.points, place=place, names=names, body=indent(test.body, "    "))
        files[f"{question}.py"] = text
    return files


def write_otter(folder: Path, tests: Iterable[PlainTest]) -> Path:
    for name, text in otter_tests(tests).items():
        renew(folder / "tests" / name, text.encode())
    store_json(
        folder / "otter_config.json",
        {"lang": "python", "show_hidden": False, "show_stdout": False, "print_summary": False},
    )
    renew(folder / "requirements.txt", b"fewidgets\n")
    try:
        from otter.generate import main as generate
    except ImportError as error:
        raise GradingError("the zip for Otter needs otter-grader: pip install otter-grader") from error
    path = (folder / "autograder.zip").resolve()
    # Otter names the files in the zip by their paths from the working directory.
    with contextlib.redirect_stdout(io.StringIO()), contextlib.chdir(folder):
        generate(
            tests_dir="tests",
            output_path=os.fspath(path),
            config="otter_config.json",
            requirements="requirements.txt",
            no_environment=True,
        )
    return path
