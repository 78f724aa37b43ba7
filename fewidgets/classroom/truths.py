"""The right answers of the predictions, stored because some take seconds to compute.

``python -m fewidgets.classroom.truths`` renews them; ``tests/exercises/test_bank.py`` compares them.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np

from fewidgets.exercises.bank import questions as bank
from fewidgets.exercises.predicting import Question
from fewidgets.exercises.predicting.kind import Plain
from fewidgets.exercises.predicting.tex import readable
from fewidgets.files import write_atomically

_STORED = Path(__file__).with_name("truths.json")


def truth_of(question: Question) -> Plain | None:
    """Return the right answer of a question, stored or computed."""
    stored = _stored().get(question.name)
    if stored is not None and stored["mark"] == question.mark:
        return {"answer": stored["answer"], "words": stored["words"]}
    return computed_truth(question)


def computed_truth(question: Question) -> Plain | None:
    """Compute the right answer in the form of `truth_of`; None if the data are missing."""
    kind = question.kind
    try:
        answer = kind.coded(kind.truth)
    except OSError:  # the data cannot be had
        return None
    return {"answer": answer, "words": readable(f"{kind.true_in_words()} {kind.why()}".strip())}


@cache
def _stored() -> Plain:
    found: Plain = json.loads(_STORED.read_text(encoding="utf-8"))
    return found


def store() -> None:
    """Compute the right answers of all predictions, and store those that changed by more than rounding."""
    found = {}
    for name, question in bank().items():
        truth = computed_truth(question)
        if truth is None:
            raise OSError(2, f"the data of the prediction {name!r} are not on this machine")
        before = truth_of(question) or truth
        same = before["words"] == truth["words"] and np.allclose(before["answer"], truth["answer"], 1e-9)
        found[name] = {"mark": question.mark, **(before if same else truth)}
    lines = [f"{json.dumps(name)}: {json.dumps(each, ensure_ascii=False)}" for name, each in found.items()]
    write_atomically(_STORED, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


if __name__ == "__main__":
    store()
