"""Set C2: forward search, backward search and all subsets, for any objective J of a set of features."""

from functools import partial

import numpy as np

from fewidgets.algorithms import exhaustive_search, sequential_search
from fewidgets.exercises.differences import several_difference
from fewidgets.exercises.differences.lattice import best_difference, lattice_difference
from fewidgets.exercises.task import LIBRARIES, Case, Misconception, Result, Task

#: Numbers of features, and the size of the set that is asked for.
SIZES = ((4, 4), (5, 3), (6, 4))

#: J is one of ours. Everything else that a student could call is still told apart.
WITHOUT = ("fewidgets.algorithms", *(name for name in LIBRARIES if name != "fewidgets"))


class Worth:
    """An objective J: what each feature is worth alone, and what each pair adds or takes away."""

    def __init__(self, alone, pairs):
        self.alone, self.pairs = alone, pairs

    def __call__(self, features):
        chosen = sorted({int(n) for n in features})
        if chosen and not 0 <= chosen[0] <= chosen[-1] < len(self.alone):
            raise ValueError(f"J takes features from 0 to {len(self.alone) - 1}; got {chosen}.")
        return self.alone[chosen].sum() + self.pairs[np.ix_(chosen, chosen)].sum()

    @property
    def formula(self):
        terms = [f"{worth:+g}x{n + 1}" for n, worth in enumerate(self.alone)]
        pairs = zip(*np.nonzero(self.pairs), strict=True)
        return " ".join(terms + [f"{self.pairs[i, j]:+g}x{i + 1}x{j + 1}" for i, j in pairs])

    def __repr__(self):
        return f"J of {len(self.alone)} features"


def _objective(rng, N):
    alone = np.round(rng.permutation(N) + 3 + rng.uniform(0, 0.5, N), 2)
    pairs = np.triu(np.round(rng.normal(0, 3, (N, N)), 2), 1)
    return Worth(alone, pairs)


def _locked(rng, N):
    """Make an objective in which the two features that are worst alone are best together, and the reverse."""
    J = _objective(rng, N)
    first, second = sorted(np.argsort(J.alone)[:2])
    best, next_best = sorted(np.argsort(J.alone)[-2:])
    J.pairs[first, second] = np.round(12 + rng.uniform(0, 1), 2)
    J.pairs[best, next_best] = np.round(-6 - rng.uniform(0, 1), 2)
    return J


def _negative(rng, N):
    """Make an objective that is negative for every set but the empty one, and falls with each further feature."""
    J = _objective(rng, N)
    J.alone = np.round(J.alone - 40, 2)
    return J


HELPED, TRAP = "pairs that help or disturb each other", "a trap for greedy searches"
KINDS = ((_objective, HELPED), (_locked, TRAP), (_negative, "negative values"))


def _objectives(rng):
    for make, kind in KINDS:
        for N, size in SIZES:
            yield Case((make(rng, N), N, size), f"{N} features, a set of {size}, {kind}")


def _shrinking(rng):
    for make, kind in KINDS:
        for N, size in ((4, 1), (5, 2), (6, 1)):
            yield Case((make(rng, N), N, size), f"{N} features, down to {size}, {kind}")


def _choices(rng):
    """Draw objectives; in two of them, forward and backward search miss the best set."""
    for N, size in ((5, 3), (4, 2)):
        yield Case((_objective(rng, N), N, size), f"{N} features, a set of {size}")
    for N, size in ((5, 2), (6, 3)):
        J = _locked(rng, N)
        while not _deceives(J, N, size):
            J = _locked(rng, N)
        yield Case((J, N, size), f"{N} features, a set of {size}, {TRAP}")
    yield Case((_negative(rng, 5), 5, 3), "5 features, a set of 3, negative values")


def _deceives(J, N, size):
    """Say whether forward and backward search find two different sets, neither of them the best."""
    ways = BEST.reference, BEST.mistake("forward"), BEST.mistake("backward")
    return len({tuple(way(J, N, size)[0]) for way in ways}) == 3


def _counts(rng):
    for N, size in ((5, 3), (8, 2), (int(rng.integers(9, 13)), 5), (20, int(rng.integers(3, 6)))):
        yield Case((N, size), f"{N} features, a set of {size}")


def _sfs(J, N, size):
    trace = sequential_search(J, N)
    return [int(n) for n in trace.order[:size]], [float(value) for value in trace.values[1 : size + 1]]


def _sbs(J, N, size):
    trace = sequential_search(J, N, direction="backward")
    steps = N - size
    return [int(n) for n in trace.order[:steps]], [float(value) for value in trace.values[1 : steps + 1]]


def _best(J, N, size):
    found = exhaustive_search(J, N).at(size)
    return [int(n) for n in found.features], found.value


FORWARD = Task(
    name="C2 sfs",
    signature="sfs(J, N, size)",
    results=(Result("order", "the order", points=2), Result("values", "the values")),
    reference=_sfs,
    cases=_objectives,
    difference=partial(lattice_difference, what=("the order", "the values")),
    without=WITHOUT,
    misconceptions=(
        Misconception(
            "by single",
            ("J(Y | {n})", "J({n})"),
            "You sorted the features by their J alone. What a feature adds depends on the features that are in already: "
            "compute J of the whole set with each candidate.",
        ),
        Misconception(
            "smallest",
            ("max(", "min("),
            "You took the set with the smallest J. Here a large J is good.",
        ),
        Misconception(
            "with the last",
            ("J(Y | {n})", "J({*order[-1:], n})"),
            "You judged each candidate together with the last feature only. The set has all the features taken so far.",
        ),
        Misconception(
            "first that helps",
            (
                "        best = max",
                "        helping = [n for n in candidates if J(Y | {n}) > J(Y)]\n"
                "        best = helping[0] if helping else max",
            ),
            "You took the first candidate that raises J. Compare all candidates, and take the best.",
        ),
        Misconception(
            "values alone",
            ("values.append(J(Y))", "values.append(J({best}))"),
            "The values are those of the single features. Report J of the whole set after each step.",
        ),
        Misconception(
            "from 1",
            ("return order,", "return [n + 1 for n in order],"),
            "The features are counted from 1. J and Python count them from 0.",
        ),
    ),
    hints=(
        "In each step, the candidates are the features that are not in yet. Of which sets do you need J?",
        "max(candidates, key=lambda n: J(Y | {n})) finds the best candidate. Add it to Y, and go on until Y has `size` "
        "features.",
    ),
    because="Each step keeps all the features taken before, and adds the one that leads to the largest J.",
    solution="""\
def sfs(J, N, size):
    Y, order, values = set(), [], []
    while len(Y) < size:
        candidates = [n for n in range(N) if n not in Y]
        best = max(candidates, key=lambda n: J(Y | {n}))
        Y = Y | {best}
        order.append(best)
        values.append(J(Y))
    return order, values
""",
    practises="a greedy loop over sets, for any objective",
    minutes=10,
)

BACKWARD = Task(
    name="C2 sbs",
    signature="sbs(J, N, size)",
    results=(Result("removed", "the features removed", points=2), Result("values", "the values")),
    reference=_sbs,
    cases=_shrinking,
    difference=partial(lattice_difference, what=("the features removed", "the values"), backward=True),
    without=WITHOUT,
    misconceptions=(
        Misconception(
            "weakest alone",
            ("max(sorted(Y), key=lambda n: J(Y - {n}))", "min(sorted(Y), key=lambda n: J({n}))"),
            "You removed the feature with the smallest J alone. Backward search asks how good the others are without it.",
        ),
        Misconception(
            "worst left",
            ("max(", "min("),
            "You removed the feature without which J is smallest, which is the most useful one. Keep the best set.",
        ),
        Misconception(
            "from the full set",
            ("J(Y - {n})", "J(set(range(N)) - {n})"),
            "You judged every feature by its removal from the full set. After each removal, judge the rest again.",
        ),
        Misconception(
            "forward reversed",
            (
                "    Y, removed",
                "    order = []\n"
                "    while len(order) < N:\n"
                "        order.append(max(set(range(N)) - set(order), key=lambda n: J({*order, n})))\n"
                "    Y, removed",
                "max(sorted(Y), key=lambda n: J(Y - {n}))",
                "order.pop()",
            ),
            "This is forward search, read from its end. Backward search starts with all features and meets other sets.",
        ),
        Misconception(
            "values of the removed",
            ("values.append(J(Y))", "values.append(J({worst}))"),
            "The values are those of the removed features alone. Report J of the set that is left.",
        ),
        Misconception(
            "from 1",
            ("return removed,", "return [n + 1 for n in removed],"),
            "The features are counted from 1. J and Python count them from 0.",
        ),
    ),
    hints=(
        "Start with Y = set(range(N)). Which sets have one feature fewer?",
        "max(Y, key=lambda n: J(Y - {n})) finds the feature that can go. Stop when Y has `size` features.",
    ),
    because="Each step removes the feature without which J is largest, and nothing comes back.",
    solution="""\
def sbs(J, N, size):
    Y, removed, values = set(range(N)), [], []
    while len(Y) > size:
        worst = max(sorted(Y), key=lambda n: J(Y - {n}))
        Y = Y - {worst}
        removed.append(worst)
        values.append(J(Y))
    return removed, values
""",
    practises="the same loop from the other end",
    minutes=10,
)

BEST = Task(
    name="C2 best subset",
    signature="best_subset(J, N, size)",
    results=(Result("features", "the features", points=2), Result("value", "the value of J")),
    reference=_best,
    cases=_choices,
    difference=partial(best_difference, what=("the features", "the value of J")),
    without=WITHOUT,
    misconceptions=(
        Misconception(
            "best alone",
            (
                "best = max(combinations(range(N), size), key=J)",
                "best = sorted(sorted(range(N), key=lambda n: -J({n}))[:size])",
            ),
            "You took the features that are best alone. Together, others may do better.",
        ),
        Misconception(
            "forward",
            (
                "best = max(combinations(range(N), size), key=J)",
                "best = []\n"
                "    while len(best) < size:\n"
                "        best.append(max(set(range(N)) - set(best), key=lambda n: J({*best, n})))\n"
                "    best.sort()",
            ),
            "This is what forward search finds. Try all sets of this size.",
        ),
        Misconception(
            "backward",
            (
                "best = max(combinations(range(N), size), key=J)",
                "best = set(range(N))\n"
                "    while len(best) > size:\n"
                "        best.remove(max(best, key=lambda n: J(best - {n})))\n"
                "    best = sorted(best)",
            ),
            "This is what backward search finds. Try all sets of this size.",
        ),
        Misconception(
            "smallest",
            ("max(", "min("),
            "You took the set with the smallest J. Here a large J is good.",
        ),
        Misconception(
            "neighbours",
            ("combinations(range(N), size),", "(range(n, n + size) for n in range(N - size + 1)),"),
            "You only tried neighbouring features. itertools.combinations(range(N), size) gives all sets.",
        ),
        Misconception(
            "from 1",
            ("list(best)", "[n + 1 for n in best]"),
            "The features are counted from 1. J and Python count them from 0.",
        ),
    ),
    hints=(
        "itertools.combinations(range(N), size) gives every set of this size once.",
        "Keep the set with the largest J: max(combinations(range(N), size), key=J).",
    ),
    because="Every set of this size was tried, so none is better.",
    solution="""\
def best_subset(J, N, size):
    from itertools import combinations

    best = max(combinations(range(N), size), key=J)
    return list(best), J(best)
""",
    practises="enumerating sets, and what certainty costs",
    minutes=5,
)

PRICE = Task(
    name="C2 price",
    signature="price(N, size)",
    results=(
        Result("all", "the count of best subset selection"),
        Result("forward", "the count of forward search"),
        Result("backward", "the count of backward search"),
    ),
    cases=_counts,
    difference=partial(several_difference, what=("all subsets", "forward search", "backward search")),
    misconceptions=(
        Misconception(
            "with order",
            ("comb(N, size)", "perm(N, size)", "import comb", "import perm"),
            "You counted the same set once for every order of its features. A set has no order: use math.comb.",
        ),
        Misconception(
            "all sizes",
            ("comb(N, size)", "2**N"),
            "2**N counts the sets of every size. Only those of the size asked for are compared here.",
        ),
        Misconception(
            "all candidates each time",
            ("forward, backward", "N * size, N * (N - size)"),
            "After each step there is one candidate fewer. Add N, N − 1, and so on.",
        ),
        Misconception(
            "one each step",
            ("forward, backward", "size, N - size"),
            "You counted the sets that the searches keep. In each step, they compute J of all the candidates.",
        ),
        Misconception(
            "with the start",
            ("forward, backward", "forward + 1, backward + 1"),
            "You also counted the set with which each search starts. No choice depends on its J.",
        ),
        Misconception(
            "the same both ways",
            ("forward, backward", "forward, forward"),
            "Backward search starts with N features, so it takes N − size steps, not as many as forward search.",
        ),
        Misconception(
            "swapped",
            ("forward, backward", "backward, forward"),
            "The counts of forward search and of backward search are swapped.",
        ),
    ),
    hints=(
        "Write the steps of forward search down for N = 4 and size = 2. How many candidates are there in each?",
        "Forward search adds N + (N − 1) + … over `size` steps. Backward search starts with N candidates too, and "
        "stops after N − size steps.",
    ),
    because="Both searches have N candidates first and one fewer in each step. They differ in the number of steps.",
    solution="""\
def price(N, size):
    from math import comb

    forward = sum(N - step for step in range(size))
    backward = sum(N - step for step in range(N - size))
    return comb(N, size), forward, backward
""",
    practises="counting work before you start it",
    minutes=6,
)

TASKS = (PRICE, FORWARD, BACKWARD, BEST)
