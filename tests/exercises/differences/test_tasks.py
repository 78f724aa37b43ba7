"""Every task's difference explains every known mistake of the task, agrees with the reference, and can be shown."""

import copy

import numpy as np
import pytest

from fewidgets.exercises.collected import tasks
from fewidgets.exercises.plain_values import plain

WITH = [name for name, task in tasks().items() if task.difference is not None]


def results(function, case):
    with np.errstate(all="ignore"):
        return plain(function(*copy.deepcopy(case.arguments)))


@pytest.mark.parametrize("name", WITH)
def test_every_known_mistake_has_a_place_and_a_sentence(name):
    task = tasks()[name]
    cases = list(task.cases(np.random.default_rng(1)))
    shown = None
    for each in (task.reference, *(wrong.function for wrong in task.misconceptions)):
        for case in cases:
            right = results(task.reference, case)
            try:
                found = results(each, case)
            except (ArithmeticError, ValueError, IndexError, np.linalg.LinAlgError):
                continue  # this mistake cannot be made on these data
            difference = task.difference(case.arguments, right, found)
            if each is task.reference:
                assert difference is None
            if difference is not None:
                assert difference.where
                assert difference.sentence.endswith("."), difference.sentence
                assert "nan" not in difference.sentence
                shown = shown or difference.show
                break
    assert shown is not None
    w = shown()
    assert w.caption.endswith((".", "…"))
    assert w.scene.readouts[0].label == "First difference"
    w.close()
