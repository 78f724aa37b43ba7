"""Boosting and ℓ1 regularization on the same data: the order of the features, and the cost by size (section 9.7.4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms._numerics.types import Array, Flags
from fewidgets.explorables.boosting_versus_l1.selections import Comparison, compare_selections
from fewidgets.explorables.framework.aliases import Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import Data, TableLike
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.layout import at_start
from fewidgets.explorables.shared.reveals import keeping, reveal_by
from fewidgets.explorables.shared.wording import counted, listed
from fewidgets.scene import (
    Axis,
    Bars,
    Dots,
    Frames,
    Line,
    Panel,
    Pick,
    Scene,
    Stepper,
    Style,
    Text,
    format_number,
)
from fewidgets.scene.types import Keywords, NameTuple, Tick

MOST = 60  # features that each method selects; more rows would be unreadable
DEPTH = 1e-2  # lower end of the cost axis, as a share of the highest cost
NOTHING = 1e-12  # costs below this are rounding errors: the output has variance 1
HEIGHT, ROW = 390, 14  # pixels of the orders and of the costs; of a place, if there are many
FEW = 3  # most names in the caption
NO_WEIGHTS = "Both models are only the bias. The weights of the selected features will appear here."


class BoostingVersusL1(Explorable):
    """Compare boosting with ℓ1 regularization: which features each selects, in which order, at what cost (section 9.7.4).

    Inputs are standard normalized, and for least squares the output too, so a mean cost is the unexplained share of the
    variance. The ℓ1 model of k features is the first one on the way to λ = 0 with exactly k nonzero weights, at the smallest λ
    before that changes. Both models' features are also tuned again without a penalty. The first 60 features are drawn.

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        Examples in rows, at least 2 features. A data set brings its own ``y``.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    cost : {"least_squares", "softmax"}
        The cost that both methods lower.
    reduction : {"mean", "sum"}
        How the cost adds over the examples. A λ of the sum is P times a λ of the mean.
    kept : int
        Number of features that each method selects, at most 60.
    reveal : {"all", "visited"}
        Whether to show both orders from the start, or only the places of the numbers of features so far.
    feature : str
        The feature to highlight in the panels; "" for none.
    feature_names, layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    trace : Comparison
        The histories of both methods, and their models of every size.
    boosted, regularized : tuple of str
        The features that boosting and ℓ1 select at present, in the order of the data.
    visited : (int, int)
        The smallest and the largest number of features so far, if these are revealed one by one.
    selected : tuple of str
        The features that both select.

    Examples
    --------
    >>> X = [[1, 0, 1], [-1, 1, 0], [1, 2, -1], [-1, -3, 0], [0, 1, 1]]
    >>> w = BoostingVersusL1(X, [2, 0, 3, -5, 2], kept=1)
    >>> w.caption
    'With 1 feature, both have x2 (λ = 1.26). Cost: boosting 0.162, ℓ1 0.561; tuned again 0.162 and 0.162.'
    """

    lesson = "9.7_regularization.ipynb"
    section = "9.7.4"
    description = (
        "The order in which boosting and ℓ1 regularization select features, and what each model costs. Section 9.7.4."
    )

    kept, feature, visited = State(), State(), State((0, 0))

    def __init__(
        self,
        X: TableLike,
        y: ArrayLike | None = None,
        *,
        feature_names: Sequence[str] | None = None,
        cost: str = "least_squares",
        reduction: str = "mean",
        kept: int = 0,
        reveal: str = "all",
        feature: str = "",
        **common: Unpack[Common],
    ) -> None:
        self.take_arguments()

    @classmethod
    def example(cls) -> BoostingVersusL1:
        from fewidgets.data import load_boston

        return cls(load_boston(), kept=5)

    def trace_of(self, data: Data, values: Values) -> Comparison:
        N = data.X.shape[1]
        if N < 2:
            raise ValueError(f"X must have at least 2 features, to compare orders; got {N}.")
        settings = {name: value for name, value in self.settings.items() if name != "reveal"}
        return compare_selections(data.X, data.y, **settings, most=min(N, MOST))

    def scene_of(self, trace: Comparison, names: Names, inputs: Inputs) -> Scene:
        kept = Stepper("kept", len(trace.lambdas), label="Features", seconds=0.9, visited=keeping(self.settings))
        ranked = _ranked(trace)
        note = f" ({len(ranked)} of {len(names):,} features)" if len(ranked) < len(names) else ""
        words = f" The first {kept.length - 1} of {len(names):,} features of each method are compared." if note else ""
        return Scene(
            title="Boosting or ℓ1 regularization?",
            controls=[kept, Pick("feature", [name for n, name in enumerate(names) if n in ranked], label="Feature")],
            panels=[
                _orders(trace, ranked, names, kept, note),
                _costs(trace, kept),
                _weights(trace, ranked, names, kept, note),
            ],
            caption=Frames([describe_selection(trace, k, names) + words for k in kept], kept),
            column_weights=(1.0, 1.15),
        )

    @property
    def boosted(self) -> NameTuple:
        return self._names_of(self.trace.boosted.supports[self.kept])

    @property
    def regularized(self) -> NameTuple:
        return self._names_of(self.trace.regularized.supports[self.kept])

    @property
    def selected(self) -> NameTuple:
        return self._names_of(self.trace.boosted.supports[self.kept] & self.trace.regularized.supports[self.kept])

    def _names_of(self, support: Flags) -> NameTuple:
        return tuple(compress(self.data.feature_names, support))


def describe_selection(trace: Comparison, k: int, names: Names) -> str:
    """Describe the features that both methods select with k features, and their costs."""
    one, other = trace.boosted, trace.regularized
    if k == 0:
        return f"Without features, both models are the bias alone; the cost is {format_number(round(one.costs[0], 12))}."
    count = counted(k, "feature")
    if not np.isfinite(trace.lambdas[k]):
        mine = f"boosting's cost is {format_number(one.costs[k])}, tuned again {format_number(one.tuned_costs[k])}"
        lowest = trace.path.lambdas[0]
        floor = f" down to λ = {format_number(lowest)}" if lowest > 0 else ""
        return f"With {count}, {mine}; ℓ1 has no model of just {k}{floor}."
    lam = f"(λ = {format_number(trace.lambdas[k])})"
    left, right = one.supports[k], other.supports[k]
    both, alone = left & right, left > right
    if both.all():
        who = f"both have all features {lam}"
    elif not alone.any():
        who = f"both have {'the same ' if k > FEW else ''}{_some(both, names)} {lam}"
    else:
        share = f"both have {_some(both, names)}" if both.any() else "they have none in common"
        who = f"{share}; only boosting has {_some(alone, names)}, only ℓ1 has {_some(right > left, names)} {lam}"
    costs = f"boosting {format_number(one.costs[k])}, ℓ1 {_or_none(other.costs[k])}"
    again = [_or_none(models.tuned_costs[k]) for models in (one, other)]
    return f"With {count}, {who}. Cost: {costs}; tuned again {listed(again)}."


def _ranked(trace: Comparison) -> list[int]:
    """List the features to draw: those of boosting, then others that ℓ1 selects, each in order."""
    selected = np.asarray(trace.regularized.supports.any(axis=0))
    return list(dict.fromkeys([*trace.boosting.order.tolist(), *(n for n in trace.entered if selected[n])]))


def _places(order: Sequence[int], ranked: Sequence[int], rows: int) -> Array:
    """Return the place of each drawn feature in an order, from −1 downwards; NaN beyond the rows."""
    place = {n: -1.0 - k for k, n in enumerate(order[:rows])}
    return np.array([place.get(n, np.nan) for n in ranked])


def _orders(trace: Comparison, ranked: Sequence[int], names: Names, kept: Stepper, note: str) -> Panel:
    """Draw both orders, and a line between each feature's places in them."""
    order, entered = trace.boosting.order.tolist(), list(trace.entered)
    if len(order) == len(names):  # all features have a place in both orders
        entered += sorted(set(order) - set(entered))
    ever = np.asarray(trace.regularized.supports.any(axis=0))
    rows = max(len(order), *(k + 1 for k, n in enumerate(entered) if n in ranked and ever[n]), 1)
    left, right = _places(order, ranked, rows), _places(entered, ranked, rows)
    both = (trace.boosted.supports & trace.regularized.supports)[:, ranked]
    last = float(kept.length - 1)
    ends = np.stack([left, right, np.full(len(ranked), np.nan)], axis=1)
    thick = np.where(both[:, :, None], ends, np.nan).reshape(kept.length, -1)
    marks: list[Any] = []
    for n, end in zip(ranked, ends[:, :2], strict=True):
        if np.isfinite(end).all():
            seen = reveal_by(kept, np.minimum(-end.min(), [last, last]))
            marks.append(Line([0.0, 1.0], end, color="quiet", width=1.0, key=names[n], reveal=seen))
    marks.append(Line(np.tile([0.0, 1.0, np.nan], len(ranked)), Frames(thick, kept), color="primary", width=2.5))
    legend = [Style("chosen by both", "primary"), Style("chosen by only one", "accent")]
    unnamed = [Style("", "primary"), Style("", "accent")]  # one legend is enough
    for x, places, models, styles in ((0.0, left, trace.boosted, legend), (1.0, right, trace.regularized, unnamed)):
        here = np.flatnonzero(np.isfinite(places))
        here = here[np.argsort(-places[here], kind="stable")]
        seen = reveal_by(kept, np.minimum(-places[here], last))
        y, keys = places[here], [names[ranked[i]] for i in here.tolist()]
        across = np.full(len(here), x)
        marks.append(Dots(across, y, color="quiet", size=6.0, hollow=True, keys=keys, reveal=seen))
        chosen = Frames(np.where(models.supports[:, ranked][:, here], y, np.nan), kept)
        style = Frames((~both[:, here]).astype(int), kept)
        marks.append(Dots(across, chosen, size=9.0, keys=keys, style=style, styles=styles))
        anchor, away = ("end", -0.09) if x == 0 else ("start", 1.09)
        marks.append(Text(np.full(len(here), away), y, keys, anchor=anchor, reveal=seen))
    shared = zip(trace.lambdas.tolist(), both.sum(axis=1).tolist(), strict=True)
    agreed = [
        f"They agree on {n} of {counted(k, 'feature')}" if k and np.isfinite(lam) else "" for k, (lam, n) in enumerate(shared)
    ]
    return Panel(
        f"In which order do they choose?{note}",
        marks,
        x=Axis(domain=(-0.95, 1.95), ticks=[(0.0, "boosting"), (1.0, "ℓ1, as λ falls")]),
        y=Axis("place", domain=(-rows - 0.6, -0.4), ticks=[(-1.0 - place, str(place + 1)) for place in range(rows)]),
        height=max(HEIGHT, ROW * rows),
        empty=at_start("The names will appear here in the order in which each method selects the features.", kept)
        if kept.visited
        else "",
        says=Frames(agreed, kept),
    )


def _costs(trace: Comparison, kept: Stepper) -> Panel:
    sizes = np.arange(kept.length)
    both = trace.boosted, trace.regularized
    every = [costs for models in both for costs in (models.costs, models.tuned_costs)]
    highest = float(np.nanmax(every))
    low, high = 0.9 * max(float(np.nanmin(every)), DEPTH * highest), 1.1 * highest
    marks: list[Any] = []
    so_far = {"reveal": reveal_by(kept)} if kept.visited else {"upto": kept}
    for color, (name, models) in enumerate(zip(("boosting", "ℓ1"), both, strict=True)):
        looks: Keywords = {"color": color, **so_far}
        again = f"{name}, tuned again"
        marks += [
            Line(sizes, models.costs, dash=color, label=name, **looks),
            Line(sizes, models.tuned_costs, dash=2 + color, label=again, width=1.75, **looks),
            Dots(sizes, models.tuned_costs, color=color, at=kept, size=8.0, hollow=True),
            Dots(sizes, models.costs, color=color, at=kept, size=8.0),
        ]
    return Panel(
        "Cost with the same number of features",
        marks,
        x=Axis("features", whole=True),
        y=Axis(f"cost ({trace.boosting.reduction})", scale="log", domain=(low, high), floor=low, ticks=_readable(low, high)),
        column=1,
        height=HEIGHT,
        scrub=kept,
    )


def _weights(trace: Comparison, ranked: Sequence[int], names: Names, kept: Stepper, note: str) -> Panel:
    """Draw the weights of both methods, one row per feature, in boosting's order."""
    ranked = sorted(ranked) if kept.visited else ranked  # the order of the rows would give the order of the features away
    shown, rows = [names[n] for n in ranked], np.arange(len(ranked), dtype=float)
    boosted = np.where(trace.boosted.supports, trace.boosted.weights, np.nan)[:, ranked]
    plain = np.zeros(len(ranked), dtype=int)
    marks: list[Any] = [Bars(shown, Frames(boosted, kept), keys=shown, style=plain, styles=[Style("boosting", 0)])]
    other = trace.regularized
    for values, label, hollow in ((other.weights, "ℓ1", False), (other.tuned_weights, "ℓ1, tuned again", True)):
        found = Frames(np.where(other.supports, values, np.nan)[:, ranked], kept)
        marks.append(Dots(found, rows, size=8.0, keys=shown, hollow=hollow, style=plain, styles=[Style(label, 1)]))
    return Panel(
        f"Weights of both models{note}",
        marks,
        x=Axis("weight (standardized inputs)", zero=True),
        row=1,
        column_span=2,
        empty=at_start(NO_WEIGHTS, kept),
    )


def _readable(low: float, high: float) -> list[Tick]:
    """Return ticks of a logarithmic axis that may be shorter than a power of ten."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    digits = (1, 2, 3, 5) if high < 30 * low else (1,)
    ticks = [float(f"{digit}e{power}") for power in powers for digit in digits]
    return [(tick, f"{tick:g}") for tick in ticks if low <= tick <= high]


def _or_none(value: float) -> str:
    return format_number(value if value > NOTHING else 0.0) if np.isfinite(value) else "none"


def _some(chosen: Flags, names: Names) -> str:
    inside = list(compress(names, chosen))
    return listed(inside) if len(inside) <= FEW else str(len(inside))
