"""Load a graded set from its folder: the notebook's source and ``questions.py``."""

from __future__ import annotations

import runpy
from pathlib import Path

from fewidgets.grading.question import GradedSet


class SetError(Exception):
    """A graded set cannot be used; the message says which file, and why."""


def load_questions(path: Path) -> GradedSet:
    """Run a ``questions.py`` and return its ``SET``. The file is trusted: it is the instructor's.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    GradedSet

    Raises
    ------
    SetError
        If the file cannot be read, raises, or defines no ``SET``.
    """
    if not path.is_file():
        raise SetError(f"there is no {path.name} in {path.parent}.")
    try:
        found = runpy.run_path(str(path)).get("SET")
    except Exception as error:
        raise SetError(f"{path} cannot be used ({type(error).__name__}: {error}).") from error
    if not isinstance(found, GradedSet):
        raise SetError(f"{path} must define SET = GradedSet(…); got {type(found).__name__}.")
    return found
