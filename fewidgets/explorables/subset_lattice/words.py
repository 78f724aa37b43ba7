from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from fewidgets.explorables.framework.aliases import Names
from fewidgets.explorables.shared.wording import listed
from fewidgets.explorables.subset_lattice.searches import (
    BACKWARD,
    BEST,
    BOTH,
    FLOATING,
    FLOATING_BACK,
    FORWARD,
    Moment,
    Moments,
    Objective,
    before,
    continued,
    locks,
    members,
)
from fewidgets.scene import format_number

NAMED = 5  # features that a sentence names
SEARCH = {
    BEST: "Best subset selection",
    FORWARD: "Forward search",
    BACKWARD: "Backward search",
    BOTH: "Bidirectional search",
    FLOATING: "Floating search",
    FLOATING_BACK: "Floating search",
}


class Words:
    """Sentences about the subsets of one objective."""

    def __init__(self, J: Objective, names: Names, measure: str) -> None:
        self.J, self.names, self.noun = J, names, measure.removeprefix("the ")
        self.whole = bool((J.values == np.round(J.values)).all() and np.abs(J.values).max() < 1e6)
        farthest, width = float(np.abs(J.values).max()), float(np.ptp(J.values))
        telling = math.floor(math.log10(farthest)) - math.floor(math.log10(width / 1000)) + 1 if width > 0 else 3
        self.digits = min(12, max(3, telling))
        self.extreme = "largest" if J.maximize else "lowest"

    def number(self, value: float) -> str:
        return format_number(int(value) if self.whole else value, self.digits)

    def value(self, number: int) -> str:
        return self.number(float(self.J.values[number]))

    def set(self, number: int) -> str:
        chosen = [self.names[n] for n in members(number)]
        if not chosen:
            return "no feature"
        return f"{len(chosen)} features" if len(chosen) > NAMED else listed(chosen)

    def step(self, method: str, moments: Moments, m: int) -> str:
        """Describe a step, and what it missed."""
        return self._moment(method, moments, m) + self._compared(method, moments, m)

    def _moment(self, method: str, moments: Moments, m: int) -> str:
        if m >= len(moments):
            last = len(moments) - 1
            return f"{SEARCH[method]} has ended after step {last}. Its last set is {self.set(moments[last].taken)}."
        now = moments[m]
        if method == BEST:
            return self._best_of_size(moments, m)
        if m == 0:
            return self._start(method, now.taken)
        start = before(moments, m)
        did = "adding" if now.adds else "removing"
        side = (", forward" if now.adds else ", backward") if method == BOTH else ""
        count, value = len(now.candidates), self.value(now.taken)
        feature = self.names[now.feature]
        best = self.J.best_of(now.candidates)
        if self.J.worse_by(now.taken, best):
            text = f"{did} {feature} gives {self.noun} {value}"
        elif count > 1:
            text = f"{did} {feature} gives the {self.extreme} {self.noun} of {count} candidates, {value}"
        else:
            text = f"{did} {feature} is the only choice: {self.noun} {value}"
        text = f"Step {m}{side}: {text} (before: {self.value(start)})."
        if self.J.worse_by(now.taken, best):
            text += f" {did.capitalize()} {self.set(best ^ start)} would give {self.value(best)}."
        if method in (FLOATING, FLOATING_BACK):
            text += self._floats(method, now)
        if method == BOTH and m == len(moments) - 1:
            text += f" Both halves now have {self.set(now.taken)}."
        return text

    def _compared(self, method: str, moments: Moments, m: int) -> str:
        """Say whether another set of the same size is better, and since when the search could not reach it."""
        now = moments[min(m, len(moments) - 1)]
        if method == BEST or m == 0 or len(set(now.sets)) > 1:
            return ""
        number = now.taken
        size = number.bit_count()
        goal = int(self.J.best[size])
        gap = self.J.gap(number)
        if not gap:
            other = "feature alone" if size == 1 else f"set of {size}"
            return "" if size in (0, self.J.N) else f" No other {other} is better."
        best_one = "single feature" if size == 1 else f"set of {size}"
        less = "more" if self.J.maximize else "less"
        text = f" The best {best_one} {self._better(number, goal)}: {self.value(goal)}, {self.difference(gap)} {less}."
        if method in (FLOATING, FLOATING_BACK):
            return text
        lock = locks(self.J, moments)[size]
        then = moments[lock]
        did = "added" if then.adds else "removed"
        when = "this step" if lock == m else f"step {lock}"
        return f"{text} It was out of reach from {when}, which {did} {self.names[then.feature]}."

    def _better(self, number: int, goal: int) -> str:
        """Say what the best set is; of many features, which ones it has instead of others."""
        if goal.bit_count() <= NAMED:
            return f"is {self.set(goal)}"
        return f"has {self.set(goal & ~number)} instead of {self.set(number & ~goal)}"

    def difference(self, gap: float) -> str:
        return format_number(int(gap) if self.whole else gap)

    def overruled(self, number: int) -> str:
        gap = self.J.gap(number)
        rank = "the best of its size" if not gap else f"{self.difference(gap)} worse than the best of its size"
        text = f"You chose {self.set(number)}: {self.noun} {self.value(number)}, {rank}."
        ahead, back = (continued(self.J, number, forward=forward)[1:] for forward in (True, False))
        if len(ahead) > 1:  # the set of all features is on every path
            text += f" Adding the best feature each time {self._leads(ahead[:-1], 'larger')}."
        if back:
            text += f" Removing the least useful one each time {self._leads(back, 'smaller')}."
        return text

    def _leads(self, path: Sequence[int], other: str) -> str:
        """Say where greedy steps are farthest from the best set."""
        gap, there = max((self.J.gap(each), each) for each in path)
        if gap:
            best_one = "single feature" if there.bit_count() == 1 else f"set of {there.bit_count()}"
            return f"leads to {self.set(there)}: {self.value(there)}, {self.difference(gap)} worse than the best {best_one}"
        return f"finds the best {other} set" + ("s" if len(path) > 1 else "")

    def _start(self, method: str, number: int) -> str:
        if method == BOTH:
            return "Step 0: one search starts with no feature, the other with all. They take turns until they meet."
        start = f"all {self.J.N} features" if number else "no feature"
        return f"Step 0: {SEARCH[method].lower()} starts with {start}, {self.noun} {self.value(number)}."

    def _best_of_size(self, moments: Moments, m: int) -> str:
        now, J = moments[m], self.J
        if m in (0, J.N):
            which = "the empty set" if m == 0 else "the set of all features"
            text = f"Size {m}: {which} has {self.noun} {self.value(now.taken)}."
        else:
            best = f"{self.set(now.taken)} {'have' if m > 1 else 'has'}" if m <= NAMED else "the best one has"
            text = (
                f"Size {m}: of {len(now.candidates):,} sets, {best} the {self.extreme} {self.noun}, {self.value(now.taken)}."
            )
        dropped = moments[m - 1].taken & ~now.taken if m else 0
        return f"{text} The set before had {self.set(dropped)}." if dropped else text

    def _floats(self, method: str, now: Moment) -> str:
        forward = method == FLOATING
        if now.adds != forward:
            return f" This step back is taken: no set of {now.taken.bit_count()} so far was as good."
        if not len(now.refused):
            return ""
        return f" Going back by {'removing' if forward else 'adding'} one gives no new best."
