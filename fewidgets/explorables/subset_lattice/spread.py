"""More than 64 subsets as dots over their size, one search among them, and the candidates of each of its steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Names
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.shared.layout import all_of
from fewidgets.explorables.subset_lattice.cloud import cloud_of
from fewidgets.explorables.subset_lattice.layout import TITLE, Searches
from fewidgets.explorables.subset_lattice.problem import SubsetTrace
from fewidgets.explorables.subset_lattice.searches import (
    BEST,
    before,
    continued,
    members,
)
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
    Style,
    Template,
)

CANDIDATE, TAKEN = range(2)
MOST_SENT = 14  # features up to which the paths after each choice are sent, so that a choice needs no kernel
BARS = (Style("candidate", "primary"), Style("taken", "accent", "★"))


class Spread(Searches):
    """One search among many subsets."""

    def __init__(self, trace: SubsetTrace, inputs: Inputs) -> None:
        super().__init__(trace)
        ((self.search, self.history),) = trace.searches.items()
        self.pick = inputs.controls.get("overrule", taking_instead(trace.names, compute=False, carry=trace.carry))
        options = [self.pick.locate(inputs.values["overrule"])[0]] if self.pick.compute else range(self.J.N + 1)
        self.detours = [[self.detour(m, choice) for choice in options] for m in self.step]

    def over_choices(self, value: Callable[[list[int]], Any]) -> Frames:
        """Make frames over the step and the choice; over the step alone if the choice asks the kernel."""
        values = [[value(sets) for sets in row] for row in self.detours]
        return Frames([row[0] for row in values], self.step) if self.pick.compute else Frames(values, self.step, self.pick)

    def first_met(self) -> Array:
        """Return the step at which the search first asks for a set of each size; one more than the last if it never does."""
        met = np.full(self.J.N + 1, float(len(self.history)))
        for m, moment in reversed(list(enumerate(self.history))):
            for number in (*moment.sets, int(moment.candidates[0])):
                met[number.bit_count()] = m
        return met

    def improvements(self, m: int) -> Array:
        """Return by how much each candidate of a step makes the set better; NaN for features that are no candidates."""
        values = np.full(self.J.N, np.nan)
        if m and self.search == BEST:
            last, sets = self.history[m - 1].taken, self.history[m].candidates
            for n in range(self.J.N):
                values[n] = self.J.worse_by(last, self.J.best_of(sets[(sets >> n & 1) == 1]))
        elif m:
            start = before(self.history, m)
            for number in self.history[m].candidates.tolist():
                values[(start ^ number).bit_length() - 1] = self.J.worse_by(start, number)
        return values

    def detour(self, m: int, choice: int) -> list[int]:
        """Return the sets that follow if a step takes feature ``choice`` − 1 instead; an empty list if it cannot."""
        if not (choice and m) or self.search == BEST:
            return []
        start = before(self.history, m)
        number = start ^ 1 << choice - 1
        if number not in self.history[m].candidates:
            return []
        return [start, *continued(self.J, number, forward=self.history[m].adds)]


def taking_instead(names: Names, *, compute: bool, carry: str = "nearest") -> Pick:
    """Return the control that overrules a step with another feature."""
    return Pick("overrule", options=names, label="Take instead", compute=compute, carry=carry)


def spread_scene(trace: SubsetTrace, quantity: str, inputs: Inputs) -> Scene:
    spread = Spread(trace, inputs)
    priced = np.cumsum([len(moment.candidates) + len(moment.refused) for moment in spread.history])
    worse = [spread.J.gap(moment.taken) for moment in spread.history]
    return Scene(
        title=TITLE,
        controls=[
            *(control for name, control in inputs.controls.items() if name != "overrule"),
            spread.step,
            spread.pick,
        ],
        readouts=[
            Readout("Compared", Frames([f"{int(each):,} of {1 << spread.J.N:,} sets" for each in priced], spread.step)),
            spread.now(),
            Readout("Worse than the best", Frames([spread.words.difference(gap) for gap in worse], spread.step)),
        ],
        panels=[_over_size(spread, quantity), _candidates(spread)],
        caption=Template(
            spread.over_choices(lambda sets: spread.words.overruled(sets[1]) if sets else "{search}"),
            search=spread.caption(),
        ),
        column_weights=(1.0,),
    )


def _over_size(spread: Spread, quantity: str) -> Panel:
    J, step = spread.J, spread.step
    cloud = cloud_of(J)
    met = spread.first_met()[cloud.sizes]
    order = np.argsort(met, kind="stable")
    count, drawn = 1 << J.N, len(cloud.x)
    note = "" if drawn == count else "; of dots that would lie on each other, one is drawn"

    def detours(places: Array) -> Frames:
        return spread.over_choices(lambda sets: _padded(places[sets], J.N + 1))

    return Panel(
        f"All {count:,} sets of features, by size",
        [
            Dots(cloud.x[order], cloud.y[order], color="quiet", size=2.5, reveal=Reveal(step, met[order].astype(int))),
            *spread.paths((0, 1) if len(spread.history[0].sets) > 1 else (0,), label="search"),
            spread.missed_dots(**all_of(J.N + 1, "best of its size, missed", 3)),
            Line(
                detours(J.sizes.astype(float)),
                detours(J.values),
                color=3,
                dash=1,
                width=3.0,
                label="greedy steps from your choice",
                label_at="none",
            ),
            spread.present_dots(),
        ],
        x=Axis(f"number of features{note}", whole=True, domain=(-0.6, J.N + 0.6)),
        y=quantity,
        height=330,
        main=True,
        scrub=step,
    )


def _padded(values: Array, length: int) -> Array:
    """Repeat the last value up to a length; NaN if there is none."""
    return np.append(values, np.full(length - len(values), values[-1] if len(values) else np.nan))


def _candidates(spread: Spread) -> Panel:
    taken = np.full((spread.step.length, spread.J.N), CANDIDATE)
    for m, moment in enumerate(spread.history):
        if m:
            taken[m, members(moment.taken) if spread.search == BEST else [moment.feature]] = TAKEN
    better = np.array([spread.improvements(m) for m in spread.step])
    names = spread.trace.names
    title = "How much better is the set with one more, or one less?"
    if spread.search == BEST:
        title = "How much better is the best set that has a feature?"
    return Panel(
        title,
        [Bars(names, Frames(better, spread.step), keys=names, style=Frames(taken, spread.step), styles=BARS)],
        x=Axis(f"{spread.words.noun}: better than the set before by", domain=Frames(_ends(better), spread.step, hold=True)),
        row=1,
        empty=spread.over(lambda _, moments, m: "" if m else "The candidates of step 1 will appear here."),
    )


def _ends(better: Array) -> Array:
    """Return the ends of the axis at each step, so that the bars fill it although they become short."""
    known = np.nan_to_num(better)
    low, high = known.min(axis=1), known.max(axis=1)
    room = 0.06 * np.where(high > low, high - low, 1.0)
    return np.stack([np.where(low < 0, low - room, 0.0), np.where((high > 0) | (low == 0), high + room, 0.0)], axis=1)
