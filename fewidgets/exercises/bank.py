from __future__ import annotations

import pkgutil
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from fewidgets.explorables.predicting import Question
from fewidgets.lesson_names import lesson_order, section_of


@cache
def questions() -> MappingProxyType[str, Question]:
    """Return all predictions of the lessons by name, in the order of the lessons and then of their files."""
    folder = Path(__file__).with_name("predictions")
    files = sorted(each.name for each in pkgutil.iter_modules([str(folder)]))
    found = [each for name in files for each in import_module(f"fewidgets.exercises.predictions.{name}").PREDICTIONS]
    names = [each.name for each in found]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"Two predictions have the name {twice[0]!r}. Each needs a name of its own.")
    return MappingProxyType({each.name: each for each in sorted(found, key=lambda each: lesson_order(section_of(each.name)))})


def question(name: str) -> Question:
    if not isinstance(name, str):
        raise TypeError(f"name must be the name of a prediction, such as '9.6 first feature'; got {name!r}.")
    known = questions()
    if name in known:
        return known[name]
    close = get_close_matches(name, known, n=3, cutoff=0.5)
    section = name.split(" ")[0]
    near = close or [each for each in known if each.split(" ")[0] == section] or list(known)
    raise ValueError(f"There is no prediction {name!r}. Did you mean {' or '.join(map(repr, near[:5]))}?")
