"""Codes of states in a few words: the controls in which they differ, and how often each value was chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from fewidgets.exercises.predicting.kind import Bar
from fewidgets.explorables import EXPLORABLES
from fewidgets.explorables.framework.representation import short
from fewidgets.explorables.framework.sharing import content_of, fresh
from fewidgets.scene import format_number
from fewidgets.scene.types import Keywords, Names, TwoTexts

OTHER_STATES = "other states"
MOST = 12  # states with a bar of their own
WORDS = 2  # most controls in a label
BINS = 8  # bars for the values of one control, where there are more than `MOST`


def count_states(name: str, codes: Names) -> list[Bar]:
    """Count equal states, the most frequent first; the rest stands in one last bar."""
    states = [_state(name, code) for code in codes]
    known = [dict(state) for state in states if state is not None]
    differ = _differing(known)
    if len(differ) == 1 and len(known) == len(codes):
        values = [state[differ[0]] for state in known]
        if len(set(values)) > MOST and all(isinstance(value, float) for value in values):
            return _binned(differ[0], np.array(values))
    counted = Counter(
        f"{code[:15]}…" if state is None else _label(dict(state), differ) for state, code in zip(states, codes, strict=True)
    )
    bars = [Bar(label, count) for label, count in counted.most_common(MOST)]
    rest = len(codes) - sum(bar.number for bar in bars)
    return [*bars, Bar(OTHER_STATES, rest)] if rest else bars


def _differing(states: Sequence[Keywords]) -> list[str]:
    """Return the controls in which states differ, those with most values first."""
    controls = list(dict.fromkeys(name for state in states for name in state))
    sizes = {name: len({state.get(name) for state in states}) for name in controls}
    moved = sorted((name for name in controls if sizes[name] > 1), key=lambda name: -sizes[name])
    return moved or controls[:1]


def _label(state: Keywords, differ: Names) -> str:
    there = [name for name in differ if name in state][:WORDS]
    return ", ".join(f"{name} = {_written(state[name])}" for name in there)


def _written(value: Any) -> str:
    if not isinstance(value, float):
        return str(value)
    return str(int(value)) if value.is_integer() and abs(value) < 1e6 else format_number(value)


def _binned(name: str, values: np.ndarray) -> list[Bar]:
    counts, edges = np.histogram(values, bins=BINS)
    ends = [format_number(edge) for edge in edges]
    return [
        Bar(f"{name} from {low} to {high}", count) for (low, high), count in zip(pairwise(ends), counts.tolist(), strict=True)
    ]


@lru_cache(maxsize=5_000)
def _state(name: str, code: str) -> tuple[tuple[str, Any], ...] | None:
    """Return the values of the controls by label; None if the data are not known here."""
    try:
        _, *said, moved = content_of(code)
        labels, first = _unmoved(name, repr(said), code)
    except (TypeError, ValueError):
        return None
    return tuple((label, _comparable(moved.get(part, first[part]))) for part, label in labels.items())


def _comparable(value: Any) -> float | str:
    """Return a value of a control as a number, or in words."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, list):
        value = np.array(value) if value and isinstance(value[0], list) else tuple(value)
    if isinstance(value, tuple) and all(isinstance(each, str) for each in value):
        value = ", ".join(value)
    return "none" if value is None else short(value).strip("'") or "none"


#: Labels of the controls, and the state before anything is moved, of each class with certain data and settings.
_opened: dict[TwoTexts, tuple[dict[str, str], Keywords]] = {}


def _unmoved(name: str, said: str, code: str) -> tuple[dict[str, str], Keywords]:
    """Open the first code before anything is moved, for all others on the same data."""
    if (name, said) not in _opened:
        w = fresh(EXPLORABLES[name], code)
        try:
            labels = {each.name: each.label or each.name for each in w.scene.controls if not each.idle}
            _opened[name, said] = labels, dict(w.scene.initial_state)
        finally:
            w.close()
    return _opened[name, said]
