"""Categories as codes and as one-hot vectors: what each says about who is like whom (section 9.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from fewidgets.algorithms import OneHot, OrdinalCodes, one_hot, ordinal_codes
from fewidgets.algorithms._numerics.arguments import as_choice
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.scene import Axis, Bars, Choice, Control, Dots, Frames, Image, Order, Panel, Rule, Scene, format_number

BLOOD_TYPES = ("O", "A", "B", "AB")
MOST = 12  # beyond, neither the numbers in the tables nor the buttons can be read


class Encodings(NamedTuple):
    """The same categories, coded twice.

    Attributes
    ----------
    codes : OrdinalCodes
        One number a category.
    one_hot : OneHot
        One bin a category.
    """

    codes: OrdinalCodes
    one_hot: OneHot


class OneHotViewer(Explorable):
    """The same categories as codes and as one-hot vectors, and the distances each implies (section 9.2.1; Figure 9.2).

    Parameters
    ----------
    values : sequence of categories, optional
        A column of text, numbers, or True and False, with 2 to 12 different ones; the four blood types if not given.
    order : sequence of str, optional
        The categories' names in the order of their codes; at first as in ``categories``.
    reference : str, optional
        The category from which the bars measure.
    categories : {"appearance", "sorted"} or sequence of categories
        Which categories there are, and the order in which the codes begin.
    missing : {"error", "own"}
        Whether a missing value is refused, or is a category of its own.
    layout : dict or ipywidgets.Layout, optional
        As in every ipywidgets widget.

    Attributes
    ----------
    trace : Encodings
        ``trace.codes`` and ``trace.one_hot``, each with its vectors and its matrix of distances.
    selected : tuple of str
        The categories that the codes put next to the reference.

    Raises
    ------
    TypeError, ValueError
        If any argument is not as described. The message names the argument, what was seen and what is wanted.

    Examples
    --------
    >>> w = OneHotViewer(order=["O", "A", "AB", "B"], reference="AB")
    >>> w.caption
    'By these codes AB is 1 from A and B, and 2 from O. One-hot, every two categories are 1.41 apart.'
    >>> w.selected
    ('A', 'B')
    """

    lesson = "9.2_histogram_features.ipynb"
    section = "9.2.1"
    description = "Categories as integer codes and as one-hot vectors: reorder the codes and watch the distances. Figure 9.2."

    order = State(BLOOD_TYPES, help="The categories' names in the order of their codes 0, 1, 2, …")
    reference = State(BLOOD_TYPES[0], help="The category from which the bars measure.")

    def __init__(
        self,
        values: Iterable[Any] = BLOOD_TYPES,
        *,
        order: Sequence[str] | None = None,
        reference: str | None = None,
        categories: str | Sequence[Any] = "appearance",
        missing: str = "error",
        layout: Any = None,
        **unknown: Any,
    ) -> None:
        settings = {"missing": as_choice(missing, "missing", ("error", "own"))}
        self.refuse_unknown(unknown)
        column = values if isinstance(values, str) or hasattr(values, "tolist") else list(values)
        found = one_hot(column, order=categories, missing=missing)
        if not 2 <= len(found.bins) <= MOST:
            raise ValueError(
                f"values has {len(found.bins)} categories; wanted 2 to {MOST}: more could not be told apart on screen"
            )
        self._found = found
        super().__init__(
            data=column, settings=settings, state={"order": order, "reference": reference}, unknown={}, layout=layout
        )

    @classmethod
    def example(cls) -> OneHotViewer:
        """Make the one that gallery and tests show."""
        return cls(reference="AB")

    def original_names(self) -> Sequence[str]:
        return self._found.bins

    def describe_size(self) -> str:
        """How much data there is, for the repr."""
        return f"{len(self._found.bins)} categories"

    def inputs_of(self, data: Any, values: Mapping[str, Any]) -> Sequence[Control]:
        """Let the codes be given in another order."""
        return [Order("order", tuple(self.labels[str(each)] for each in self._found.categories), label="Order of the codes")]

    def trace_of(self, data: Any, values: Mapping[str, Any]) -> Encodings:
        """Code the column twice, in the present order."""
        by_name = {self.labels[str(category)]: category for category in self._found.categories}
        order = [by_name[name] for name in values["order"]]
        missing = self.settings["missing"]
        return Encodings(ordinal_codes(data, order=order, missing=missing), one_hot(data, order=order, missing=missing))

    def scene_of(self, trace: Encodings, names: Sequence[str], inputs: Inputs) -> Scene:
        """Lay out the number line and the vectors, then who is how far from whom."""
        bins = tuple(self.labels[each] for each in trace.codes.bins)
        trace = Encodings(*(replace(part, bins=bins) for part in trace))
        reference = Choice("reference", bins, start=self._first_reference(bins), label="Measure from")
        side = len(bins)
        return Scene(
            title="Categories as numbers",
            controls=[inputs.controls["order"], reference],
            column_weights=(1, 1),
            panels=[
                _number_line(bins, reference),
                Panel(
                    "As one-hot vectors: a bin each",
                    [Image(np.eye(side), (0, side, 0, side), limits=(0, 1), colors="ramp", digits=0)],
                    x=_named(bins, "bin"),
                    y=_named(bins[::-1]),
                    column=1,
                    height=_square_height(side),
                ),
                _distances("Distances that the codes claim", trace.codes.distances, bins, 0, digits=0),
                _distances("Distances of the one-hot vectors", trace.one_hot.distances, bins, 1, digits=2),
                _from_reference("codes", trace.codes.distances, bins, reference, 0),
                _from_reference("one-hot", trace.one_hot.distances, bins, reference, 1),
            ],
            caption=Frames([_told(trace, place) for place in range(side)], reference),
        )

    def _first_reference(self, bins: Sequence[str]) -> str:
        """Return the first category of the column, whatever the order of the codes."""
        first = self.labels[str(self._found.categories[0])]
        return first if first in bins else bins[0]

    @property
    def selected(self) -> tuple[str, ...]:
        """The categories that the codes put next to the reference."""
        bins = self.trace.codes.bins
        return _nearest(self.trace.codes, [self.labels[each] for each in bins].index(self.reference))


def _number_line(bins: Sequence[str], reference: Choice) -> Panel:
    places = np.arange(len(bins), dtype=float)
    chosen = np.where(np.eye(len(bins), dtype=bool), places, np.nan)
    return Panel(
        "As codes: points on one line",
        [
            Rule(y=0.0, dash=0),
            Dots(places, np.zeros(len(bins)), labels=bins, size=11),
            Dots(Frames(chosen, reference), np.zeros(len(bins)), color="accent", size=15),
        ],
        x=Axis("code", domain=(-0.5, len(bins) - 0.5), whole=True),
        y=Axis(domain=(-1, 1), ticks=[]),
        height=_square_height(len(bins)),
    )


def _distances(title: str, distances: np.ndarray, bins: Sequence[str], column: int, digits: int) -> Panel:
    side = len(bins)
    return Panel(
        title,
        [Image(distances, (0, side, 0, side), limits=(0.0, float(distances.max())), colors="ramp", digits=digits)],
        x=_named(bins),
        y=_named(bins[::-1]),
        row=1,
        column=column,
        height=_square_height(side),
    )


def _from_reference(by: str, distances: np.ndarray, bins: Sequence[str], reference: Choice, column: int) -> Panel:
    return Panel(
        f"How far from it, by {by}",
        [Bars(bins, Frames(distances, reference), color="primary" if column == 0 else "positive", keys=bins)],
        x=Axis("distance", zero=True, domain=(0.0, float(max(distances.max(), 1.5)))),
        row=2,
        column=column,
    )


def _named(bins: Sequence[str], label: str = "") -> Axis:
    return Axis(label, domain=(0, len(bins)), ticks=[(place + 0.5, name) for place, name in enumerate(bins)])


def _square_height(side: int) -> int:
    return 96 + 28 * side


def _nearest(codes: OrdinalCodes, place: int) -> tuple[str, ...]:
    return tuple(codes.bins[other] for other in np.flatnonzero(codes.distances[place] == 1))


def _told(trace: Encodings, place: int) -> str:
    names = trace.codes.bins
    distances = trace.codes.distances[place]
    by_distance = [
        f"{distance:g} from {_listed([names[i] for i in np.flatnonzero(distances == distance)])}"
        for distance in np.unique(distances[distances > 0])
    ]
    apart = format_number(trace.one_hot.distances.max())
    parts = ", and ".join([", ".join(by_distance[:-1]), by_distance[-1]]) if len(by_distance) > 1 else by_distance[0]
    return f"By these codes {names[place]} is {parts}. One-hot, every two categories are {apart} apart."


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
