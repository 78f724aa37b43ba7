from __future__ import annotations

from difflib import get_close_matches

from fewidgets.exercises.bank.collected import questions
from fewidgets.exercises.predicting import Question

__all__ = ["question", "questions"]


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
