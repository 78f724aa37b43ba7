"""More than 64 subsets as dots over their size, one search among them, and the candidates of each of its steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.shared.layout import all_of
from fewidgets.explorables.shared.subset_problem import SubsetTrace
from fewidgets.explorables.shared.subset_scene import VISITED, locks_of
from fewidgets.explorables.shared.subset_searches import (
    BEST,
    before,
    continued,
    members,
)
from fewidgets.explorables.shared.subset_words import Words
from fewidgets.scene import (
    Axis,
    Bars,
    Dots,
    Frames,
    Line,
    Panel,
    Pick,
    Readout,
    Reveal,
    Scene,
    Stepper,
    Style,
    Template,
)

CANDIDATE, TAKEN = range(2)
MOST_SENT = 14  # features up to which the paths after each choice are sent, so that a choice needs no kernel
BARS = (Style("candidate", "primary"), Style("taken", "accent", "★"))


class Spread:
    """One search among many subsets, laid out over its steps."""

    def __init__(self, trace: SubsetTrace, inputs: Inputs) -> None:
        self.trace, self.J, self.best = trace, trace.problem.objective, trace.problem.best
        ((self.method, self.moments),) = trace.searches.items()
        self.words = Words(self.J, trace.names, trace.measure)
        self.locks = locks_of(trace, self.method)
        self.step = Stepper("step", len(self.moments), visited=VISITED)
        self.pick = inputs.controls.get("overrule", taking_instead(trace.names, compute=False))
        self.chosen = self.pick.locate(inputs.values["overrule"])[0] if self.pick.compute else None

    def over(self, values: Any) -> Frames:
        return Frames(values, self.step)

    def over_choices(self, values: Any) -> Frames:
        """Make frames over the step and the choice; over the step alone if the choice asks the kernel."""
        if self.chosen is None:
            return Frames(values, self.step, self.pick)
        return self.over([row[self.chosen] for row in values])

    def first_met(self) -> Array:
        """Return the step at which the search first asks for a set of each size; one more than the last if it never does."""
        met = np.full(self.J.N + 1, float(len(self.moments)))
        for m, moment in reversed(list(enumerate(self.moments))):
            for number in (*moment.sets, int(moment.candidates[0])):
                met[number.bit_count()] = m
        return met

    def compared(self) -> list[float]:
        return [self.J.worse_by(each.taken, int(self.best[each.taken.bit_count()])) for each in self.moments]

    def improvements(self, m: int) -> Array:
        """Return by how much each candidate of a step makes the set better; NaN for features that are no candidates."""
        values = np.full(self.J.N, np.nan)
        if m and self.method == BEST:
            last, sets = self.moments[m - 1].taken, self.moments[m].candidates
            for n in range(self.J.N):
                values[n] = self.J.worse_by(last, self.J.best_of(sets[(sets >> n & 1) == 1]))
        elif m:
            for n, number in self.tried(m).items():
                values[n] = self.J.worse_by(before(self.moments, m), number)
        return values

    def tried(self, m: int) -> dict[int, int]:
        start = before(self.moments, m)
        return {(start ^ number).bit_length() - 1: number for number in self.moments[m].candidates.tolist()}

    def detour(self, m: int, n: int) -> list[int]:
        """Return the sets that follow if a step takes feature n instead; an empty list if it cannot."""
        number = self.tried(m).get(n) if m and self.method != BEST else None
        if number is None:
            return []
        return [before(self.moments, m), *continued(self.J, number, forward=self.moments[m].adds)]


def taking_instead(names: Sequence[str], *, compute: bool) -> Pick:
    """Return the control that overrules a step with another feature."""
    return Pick("overrule", options=names, label="Take instead", compute=compute)


def spread_scene(trace: SubsetTrace, quantity: str, inputs: Inputs) -> Scene:
    spread = Spread(trace, inputs)
    count = len(spread.moments)
    captions = [spread.words.step(spread.method, spread.moments, m, spread.best, spread.locks) for m in range(count)]
    detours = [[spread.detour(m, n) for n in range(spread.J.N)] for m in range(count)]
    chosen = [
        ["{search}", *(spread.words.overruled(sets[1], spread.best) if sets else "{search}" for sets in row)]
        for row in detours
    ]
    priced = np.cumsum([len(moment.candidates) + len(moment.refused) for moment in spread.moments])
    return Scene(
        title="Searching among subsets of the features",
        controls=[
            *(control for name, control in inputs.controls.items() if name != "overrule"),
            spread.step,
            spread.pick,
        ],
        readouts=[
            Readout("Asked for", spread.over([f"{int(each):,} of {1 << spread.J.N:,} sets" for each in priced])),
            Readout(
                f"{spread.words.noun.capitalize()} now",
                spread.over([spread.words.value(each.taken) for each in spread.moments]),
            ),
            Readout("Worse than the best", spread.over([spread.words.difference(gap) for gap in spread.compared()])),
        ],
        panels=[_over_size(spread, quantity, detours), _candidates(spread)],
        caption=Template(spread.over_choices(chosen), search=spread.over(captions)),
        column_weights=(1.0,),
    )


def _over_size(spread: Spread, quantity: str, detours: list[list[list[int]]]) -> Panel:
    trace, J, step = spread.trace, spread.J, spread.step
    cloud = trace.problem.cloud
    assert cloud is not None
    met = spread.first_met()[cloud.sizes]
    order = np.argsort(met, kind="stable")
    reveal = Reveal(step, met[order].astype(int))
    count, drawn = 1 << J.N, len(cloud.x)
    note = "" if drawn == count else "; dots that would lie on each other are drawn once"
    present = [[moment.sets[0], moment.sets[-1]] for moment in spread.moments]
    paths = [[_padded(sets, J.N + 1) for sets in ([], *row)] for row in detours]
    ends = np.array(paths)
    sizes = np.array([[[max(0, each).bit_count() for each in row] for row in rows] for rows in paths])
    return Panel(
        f"{count:,} sets of features by size{note}",
        [
            Dots(cloud.x[order], cloud.y[order], color="quiet", size=2.5, reveal=reveal),
            *(
                Line(
                    np.array([float(row[half].bit_count()) for row in present]),
                    J.values[[row[half] for row in present]],
                    color="positive",
                    width=2.5,
                    upto=step,
                    label="" if half else "the search",
                    label_at="none",
                )
                for half in ((0, 1) if len(spread.moments[0].sets) > 1 else (0,))
            ),
            Dots(
                np.arange(J.N + 1.0),
                spread.over(_missed_values(spread)),
                size=11.0,
                hollow=True,
                **all_of(J.N + 1, "best of its size, missed", 3),
            ),
            Line(
                spread.over_choices(sizes),
                spread.over_choices(np.where(ends < 0, np.nan, J.values[ends])),
                color=3,
                dash=1,
                width=3.0,
                label="greedy steps from your choice",
                label_at="none",
            ),
            Dots(
                spread.over(np.array([[float(number.bit_count()) for number in row] for row in present])),
                spread.over(J.values[np.array(present)]),
                color="accent",
                size=10.0,
            ),
        ],
        x=Axis("number of features", whole=True, domain=(-0.6, J.N + 0.6)),
        y=quantity,
        height=330,
        main=True,
        scrub=step,
    )


def _missed_values(spread: Spread) -> list[list[float]]:
    """Return the value of the best set of each size that the search has missed so far, at each step; NaN for other sizes."""
    gaps, best = spread.compared(), spread.J.values[spread.best]
    missed = [_missed(spread, m, gaps) for m in spread.step]
    return [[float(value) if size in sizes else np.nan for size, value in enumerate(best)] for sizes in missed]


def _missed(spread: Spread, m: int, gaps: Sequence[float]) -> set[int]:
    """Return the sizes at which the search has only worse sets than the best so far."""
    if spread.method == BEST or len(set(spread.moments[m].sets)) > 1:
        return set()
    worst: dict[int, float] = {}
    for moment, gap in zip(spread.moments[: m + 1], gaps, strict=False):
        if len(set(moment.sets)) == 1:
            size = moment.taken.bit_count()
            worst[size] = min(worst.get(size, np.inf), gap)
    return {size for size, gap in worst.items() if gap > 0}


def _padded(numbers: Sequence[int], length: int) -> list[int]:
    return [*numbers, *[numbers[-1] if numbers else -1] * (length - len(numbers))]


def _candidates(spread: Spread) -> Panel:
    taken = np.full((spread.step.length, spread.J.N), CANDIDATE)
    for m, moment in enumerate(spread.moments):
        if m:
            taken[m, members(moment.taken) if spread.method == BEST else [moment.feature]] = TAKEN
    better = np.array([spread.improvements(m) for m in spread.step])
    names = spread.trace.names
    title = "Candidates of this step: how much better is the set with one more, or one less?"
    if spread.method == BEST:
        title = "The best set of this size that has a feature: how much better is it than the best smaller one?"
    return Panel(
        title,
        [
            Bars(
                names,
                spread.over(better),
                keys=names,
                style=spread.over(taken),
                styles=BARS,
            )
        ],
        x=Axis(f"{spread.words.noun}: better by", domain=Frames(_ends(better), spread.step, hold=True)),
        row=1,
        empty=spread.over(["" if m else "The candidates of step 1 will appear here." for m in spread.step]),
    )


def _ends(better: Array) -> Array:
    """Return the ends of the axis at each step, so that the bars fill it although they become short."""
    known = np.nan_to_num(better)
    low, high = known.min(axis=1), known.max(axis=1)
    room = 0.06 * np.where(high > low, high - low, 1.0)
    return np.stack([np.where(low < 0, low - room, 0.0), np.where((high > 0) | (low == 0), high + room, 0.0)], axis=1)
