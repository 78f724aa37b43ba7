"""``predict`` shows a prediction of a lesson."""

from __future__ import annotations

from typing import Any

from fewidgets.exercises.bank import question
from fewidgets.explorables.prediction import Prediction


def predict(name: str, then: Any = None) -> Prediction:
    """Ask a prediction of a lesson. Its answer does not stand in the cell, and nothing is computed before it is needed.

    Parameters
    ----------
    name : str
        The prediction, such as "9.6 first feature".
    then : Explorable, optional
        An explorable that is held back: it is shown inside the prediction after *Commit* or *Show me without predicting*.

    Returns
    -------
    Prediction
        The explorable. A notebook shows it; from Python, set ``answer`` and call ``commit()``.

    Raises
    ------
    TypeError
        If ``name`` is not a string, or ``then`` is not an explorable.
    ValueError
        If no prediction has this name. The message suggests the nearest ones.

    Examples
    --------
    >>> p = predict("9.6 first feature")
    >>> p
    Prediction "9.6 first feature": not attempted
    >>> p.answer = "RM"
    >>> p.commit()
    >>> p.outcome
    'wrong'
    """
    asked = question(name)
    return Prediction(asked.question, asked.kind, name=asked.name, lesson=asked.lesson, then=then)
