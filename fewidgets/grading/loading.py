"""Load a graded set from its folder: the notebook's source and ``questions.py``."""

from __future__ import annotations

import runpy
from functools import lru_cache
from pathlib import Path
from typing import Any

from fewidgets.grading import Json
from fewidgets.grading.errors import GradingError
from fewidgets.grading.question import GradedSet


def load_questions(path: Path) -> GradedSet:
    """Run a ``questions.py`` and return its ``SET``. The file is trusted: it is the instructor's."""
    if not path.is_file():
        raise GradingError(f"there is no {path.name} in {path.parent}.")
    try:
        found = runpy.run_path(str(path)).get("SET")
    except Exception as error:
        raise GradingError(f"{path} cannot be used ({type(error).__name__}: {error}).") from error
    return _graded_set(found, str(path))


@lru_cache(maxsize=8)
def questions_of(text: str) -> GradedSet:
    """Return the ``SET`` of the text of a ``questions.py``, as for a machine that does not have the file."""
    names: Json = {"__name__": "questions"}
    try:
        exec(compile(text, "questions.py", "exec", dont_inherit=True), names)
    except Exception as error:
        raise GradingError(f"questions.py cannot be used ({type(error).__name__}: {error}).") from error
    return _graded_set(names.get("SET"), "questions.py")


def _graded_set(found: Any, name: str) -> GradedSet:
    if not isinstance(found, GradedSet):
        raise GradingError(f"{name} must define SET = GradedSet(…); got {type(found).__name__}.")
    return found
