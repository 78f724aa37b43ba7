"""Searches among subsets, laid out over their steps; up to 64 subsets are the nodes of a lattice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms._numerics.types import Array, Flags
from fewidgets.explorables.framework.aliases import Marks, Names
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.shared.layout import over
from fewidgets.explorables.subset_lattice.problem import MOST_IN_LATTICE, SubsetTrace
from fewidgets.explorables.subset_lattice.searches import (
    BEST,
    FLOATING,
    FLOATING_BACK,
    METHODS,
    Moments,
    Objective,
    before,
    continued,
    gaps,
    locks,
    members,
    of_size,
)
from fewidgets.explorables.subset_lattice.words import Words
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
    Text,
)
from fewidgets.scene.text.shorten import shorten_all
from fewidgets.scene.types import Curve, Rows

TITLE = "Searching among subsets of the features"
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
SPELLED = 12  # characters of a feature's name that have room in a box
BESIDE = 0.45  # of the distance between two sizes, for the note on a set
VISITED = "visited"  # name of the state that keeps which steps have been shown


class Searches:
    """The searches of a trace, laid out over the step, and over the method if there are several."""

    def __init__(self, trace: SubsetTrace) -> None:
        self.trace, self.J = trace, trace.objective
        self.words = Words(self.J, trace.names, trace.measure)
        self.step = Stepper("step", max(map(len, trace.searches.values())), visited=VISITED, restarts=True, carry=trace.carry)
        self.method = Choice("method", METHODS, start=trace.first, label="Search") if len(trace.searches) > 1 else None
        #: The present set at each step; of bidirectional search, the sets of both halves. Shape (methods, steps, 2).
        self.present = np.array(self.table(lambda _, moments, m: [moments[m].sets[0], moments[m].sets[-1]]))

    def table(self, value: Callable[[str, Moments, int], Any]) -> list[list[Any]]:
        """List a value of each method, its moments and the step; after its end, a search stays where it is."""
        return [
            [value(method, moments, min(m, len(moments) - 1)) for m in self.step]
            for method, moments in self.trace.searches.items()
        ]

    def over(self, value: Callable[[str, Moments, int], Any]) -> Any:
        return self.frames(self.table(value))

    def frames(self, values: Any) -> Any:
        return over(values, self.method, self.step)

    def missed(self, moments: Moments, m: int) -> list[int]:
        """Return the best sets of the sizes at which the search has only worse ones so far."""
        return [int(self.J.best[size]) for size, gap in gaps(self.J, moments[: m + 1]).items() if gap > 0]

    def caption(self) -> Any:
        searches = self.trace.searches.items()
        return self.frames([[self.words.step(method, moments, m) for m in self.step] for method, moments in searches])

    def now(self) -> Readout:
        values = self.over(lambda _, moments, m: self.words.value(moments[m].taken))
        return Readout(f"{self.words.noun.capitalize()} now", values)

    def paths(self, halves: Sequence[int], **looks: Any) -> Marks:
        """Draw where the searches have been, over sizes and values; of bidirectional search, both halves."""
        sizes = self.J.sizes[self.present].astype(float)
        return [
            Line(
                over(sizes[..., half], self.method),
                over(self.values[..., half], self.method),
                color="positive",
                width=2.5,
                upto=self.step,
                **({} if half else looks),
            )
            for half in halves
        ]

    @property
    def values(self) -> Array:
        return self.J.values[self.present]

    def missed_dots(self, **looks: Any) -> Dots:
        def heights(_: str, moments: Moments, m: int) -> Array:
            found = np.full(self.J.N + 1, np.nan)
            missed = self.missed(moments, m)
            found[self.J.sizes[missed]] = self.J.values[missed]
            return found

        return Dots(np.arange(self.J.N + 1.0), self.over(heights), size=11.0, hollow=True, **looks)

    def present_dots(self) -> Dots:
        sizes = self.frames(self.J.sizes[self.present].astype(float))
        return Dots(sizes, self.frames(self.values), color="accent", size=10.0)


class Lattice(Searches):
    """The searches on up to 64 subsets."""

    def __init__(self, trace: SubsetTrace) -> None:
        super().__init__(trace)
        numbers, features = range(1 << self.J.N), range(self.J.N)
        self.keys = [", ".join(trace.names[n] for n in members(number)) or "no feature" for number in numbers]
        self.links = [(number, number | 1 << n) for number in numbers for n in features if not number >> n & 1]
        self.short = shorten_all(trace.names, WIDEST_NAME, len)  # in the heading and in the table
        self.spelled = all(len(name) <= SPELLED for name in self.short)
        self.letters = letters_of(trace.names)
        self.pick = Pick("overrule", options=self.keys, label="Go on from", carry=trace.carry)
        chains = [chain_through(self.J, number) for number in numbers]
        #: For each choice the sets on the greedy paths down and up from it.
        self.detours = np.array([[*chain, *[chain[-1]] * (self.J.N + 1 - len(chain))] for chain in chains])

    def missed(self, moments: Moments, m: int) -> list[int]:
        return super().missed(moments, _reached(moments, m))

    def priced(self, moments: Moments, m: int) -> Flags:
        """Mark the sets that a search has priced up to a step."""
        known = np.zeros(1 << self.J.N, dtype=bool)
        for moment in moments[: m + 1]:
            known[[*moment.candidates, *moment.refused, *moment.sets]] = True
        return known

    def priced_values(self, _: str, moments: Moments, m: int) -> Array:
        known = self.priced(moments, m)
        known[self.missed(moments, m)] = True
        return np.where(known, self.J.values, np.nan)

    def styles(self, _: str, moments: Moments, m: int) -> NDArray[np.int8]:
        now = moments[m]
        style = np.where(self.priced(moments, m), PRICED, UNKNOWN).astype(np.int8)
        style[now.refused] = style[now.candidates] = TRIED
        style[[number for moment in moments[:m] for number in moment.sets]] = ON_PATH
        style[self.missed(moments, m)] = MISSED
        style[list(now.sets)] = PRESENT
        return style

    def link_styles(self, method: str, moments: Moments, m: int) -> list[int]:
        found: dict[tuple[int, int], int] = {}

        def mark(one: int, other: int, meaning: int) -> None:
            found[min(one, other), max(one, other)] = meaning

        now = moments[m]
        for number in now.candidates.tolist() if m and method != BEST else []:
            mark(number, before(moments, m), CANDIDATE)
        for number in now.refused.tolist():
            mark(number, now.taken, CANDIDATE)
        for k in range(1, m + 1):
            mark(before(moments, k), moments[k].taken, TAKEN)
        if method not in (FLOATING, FLOATING_BACK):  # these can undo a step
            for step in locks(self.J, moments[: _reached(moments, m) + 1]).values():
                mark(before(moments, step), moments[step].taken, LOCKED)
        return [found.get(pair, PLAIN) for pair in self.links]

    def notes(self, method: str, moments: Moments, m: int) -> dict[int, tuple[int, float, str]]:
        """Say beside the sets of the path and the candidates how they are reached, and which sets are missed.

        For each set, the meaning of the note, where it stands below the set, and the text.
        """
        if method in (FLOATING, FLOATING_BACK):  # these can undo a step
            lost = set()
        else:
            lost = set(locks(self.J, moments[: _reached(moments, m) + 1]).values())
        found = {}
        for k in range(1, m + 1) if method != BEST else ():
            start, now = before(moments, k), moments[k]
            for number in (*(now.candidates.tolist() if k == m else ()), now.taken):
                meaning = CANDIDATE if number != now.taken else LOCKED if k in lost else TAKEN
                sign, n = "+" if now.adds else "−", (start ^ number).bit_length() - 1
                name = (self.short if self.spelled else self.letters)[n]
                text = f"{sign} {name} locks it in" if meaning == LOCKED else f"{sign} {name}"
                found[number] = meaning, -BESIDE if now.adds else BESIDE, text
        side = BESIDE if moments[0].sets[0] else -BESIDE
        return {**found, **{n: (PLAIN, side, f"best of {n.bit_count()}") for n in self.missed(moments, m)}}


def _reached(moments: Moments, m: int) -> int:
    """Return a step; the last one if bidirectional search already has its last set, before its halves meet."""
    now, last = moments[m], moments[-1]
    return len(moments) - 1 if len(now.sets) > 1 and now.taken == last.taken else m


def places_of(N: int) -> Curve:
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


def letters_of(names: Names) -> list[str]:
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
    priced = lattice.over(lambda _, moments, m: f"{int(lattice.priced(moments, m).sum())} of {total}")
    choices = Frames(["{search}", *(lattice.words.overruled(number) for number in range(total))], lattice.pick)
    assert lattice.method is not None
    return Scene(
        title=TITLE,
        controls=[*inputs.controls.values(), lattice.method, lattice.step, lattice.pick],
        readouts=[Readout("Sets compared", priced), lattice.now()],
        panels=[_lattice_panel(lattice, quantity), _over_size(lattice, quantity), _table(lattice)],
        caption=Template(choices, search=lattice.caption()),
        column_weights=(0.75, 1.25),
    )


def chain_through(J: Objective, number: int) -> list[int]:
    """Return the sets from one feature to all features on greedy paths down and up from a set."""
    down, up = (continued(J, number, forward=forward) for forward in (False, True))
    return [*down[:0:-1], *up]


def _detours(lattice: Lattice, places: Array, **looks: Any) -> Line:
    """Draw the greedy paths from the set that is chosen; ``places`` are x and y of each set, shape (2, 2ᴺ)."""
    none = np.full(lattice.J.N + 1, np.nan)
    x, y = (Frames(np.vstack([none, each[lattice.detours]]), lattice.pick) for each in places)
    return Line(x, y, color=3, dash=1, **looks)


def _lattice_panel(lattice: Lattice, quantity: str) -> Panel:
    N = lattice.J.N
    x, y = places_of(N)
    letters = lattice.letters
    labels = ["".join(letters[n] for n in members(number)) or "∅" for number in range(1 << N)]
    plain = all(map(str.endswith, lattice.trace.names, letters))
    spelled = N < MOST_IN_LATTICE and lattice.spelled
    meant = "" if plain or spelled else _legend(letters, lattice.short)
    if spelled and not plain:
        for n, name in enumerate(lattice.short):
            labels[1 << n] += f" {name}"
    return Panel(
        f"All {1 << N} sets of features{meant}",
        [
            _detours(lattice, np.array([x, y]), width=4.0, label="greedy steps from your choice", label_at="none"),
            Graph(
                x,
                y,
                keys=lattice.keys,
                labels=labels,
                links=lattice.links,
                style=lattice.over(lattice.styles),
                styles=NODES,
                link_style=lattice.over(lattice.link_styles),
                link_styles=LINKS,
                values=lattice.over(lattice.priced_values),
                value_label=quantity,
                digits=1 if lattice.words.whole else lattice.words.digits,
            ),
            *_notes(lattice, x, y),
        ],
        axes=False,
        column_span=2,
        main=True,
        legend=False,
        height=380 if N > 4 else 300,
    )


def _notes(lattice: Lattice, x: Array, y: Array) -> Marks:
    notes = lattice.table(lattice.notes)
    marks: Marks = []
    for meaning, color in ((PLAIN, 3), (CANDIDATE, "primary"), (TAKEN, "positive"), (LOCKED, "accent")):
        shown = [
            [[(x[n], y[n] + down, text) for n, (kind, down, text) in found.items() if kind == meaning] for found in row]
            for row in notes
        ]
        # So many in most searches: where two searches are compared, they differ in their steps alone.
        room = max(len(lattice.letters) + 1, *(len(each) for row in shown for each in row))
        full = [[[*each, *[(np.nan, np.nan, "")] * (room - len(each))] for each in row] for row in shown]
        left, low, text = (lattice.frames([[[note[i] for note in each] for each in row] for row in full]) for i in range(3))
        marks.append(Text(left, low, text, color=color, least_width=480))
    return marks


def _legend(letters: Names, names: Names) -> str:
    return f" ({', '.join(f'{letter} {name}' for letter, name in zip(letters, names, strict=True))})"


def _over_size(lattice: Lattice, quantity: str) -> Panel:
    J = lattice.J
    sizes = J.sizes.astype(float)

    def tried(_: str, moments: Moments, m: int) -> Any:
        style = np.zeros(1 << J.N, dtype=np.int8)
        style[moments[m].refused] = style[moments[m].candidates] = 1
        return style

    def best(_: str, moments: Moments, m: int) -> list[str]:
        missed = J.sizes[lattice.missed(moments, m)]
        return [f"best of {size}" if size in missed else "" for size in range(J.N + 1)]

    return Panel(
        f"{lattice.words.noun.capitalize()} of each set so far",
        [
            Dots(
                sizes,
                lattice.over(lattice.priced_values),
                keys=lattice.keys,
                style=lattice.over(tried),
                styles=(Style("", "quiet"), Style("candidate of this step", "primary", shape="circle")),
            ),
            *lattice.paths((0, -1)),
            lattice.missed_dots(color=3, labels=lattice.over(best)),
            _detours(lattice, np.array([sizes, J.values]), width=3.0),
            lattice.present_dots(),
        ],
        x=Axis("number of features", whole=True, domain=(-0.25, J.N + 0.25)),
        y=quantity,
        row=1,
        scrub=lattice.step,
        legend=False,
    )


def _table(lattice: Lattice) -> Panel:
    """List the search's best set of each size beside the best of all, for the sizes that it has reached."""

    def cell(number: int) -> str:
        chosen = members(number)
        return "all features" if len(chosen) == lattice.J.N > 1 else ", ".join(lattice.short[n] for n in chosen)

    def rows(_: str, moments: Moments, m: int) -> Rows:
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
            best, gap = int(J.best[size]), J.gap(own[size])
            listed.append([size, cell(best), cell(own[size]), lattice.words.difference(gap)])
        return listed

    return Panel(
        "The best set of each size, and this search's",
        [Table(["Size", "Best subset", "This search", "Worse by"], lattice.over(rows))],
        axes=False,
        row=1,
        column=1,
        empty=lattice.over(lambda _, moments, m: "" if m else "The sets that the search reaches will be listed here."),
    )
