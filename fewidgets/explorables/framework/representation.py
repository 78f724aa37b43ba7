"""The ``repr`` of an explorable, in one line."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from fewidgets.explorables.framework.aliases import Values
from fewidgets.explorables.framework.questions import questions_of, score_of
from fewidgets.explorables.framework.snapshot import Snapshot, same
from fewidgets.scene.reveal import keepers

FEW, LONG = 6, 60  # most entries of a tuple, and most characters of a value, that are written out


def describe(snapshot: Snapshot, settings: Values, defaults: Values) -> list[str]:
    """List the cost, the first control in use, and every keyword that differs from its default."""
    given = {name: value for name, value in settings.items() if name in defaults}  # other settings follow from the data
    shown = {name: value for name, value in given.items() if name == "cost" or not same(value, defaults[name])}
    initial, state = snapshot.scene.initial_state, snapshot.state
    questions = questions_of(snapshot.scene)
    records = {question.record for question in questions} | set(keepers(snapshot.scene.controls))
    first = next((control.name for control in snapshot.scene.controls if not control.idle), None)
    for name, value in state.items():
        if name not in records and (name == first or not same(value, initial[name])):
            shown[name] = value
    scores = [score_of(question, state) for question in questions]
    return [
        *(f"{name}={short(value)}" for name, value in shown.items()),
        *(f"score={right}/{asked}" for right, asked in scores if asked),
    ]


def short(value: Any) -> str:
    """Write a value so that a repr stays on one line."""
    if isinstance(value, float | np.floating):
        return f"{value:.6g}"
    if isinstance(value, np.ndarray):
        return f"<{' × '.join(map(str, value.shape))}>"
    if isinstance(value, tuple):
        return f"({', '.join(map(short, value))})" if len(value) <= FEW else f"<{len(value)}>"
    text = value.__name__ if inspect.isfunction(value) else repr(value)
    return text if len(text) <= LONG else f"{text[:LONG]}…"
