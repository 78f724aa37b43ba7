"""The features that a picture draws if there are many: the foremost ones, and one by request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.scene import Choice, Control

# One bar and one line for each of 1,000 features would be 15 MB for a browser to load. Only the marks are limited.
MOST_DRAWN = 60  # features that can be told apart, in rows that scroll and lines that can be highlighted


class DrawnFeatures(NamedTuple):
    features: tuple[int, ...]  # (D,): Their numbers, in ascending order
    colors: tuple[int, ...]  # (D,): Their entries of the palette
    total: int  # Number of features of the data
    added: int | None = None  # The feature that was asked for, unless it is drawn anyway

    @property
    def note(self) -> str:
        """Say how many features are drawn, as in "60 of 1,000 features"; "" if all are."""
        return "" if len(self.features) == self.total else f"{len(self.features)} of {self.total:,} features"

    @property
    def titled(self) -> str:
        """The note in parentheses, to be added to a panel's title."""
        return f" ({self.note})" if self.note else ""

    @property
    def importance(self) -> tuple[float, ...] | None:
        """The importance of each bar, that of the requested feature first; None if all are drawn."""
        if not self.note:
            return None
        return tuple(1.0 if n == self.added else -float(color) for n, color in zip(self.features, self.colors, strict=True))

    def of(self, values: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(values[n] for n in self.features)


def drawn_features(
    foremost: Sequence[int], total: int, names: Names, inputs: Inputs, *, most: int = MOST_DRAWN
) -> DrawnFeatures:
    """Choose the features to draw: all, or the foremost ones and the one that was asked for."""
    if total <= most:
        return DrawnFeatures(tuple(range(total)), tuple(range(total)), total)
    chosen = [int(n) for n in foremost[:most]]
    asked = inputs.values.get("show", "")
    added = names.index(asked) if asked and names.index(asked) not in chosen else None
    chosen += [] if added is None else [added]
    place = {n: color for color, n in enumerate(chosen)}
    features = tuple(sorted(chosen))
    return DrawnFeatures(features, tuple(place[n] for n in features), total, added)


class DrawnByRequest(Explorable):
    """An explorable that draws the foremost features, and one more by request."""

    def inputs_of(self, data: Any, values: Values) -> Controls:
        return show_inputs([self.labels[name] for name in data.feature_names])


def show_inputs(names: Names) -> list[Control]:
    """Return the menu that adds a feature, in a list that is empty if all are drawn."""
    return [] if len(names) <= MOST_DRAWN else [Choice("show", ("", *names), compute=True, label="Also draw")]
