from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, Unpack

import numpy as np

from fewidgets.algorithms import OneHot, OrdinalCodes, one_hot, ordinal_codes
from fewidgets.algorithms._numerics.arguments import as_choice
from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Controls, Marks, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.wording import listed
from fewidgets.scene import Axis, Choice, Dots, Frames, Image, Line, Order, Panel, Scene, Text, format_number
from fewidgets.scene.types import NameTuple

BLOOD_TYPES = ("O", "A", "B", "AB")
ROOM = 0.75  # of the distances beside the one-hot vectors, as a share of these
MOST = 12  # with more categories, the numbers and the buttons could not be read


class Column(NamedTuple):
    values: Any
    categories: tuple[Any, ...]
    bins: NameTuple


class Encodings(NamedTuple):
    codes: OrdinalCodes
    one_hot: OneHot


class OneHotViewer(Explorable):
    """The same categories as codes and as one-hot vectors, and the distances each implies (section 9.2.1; Figure 9.2).

    Parameters
    ----------
    values : sequence of categories, optional
        A column of text, numbers, or True and False, with 2 to 12 categories. By default, the four blood types.
    order : sequence of str, optional
        Names of the categories in the order of their codes. By default, the order of their first appearance.
    reference : str, optional
        The category from which distances are measured.
    missing : {"error", "own"}
        Whether a missing value raises an error or is a category.
    layout, panels, present : optional
        As in every explorable: an ipywidgets layout, titles of panels, and True for a projector.

    Attributes
    ----------
    trace : Encodings
        ``trace.codes`` and ``trace.one_hot``, each with its vectors and its matrix of distances.
    selected : tuple of str
        The categories next to the reference in the order of the codes.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Examples
    --------
    >>> w = OneHotViewer(order=["O", "A", "AB", "B"], reference="AB")
    >>> w.caption
    'With these codes, the distance from AB is 1 to A and B, and 2 to O. With one-hot vectors, every distance is 1.41.'
    >>> w.selected
    ('A', 'B')
    """

    lesson = "9.2.1_categories_and_text.ipynb"
    section = "9.2.1"
    description = "Categories as integer codes and as one-hot vectors: reorder the codes and watch the distances. Figure 9.2."

    order, reference = State(), State()

    def __init__(
        self,
        values: Iterable[Any] = BLOOD_TYPES,
        *,
        order: Names | None = None,
        reference: str | None = None,
        missing: Literal["error", "own"] = "error",
        **common: Unpack[Common],
    ) -> None:
        as_choice(missing, "missing", ("error", "own"))
        column = values if isinstance(values, str) or hasattr(values, "tolist") else list(values)
        distinct = len(set(map(str, column)))
        if distinct > 50 * MOST:  # one_hot would make a matrix of distances between all of them
            raise ValueError(f"values must have 2 to {MOST} categories; got {distinct:,}.")
        found = one_hot(column, order="appearance", missing=missing)
        if not 2 <= len(found.bins) <= MOST:
            raise ValueError(f"values must have 2 to {MOST} categories; got {len(found.bins)}.")
        self.take_arguments(data=Column(column, found.categories, found.bins))

    @classmethod
    def example(cls) -> OneHotViewer:
        return cls(reference="AB")

    def original_names(self) -> Names:
        return self.data.bins

    def describe_size(self) -> str:
        return f"{len(self.data.bins)} categories"

    def inputs_of(self, data: Column, values: Values) -> Controls:
        return [Order("order", tuple(self.labels[str(each)] for each in data.categories), label="Order of the codes")]

    def trace_of(self, data: Column, values: Values) -> Encodings:
        by_name = {self.labels[str(category)]: category for category in data.categories}
        order = [by_name[name] for name in values["order"]]
        missing = self.settings["missing"]
        return Encodings(
            ordinal_codes(data.values, order=order, missing=missing), one_hot(data.values, order=order, missing=missing)
        )

    def scene_of(self, trace: Encodings, names: Names, inputs: Inputs) -> Scene:
        bins = tuple(self.labels[each] for each in trace.codes.bins)
        # Rows stay where they are when the codes are reordered, so that a person sees which distances change.
        rows = tuple(sorted(bins, key=names.index))
        place = [bins.index(name) for name in rows]
        reference = Choice("reference", rows, start=self._first_reference(rows), label="Measure from")
        return Scene(
            title="How far apart are two categories?",
            controls=[inputs.controls["order"], reference],
            column_weights=(1, 1),
            paired=True,
            panels=[
                _codes(rows, place, trace.codes.distances[np.ix_(place, place)], reference),
                _one_hot(bins, rows, place, trace.one_hot.distances[np.ix_(place, place)], reference),
            ],
            caption=Frames([_describe(trace, bins, each) for each in place], reference),
        )

    def _first_reference(self, bins: Names) -> str:
        """Return the first category of the column, which does not depend on the order of the codes."""
        first = self.labels[str(self.data.categories[0])]
        return first if first in bins else bins[0]

    @property
    def selected(self) -> NameTuple:
        """The categories next to the reference in the order of the codes."""
        bins = self.trace.codes.bins
        return _nearest(self.trace.codes, [self.labels[each] for each in bins].index(self.reference))


def _codes(rows: Names, place: Sequence[int], distances: Array, reference: Choice) -> Panel:
    """Draw each category's distance from the reference as a piece of the line of codes."""
    side, codes = len(rows), np.array(place, dtype=float)
    starts, ends = np.broadcast_arrays(codes[:, None], codes)
    coded = [f"{name} = {code}" for name, code in zip(rows, place, strict=True)]
    return Panel(
        "Numbered: the distance between codes",
        _pieces(rows, reference, starts, ends, distances, side + 0.3),
        x=Axis("code", domain=(-0.4, side + 0.3), ticks=[(float(code), str(code)) for code in range(side)]),
        y=Axis(domain=(0, side + 0.7), ticks=_named(coded[::-1])),
        height=116 + 32 * side,
    )


def _one_hot(bins: Names, rows: Names, place: Sequence[int], distances: Array, reference: Choice) -> Panel:
    """Draw the one-hot vector of each category, and beside it its distance from the reference."""
    side = len(bins)
    room = ROOM * side
    starts = np.full((side, side), side + 0.15 * room)
    ends = starts + 0.45 * room * distances / distances.max()
    vectors = Image(np.eye(side)[list(place)], (0, side, 0, side), limits=(0, 1), colors="ramp", digits=0)
    return Panel(
        "One-hot: every distance is the same",
        [vectors, *_pieces(rows, reference, starts, ends, distances, side + room)],
        x=Axis("bin", domain=(0, side + room), ticks=_named(bins)),
        y=Axis(domain=(0, side + 0.7), ticks=_named(rows[::-1])),
        column=1,
        height=116 + 32 * side,
    )


def _pieces(rows: Names, reference: Choice, starts: Array, ends: Array, distances: Array, at: float) -> Marks:
    """Draw a piece in each row for each reference, with the distance written ``at`` a place; a large dot is the reference."""
    heights = len(rows) - 0.5 - np.arange(len(rows))
    written = [["distance", *(f"{distance:.3g}" for distance in row)] for row in distances]
    x = np.stack([starts, ends], axis=-1)
    chosen = np.where(np.eye(len(rows), dtype=bool), ends, np.nan)
    return [
        *(Line(Frames(x[:, k], reference), [y, y], width=3, dash=0) for k, y in enumerate(heights)),
        Dots(Frames(ends, reference), heights, size=11, keys=rows),
        Dots(Frames(chosen, reference), heights, color="accent", size=15),
        Text(at, [len(rows) + 0.3, *heights], Frames(written, reference), color="muted", anchor="end"),
    ]


def _named(bins: Names) -> list[tuple[float, str]]:
    return [(place + 0.5, name) for place, name in enumerate(bins)]


def _nearest(codes: OrdinalCodes, place: int) -> NameTuple:
    return tuple(codes.bins[other] for other in np.flatnonzero(codes.distances[place] == 1))


def _describe(trace: Encodings, names: Names, place: int) -> str:
    distances = trace.codes.distances[place]
    by_distance = [
        f"{distance:g} to {listed([names[int(i)] for i in np.flatnonzero(distances == distance)])}"
        for distance in np.unique(distances[distances > 0])
    ]
    apart = format_number(trace.one_hot.distances.max())
    parts = ", and ".join([", ".join(by_distance[:-1]), by_distance[-1]]) if len(by_distance) > 1 else by_distance[0]
    return f"With these codes, the distance from {names[place]} is {parts}. With one-hot vectors, every distance is {apart}."
