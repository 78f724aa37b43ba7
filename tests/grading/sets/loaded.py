"""The graded sets of the repository, loaded once."""

import numpy as np

from fewidgets.authoring.exercise_sets import GRADED
from fewidgets.grading.course.course import graded_sets
from fewidgets.grading.loading import load_questions
from tests.grading.courses import ROOT

SETS = {name: load_questions(path / "questions.py") for name, path in graded_sets(ROOT / GRADED).items()}


def arguments_of(question, seeds):
    """Return the arguments of all calls of a `Function` question, for some students' seeds."""
    return [case.arguments for seed in seeds for case in question.cases(np.random.default_rng(seed))]
