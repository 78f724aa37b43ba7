from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from fewidgets.algorithms import FittingTrace
from fewidgets.algorithms._numerics.types import Array, Indices
from fewidgets.explorables.fitting_race.fittings import CONSTANT, Design, Fittings, ScaledFittings, promises
from fewidgets.explorables.framework.aliases import Marks, Names
from fewidgets.explorables.shared.drawn_features import DrawnFeatures
from fewidgets.explorables.shared.layout import held, padded, sample, widened
from fewidgets.scene import (
    Axis,
    Bars,
    Choice,
    Dots,
    Frames,
    Line,
    Panel,
    Stepper,
    Style,
    Table,
    format_number,
)
from fewidgets.scene.text.numbers import MINUS
from fewidgets.scene.types import Rows

Over = tuple[Choice, Stepper]

METHODS = ("greedy", "forward", "myopic")
NAMES = ("greedy selection", "forward-fitting", "myopic fitting")
TITLES = (
    "Greedy: refit all weights",
    "Forward: fit one weight",
    "Myopic: compare slopes only",
)
QUESTION = "Which way lowers J most?"
AXES = ("fall of J, all weights refitted", "fall of J, one weight fitted", "|∂J/∂θ|, nothing fitted")
COSTS = {"half_sum": "J = ½ Σ error²", "sum": "J = Σ error²", "mean": "J = mean error²"}
MOST_ROWS = 10  # rounds in a table; of more rounds, the last ones are shown
MOST_POINTS = 400  # examples drawn beside the curves
PLACES = 81  # places at which a curve is computed
NOISE = 1e-9  # promises below this share of the largest one are rounding errors
FLOOR = 1e-6  # lowest cost on the log axis, as a share of the first one
CANDIDATE, TAKEN, AGAIN, BEFORE = range(4)


def candidates_panel(
    both: Sequence[FittingTrace], drawn: DrawnFeatures, names: Names, short: Names, over: Over, column: int
) -> Panel:
    length = over[1].length
    values = np.stack([_by_round(promises(trace), length) for trace in both])
    styles = np.stack([_meanings(trace, length) for trace in both])
    features, shown = list(drawn.features), drawn.of(names)
    tops = np.nanmax(np.nan_to_num(values), axis=2)
    highest = np.where(tops > 0, tops.max(), 1.0)  # for rounding errors, which an axis of their own would show as long bars
    tops = np.where(tops > NOISE * tops.max(), 1.08 * tops, highest)
    importance = drawn.importance or drawn.of(_earliest(both[0]).tolist())
    return Panel(
        TITLES[column],
        [
            Bars(
                shown,
                Frames(values[:, :, features], *over, hold=True),
                keys=shown,
                style=Frames(styles[:, :, features], *over),
                styles=[
                    Style("candidate", "quiet"),
                    Style("taken now", column, "★"),
                    Style("taken again", column, "↻"),
                    Style("taken before", "quiet", "✓"),
                ],
                importance=importance,
            )
        ],
        x=Axis(AXES[column], domain=Frames(np.stack([np.zeros_like(tops), tops], axis=-1), *over, hold=True)),
        column=column,
        empty=Frames([[_nothing(trace, column, m) for m in over[1]] for trace in both], *over),
        says=Frames([[_taken(trace, column, short, m) for m in over[1]] for trace in both], *over),
        legend=False,
    )


def rounds_panel(both: Sequence[FittingTrace], short: Names, over: Over, column: int) -> Panel:
    rows = [[_rows(trace, short, m, over[1].length - 1) for m in over[1]] for trace in both]
    marks = np.zeros((len(both), over[1].length, len(rows[0][0]), 4), dtype=int)
    for s, trace in enumerate(both):
        for m in over[1]:
            for row, k in enumerate(_in_table(m, over[1].length - 1)):
                marks[s, m, row, 1] = k < min(m, trace.n_rounds) and _is_again(trace, k)
    return Panel(
        f"{NAMES[column].capitalize()}: rounds so far",
        [
            Table(
                ["round", "feature", "weight" if column == 0 else "step", "J"],
                Frames(rows, *over),
                style=Frames(marks, *over),
                styles=[Style(""), Style("taken again", column, "↻", look="lit")],
            )
        ],
        row=2,
        column=column,
        height=50 + 25 * marks.shape[2],
        legend=False,
    )


def cost_panel(trace: ScaledFittings, over: Over, whole: bool) -> Panel:
    scale, step = over
    rounds = np.arange(step.length)
    lowest = min(float(each.costs.min()) for fittings in trace for each in fittings)
    start = float(trace.as_given.greedy.costs[0])
    floor = max(lowest, FLOOR * start)
    marks: Marks = []
    for k, name in enumerate(METHODS):
        y = Frames([padded(each[k].costs, step.length) for each in trace], scale)
        marks += [
            Line(rounds, y, color=k, dash=k, label=name, upto=step),
            Dots(rounds, y, color=k, size=7.0, upto=step),
        ]
    return Panel(
        QUESTION,
        marks,
        x=Axis("round", whole=True, domain=(-0.2, step.length - 0.8)),
        y=Axis(COSTS[trace.as_given.greedy.reduction], scale="log", floor=floor, domain=(0.8 * floor, 1.3 * start)),
        row=1,
        column_span=3 if whole else 1,
        height=190,
        scrub=step,
        says=Frames([[_ahead(each, m) for m in step] for each in trace], *over),
    )


def curves_panel(data: Design, over: Over) -> Panel:
    x = data.X[:, 0]
    rows, note = sample(len(x), MOST_POINTS)
    places = np.linspace(x.min(), x.max(), PLACES)
    low, high = widened(data.y, 0.25)
    marks: Marks = [Dots(x[rows], data.y[rows], color="quiet", size=6.0)]
    for k, name in enumerate(METHODS):
        curves = np.stack([_curves(data, fittings, k, places, s, over[1].length) for s, fittings in enumerate(data.fittings)])
        curves[(curves < low) | (curves > high)] = np.nan
        marks.append(Line(places, Frames(curves, *over, hold=True), color=k, dash=k, label=name))
    return Panel(
        f"The points and the fits so far{note}",
        marks,
        x=data.feature_names[1] if len(data.feature_names) > 1 else "x",
        y=Axis(data.target_name, domain=(low, high)),
        row=1,
        column=1,
        column_span=2,
        height=190,
    )


def describe_round(fittings: Fittings, m: int, names: Names) -> str:
    if m == 0:
        before = [names[n] for n in np.flatnonzero(fittings.greedy.weights[0]).tolist()]
        taken = f"{', '.join(before)} {'has' if len(before) == 1 else 'have'}" if before else "no feature has"
        return f"Round 0: {taken} been taken, and J is {format_number(float(fittings.greedy.costs[0]))}."
    parts = []
    for name, trace in zip(NAMES, fittings, strict=True):
        if m > trace.n_rounds:
            parts.append(f"{name} has ended (J {_as_cost(trace, trace.n_rounds)})")
            continue
        n = trace.order[m - 1]
        again = " again" if _is_again(trace, m - 1) else ""
        parts.append(f"{name} takes {_called(names[n])}{again} (J {_as_cost(trace, m)})")
    return f"Round {m}: {'. '.join([parts[0], *(part[0].upper() + part[1:] for part in parts[1:])])}."


def _by_round(values: Array, length: int) -> Array:
    """Put the values of round m at position m, with NaN at round 0 and after the last round."""
    return np.pad(values, ((1, length - 1 - len(values)), (0, 0)), constant_values=np.nan)


def _meanings(trace: FittingTrace, length: int) -> Indices:
    styles = np.zeros((length, trace.weights.shape[1]), dtype=int)
    for m in range(1, length):
        styles[m, trace.order[: m - 1]] = BEFORE
        if m <= trace.n_rounds:
            styles[m, trace.order[m - 1]] = AGAIN if _is_again(trace, m - 1) else TAKEN
    return styles


def _earliest(trace: FittingTrace) -> Array:
    """Rate the features by when they are first taken, then by their last promise."""
    last = np.nan_to_num(promises(trace)[-1])
    importance = last - last.max() - 1.0
    importance[trace.order[::-1]] = np.arange(1, trace.n_rounds + 1)
    return np.asarray(importance)


def _nothing(trace: FittingTrace, column: int, m: int) -> str:
    if m == 0:
        return "Go to round 1 to see what each candidate promises."
    if m <= trace.n_rounds:
        return ""
    why = "no feature is left" if column == 0 else "no feature can lower J"
    return f"{NAMES[column].capitalize()} ended after round {trace.n_rounds}: {why}."


def _ahead(fittings: Fittings, m: int) -> str:
    """Say which ways have come farthest."""
    costs = np.array([held(trace.costs, m + 1)[m] for trace in fittings])
    ahead = [name for name, cost in zip(METHODS, costs, strict=True) if np.isclose(cost, costs.min(), rtol=1e-9, atol=0)]
    if m == 0:
        return QUESTION
    words = ("", "{} is ahead", "{} and {} are ahead", "All three are level")
    return words[len(ahead)].format(*ahead).capitalize()


def _taken(trace: FittingTrace, column: int, names: Names, m: int) -> str:
    if m == 0:
        return TITLES[column]
    if m > trace.n_rounds:
        return f"{METHODS[column].capitalize()} has ended"
    again = " again" if _is_again(trace, m - 1) else ""
    return f"{METHODS[column].capitalize()} takes {_called(names[trace.order[m - 1]])}{again}"


def _called(name: str) -> str:
    return f"the {name}" if name == CONSTANT else name


def _is_again(trace: FittingTrace, k: int) -> bool:
    return trace.order[k] in trace.order[:k]


def _in_table(m: int, rounds: int) -> range:
    first = max(0, m - MOST_ROWS)
    return range(first, first + min(MOST_ROWS, rounds))


def _rows(trace: FittingTrace, names: Names, m: int, rounds: int) -> Rows:
    """List the rounds so far, with room for those to come."""
    done = min(m, trace.n_rounds)
    return [
        [str(k + 1), *((names[trace.order[k]], _as_step(trace, k), _as_cost(trace, k + 1)) if k < done else ("", "", ""))]
        for k in _in_table(m, rounds)
    ]


def _as_step(trace: FittingTrace, k: int) -> str:
    """Write a weight with its sign, and all of a column with the same number of decimals."""
    largest = float(np.abs(trace.steps).max())
    if not 1e-3 <= largest < 1e6:
        text = format_number(float(trace.steps[k]))
        return text if text.startswith(MINUS) else f"+{text}"
    least = max(float(np.abs(trace.steps).min()), 1e-4 * largest)
    decimals = max(0, 3 - math.floor(math.log10(largest)), 1 - math.floor(math.log10(least)))
    return f"{trace.steps[k]:+.{decimals}f}".replace("-", MINUS)


def _as_cost(trace: FittingTrace, m: int) -> str:
    """Write a cost with the decimals that three digits of the first cost in its column have."""
    first, cost = float(trace.costs[1]), float(trace.costs[m])
    if not 1e-3 <= first < 1e6 or cost < 1e-3 * first:
        return format_number(cost)
    return f"{cost:.{max(0, 2 - math.floor(math.log10(first)))}f}"


def _curves(data: Design, fittings: Fittings, k: int, places: Array, s: int, length: int) -> Array:
    """Evaluate the polynomial of a way after each round, shape (M + 1, PLACES)."""
    first = 0 if np.all(data.features[:, 0] == 1) else 1
    powers = places[:, None] ** np.arange(first, first + data.features.shape[1])
    if s == 1:
        powers = powers / np.sqrt((data.features**2).mean(axis=0))
    curves = np.asarray(held(fittings[k].weights, length) @ powers.T)
    curves[0] = np.nan
    return curves
