"""What a student reads about a ``fit`` that was scored: beside the references, feature by feature, and where it is far off."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fewidgets.exercises.cars.held_out import UNIT, Measured, standard_error
from fewidgets.exercises.cars.scores import difference, signed
from fewidgets.exercises.feedback import Feedback
from fewidgets.exercises.small_table import as_html, as_text

YOURS = "yours"

#: Heads and rows of a table; cells are texts.
Rows = list[tuple[str, ...]]


@dataclass(frozen=True)
class FarOff:
    """A car whose predictions are far from the truth, on average over the parts in which it was held out."""

    features: Mapping[str, float]
    truth: float
    predicted: float
    parts: int


@dataclass(frozen=True)
class Report(Measured):
    """What scoring a ``fit`` found.

    Attributes
    ----------
    errors : tuple of float
        The root mean square error on the held-out cars of each part, in miles per gallon.
    references : mapping of str to tuple of float
        The errors of the references on the same parts.
    kept : mapping of str to int
        For each feature, in how many parts the predictions change when its values are exchanged between held-out cars.
    rises : mapping of str to float
        For each feature, by how much the held-out error rises then, on average.
    far_off : tuple of FarOff
        The three cars with the largest errors.
    note : str
        What could not be decided from outside, or an empty string.
    """

    errors: tuple[float, ...]
    references: Mapping[str, tuple[float, ...]]
    kept: Mapping[str, int]
    rises: Mapping[str, float]
    far_off: tuple[FarOff, ...]
    note: str = ""

    def gain(self, reference: str) -> tuple[float, float]:
        """Return by how much the error is smaller than a reference's, and the standard error of this paired difference."""
        change, uncertain = difference(self.errors, self.references[reference])
        return -change, uncertain

    def beats(self, reference: str) -> bool:
        """Say whether the gain over a reference is larger than its standard error."""
        gain, uncertain = self.gain(reference)
        return gain > uncertain

    def is_behind(self, reference: str) -> bool:
        gain, uncertain = self.gain(reference)
        return -gain > uncertain

    def tables(self) -> list[tuple[str, Rows]]:
        """Return the caption, the head and the rows of each table."""
        return [
            ("Held-out error beside the references", self._scores()),
            ("Features", self._features()),
            ("Where it is far off", self._far_off()),
        ]

    def _scores(self) -> Rows:
        rows: Rows = [("fit(X, y)", f"Held-out error ({UNIT})", "Your gain", "In words")]
        for name, errors in self.references.items():
            gain, uncertain = self.gain(name)
            word = "better" if self.beats(name) else "worse" if self.is_behind(name) else "no clear difference"
            rows.append((name, _pair(errors), f"{signed(gain)} ± {uncertain:.2f}", word))
        mine = (YOURS, _pair(self.errors), "", "")
        place = 1 + sum(np.mean(errors) > self.error for errors in self.references.values())
        return [*rows[:place], mine, *rows[place:]]

    def _features(self) -> Rows:
        rows: Rows = [("Feature", f"Used in (of {len(self.errors)} parts)", "Error rises without it by")]
        return [*rows, *((name, str(times), f"{self.rises[name]:.2f}") for name, times in self.kept.items())]

    def _far_off(self) -> Rows:
        if not self.far_off:
            return []
        rows: Rows = [("miles", "predicted", *self.far_off[0].features)]
        for each in self.far_off:
            rows.append((f"{each.truth:g}", f"{each.predicted:.1f}", *map(_short, each.features.values())))
        return rows


@dataclass(frozen=True, repr=False)
class CarFeedback(Feedback):
    """The result of ``check("capstone", fit)``: a `Feedback` with a ``report``, or None if nothing was scored."""

    report: Report | None = None

    def __repr__(self) -> str:
        if self.report is None:
            return self.message
        parts = [f"{caption}\n{as_text(rows)}" for caption, rows in self.report.tables() if rows]
        return "\n\n".join([self.message, *parts, *filter(None, [self.report.note])])

    def _repr_html_(self) -> str | None:
        said = super()._repr_html_()
        if self.report is None or said is None:
            return said
        tables = "".join(as_html(rows, caption) for caption, rows in self.report.tables() if rows)
        note = f"<p>{html.escape(self.report.note)}</p>" if self.report.note else ""
        return f"{said}{tables}{note}"


def _pair(errors: Sequence[float]) -> str:
    return f"{np.mean(errors):.2f} ± {standard_error(errors):.2f}"


def _short(value: float) -> str:
    return "missing" if np.isnan(value) else f"{value:g}"
