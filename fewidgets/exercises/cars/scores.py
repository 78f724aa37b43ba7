"""``score_cars`` measures an idea on cars that it has not seen, and sets the score beside the student's earlier ones."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fewidgets.exercises.cars.held_out import (
    MEAN,
    PARTS,
    UNIT,
    Fit,
    Measured,
    errors_of_the_mean,
    held_out_errors,
    standard_error,
)
from fewidgets.exercises.predicting import record
from fewidgets.exercises.predicting.kind import text_of
from fewidgets.exercises.predicting.question import lesson_of
from fewidgets.exercises.small_table import as_html, as_text
from fewidgets.lessons.names import lesson_order, section_of
from fewidgets.scene.text.legible import must_be

HEAD = ("Idea", f"Held-out error ({UNIT})", "Change")


@dataclass(frozen=True, repr=False)
class CarScores(Measured):
    """A score, and the student's earlier ones. A notebook shows it as a table.

    Attributes
    ----------
    name : str
        The section and the idea.
    errors : tuple of float
        The root mean square error on the held-out cars of each random part, in miles per gallon.
    earlier : mapping of str to tuple of float
        The errors of the ideas that were recorded before, in the order of the lessons.
    notice : str
        Why the score could not be saved, or an empty string.
    """

    name: str
    errors: tuple[float, ...]
    earlier: dict[str, tuple[float, ...]]
    notice: str = ""

    @property
    def message(self) -> str:
        """How the score compares with the best earlier one, or else with the mean of the training cars."""
        others = self.earlier or {MEAN: errors_of_the_mean()}
        best = min(others, key=lambda name: float(np.mean(others[name])))
        change, uncertain = difference(self.errors, others[best])
        against = f"“{best}”" if self.earlier else "predicting the mean for every car"
        first = f"{self.error:.2f} ± {self.standard_error:.2f} {UNIT}."
        if abs(change) <= uncertain:
            return f"{first} That is no clear change from {against}: {signed(change)} ± {uncertain:.2f}."
        way = "better" if change < 0 else "worse"
        return f"{first} That is {abs(change):.2f} ± {uncertain:.2f} {way} than {against}."

    def _rows(self) -> list[tuple[str, str, str]]:
        """Return the rows of the table; a change is from the row above."""
        listed = {MEAN: errors_of_the_mean(), **self.earlier, self.name: self.errors}
        found, above = [], None
        for name, errors in listed.items():
            change, uncertain = (0.0, 0.0) if above is None else difference(errors, above)
            found.append((name, f"{np.mean(errors):.2f}", f"{signed(change)} ± {uncertain:.2f}" if above else ""))
            above = errors
        return found

    def __repr__(self) -> str:
        return "\n".join([as_text([HEAD, *self._rows()]), "", self.message, *filter(None, [self.notice])])

    def _repr_html_(self) -> str:
        said = "".join(f"<p>{html.escape(text)}</p>" for text in (self.message, self.notice) if text)
        return as_html([HEAD, *self._rows()], "Your cars") + said


def score_cars(name: str, fit: Fit) -> CarScores:
    """Score an idea: how far from the truth does it predict the miles per gallon of cars that it has not seen?

    ``fit`` is trained on 20 random parts of the 398 cars of `load_auto_mpg(with_gaps=True)`. Each time, its error is measured
    on the other 119 cars. The score is the mean of these root mean square errors. It is kept beside the notebook, in the
    record of the lesson, and shown beside the scores of earlier ideas.

    Parameters
    ----------
    name : str
        The section and the idea, such as "9.4 gaps filled with the mean". A later score of the same name replaces it.
    fit : callable
        ``fit(X, y)`` takes cars (examples × 7 features, six gaps in horsepower) and their miles per gallon, shapes (279, 7)
        and (279,). It returns a function that predicts the miles for the rows of another table.

    Returns
    -------
    CarScores
        ``error`` and ``standard_error`` in miles per gallon, ``errors`` of the parts, and ``message``.

    Raises
    ------
    TypeError, ValueError
        If ``name`` does not begin with a section, or ``fit`` does not return a function that predicts one finite number for
        each row.

    Examples
    --------
    >>> import numpy as np
    >>> score = score_cars("9.1 the mean", lambda X, y: lambda new: np.full(len(new), y.mean()))
    >>> round(score.error, 2)
    7.74
    """
    name = text_of("name", name, "a section and an idea, such as '9.4 filled gaps'")
    if not section_of(name) or " " not in name:
        raise ValueError(must_be("name", "a section and an idea, such as '9.4 filled gaps'", name))
    errors = tuple(held_out_errors(fit).tolist())
    earlier = {idea: found for idea, found in recorded().items() if idea != name}
    return CarScores(name, errors, earlier, remember_score(name, errors, lesson_of(name)))


def recorded(folder: str | Path = ".") -> dict[str, tuple[float, ...]]:
    """Return the latest score of each idea in the records of a folder, in the order of the lessons."""
    place = record.place_of(folder)
    found: dict[str, tuple[float, ...]] = {}
    for path in sorted(place.glob(f"*{record.ENDING}")) if place.is_dir() else ():
        for entry in record.scores(path, PARTS):
            found[entry["name"]] = tuple(entry["errors"])
    return dict(sorted(found.items(), key=lambda item: lesson_order(item[0])[:2]))


def difference(errors: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """Return the mean of the paired differences of two lists of errors, and its standard error."""
    differences = np.subtract(errors, others)
    return float(differences.mean()), standard_error(differences)


def remember_score(name: str, errors: Sequence[float], lesson: str) -> str:
    """Add a score to the record of a lesson; return why that failed, or an empty string."""
    if record.keeps_nothing():
        return ""
    entry = {
        "name": name,
        "outcome": record.SCORE,
        "error": round(float(np.mean(errors)), 4),
        "errors": [round(error, 4) for error in errors],
        "time": record.now(),
    }
    try:
        record.append(record.record_path(lesson), entry)
    except OSError as error:
        return f"The score could not be saved beside the notebook ({error.strerror or error})."
    return ""


def signed(change: float) -> str:
    """Return a change with its sign, to two decimals."""
    return f"{round(change, 2) + 0.0:+.2f}".replace("-", "−").replace("+0.00", "0.00")
