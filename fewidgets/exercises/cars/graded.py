"""The capstone as a graded question: what a student's ``fit`` is called with, and how its predictions are judged.

Each student gets other random parts. Nothing here runs in the student's process, and the table of cars is not there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.data import load_auto_mpg
from fewidgets.exercises.cars.held_out import HELD_OUT, UNIT, error_of, miles_of, predictions, standard_error
from fewidgets.exercises.cars.mistakes import Probe, probes, seen_in
from fewidgets.exercises.cars.references import REFERENCES
from fewidgets.exercises.cars.scores import difference
from fewidgets.exercises.task import Case
from fewidgets.exercises.wording import capital, listed

Array = NDArray[Any]

PARTS = 15
PART = "part"  # the label of a case that counts for the score


@dataclass(frozen=True)
class Judgement:
    """The references that are clearly beaten, the error of each part, and what the student reads."""

    beaten: tuple[str, ...]
    message: str
    mistake: str = ""
    comparable: bool = True
    errors: tuple[float, ...] = ()


def capstone_cases(rng: np.random.Generator) -> list[Case]:
    """Return the calls of one student: probes for known mistakes, and random parts with 119 cars held out."""
    cars = load_auto_mpg(with_gaps=True)
    asked = {name: each for name, each in probes(cars.X, cars.y, rng).items() if name != "again"}  # the first comes again
    for number in range(PARTS):
        order = rng.permutation(len(cars.y))
        held, train = order[:HELD_OUT], order[HELD_OUT:]
        asked[f"{PART} {number + 1}"] = Probe(cars.X[train], cars.y[train], cars.X[held])
    return [Case(tuple(each), name) for name, each in asked.items()]


def judge_cases(cases: Sequence[Case], found: Sequence[Any], to_beat: Sequence[str]) -> Judgement:
    """Judge what a ``fit`` predicted in all cases; the last case is the first one again."""
    asked = {case.label: Probe(*case.arguments) for case in cases}
    values: dict[str, Array] = {}
    for (name, probe), value in zip(asked.items(), found, strict=False):
        wrong = _form_of(value, probe.new)
        if wrong:
            return Judgement((), wrong, comparable=False)
        values[name] = np.asarray(value, dtype=float)
    values["again"] = values["first"]
    mistake = seen_in(asked, values, miles_of(asked["first"].new))
    if mistake is not None:
        return Judgement((), f"{mistake.message} There are no points for it.", mistake.kind)
    parts = {name: (probe, miles_of(probe.new)) for name, probe in asked.items() if name.startswith(PART)}
    errors = [error_of(values[name], truth) for name, (_, truth) in parts.items()]
    gains = {name: _gain(name, errors, [*parts.values()]) for name in to_beat}
    beaten = tuple(name for name, (gain, uncertain) in gains.items() if gain > uncertain)
    return Judgement(beaten, _said(errors, gains, beaten), errors=tuple(errors))


def _gain(name: str, errors: list[float], parts: list[tuple[Probe, Array]]) -> tuple[float, float]:
    fit = REFERENCES[name]
    theirs = [error_of(fit(probe.X, probe.y)(probe.new), truth) for probe, truth in parts]
    return difference(theirs, errors)


def _said(errors: list[float], gains: dict[str, tuple[float, float]], beaten: tuple[str, ...]) -> str:
    head = f"{np.mean(errors):.2f} ± {standard_error(errors):.2f} {UNIT} on held-out cars."
    won = [f"{name} ({gains[name][0]:.2f} ± {gains[name][1]:.2f})" for name in beaten]
    lost = [name for name in gains if name not in beaten]
    said = [head, f"The gain is larger than its standard error over {listed(won)}." if won else ""]
    said.append(f"{capital(listed(lost))}: not clearly beaten." if lost else "")
    return " ".join(filter(None, said))


def _form_of(value: Any, new: Array) -> str:
    if isinstance(value, str):
        return "fit must return a function that predicts, such as model.predict."
    try:
        predictions(lambda _: value, new)
    except (TypeError, ValueError):
        return f"The function that fit returns must give one finite number for each car: an array of shape ({len(new)},)."
    return ""
