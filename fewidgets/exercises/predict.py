"""``predict`` shows a prediction of a lesson, and ``predictions`` tells how well they did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fewidgets.exercises.bank import question, questions
from fewidgets.exercises.predicting.prediction import Prediction
from fewidgets.exercises.predicting.record import ENDING, OUTCOMES, entries, place_of
from fewidgets.exercises.small_table import as_html, as_text
from fewidgets.lessons.names import lesson_order
from fewidgets.scene.text.legible import must_be

HEAD = ("Lesson", "Right", "Wrong", "Shown", "Not attempted")
NONE_YET = "No predictions are recorded in this folder yet."


def predict(name: str, then: Any = None, *, present: bool = False) -> Prediction:
    """Ask a prediction of a lesson. Its answer does not stand in the cell, and nothing is computed before it is needed.

    Parameters
    ----------
    name : str
        The prediction, such as "9.6 first feature".
    then : Explorable, optional
        Held back: it is shown inside the prediction after *Commit* or *Show me without predicting*.
    present : bool
        Whether both are shown for a projector.

    Returns
    -------
    Prediction
        A notebook shows it; from Python, set ``answer`` and call ``commit()``.

    Raises
    ------
    TypeError, ValueError
        If ``name`` is not a string or no prediction has it, or ``then`` is not an explorable.

    Examples
    --------
    >>> p = predict("9.6 first feature")
    >>> p.answer = "RM"
    >>> p.commit()
    >>> p.outcome
    'wrong'
    """
    asked = question(name)
    return Prediction(asked.question, asked.kind, name=asked.name, lesson=asked.lesson, then=then, present=present)


@dataclass(frozen=True, repr=False)
class Predictions:
    """How well the predictions of each lesson did. A notebook shows it as a table.

    Attributes
    ----------
    lessons : tuple of str
        The lessons with a record.
    counts : mapping of str to mapping of str to int
        For each lesson, the number of "right", "wrong" and "shown" predictions. The first commit of a question counts.

    Examples
    --------
    >>> Predictions({"my_lesson": {"right": 2, "wrong": 3, "shown": 1}})
    Lesson     Right  Wrong  Shown  Not attempted
    my_lesson      2      3      1              0
    """

    counts: Mapping[str, Mapping[str, int]]

    @property
    def lessons(self) -> tuple[str, ...]:
        return tuple(self.counts)

    def _rows(self) -> list[list[str]]:
        known = [each.lesson for each in questions().values()]
        return [
            [lesson, *(str(found[outcome]) for outcome in OUTCOMES), str(max(0, known.count(lesson) - sum(found.values())))]
            for lesson, found in self.counts.items()
        ]

    def __repr__(self) -> str:
        return as_text([HEAD, *self._rows()]) if self.counts else NONE_YET

    def _repr_html_(self) -> str:
        return as_html([HEAD, *self._rows()], "Predictions") if self.counts else f"<p>{NONE_YET}</p>"


def predictions(folder: str | Path = ".") -> Predictions:
    """Return how well the predictions of each lesson did, as recorded beside the notebooks.

    Parameters
    ----------
    folder : path
        The folder with the records, files such as ``9.6_boosting.predictions.jsonl``.

    Returns
    -------
    Predictions
        A small table. Lessons without a record are not in it.

    Raises
    ------
    TypeError, FileNotFoundError
        If ``folder`` is not a path to a folder.
    """
    if not isinstance(folder, str | Path):
        raise TypeError(must_be("folder", "a path", folder))
    place = place_of(folder)
    if not place.is_dir():
        raise FileNotFoundError(f"folder must exist; there is no {str(place)!r}.")
    counts: dict[str, dict[str, int]] = {}
    for path in sorted(place.glob(f"*{ENDING}"), key=lambda path: lesson_order(path.name)):
        first: dict[tuple[str, Any], str] = {}
        for entry in entries(path):
            first.setdefault((entry["name"], entry.get("version")), entry["outcome"])
        if first:
            found = list(first.values())
            counts[path.name.removesuffix(ENDING)] = {outcome: found.count(outcome) for outcome in OUTCOMES}
    return Predictions(counts)
