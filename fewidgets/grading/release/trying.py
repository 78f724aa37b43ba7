"""Draw and solve every question of a set for one student, to find mistakes in ``questions.py``."""

from __future__ import annotations

import json
import re
from typing import Any

from fewidgets.grading.errors import GradingError
from fewidgets.grading.literals import data_cell
from fewidgets.grading.mark.marking import expected_of
from fewidgets.grading.question import GradedSet, Values
from fewidgets.grading.run.plain import Packer
from fewidgets.grading.seeds import generator_of


def try_questions(graded: GradedSet, secret: bytes, student: str, whose: str = "") -> None:
    for question in graded.questions:
        try:
            tried = expected_of(question, generator_of(secret, graded.name, graded.version, student, question.name))
            _require_plain([tried.data, *(case.arguments for case in tried.cases)])
            if isinstance(question, Values):
                data_cell(tried.data)
                missing = [name for name in question.names if name not in tried.values]
                if missing:
                    raise KeyError(f"solve returns no {missing[0]}")
        except Exception as error:
            raise GradingError(
                f"{question.name} of {graded.name} cannot be graded{whose} ({type(error).__name__}: {error}). "
                "Mend questions.py first"
            ) from error


def _require_plain(values: list[Any]) -> None:
    """Raise TypeError if data or cases could not be sent to a student's process."""
    text = json.dumps(Packer().tree(values))
    strange = re.search(r'\{"o": "([^"]*)"\}', text)
    if strange:
        raise TypeError(f"its data or cases must be numbers, texts, arrays, lists and dicts; one is {strange[1]}")
