from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms._numerics.types import Counts as CountArray
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.mutual_information_viewer.information import (
    FEWEST_BINS,
    MOST_BINS,
    InformationTrace,
    information_at,
    levels_of,
)
from fewidgets.explorables.mutual_information_viewer.levels import LevelData, take_in_levels
from fewidgets.explorables.mutual_information_viewer.panels import (
    UNITS,
    bins_panel,
    chance_panel,
    in_units,
    ranking_panel,
    table_panel,
)
from fewidgets.scene import Button, Choice, Control, Counts, Frames, Number, Readout, Scene, format_number
from fewidgets.scene.types import NameTuple

MOST_ROWS = 12  # of a table that can be dragged in
BINS = 4
ALONE = "no other feature"


class MutualInformationViewer(Explorable):
    """The information that a feature shares with the label: its table, chance, and the ranking (CS373, lecture 7).

    Î(Y, X) = Σ P̂(y, x) log(P̂(y, x) / (P̂(y) P̂(x))) over the labels y and the levels x of a feature. The table shows what
    each cell adds to the sum. Examples can be dragged from cell to cell.

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        Examples in rows, up to 1,000,000. Text and up to 10 different numbers are discrete, other numbers are binned. Of more
        than 10 texts, the 9 most frequent ones are levels, the others one level together. Missing values are a level.
    y : array-like, shape (P,)
        Labels of 2 to 6 classes: numbers, text, or True and False. A data set has its own.
    feature_names : sequence of N str, optional
        By default the names of the data.
    feature : str, optional
        The feature of the table; the first one by default.
    partner : str, optional
        A second feature: the rows of the table are then the combinations of both features' levels.
    bins : int
        Number of bins of continuous features, 2 to 10, with as equal numbers of examples as possible.
    counts : array-like, shape (R, C), optional
        The table with examples in other cells.
    restore : int
        How often the button *Back to the data* has been pressed.
    unit : {"bits", "nats"}
        Unit of Î: logarithms to base 2, or natural ones.
    layout, panels, present : optional
        As in every explorable: an ipywidgets layout, titles of panels, and True for a projector.

    Attributes
    ----------
    trace : InformationTrace
        ``trace.table`` with the counts, contributions and Î in nats, ``trace.shuffled`` and ``trace.scores``.
    selected : tuple of str
        The feature of the table, and its partner if it has one.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    Chance is shown in two ways: Î after shuffling the labels of the table, with both margins kept, and its average to first
    order, (R − 1)(C − 1) / 2P for R levels and C classes.

    Moved examples change the table and its chance, and not the ranking and the curve over the bins. Source: CS373, lecture 7,
    slides "Information analysis".

    Examples
    --------
    >>> xor = MutualInformationViewer([[0, 0], [0, 1], [1, 0], [1, 1]] * 5, [0, 1, 1, 0] * 5, feature_names=["a", "b"])
    >>> xor.caption.partition(". ")[0], xor.caption.rpartition(". ")[2]
    ('a shares 0 bits with y, of 1.00 at most', 'It ranks 1st of 2, tied with b.')
    >>> xor.partner = "b"
    >>> xor.caption.partition(". ")[0], xor.caption.rpartition(". ")[2]
    ('a and b together share 1.00 bits with y, of 1.00 at most', 'Alone, they share 0 and 0.')
    """

    lesson = "C3_ranking_features.ipynb"
    section = "C3"
    description = "Mutual information as a ranking: drag counts between cells, and see what chance gives. CS373, lecture 7."

    feature, partner, bins, counts, restore, unit = State(), State(), State(), State(), State(), State()

    def __init__(
        self,
        X: Any,
        y: Any = None,
        *,
        feature_names: Names | None = None,
        feature: str | None = None,
        partner: str | None = None,
        bins: int = BINS,
        counts: ArrayLike | None = None,
        restore: int = 0,
        unit: str = "bits",
        **common: Unpack[Common],
    ) -> None:
        self.take_arguments(data=take_in_levels(X, y, feature_names))

    @classmethod
    def example(cls) -> MutualInformationViewer:
        """Show which facts about a car go with its mileage, on 98 cars."""
        from fewidgets.data import load_auto_mpg

        cars = load_auto_mpg()
        label = np.where(cars.y > np.median(cars.y), 1, -1)
        some = slice(None, None, 4)
        return cls(replace(cars, X=cars.X[some], y=label[some], target_name="economical"), feature="weight")

    def describe_size(self) -> str:
        return " × ".join(map(str, self.data.shape))

    @property
    def selected(self) -> NameTuple:
        """The feature of the table, and its partner if it has one."""
        labels = tuple(self.labels.values())
        chosen = dict.fromkeys(each for each in (self.feature, self.partner) if each in labels)
        return tuple(self.data.feature_names[labels.index(each)] for each in chosen)

    def inputs_of(self, data: LevelData, values: Values) -> Controls:
        names = tuple(self.labels.values())
        none = _none(names)
        found: list[Control] = [Choice("feature", names, compute=True, label="Feature")]
        if len(names) > 1:
            found.append(Choice("partner", (none, *names), compute=True, label="Together with"))
        if any(feature.continuous for feature in data.features):
            found.append(Number("bins", FEWEST_BINS, MOST_BINS, BINS, whole=True, label="Bins"))
        levels = levels_of(data, *self._chosen(values))
        if len(levels.names) <= MOST_ROWS:
            rows, columns = levels.counts.shape
            large = 10 ** max(0, len(str(data.shape[0])) - 3)  # steps of the same share of a large table
            steps = 1, 5 * large, 20 * large
            found.append(
                Counts("counts", rows, columns, levels.counts, steps, label="Table", examples=_examples(levels.counts))
            )
            found.append(Button("restore", label="Back to the data", repeats=True))
        return found

    def implied_inputs(self, asked: Values, values: Values) -> Values:
        if not {"feature", "partner", "bins", "restore"} & set(asked):
            return {}
        levels = levels_of(self.data, *self._chosen({**values, **asked}))
        return {"counts": levels.counts} if len(levels.names) <= MOST_ROWS else {}

    def trace_of(self, data: LevelData, values: Values) -> InformationTrace:
        return information_at(data, *self._chosen(values), values.get("counts"))

    def scene_of(self, trace: InformationTrace, names: Names, inputs: Inputs) -> Scene:
        unit = Choice("unit", tuple(UNITS), label="Unit")
        n, partner, bins = self._chosen(inputs.values)
        shown = [n] if partner in (None, n) else [n, partner]
        title = " & ".join(names[each] for each in shown)
        data = self.data
        score, chance, most = (
            in_units(value, unit) for value in (trace.table.score, trace.table.chance, trace.table.label_entropy)
        )
        return Scene(
            title="Mutual information of a feature and the label",
            controls=[*inputs.controls.values(), unit],
            readouts=[
                Readout("Information Î", score),
                Readout("Expected by chance", chance),
                Readout("Entropy of the label", most),
                Readout("Shuffles that reach Î", f"{trace.reached:,} of {len(trace.shuffled):,}"),
            ],
            panels=[
                table_panel(trace, inputs.controls.get("counts"), unit, data.class_names, title, data.target_name),
                chance_panel(trace, unit),
                ranking_panel(trace, unit, names, shown, partner),
                bins_panel(trace.curve, unit, bins, title),
            ],
            caption=Frames(
                [_describe(trace, each, names, shown, data.target_name, ranked=partner is None) for each in UNITS.items()],
                unit,
            ),
            column_weights=(1.0, 1.0),
        )

    def _chosen(self, values: Values) -> tuple[int, int | None, int]:
        names = tuple(self.labels.values())
        feature, partner = values.get("feature"), values.get("partner")
        return (
            names.index(feature) if feature in names else 0,
            names.index(partner) if partner in names else None,
            int(values.get("bins", BINS)),
        )


def _none(names: Names) -> str:
    return ALONE if ALONE not in names else f"({ALONE})"


def _describe(
    trace: InformationTrace, unit: tuple[str, float], names: Names, shown: Sequence[int], target: str, ranked: bool
) -> str:
    name, factor = unit
    table, ranking, n = trace.table, trace.scores.ranking, shown[0]

    def number(nats: float) -> str:
        return format_number(nats * factor)

    moved = f"With {trace.moved:,} example{'s' * (trace.moved != 1)} moved, " if trace.moved else ""
    who = f"{names[n]} and {names[shown[1]]} together share" if len(shown) > 1 else f"{names[n]} shares"
    text = f"{moved}{who} {number(table.score)} {name} with {target}, of {number(table.label_entropy)} at most."
    count = trace.reached
    reach = (
        f"{count:,} of {len(trace.shuffled):,} shuffles give{'s' * (count == 1)} at least as much"
        if count
        else f"none of {len(trace.shuffled):,} shuffles gives as much"
    )
    text += f" Chance alone would give about {number(table.chance)}; {reach}."
    if trace.moved:
        return text
    if len(shown) > 1:
        return f"{text} Alone, they share {' and '.join(map(number, trace.alone))}."
    if ranked and len(names) > 1:
        rank = int(ranking.ranks[n])
        tied = next((group for group in ranking.ties if n in group), ())
        others = [names[each] for each in tied if each != n]
        with_whom = f", tied with {others[0] if len(others) == 1 else f'{len(others)} others'}" if others else ""
        text += f" It ranks {_ordinal(rank)} of {len(names):,}{with_whom}."
    return text


def _ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{ending}"


def _examples(counts: CountArray) -> dict[str, CountArray]:
    """Return other tables with the same number of examples of each level."""
    rows = counts.sum(axis=1, keepdims=True)
    decided = np.where(np.arange(counts.shape[1]) == counts.argmax(axis=1)[:, None], rows, 0)
    shares = counts.sum(axis=0).cumsum() / counts.sum()
    independent = np.diff(np.round(rows * shares).astype(int), axis=1, prepend=0)
    return {"the data": counts, "the level decides the label": decided, "the label does not depend on the level": independent}
