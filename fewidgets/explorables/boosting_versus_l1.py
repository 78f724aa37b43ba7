"""Boosting and ℓ1 regularization on one data set: both orders of the features, and what equally many cost (section 9.7.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fewidgets.algorithms import BoostTrace, L1Path, LeastSquares, Softmax, StandardNormalizer, boost, l1_path
from fewidgets.data import load_boston
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import Data
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.scene import (
    Axis,
    Bars,
    Dots,
    Frames,
    Line,
    Panel,
    Pick,
    Readout,
    Scene,
    Stepper,
    Style,
    Template,
    Text,
    format_number,
)

Array = NDArray[np.float64]

MOST = 60  # features; more rows than that nobody reads
GRID, FLOOR = 60, 1e-3  # softmax: values of λ evenly and logarithmically, down to this share of λ_max,
HALVINGS = 12  # and how often a step is halved in which several features enter
DEPTH = 1e-2  # the cost's axis goes down to this share of the highest
NOTHING = 1e-12  # a cost of an output of variance 1 that is rounding alone
NAME, FEW = 18, 3  # characters of a name in a panel, names listed in the caption


@dataclass(frozen=True, eq=False)
class Models:
    """One method's model of each size.

    Attributes
    ----------
    supports : NDArray, shape (N + 1, N), bool
        Row k: the features of the model of k features; none where there is no such model.
    weights : NDArray, shape (N + 1, N), float64
        As the method leaves them; NaN where there is no such model.
    costs : NDArray, shape (N + 1,), float64
        With these weights; NaN where there is no such model.
    tuned_weights, tuned_costs : NDArray, shapes (N + 1, N) and (N + 1,), float64
        The same features, all weights tuned together and without a penalty.
    """

    supports: NDArray[np.bool_]
    weights: Array
    costs: Array
    tuned_weights: Array
    tuned_costs: Array


@dataclass(frozen=True, eq=False)
class Comparison:
    """Both methods on the same data.

    Attributes
    ----------
    boosting : BoostTrace
        All rounds.
    path : L1Path
        The whole path.
    boosted, regularized : Models
        What each has with k features.
    entered : tuple of int
        Features in the order in which they first enter as λ falls; those that never do are not in it.
    lambdas : NDArray, shape (N + 1,), float64
        The λ at which ℓ1 has k features; NaN where it never has just k.
    """

    boosting: BoostTrace
    path: L1Path
    boosted: Models
    regularized: Models
    entered: tuple[int, ...]
    lambdas: Array


class BoostingVersusL1(Explorable):
    """Boosting and ℓ1 regularization side by side: who chooses which feature when, at what cost (section 9.7.4).

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        Examples in rows, 2 to 60 features. A data set stands alone, without ``y``.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    feature_names : sequence of N str, optional
        Go before a table's column names; "x1" … "xN" where there are none.
    cost : {"least_squares", "softmax"}
        What both lower.
    reduction : {"mean", "sum"}
        How the cost adds over examples; a λ of the sum is P times the λ of the mean.
    kept : int
        Number of features that both may have.
    feature : str
        The feature to follow through the panels; "" for none.
    layout : dict or ipywidgets.Layout, optional
        As in every ipywidgets widget.

    Attributes
    ----------
    trace : Comparison
        Both traces, and both methods' models of every size.
    boosted, regularized : tuple of str
        The features that boosting, and that ℓ1, has at present.
    selected : tuple of str
        Those that both have.

    Raises
    ------
    TypeError, ValueError
        If any argument is not as described. The message names the argument, what was seen and what is wanted.

    Notes
    -----
    Inputs are standard normalized, and for least squares the output too, so that a mean cost is the share of the output's
    variance that is left. The ℓ1 model of k features is that of the largest λ at which just k weights are not zero, and there
    at the least λ before that number changes, where they are shrunk least. Its cost is shown twice: with the weights as the
    penalty leaves them, and with the same features tuned again without it, as one would use them. Boosting's frozen weights
    are tuned again too: then the two lists are compared, and not what the methods do to weights.

    Examples
    --------
    >>> X = [[1, 0, 1], [-1, 1, 0], [1, 2, -1], [-1, -3, 0], [0, 1, 1]]
    >>> w = BoostingVersusL1(X, [2, 0, 3, -5, 2], kept=1)
    >>> w.caption
    'With 1 feature both have x2 (λ = 1.26). Cost: boosting 0.162, ℓ1 0.561; tuned again 0.162 and 0.162.'
    >>> w.boosted, w.regularized
    (('x2',), ('x2',))
    """

    lesson = "9.7_regularization.ipynb"
    section = "9.7.4"
    description = (
        "The order in which boosting and ℓ1 regularization select features, and what each model costs. Section 9.7.4."
    )

    kept = State(0, help="Number of features that both may have; 0 is the bias alone.")
    feature = State("", help="The feature followed through the panels; '' for none.")

    def __init__(
        self,
        X: ArrayLike,
        y: ArrayLike | None = None,
        *,
        feature_names: Sequence[str] | None = None,
        cost: str = "least_squares",
        reduction: str = "mean",
        kept: int = 0,
        feature: str = "",
        layout: Any = None,
        **unknown: Any,
    ) -> None:
        super().__init__(
            X,
            y,
            feature_names=feature_names,
            settings={"cost": cost, "reduction": reduction},
            state={"kept": kept, "feature": feature},
            unknown=unknown,
            layout=layout,
        )

    @classmethod
    def example(cls) -> BoostingVersusL1:
        """Make the one that gallery and tests show."""
        return cls(load_boston(), kept=5)

    def trace_of(self, data: Data, values: Mapping[str, Any]) -> Comparison:
        """Run both methods, and tune the weights of each one's features again."""
        N = data.X.shape[1]
        if not 2 <= N <= MOST:
            raise ValueError(f"X has {N} feature{'s' * (N != 1)}; wanted 2 to {MOST}, to compare orders: choose columns")
        settings = self.settings
        X = StandardNormalizer().fit_transform(data.X)
        y = data.y if settings["cost"] == "softmax" else (data.y - data.y.mean()) / data.y.std()
        boosting = boost(X, y, **settings)
        path = _path(X, y, **settings)
        if not path.lambda_max > 0:
            raise ValueError("y does not depend on any feature of X at all: neither method has anything to choose")
        sizes = np.arange(N + 1)[:, None] > np.argsort(boosting.order)
        lambdas, weights, biases = _of_each_size(path, N)
        loss = (Softmax if settings["cost"] == "softmax" else LeastSquares)(X, y, reduction=settings["reduction"])
        costs = np.full(N + 1, np.nan)
        there = np.isfinite(lambdas)
        costs[there] = loss.value(np.column_stack([biases, weights])[there])
        support = np.nan_to_num(weights) != 0
        return Comparison(
            boosting,
            path,
            Models(sizes, boosting.weights, boosting.costs, *_tuned(X, y, sizes, settings)),
            Models(support, weights, costs, *_tuned(X, y, support, settings, there)),
            tuple(dict.fromkeys(event.feature for event in path.events if event.kind == "enters")),
            lambdas,
        )

    def scene_of(self, trace: Comparison, names: Sequence[str], inputs: Inputs) -> Scene:
        """Lay out both orders on the left, costs and weights on the right."""
        N = len(names)
        kept = Stepper("kept", N + 1, label="Features", seconds=0.9)
        one, other = trace.boosted, trace.regularized
        shared = (one.supports & other.supports).sum(axis=1)
        cost, weights = _costs(trace, kept), _weights(trace, names, kept)
        return Scene(
            title="Boosting or ℓ1 regularization?",
            controls=[kept, Pick("feature", names, label="Feature")],
            readouts=[
                Readout("Chosen by both", Frames([f"{n} of {k}" for k, n in enumerate(shared)], kept)),
                Readout("Boosting's cost", Frames(one.costs, kept)),
                Readout("ℓ1's cost", Frames([_or_none(value) for value in other.costs], kept)),
                Readout("Tuned again", Frames([_pair(one, other, k) for k in range(N + 1)], kept)),
            ],
            panels=[_orders(trace, names, kept, cost.pixel_height + weights.pixel_height + 34), cost, weights],
            caption=Template("{told}", told=Frames([describe_size(trace, k, names) for k in range(N + 1)], kept)),
            column_weights=(1.0, 1.15),
        )

    @property
    def boosted(self) -> tuple[str, ...]:
        """The features that boosting has at present, in the order of the data."""
        return self._names_of(self.trace.boosted.supports[self.kept])

    @property
    def regularized(self) -> tuple[str, ...]:
        """The features that ℓ1 has at present, in the order of the data."""
        return self._names_of(self.trace.regularized.supports[self.kept])

    @property
    def selected(self) -> tuple[str, ...]:
        """The features that both have at present, in the order of the data."""
        return self._names_of(self.trace.boosted.supports[self.kept] & self.trace.regularized.supports[self.kept])

    def _names_of(self, support: NDArray[np.bool_]) -> tuple[str, ...]:
        return tuple(name for name, inside in zip(self.data.feature_names, support, strict=True) if inside)


def describe_size(trace: Comparison, k: int, names: Sequence[str]) -> str:
    """Say who has which features when both may have k, and what that costs.

    Parameters
    ----------
    trace : Comparison
    k : int
        Number of features.
    names : sequence of N str
    """
    one, other = trace.boosted, trace.regularized
    if k == 0:
        return f"With no feature both have the bias alone; the cost is {format_number(round(one.costs[0], 12))}."
    count = "1 feature" if k == 1 else f"{k} features"
    if not np.isfinite(trace.lambdas[k]):
        mine = f"boosting's cost is {format_number(one.costs[k])}, tuned again {format_number(one.tuned_costs[k])}"
        lowest = trace.path.lambdas[0]
        floor = f" down to λ = {format_number(lowest)}" if lowest > 0 else ""
        return f"With {count}, {mine}; ℓ1 has no model of just {k}{floor}."
    lam = f"(λ = {format_number(trace.lambdas[k])})"
    both, mine, its = (
        one.supports[k] & other.supports[k],
        one.supports[k] > other.supports[k],
        other.supports[k] > one.supports[k],
    )
    if both.all():
        who = f"both have all {lam}"
    elif not mine.any():
        who = f"both have {'the same ' if k > FEW else ''}{_listed(both, names)} {lam}"
    else:
        share = f"share {_listed(both, names)}" if both.any() else "share none"
        who = f"they {share}; boosting alone has {_listed(mine, names)}, ℓ1 alone {_listed(its, names)} {lam}"
    costs = f"boosting {format_number(one.costs[k])}, ℓ1 {_or_none(other.costs[k])}"
    return f"With {count} {who}. Cost: {costs}; tuned again {_pair(one, other, k)}."


def _path(X: Array, y: Array, cost: str, reduction: str) -> L1Path:
    """Follow the ℓ1 path; for softmax so closely that, where it can be, features enter one by one."""
    path = l1_path(X, y, cost=cost, reduction=reduction)  # type: ignore[arg-type]
    if cost != "softmax" or not path.lambda_max > 0:
        return path
    top = path.lambda_max
    grid = np.union1d(np.linspace(0.0, top, GRID), np.geomspace(FLOOR * top, top, GRID))
    if path.separable:
        grid = grid[1:]  # without a penalty there is no minimizer
    for _ in range(HALVINGS):
        path = l1_path(X, y, cost="softmax", reduction=reduction, lambdas=grid)  # type: ignore[arg-type]
        wide = np.abs(np.diff(path.n_nonzero)) > 1
        if not wide.any():
            break
        grid = np.union1d(grid, (grid[:-1][wide] + grid[1:][wide]) / 2)
    return path


def _of_each_size(path: L1Path, N: int) -> tuple[Array, Array, Array]:
    """Find λ, weights and bias of the first model of each size, as λ falls, and there at the least λ."""
    lambdas = path.lambdas
    if path.cost == "least_squares":  # straight between its knots: what is in between holds all along
        # Where a weight vanishes at a knot, the model just above it has one feature more.
        lambdas = np.sort(np.concatenate([path.knots, path.knots[:-1] + 1e-3 * np.diff(path.knots)]))
    weights, biases = path.at(lambdas)
    sizes = np.count_nonzero(weights, axis=1)
    found = np.full(N + 1, -1)
    found[0] = int(np.argmax(sizes == 0)) if (sizes == 0).any() else len(sizes) - 1
    for i in range(len(sizes) - 1, -1, -1):
        k = sizes[i]
        if k and (found[k] < 0 or found[k] == i + 1):
            found[k] = i
    there = (found >= 0)[:, None]
    return (
        np.where(there[:, 0], lambdas[found], np.nan),
        np.where(there, weights[found], np.nan),
        np.where(there[:, 0], np.asarray(biases)[found], np.nan),
    )


def _tuned(
    X: Array, y: Array, supports: NDArray[np.bool_], settings: dict[str, Any], there: NDArray[np.bool_] | None = None
) -> tuple[Array, Array]:
    """Tune all weights of each set of features together: the path's end at λ = 0."""
    weights, costs = np.full(supports.shape, np.nan), np.full(len(supports), np.nan)
    known: dict[bytes, L1Path] = {}
    for k, support in enumerate(supports):
        if there is not None and not there[k]:
            continue
        weights[k] = 0.0
        if not support.any():
            costs[k] = boost(X[:, :1], y, **settings).costs[0]
            continue
        path = known.setdefault(support.tobytes(), l1_path(X[:, support], y, lambdas=[0.0], **settings))
        weights[k, support], costs[k] = path.weights[0], path.costs[0]
    return weights, costs


def _orders(trace: Comparison, names: Sequence[str], kept: Stepper, height: int) -> Panel:
    """Draw both lists, and a line from each feature's place in one to its place in the other."""
    N = len(names)
    left = np.argsort(trace.boosting.order)
    rest = [n for n in range(N) if n not in trace.entered]
    right = np.argsort([*trace.entered, *rest])
    both = trace.boosted.supports & trace.regularized.supports
    ends = np.stack([-1.0 - left, -1.0 - right, np.full(N, np.nan)], axis=1)
    thick = np.where(both[:, :, None], ends, np.nan).reshape(kept.length, -1)
    marks: list[Any] = [Line([0.0, 1.0], ends[n, :2], color="quiet", width=1.0, key=name) for n, name in enumerate(names)]
    marks.append(Line(np.tile([0.0, 1.0, np.nan], N), Frames(thick, kept), color="primary", width=2.5))
    told = [Style("chosen by both", "primary"), Style("chosen by one alone", "accent")]
    untold = [Style("", "primary"), Style("", "accent")]  # one legend is enough
    short = [name if len(name) <= NAME else f"{name[: NAME - 1]}…" for name in names]
    for x, place, models, styles in ((0.0, 0, trace.boosted, told), (1.0, 1, trace.regularized, untold)):
        y = ends[:, place]
        marks.append(Dots(np.full(N, x), y, color="quiet", size=6.0, hollow=True, keys=names))
        chosen = Frames(np.where(models.supports, y, np.nan), kept)
        marks.append(Dots(np.full(N, x), chosen, size=9.0, keys=names, style=Frames((~both).astype(int), kept), styles=styles))
        anchor, away = ("end", -0.09) if place == 0 else ("start", 1.09)
        marks.append(Text(np.full(N, away), y, short, anchor=anchor))
    return Panel(
        "Order in which the features come",
        marks,
        x=Axis(domain=(-0.95, 1.95), ticks=[(0.0, "boosting"), (1.0, "ℓ1, as λ falls")]),
        y=Axis("place", domain=(-N - 0.6, -0.4), ticks=[(-1.0 - place, str(place + 1)) for place in range(N)]),
        row_span=2,
        height=height,
    )


def _costs(trace: Comparison, kept: Stepper) -> Panel:
    sizes = np.arange(kept.length)
    every = np.concatenate(
        [each for models in (trace.boosted, trace.regularized) for each in (models.costs, models.tuned_costs)]
    )
    highest = float(np.nanmax(every))
    low, high = 0.9 * max(float(np.nanmin(every)), DEPTH * highest), 1.1 * highest
    marks: list[Any] = []
    for color, name, models in ((0, "boosting", trace.boosted), (1, "ℓ1", trace.regularized)):
        marks.append(Line(sizes, models.costs, color=color, dash=0, label=name, label_at="none"))
        marks.append(
            Line(sizes, models.tuned_costs, color=color, dash=2, label=f"{name}, tuned again", label_at="none", width=1.75)
        )
        marks.append(Dots(sizes, models.tuned_costs, color=color, at=kept, size=8.0, hollow=True))
        marks.append(Dots(sizes, models.costs, color=color, at=kept, size=8.0))
    return Panel(
        "Cost of equally many features",
        marks,
        x=Axis("features", whole=True),
        y=Axis(f"cost ({trace.boosting.reduction})", scale="log", domain=(low, high), floor=low, ticks=_readable(low, high)),
        column=1,
        height=265,
        scrub=kept,
    )


def _weights(trace: Comparison, names: Sequence[str], kept: Stepper) -> Panel:
    """Draw a row a feature, in boosting's order: what each method makes of its weight."""
    order = trace.boosting.order
    ranked, rows = [names[n] for n in order], np.arange(len(order), dtype=float)
    boosted = np.where(trace.boosted.supports, trace.boosted.weights, np.nan)[:, order]
    marks: list[Any] = [
        Bars(
            ranked,
            Frames(boosted, kept),
            keys=ranked,
            style=np.zeros(len(order), dtype=int),
            styles=[Style("boosting", 0)],
        )
    ]
    other = trace.regularized
    for values, label, hollow in ((other.weights, "ℓ1", False), (other.tuned_weights, "ℓ1, tuned again", True)):
        shown = Frames(np.where(other.supports, values, np.nan)[:, order], kept)
        plain = {"style": np.zeros(len(order), dtype=int), "styles": [Style(label, 1)]}
        marks.append(Dots(shown, rows, size=8.0, keys=ranked, hollow=hollow, **plain))
    return Panel(
        "Weights: bars boosting, dots ℓ1, hollow tuned again",
        marks,
        x=Axis("weight (standardized inputs)", zero=True),
        y=Axis(domain=(len(order) - 0.5, -0.5)),
        row=1,
        column=1,
    )


def _readable(low: float, high: float) -> list[tuple[float, str]]:
    """Give ticks of a logarithmic axis that may be shorter than a power of ten."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    digits = (1, 2, 3, 5) if high < 30 * low else (1,)
    ticks = [float(f"{digit}e{power}") for power in powers for digit in digits]
    return [(tick, f"{tick:g}") for tick in ticks if low <= tick <= high]


def _pair(one: Models, other: Models, k: int) -> str:
    return f"{_or_none(one.tuned_costs[k])} and {_or_none(other.tuned_costs[k])}"


def _or_none(value: float) -> str:
    return format_number(value if value > NOTHING else 0.0) if np.isfinite(value) else "none"


def _listed(chosen: NDArray[np.bool_], names: Sequence[str]) -> str:
    """Write a few names; of many, how many they are."""
    inside = [name for name, kept in zip(names, chosen, strict=True) if kept]
    if len(inside) > FEW:
        return str(len(inside))
    return inside[0] if len(inside) == 1 else f"{', '.join(inside[:-1])} and {inside[-1]}"
