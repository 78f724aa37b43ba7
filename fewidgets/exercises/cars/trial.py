"""Call a student's ``fit`` and what it returns, each call with a time limit, and stop at the first that cannot be used."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.exercises.answers.trying import MOST_OUTPUT, Call, call, line_of
from fewidgets.exercises.cars.held_out import predictions
from fewidgets.exercises.cars.mistakes import SAID, SHARED, Mistake, Probe, arguments_needed
from fewidgets.exercises.cars.outside import changed_state, draws_random_numbers, state_of
from fewidgets.exercises.wording import capital

Array = NDArray[Any]

#: Of one call of fit, or of what it returns.
SECONDS = 10.0

#: Packages whose functions fit must not call while it is tried.
DATA, OURS = ("fewidgets.data", "sklearn.datasets", "seaborn"), "fewidgets.exercises.cars.references"


class TrialError(Exception):
    """A call that cannot be used: its ``kind``, and a message for the student."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Trial:
    """A student's ``fit`` that is called again and again."""

    def __init__(self, fit: Any, seconds: float = SECONDS) -> None:
        self.fit, self.seconds = fit, seconds

    def trained(self, X: Array, y: Array, *, watched: bool = False) -> Any:
        """Train on copies, and return the function that predicts."""
        kept: list[Any] = []
        X_given, y_given = X.copy(), y.copy()
        self._called(self.fit, (X_given, y_given), "fit", kept, watched)
        predict = kept[0]
        if not callable(predict):
            model = callable(getattr(predict, "predict", None))
            more = " Return its method: return model.predict" if model else ""
            raise TrialError("no function", f"{_said_of(predict, np.zeros((1, 7)))}{more}")
        if not (_same(X, X_given) and _same(y, y_given)):
            name = "y" if _same(X, X_given) else "X"
            raise TrialError("changes its input", SAID["changes its input"].format(name=f"fit changes {name}"))
        if arguments_needed(predict) > 1:
            raise TrialError("needs y", SAID["needs y"])
        return predict

    def predicted(self, predict: Any, new: Array, *, watched: bool = False) -> Array:
        """Return what a trained function predicts."""
        given = new.copy()
        found = self._called(predict, (given,), "The fitted function", None, watched)
        if not _same(new, given):
            text = SAID["changes its input"].format(name="The fitted function changes the table of new cars")
            raise TrialError("changes its input", text)
        try:
            return predictions(lambda _: found.value, new)
        except (TypeError, ValueError) as error:
            raise TrialError("wrong form", str(error)) from None

    def answers(self, asked: Mapping[str, Probe]) -> tuple[dict[str, Array], Mistake]:
        """Return the predictions for all probes, and how a difference between calls with the same cars is to be explained."""
        found: dict[str, Array] = {}
        generators: list[str] = []
        others: list[str] = []
        predict, random = None, draws_random_numbers(self.fit)
        for name, probe in asked.items():
            if predict is None or name not in SHARED:
                before = state_of(self.fit)
                predict = self.trained(probe.X, probe.y, watched=name == "first")
                for known, more in zip(
                    (generators, others), changed_state(before, state_of(self.fit), random=random), strict=True
                ):
                    known += more
            found[name] = self.predicted(predict, probe.new, watched=name == "first")
        if others:
            return found, Mistake("memory", f" in {others[0]}")
        return found, Mistake("no seed", f" because of {generators[0]}" if generators else "")

    def _called(self, function: Any, arguments: tuple[Any, ...], called: str, kept: list[Any] | None, watched: bool) -> Call:
        def keeping(*given: Any) -> Any:
            value = function(*given)
            if kept is None:
                return value
            kept.append(value)
            return None

        found = call(keeping, arguments, seconds=self.seconds, without=(*DATA, OURS) if watched else ())
        if watched and found.printed and not found.ended:
            sys.stdout.write(found.printed)  # people look for mistakes by printing; once is enough
        if found.ended == "time":
            more = " It still runs in the background: restart the kernel to end it." if found.alive else ""
            text = f"{called} had not ended after {found.seconds:.2g} s. Is there a loop whose condition stays true?{more}"
            raise TrialError("time", text)
        if found.ended == "output":
            raise TrialError("output", f"{called} printed more than {MOST_OUTPUT:,} characters in one call, so it was ended.")
        if found.error is not None:
            raise TrialError("raised", _raised(found, found.error, function, called))
        if found.used:
            module, _, name = found.used.rpartition(".")
            kind = "not own work" if module.startswith(OURS) else "reads data"
            raise TrialError(kind, Mistake(kind, name).message)
        return found


def _raised(found: Call, error: BaseException, function: Any, called: str) -> str:
    number, text = line_of(error, function)
    where = f' Line {number}: "{text}".' if text else f" Line {number}." if number else ""
    said = f": {found.said}" if found.said else ""
    return f"{capital(called) if called != 'fit' else called} raised {type(error).__name__}{said}.{where}"


def _said_of(value: Any, X: Array) -> str:
    try:
        predictions(value, X)
    except (TypeError, ValueError) as error:
        return str(error)
    return ""


def _same(one: Array, other: Array) -> bool:
    return one.shape == other.shape and bool(np.array_equal(one, other, equal_nan=True))
