"""Load a graded set from its folder: the notebook's source and ``questions.py``."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from fewidgets.grading import Json
from fewidgets.grading.errors import GradingError
from fewidgets.grading.question import GradedSet


def load_questions(path: Path) -> GradedSet:
    """Run a ``questions.py`` and return its ``SET``. The file is trusted: it is the instructor's."""
    if not path.is_file():
        raise GradingError(f"there is no {path.name} in {path.parent}.")
    return _graded_set(path.read_text(encoding="utf-8"), str(path))


@lru_cache(maxsize=8)
def questions_of(text: str) -> GradedSet:
    """Return the ``SET`` of the text of a ``questions.py``, as for a machine that does not have the file."""
    return _graded_set(text, "questions.py")


def _graded_set(text: str, name: str) -> GradedSet:
    names: Json = {"__name__": "questions", "__file__": name}
    try:
        exec(compile(text, name, "exec", dont_inherit=True), names)
    except Exception as error:
        raise GradingError(f"{name} cannot be used ({type(error).__name__}: {error}).") from error
    found = names.get("SET")
    if not isinstance(found, GradedSet):
        raise GradingError(f"{name} must define SET = GradedSet(…); got {type(found).__name__}.")
    return found
