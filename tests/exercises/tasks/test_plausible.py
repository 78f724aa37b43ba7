"""Mistakes that no task lists are refused, and none is taken for another one; right forms of many kinds pass.

A module ``plausible_*.py`` beside this one has two tables, ``WRONG`` and ``RIGHT``: task → short name of a mistake or a form →
function, or a tuple of texts that are replaced in the task's solution. Where `check` names a misconception, the mistake's name
begins with its name.
"""

from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from fewidgets.exercises.answers.drawing import draw
from fewidgets.exercises.answers.judging import judge
from fewidgets.exercises.bank.collected import tasks

MODULES = [
    import_module(f"tests.exercises.tasks.{each.stem}") for each in sorted(Path(__file__).parent.glob("plausible_*.py"))
]
WRONG = {name: table for module in MODULES for name, table in module.WRONG.items()}
RIGHT = {name: table for module in MODULES for name, table in module.RIGHT.items()}


@cache
def drawn(name):
    return [draw(tasks()[name], seed) for seed in range(2)]


def judged(name, function):
    """Return what becomes of a function on two draws. Slips divide by zero and take means of nothing."""
    if isinstance(function, tuple):
        function = tasks()[name].changed(*function)
    with np.errstate(all="ignore"):
        return [judge(tasks()[name], function, drawn=each, own_work=False) for each in drawn(name)]


def test_every_task_has_its_table():
    assert WRONG.keys() == RIGHT.keys() == tasks().keys()


@pytest.mark.parametrize("name", WRONG)
def test_plausible_mistakes_are_refused_and_not_taken_for_others(name):
    known = {each.name for each in tasks()[name].misconceptions}  # and no near miss, such as "another order"
    for mistake, function in WRONG[name].items():
        for found in judged(name, function):
            assert not found.passed, mistake
            assert found.kind not in known or mistake.startswith(found.kind), (mistake, found.message)
    assert len(WRONG[name]) >= 10


@pytest.mark.parametrize("name", RIGHT)
def test_right_results_pass_in_any_form(name):
    for form, function in RIGHT[name].items():
        for found in judged(name, function):
            assert found.passed, (form, found.message)
