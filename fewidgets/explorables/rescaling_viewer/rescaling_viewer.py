from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import compress
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms._numerics.arrays import as_numeric_array, check_finite
from fewidgets.algorithms._numerics.types import Array, Indices
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import TableLike, take_in
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs, same
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.rescaling_viewer.panels import (
    MOST_MOVED,
    common_axis,
    distance_panel,
    drag_panel,
    number_panel,
    points_of,
)
from fewidgets.explorables.rescaling_viewer.rescaled import RAW, SCALINGS, Examples, Moved, outside, rescale
from fewidgets.explorables.rescaling_viewer.words import describe_scaling, nearest_name
from fewidgets.explorables.shared.layout import sample
from fewidgets.scene import Button, Choice, Control, Frames, Pick, Points, Scene
from fewidgets.scene.text.legible import labels_of
from fewidgets.scene.types import NameTuple

PEOPLE, TABLE, OWN = "eight people", "six numbers", "yours"
NAMES = ("Ada", "Ben", "Cem", "Dina", "Eli", "Fay", "Gus", "Hana")
NEW_PERSON = (79.0, 5.4, 146.0, 2.0, 58_900.0)
NEW_NUMBER = 7.0
MOST_EXAMPLES = 3  # values that a page without a kernel moves

#: The tables to choose from, by name.
Tables = Mapping[str, Examples]


class RescalingViewer(Explorable):
    """Put uneven features on one axis: raw, min-max, z-score. Move a value, and place a new example.

    Parameters
    ----------
    X : array-like, shape (P, N) or (P,), or pandas.DataFrame, or a data set, optional
        Training examples in rows, at least 2; a DataFrame's index names them if it holds distinct texts. By default the
        tables of COMP135 and INT247 are offered.
    feature_names : sequence of N str, optional
        By default the table's column names, or "x1" … "xN".
    new : sequence of N float, optional
        The new example; the median of each feature by default.
    source : {"eight people", "six numbers"}
        The table, if ``X`` is not given.
    scaling : {"raw", "min-max", "z-score, P", "z-score, P − 1"}
        What is shown. The standard deviation divides by P, or by P − 1.
    feature : str, optional
        The feature whose values can be moved; the first one by default.
    values : array-like, shape (M + 1, 2), optional
        Values of that feature, of the M examples that can be moved and of the new one, and the rows 0, −1, … of each.
    again : int
        How often the values were put back.
    highlight : str
        The training example to highlight in all panels; "" for none.
    layout, panels, present : optional
        As in every explorable: an ipywidgets layout, titles of panels, and True for a projector.

    Attributes
    ----------
    trace : Moved
        ``trace.examples`` with the values as moved, and ``trace.now`` and ``trace.before`` with all scalings.
    X, new : NDArray, shape (P, N) and (N,), float64
        The training data and the new example, as moved.
    nearest : str
        The training example nearest to the new one under the present scaling.
    selected : tuple of str
        The features in which the new example is outside the range of the training data.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    The new example is scaled by the training data, so it may leave [0, 1]. A constant feature is shifted to 0 and keeps its
    unit. The values of 12 examples can be moved, 60 examples and 20 features are drawn.
    Source: COMP135, slides 6 to 8; INT247, lecture 5, slides "Standardisation", "Normalisation" and "Solution", whose table
    divides by P − 1.

    Examples
    --------
    >>> w = RescalingViewer()
    >>> w.caption
    'Raw: income has a range of 89,000, height one of 0.900. Nearest to the new example is Ben.'
    >>> w.scaling = "min-max"
    >>> w.nearest, w.selected
    ('Fay', ('age',))
    """

    lesson = "C1_changing_features.ipynb"
    section = "C1"
    description = "Uneven features on one axis: raw, min-max, z-score. Drag an outlier, place a new example. COMP135, INT247."

    scaling, source, feature, values, again, highlight = State(), State(), State(), State(), State(), State()

    def __init__(
        self,
        X: TableLike | None = None,
        *,
        feature_names: Names | None = None,
        new: ArrayLike | None = None,
        source: str | None = None,
        scaling: str = RAW,
        feature: str | None = None,
        values: ArrayLike | None = None,
        again: int = 0,
        highlight: str = "",
        **common: Unpack[Common],
    ) -> None:
        if X is None:
            for name, value in {"feature_names": feature_names, "new": new}.items():
                if value is not None:
                    raise TypeError(f"{name} must be given with X; without X, the tables of the lectures are shown.")
        elif source is not None:
            raise TypeError("source must not be given with X, which is the only table then.")
        tables = {OWN: _taken_in(X, feature_names, new)} if X is not None else _lectures()
        self.take_arguments(data=tables)

    @classmethod
    def example(cls) -> RescalingViewer:
        return cls(scaling="min-max", feature="income")

    @property
    def X(self) -> Array:
        """The training data, with the values as moved."""
        moved: Moved = self.trace
        return moved.examples.X

    @property
    def new(self) -> Array:
        """The new example, with its value as moved."""
        moved: Moved = self.trace
        return moved.examples.new

    @property
    def nearest(self) -> str:
        """The training example nearest to the new one under the present scaling."""
        return nearest_name(self.trace, SCALINGS.index(self.scaling))

    @property
    def selected(self) -> NameTuple:
        """The features in which the new example is outside the range of the training data."""
        examples = self.trace.examples
        return tuple(compress(examples.feature_names, outside(examples)))

    def original_names(self) -> Names:
        return tuple(dict.fromkeys(name for table in self.data.values() for name in table.feature_names))

    def describe_size(self) -> str:
        return " × ".join(map(str, self.trace.given.X.shape))

    def inputs_of(self, data: Tables, values: Values) -> Controls:
        labels = self._chosen(values)[1]
        offered: list[Control] = [self._points(values), Button("again", label="Put the values back", repeats=True)]
        if len(labels) > 1:
            offered.insert(0, Choice("feature", labels, compute=True, label="Move a value of"))
        if len(data) > 1:
            offered.append(Choice("source", tuple(data), compute=True, label="Table", rare=True))
        return offered

    def implied_inputs(self, asked: Values, values: Values) -> Values:
        changed = {name for name, value in asked.items() if not same(value, values[name])}
        if not changed & {"source", "feature", "again"}:
            return {}
        after = {**values, **asked}
        _, labels, n = self._chosen(after)
        return {"feature": labels[n], "values": self._points(after).initial}

    def trace_of(self, data: Tables, values: Values) -> Moved:
        given, _, n = self._chosen(values)
        rows = _movable(given)
        X, new = given.X.copy(), given.new.copy()
        X[rows, n], new[n] = values["values"][:-1, 0], values["values"][-1, 0]
        return Moved(given, given._replace(X=X, new=new), rescale(given.X, given.new), rescale(X, new), n)

    def scene_of(self, trace: Moved, names: Names, inputs: Inputs) -> Scene:
        labels = [self.labels[name] for name in trace.examples.feature_names]
        name, rows = labels[trace.feature], _movable(trace.given)
        scaling = Choice("scaling", SCALINGS, label="Scaling")
        each = range(len(SCALINGS))
        people = [trace.examples.names[p] for p in np.union1d(rows, trace.now.nearest)]
        return Scene(
            title="Uneven features",
            controls=[scaling, Pick("highlight", people, label="Example", rare=True), *inputs.controls.values()],
            panels=[
                common_axis(trace, rows, labels, scaling),
                drag_panel(trace, rows, name, inputs.controls["values"], scaling),
                number_panel(trace, rows, name, scaling),
                distance_panel(trace, rows, scaling),
            ],
            caption=Frames([describe_scaling(trace, s, labels) for s in each], scaling),
            column_weights=(1.0, 1.0, 1.0),
        )

    def _chosen(self, values: Values) -> tuple[Examples, list[str], int]:
        """Return the chosen table, its labels, and the number of the chosen feature or 0."""
        examples = self.data.get(values.get("source"), next(iter(self.data.values())))
        labels = [self.labels[name] for name in examples.feature_names]
        chosen = values.get("feature", "")
        chosen = self.labels.get(chosen, chosen)
        return examples, labels, labels.index(chosen) if chosen in labels else 0

    def _points(self, values: Values) -> Points:
        examples, labels, n = self._chosen(values)
        rows = _movable(examples)
        names = [examples.names[p] for p in rows]
        points = points_of(np.append(examples.X[rows, n], examples.new[n]), names, labels[n])
        shown = {"as in the table": points.initial}
        for row, name in enumerate(names[:MOST_EXAMPLES]):
            moved = points.initial.copy()
            moved[row, 0] = points.x[1]
            shown[f"{name} far to the right"] = moved
        return replace(points, examples=shown)


def _movable(examples: Examples) -> Indices:
    """Return the examples whose values can be moved: all, or some that are evenly spread."""
    return sample(len(examples.X), MOST_MOVED, nearest=True)[0]


def _taken_in(X: Any, feature_names: Any, new: Any) -> Examples:
    if isinstance(X, np.ndarray | list | tuple) and np.ndim(np.asarray(X, dtype=object)) == 1:
        X = [[each] for each in X]
    with_outputs = all(hasattr(X, part) for part in ("X", "y", "feature_names", "target_name")) and not hasattr(X, "dtypes")
    if not with_outputs and len(X) == 1:
        raise ValueError("X must have at least two examples; got 1.")
    table = take_in(X, None if with_outputs else np.arange(len(X)), feature_names, allow_constant=True)
    P, N = table.X.shape
    example = np.median(table.X, axis=0) if new is None else as_numeric_array(new, "new").ravel()
    if example.shape != (N,):
        raise ValueError(f"new must have {N} values, one per feature; got {example.size}.")
    check_finite(example, "new")
    return Examples(table.X, _names(X, P), example, table.feature_names)


def _names(X: Any, P: int) -> NameTuple:
    index = list(X.index) if hasattr(X, "columns") else []
    distinct = all(isinstance(each, str) for each in index) and len(set(index)) == P
    return labels_of(index) if distinct else tuple(f"#{p}" for p in range(P))


def _lectures() -> dict[str, Examples]:
    from fewidgets.data import load_uneven

    people = load_uneven()
    numbers = np.arange(6.0)[:, None]
    return {
        PEOPLE: Examples(people.X, NAMES, np.array(NEW_PERSON), people.feature_names),
        TABLE: Examples(numbers, tuple(f"row {k}" for k in range(1, 7)), np.array([NEW_NUMBER]), ("X",)),
    }
