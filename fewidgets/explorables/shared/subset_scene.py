"""Up to 64 subsets as the nodes of a lattice: what each of six searches has priced, and the path that it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms._numerics.types import Array, Indices
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.shared.subset_problem import SubsetTrace
from fewidgets.explorables.shared.subset_searches import (
    BEST,
    FLOATING,
    FLOATING_BACK,
    METHODS,
    Lock,
    Moment,
    Objective,
    before,
    continued,
    locks,
    members,
    of_size,
)
from fewidgets.explorables.shared.subset_words import Words
from fewidgets.scene import (
    Axis,
    Choice,
    Dots,
    Frames,
    Graph,
    Line,
    Panel,
    Pick,
    Readout,
    Scene,
    Stepper,
    Style,
    Table,
    Template,
)
from fewidgets.scene.shorten import shorten_all

UNKNOWN, PRICED, TRIED, ON_PATH, PRESENT, MISSED = range(6)
NODES = (
    Style("not priced yet", "quiet", look="faint"),
    Style("priced before", "quiet"),
    Style("candidate of this step", "primary"),
    Style("on the path", "positive", look="lit"),
    Style("present set", "accent", "★", look="lit"),
    Style("best of its size, missed", 3, "!", look="lit"),
)
PLAIN, CANDIDATE, TAKEN, LOCKED = range(4)
LINKS = (
    Style("", "quiet", look="faint"),
    Style("", "primary"),
    Style("path", "positive", look="lit"),
    Style("locked in by this step", "accent", look="lit"),
)
IN_ONE_LINE = 12  # nodes of one size; more of them stand on two lines in turn
BETWEEN_LINES = 0.75  # of two lines of one size, as a share of the distance between two sizes
WIDEST_NAME = 14  # characters of a name in the heading of the lattice and in the table
VISITED = "visited"  # name of the state that keeps which steps have been shown


class Lattice:
    """The searches on up to 64 subsets, laid out over the method and the step."""

    def __init__(self, trace: SubsetTrace) -> None:
        self.trace, self.J = trace, trace.problem.objective
        self.best = trace.problem.best
        self.words = Words(self.J, trace.names, trace.measure)
        self.locks = {method: locks_of(trace, method) for method in METHODS}
        self.length = max(map(len, trace.searches.values()))
        self.method = Choice("method", METHODS, start=trace.first, label="Search")
        self.step = Stepper("step", self.length, visited=VISITED)
        self.keys = [", ".join(trace.names[n] for n in members(number)) or "no feature" for number in range(1 << self.J.N)]
        self.short = shorten_all(trace.names, WIDEST_NAME, len)  # in the heading and in the table
        self.pick = Pick("overrule", options=self.keys, label="Go on from")

    def over(self, value: Callable[[str, Sequence[Moment], int], Any]) -> Frames:
        """Make frames over the method and the step; after its end, a search stays where it is."""
        frames = [
            [value(method, moments, min(m, len(moments) - 1)) for m in range(self.length)]
            for method, moments in self.trace.searches.items()
        ]
        return Frames(frames, self.method, self.step)

    def priced(self, moments: Sequence[Moment], m: int) -> NDArray[np.bool_]:
        """Mark the sets that a search has priced up to a step."""
        known = np.zeros(1 << self.J.N, dtype=bool)
        for moment in moments[: m + 1]:
            known[moment.candidates] = True
            known[moment.refused] = True
            known[list(moment.sets)] = True
        return known

    def values(self, method: str, moments: Sequence[Moment], m: int) -> Array:
        known = self.priced(moments, m)
        known[self.missed(method, moments, m)] = True
        return np.where(known, self.J.values, np.nan)

    def missed(self, method: str, moments: Sequence[Moment], m: int) -> list[int]:
        """Return the best sets of the sizes at which the search has only worse ones so far."""
        if method in (FLOATING, FLOATING_BACK):
            found: dict[int, int] = {}
            for moment in moments[: m + 1]:
                size = moment.taken.bit_count()
                found[size] = self.J.best_of(np.array([found.get(size, moment.taken), moment.taken]))
            return [int(self.best[size]) for size, own in found.items() if self.J.worse_by(own, int(self.best[size]))]
        return [lock.best for lock in self.locks[method] if lock.size in {each.taken.bit_count() for each in moments[: m + 1]}]

    def styles(self, method: str, moments: Sequence[Moment], m: int) -> NDArray[np.int8]:
        now = moments[m]
        style = np.where(self.priced(moments, m), PRICED, UNKNOWN).astype(np.int8)
        style[now.refused] = style[now.candidates] = TRIED
        for moment in moments[:m]:
            style[list(moment.sets)] = ON_PATH
        style[self.missed(method, moments, m)] = MISSED
        style[list(now.sets)] = PRESENT
        return style

    def link_styles(self, method: str, moments: Sequence[Moment], m: int, links: Indices) -> NDArray[np.int8]:
        place = {pair: row for row, pair in enumerate(map(tuple, links.tolist()))}
        style = np.full(len(links), PLAIN, dtype=np.int8)

        def mark(one: int, other: int, meaning: int) -> None:
            row = place.get((min(one, other), max(one, other)))
            if row is not None:
                style[row] = meaning

        now = moments[m]
        for number in now.candidates.tolist() if m and method != BEST else []:
            mark(number, before(moments, m), CANDIDATE)
        for number in now.refused.tolist():
            mark(number, now.taken, CANDIDATE)
        for k in range(1, m + 1):
            mark(before(moments, k), moments[k].taken, TAKEN)
        sizes = {moment.taken.bit_count() for moment in moments[: m + 1]}
        for lock in self.locks[method]:
            if lock.size in sizes:
                mark(before(moments, lock.step), moments[lock.step].taken, LOCKED)
        return style


def locks_of(trace: SubsetTrace, method: str) -> list[Lock]:
    """Return where a search was locked in; nothing for searches that can undo a step, or that try everything."""
    if method in (BEST, FLOATING, FLOATING_BACK):
        return []
    return locks(trace.problem.objective, trace.searches[method], trace.problem.best)


def places_of(N: int) -> tuple[Array, Array]:
    x, y = np.zeros(1 << N), np.zeros(1 << N)
    widest = max(map(len, of_size(N)))
    level = 0.0
    for size, numbers in enumerate(of_size(N)):
        count = len(numbers)
        # Shorter rows are spread wider than a longer one's spacing, so that fewer links lie on each other.
        gap = min((widest - 1) / (count - 1), 1.9) if count > 1 else 0.0
        x[numbers] = (np.arange(count) - (count - 1) / 2) * gap
        y[numbers] = level
        if count > IN_ONE_LINE:
            level += BETWEEN_LINES
            y[numbers[1::2]] = level
        level += 1.0 if size < N else 0.0
    return x, y


def letters_of(names: Sequence[str]) -> list[str]:
    """Return a sign for each feature: its initial, or all features' numbers if two of them begin alike."""
    ends = [name.rpartition(" ")[2] for name in names]
    if len(set(ends)) == len(names) and len({name.rpartition(" ")[0] for name in names}) == 1 and all(map(str.isdigit, ends)):
        return ends
    if all(name.startswith("x") and len(name) == 2 for name in names) and len(names) <= 4:
        return list(names)
    initials = [name[:1].upper() for name in names]
    if len(set(initials)) == len(names) and all(letter.isalpha() for letter in initials):
        return initials
    return [str(n + 1) for n in range(len(names))]


def lattice_scene(trace: SubsetTrace, quantity: str, inputs: Inputs) -> Scene:
    lattice = Lattice(trace)
    total = 1 << lattice.J.N
    words = lattice.words
    caption = Template(
        Frames(["{search}", *(words.overruled(number, lattice.best) for number in range(total))], lattice.pick),
        search=Frames(
            [
                [words.step(method, moments, m, lattice.best, lattice.locks[method]) for m in lattice.step]
                for method, moments in trace.searches.items()
            ],
            lattice.method,
            lattice.step,
        ),
    )
    present = lattice.over(lambda _, moments, m: words.value(moments[m].taken))
    return Scene(
        title="Searching among subsets of the features",
        controls=[*inputs.controls.values(), lattice.method, lattice.step, lattice.pick],
        readouts=[
            Readout("Sets priced", lattice.over(lambda _, moments, m: f"{int(lattice.priced(moments, m).sum())} of {total}")),
            Readout(f"{words.noun.capitalize()} now", present),
        ],
        panels=[_lattice_panel(lattice, quantity), _over_size(lattice, quantity), _table(lattice)],
        caption=caption,
        column_weights=(1.0,),
    )


def chain_through(J: Objective, number: int) -> list[int]:
    """Return the sets from one feature to all features on greedy paths down and up from a set."""
    down, up = (continued(J, number, forward=forward) for forward in (False, True))
    return [*down[:0:-1], *up]


def _detours(lattice: Lattice, place: Callable[[int], float]) -> Frames:
    """Make frames of one coordinate of the greedy paths down and up from each set; there are none from no set."""
    chains = [chain_through(lattice.J, number) for number in range(1 << lattice.J.N)]
    points = [[place(each) for each in [*chain, *[chain[-1]] * (lattice.J.N + 1 - len(chain))]] for chain in chains]
    return Frames(np.array([[np.nan] * (lattice.J.N + 1), *points]), lattice.pick)


def _lattice_panel(lattice: Lattice, quantity: str) -> Panel:
    N = lattice.J.N
    x, y = places_of(N)
    links = np.array([(number, number | 1 << n) for number in range(1 << N) for n in range(N) if not number >> n & 1])
    letters = letters_of(lattice.trace.names)
    labels = ["".join(letters[n] for n in members(number)) or "∅" for number in range(1 << N)]
    meant = "" if all(map(str.endswith, lattice.trace.names, letters)) else _legend(letters, lattice.short)
    return Panel(
        f"All {1 << N} sets of features{meant}",
        [
            Line(
                _detours(lattice, lambda number: float(x[number])),
                _detours(lattice, lambda number: float(y[number])),
                color=3,
                dash=1,
                width=4.0,
                label="greedy steps from your choice",
                label_at="none",
            ),
            Graph(
                x,
                y,
                keys=lattice.keys,
                labels=labels,
                links=links,
                style=lattice.over(lattice.styles),
                styles=NODES,
                link_style=lattice.over(lambda method, moments, m: lattice.link_styles(method, moments, m, links)),
                link_styles=LINKS,
                values=lattice.over(lattice.values),
                value_label=quantity,
                digits=1 if lattice.words.whole else lattice.words.digits,
            ),
        ],
        axes=False,
        main=True,
        height=380 if N > 4 else 300,
    )


def _legend(letters: Sequence[str], names: Sequence[str]) -> str:
    return f" ({', '.join(f'{letter} {name}' for letter, name in zip(letters, names, strict=True))})"


def _over_size(lattice: Lattice, quantity: str) -> Panel:
    J, N = lattice.J, lattice.J.N
    sizes = np.array([number.bit_count() for number in range(1 << N)], dtype=float)
    path = {half: _path(lattice, half) for half in (0, -1)}
    missed = lattice.over(lambda method, moments, m: _at_sizes(lattice, lattice.missed(method, moments, m)))
    return Panel(
        f"{quantity[:1].upper()}{quantity[1:]} over the number of features",
        [
            Dots(sizes, lattice.over(lattice.values), color="quiet", keys=lattice.keys),
            *(Line(x, y, color="positive", width=2.5, upto=lattice.step) for x, y in path.values()),
            Dots(
                np.arange(N + 1.0),
                missed,
                size=11.0,
                hollow=True,
                color=3,
            ),
            Line(
                _detours(lattice, lambda number: float(number.bit_count())),
                _detours(lattice, lambda number: float(J.values[number])),
                color=3,
                dash=1,
                width=3.0,
            ),
            Dots(
                lattice.over(lambda _, moments, m: np.array([each.bit_count() for each in _both(moments[m])], dtype=float)),
                lattice.over(lambda _, moments, m: J.values[_both(moments[m])]),
                color="accent",
                size=10.0,
            ),
        ],
        x=Axis("number of features", whole=True, domain=(-0.25, N + 0.25)),
        y=quantity,
        row=1,
        scrub=lattice.step,
    )


def _both(moment: Moment) -> list[int]:
    return [moment.sets[0], moment.sets[-1]]


def _path(lattice: Lattice, half: int) -> tuple[Frames, Frames]:
    """Make the path of a search over sizes and values, for each method; of bidirectional search, of one half."""
    numbers = np.array(lattice.over(lambda _, moments, m: moments[m].sets[half]).values)
    sizes = np.array([[float(int(each).bit_count()) for each in row] for row in numbers])
    return Frames(sizes, lattice.method), Frames(lattice.J.values[numbers], lattice.method)


def _at_sizes(lattice: Lattice, numbers: Sequence[int]) -> Array:
    values = np.full(lattice.J.N + 1, np.nan)
    for number in numbers:
        values[number.bit_count()] = lattice.J.values[number]
    return values


def _table(lattice: Lattice) -> Panel:
    """List the search's best set of each size beside the best of all, for the sizes that it has reached."""

    def rows(method: str, moments: Sequence[Moment], m: int) -> list[list[Any]]:
        J = lattice.J
        own: dict[int, int] = {}
        for moment in moments[: m + 1]:
            for number in set(moment.sets) if m else ():
                size = number.bit_count()
                own[size] = J.best_of(np.array([own.get(size, number), number]))
        listed = []
        for size in range(1, J.N + 1):
            if size not in own:
                listed.append([size, "", "", ""])
                continue
            best, gap = int(lattice.best[size]), J.worse_by(own[size], int(lattice.best[size]))
            listed.append([size, _cell(lattice, best), _cell(lattice, own[size]), lattice.words.difference(gap)])
        return listed

    return Panel(
        "The best set of each size, and this search's",
        [Table(["Features", "Best subset", "This search", "Worse by"], lattice.over(rows))],
        axes=False,
        row=2,
        empty=lattice.over(lambda _, moments, m: "" if m else "The sets that the search reaches will be listed here."),
    )


def _cell(lattice: Lattice, number: int) -> str:
    return ", ".join(lattice.short[n] for n in members(number))
